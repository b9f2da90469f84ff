"""How many moves somebody has made in secret shows in no number that others get to see.

Two worlds of every title in which seats decide in secret at the same time: in one a seat has handed
in one such move, in the other several. Pages, log, replay, lists and the API are the same in both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from django.utils import timezone

import games.rules as rules
from games.models import Move, Seat, Table
from games.table.session.loader import load_match
from games.table.session.transaction import commit, open_table
from tests import sample_titles
from tests.secrets.worlds import VARYING, ask, play_on, start_table, trial_world

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 12
MOVES = 7  # from one look to the next
SEVERAL = 3
EYES = 5  # to look with at each title
PATHS = (
    *("/tables/{}/?words=1", "/tables/{}/live/", "/tables/{}/log/", "/tables/{}/replay/"),
    *("/tables/{}/replay/step/", "/"),
    *("/api/tables/{}/", "/api/tables/{}/log/", "/api/tables/?status=running"),
)
OWN_PATHS = ("/tables/{}/since/", "/api/tables/{}/since/", "/tables/", "/my-tables/")


def secretly(match: rules.Match, seat: int, rng: random.Random) -> list[str]:
    """Moves of a seat in a row of which nobody else is told anything, and that end nothing."""
    found = []
    present = match.copy()
    for _ in range(SEVERAL):
        for move in rng.sample(moves := present.legal_moves(seat), len(moves)):
            after = present.copy()
            events = after.play(seat, move)
            visible = [event for event in events if event.audience != seat]
            if not visible and after.reveals == match.reveals and after.actors == match.actors:
                found.append(move)
                present = after
                break
        else:
            return []
    return found


def enter(table: Table, *moves: tuple[int, list[str]]) -> None:
    """Each seat hands in its moves in one step."""
    for number, texts in moves:
        with open_table(table.key) as session:
            session.play_moves(session.seats[number], texts, Move.Source.PERSON)
            commit([session])


def outputs(table: Table, eyes: Seat | None) -> Iterator[bytes]:
    """Everything that these eyes get of a table."""
    user = None if eyes is None else eyes.user
    for path in (*PATHS, *(OWN_PATHS if user else ())):
        yield VARYING.sub(b"", ask(path.format(table.key), user).content)


def differences(table: Table, rng: random.Random) -> Iterator[list[tuple[bytes, bytes]]]:
    """What differs for others where a seat of this position hands in several moves, not one."""
    match = load_match(table)
    if len(match.actors) < 2:
        return
    owner, other = rng.sample(match.actors, 2)
    moves, own = secretly(match, owner, rng), secretly(match, other, rng)
    if not moves:
        return
    eyes = [None, *table.seat_set.select_related("user").exclude(number=owner)]
    worlds = []
    for texts in (moves[:1], moves):
        with trial_world(table, table.state):
            enter(table, (owner, texts), *([(other, own)] if own else []))
            worlds.append([list(outputs(table, one)) for one in eyes])
    for one, several in zip(*worlds, strict=True):
        yield [pair for pair in zip(one, several, strict=True) if pair[0] != pair[1]]


def test_others_cannot_count_what_is_played_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    found: list[list[tuple[bytes, bytes]]] = []
    for key, game in rules.catalogue().items():
        rng = random.Random(f"counts {key}")
        enough = len(found) + EYES
        table = start_table(key, sample_titles.three_seats(key)) if game.private_kinds else None
        for _ in range(LOOKS):
            if table is None or not table.is_running or len(found) >= enough:
                break
            found += differences(table, rng)
            table = play_on(table, rng, MOVES)
    assert found
    assert [pairs for pairs in found if pairs] == []
