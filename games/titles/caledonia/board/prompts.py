"""The prompts of Clans of Caledonia, and the legal moves under headings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.boards.base import Prompt, Scene
from games.boards.labels import label
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import MoveChoice, MoveGroup, Text

from ..rules.components import PORT_OTHER_COST
from ..rules.view_types import PlayerView
from . import move_labels, vocabulary
from .scene_access import view_of
from .translations import gettext, ngettext
from .translations import gettext_lazy as _
from .vocabulary import Data

HeadingFunction = Callable[[list[str], Scene], str]

# prompts


def decision_kind(scene: Scene) -> str:
    """Return the kind of the current decision."""
    view = view_of(scene)
    frame, turn, auction = move_labels.open_frame(scene), view["turn"], view["auction"]
    match view["phase"]:
        case "clans" if auction is not None and auction["bidder"] != scene.seat:
            return "auction"
        case "action" if frame is not None:
            draws = frame["frame"] == "bonus" and not frame["goods"]
            return "draw" if draws else frame["frame"]
        case "action" if turn is not None and turn["must_trade"]:
            return "must_trade"
        case "action" if turn is not None and turn["stage"] == "after":
            return "after"
        case "production" if scene.seat is not None:
            return view["players"][scene.seat]["deciding"] or ""
    return view["phase"]


def result_text(scene: Scene) -> str:
    view = view_of(scene)
    if view["grade"]:
        return gettext("The match is over. Your grade: %(grade)s.") % {
            "grade": vocabulary.GRADES[view["grade"]]
        }
    return gettext("The match is over.")


WAITING: dict[str, Prompt] = {
    "clans": _("Waiting for %(names)s to choose a clan."),
    "place": _("First workers: waiting for %(names)s."),
    "action": _("It is %(names)s's turn."),
    "production": _("Production: waiting for %(names)s."),
}


# What the prompts show of the viewer and of the open frame.


def _player(scene: Scene) -> PlayerView:
    assert scene.seat is not None
    return view_of(scene)["players"][scene.seat]


def _frame(scene: Scene) -> Any:
    return move_labels.open_frame(scene)


def _pounds(scene: Scene) -> str:
    return vocabulary.pounds(_player(scene)["money"])


def _merchants(scene: Scene) -> str:
    return vocabulary.merchants(_player(scene)["merchants"])


def _ask_clans(scene: Scene) -> str:
    auction = view_of(scene)["auction"]
    if auction is None:
        if any(one["clan"] for one in view_of(scene)["sets"]):
            return gettext("Choose your clan, together with the starting tile next to it.")
        return gettext("Choose your starting tile.")
    if not auction["bid"]:
        return gettext("Choose your clan. It costs you nothing.")
    values = {"points": vocabulary.points(auction["bid"])}
    return gettext("You won the auction for %(points)s: choose your clan.") % values


def _ask_auction(scene: Scene) -> str:
    auction = view_of(scene)["auction"]
    if auction is None or auction["bid"] is None or auction["bidder"] is None:
        return gettext("Open the auction: how many points do you bid for the first choice of clan?")
    return gettext("%(name)s bids %(points)s. Bid more, or leave this auction.") % {
        "name": scene.names[auction["bidder"]],
        "points": vocabulary.points(auction["bid"]),
    }


def _ask_place(scene: Scene) -> str:
    return str(FIRST_WORKERS.get(_player(scene)["clan"], WORKER)) % {"pounds": _pounds(scene)}


WORKER = _("Place a woodcutter on forest or a miner on a mountain. You have %(pounds)s.")
FIRST_WORKERS: dict[str | None, Text] = {
    "fergusson": _("Place a worker on a border space. You have %(pounds)s."),
    "macdonald": _("Place a worker on forest, mountain, a loch or a port. You have %(pounds)s."),
}


def _ask_after(scene: Scene) -> str:
    if {move.split(" ")[0] for move in scene.legal} == {"withdraw", "end"}:
        return gettext(
            "Your action is done: take out a barrel to use a port tile, or end the turn."
        )
    return gettext("Your action is done: use a port tile, or end the turn.")


def _animals(scene: Scene) -> str:
    cows, sheep = _frame(scene)["beef"], _frame(scene)["mutton"]
    parts = [gettext("cows: %(n)s") % {"n": cows}] if cows else []
    return join_list([*parts, gettext("sheep: %(n)s") % {"n": sheep}] if sheep else parts)


def _rewards(scene: Scene) -> str:
    frame = _frame(scene)
    parts = vocabulary.bonuses(frame["expand"], frame["upgrade"])
    if frame["beer"]:
        parts.append(gettext("%(n)s beer to brew") % {"n": frame["beer"]})
    return join_list(parts)


def _ask_draw(scene: Scene) -> str:
    values = {"n": move_labels.drawn_count(_player(scene))}
    if move_labels.can_take_two(_player(scene)):
        text = gettext("Building bonus: draw %(n)s contracts and keep none, one or two of them?")
        return text % values
    return gettext("Building bonus: draw %(n)s contracts, of which you may keep one?") % values


def _ask_keep(scene: Scene) -> str:
    if move_labels.can_take_two(_player(scene)) and len(_frame(scene)["contracts"]) > 1:
        return gettext(
            "Building bonus: keep none, one or two of the contracts you drew. Two cost no more "
            "than one."
        )
    return gettext("Building bonus: keep one of the contracts you drew, or none.")


def _ask_swap(scene: Scene) -> str:
    n = _frame(scene)["left"]
    return ngettext(
        "Exchange a unit on the map for one of another type: %(n)s exchange left.",
        "Exchange units on the map for others of other types: %(n)s exchanges left.",
        n,
    ) % {"n": n}


def _products(scene: Scene) -> str:
    most = _player(scene)["can_make"]
    goods = {"cheese": most["cheese"], "bread": most["bread"], "whisky": most["whisky"]}
    parts = [
        gettext("up to %(n)s %(good)s") % {"n": n, "good": vocabulary.GOODS[good]}
        for good, n in goods.items()
        if n
    ]
    if most["bread"] and most["whisky"]:
        parts.append(gettext("with %(n)s grain for bread and whisky") % {"n": most["grain"]})
    return join_list(parts)


PROMPTS: dict[str, Prompt] = {
    "clans": _ask_clans,
    "auction": _ask_auction,
    "place": _ask_place,
    "action": label(
        _("Your turn, with %(pounds)s and %(merchants)s: choose one action, or pass."),
        pounds=_pounds,
        merchants=_merchants,
    ),
    "must_trade": label(
        _("You moved the price of %(good)s: now buy or sell some."),
        good=lambda scene: vocabulary.GOODS[scene.view["turn"]["must_trade"]],
    ),
    "after": _ask_after,
    "meat": label(
        _("The contract needs meat. Choose your animals to slaughter (%(animals)s)."),
        animals=_animals,
    ),
    "rewards": label(
        _("Rewards of contract %(number)s: %(rewards)s."),
        number=lambda scene: _frame(scene)["contract"],
        rewards=_rewards,
    ),
    "bonus": label(
        _("You are next to other clans: buy %(goods)s at a lower price, with %(merchants)s?"),
        goods=lambda scene: join_list(
            vocabulary.GOODS[offer["good"]] for offer in _frame(scene)["goods"]
        ),
        merchants=_merchants,
    ),
    "draw": _ask_draw,
    "keep": _ask_keep,
    "swap": _ask_swap,
    "second": _("Buchanan: fulfil a second contract?"),
    "produce": label(_("Production: you can make %(goods)s."), goods=_products),
    "cellar": _("Put one of your whiskies in the cellar?"),
    "butter": _("How much milk do you want to sell as butter?"),
}


# Moves under headings.


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves under headings, the most important ones first."""
    headed: dict[str, list[MoveChoice]] = {}
    for move in sorted(scene.legal, key=_sort_key):
        verb, *arguments = move.split(" ")
        heading = HEADINGS[verb](arguments, scene)
        headed.setdefault(heading, []).append(
            MoveChoice(move, _short_label(verb, arguments, move, scene))
        )
    return [MoveGroup(heading, choices) for heading, choices in headed.items()]


