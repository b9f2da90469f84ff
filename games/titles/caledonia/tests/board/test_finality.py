"""What is marked as final is what reveals something, and nothing else is."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from games.boards import presenter
from tests.boards.walks import scene

from .test_board import KEY, TABLES, walk

SHOW = presenter(KEY)


def reveals(match: rules.Match, seat: int, move: str) -> bool:
    trial = match.copy()
    trial.play(seat, move)
    return trial.reveals > match.reveals


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_move_is_final_where_it_reveals_something(seats: int, options: dict[str, str]) -> None:
    chooser = random.Random("finality")
    finals = 0
    for match, _events in walk(seats, options, "finality"):
        for seat in match.actors:
            seen = scene(match, seat)
            some = chooser.sample(list(seen.legal), min(4, len(seen.legal)))
            some += [m for m in seen.legal if m.split(" ")[0] in ("pass", "draw", "produce")]
            for move in some:
                is_final = SHOW.is_final(move, seen)
                assert is_final == reveals(match, seat, move), move
                finals += is_final
    assert finals
