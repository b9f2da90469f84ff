"""The strip of rounds: scoring tiles with the viewer's points, costs, imports, turn order."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first

from ..rules import components as parts
from ..rules.match import Caledonia
from ..rules.scoring import (
    final_breakdowns,
    largest_settlement_count,
    solo_grade,
    step_points,
    tile_glory,
)
from ..rules.view_types import View
from . import prompts, vocabulary
from .picture import sprite
from .rule_links import KEY, scoring_anchor
from .scene_access import match_of, view_of
from .translations import gettext as _

#: Pictures of what each scoring tile counts.
SCORING_ART: dict[int, tuple[str, ...]] = {
    1: ("wool", "milk", "grain"),
    2: ("cheese", "bread", "whisky"),
    3: ("cow", "dairy", "field"),
    4: ("woodcutter", "miner"),
    5: ("border",),
    6: ("cotton", "tobacco", "sugar"),
    7: ("meat",),
    8: ("ship", "merchant"),
    9: ("peaks",),
}
PAST, NOW, COMING = "is-past", "is-now", "is-coming"


class RoundShield(NamedTuple):
    """A round.

    Attributes:
        tile: scoring tile, 0 for none.
        each: glory for each counted thing.
        mine: the viewer's points for the tile now; None for spectators, past rounds and no tile.
        cost: cost of a contract in this round; below 0 it is money gained.
        state: `PAST`, `NOW` or `COMING`.
    """

    round: int
    tile: int
    each: int
    mine: int | None
    cost: int
    state: str

    @property
    def arts(self) -> list[str]:
        return [f"{sprite()}#{art}" for art in SCORING_ART.get(self.tile, ())]

    @property
    def note(self) -> str:
        return rules_url(KEY, scoring_anchor(self.tile)) if self.tile else ""

    @property
    def sign(self) -> str:
        """Return what the tile gives, in short: "2×" for 2 each, "3/2" for 3 for every two."""
        if not self.tile:
            return ""
        if self.tile == 2:
            return f"{self.each}/2"
        return f"{self.each}×"

    @property
    def price(self) -> str:
        return f"+£{-self.cost}" if self.cost < 0 else f"£{self.cost}"

    @property
    def words(self) -> str:
        texts = [_("Round %(n)s") % {"n": self.round}]
        if self.tile:
            texts.append(str(vocabulary.SCORING[self.tile]))
        if self.mine is not None:
            texts.append(
                _("currently %(points)s for you") % {"points": vocabulary.points(self.mine)}
            )
        texts.append(_("a contract %(cost)s") % {"cost": prompts.contract_cost(self.cost)})
        return "; ".join(texts)


class ImportCounter(NamedTuple):
    """An import: its counter (None if `imports=fixed`) and the value of one."""

    kind: str
    imported: int | None
    value: int

    @property
    def art(self) -> str:
        return f"{sprite()}#{self.kind}"

    @property
    def note(self) -> str:
        return rules_url(KEY, self.kind)

    @property
    def coin(self) -> int:
        """Return the count that brings the next pound."""
        return ((self.imported or 0) // parts.COIN_EVERY + 1) * parts.COIN_EVERY

    @property
    def next(self) -> str:
        return _("%(pounds)s at %(n)s imports") % {"pounds": vocabulary.pounds(1), "n": self.coin}

    @property
    def words(self) -> str:
        params: vocabulary.Data = {
            "kind": capitalize_first(vocabulary.IMPORTS[self.kind]),
            "value": self.value,
        }
        if self.imported is None:
            return _("%(kind)s: worth %(value)s each") % params
        params |= {"n": self.imported, "next": self.next}
        return _("%(kind)s: %(n)s imported, worth %(value)s each now, %(next)s") % params


class OrderPlace(NamedTuple):
    """A place in an order: its seat (None until a seat passes) and its pass money."""

    seat: int | None
    name: str
    money: int | None = None
    is_acting: bool = False
    has_passed: bool = False


class SoloState(NamedTuple):
    """The state of a solo game: counts, the next counts that score more, points so far."""

    exports: int
    next_exports: int
    settlements: int
    next_settlements: int
    total: int
    grade: str

    @property
    def words(self) -> str:
        return " · ".join(
            (
                _("exports %(n)s of %(next)s") % {"n": self.exports, "next": self.next_exports},
                _("settlements %(n)s of %(next)s")
                % {"n": self.settlements, "next": self.next_settlements},
                _("about %(points)s now: %(grade)s")
                % {"points": vocabulary.points(self.total), "grade": vocabulary.GRADES[self.grade]},
            )
        )


class Rounds(NamedTuple):
    """The whole strip."""

    title: str
    shields: list[RoundShield]
    imports: list[ImportCounter]
    order: tuple[OrderPlace, ...]
    passing: tuple[OrderPlace, ...]
    solo: SoloState | None


def rounds(scene: Scene) -> Rounds:
    view = view_of(scene)
    match = match_of(scene)
    return Rounds(
        _title(view),
        _shields(scene, match),
        _imports(view),
        _order(scene),
        _passing_order(scene),
        solo(match) if len(view["players"]) == 1 else None,
    )


def _title(view: View) -> str:
    if view["phase"] in ("action", "production"):
        params = {
            "n": view["round"],
            "of": view["rounds"],
            "phase": vocabulary.PHASES[view["phase"]],
        }
        return _("Round %(n)s of %(of)s: %(phase)s") % params
    return capitalize_first(vocabulary.PHASES[view["phase"]])


def _shields(scene: Scene, match: Caledonia) -> list[RoundShield]:
    view = view_of(scene)
    found = []
    for number, cost in enumerate(view["contracts"]["costs"], 1):
        tile = match.tiles[number - 1] if match.tiles else 0
        now = view["round"]
        is_done = number < now or scene.over
        mine = None
        if tile and scene.seat is not None and not is_done:
            mine = tile_glory(match, match.players[scene.seat], tile)
        state = PAST if is_done else NOW if number == now else COMING
        found.append(RoundShield(number, tile, parts.TILE_GLORY.get(tile, 0), mine, cost, state))
    return found


def _imports(view: View) -> list[ImportCounter]:
    data = view["imports"]
    is_scarce = data["mode"] == "scarce"
    return [
        ImportCounter(kind, data["counters"][kind] if is_scarce else None, value)
        for kind, value in data["values"].items()
    ]


def _order(scene: Scene) -> tuple[OrderPlace, ...]:
    """The turn order of this round."""
    view = view_of(scene)
    acting = view["turn"]["seat"] if view["turn"] else None
    return tuple(
        OrderPlace(seat, scene.names[seat], None, seat == acting, seat in view["passed"])
        for seat in view["order"]
    )


def _passing_order(scene: Scene) -> tuple[OrderPlace, ...]:
    """The places of the next round: seats that passed, then the pass money of free places."""
    view = view_of(scene)
    if view["phase"] != "action":
        return ()
    seats = len(view["players"])
    if seats == 1:
        return (OrderPlace(None, "", parts.PASS_MONEY[0]),)
    passed = [
        OrderPlace(seat, scene.names[seat], parts.PASS_MONEY[place])
        for place, seat in enumerate(view["passed"])
    ]
    free = range(len(passed), seats)
    return (*passed, *(OrderPlace(None, "", parts.PASS_MONEY[place]) for place in free))


def solo(match: Caledonia) -> SoloState:
    """Return the solo score as if the match ended now."""
    player = match.players[0]
    exports, linked = len(player.fulfilled), _linked_settlements(match)
    total = sum(final_breakdowns(match)[0].values())
    return SoloState(
        exports,
        _next_step(exports, parts.SOLO_EXPORTS),
        linked,
        _next_step(linked, parts.SOLO_SETTLEMENTS),
        total,
        solo_grade(total),
    )


def _linked_settlements(match: Caledonia) -> int:
    player = match.players[0]
    return largest_settlement_count(match.board, player.units, player.shipping)


def _next_step(count: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The least count that scores more than this one; the highest step if none does."""
    now = step_points(count, steps)
    return min((least for least, points in steps if points > now), default=steps[0][0])
