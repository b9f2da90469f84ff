"""The prompts of Clans of Caledonia, and the legal moves under headings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.boards.base import Prompt, Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import MoveChoice, MoveGroup, Text

from ..rules.view_types import PlayerView
from . import move_labels, vocabulary
from .scene_access import open_frame, own_player, view_of
from .translations import gettext, ngettext
from .translations import gettext_lazy as _

HeadingFunction = Callable[[list[str], Scene], str]

# prompts


def decision_kind(scene: Scene) -> str:
    """Return the kind of the current decision."""
    view = view_of(scene)
    frame, turn, auction = open_frame(scene), view["turn"], view["auction"]
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
    grade = view_of(scene)["grade"]
    if not grade:
        return gettext("The match is over.")
    text = gettext("The match is over. Your grade: %(grade)s.")
    return text % {"grade": vocabulary.GRADES[grade]}


WAITING: dict[str, Prompt] = {
    "clans": _("Waiting for %(names)s to choose a clan."),
    "place": _("First workers: waiting for %(names)s."),
    "action": _("It is %(names)s's turn."),
    "production": _("Production: waiting for %(names)s."),
}


# What the prompts show of the viewer and of the open frame.


def _player(scene: Scene) -> PlayerView:
    player = own_player(scene)
    assert player is not None
    return player


def _frame(scene: Scene) -> Any:
    return open_frame(scene)


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
    frame = _frame(scene)
    texts = {"beef": gettext("cows: %(n)s"), "mutton": gettext("sheep: %(n)s")}
    return join_list(text % {"n": frame[meat]} for meat, text in texts.items() if frame[meat])


def _rewards(scene: Scene) -> str:
    frame = _frame(scene)
    beer = [gettext("%(n)s beer to brew") % {"n": frame["beer"]}] if frame["beer"] else []
    return join_list(vocabulary.bonuses(frame["expand"], frame["upgrade"]) + beer)


def _ask_draw(scene: Scene) -> str:
    text = gettext("Building bonus: draw %(n)s contracts, of which you may keep one?")
    if move_labels.can_take_two(_player(scene)):
        text = gettext("Building bonus: draw %(n)s contracts and keep none, one or two of them?")
    return text % {"n": move_labels.drawn_count(_player(scene))}


def _ask_keep(scene: Scene) -> str:
    if move_labels.is_second_free("keep", scene):
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
    most: Any = _player(scene)["can_make"]
    form = gettext("up to %(n)s %(good)s")
    parts = [
        form % {"n": most[good], "good": vocabulary.GOODS[good]}
        for good in ("cheese", "bread", "whisky")
        if most[good]
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
ARGUMENT_RANKS = {
    word: rank for words in (vocabulary.GOODS, vocabulary.UNITS) for rank, word in enumerate(words)
}


def _sort_key(move: str) -> tuple[int, int]:
    """The sort key of a move: verb, then good or unit; ties stay in the order of the rules."""
    verb, *arguments = move.split(" ")
    if verb == "take":
        return RANKS[verb], len(arguments)
    is_listed = verb in ("buy", "sell", "place", "expand")
    return RANKS[verb], ARGUMENT_RANKS[arguments[0]] if is_listed else 0


def _short_label(verb: str, arguments: list[str], move: str, scene: Scene) -> str:
    """The label of a move below its heading, without what the heading says."""
    if verb in ("place", "expand"):
        space, cost = vocabulary.space(arguments[1]), view_of(scene)["costs"].get(move)
        if cost is None:
            return space
        params = {"space": space, "pounds": vocabulary.pounds(cost)}
        return gettext("%(space)s for %(pounds)s") % params
    if verb == "port":
        corner, *rest = arguments[2:] if arguments[1:2] == ["as"] else arguments
        use = move_labels.port_use_label(move_labels.port_tile(scene, corner), rest, scene)
        return capitalize_first(use)
    if verb == "produce":
        made = {"bread": int(arguments[1]), "whisky": int(arguments[2])}
        if any(made.values()):
            return vocabulary.goods(made)
        return gettext("No bread, no whisky") if int(arguments[0]) else gettext("Nothing at all")
    if verb in ("take", "keep", "fulfil") and len(arguments) == 1 and arguments[0] != "none":
        return vocabulary.contract_of(int(arguments[0]))
    return move_labels.move_label(move, scene)


def _unit_heading(arguments: list[str], scene: Scene) -> str:
    unit, frame = arguments[0], open_frame(scene)
    text = gettext("Expand: %(unit)s (%(pounds)s plus land)")
    if frame and frame["frame"] == "rewards":
        text = gettext("Expand without land cost: %(unit)s (%(pounds)s)")
    elif view_of(scene)["phase"] == "place":
        text = gettext("Place: %(unit)s (%(pounds)s plus land)")
    cost = vocabulary.pounds(_player(scene)["unit_costs"][unit])
    return text % {"unit": capitalize_first(vocabulary.UNITS[unit]), "pounds": cost}


TRADE_HEADING = label(
    _("Trade %(good)s at %(pounds)s"),
    good=argument(vocabulary.GOODS),
    pounds=lambda arguments, scene: vocabulary.pounds(move_labels.price(arguments[0], scene) or 0),
)


def _contract_heading(verb: str, one: Text, only: Text, both: Text) -> HeadingFunction:
    """One contract, one although a second is free, or two, with the cost."""

    def heading(arguments: list[str], scene: Scene) -> str:
        single = only if move_labels.is_second_free(verb, scene) else one
        cost = vocabulary.contract_cost(view_of(scene)["contracts"]["cost"])
        return str(both if len(arguments) == 2 else single) % {"cost": cost}

    return heading


def _port_heading(arguments: list[str], scene: Scene) -> str:
    port = arguments[: 3 if arguments[1:2] == ["as"] else 1]
    return move_labels.port_label(port, None, scene)


def _produce_heading(arguments: list[str], scene: Scene) -> str:
    n = int(arguments[0])
    return gettext("Produce %(n)s cheese and") % {"n": n} if n else gettext("Produce no cheese and")


HEADINGS: dict[str, HeadingFunction] = {
    "choose": label(_("Choose")),
    "bid": label(_("Bid")),
    **dict.fromkeys(("fold", "done", "pass"), label(_("Or"))),
    **dict.fromkeys(("place", "expand"), _unit_heading),
    **dict.fromkeys(("buy", "sell"), TRADE_HEADING),
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
    **dict.fromkeys(("ship", "tech", "hire"), label(_("Upgrades"))),
    "swap": label(_("Exchange")),
    "port": _port_heading,
    "row": label(_("Fishermen, before the action")),
    **dict.fromkeys(("withdraw", "cellar"), label(_("Whisky cellar"))),
    "produce": _produce_heading,
    "butter": label(_("Butter")),
    "end": label(_("Then")),
}
