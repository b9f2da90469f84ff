"""Titles driven to their limits: full tracks, empty supplies, last tiles; no page fails there.

Whole matches are played by people with a hobby, who do one thing over and over until nothing of it
is left, and by people who always do what has been done least. At the positions on the way that show
most (a number at its end, other kinds of moves), and in positions made by hand, moves of every kind
are drafted, played, replayed and asked for by the API.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import games.rules as rules
from accounts.models import User
from games.rules.coverage import WORD
from tests.boards.walks import eyes
from tests.games.table.reliability_at import PositionTable
from tests.positions import most_distinctive, of_extremes

MOVES_AT_ONCE = 5
CANDIDATES = 300  # positions of a whole match among which they are chosen
LOOKS = 5  # positions of a whole match, and its last two besides


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
    """Its verb and what it is done with; where it is done makes it no other kind."""
    verb, *more = move.split(" ")
    return " ".join([verb, *(word for word in more[:1] if WORD.fullmatch(word))])


def play_positions(key: str, player: Player, seed: str) -> Iterator[rules.Match]:
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


def sample(match: rules.Match, seat: int, rng: random.Random) -> dict[str, str]:
    """A legal move of each kind."""
    moves = match.legal_moves(seat)
    rng.shuffle(moves)
    return {kind(move): move for move in moves}


def look_everywhere(
    table: PositionTable, match: rules.Match, rng: random.Random, most: int = MOVES_AT_ONCE
) -> None:
    """Ask for every page of a position, with moves drafted, and after moves were played."""
    look(table, match)
    for seat in match.actors:
        for move in list(sample(match, seat, rng).values())[:most]:
            attempt(table, match, seat, move)


def look(table: PositionTable, match: rules.Match) -> None:
    """The pages of a position as it stands."""
    table.put(match)
    pages = [table.step(None)]
    for seat in eyes(match):
        pages.append(table.fragment(seat))
        table.api(seat)
        table.api(seat, "log/")
    assert not any('id="regret"' in page for page in pages)


def attempt(table: PositionTable, match: rules.Match, seat: int, move: str) -> None:
    """The pages with a move drafted, if it may be, and after it was played."""
    trial = match.copy()
    events = trial.play(seat, move)
    other = (seat + 1) % match.seats if match.seats > 1 else None
    lookers = [seat, other]
    if trial.reveals == match.reveals:
        table.draft(seat, move)
        assert 'class="draft-chips"' in table.fragment(seat)
        # my page of this position is drawn by now: again only where I see more happen than others
        lookers = [seat if any(event.audience == seat for event in events) else other]
    table.api(seat)
    table.play(seat, move)
    for one in lookers:
        table.step(one)
    table.api(seat, "log/")
    table.put(match)


def look_at_a_match(key: str, player: Player, people: list[User], name: str) -> None:
    """Ask for pages all over a match that these people play, and of every kind of move in it."""
    positions = [match.copy() for match in play_positions(key, player, f"{key} {name}")]
    candidates = [*positions[: -2 : len(positions) // CANDIDATES + 1], *positions[-2:]]
    shows = of_extremes(candidates)
    for match, features in zip(candidates, shows, strict=True):
        moves = {move for seat in match.actors for move in match.legal_moves(seat)}
        features.update(("kind", one) for one in map(kind, moves))
    table, rng, tried = PositionTable(positions[0], people), random.Random(key), set[str]()
    for number in [*most_distinctive(shows, LOOKS), -2, -1]:
        match = candidates[number]
        look(table, match)
        for seat in match.actors:
            offered = sample(match, seat, rng)
            for what in [one for one in offered if one not in tried] or list(offered)[:1]:
                tried.add(what)
                attempt(table, match, seat, offered[what])
