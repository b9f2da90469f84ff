"""What eyes are told: events, views, and worlds that they cannot tell from the real one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import games.rules as rules

from .laws import LISTED, REVEALS, BrokenLawError, hold


def audible(events: Iterable[rules.Event], eyes: int | None) -> list[rules.Event]:
    """The events that these eyes (None: a spectator) are told."""
    return [event for event in events if event.audience is None or event.audience == eyes]


def all_eyes(match: rules.Match) -> list[int | None]:
    return [None, *range(match.seats)]


def redeal_match(match: rules.Match, eyes: int | None, rng: random.Random) -> rules.Match:
    """A world that these eyes cannot tell from the real one."""
    return match.determinize(eyes, rules.FastChance(rng.getrandbits(32)))


Views = Mapping[int | None, dict[str, Any]]


class Looks(NamedTuple):
    """Everything that the interface shows of a match."""

    actors: tuple[int, ...]
    scores: list[rules.Score]
    views: Views
    lists: list[list[str]]


def looks_of(match: rules.Match, views: Views | None = None) -> Looks:
    """`views`: those of this position, where they are known."""
    views = views or {eyes: match.view(eyes) for eyes in all_eyes(match)}
    return Looks(
        match.actors,
        match.scores(),
        views,
        [match.legal_moves(seat) for seat in range(match.seats)],
    )


def play_on_copy(match: rules.Match, seat: int, move: str) -> tuple[rules.Match, list[rules.Event]]:
    """A copy after a listed move, and what happened."""
    after = match.copy()
    try:
        events = after.play(seat, move)
    except rules.IllegalMove as refusal:
        raise BrokenLawError(LISTED, f"{move!r}: {refusal}") from refusal
    hold(REVEALS, after.reveals >= match.reveals, f"after {move!r} there are fewer")
    return after, events


def one_of_every_verb(listed: Sequence[str], rng: random.Random) -> list[str]:
    by_verb = {move.split(" ")[0]: move for move in rng.sample(listed, len(listed))}
    return list(by_verb.values())
