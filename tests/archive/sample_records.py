"""Records to test with: of matches that were played at random, without a site."""

from __future__ import annotations

import functools
import json
import random

import games.rules as rules
from games import bots
from games.archive.record_format import FORMAT, Record, RecordedMove, position_hash

MOVES = 10_000


@functools.cache
def make_record(
    game: str, seed: str = "made", most: int = MOVES, seats: int = 0, level: str = ""
) -> Record:
    """A match as it travels, of so many seats (0: the fewest); of at most so many moves.

    `level`: of the bots that play it; "": its moves are chosen at random.
    """
    match = rules.new_match(game, seats or rules.get(game).seats[0], seed=seed)
    assert isinstance(match.chance, rules.FairChance)
    rng = random.Random(seed)
    bot = bots.levels(game)[level]() if level else None
    opening, match.chance.outcomes = match.chance.outcomes, {}
    moves: list[RecordedMove] = []
    while match.actors and len(moves) < most:
        actors, seat = match.actors, rng.choice(match.actors)
        listed = match.legal_moves(seat)
        move = bots.ask(bot, match, seat, rng) if bot else rng.choice(listed)
        match.play(seat, move)
        met, match.chance.outcomes = match.chance.outcomes, {}
        found = position_hash(match) if match.actors != actors else ""
        at = f"2026-03-01T20:{len(moves) // 60 % 60:02}:{len(moves) % 60:02}.000Z"
        moves.append(RecordedMove(seat, move, "person", at, json.loads(json.dumps(met)), found))
    header = {
        "format": FORMAT,
        "game": game,
        "rules": match.rules_version,
        "seats": match.seats,
        "options": match.options,
        "site": "https://longtable.example",
        "players": [{"name": f"Player {seat + 1}"} for seat in range(match.seats)],
        "began": "2026-03-01T20:00:00.000Z",
        "ended": "2026-03-02T20:00:00.000Z",
        "end": "finished",
        "result": [{"total": score.total, "rank": score.rank} for score in match.scores()],
        "commitment": rules.commitment(seed),
        "seed": seed,
        "chance": json.loads(json.dumps(opening)),
        "moves": len(moves),
    }
    return Record(header, moves)
