"""Decisions outside map, market and contracts, each as one card."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules.components import BEER_POUNDS, CELLAR, MILK_POUNDS, ROUNDS, WHISKY_POUNDS
from ..rules.production import production_limits
from ..rules.view_types import SetView, View
from . import contract_tiles, vocabulary
from .abilities import ABILITIES
from .board_context import BoardContext, caledonia_rules_url
from .rule_links import starting_anchor
from .translations import gettext as _
from .translations import ngettext


class ClanCard(NamedTuple):
    """A clan with its starting tile, or the tile alone."""

    name: str
    ability: str
    note: str
    money: str
    goods: tuple[tuple[str, int], ...]
    start: str
    fits: tuple[str, ...]
    spot: Spot | None


class NumberInput(NamedTuple):
    """A number to send (a bid, a purchase, beer to brew); `says` describes each value."""

    id: str
    glyph: str
    label: str
    form: str
    least: int
    preset: int
    says: tuple[str, ...]

    @property
    def most(self) -> int:
        return self.least + len(self.says) - 1


class ClanDraft(NamedTuple):
    """The clans to choose from, and the auction."""

    title: str
    cards: tuple[ClanCard, ...]
    bid: NumberInput | None
    instructions: str


class ProductionLine(NamedTuple):
    """A good that the viewer can make: from what, and at most how many."""

    good: str
    name: str
    of: str
    most: int


class Production(NamedTuple):
    """The decisions of a production phase on one card, sent as one list of moves.

    Attributes:
        step: next decision: "produce", "cellar" or "butter".
        grain, milk: in stock; bread and whisky share the grain.
        stock: goods that the decisions can change.
        whisky: pounds for each whisky produced; else 0.
        cellar: whether a barrel can be laid down.
        butter: pounds for each milk sold; else 0.
        is_final: whether the last of these moves reveals hidden information.
        brings: values of the places of the cellar.
    """

    step: str
    makes: tuple[ProductionLine, ...]
    milk: int
    grain: int
    stock: tuple[tuple[str, int], ...]
    money: int
    whisky: int
    cellar: bool
    butter: int
    is_final: bool
    brings: str


class DecisionCard(NamedTuple):
    """A decision that the turn still needs.

    Attributes:
        title: its name.
        instructions: instructions beyond the buttons.
        numbers: amounts, each sent by itself.
        spots: choices as buttons.
        tiles, pair_pick: drawn contracts, and the button texts if two of them can be kept.
    """

    title: str
    instructions: str = ""
    numbers: tuple[NumberInput, ...] = ()
    spots: tuple[Spot, ...] = ()
    tiles: tuple[contract_tiles.ContractTile, ...] = ()
    pair_pick: contract_tiles.PairPick | None = None


def clan_draft(look: BoardContext) -> ClanDraft | None:
    """Return the sets while they are chosen, else None."""
    if not look.view["sets"] or look.view["phase"] != "clans":
        return None
    has_clans = any(one["clan"] for one in look.view["sets"])
    return ClanDraft(
        _("Clans to choose from") if has_clans else _("Starting tiles"),
        tuple(_card(look, one) for one in look.view["sets"]),
        _bid(look),
        _auction(look),
    )


def _card(look: BoardContext, one: SetView) -> ClanCard:
    clan, tile = one["clan"], one["tile"]
    start = vocabulary.join_or_dash(
        [vocabulary.pounds(one["money"]), vocabulary.goods(one["goods"])]
    )
    return ClanCard(
        vocabulary.clan(clan) if clan else start,
        str(ABILITIES[clan]) if clan else "",
        caledonia_rules_url(clan) if clan else caledonia_rules_url(starting_anchor(tile)),
        vocabulary.pounds(one["money"]),
        tuple((good, n) for good, n in one["goods"].items() if n),
        start,
        tuple(_fitting_tiles(look.view, clan or "")),
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


def _fitting_tiles(view: View, clan: str) -> list[str]:
    """The scoring tiles of this match that suit this clan."""
    form = _("fits round %(n)s: %(what)s")
    return [
        form % {"n": one["round"], "what": vocabulary.SCORING[one["tile"]]}
        for one in view["scoring"]
        if one["tile"] in GOOD_TILES.get(clan, ())
    ]


def _bid(look: BoardContext) -> NumberInput | None:
    bids = [int(move.split(" ")[1]) for move in look.scene.legal if move.startswith("bid ")]
    if not bids:
        return None
    form = _("Bid %(points)s")
    says = tuple(form % {"points": vocabulary.points(n)} for n in bids)
    return NumberInput("cal-bid", "glory", _("Bid"), "bid %n", bids[0], bids[0], says)


def _auction(look: BoardContext) -> str:
    auction = look.view["auction"]
    if auction is None or auction["bid"] is None or auction["bidder"] is None:
        return ""
    params = {
        "name": look.scene.names[auction["bidder"]],
        "points": vocabulary.points(auction["bid"]),
    }
    return _("%(name)s bids %(points)s.") % params


# Production.


def production(look: BoardContext) -> Production | None:
    """Return the viewer's decisions of the production phase, None without any."""
    if look.view["phase"] != "production" or look.me is None or not look.legal:
        return None
    me, mine = look.me, look.mine
    step = mine["deciding"] if mine else None
    if mine is None or step is None:
        return None
    most = dict(zip(("cheese", "bread", "whisky", "grain"), production_limits(me), strict=True))
    of = {"cheese": "milk", "bread": "grain", "whisky": "grain"}
    goods = mine["goods"]
    makes = tuple(
        ProductionLine(good, capitalize_first(vocabulary.GOODS[good]), of[good], most[good])
        for good in of
        if step == "produce" and most[good]
    )
    is_last = look.view["actors"] == [look.scene.seat] and look.view["round"] < ROUNDS
    return Production(
        step,
        makes,
        goods["milk"],
        goods["grain"],
        tuple((good, n) for good, n in goods.items() if good != "wool"),
        me.money,
        WHISKY_POUNDS if me.clan == "mackenzie" else 0,
        me.clan == "mackenzie" and (step == "cellar" or bool(makes and most["whisky"])),
        MILK_POUNDS if me.clan == "cunningham" else 0,
        is_last and (step == "produce" or any(map(look.scene.is_revealing, look.scene.legal))),
        vocabulary.join_or_dash(vocabulary.pounds(pounds) for pounds in CELLAR),
    )


