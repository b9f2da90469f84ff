"""Titles driven to their limits: full tracks, empty supplies, last tiles; no page fails there.

Whole matches are played by people with a hobby, who do one thing over and over until nothing of it
is left, and by people who always do what has been done least. At positions on the way, and in
positions made by hand, moves of every kind are drafted, played, replayed and asked for by the API.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import games.rules as rules
from accounts.models import User
from tests.games.table.standing_at import StandingTable

MOVES_AT_ONCE = 5
LOOKS = 12  # positions of a whole match


Player = Callable[[rules.Match, int, random.Random, Counter[str]], str]


def hobbyist(*hobbies: str) -> Player:
    """The same thing again wherever it is possible, each seat its own; else the policy, or chance.

    A hobby is a word of a move.
    """

    def choose(match: rules.Match, seat: int, rng: random.Random, done: Counter[str]) -> str:
        hobby = hobbies[seat % len(hobbies)]
        moves = match.legal_moves(seat)
        liked = [move for move in moves if hobby in move.split(" ")]
        if liked:
            return rng.choice(liked)
        return rng.choice(moves) if rng.random() < 0.3 else match.auto_move(seat)

    return choose


def adventurer(match: rules.Match, seat: int, rng: random.Random, done: Counter[str]) -> str:
    """What has been done least in this match."""
    if rng.random() < 0.3:
        return match.auto_move(seat)
    moves = match.legal_moves(seat)
    rng.shuffle(moves)
    return min(moves, key=lambda move: done[kind(move)])


def kind(move: str) -> str:
    return " ".join(move.split(" ")[:2])


def played(key: str, player: Player, seed: str) -> Iterator[rules.Match]:
    """The positions of a whole match, with options and seats by chance."""
    rng = random.Random(seed)
    game = rules.get(key)
    options = {option.key: rng.choice(option.choices) for option in game.options}
    seats = rng.choice(list(game.seats))
    try:
        match = rules.new_match(key, seats=seats, options=options, seed=seed)
    except rules.OptionError:
        match = rules.new_match(key, seats=seats, seed=seed)
    done: Counter[str] = Counter()
    while not match.over:
        yield match
        seat = rng.choice(match.actors)
        move = player(match, seat, rng, done)
        done[kind(move)] += 1
        match.play(seat, move)
    yield match


def sample(match: rules.Match, seat: int, rng: random.Random, most: int) -> list[str]:
    """Legal moves of as many kinds as there may be."""
    moves = match.legal_moves(seat)
    rng.shuffle(moves)
    by_kind: dict[str, str] = {}
    for move in moves:
        by_kind.setdefault(kind(move), move)
    return list(by_kind.values())[:most]


def look_everywhere(
    table: StandingTable, match: rules.Match, rng: random.Random, most: int = MOVES_AT_ONCE
) -> None:
    """Ask for every page of a position, with moves drafted, and after moves were played."""
    table.put(match)
    for eyes in table.eyes():
        shown = [table.fragment(eyes), table.replay(eyes)]
        table.api(eyes)
        assert not any('id="regret"' in page for page in shown)
    for seat in match.actors:
        for move in sample(match, seat, rng, most):
            trial = match.copy()
            trial.play(seat, move)
            if trial.reveals == match.reveals:
                table.draft(seat, move)
                assert 'class="draft-chips"' in table.fragment(seat)
                table.api(seat)
            table.play(seat, move)
            table.replay(seat)
            table.replay((seat + 1) % match.seats if match.seats > 1 else None)
            table.api(seat)
            table.put(match)


def look_at_a_match(key: str, player: Player, people: list[User], name: str) -> None:
    """Ask for every page at positions of a whole match that these people play."""
    positions = [match.copy() for match in played(key, player, f"{key} {name}")]
    rng = random.Random(key)
    table = StandingTable(positions[0], people)
    step = max(len(positions) // LOOKS, 1)
    for match in [*positions[::step], *positions[-2:]]:
        look_everywhere(table, match, rng, most=2)
