"""The bot that every title has: it goes by points, and beats chance."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import games.rules as rules
from games.bots import RandomBot, ask
from games.bots.greedy import GreedyBot
from tests.titles import barter
from tests.titles.barter.rules import GAME

MATCHES = 20
MOST_LINES_OF_RULES = 360
MOST_LINES_OF_BOARD = 120  # Python, templates, stylesheets and scripts


@pytest.fixture(autouse=True)
def register_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.catalogue(), GAME.key, GAME)


def test_it_takes_the_move_that_brings_most() -> None:
    match = rules.new_match(GAME.key, 2, seed="takes")
    while match.view(None)["phase"] != "turns":
        for seat in match.actors:
            match.play(seat, match.legal_moves(seat)[0])
    (seat,) = match.actors
    best = max(match.view(seat)["hand"])
    assert best > 6  # of a die, which is the other way to points
    assert ask(GreedyBot(), match, seat, random.Random(1)) == f"play {best}"


def test_it_beats_one_that_plays_at_random() -> None:
    won = 0
    for number in range(MATCHES):
        rng, mine = random.Random(number), number % 2
        match = rules.new_match(GAME.key, 2, seed=f"duel {number}")
        while not match.over:
            seat = match.actors[0]
            bot = GreedyBot() if seat == mine else RandomBot()
            match.play(seat, ask(bot, match, seat, rng))
        won += match.scores()[mine].rank == 1
    assert won > MATCHES * 0.75


def test_a_whole_title_with_a_drawn_board_is_short() -> None:
    """Rules with a deck, hidden hands, secret choices, a market and a map; their board is drawn."""
    folder = Path(barter.__file__).parent
    assert count_lines(folder.glob("rules/*.py")) <= MOST_LINES_OF_RULES
    board = [*folder.glob("board/*.py"), *folder.glob("templates/*"), *folder.glob("static/*.*s")]
    assert count_lines(board) <= MOST_LINES_OF_BOARD


def count_lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_text().splitlines()) for path in paths)