# Frames.


def decision_card(look: BoardContext) -> DecisionCard | None:
    """Return the card of the open frame of the viewer's turn, None without one."""
    if not look.legal or look.frame is None:
        return None
    frame = look.frame
    match frame["frame"]:
        case "bonus":
            title = _("Next to your new unit") if frame["goods"] else _("Building bonus")
            offers = tuple(_offer(**one) for one in frame["goods"] if one["most"])
            return DecisionCard(title, numbers=offers, spots=_spots(look, "draw"))
        case "keep":
            tiles, picking = contract_tiles.drawn_tiles(look)
            return DecisionCard(_("Drawn contracts"), tiles=tiles, pair_pick=picking)
        case "rewards":
            return _rewards(look, frame["expand"], frame["upgrade"])
        case "meat":
            text = _meat(frame["beef"], frame["mutton"])
            return DecisionCard(_("Meat for the contract"), text, spots=_spots(look, "port"))
        case "swap":
            left = frame["left"]
            text = ngettext("%(n)s exchange left", "%(n)s exchanges left", left) % {"n": left}
            return DecisionCard(_("Exchange of units"), text)
        case "second":
            return DecisionCard(_("A second contract"), spots=_spots(look, "fulfil"))


def _spots(look: BoardContext, verb: str) -> tuple[Spot, ...]:
    moves = [move for move in look.scene.legal if move.split(" ")[0] == verb]
    return tuple(filter(None, map(look, moves)))


def _offer(good: str, price: int, most: int) -> NumberInput:
    form = _("Buy %(n)s for %(pounds)s")
    says = tuple(
        form % {"n": n, "pounds": vocabulary.pounds(n * price)} for n in range(1, most + 1)
    )
    params = {"good": capitalize_first(vocabulary.GOODS[good]), "pounds": vocabulary.pounds(price)}
    label = _("%(good)s at %(pounds)s") % params
    return NumberInput(f"cal-nbuy-{good}", good, label, f"nbuy {good} %n", 1, most, says)


def _meat(beef: int, mutton: int) -> str:
    meat = vocabulary.amounts_text({"beef": beef, "mutton": mutton}, vocabulary.NAMES)
    return _("Tap your animals on the map: %(meat)s.") % {"meat": meat}


def _rewards(look: BoardContext, expand: int, upgrade: int) -> DecisionCard:
    rewards = vocabulary.bonuses(expand, upgrade)
    if expand and not look.has("expand"):
        rewards[0] = f"{rewards[0]} ({_('no space in reach')})"
    brews = [int(move.split(" ")[1]) for move in look.scene.legal if move.startswith("brew ")]
    numbers: tuple[NumberInput, ...] = ()
    if brews:
        form = _("Brew %(n)s beer for %(pounds)s")
        says = tuple(form % {"n": n, "pounds": vocabulary.pounds(n * BEER_POUNDS)} for n in brews)
        beer = capitalize_first(vocabulary.NAMES["beer"])
        numbers = (NumberInput("cal-brew", "beer", beer, "brew %n", 1, brews[-1], says),)
    title = _("Rewards of the contract")
    return DecisionCard(title, vocabulary.join_or_dash(rewards), numbers, _spots(look, "upgrade"))
