"""A match in numbers: what the page of figures says agrees with what happened."""

from __future__ import annotations

import random

import games.rules as rules
from games.boards import presenter

SHOW = presenter("caledonia")
NAMES = ["Ann", "Bob"]


def test_every_round_has_its_income_and_what_was_spent_and_scored() -> None:
    match = rules.new_match("caledonia", 2, {}, seed="9")
    events, rng = list(match.opening), random.Random(9)
    paid: dict[int, list[int]] = {}
    while not match.over:
        seat = rng.choice(match.actors)
        now = match.view(None)["round"]
        new = match.play(seat, rng.choice(match.legal_moves(seat)))
        for event in new:
            if event.kind == "income":
                paid.setdefault(now, [0, 0])[event.seat or 0] += event.data["money"]
        events += new
    income, spent, fulfilled, glory = SHOW.figures(events, NAMES, match.options)
    assert [list(row) for _label, row in income.rows[:4]] == [paid[n] for n in range(1, 5)]
    costs = [e.data["cost"] for e in events if e.kind in ("place", "expand")]
    assert sum(sum(row) for _label, row in spent.rows) == sum(costs) > 0
    assert sum(sum(row) for _label, row in fulfilled.rows) == sum(
        e.kind == "fulfil" for e in events
    )
    tiles = [sum(e.data["glory"]) for e in events if e.kind == "scoring"]
    assert [sum(row) for _label, row in glory.rows] == tiles
