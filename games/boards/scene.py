"""What the person who looks may know of a position: everything that is drawn comes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

import games.rules as rules

T = TypeVar("T")


@dataclass(frozen=True)
class Scene:
    """What the person who looks may know: everything a presenter draws comes from here.

    `view` is `match.view(seat)`; `legal` the moves this person may add now; `names` the shown
    name of every seat; `seat` is None for spectators; `news` the events since they last looked
    (only those they may see, and none of what they did themselves); `rules_version` is the one that
    the match plays; `in_words` says whether what a drawn board folds away is being read: the
    position in words, the list of moves, and the boards of other seats.

    `drafted` are the moves of this person's draft, which `view` shows as played; `removable` the
    places in it of those that can be taken back by themselves, as the rest stays legal without
    them; `alternatives` the moves that could stand in place of the last one.

    `ahead` tells what moves would do, and knows the position as the rules have it, re-dealt for
    who looks; None where nothing may be tried.
    """

    view: dict[str, Any]
    legal: Sequence[str]
    seat: int | None
    names: Sequence[str]
    actors: Sequence[int]
    options: dict[str, str]
    over: bool = False
    news: Sequence[rules.Event] = ()
    in_words: bool = True
    rules_version: int = 1
    drafted: Sequence[str] = ()
    removable: frozenset[int] = frozenset()
    alternatives: Sequence[str] = ()
    ahead: rules.Consequences | None = None
    _found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        match: rules.Match,
        seat: int | None,
        names: Sequence[str],
        legal: Sequence[str] = (),
        news: Sequence[rules.Event] = (),
        **more: Any,
    ) -> Self:
        """A position as this seat (None: a spectator) may see it."""
        return cls(
            view=match.view(seat),
            legal=legal,
            seat=seat,
            names=names,
            actors=match.actors,
            options=dict(match.options),
            over=match.over,
            news=news,
            rules_version=match.rules_version,
            ahead=rules.Consequences(match, seat),
            **more,
        )

    def once(self, find: Callable[[Scene], T]) -> T:
        """What is found of this scene, looked for once however many parts of a page ask for it."""
        if find not in self._found:
            self._found[find] = find(self)
        found: T = self._found[find]
        return found

    @property
    def redealt(self) -> rules.Match:
        """The position as the rules have it, with anything where something is hidden."""
        assert self.ahead is not None
        return self.ahead.redealt

    def effect(self, *moves: str) -> rules.Effect:
        """What listed moves of who looks would do, one after the other."""
        assert self.ahead is not None
        return self.ahead.of(*moves)

    def refusal_reason(self, move: str) -> rules.Reason | None:
        """Why the rules refuse a move of who looks now; None for one that is listed."""
        return None if self.ahead is None else self.ahead.refusal_reason(move)

    def reveals(self, move: str) -> bool:
        """Whether a legal move reveals something; its button arms first and plays then."""
        return self.ahead is not None and self.ahead.reveals(move)


def scene_after(scene: Scene, match: rules.Match) -> Scene:
    """What the same person sees of a later position."""
    return replace(scene, view=match.view(scene.seat), actors=match.actors, over=match.over)