VERB_ORDER = (
    ("choose", "bid", "fold"),
    ("fulfil", "slaughter", "brew"),
    ("upgrade",),
    ("nbuy", "draw", "keep", "swap"),
    ("place", "expand"),
    ("buy", "sell"),
    ("take",),
    ("ship", "tech", "hire"),
    ("row",),
    ("port",),
    ("withdraw",),
    ("produce", "cellar", "butter"),
    ("done", "pass", "end"),
)
RANKS = {verb: rank for rank, verbs in enumerate(VERB_ORDER) for verb in verbs}
GOOD_RANK = {good: rank for rank, good in enumerate(vocabulary.GOODS)}
UNIT_RANK = {unit: rank for rank, unit in enumerate(vocabulary.UNITS)}


def _sort_key(move: str) -> tuple[int, int]:
    """The sort key of a move: verb, then good or unit; ties stay in the order of the rules."""
    verb, *arguments = move.split(" ")
    if verb in ("buy", "sell"):
        return RANKS[verb], GOOD_RANK[arguments[0]]
    if verb in ("place", "expand"):
        return RANKS[verb], UNIT_RANK[arguments[0]]
    if verb == "take":
        return RANKS[verb], len(arguments)
    return RANKS[verb], 0


def _short_label(verb: str, arguments: list[str], move: str, scene: Scene) -> str:
    """The label of a move below its heading, without what the heading says."""
    if verb in ("place", "expand"):
        return _on_space(arguments[1], view_of(scene)["costs"].get(move))
    if verb == "port":
        return capitalize_first(_port_use(arguments, scene))
    if verb == "produce":
        made = {"bread": int(arguments[1]), "whisky": int(arguments[2])}
        if any(made.values()):
            return vocabulary.goods(made)
        return gettext("No bread, no whisky") if int(arguments[0]) else gettext("Nothing at all")
    if verb in ("take", "keep", "fulfil") and len(arguments) == 1 and arguments[0] != "none":
        return vocabulary.contract_of(int(arguments[0]))
    return move_labels.move_label(move, scene)


