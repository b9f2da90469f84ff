"""Records that somebody brings: checked, or refused with the reason, whatever is in them."""

from __future__ import annotations

import contextlib
import json
import random
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

import games.rules as rules
from games.archive import views

pytestmark = pytest.mark.same_everywhere

STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    "",
    "x",
    "²",
    [],
    {},
    [[]],
    {"x": [1]},
    [None],
]
MUTANTS = 1000


def short_record(game: str) -> dict[str, Any]:
    """The first moves of a match, as a record."""
    match = rules.new_match(game, rules.get(game).seats[-1], seed="x")
    rng = random.Random(1)
    while len(match.moves) < 40 and not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
    found: dict[str, Any] = json.loads(json.dumps(match.record()))
    return found


def record() -> dict[str, Any]:
    return short_record(next(iter(rules.catalogue())))


def bring(client: Client, raw: bytes) -> Any:
    file = BytesIO(raw)
    file.name = "record.json"
    return client.post("/verify/", {"record": file})


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"script": []},
        {"script": None},
        {"script": {"bag": None}},
        {"commitment": 7},
        {"commitment": None},
        {"seed": None},
        {"seed": ["x"]},
        {"rules": None},
        {"rules": {}},
        {"seats": True},
        {"seats": 10**30},
        {"options": {"hand": None}},
        {"options": {"hand": []}},
        {"chance": {name: [{}] for name in record()["chance"]}},
        {"moves": [[0, "x"], None]},
        {"moves": [[10**30, "x"]]},
        {"game": ""},
    ],
)
def test_a_malformed_record_is_refused_with_the_reason(
    client: Client, change: dict[str, Any]
) -> None:
    answer = bring(client, json.dumps({**record(), **change}).encode())
    assert answer.status_code == 422
    assert "cannot be replayed" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": 999}, "版「999」"),
        ({"moves": 7}, "JSONの「array」ではありません"),
        ({"moves": [[0, "no such move"]]}, "1手目、席1、「no such move」："),
    ],
)
def test_verify_page_shows_the_reason_in_reader_language(
    client: Client, change: dict[str, Any], message: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    assert message in bring(client, json.dumps({**record(), **change}).encode()).text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "raw", [b"", b"[" * 100_000, b"{}", b"null", b"NaN", b"\xff", rb'{"commitment": "\ud800"}']
)
def test_what_is_no_record_is_refused(client: Client, raw: bytes) -> None:
    assert bring(client, raw).status_code == 422


def test_half_a_surrogate_pair_is_no_commitment() -> None:
    with pytest.raises(rules.RecordError, match="'commitment' is not text"):
        rules.verify({**record(), "commitment": "\ud800"})


def mutant(value: Any, rng: random.Random) -> Any:
    """The value with one thing somewhere in it exchanged, left out or doubled."""
    if rng.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return rng.choice(STRANGE)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        changed = {**value, key: mutant(value[key], rng)}
        if rng.random() < 0.1:
            del changed[key]
        return changed
    place = rng.randrange(len(value))
    part = rng.choice([[], [value[place], value[place]], [mutant(value[place], rng)]])
    return [*value[:place], *part, *value[place + 1 :]]


@pytest.mark.parametrize("game", list(rules.catalogue()))
def test_of_any_record_the_rules_say_what_they_found_or_what_is_wrong(game: str) -> None:
    sound = short_record(game)
    rng = random.Random(game)
    for _ in range(MUTANTS):
        with contextlib.suppress(rules.RecordError):
            assert rules.verify(mutant(sound, rng)).checks
    assert rules.verify({**sound, "seed": "x"}).sound


# work that somebody else's record makes


@pytest.mark.django_db
def test_a_record_that_takes_too_long_is_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LONGEST_CHECK", 0.0)
    answer = bring(client, json.dumps(record()).encode())
    assert answer.status_code == 422
    assert "takes too long to check here" in answer.text
    with pytest.raises(rules.ReplayBudgetError):
        rules.verify(record(), 0.0)


@pytest.mark.django_db
def test_many_visitors_together_do_not_keep_the_site_busy(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever brings them, from wherever: the work of a minute is what is limited."""
    cache.clear()
    monkeypatch.setattr(views, "MOST_WORK_OF_ALL", 0.001)
    raw, answers = json.dumps(record()).encode(), []
    for n in range(4):
        visitor = Client(REMOTE_ADDR=f"192.0.2.{n}")
        answers.append(bring(visitor, raw).status_code)
    assert answers[0] == 200
    assert answers[-1] == 429
