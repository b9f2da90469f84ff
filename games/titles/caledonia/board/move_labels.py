"""Moves of Clans of Caledonia in words, with their cost and gain."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.translations import capitalize_first

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
from .translations import gettext as _
from .translations import ngettext
from .vocabulary import Data

Words = list[str]


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
                return _("%(clan)s with %(start)s") % params
            return _("Start with %(start)s") % params
    if token.startswith("tile:"):
        return _("Starting tile %(n)s") % {"n": token.removeprefix("tile:")}
    return vocabulary.clan(token)


def starting_set_text(one: SetView) -> str:
    """Return the money and goods of a starting tile."""
    return vocabulary.join_or_dash(
        [vocabulary.pounds(one["money"]), vocabulary.goods(one["goods"])]
    )


def _bid(arguments: Words, scene: Scene | None) -> str:
    return _("Bid %(points)s") % {"points": vocabulary.points(int(arguments[0]))}


def _move_cost(move: str, scene: Scene | None) -> int | None:
    return view_of(scene)["costs"].get(move) if scene else None


def placement(verb: str, arguments: Words, scene: Scene | None) -> str:
    """Return the label of a unit placed on a space, with its cost if known."""
    unit, at = arguments
    params = {"unit": capitalize_first(vocabulary.UNITS[unit]), "space": vocabulary.space(at)}
    cost = _move_cost(" ".join([verb, *arguments]), scene)
    if cost is None:
        return _("%(unit)s on %(space)s") % params
    return _("%(unit)s on %(space)s for %(pounds)s") % {**params, "pounds": vocabulary.pounds(cost)}


# Trading.


def _trade(verb: str, arguments: Words, scene: Scene | None) -> str:
    good, count = arguments[0], int(arguments[1])
    each = neighbour_price(scene, good) if verb == "nbuy" else price(scene, good)
    params = {"n": count, "good": vocabulary.GOODS[good]}
    if each is None:
        return TRADES[verb]() % params
    return PRICED_TRADES[verb]() % {**params, "pounds": vocabulary.pounds(count * each)}


TRADES: dict[str, Callable[[], str]] = {
    "buy": lambda: _("Buy %(n)s %(good)s"),
    "sell": lambda: _("Sell %(n)s %(good)s"),
    "nbuy": lambda: _("Buy %(n)s %(good)s from neighbours"),
}
PRICED_TRADES: dict[str, Callable[[], str]] = {
    "buy": lambda: _("Buy %(n)s %(good)s for %(pounds)s"),
    "sell": lambda: _("Sell %(n)s %(good)s for %(pounds)s"),
    "nbuy": lambda: _("Buy %(n)s %(good)s from neighbours for %(pounds)s"),
}


# Contracts.


def _take(arguments: Words, scene: Scene | None) -> str:
    if len(arguments) == 2:
        return _("Take contracts %(one)s and %(other)s") % _pair_params(arguments)
    params = {"contract": vocabulary.contract_of(int(arguments[0]))}
    if is_second_free("take", scene):
        return _("Take only contract %(contract)s, although a second one is free") % params
    return _("Take contract %(contract)s") % params


def _pair_params(arguments: Words) -> dict[str, str]:
    return {"one": arguments[0], "other": arguments[1]}


def _keep(arguments: Words, scene: Scene | None) -> str:
    if arguments[0] == "none":
        return _("Keep none")
    if len(arguments) == 2:
        return _("Keep contracts %(one)s and %(other)s") % _pair_params(arguments)
    params = {"contract": vocabulary.contract_of(int(arguments[0]))}
    if is_second_free("keep", scene):
        return _("Keep only contract %(contract)s, although a second one is free") % params
    return _("Keep contract %(contract)s") % params


def _fulfil(arguments: Words, scene: Scene | None) -> str:
    return _("Fulfil contract %(contract)s") % {
        "contract": vocabulary.contract_of(int(arguments[0]))
    }


def _slaughter(arguments: Words, scene: Scene | None) -> str:
    unit = unit_at(scene, arguments[0])
    params: Data = {"space": vocabulary.space(arguments[0])}
    if unit is None:
        return _("Slaughter on %(space)s") % params
    return _("Slaughter the %(unit)s on %(space)s") % {**params, "unit": vocabulary.UNITS[unit]}


def _brew(arguments: Words, scene: Scene | None) -> str:
    n = int(arguments[0])
    return _("Brew %(n)s beer for %(pounds)s") % {
        "n": n,
        "pounds": vocabulary.pounds(n * BEER_POUNDS),
    }


def _draw(arguments: Words, scene: Scene | None) -> str:
    player = own_player(scene)
    if player is None:
        return _("Draw contracts to choose from")
    params = {"contracts": vocabulary.contracts(drawn_count(player))}
    return _("Draw %(contracts)s to choose from") % params


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
        return _("No upgrade")
    if what.startswith("recall:"):
        good = vocabulary.GOODS[what.removeprefix("recall:")]
        return _("Call a merchant back from %(good)s") % {"good": good}
    if what == "ship":
        return _shipping(scene, 0 if bonus else SHIP_COST)
    if what == "hire":
        return _with_price(_("Hire a merchant"), 0 if bonus else HIRE_COST)
    tech = capitalize_first(vocabulary.TECHS[what.removeprefix("tech_")])
    return _with_price(tech, BONUS_TECH_COST if bonus else TECH_COST)


def _with_price(what: str, cost: int) -> str:
    if cost:
        return _("%(what)s for %(pounds)s") % {"what": what, "pounds": vocabulary.pounds(cost)}
    return _("%(what)s, free") % {"what": what}


def _shipping(scene: Scene | None, cost: int) -> str:
    player = own_player(scene)
    if player is None:
        return _with_price(_("Better shipping"), cost)
    return _with_price(
        _("Shipping %(level)s") % {"level": vocabulary.shipping(player["shipping"] + 1)}, cost
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
        start = _("Port %(corner)s for %(pounds)s, as port %(other)s") % params
        tile, rest = port_tile(behind, rest[1]), rest[2:]
    else:
        start = _("Port %(corner)s") % params
    use = port_use_label(tile, rest, scene)
    return _("%(port)s: %(use)s") % {"port": start, "use": use} if use else start


def port_use_label(tile: int | None, rest: Words, scene: Scene | None) -> str:
    """Return the label of what a port tile is used for."""
    if not rest:
        return str(vocabulary.PORTS[tile]) if tile else ""
    if rest[0] in vocabulary.GOODS and len(rest) == 4:
        kinds = ("wool", "milk", "grain") if rest[0] in BASIC else ("cheese", "bread", "whisky")
        gained = dict(zip(kinds, map(int, rest[1:]), strict=True))
        params = {"given": vocabulary.goods({rest[0]: 1}), "goods": vocabulary.goods(gained)}
        return _("give %(given)s, take %(goods)s") % params
    if rest[0] in vocabulary.GOODS:
        return _price_steps(*rest)
    if rest[0] in ("cow", "sheep"):
        return _("spare one %(unit)s") % {"unit": vocabulary.UNITS[rest[0]]}
    return upgrade_label(rest[0], scene, bonus=True)


BASIC = ("wool", "milk", "grain")


def _price_steps(good: str, way: str, n: str) -> str:
    params = {"good": vocabulary.GOODS[good], "steps": vocabulary.steps(int(n))}
    if way == "up":
        return _("price of %(good)s up by %(steps)s") % params
    return _("price of %(good)s down by %(steps)s") % params


def _swap(arguments: Words, scene: Scene | None) -> str:
    at, new = arguments
    old = unit_at(scene, at)
    params: Data = {"space": vocabulary.space(at), "new": vocabulary.UNITS[new]}
    if old is None:
        return _("Exchange the unit on %(space)s for a %(new)s") % params
    return _("Exchange the %(old)s on %(space)s for a %(new)s") % {
        **params,
        "old": vocabulary.UNITS[old],
    }


def _row(arguments: Words, scene: Scene | None) -> str:
    start, target = map(vocabulary.space, arguments)
    return _("Row the fisherman from %(start)s to %(target)s") % {"start": start, "target": target}


def _withdraw(arguments: Words, scene: Scene | None) -> str:
    params = {"pounds": vocabulary.pounds(CELLAR[int(arguments[0])])}
    return _("Take the barrel out of the cellar, with %(pounds)s") % params


def _done_label(arguments: Words, scene: Scene | None) -> str:
    data = open_frame(scene)
    kind = data["frame"] if data else ""
    return {
        "rewards": _("Leave the rest of the rewards"),
        "bonus": _("Stop here"),
        "second": _("Fulfil no second contract"),
        "swap": _("Stop exchanging"),
    }.get(kind, _("Done"))


def _pass(arguments: Words, scene: Scene | None) -> str:
    if scene is None or view_of(scene)["phase"] != "action" or not view_of(scene)["pass_money"]:
        return _("Pass for this round")
    return _("Pass for this round, with %(pounds)s") % {
        "pounds": vocabulary.pounds(view_of(scene)["pass_money"])
    }


# Production.


def _produce(arguments: Words, scene: Scene | None) -> str:
    made = dict(zip(("cheese", "bread", "whisky"), map(int, arguments), strict=True))
    if not any(made.values()):
        return _("Produce no cheese, bread or whisky")
    return _("Produce %(goods)s") % {"goods": vocabulary.goods(made)}


def _cellar(arguments: Words, scene: Scene | None) -> str:
    if arguments[0] == "yes":
        return _("Put one whisky in the cellar")
    return _("Keep all whisky in stock")


def _butter(arguments: Words, scene: Scene | None) -> str:
    n = int(arguments[0])
    if not n:
        return _("Sell no butter")
    return ngettext(
        "Sell %(n)s milk as butter for %(pounds)s", "Sell %(n)s milk as butter for %(pounds)s", n
    ) % {"n": n, "pounds": vocabulary.pounds(n * MILK_POUNDS)}


LABELS: dict[str, Callable[[Words, Scene | None], str]] = {
    "choose": _choose,
    "bid": _bid,
    "fold": lambda arguments, scene: _("Leave the auction"),
    "place": lambda arguments, scene: placement("place", arguments, scene),
    "buy": lambda arguments, scene: _trade("buy", arguments, scene),
    "sell": lambda arguments, scene: _trade("sell", arguments, scene),
    "nbuy": lambda arguments, scene: _trade("nbuy", arguments, scene),
    "take": _take,
    "expand": lambda arguments, scene: placement("expand", arguments, scene),
    "ship": lambda arguments, scene: upgrade_label("ship", scene, bonus=False),
    "tech": lambda arguments, scene: upgrade_label(f"tech_{arguments[0]}", scene, bonus=False),
    "hire": lambda arguments, scene: upgrade_label("hire", scene, bonus=False),
    "fulfil": _fulfil,
    "pass": _pass,
    "slaughter": _slaughter,
    "upgrade": lambda arguments, scene: upgrade_label(arguments[0], scene, bonus=True),
    "brew": _brew,
    "draw": _draw,
    "keep": _keep,
    "swap": _swap,
    "done": _done_label,
    "row": _row,
    "withdraw": _withdraw,
    "end": lambda arguments, scene: _("End the turn"),
    "produce": _produce,
    "cellar": _cellar,
    "butter": _butter,
}
