"""The features with pieces, as values to draw: extent, owners, and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.translations import capitalize_first

from ..rules.board import Board
from ..rules.cells import cell_at
from ..rules.scoring import claimed_roots
from ..rules.view import View
from . import vocabulary
from .rule_links import carcassonne_rules_url
from .translations import gettext as _


@dataclass(frozen=True)
class Feature:
    """A road, city, monastery or farm with pieces.

    Attributes:
        place: (x, y, segment number) of its first part.
        open: ports (cells around a monastery) still to be filled; None for farms.
        leaders, others: seats that would get points for it; other seats with a piece on it.
        now, then: points if the match ended now, and when complete.
        by_seat: (seat, now, then), if seats get different points; else ().
        towns: for a farm, how many complete cities lie beside it, and how many in all.
        names: of all seats.
    """

    kind: str
    place: tuple[int, int, int]
    tiles: int
    open: int | None
    leaders: tuple[int, ...]
    others: tuple[int, ...]
    now: int
    then: int
    by_seat: tuple[tuple[int, int, int], ...]
    towns: tuple[int, int]
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return an id that stays the same while the feature grows."""
        x, y, number = self.place
        return f"f{x}_{y}_{number}"

    @property
    def where(self) -> str:
        return ",".join(map(str, self.place))

    @property
    def note(self) -> str:
        return carcassonne_rules_url(self.kind)

    @property
    def title(self) -> str:
        kind = capitalize_first(vocabulary.TERRAIN[self.kind])
        if self.kind == "monastery":
            return kind
        return _("%(kind)s, %(tiles)s") % {"kind": kind, "tiles": vocabulary.tiles(self.tiles)}

    @property
    def text(self) -> str:
        """Return how open it is, who leads, and its points."""
        return vocabulary.join_lines([self._openness(), *self._owners(), *self._worth()]) + _(".")

    def _openness(self) -> str:
        if self.open is None:
            return _("%(done)s of %(all)s adjacent cities finished") % {
                "done": self.towns[0],
                "all": self.towns[1],
            }
        if not self.open:
            return _("finished")
        if self.kind == "monastery":
            return _("%(n)s free cells around it") % {"n": self.open}
        return _("open at %(n)s") % {"n": self.open}

    def _owners(self) -> list[str]:
        leaders = vocabulary.join_with_and([self.names[seat] for seat in self.leaders])
        many = len(self.leaders) > 1
        found = [(_("%(names)s lead") if many else _("%(names)s leads")) % {"names": leaders}]
        if self.others:
            others = vocabulary.join_with_and([self.names[seat] for seat in self.others])
            found.append(_("also there: %(names)s") % {"names": others})
        return found

    def _worth(self) -> list[str]:
        if self.by_seat:
            return [
                _("%(name)s: %(now)s now, %(then)s when finished")
                % {"name": self.names[seat], "now": now, "then": then}
                for seat, now, then in self.by_seat
            ]
        if self.open == 0:
            return [vocabulary.points(self.then)]
        values = {"now": vocabulary.points(self.now), "then": self.then}
        return [_("%(now)s now, %(then)s when finished") % values]


def features(view: View, board: Board, names: Sequence[str]) -> list[Feature]:
    """Return all features with pieces, in the order of placing; `board` is that of the view."""
    found = []
    for one, (root, held) in zip(view["features"], claimed_roots(board), strict=True):
        x, y, name = one["segments"][0]
        number = board.cells[cell_at(int(x), int(y))][1].names.index(str(name))
        is_farm = one["kind"] == "farm"
        towns = board.towns(root) if is_farm else ()
        by_seat = [(int(seat), now, then) for seat, (now, then) in one["by_seat"].items()]
        differ = len({(now, then) for _seat, now, then in by_seat}) > 1
        found.append(
            Feature(
                kind=one["kind"],
                place=(int(x), int(y), number),
                tiles=len(one["cells"]),
                open=None if is_farm else one["open"],
                leaders=tuple(one["winners"]),
                others=tuple(sorted({piece.seat for piece in held} - set(one["winners"]))),
                now=one["points"],
                then=one["finished"],
                by_seat=tuple(by_seat) if differ else (),
                towns=(sum(map(board.is_closed, towns)), len(towns)),
                names=tuple(names),
            )
        )
    return found
