"""The prompts of Clans of Caledonia, and the legal moves under headings."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import MoveChoice, MoveGroup

from ..rules.components import PORT_OTHER_COST
from ..rules.view_types import (
    BonusView,
    FrameView,
    KeepView,
    MeatView,
    PlayerView,
    RewardsView,
    SwapView,
    View,
)
from . import move_labels, vocabulary
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext
from .vocabulary import Data

# prompts


def prompt(scene: Scene) -> str:
    """Return the prompt for the viewer, or whom the table waits for."""
    view = view_of(scene)
    if scene.over:
        return _result_text(view)
    names = join_list(scene.names[actor] for actor in scene.actors)
    if scene.seat is None or scene.seat not in scene.actors:
        return WAITING[view["phase"]]() % {"names": names}
    return PHASE_PROMPTS[view["phase"]](scene, view["players"][scene.seat])


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


def _result_text(view: View) -> str:
    if view["grade"]:
        return _("The match is over. Your grade: %(grade)s.") % {
            "grade": vocabulary.GRADES[view["grade"]]
        }
    return _("The match is over.")


WAITING: dict[str, Callable[[], str]] = {
    "clans": lambda: _("Waiting for %(names)s to choose a clan."),
    "place": lambda: _("First workers: waiting for %(names)s."),
    "action": lambda: _("It is %(names)s's turn."),
    "production": lambda: _("Production: waiting for %(names)s."),
}


def _ask_clans(scene: Scene, player: PlayerView) -> str:
    auction = view_of(scene)["auction"]
    if auction is None:
        if any(one["clan"] for one in view_of(scene)["sets"]):
            return _("Choose your clan, together with the starting tile next to it.")
        return _("Choose your starting tile.")
    if auction["bidder"] == scene.seat:
        if not auction["bid"]:
            return _("Choose your clan. It costs you nothing.")
        return _("You won the auction for %(points)s: choose your clan.") % {
            "points": vocabulary.points(auction["bid"])
        }
    if auction["bid"] is None or auction["bidder"] is None:
        return _("Open the auction: how many points do you bid for the first choice of clan?")
    return _("%(name)s bids %(points)s. Bid more, or leave this auction.") % {
        "name": scene.names[auction["bidder"]],
        "points": vocabulary.points(auction["bid"]),
    }


def _ask_place(scene: Scene, player: PlayerView) -> str:
    params = {"pounds": vocabulary.pounds(player["money"])}
    if player["clan"] == "fergusson":
        return _("Place a worker on a border space. You have %(pounds)s.") % params
    if player["clan"] == "macdonald":
        return (
            _("Place a worker on forest, mountain, a loch or a port. You have %(pounds)s.") % params
        )
    return _("Place a woodcutter on forest or a miner on a mountain. You have %(pounds)s.") % params


def _ask_action(scene: Scene, player: PlayerView) -> str:
    turn = view_of(scene)["turn"]
    assert turn is not None
    data = move_labels.open_frame(scene)
    if data is not None:
        return _ask_frame(data, player)
    if turn["must_trade"]:
        return _("You moved the price of %(good)s: now buy or sell some.") % {
            "good": vocabulary.GOODS[turn["must_trade"]]
        }
    if turn["stage"] == "after":
        if {move.split(" ")[0] for move in scene.legal} == {"withdraw", "end"}:
            return _("Your action is done: take out a barrel to use a port tile, or end the turn.")
        return _("Your action is done: use a port tile, or end the turn.")
    return _("Your turn, with %(pounds)s and %(merchants)s: choose one action, or pass.") % {
        "pounds": vocabulary.pounds(player["money"]),
        "merchants": vocabulary.merchants(player["merchants"]),
    }


def _ask_frame(data: FrameView, player: PlayerView) -> str:
    match data["frame"]:
        case "meat":
            return _ask_meat(data)
        case "rewards":
            return _ask_rewards(data)
        case "bonus":
            return _ask_bonus(data, player)
        case "keep":
            return _ask_keep(data, player)
        case "swap":
            return _ask_swap(data)
        case "second":
            return _("Buchanan: fulfil a second contract?")


def _ask_meat(data: MeatView) -> str:
    parts = []
    if data["beef"]:
        parts.append(_("cows: %(n)s") % {"n": data["beef"]})
    if data["mutton"]:
        parts.append(_("sheep: %(n)s") % {"n": data["mutton"]})
    return _("The contract needs meat. Choose your animals to slaughter (%(animals)s).") % {
        "animals": join_list(parts)
    }


def _ask_rewards(data: RewardsView) -> str:
    parts = vocabulary.bonuses(data["expand"], data["upgrade"])
    if data["beer"]:
        parts.append(_("%(n)s beer to brew") % {"n": data["beer"]})
    return _("Rewards of contract %(number)s: %(rewards)s.") % {
        "number": data["contract"],
        "rewards": join_list(parts),
    }


def _ask_bonus(data: BonusView, player: PlayerView) -> str:
    if not data["goods"]:
        return _ask_draw(player)
    return _("You are next to other clans: buy %(goods)s at a lower price, with %(merchants)s?") % {
        "goods": join_list(vocabulary.GOODS[offer["good"]] for offer in data["goods"]),
        "merchants": vocabulary.merchants(player["merchants"]),
    }


def _ask_draw(player: PlayerView) -> str:
    params = {"n": move_labels.drawn_count(player)}
    if move_labels.can_take_two(player):
        return _("Building bonus: draw %(n)s contracts and keep none, one or two of them?") % params
    return _("Building bonus: draw %(n)s contracts, of which you may keep one?") % params


def _ask_keep(data: KeepView, player: PlayerView) -> str:
    if move_labels.can_take_two(player) and len(data["contracts"]) > 1:
        return _(
            "Building bonus: keep none, one or two of the contracts you drew. Two cost no more "
            "than one."
        )
    return _("Building bonus: keep one of the contracts you drew, or none.")


def _ask_swap(data: SwapView) -> str:
    return ngettext(
        "Exchange a unit on the map for one of another type: %(n)s exchange left.",
        "Exchange units on the map for others of other types: %(n)s exchanges left.",
        data["left"],
    ) % {"n": data["left"]}


def _ask_production(scene: Scene, player: PlayerView) -> str:
    step = player["deciding"]
    if step == "cellar":
        return _("Put one of your whiskies in the cellar?")
    if step == "butter":
        return _("How much milk do you want to sell as butter?")
    most = player["can_make"]
    goods = {"cheese": most["cheese"], "bread": most["bread"], "whisky": most["whisky"]}
    parts = [
        _("up to %(n)s %(good)s") % {"n": n, "good": vocabulary.GOODS[good]}
        for good, n in goods.items()
        if n
    ]
    if most["bread"] and most["whisky"]:
        parts.append(_("with %(n)s grain for bread and whisky") % {"n": most["grain"]})
    return _("Production: you can make %(goods)s.") % {"goods": join_list(parts)}


PHASE_PROMPTS: dict[str, Callable[[Scene, PlayerView], str]] = {
    "clans": _ask_clans,
    "place": _ask_place,
    "action": _ask_action,
    "production": _ask_production,
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
        return _("No bread, no whisky") if int(arguments[0]) else _("Nothing at all")
    if verb in ("take", "keep", "fulfil") and len(arguments) == 1 and arguments[0] != "none":
        return vocabulary.contract_of(int(arguments[0]))
    return move_labels.move_label(move, scene)


def _on_space(at: str, cost: int | None) -> str:
    if cost is None:
        return vocabulary.space(at)
    return _("%(space)s for %(pounds)s") % {
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
        return _("Expand without land cost: %(unit)s (%(pounds)s)") % params
    if view_of(scene)["phase"] == "place":
        return _("Place: %(unit)s (%(pounds)s plus land)") % params
    return _("Expand: %(unit)s (%(pounds)s plus land)") % params


def _trade_heading(arguments: list[str], scene: Scene) -> str:
    good = arguments[0]
    return _("Trade %(good)s at %(pounds)s") % {
        "good": vocabulary.GOODS[good],
        "pounds": vocabulary.pounds(move_labels.price(scene, good) or 0),
    }


def _take_heading(arguments: list[str], scene: Scene) -> str:
    params = {"cost": contract_cost(view_of(scene)["contracts"]["cost"])}
    if len(arguments) == 2:
        return _("Take two contracts (%(cost)s for both)") % params
    if move_labels.is_second_free("take", scene):
        return _("Take only one contract (%(cost)s, the same as two)") % params
    return _("Take a contract (%(cost)s)") % params


def contract_cost(cost: int) -> str:
    """Return the cost of a contract in words, or what it brings in the first round."""
    if cost < 0:
        return _("brings %(pounds)s") % {"pounds": vocabulary.pounds(-cost)}
    return _("costs %(pounds)s") % {"pounds": vocabulary.pounds(cost)} if cost else _("free")


def _keep_heading(arguments: list[str], scene: Scene) -> str:
    params = {"cost": contract_cost(view_of(scene)["contracts"]["cost"])}
    if len(arguments) == 2:
        return _("Keep two contracts (%(cost)s for both)") % params
    if move_labels.is_second_free("keep", scene):
        return _("Keep only one contract (%(cost)s, the same as two)") % params
    return _("Keep a contract (%(cost)s)") % params


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
        return _("Port %(corner)s for %(pounds)s, as port %(other)s: %(effect)s") % params
    return _("Port %(corner)s: %(effect)s") % params


def _produce_heading(arguments: list[str], scene: Scene) -> str:
    n = int(arguments[0])
    return _("Produce %(n)s cheese and") % {"n": n} if n else _("Produce no cheese and")


HEADINGS: dict[str, Callable[[list[str], Scene], str]] = {
    "choose": lambda arguments, scene: _("Choose"),
    "bid": lambda arguments, scene: _("Bid"),
    "fold": lambda arguments, scene: _("Or"),
    "place": _unit_heading,
    "expand": _unit_heading,
    "buy": _trade_heading,
    "sell": _trade_heading,
    "nbuy": lambda arguments, scene: _("Buy from neighbours"),
    "draw": lambda arguments, scene: _("Building bonus"),
    "take": _take_heading,
    "keep": _keep_heading,
    "fulfil": lambda arguments, scene: _("Fulfil a contract"),
    "slaughter": lambda arguments, scene: _("Slaughter"),
    "brew": lambda arguments, scene: _("Beer"),
    "upgrade": lambda arguments, scene: _("Bonus upgrade"),
    "ship": lambda arguments, scene: _("Upgrades"),
    "tech": lambda arguments, scene: _("Upgrades"),
    "hire": lambda arguments, scene: _("Upgrades"),
    "swap": lambda arguments, scene: _("Exchange"),
    "port": _port_heading,
    "row": lambda arguments, scene: _("Fishermen, before the action"),
    "withdraw": lambda arguments, scene: _("Whisky cellar"),
    "produce": _produce_heading,
    "cellar": lambda arguments, scene: _("Whisky cellar"),
    "butter": lambda arguments, scene: _("Butter"),
    "done": lambda arguments, scene: _("Or"),
    "pass": lambda arguments, scene: _("Or"),
    "end": lambda arguments, scene: _("Then"),
}
