"""What a viewer may know of a position. Everything that is drawn comes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

import games.rules as rules

T = TypeVar("T")


@dataclass(frozen=True)
class Scene:
    """What one viewer may know of a position; presenters draw from nothing else.

    Attributes:
        view: `match.view(seat)`.
        legal: the moves that the viewer may add now.
        seat: the viewer's seat; None for spectators.
        names: the shown name of every seat.
        news: the events since the viewer last looked: only visible ones, without the viewer's own.
        is_in_words: whether the parts are open that a drawn board folds away: the position in
            words, the list of moves, and the boards of other seats.
        rules_version: the rules version of the match.
        draft: the moves of the viewer's draft, which `view` shows as played.
        removable: indices in `draft` of moves that can be removed alone, because the others stay
            legal without them.
        alternatives: the moves that could replace the last drafted one.
        consequences: the effects of moves, and the position as the rules have it, re-dealt for the
            viewer; None where no moves may be tried.
    """

    view: dict[str, Any]
    legal: Sequence[str]
    seat: int | None
    names: Sequence[str]
    actors: Sequence[int]
    options: dict[str, str]
    over: bool = False
    news: Sequence[rules.Event] = ()
    is_in_words: bool = True
    rules_version: int = 1
    draft: Sequence[str] = ()
    removable: frozenset[int] = frozenset()
    alternatives: Sequence[str] = ()
    consequences: rules.Consequences | None = None
    _found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def from_match(
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
            consequences=rules.Consequences(match, seat),
            **more,
        )

    def compute_once(self, find: Callable[[Scene], T]) -> T:
        """The result of `find` for this scene, computed once for all parts of a page."""
        if find not in self._found:
            self._found[find] = find(self)
        found: T = self._found[find]
        return found

    @property
    def redealt(self) -> rules.Match:
        """The position as a match, with hidden parts re-dealt."""
        assert self.consequences is not None
        return self.consequences.redealt

    def effect(self, *moves: str) -> rules.Effect:
        """The effect of listed moves of the viewer, one after the other."""
        assert self.consequences is not None
        return self.consequences.effect_of(*moves)

    def refusal_reason(self, move: str) -> rules.Reason | None:
        """The reason why the rules refuse a move of the viewer now; None for a listed move."""
        return None if self.consequences is None else self.consequences.refusal_reason(move)

    def is_revealing(self, move: str) -> bool:
        """Whether a legal move reveals something. Its button then asks for a second press."""
        return self.consequences is not None and self.consequences.is_revealing(move)


def scene_after(scene: Scene, match: rules.Match) -> Scene:
    """The same viewer's scene of another position."""
    return replace(scene, view=match.view(scene.seat), actors=match.actors, over=match.over)
