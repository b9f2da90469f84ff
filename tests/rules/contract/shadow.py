"""Onlookers: a world dealt anew follows the match as long as nothing is revealed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import games.rules as rules

from .laws import ONLOOKERS, REVEALS, hold
from .visibility import audible, play_on_copy, redeal_match

#: Secret moves that a shadow may try, to come to what eyes have seen.
WALKS = 20
LONGEST_WALK = 30


class Shadow:
    """A re-dealt world that follows the match move by move, for one pair of eyes."""

    def __init__(
        self, match: rules.Match, eyes: int | None, seen: dict[str, Any], rng: random.Random
    ) -> None:
        self.eyes = eyes
        self.world = redeal_match(match, eyes, rng)
        self.rng = rng
        self.seen = seen
        self.followed = 0
        self.unheard: list[tuple[int, str]] = []

    def follow(
        self,
        match: rules.Match,
        seat: int,
        move: str,
        events: Sequence[rules.Event],
        seen: dict[str, Any],
        *,
        far: bool = True,
    ) -> bool:
        """Explain what the eyes have heard and seen of a move that revealed nothing.

        Returns whether some listed move does; `far`: also behind moves that nobody hears of. If
        none does, the move must be a telling one.
        """
        self.followed += 1
        heard = audible(events, self.eyes)
        before, self.seen = self.seen, seen
        if seat == self.eyes:
            self.world, others = play_on_copy(self.world, seat, move)
            hold(REVEALS, audible(others, seat) == heard, f"events of {move!r}")
            hold(REVEALS, self.world.view(seat) == seen, f"the view after {move!r}")
            return True
        if not heard and seen == before:
            self.unheard.append((seat, move))  # nobody can tell that anything happened
            return True
        explained = explain(self.world, self.eyes, seat, [move], heard, seen)
        if explained is None and far:
            explained = self._search(seat, move, heard, before, seen)
        if explained is not None:
            self.world = explained
            return True
        verb = move.split(" ")[0]
        detail = f"{self.eyes} sees of {verb!r} of seat {seat} what no move explains: {heard}"
        hold(ONLOOKERS, verb in match.game.revealing_verbs, detail)
        return False

    def _search(
        self,
        seat: int,
        move: str,
        heard: list[rules.Event],
        before: dict[str, Any],
        seen: dict[str, Any],
    ) -> rules.Match | None:
        """Any listed move, also after moves that nobody hears of: those of the match, or others."""
        own = [secret for other, secret in self.unheard if other == seat]
        for walk in range(WALKS):
            world = self.world
            for secret in own if walk == 0 else ():
                world = explain(world, self.eyes, seat, [secret], [], before) or world
            for _ in range(LONGEST_WALK):
                listed = world.legal_moves(seat)
                listed.sort(key=lambda other: other.split(" ")[0] != move.split(" ")[0])
                found = explain(world, self.eyes, seat, listed, heard, seen)
                if found is not None:
                    return found
                silent = explain(
                    world, self.eyes, seat, self.rng.sample(listed, len(listed)), [], before
                )
                if silent is None:
                    break
                world = silent
            if world is self.world:
                break
        return None


def explain(
    world: rules.Match,
    eyes: int | None,
    seat: int,
    moves: Sequence[str],
    heard: list[rules.Event],
    seen: dict[str, Any],
) -> rules.Match | None:
    """The world after the first of these moves of which the eyes hear and see exactly this."""
    listed = world.legal_moves(seat)
    for move in moves:
        if move in listed:
            after, events = play_on_copy(world, seat, move)
            if audible(events, eyes) == heard and after.view(eyes) == seen:
                return after
    return None
