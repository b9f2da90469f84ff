"""Decisions outside map, market and contracts, each as one card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules.components import MILK_POUNDS, ROUNDS, WHISKY_POUNDS
from ..rules.view_types import SetView
from . import contract_tiles, vocabulary
from .board_context import BoardContext
from .translations import gettext as _
from .translations import ngettext

Amounts = tuple[tuple[str, int], ...]


class ClanCard(NamedTuple):
    """A clan ("" for none) with a starting tile; `fits` are rounds whose scoring tiles suit it."""

    clan: str
    tile: int
    money: int
    goods: Amounts
    fits: tuple[tuple[int, int], ...]
    spot: Spot | None


class NumberInput(NamedTuple):
    """A number to send (a bid, a purchase, beer to brew); `says` describes each value."""

    id: str
    icon: str
    label: str
    form: str
    least: int
    preset: int
    says: tuple[str, ...]

    @property
    def most(self) -> int:
        return self.least + len(self.says) - 1


class ClanDraft(NamedTuple):
    """The clans to choose from; in an auction the viewer's bid and the highest one so far."""

    cards: tuple[ClanCard, ...]
    bid: NumberInput | None
    highest: tuple[str, int] | None


class Production(NamedTuple):
    """The decisions of a production phase on one card, sent as one list of moves.

    Attributes:
        step: next decision: "produce", "cellar" or "butter".
        makes: goods that the viewer can make: which, from what, and at most how many.
        grain, milk: in stock; bread and whisky share the grain.
        stock: goods that the decisions can change.
        whisky, butter: pounds for each whisky produced and each milk sold; else 0.
        has_cellar: whether a barrel can be laid down.
        is_final: whether the last of these moves reveals hidden information.
    """

    step: str
    makes: tuple[tuple[str, str, int], ...]
    milk: int
    grain: int
    stock: Amounts
    money: int
    whisky: int
    butter: int
    has_cellar: bool
    is_final: bool


class DecisionCard(NamedTuple):
    """A decision that the turn still needs: amounts, moves, or drawn contracts to choose from."""

    title: str
    instructions: str = ""
    numbers: tuple[NumberInput, ...] = ()
    spots: tuple[Spot, ...] = ()
    tiles: contract_tiles.Tiles = ()
    can_pick_two: bool = False


def clan_draft(look: BoardContext) -> ClanDraft | None:
    """The sets while they are chosen, else None."""
    if not look.view["sets"] or look.view["phase"] != "clans":
        return None
    auction, highest = look.view["auction"], None
    if auction and auction["bid"] is not None and auction["bidder"] is not None:
        highest = (look.scene.names[auction["bidder"]], auction["bid"])
    return ClanDraft(
        tuple(_card(look, one) for one in look.view["sets"]),
        _number(look, "bid", "glory", _("Bid")),
        highest,
    )


def _card(look: BoardContext, one: SetView) -> ClanCard:
    clan, tile = one["clan"] or "", one["tile"]
    return ClanCard(
        clan,
        tile,
        one["money"],
        tuple((good, n) for good, n in one["goods"].items() if n),
        tuple(
            (scoring["round"], scoring["tile"])
            for scoring in look.view["scoring"]
            if scoring["tile"] in GOOD_TILES.get(clan, ())
        ),
        look(f"choose {clan or f'tile:{tile}'}"),
    )


# By clan: the scoring tiles that suit it.
GOOD_TILES = {
    "campbell": (2, 3),
    "cunningham": (3,),
    "fergusson": (4, 5),
    "macdonald": (4, 5),
    "mackenzie": (2,),
    "robertson": (3,),
    "stewart": (8,),
    "buchanan": (6, 7),
    "macewen": (6,),
}


def _number(
    look: BoardContext, start: str, icon: str, label: str, text: Callable[[str], str] | None = None
) -> NumberInput | None:
    """The number at the end of the legal moves that start so; None without any."""
    moves = [move for move in look.scene.legal if move.startswith(f"{start} ")]
    if not moves:
        return None
    numbers = [int(move.split(" ")[-1]) for move in moves]
    preset = numbers[0] if start == "bid" else numbers[-1]
    id, says = f"cal-{start.replace(' ', '-')}", map(text or look.plain_label, moves)
    return NumberInput(id, icon, label, f"{start} %n", numbers[0], preset, tuple(says))


