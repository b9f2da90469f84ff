"""Export contracts as tiles: on display, in the viewer's boxes, drawn, and fulfilled."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot

from ..rules.components import contract
from . import move_labels, preview, vocabulary
from .board_context import BoardContext

Tiles = tuple["ContractTile", ...]


class ContractTile(NamedTuple):
    """A contract; `worth` are the points of its imports and hops at present.

    Attributes:
        lacks: what the viewer lacks for it; None on tiles that show it to nobody.
        cost: pounds and merchants to buy that today; None if nothing can be bought.
        pick: verb of moves that take it with a second contract ("take", "keep"); else "".
    """

    number: int
    worth: int
    lacks: vocabulary.Lacks | None = None
    cost: tuple[int, int] | None = None
    pick: str = ""
    spot: Spot | None = None
    ghost: Spot | None = None
    is_new: bool = False


class EmptySlot(NamedTuple):
    """An empty slot of the display; `by` took its contract since the viewer's last look."""

    by: int | None = None
    name: str = ""


class Contracts(NamedTuple):
    """All contracts of the match that the viewer sees; `why` none can be taken, if unexpected."""

    slots: tuple[ContractTile | EmptySlot, ...]
    boxes: Tiles
    fulfilled: Tiles
    can_pick_two: bool
    why: str
    is_asked: bool


def contracts(look: BoardContext) -> Contracts:
    slots, mine = look.view["contracts"]["slots"], look.mine
    new = {
        number
        for event in look.scene.news
        if event.kind == "refill"
        for number in event.data["contracts"]
    }
    empty, pick = _empty_slot(look), _pick(look, "take")
    displayed = [
        _own_tile(look, tile["id"], "take", pick)._replace(is_new=tile["id"] in new)
        if tile
        else empty
        for tile in slots
    ]
    boxes = [_boxed_tile(look, tile["id"]) for tile in mine["boxes"]] if mine else []
    spots = [tile.spot for tile in (*displayed, *boxes) if isinstance(tile, ContractTile)]
    why = ""
    if look.acts and mine and not look.has("take"):
        first = next((tile["id"] for tile in slots if tile), None)
        why = look.obstacle_text(f"take {first}") if first else ""
    return Contracts(
        tuple(displayed),
        tuple(boxes),
        tuple(contract_tile(look, number) for number in sorted(mine["fulfilled"])) if mine else (),
        bool(pick),
        why,
        bool(pick) or any(spot and spot.keep < 0 for spot in spots),
    )


def _pick(look: BoardContext, verb: str) -> str:
    """The verb, if two contracts can be marked for it, else ""."""
    return verb if look.mine and look.has(verb) and move_labels.can_take_two(look.mine) else ""


def _empty_slot(look: BoardContext) -> EmptySlot:
    for event in reversed(look.scene.news):
        if event.kind == "round":
            break
        if event.kind == "take" and event.seat is not None:
            return EmptySlot(event.seat, look.scene.names[event.seat])
    return EmptySlot()


def drawn_tiles(look: BoardContext) -> tuple[Tiles, bool]:
    """The contracts drawn with a building bonus, and whether two can be kept."""
    if look.frame is None or look.frame["frame"] != "keep":
        return (), False
    pick, drawn = _pick(look, "keep"), look.frame["contracts"]
    return tuple(_own_tile(look, one["id"], "keep", pick) for one in drawn), bool(pick)


def _boxed_tile(look: BoardContext, number: int) -> ContractTile:
    ghost = look.ghost(f"take {number} ", f"keep {number} ")
    return _own_tile(look, number, "fulfil")._replace(ghost=ghost)


def _own_tile(look: BoardContext, number: int, verb: str, pick: str = "") -> ContractTile:
    """A contract with what the viewer lacks for it, and the move with this verb."""
    tile = contract_tile(look, number)
    if look.me is None:
        return tile
    data = contract(number)
    return tile._replace(
        lacks=preview.missing_for(data, look.me),
        cost=preview.purchase_cost(data, look.match, look.me),
        pick=pick,
        spot=None if pick else look(f"{verb} {number}"),
    )


def contract_tile(look: BoardContext, number: int) -> ContractTile:
    """A contract as every viewer sees it."""
    return ContractTile(number, preview.contract_worth(contract(number), look.match))
