"""Export contracts as tiles: on display, in the viewer's boxes, drawn, and fulfilled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.components import GOODS, IMPORTS, Contract
from ..rules.components import contract as contract_of
from ..rules.view_types import PlayerView
from . import move_labels, preview, prompts, vocabulary
from .board_context import BoardContext, caledonia_rules_url
from .rule_links import contract_anchor
from .translations import gettext as _

# Animals represent their meat.
GLYPHS = {"beef": "cow", "mutton": "sheep"}


class Amount(NamedTuple):
    """An amount of something: its glyph and the number."""

    glyph: str
    text: str


class ContractTile(NamedTuple):
    """A contract.

    Attributes:
        pays, brings: amounts above and below the line.
        pick: verb of moves that take it with a second contract ("take", "keep"); else "".
        lacks: what the viewer lacks for it.
        buying, merchants: cost of buying that today, as "£22" and merchants; "" and 0 if nothing.
        state: what is missing and its cost, in words.
        is_ready: whether the viewer has everything that it needs.
        worth: points of its imports and hops at present.
        by: seat whose move made it new since the viewer's last look; else None.
    """

    number: int
    note: str
    pays: tuple[Amount, ...]
    brings: tuple[Amount, ...]
    words: str
    spot: Spot | None
    pick: str
    ghost: Spot | None
    lacks: tuple[Amount, ...]
    buying: str
    merchants: int
    state: str
    is_ready: bool
    worth: int
    by: int | None
    is_new: bool


class EmptySlot(NamedTuple):
    """An empty slot of the display; `by` took the contract since the viewer's last look."""

    number: int
    by: int | None
    name: str


class Pile(NamedTuple):
    """The face-down contracts."""

    left: int
    known: tuple[ContractTile, ...]


class PairPick(NamedTuple):
    """The button texts if two contracts can be chosen for one cost."""

    one: str
    two: str


class Contracts(NamedTuple):
    """All contracts of the match that the viewer sees."""

    cost: str
    slots: tuple[ContractTile | EmptySlot, ...]
    boxes: tuple[ContractTile, ...]
    free_boxes: int
    fulfilled: tuple[ContractTile, ...]
    summary: str
    pile: Pile
    pair_pick: PairPick | None
    why: str
    asked: bool
    is_mine: bool


def contracts(look: BoardContext) -> Contracts:
    data, mine = look.view["contracts"], look.mine
    why = _take_obstacle(look)
    picking = _pair_pick(look, "take")
    slots = tuple(
        _empty_slot(look, number)
        if tile is None
        else _displayed_tile(look, tile["id"], "take" if picking else "")
        for number, tile in enumerate(data["slots"])
    )
    boxes = tuple(_boxed_tile(look, tile["id"]) for tile in mine["boxes"]) if mine else ()
    spots = [tile.spot for tile in (*slots, *boxes) if isinstance(tile, ContractTile)]
    return Contracts(
        prompts.contract_cost(data["cost"]),
        slots,
        boxes,
        mine["free_boxes"] if mine else 0,
        tuple(contract_tile(look, number) for number in sorted(mine["fulfilled"])) if mine else (),
        _summary(mine) if mine else "",
        Pile(
            data["pile"], tuple(contract_tile(look, number) for number in data["known_at_bottom"])
        ),
        picking,
        why,
        bool(picking) or any(spot and spot.keep < 0 for spot in spots),
        mine is not None,
    )


def _take_obstacle(look: BoardContext) -> str:
    """Why no contract can be taken, if the player might expect to."""
    if not look.acts or look.mine is None or look.has("take"):
        return ""
    displayed = [tile["id"] for tile in look.view["contracts"]["slots"] if tile is not None]
    return look.obstacle_text(f"take {displayed[0]}") if displayed else ""


def _pair_pick(look: BoardContext, verb: str) -> PairPick | None:
    """The button texts if two contracts can be marked, else None."""
    if look.mine is None or not look.has(verb) or not move_labels.can_take_two(look.mine):
        return None
    if verb == "take":
        return PairPick(_("Take one (a second is free)"), _("Take both"))
    return PairPick(_("Keep one (a second is free)"), _("Keep both"))


