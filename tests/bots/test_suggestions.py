"""Advice: what the strong bot would play, sized up, and blind to what is hidden."""

from __future__ import annotations

import pytest

import games.rules as rules
from games.bots import STEADY, STRONG, BotFactory, levels, suggestions
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.suggestions import Suggestion, suggest
from games.rules import FastChance
from tests import sample_titles
from tests.bots.test_search import positions


def few(game: str) -> dict[str, BotFactory]:
    """The levels of a game, where they search on a small budget of lines."""
    offered = dict(levels(game))
    strong = offered.get(STRONG)
    if isinstance(strong, type) and issubclass(strong, Search):
        offered[STRONG] = type("Small", (strong,), {"budget": SearchBudget(iterations=9)})
    else:
        offered.pop(STRONG, None)
    return offered


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "levels", few)
    monkeypatch.setattr(suggestions, "WORLDS", 2)
    monkeypatch.setattr(suggestions, "play_out", lambda *_given: None)


@pytest.mark.parametrize("game", rules.catalogue())
def test_it_is_legal_and_the_same_in_every_world_that_the_seat_may_be_in(game: str) -> None:
    for match, seat in positions(game, min(rules.get(game).seats), 1):
        before = match.dump()
        found = [suggest(match.determinize(seat, FastChance(world)), seat, 7) for world in range(2)]
        assert found[0] == found[1]
        assert found[0].move in match.legal_moves(seat)
        assert match.dump() == before
        assert Suggestion.of(found[0].to_json()) == found[0]


def test_a_level_that_searches_says_what_it_expects_and_what_comes_second() -> None:
    games = [game for game in rules.catalogue() if STRONG in few(game)]
    for game in games:
        seats = rules.get(game).seats[-1]
        match, seat = next(iter(positions(game, seats, 1)))
        found = suggest(match, seat, 7)
        assert found.level == STRONG
        if found.second is None:
            continue
        assert found.best is not None
        assert found.best.move == found.move != found.second.move
        assert found.best.chance is not None
        assert 0 <= found.best.chance <= 1


def test_where_nothing_searches_it_is_the_steady_bots_move_and_no_more_is_claimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suggestions, "levels", lambda game: {STEADY: levels(game)[STEADY]})
    match, seat = next(iter(positions(sample_titles.usual(), 2, 1)))
    found = suggest(match, seat, 7)
    assert (found.level, found.best, found.second) == (STEADY, None, None)
