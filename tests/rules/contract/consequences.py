"""Laws of the consequences of moves: previews are right, and trying moves reveals nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import games.rules as rules
from games.rules.consequences import differences

from .laws import CONSEQUENCES, KNOWN, REVEALS, hold
from .visibility import audible, play_on_copy, redeal_match


def check_consequences(
    match: rules.Match, seat: int, moves: Sequence[str], rng: random.Random
) -> None:
    """Check that the previews of moves depend only on what the seat knows, and come true."""
    consequences = rules.Consequences(match, seat)
    elsewhere = rules.Consequences(redeal_match(match, seat, rng), seat)
    hold(KNOWN, consequences.redealt.dump() == elsewhere.redealt.dump(), f"of seat {seat}")
    hold(KNOWN, consequences.redealt.view(seat) == match.view(seat), f"the view of {seat}")
    for move in moves:
        effect, (after, events) = consequences.effect_of(move), play_on_copy(match, seat, move)
        hold(REVEALS, effect.is_revealing == (after.reveals > match.reveals), f"{move!r} reveals")
        hold(
            CONSEQUENCES,
            effect.ends_decision in (None, seat not in after.actors),
            f"whether {move!r} ends it",
        )
        hold(
            CONSEQUENCES, effect.points[1] in (None, after.scores()[seat].total), f"{move!r} scores"
        )
        heard = audible(events, seat)
        hold(CONSEQUENCES, effect.events == heard[: len(effect.events)], f"events of {move!r}")
        hold(CONSEQUENCES, effect.is_revealing or effect.events == heard, f"all events of {move!r}")
        check_changes(effect, match.view(seat), after.view(seat))


def check_changes(effect: rules.Effect, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that the view changed as the preview says, and nowhere else."""
    for path, _old, new, is_sure in effect.changes:
        hold(CONSEQUENCES, not is_sure or at(path, after) == new, f"{path} after {effect.moves}")
    paths = [change.path for change in effect.changes]
    for change in differences(before, [after]):
        within = any(change.path[: len(path)] == path[: len(change.path)] for path in paths)
        hold(CONSEQUENCES, within, f"{change} after {effect.moves}")


def at(path: Sequence[str | int], data: Any) -> Any:
    """A part of a view; None where it has none of this name."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else data[key]
    return data


class TrialOutcome(NamedTuple):
    """How far a list of moves got: moves played, and what ended it."""

    played: int
    end: str


REVEALED, PLAYED = "revealed", "all played"


def try_moves(
    match: rules.Match, seat: int, plan: Sequence[str], *, law: bool = True
) -> TrialOutcome:
    """Try moves on a copy, up to and with the first that reveals: nothing after it is looked at.

    So the site tries whatever a seat sends. Without the `law` the rest would be tried as well.
    """
    trial = match.copy()
    for number, move in enumerate(plan):
        try:
            trial.play(seat, move)
        except rules.IllegalMove as refusal:
            return TrialOutcome(number, str(refusal))
        if law and trial.reveals > match.reveals:
            return TrialOutcome(number + 1, REVEALED)
    return TrialOutcome(len(plan), PLAYED)


def plan_of(world: rules.Match, seat: int, rng: random.Random, most: int = 6) -> list[str]:
    """Moves that a seat might send: a line of play in a world that it thinks possible, and a tail
    that cannot be played."""
    trial = world.copy()
    plan: list[str] = []
    length = rng.randint(0, most)
    while len(plan) < length and (listed := trial.legal_moves(seat)):
        plan.append(rng.choice(listed))
        trial.play(seat, plan[-1])
    return [*plan, "zzz"]


def check_foretelling(
    match: rules.Match, worlds: Sequence[rules.Match], seat: int, rng: random.Random
) -> None:
    plan = plan_of(worlds[0], seat, rng)
    answer = try_moves(match, seat, plan)
    for world in worlds:
        hold(REVEALS, try_moves(world, seat, plan) == answer, f"{plan} tells {answer}")
