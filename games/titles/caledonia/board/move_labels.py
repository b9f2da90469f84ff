"""Moves of Clans of Caledonia in words, with their cost and gain."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.view_types import PlayerView
from . import vocabulary
from .scene_access import open_frame, own_player, view_of
from .translations import gettext, ngettext
from .translations import gettext_lazy as _

Words = list[str]
LabelFunction = Callable[[Words, Scene | None], str]


def move_label(move: str, scene: Scene | None = None) -> str:
    """A move in words; with a scene in which it is legal, also its cost or gain."""
    verb, *arguments = move.split(" ")
    # In other scenes prices and levels may differ.
    current = scene if scene and move in scene.legal else None
    if verb == "port":
        return port_label(arguments, current, scene)
    return LABELS[verb](arguments, current)


# Facts about a move from the view: None where they are not known.


def price(good: str, scene: Scene | None) -> int | None:
    tracks = view_of(scene)["market"] if scene else []
    return next((track["price"] for track in tracks if track["good"] == good), None)


def neighbour_price(good: str, scene: Scene | None) -> int | None:
    frame = open_frame(scene)
    offers = frame["goods"] if frame and frame["frame"] == "bonus" else []
    return next((offer["price"] for offer in offers if offer["good"] == good), None)


def port_tile(scene: Scene | None, corner: str) -> int | None:
    ports = view_of(scene)["ports"] if scene else []
    return next((port["tile"] for port in ports if port["corner"] == corner), None)


def drawn_count(player: PlayerView) -> int:
    """How many contracts a building bonus draws."""
    return parts.BUCHANAN_DRAWN if player["clan"] == "buchanan" else parts.DRAWN


def can_take_two(player: PlayerView) -> bool:
    """Whether one cost can fill two export boxes."""
    return player["clan"] == "buchanan" and player["free_boxes"] > 1


def is_second_free(verb: str, scene: Scene | None) -> bool:
    """Whether a second contract could be taken or kept at no further cost."""
    player = own_player(scene)
    if scene is None or player is None or not can_take_two(player):
        return False
    frame = open_frame(scene)
    if verb == "keep":
        return frame is not None and frame["frame"] == "keep" and len(frame["contracts"]) > 1
    return sum(tile is not None for tile in view_of(scene)["contracts"]["slots"]) > 1


def _unit_name(arguments: Words, scene: Scene | None) -> Text | None:
    units = view_of(scene)["units"] if scene else []
    found = (vocabulary.UNITS[unit["unit"]] for unit in units if unit["at"] == arguments[0])
    return next(found, None)


def _drawn_contracts(arguments: Words, scene: Scene | None) -> str | None:
    player = own_player(scene)
    return vocabulary.contracts(drawn_count(player)) if player else None


def _pass_money(arguments: Words, scene: Scene | None) -> str | None:
    view = view_of(scene) if scene else None
    if view is None or view["phase"] != "action" or not view["pass_money"]:
        return None
    return vocabulary.pounds(view["pass_money"])


# Labels.


def _with_fact(
    plain: Text, full: Text, key: str, find: Callable[..., object], **values: object
) -> LabelFunction:
    """The full label with a fact about the move, or the plain one if that is not known."""
    short, long = label(plain, **values), label(full, **values, **{key: find})
    return lambda arguments, scene: (
        short(arguments, scene) if find(arguments, scene) is None else long(arguments, scene)
    )


def _choose(arguments: Words, scene: Scene | None) -> str:
    token = arguments[0]
    for one in view_of(scene)["sets"] if scene else ():
        if token in (one["clan"], f"tile:{one['tile']}"):
            start = vocabulary.start_text(one["money"], one["goods"])
            if not one["clan"]:
                return gettext("Start with %(start)s") % {"start": start}
            params = {"clan": vocabulary.clan(one["clan"]), "start": start}
            return gettext("%(clan)s with %(start)s") % params
    if token.startswith("tile:"):
        return gettext("Starting tile %(n)s") % {"n": token.removeprefix("tile:")}
    return vocabulary.clan(token)


def _placement(verb: str) -> LabelFunction:
    """A unit placed on a space, with its cost if known."""

    def pounds(arguments: Words, scene: Scene | None) -> str | None:
        cost = view_of(scene)["costs"].get(" ".join([verb, *arguments])) if scene else None
        return None if cost is None else vocabulary.pounds(cost)

    return _with_fact(
        _("%(unit)s on %(space)s"),
        _("%(unit)s on %(space)s for %(pounds)s"),
        *("pounds", pounds),
        unit=argument(lambda unit: capitalize_first(vocabulary.UNITS[unit])),
        space=argument(vocabulary.space, 1),
    )


def _trade(
    plain: Text, priced: Text, find: Callable[[str, Scene | None], int | None]
) -> LabelFunction:
    """A purchase or sale, with its price if it is known."""

    def pounds(arguments: Words, scene: Scene | None) -> str | None:
        each = find(arguments[0], scene)
        return None if each is None else vocabulary.pounds(int(arguments[1]) * each)

    good = argument(vocabulary.GOODS)
    return _with_fact(plain, priced, "pounds", pounds, n=argument(str, 1), good=good)


CONTRACT = argument(lambda number: vocabulary.contract_of(int(number)))


def _contract(verb: str, one: Text, only: Text, both: Text) -> LabelFunction:
    """One contract, one although a second is free, or two, taken or kept."""
    forms = label(one, contract=CONTRACT), label(only, contract=CONTRACT)
    pair = label(both, one=argument(str), other=argument(str, 1))

    def text(arguments: Words, scene: Scene | None) -> str:
        if arguments[0] == "none":
            return gettext("Keep none")
        return (pair if len(arguments) == 2 else forms[is_second_free(verb, scene)])(arguments)

    return text


def upgrade_label(what: str, scene: Scene | None, *, bonus: bool) -> str:
    """The label of an upgrade, as a main action or as a bonus upgrade."""
    if what == "none":
        return gettext("No upgrade")
    if what.startswith("recall:"):
        good = vocabulary.GOODS[what.removeprefix("recall:")]
        return gettext("Call a merchant back from %(good)s") % {"good": good}
    player = own_player(scene)
    if what == "ship":
        text, cost = gettext("Better shipping"), parts.SHIP_COST
        if player:
            level = vocabulary.shipping(player["shipping"] + 1)
            text = gettext("Shipping %(level)s") % {"level": level}
    elif what == "hire":
        text, cost = gettext("Hire a merchant"), parts.HIRE_COST
    else:
        text, cost = capitalize_first(vocabulary.TECHS[what.removeprefix("tech_")]), parts.TECH_COST
    if bonus:
        cost = 0 if what in ("ship", "hire") else parts.BONUS_TECH_COST
    form = gettext("%(what)s for %(pounds)s") if cost else gettext("%(what)s, free")
    return form % {"what": text, "pounds": vocabulary.pounds(cost)}


# Free actions.


def port_label(arguments: Words, scene: Scene | None, behind: Scene | None) -> str:
    """The label of a use of a port tile; `behind` is a scene that knows which tile lies where."""
    corner, *rest = arguments
    start = gettext("Port %(corner)s") % {"corner": vocabulary.corner(corner)}
    if rest[:1] == ["as"]:
        start = gettext("Port %(corner)s for %(pounds)s, as port %(other)s") % {
            "corner": vocabulary.corner(corner),
            "pounds": vocabulary.pounds(parts.PORT_OTHER_COST),
            "other": vocabulary.corner(rest[1]),
        }
        _as, corner, *rest = rest
    use = port_use_label(port_tile(behind, corner), rest, scene)
    return gettext("%(port)s: %(use)s") % {"port": start, "use": use} if use else start


def port_use_label(tile: int | None, rest: Words, scene: Scene | None) -> str:
    """The label of what a port tile is used for."""
    if not rest:
        return str(vocabulary.PORTS[tile]) if tile else ""
    if rest[0] in vocabulary.GOODS and len(rest) == 4:
        gained = dict(zip(exchange_kinds(rest[0]), map(int, rest[1:]), strict=True))
        params = {"given": vocabulary.goods({rest[0]: 1}), "goods": vocabulary.goods(gained)}
        return gettext("give %(given)s, take %(goods)s") % params
    if rest[0] in vocabulary.GOODS:
        return _price_steps(*rest)
    if rest[0] in ("cow", "sheep"):
        return gettext("spare one %(unit)s") % {"unit": vocabulary.UNITS[rest[0]]}
    return upgrade_label(rest[0], scene, bonus=True)


def exchange_kinds(good: str) -> tuple[str, ...]:
    """The goods of the same kind as this one."""
    return parts.GOODS[:3] if good in parts.GOODS[:3] else parts.GOODS[3:]


def _price_steps(good: str, way: str, n: str) -> str:
    text = gettext("price of %(good)s up by %(steps)s")
    if way == "down":
        text = gettext("price of %(good)s down by %(steps)s")
    return text % {"good": vocabulary.GOODS[good], "steps": vocabulary.steps(int(n))}


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
    ) % {"n": n, "pounds": vocabulary.pounds(n * parts.MILK_POUNDS)}


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
    "place": _placement("place"),
    "buy": _trade(_("Buy %(n)s %(good)s"), _("Buy %(n)s %(good)s for %(pounds)s"), price),
    "sell": _trade(_("Sell %(n)s %(good)s"), _("Sell %(n)s %(good)s for %(pounds)s"), price),
    "nbuy": _trade(
        _("Buy %(n)s %(good)s from neighbours"),
        _("Buy %(n)s %(good)s from neighbours for %(pounds)s"),
        neighbour_price,
    ),
    "take": _contract(
        "take",
        _("Take contract %(contract)s"),
        _("Take only contract %(contract)s, although a second one is free"),
        _("Take contracts %(one)s and %(other)s"),
    ),
    "expand": _placement("expand"),
    "ship": lambda arguments, scene: upgrade_label("ship", scene, bonus=False),
    "tech": lambda arguments, scene: upgrade_label(f"tech_{arguments[0]}", scene, bonus=False),
    "hire": lambda arguments, scene: upgrade_label("hire", scene, bonus=False),
    "fulfil": label(_("Fulfil contract %(contract)s"), contract=CONTRACT),
    "pass": _with_fact(
        _("Pass for this round"),
        _("Pass for this round, with %(pounds)s"),
        *("pounds", _pass_money),
    ),
    "slaughter": _with_fact(
        _("Slaughter on %(space)s"),
        _("Slaughter the %(unit)s on %(space)s"),
        *("unit", _unit_name),
        space=argument(vocabulary.space),
    ),
    "upgrade": lambda arguments, scene: upgrade_label(arguments[0], scene, bonus=True),
    "brew": label(
        _("Brew %(n)s beer for %(pounds)s"),
        n=argument(int),
        pounds=argument(lambda number: vocabulary.pounds(int(number) * parts.BEER_POUNDS)),
    ),
    "draw": _with_fact(
        _("Draw contracts to choose from"),
        _("Draw %(contracts)s to choose from"),
        *("contracts", _drawn_contracts),
    ),
    "keep": _contract(
        "keep",
        _("Keep contract %(contract)s"),
        _("Keep only contract %(contract)s, although a second one is free"),
        _("Keep contracts %(one)s and %(other)s"),
    ),
    "swap": _with_fact(
        _("Exchange the unit on %(space)s for a %(new)s"),
        _("Exchange the %(old)s on %(space)s for a %(new)s"),
        *("old", _unit_name),
        space=argument(vocabulary.space),
        new=argument(vocabulary.UNITS, 1),
    ),
    "done": _done_label,
    "row": label(
        _("Row the fisherman from %(start)s to %(target)s"),
        start=argument(vocabulary.space),
        target=argument(vocabulary.space, 1),
    ),
    "withdraw": label(
        _("Take the barrel out of the cellar, with %(pounds)s"),
        pounds=argument(lambda place: vocabulary.pounds(parts.CELLAR[int(place)])),
    ),
    "end": label(_("End the turn")),
    "produce": _produce,
    "cellar": lambda arguments, scene: str(CELLAR_ANSWERS[arguments[0]]),
    "butter": _butter,
}
