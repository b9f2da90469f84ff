"""Moves of Clans of Caledonia in words, with their cost and gain."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first
from games.boards.view_models import Text

from ..rules.components import (
    BEER_POUNDS,
    BONUS_TECH_COST,
    BUCHANAN_DRAWN,
    CELLAR,
    DRAWN,
    HIRE_COST,
    MILK_POUNDS,
    PORT_OTHER_COST,
    SHIP_COST,
    TECH_COST,
)
from ..rules.view_types import FrameView, PlayerView, SetView
from . import vocabulary
from .scene_access import view_of
from .translations import gettext, ngettext
from .translations import gettext_lazy as _
from .vocabulary import Data

Words = list[str]
LabelFunction = Callable[[Words, Scene | None], str]


def move_label(move: str, scene: Scene | None = None) -> str:
    """Return a move in words; with a scene in which it is legal, also its cost or gain."""
    verb, *arguments = move.split(" ")
    # In other scenes prices and levels may differ.
    current = scene if scene and move in scene.legal else None
    if verb == "port":
        return port_label(arguments, current, scene)
    return LABELS[verb](arguments, current)


# Facts about a move from the view.


def own_player(scene: Scene | None) -> PlayerView | None:
    if scene is None or scene.seat is None:
        return None
    return view_of(scene)["players"][scene.seat]


def open_frame(scene: Scene | None) -> FrameView | None:
    """Return the open frame of the turn, None without one."""
    turn = view_of(scene)["turn"] if scene else None
    return turn["frames"][-1] if turn and turn["frames"] else None


def price(scene: Scene | None, good: str) -> int | None:
    if scene is None:
        return None
    return next(track["price"] for track in view_of(scene)["market"] if track["good"] == good)


def neighbour_price(scene: Scene | None, good: str) -> int | None:
    data = open_frame(scene)
    offers = data["goods"] if data and data["frame"] == "bonus" else []
    return next((offer["price"] for offer in offers if offer["good"] == good), None)


def unit_at(scene: Scene | None, at: str) -> str | None:
    if scene is None:
        return None
    return next((unit["unit"] for unit in view_of(scene)["units"] if unit["at"] == at), None)


def port_tile(scene: Scene | None, corner: str) -> int | None:
    ports = view_of(scene)["ports"] if scene else []
    return next((port["tile"] for port in ports if port["corner"] == corner), None)


# The opening.


def _choose(arguments: Words, scene: Scene | None) -> str:
    token = arguments[0]
    sets = view_of(scene)["sets"] if scene else []
    for one in sets:
        if token in (one["clan"], f"tile:{one['tile']}"):
            params = {"clan": vocabulary.clan(one["clan"]), "start": starting_set_text(one)}
            if one["clan"]:
                return gettext("%(clan)s with %(start)s") % params
            return gettext("Start with %(start)s") % params
    if token.startswith("tile:"):
        return gettext("Starting tile %(n)s") % {"n": token.removeprefix("tile:")}
    return vocabulary.clan(token)


def starting_set_text(one: SetView) -> str:
    """Return the money and goods of a starting tile."""
    return vocabulary.join_or_dash(
        [vocabulary.pounds(one["money"]), vocabulary.goods(one["goods"])]
    )


def _move_cost(move: str, scene: Scene | None) -> int | None:
    return view_of(scene)["costs"].get(move) if scene else None


def placement(verb: str, arguments: Words, scene: Scene | None) -> str:
    """Return the label of a unit placed on a space, with its cost if known."""
    unit, at = arguments
    params = {"unit": capitalize_first(vocabulary.UNITS[unit]), "space": vocabulary.space(at)}
    cost = _move_cost(" ".join([verb, *arguments]), scene)
    if cost is None:
        return gettext("%(unit)s on %(space)s") % params
    return gettext("%(unit)s on %(space)s for %(pounds)s") % {
        **params,
        "pounds": vocabulary.pounds(cost),
    }


# Trading.


def _trade(verb: str, plain: Text, priced: Text) -> LabelFunction:
    """A purchase or sale, with its price if it is known."""
    find = neighbour_price if verb == "nbuy" else price
    values = {"n": argument(str, 1), "good": argument(vocabulary.GOODS)}

    def pounds(arguments: Words, scene: Scene | None) -> str:
        return vocabulary.pounds(int(arguments[1]) * (find(scene, arguments[0]) or 0))

    forms = label(plain, **values), label(priced, **values, pounds=pounds)
    return lambda arguments, scene: forms[find(scene, arguments[0]) is not None](arguments, scene)


# Contracts.


CONTRACT = argument(lambda number: vocabulary.contract_of(int(number)))


def _contract(verb: str, one: Text, only: Text, both: Text) -> LabelFunction:
    """One contract, one although a second is free, or two, taken or kept."""
    forms = label(one, contract=CONTRACT), label(only, contract=CONTRACT)
    pair = label(both, one=argument(str), other=argument(str, 1))

    def text(arguments: Words, scene: Scene | None) -> str:
        if arguments[0] == "none":
            return gettext("Keep none")
        if len(arguments) == 2:
            return pair(arguments)
        return forms[is_second_free(verb, scene)](arguments)

    return text


def _slaughter(arguments: Words, scene: Scene | None) -> str:
    unit = unit_at(scene, arguments[0])
    params: Data = {"space": vocabulary.space(arguments[0])}
    if unit is None:
        return gettext("Slaughter on %(space)s") % params
    return gettext("Slaughter the %(unit)s on %(space)s") % {
        **params,
        "unit": vocabulary.UNITS[unit],
    }


def _draw(arguments: Words, scene: Scene | None) -> str:
    player = own_player(scene)
    if player is None:
        return gettext("Draw contracts to choose from")
    params = {"contracts": vocabulary.contracts(drawn_count(player))}
    return gettext("Draw %(contracts)s to choose from") % params


def drawn_count(player: PlayerView) -> int:
    """Return how many contracts a building bonus draws."""
    return BUCHANAN_DRAWN if player["clan"] == "buchanan" else DRAWN


def can_take_two(player: PlayerView) -> bool:
    """Return whether one cost can fill two export boxes."""
    return player["clan"] == "buchanan" and player["free_boxes"] > 1


def is_second_free(verb: str, scene: Scene | None) -> bool:
    """Return whether a second contract could be taken or kept at no further cost."""
    player = own_player(scene)
    if scene is None or player is None or not can_take_two(player):
        return False
    data = open_frame(scene)
    if verb == "keep":
        return data is not None and data["frame"] == "keep" and len(data["contracts"]) > 1
    return sum(tile is not None for tile in view_of(scene)["contracts"]["slots"]) > 1


# Upgrades.


def upgrade_label(what: str, scene: Scene | None, *, bonus: bool) -> str:
    """Return the label of an upgrade, as a main action or as a bonus upgrade."""
    if what == "none":
        return gettext("No upgrade")
    if what.startswith("recall:"):
        good = vocabulary.GOODS[what.removeprefix("recall:")]
        return gettext("Call a merchant back from %(good)s") % {"good": good}
    if what == "ship":
        return _shipping(scene, 0 if bonus else SHIP_COST)
    if what == "hire":
        return _with_price(gettext("Hire a merchant"), 0 if bonus else HIRE_COST)
    tech = capitalize_first(vocabulary.TECHS[what.removeprefix("tech_")])
    return _with_price(tech, BONUS_TECH_COST if bonus else TECH_COST)


def _with_price(what: str, cost: int) -> str:
    if cost:
        return gettext("%(what)s for %(pounds)s") % {
            "what": what,
            "pounds": vocabulary.pounds(cost),
        }
    return gettext("%(what)s, free") % {"what": what}


def _shipping(scene: Scene | None, cost: int) -> str:
    player = own_player(scene)
    if player is None:
        return _with_price(gettext("Better shipping"), cost)
    return _with_price(
        gettext("Shipping %(level)s") % {"level": vocabulary.shipping(player["shipping"] + 1)}, cost
    )


# Free actions.


def port_label(arguments: Words, scene: Scene | None, behind: Scene | None) -> str:
    """Return the label of a use of a port tile.

    Args:
        arguments: the words after `port`.
        scene: the scene in which the move is legal, None without one.
        behind: a scene that knows which tile lies where, None without one.
    """
    corner, rest = arguments[0], arguments[1:]
    params = {"corner": vocabulary.corner(corner)}
    tile = port_tile(behind, corner)
    if rest[:1] == ["as"]:
        params["other"] = vocabulary.corner(rest[1])
        params["pounds"] = vocabulary.pounds(PORT_OTHER_COST)
        start = gettext("Port %(corner)s for %(pounds)s, as port %(other)s") % params
        tile, rest = port_tile(behind, rest[1]), rest[2:]
    else:
        start = gettext("Port %(corner)s") % params
    use = port_use_label(tile, rest, scene)
    return gettext("%(port)s: %(use)s") % {"port": start, "use": use} if use else start


def port_use_label(tile: int | None, rest: Words, scene: Scene | None) -> str:
    """Return the label of what a port tile is used for."""
    if not rest:
        return str(vocabulary.PORTS[tile]) if tile else ""
    if rest[0] in vocabulary.GOODS and len(rest) == 4:
        kinds = ("wool", "milk", "grain") if rest[0] in BASIC else ("cheese", "bread", "whisky")
        gained = dict(zip(kinds, map(int, rest[1:]), strict=True))
        params = {"given": vocabulary.goods({rest[0]: 1}), "goods": vocabulary.goods(gained)}
        return gettext("give %(given)s, take %(goods)s") % params
    if rest[0] in vocabulary.GOODS:
        return _price_steps(*rest)
    if rest[0] in ("cow", "sheep"):
        return gettext("spare one %(unit)s") % {"unit": vocabulary.UNITS[rest[0]]}
    return upgrade_label(rest[0], scene, bonus=True)


BASIC = ("wool", "milk", "grain")


def _price_steps(good: str, way: str, n: str) -> str:
    params = {"good": vocabulary.GOODS[good], "steps": vocabulary.steps(int(n))}
    if way == "up":
        return gettext("price of %(good)s up by %(steps)s") % params
    return gettext("price of %(good)s down by %(steps)s") % params


def _swap(arguments: Words, scene: Scene | None) -> str:
    at, new = arguments
    old = unit_at(scene, at)
    params: Data = {"space": vocabulary.space(at), "new": vocabulary.UNITS[new]}
    if old is None:
        return gettext("Exchange the unit on %(space)s for a %(new)s") % params
    return gettext("Exchange the %(old)s on %(space)s for a %(new)s") % {
        **params,
        "old": vocabulary.UNITS[old],
    }


def _pass(arguments: Words, scene: Scene | None) -> str:
    if scene is None or view_of(scene)["phase"] != "action" or not view_of(scene)["pass_money"]:
        return gettext("Pass for this round")
    return gettext("Pass for this round, with %(pounds)s") % {
        "pounds": vocabulary.pounds(view_of(scene)["pass_money"])
    }


# Production.


def _produce(arguments: Words, scene: Scene | None) -> str:
    made = dict(zip(("cheese", "bread", "whisky"), map(int, arguments), strict=True))
    if not any(made.values()):
        return gettext("Produce no cheese, bread or whisky")
    return gettext("Produce %(goods)s") % {"goods": vocabulary.goods(made)}


def _butter(arguments: Words, scene: Scene | None) -> str:
    n = int(arguments[0])
    if not n:
        return gettext("Sell no butter")
    return ngettext(
        "Sell %(n)s milk as butter for %(pounds)s", "Sell %(n)s milk as butter for %(pounds)s", n
    ) % {"n": n, "pounds": vocabulary.pounds(n * MILK_POUNDS)}


def _done_label(arguments: Words, scene: Scene | None) -> str:
    frame = open_frame(scene)
    return str(DONE.get(frame["frame"] if frame else "", _("Done")))


DONE = {
    "rewards": _("Leave the rest of the rewards"),
    "bonus": _("Stop here"),
    "second": _("Fulfil no second contract"),
    "swap": _("Stop exchanging"),
}

CELLAR_ANSWERS = {"yes": _("Put one whisky in the cellar"), "no": _("Keep all whisky in stock")}

LABELS: dict[str, LabelFunction] = {
    "choose": _choose,
    "bid": label(
        _("Bid %(points)s"), points=argument(lambda number: vocabulary.points(int(number)))
    ),
    "fold": label(_("Leave the auction")),
    "place": lambda arguments, scene: placement("place", arguments, scene),
    "buy": _trade("buy", _("Buy %(n)s %(good)s"), _("Buy %(n)s %(good)s for %(pounds)s")),
    "sell": _trade("sell", _("Sell %(n)s %(good)s"), _("Sell %(n)s %(good)s for %(pounds)s")),
    "nbuy": _trade(
        "nbuy",
        _("Buy %(n)s %(good)s from neighbours"),
        _("Buy %(n)s %(good)s from neighbours for %(pounds)s"),
    ),
    "take": _contract(
        "take",
        _("Take contract %(contract)s"),
        _("Take only contract %(contract)s, although a second one is free"),
        _("Take contracts %(one)s and %(other)s"),
    ),
    "expand": lambda arguments, scene: placement("expand", arguments, scene),
    "ship": lambda arguments, scene: upgrade_label("ship", scene, bonus=False),
    "tech": lambda arguments, scene: upgrade_label(f"tech_{arguments[0]}", scene, bonus=False),
    "hire": lambda arguments, scene: upgrade_label("hire", scene, bonus=False),
    "fulfil": label(_("Fulfil contract %(contract)s"), contract=CONTRACT),
    "pass": _pass,
    "slaughter": _slaughter,
    "upgrade": lambda arguments, scene: upgrade_label(arguments[0], scene, bonus=True),
    "brew": label(
        _("Brew %(n)s beer for %(pounds)s"),
        n=argument(int),
        pounds=argument(lambda number: vocabulary.pounds(int(number) * BEER_POUNDS)),
    ),
    "draw": _draw,
    "keep": _contract(
        "keep",
        _("Keep contract %(contract)s"),
        _("Keep only contract %(contract)s, although a second one is free"),
        _("Keep contracts %(one)s and %(other)s"),
    ),
    "swap": _swap,
    "done": _done_label,
    "row": label(
        _("Row the fisherman from %(start)s to %(target)s"),
        start=argument(vocabulary.space),
        target=argument(vocabulary.space, 1),
    ),
    "withdraw": label(
        _("Take the barrel out of the cellar, with %(pounds)s"),
        pounds=argument(lambda place: vocabulary.pounds(CELLAR[int(place)])),
    ),
    "end": label(_("End the turn")),
    "produce": _produce,
    "cellar": lambda arguments, scene: str(CELLAR_ANSWERS[arguments[0]]),
    "butter": _butter,
}