def _empty_slot(look: BoardContext, number: int) -> EmptySlot:
    for event in reversed(look.scene.news):
        if event.kind == "round":
            break
        if event.kind == "take" and event.seat is not None:
            return EmptySlot(number + 1, event.seat, look.scene.names[event.seat])
    return EmptySlot(number + 1, None, "")


def _displayed_tile(look: BoardContext, number: int, pick: str) -> ContractTile:
    is_new = any(
        number in event.data["contracts"] for event in look.scene.news if event.kind == "refill"
    )
    tile = _own_tile(look, number)._replace(pick=pick, is_new=is_new)
    if not pick:
        tile = tile._replace(spot=look(f"take {number}"))
    return tile


def drawn_tiles(look: BoardContext) -> tuple[tuple[ContractTile, ...], PairPick | None]:
    """Return the contracts drawn with a building bonus, and the texts for keeping two."""
    if look.frame is None or look.frame["frame"] != "keep":
        return (), None
    picking = _pair_pick(look, "keep")
    tiles = []
    for one in look.frame["contracts"]:
        tile = _own_tile(look, one["id"])._replace(pick="keep" if picking else "")
        if not picking:
            tile = tile._replace(spot=look(f"keep {one['id']}"))
        tiles.append(tile)
    return tuple(tiles), picking


def _boxed_tile(look: BoardContext, number: int) -> ContractTile:
    tile = _own_tile(look, number)
    return tile._replace(
        spot=look(f"fulfil {number}"),
        ghost=look.ghost(f"take {number} ", f"keep {number} "),
    )


def _own_tile(look: BoardContext, number: int) -> ContractTile:
    """A contract with what the viewer lacks for it."""
    tile = contract_tile(look, number)
    if look.me is None:
        return tile
    data = contract_of(number)
    lacks = preview.missing_for(data, look.me)
    cost = preview.purchase_cost(data, look.match, look.me)
    return tile._replace(**_missing_fields(lacks, cost), is_ready=not lacks)


@cache_per_language(byte_lru_cache(MIB, fixed_bytes(2_000)))
def _missing_fields(lacks: preview.Lacks, cost: tuple[int, int] | None) -> dict[str, Any]:
    """The fields that say what is missing, as amounts and in words."""
    return {
        "lacks": tuple(Amount(GLYPHS.get(what, what), str(n)) for what, n in lacks),
        "buying": vocabulary.pounds(cost[0]) if cost else "",
        "merchants": cost[1] if cost else 0,
        "state": capitalize_first(preview.missing_and_cost_text(lacks, cost)),
    }


def contract_tile(look: BoardContext, number: int) -> ContractTile:
    """Return a contract as every viewer sees it."""
    return _contract_tile(number, preview.contract_worth(contract_of(number), look.match))


@cache_per_language(byte_lru_cache(MIB, fixed_bytes(4_000)))
def _contract_tile(number: int, worth: int) -> ContractTile:
    data = contract_of(number)
    return ContractTile(
        number,
        caledonia_rules_url(contract_anchor(number)),
        *_amounts(data),
        vocabulary.contract_of(number),
        None,
        "",
        None,
        (),
        "",
        0,
        "",
        False,
        worth,
        None,
        False,
    )


def _amounts(tile: Contract) -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
    """What a contract takes and what it brings."""
    pays = [*zip(GOODS, tile.goods, strict=True), ("cow", tile.beef), ("sheep", tile.mutton)]
    brings = [
        *zip(IMPORTS, tile.imports, strict=True),
        ("hops", tile.hops),
        ("pound", tile.money),
        ("land", tile.expand),
        ("upgrade", tile.upgrade),
    ]
    return _nonzero_amounts(pays), _nonzero_amounts(brings)


def _nonzero_amounts(counts: Iterable[tuple[str, int]]) -> tuple[Amount, ...]:
    return tuple(Amount(glyph, str(n)) for glyph, n in counts if n)


def _summary(player: PlayerView) -> str:
    """What the viewer's fulfilled contracts brought."""
    if not player["fulfilled"]:
        return ""
    params = {
        "contracts": vocabulary.contracts(len(player["fulfilled"])),
        "imports": vocabulary.imports_text(player["imports"], player["hops"]),
    }
    return _("%(contracts)s fulfilled: %(imports)s") % params
