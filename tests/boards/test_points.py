"""Points by key: which event earned which, and which keys can bring none."""

from __future__ import annotations

from collections import Counter

import pytest

import games.rules as rules
from games.boards import presenter
from tests.boards.walks import walk


@pytest.mark.parametrize("game", rules.catalogue())
def test_score_events_tell_the_key_under_which_they_count(game: str) -> None:
    """So that the points of a key lead to the moves that earned them."""
    show, seats = presenter(game), rules.get(game).seats[-1]
    earned = [Counter[str]() for _ in range(seats)]
    positions = walk(game, seats, "points by key")
    for _match, events in positions:
        for event in events:
            if event.kind == "score" and event.seat is not None:
                earned[event.seat][show.points_key(event)] += event.data["amount"]
    for score in positions[-1][0].scores():
        found = {key: n for key, n in earned[score.seat].items() if n}
        assert found == {key: n for key, n in score.breakdown.items() if n}


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_key_that_cannot_score_never_does(game: str) -> None:
    show, of = presenter(game), rules.get(game)
    seats = of.seats[:2][-1]
    plain = {option.key: option.default for option in of.options}
    settings = [{**plain, option.key: choice} for option in of.options for choice in option.choices]
    for number, options in enumerate(settings):
        match = rules.new_match(game, seats=seats, options=options, seed=str(number))
        keys = match.scores()[0].breakdown
        idle = [key for key in keys if not show.can_score(key, match.options, seats)]
        if not idle:
            continue
        while not match.over:
            match.play(match.actors[0], match.auto_move(match.actors[0]))
        assert not any(score.breakdown[key] for score in match.scores() for key in idle)
