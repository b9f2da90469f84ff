"""Plays random matches in which every seat has random conditional moves, and checks the answers.

Every answer must be legal, and the same in a re-dealt world that its seat cannot distinguish from
the match. The moves must replay to the same match without conditional moves, and every chain of
answers must end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import games.rules as rules

LONGEST = 3000  # moves of a match
POOL_MOVES = 600  # of the random match from which conditional moves take their moves
MAX_CONDITIONAL_MOVES = 6  # of a seat, at most
RENEWAL_SHARE = 0.02  # of the moves of people; after these, a seat gets new conditional moves


@dataclass
class Results:
    """The results of a series of matches."""

    matches: int = 0
    answers: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class SeatStub:
    """The parts of a seat that `games.table.conditional_moves.execution` needs."""

    number: int
    conditional_moves: list[dict[str, Any]] = field(default_factory=list)
    auto_answers: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    is_played_by_hand: bool = True

    @property
    def pk(self) -> int:
        return self.number


class Room:
    """The parts of a table that `execution` needs, without a database."""

    def __init__(self, match: rules.Match) -> None:
        self.match = match
        self.table = SimpleNamespace(game=match.game.key, options=match.options, key="random")
        self.seats = [SeatStub(number) for number in range(match.seats)]

    def add_event(self, event: str, seat: object, *, why: str, **data: object) -> None:
        """Nobody reads the log of these matches."""


Pool = dict[str, list[str]]  # moves seen, by kind


def pool_of(game: rules.Game, options: dict[str, str], seats: int, rng: random.Random) -> Pool:
    """Return moves of each kind that were legal in a random match."""
    from games import conditional_moves

    match = rules.new_match(game.key, seats, options, seed=str(rng.random()))
    kinds = conditional_moves.decision_kinds_of(game.key, match.options)
    found: dict[str, set[str]] = {kind.key: set() for kind in kinds.kinds}
    for _move in range(POOL_MOVES):
        if match.over:
            break
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        kind = kinds.kind_of(conditional_moves.decision_context(match, seat))
        if kind is not None:
            known = [move for move in listed if kinds.is_valid_pattern(kind, move)]
            found[kind.key].update(rng.sample(known, min(8, len(known))))
        match.play(seat, rng.choice(listed) if rng.random() < 0.5 else match.auto_move(seat))
    return {key: sorted(moves) for key, moves in found.items()}


def random_conditional_move(
    pool: Pool, kinds: Any, rng: random.Random, round_now: int | None
) -> Any:
    """Return an armed conditional move of a random kind, with random moves, patterns and guards."""
    from games import conditional_moves

    kind = rng.choice(kinds.kinds)
    seen = pool[kind.key]
    moves = [_open(move, rng) for move in rng.sample(seen, min(len(seen), rng.randrange(6)))]
    given: dict[str, Any] = {
        "kind": kind.key,
        "moves": moves,
        "guards": {g.key: rng.randrange(8) for g in kind.guards if rng.random() < 0.3},
        "otherwise": rng.choice(["ask", "pass", "site"] if moves else ["pass", "site"]),
        "until": rng.choice(["once", "stop", *(["round"] if round_now is not None else [])]),
        "way": rng.choice(["first", "each"]),
    }
    return conditional_moves.parse(given, kinds, has_rounds=round_now is not None).arm(round_now)


def _open(move: str, rng: random.Random) -> str:
    """Return the move, or a pattern that leaves some of its words open."""
    verb, *arguments = move.split(" ")
    if rng.random() < 0.6:
        return move
    return " ".join([verb, *("*" if rng.random() < 0.5 else one for one in arguments)])


def play(game: str, seed: int, results: Results) -> None:
    """Play one match and add its counts and errors to the results."""
    from games import conditional_moves
    from games.conditional_moves.conditional_move import assign_ids
    from games.table.conditional_moves import execution

    rng = random.Random(f"{game} {seed}")
    title = rules.get(game)
    options, seats = _set_up(title, rng)
    match = rules.new_match(game, seats, options, seed=f"orders {seed}")
    kinds = conditional_moves.decision_kinds_of(game, match.options)
    pool = pool_of(title, options, seats, rng)
    room = Room(match)

    def set_conditional_moves(seat: SeatStub) -> None:
        now = kinds.round_of(match.view(seat.number))
        found = [
            random_conditional_move(pool, kinds, rng, now)
            for _n in range(rng.randrange(MAX_CONDITIONAL_MOVES + 1))
        ]
        execution.save_conditional_moves(cast(Any, seat), assign_ids(found))

    for sitting in room.seats:
        set_conditional_moves(sitting)
    for _move in range(LONGEST):
        if match.over:
            break
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        match.play(seat, rng.choice(listed) if rng.random() < 0.3 else match.auto_move(seat))
        if rng.random() < RENEWAL_SHARE:
            set_conditional_moves(rng.choice(room.seats))
        for answering, text in execution.answers(cast(Any, room)):
            number = answering.number
            if number not in match.actors or text not in match.legal_moves(number):
                results.wrong.append(f"{game} {seed}: {text!r} of seat {number} is not on its list")
                return
            if _elsewhere(room, number, rng) != text:
                results.wrong.append(f"{game} {seed}: {text!r} of seat {number} knows too much")
            match.play(number, text)
            results.answers += 1
    results.matches += 1
    if rules.replay(match.record()).dump() != match.dump():
        results.wrong.append(f"{game} {seed}: it does not replay without its conditional moves")


def _elsewhere(room: Room, number: int, rng: random.Random) -> str | None:
    """Return the answer of a seat in a re-dealt world that it cannot distinguish from this one."""
    from games.table.conditional_moves import execution

    other = Room(room.match.determinize(number, rules.FastChance(rng)))
    other.seats = [SeatStub(number, room.seats[number].conditional_moves)]
    found = next(execution.answers(cast(Any, other)), None)
    return None if found is None else found[1]


def _set_up(game: rules.Game, rng: random.Random) -> tuple[dict[str, str], int]:
    while True:
        options = {one.key: rng.choice(one.choices) for one in game.options}
        seats = rng.choice(list(game.seats))
        try:
            game.check(seats, options)
        except rules.OptionError:
            continue
        return options, seats


def series(game: str, matches: Sequence[int]) -> Results:
    results = Results()
    for seed in matches:
        play(game, seed, results)
    return results