def _on_space(at: str, cost: int | None) -> str:
    if cost is None:
        return vocabulary.space(at)
    return gettext("%(space)s for %(pounds)s") % {
        "space": vocabulary.space(at),
        "pounds": vocabulary.pounds(cost),
    }


def _port_use(arguments: list[str], scene: Scene) -> str:
    rest = arguments[3:] if arguments[1:2] == ["as"] else arguments[1:]
    corner = arguments[2] if arguments[1:2] == ["as"] else arguments[0]
    return move_labels.port_use_label(move_labels.port_tile(scene, corner), rest, scene)


def _unit_heading(arguments: list[str], scene: Scene) -> str:
    unit = arguments[0]
    player = move_labels.own_player(scene)
    params: Data = {"unit": capitalize_first(vocabulary.UNITS[unit])}
    if player is None:
        return str(params["unit"])
    params["pounds"] = vocabulary.pounds(player["unit_costs"][unit])
    data = move_labels.open_frame(scene)
    if data is not None and data["frame"] == "rewards":
        return gettext("Expand without land cost: %(unit)s (%(pounds)s)") % params
    if view_of(scene)["phase"] == "place":
        return gettext("Place: %(unit)s (%(pounds)s plus land)") % params
    return gettext("Expand: %(unit)s (%(pounds)s plus land)") % params


def _trade_heading(arguments: list[str], scene: Scene) -> str:
    good = arguments[0]
    return gettext("Trade %(good)s at %(pounds)s") % {
        "good": vocabulary.GOODS[good],
        "pounds": vocabulary.pounds(move_labels.price(scene, good) or 0),
    }


def _contract_heading(verb: str, one: Text, only: Text, both: Text) -> HeadingFunction:
    """One contract, one although a second is free, or two, with the cost."""

    forms = [label(text, cost=_contract_cost) for text in (one, only, both)]

    def heading(arguments: list[str], scene: Scene) -> str:
        is_pair = len(arguments) == 2
        return forms[2 if is_pair else move_labels.is_second_free(verb, scene)](arguments, scene)

    return heading


def _contract_cost(arguments: list[str], scene: Scene) -> str:
    return contract_cost(view_of(scene)["contracts"]["cost"])


def contract_cost(cost: int) -> str:
    """Return the cost of a contract in words, or what it brings in the first round."""
    if cost < 0:
        return gettext("brings %(pounds)s") % {"pounds": vocabulary.pounds(-cost)}
    return (
        gettext("costs %(pounds)s") % {"pounds": vocabulary.pounds(cost)}
        if cost
        else gettext("free")
    )


def _port_heading(arguments: list[str], scene: Scene) -> str:
    tile = move_labels.port_tile(scene, arguments[0])
    params = {
        "corner": vocabulary.corner(arguments[0]),
        "effect": vocabulary.PORTS[tile] if tile else "",
    }
    params["pounds"] = vocabulary.pounds(PORT_OTHER_COST)
    if arguments[1:2] == ["as"]:
        params["other"] = vocabulary.corner(arguments[2])
        other = move_labels.port_tile(scene, arguments[2])
        params["effect"] = vocabulary.PORTS[other] if other else ""
        return gettext("Port %(corner)s for %(pounds)s, as port %(other)s: %(effect)s") % params
    return gettext("Port %(corner)s: %(effect)s") % params


def _produce_heading(arguments: list[str], scene: Scene) -> str:
    n = int(arguments[0])
    return gettext("Produce %(n)s cheese and") % {"n": n} if n else gettext("Produce no cheese and")


HEADINGS: dict[str, HeadingFunction] = {
    "choose": label(_("Choose")),
    "bid": label(_("Bid")),
    "fold": label(_("Or")),
    "place": _unit_heading,
    "expand": _unit_heading,
    "buy": _trade_heading,
    "sell": _trade_heading,
    "nbuy": label(_("Buy from neighbours")),
    "draw": label(_("Building bonus")),
    "take": _contract_heading(
        "take",
        _("Take a contract (%(cost)s)"),
        _("Take only one contract (%(cost)s, the same as two)"),
        _("Take two contracts (%(cost)s for both)"),
    ),
    "keep": _contract_heading(
        "keep",
        _("Keep a contract (%(cost)s)"),
        _("Keep only one contract (%(cost)s, the same as two)"),
        _("Keep two contracts (%(cost)s for both)"),
    ),
    "fulfil": label(_("Fulfil a contract")),
    "slaughter": label(_("Slaughter")),
    "brew": label(_("Beer")),
    "upgrade": label(_("Bonus upgrade")),
    "ship": label(_("Upgrades")),
    "tech": label(_("Upgrades")),
    "hire": label(_("Upgrades")),
    "swap": label(_("Exchange")),
    "port": _port_heading,
    "row": label(_("Fishermen, before the action")),
    "withdraw": label(_("Whisky cellar")),
    "produce": _produce_heading,
    "cellar": label(_("Whisky cellar")),
    "butter": label(_("Butter")),
    "done": label(_("Or")),
    "pass": label(_("Or")),
    "end": label(_("Then")),
}