# Production.


def production(look: BoardContext) -> Production | None:
    """The viewer's decisions of the production phase, None without any."""
    mine = look.mine
    if look.view["phase"] != "production" or mine is None or not look.legal:
        return None
    step, goods = mine["deciding"], mine["goods"]
    if step is None:
        return None
    most: Any = mine["can_make"]
    sources = {"cheese": "milk", "bread": "grain", "whisky": "grain"}
    makes = tuple(
        (good, source, most[good])
        for good, source in sources.items()
        if step == "produce" and most[good]
    )
    is_last = look.view["actors"] == [look.scene.seat] and look.view["round"] < ROUNDS
    has_cellar = mine["clan"] == "mackenzie"
    return Production(
        step,
        makes,
        goods["milk"],
        goods["grain"],
        tuple((good, n) for good, n in goods.items() if good != "wool"),
        mine["money"],
        WHISKY_POUNDS if has_cellar else 0,
        MILK_POUNDS if mine["clan"] == "cunningham" else 0,
        has_cellar and (step == "cellar" or bool(makes and most["whisky"])),
        is_last and (step == "produce" or any(map(look.scene.is_revealing, look.scene.legal))),
    )


# Frames.


def decision_card(look: BoardContext) -> DecisionCard | None:
    """The card of the open frame of the viewer's turn, None without one."""
    frame = look.frame
    if not look.legal or frame is None:
        return None
    match frame["frame"]:
        case "bonus":
            title = _("Next to your new unit") if frame["goods"] else _("Building bonus")
            offers = [_offer(look, one["good"], one["price"]) for one in frame["goods"]]
            return DecisionCard(title, "", tuple(filter(None, offers)), _spots(look, "draw"))
        case "keep":
            tiles, can_pick_two = contract_tiles.drawn_tiles(look)
            return DecisionCard(_("Drawn contracts"), tiles=tiles, can_pick_two=can_pick_two)
        case "rewards":
            label = capitalize_first(vocabulary.NAMES["beer"])
            beer = _number(look, "brew", "beer", label)
            return DecisionCard(
                _("Rewards of the contract"),
                _rewards(look, frame["expand"], frame["upgrade"]),
                (beer,) if beer else (),
                _spots(look, "upgrade"),
            )
        case "meat":
            animals = {"beef": frame["beef"], "mutton": frame["mutton"]}
            meat = vocabulary.amounts_text(animals, vocabulary.NAMES)
            text = _("Tap your animals on the map: %(meat)s.") % {"meat": meat}
            return DecisionCard(_("Meat for the contract"), text, spots=_spots(look, "port"))
        case "swap":
            left = frame["left"]
            text = ngettext("%(n)s exchange left", "%(n)s exchanges left", left) % {"n": left}
            return DecisionCard(_("Exchange of units"), text)
        case "second":
            return DecisionCard(_("A second contract"), spots=_spots(look, "fulfil"))


def _spots(look: BoardContext, verb: str) -> tuple[Spot, ...]:
    return tuple(
        filter(None, (look(move) for move in look.scene.legal if move.split(" ")[0] == verb))
    )


def _offer(look: BoardContext, good: str, price: int) -> NumberInput | None:
    def text(move: str) -> str:
        n = int(move.split(" ")[-1])
        return _("Buy %(n)s for %(pounds)s") % {"n": n, "pounds": vocabulary.pounds(n * price)}

    params = {"good": capitalize_first(vocabulary.GOODS[good]), "pounds": vocabulary.pounds(price)}
    label = _("%(good)s at %(pounds)s") % params
    return _number(look, f"nbuy {good}", good, label, text)


def _rewards(look: BoardContext, expand: int, upgrade: int) -> str:
    rewards = vocabulary.bonuses(expand, upgrade)
    if expand and not look.has("expand"):
        rewards[0] = f"{rewards[0]} ({_('no space in reach')})"
    return vocabulary.join_or_dash(rewards)
