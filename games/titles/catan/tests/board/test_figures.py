"""A match in numbers: what the page of figures says agrees with what happened."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from games.boards import presenter
from games.boards.view_models import Figure

from ...rules.components import REROLLED_SUMS, RESOURCES

SHOW = presenter("catan")
NAMES = ["Ann", "Bob", "Cleo"]


def played_match(seed: int, **options: str) -> tuple[rules.Match, list[rules.Event]]:
    match = rules.new_match("catan", 3, options, seed=str(seed))
    events, rng = list(match.opening), random.Random(seed)
    for _move in range(600):
        if match.over:
            break
        seat = rng.choice(match.actors)
        events += match.play(seat, rng.choice(match.legal_moves(seat)))
    return match, events


def sums(figure: Figure) -> list[float]:
    return [sum(column) for column in zip(*(row for _label, row in figure.rows), strict=True)]


@pytest.mark.parametrize(
    "options", [{}, {"events": "on"}, {"scenario": "traders"}], ids=["base", "events", "traders"]
)
def test_throws_and_what_they_brought_are_counted_once(options: dict[str, str]) -> None:
    match, events = played_match(3, **options)
    throws, by_number, by_ware, _dealings = SHOW.figures(events, NAMES, match.options)
    fell = [e for e in events if e.kind in ("roll", "event")]
    assert fell
    thrown, expected = sums(throws)
    assert thrown == len(fell)
    assert expected == pytest.approx(len(fell), abs=1)
    numbers = {int(label) for label, _row in throws.rows}
    assert not (match.options["scenario"] == "traders" and numbers & set(REROLLED_SUMS))
    first = [sum(e.data["gains"].values()) for e in events if e.kind == "first_cards"]
    assert sum(sums(by_number)) + sum(first) == sum(sums(by_ware))
    assert len(by_ware.rows) == len(RESOURCES)


def test_who_took_a_card_and_who_lost_it_are_as_many() -> None:
    match, events = played_match(5)
    dealings = dict(SHOW.figures(events, NAMES, match.options)[3].rows)
    taken = dealings["Cards taken with the robber"]
    assert (
        sum(taken)
        == sum(dealings["Cards lost to the robber"])
        == sum(e.kind == "steal" for e in events)
    )
    assert sum(taken) > 0
