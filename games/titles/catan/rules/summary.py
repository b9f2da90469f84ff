"""A match in a few lines of text."""

from __future__ import annotations

from games.rules.primitives.bitsets import members

from . import scoring
from .components import GOODS
from .state import State


def text(match: State) -> str:
    """Describe the match for people: the phase and turn; points, pieces and cards of each seat."""
    phase = match.stack[-1][0] if match.stack else "over"
    dice = "+".join(map(str, match.dice)) or "-"
    head = f"Catan ({match.options['scenario']}), round {match.turn // match.seats + 1}, {phase}"
    lines = [f"{head}, seat {match.active}'s turn, dice {match.event_card or dice}"]
    if match.over:
        winner = f"won by seat {match.winner}" if match.winner >= 0 else "no winner"
        lines = [f"{head}, {winner}"]
    spots, paths = match.board.spots, match.board.paths
    for score in scoring.scores(match):
        seat = score.seat
        homes = " ".join(
            [spots[spot] for spot in members(match.settlements[seat])]
            + [f"{spots[spot]}*" for spot in members(match.cities[seat])]
        )
        roads = " ".join(paths[path] for path in members(match.roads[seat]))
        line = f"  seat {seat}: {score.total} points, {sum(match.hands[seat])} cards"
        if match.traders:
            load = GOODS[match.load[seat]] if match.load[seat] >= 0 else "no load"
            at = spots[match.wagons[seat]] if match.wagons[seat] >= 0 else "-"
            line += f", {match.gold[seat]} gold, wagon {match.level[seat]} at {at} ({load})"
        lines.append(f"{line}, buildings {homes or '-'}, roads {roads or '-'}")
    return "\n".join(lines)
