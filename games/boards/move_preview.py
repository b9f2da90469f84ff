"""Previews: what a legal move changes, in one line, from its effect as the rules compute it.

A title lists the numbers that its previews compare, and functions for what no comparison tells:

    preview_text = PreviewTable(
        MovePreview,
        first=(Numbers(_("coins"), lambda match, seat: match.coins[seat]),),
        by_verb={"draw": (_cards_left,)},
    )
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar, cast

from games.rules import Consequences, Effect, Match
from portal.translation_cache import get_language

from .scene import Scene
from .translations import change_text, join_parts

M = TypeVar("M", bound=Match)
Own = TypeVar("Own")
P = TypeVar("P", bound="MovePreview[Any, Any]")

#: What previews tell in one place: a function from a preview to parts of its line.
Row = Callable[[P], Iterable[str]]


class MovePreview(Generic[M, Own]):
    """A legal move of the viewer, or several in a row, with the match before and after.

    Attributes:
        verb, arguments: the words of the last move.
        before: the match as the viewer knows it.
    """

    #: Whether numbers after a move that reveals something are compared in several worlds, so that
    #: only certain ones are told. A title that keeps uncertain numbers out by verb saves that time.
    compares_worlds = True

    def __init__(self, scene: Scene, *moves: str, ahead: Consequences | None = None) -> None:
        """Preview legal moves. `ahead`: the effects of moves, where they are not the scene's."""
        found = ahead or scene.consequences
        assert found is not None
        assert found.seat is not None
        self.scene, self.moves, self.ahead, self.seat = scene, moves, found, found.seat
        self.verb, *self.arguments = moves[-1].split(" ")
        self.before = cast(M, found.redealt)
        self._effect: Effect | None = None

    @property
    def effect(self) -> Effect:
        """The effect of the moves, as `Consequences` computed it."""
        if self._effect is None:
            self._effect = self.ahead.effect_of(*self.moves)
        return self._effect

    @property
    def after(self) -> M:
        """The match after the moves; revealed things in it may differ from the real ones."""
        return cast(M, self.effect.after)

    def own_part(self, match: M) -> Own:
        """The viewer's own part of a match, for example its board; by default all of it."""
        return cast(Own, match)

    @property
    def own_before(self) -> Own:
        return self.own_part(self.before)

    @property
    def own_after(self) -> Own:
        return self.own_part(self.after)

    def first_event(self, kind: str, seat: int | None = None) -> dict[str, Any]:
        """The data of the first event of a kind about a seat (None: the viewer's); {} if none."""
        about = self.seat if seat is None else seat
        events = self.effect.trial_events
        return next((one.data for one in events if one.kind == kind and one.seat == about), {})

    def next_moves(self, verb: str) -> list[str]:
        """The viewer's legal moves with this verb after the moves."""
        listed = self.after.legal_moves(self.seat)
        return [move for move in listed if move.startswith(f"{verb} ")]

    def then(self, move: str) -> Self:
        """The preview of these moves and one more."""
        return type(self)(self.scene, *self.moves, move, ahead=self.ahead)


class Numbers:
    """Numbers of the viewer that a preview compares: "coins 3 → 5" where one changes.

    Args:
        labels: one label, or a tuple with one for each number of a list.
        value: the number or list: a path in the viewer's own part of the match (see `own_part`),
            or a function of a match and the viewer's seat.
        text: a formatter for one number.
    """

    def __init__(
        self,
        labels: object,
        value: str | Callable[[Any, int], Any],
        text: Callable[[Any], object] = str,
    ) -> None:
        self.is_list = isinstance(labels, tuple)
        self.labels: tuple[object, ...] = labels if isinstance(labels, tuple) else (labels,)
        self.text = text
        self._read: Callable[[MovePreview[Any, Any], Match], Any]
        if isinstance(value, str):
            path = attrgetter(value)
            self._read = lambda preview, match: path(preview.own_part(match))
        else:
            self._read = lambda preview, match: value(match, preview.seat)

    def __call__(self, preview: MovePreview[Any, Any]) -> Sequence[str]:
        before, after = self._read(preview, preview.before), self._read(preview, preview.after)
        if before == after:
            return ()
        is_certain = (
            not (preview.compares_worlds and preview.effect.is_revealing)
            or preview.effect.read_if_certain(partial(self._read, preview)) is not None
        )
        return self.changes(before, after) if is_certain else ()

    def changes(self, before: Any, after: Any) -> list[str]:
        """What a line says of two values; [] if they are equal."""
        rows = zip(before, after, strict=True) if self.is_list else [(before, after)]
        language = get_language()
        return [
            _change_text(language, self, place, *row)
            for place, row in enumerate(rows)
            if row[0] != row[1]
        ]


@lru_cache(4096)
def _change_text(
    language: str | None, numbers: Numbers, place: int, before: Any, after: Any
) -> str:
    text = numbers.text
    return change_text(numbers.labels[place], text(before), text(after)).lstrip()


class PreviewTable(Generic[P]):
    """A title's `preview_text`: what the preview of a move tells, in order.

    Args:
        kind: the class of previews that rows take.
        first, last: rows of every move, before and after those of its verb.
        by_verb: rows of the moves with a verb.
        chance_verbs: verbs of moves whose changes depend on chance: only rows of the verb count.
    """

    def __init__(
        self,
        kind: type[P],
        *,
        first: Iterable[Row[P]] = (),
        by_verb: Mapping[str, Iterable[Row[P]]] | None = None,
        last: Iterable[Row[P]] = (),
        chance_verbs: Iterable[str] = (),
    ) -> None:
        self._kind, self._always = kind, (*first, *last)
        self._rows = {verb: (*first, *rows, *last) for verb, rows in (by_verb or {}).items()}
        self._rows |= {verb: tuple((by_verb or {}).get(verb, ())) for verb in chance_verbs}

    def __call__(self, move: str, scene: Scene) -> str:
        """The preview of a legal move of the viewer; "" if there is nothing to say."""
        rows = self._rows.get(move.split(" ", 1)[0], self._always)
        if scene.seat is None or not rows:
            return ""
        preview = self._kind(scene, move)
        return join_parts(chain.from_iterable(row(preview) for row in rows))
