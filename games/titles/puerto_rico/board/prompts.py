"""Decisions of Puerto Rico in plain words: prompts and labels of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import MoveChoice, MoveGroup
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from . import vocabulary
from .forecast import forecast
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext

Fact = int | str | None


# moves


def move_label(move: str, scene: Scene | None = None) -> str:
    """A move in words; with a scene, also what it costs or brings."""
    return label_with_fact(move, move_fact(move, scene) if scene else None)


def move_fact(move: str, scene: Scene) -> Fact:
    """The cost, gain or step that the label of a move mentions."""
    verb, *arguments = move.split(" ")
    return FACTS[verb](arguments, scene) if verb in FACTS else None


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(500)))
def label_with_fact(move: str, fact: Fact) -> str:
    """A move in words with this fact, in the reader's language."""
    verb, *arguments = move.split(" ")
    return LABELS[verb](arguments, fact)


def _coins_on_card(arguments: list[str], scene: Scene) -> Fact:
    card = view_of(scene)["roles"].get(arguments[0])
    return card["doubloons"] if card else None


def _price(arguments: list[str], scene: Scene) -> Fact:
    prices = view_of(scene)["prices"]
    return prices[arguments[0]] if prices else None


def _proceeds(arguments: list[str], scene: Scene) -> Fact:
    move = " ".join(["sell", *arguments])
    return forecast(move, scene).first_event("sale")["doubloons"] if move in scene.legal else None


def _cargo(arguments: list[str], scene: Scene) -> Fact:
    move = " ".join(["load", *arguments])
    return forecast(move, scene).first_event("load")["n"] if move in scene.legal else None


FACTS: dict[str, Callable[[list[str], Scene], Fact]] = {
    "pick": _coins_on_card,
    "build": _price,
    "sell": _proceeds,
    "load": _cargo,
    "pass": lambda arguments, scene: view_of(scene)["step"],
}


def _pick(arguments: list[str], fact: Fact) -> str:
    params = {"role": vocabulary.ROLES[arguments[0]]}
    if isinstance(fact, int) and fact:
        params["doubloons"] = vocabulary.doubloons(fact)
        return _("Pick the %(role)s (%(doubloons)s on the card)") % params
    return _("Pick the %(role)s") % params


def _take(arguments: list[str], fact: Fact) -> str:
    params = {"tile": vocabulary.PLANTATIONS[arguments[0]]}
    if len(arguments) == 2:
        return _("Take with a worker: %(tile)s") % params
    return _("Take: %(tile)s") % params


def _build(arguments: list[str], fact: Fact) -> str:
    building = arguments[0]
    params = {"building": vocabulary.BUILDINGS[building]}
    if isinstance(fact, int):
        params["doubloons"] = vocabulary.doubloons(fact)
        if len(arguments) == 2:
            return _("Build with a worker: %(building)s, for %(doubloons)s") % params
        return _("Build: %(building)s, for %(doubloons)s") % params
    if len(arguments) == 2:
        return _("Build with a worker: %(building)s") % params
    return _("Build: %(building)s") % params


def _sell(arguments: list[str], fact: Fact) -> str:
    params = {"good": vocabulary.GOODS[arguments[0]]}
    if isinstance(fact, int):
        params["doubloons"] = vocabulary.doubloons(fact)
        return _("Sell %(good)s for %(doubloons)s") % params
    return _("Sell %(good)s") % params


def _load(arguments: list[str], fact: Fact) -> str:
    good, ship = arguments
    params: dict[str, Any] = {"good": vocabulary.GOODS[good], "ship": ship, "n": fact}
    if isinstance(fact, int) and fact > 0:
        if ship == "wharf":
            return _("Ship %(n)s %(good)s from your wharf") % params
        return _("Load %(n)s %(good)s onto ship %(ship)s") % params
    if ship == "wharf":
        return _("Ship %(good)s from your wharf") % params
    return _("Load %(good)s onto ship %(ship)s") % params


def _privilege(arguments: list[str], fact: Fact) -> str:
    if arguments[0] == "worker":
        return _("Yes, one more worker")
    if arguments[0] == "none":
        return _("No, thank you")
    return _("One more barrel: %(good)s") % {"good": vocabulary.GOODS[arguments[0]]}


def _staff(arguments: list[str], fact: Fact) -> str:
    return _("%(place)s: %(workers)s") % {
        "place": capitalize_first(vocabulary.WORDS[arguments[0]]),
        "workers": vocabulary.workers(int(arguments[1])),
    }


def _store(arguments: list[str], fact: Fact) -> str:
    return _("Store all %(good)s") % {"good": vocabulary.GOODS[arguments[0]]}


def _keep(arguments: list[str], fact: Fact) -> str:
    return _("Keep one %(good)s") % {"good": vocabulary.GOODS[arguments[0]]}


def _pass(arguments: list[str], fact: Fact) -> str:
    return REFUSALS[fact]() if isinstance(fact, str) and fact in REFUSALS else _("Pass")


REFUSALS: dict[str, Callable[[], str]] = {
    "settle": lambda: _("Take no tile"),
    "trade": lambda: _("Sell nothing"),
    "build": lambda: _("Build nothing"),
    "load": lambda: _("Load nothing"),
}

LABELS: dict[str, Callable[[list[str], Fact], str]] = {
    "pick": _pick,
    "draw": lambda arguments, fact: _("Draw a face-down tile"),
    "take": _take,
    "build": _build,
    "sell": _sell,
    "load": _load,
    "pass": _pass,
    "privilege": _privilege,
    "staff": _staff,
    "done": lambda arguments, fact: _("Finish placing"),
    "reopen": lambda arguments, fact: _("Place again from the start"),
    "store": _store,
    "keep": _keep,
}

HEADINGS: dict[str, Callable[[], str]] = {
    "pick": lambda: _("Roles"),
    "draw": lambda: _("Tiles"),
    "take": lambda: _("Tiles"),
    "build": lambda: _("Buildings"),
    "sell": lambda: _("Trading house"),
    "load": lambda: _("Ships"),
    "privilege": lambda: _("Privilege"),
    "staff": lambda: _("Workers"),
    "store": lambda: _("Warehouses"),
    "keep": lambda: _("One barrel to keep"),
    "pass": lambda: _("Or"),
    "done": lambda: _("Then"),
    "reopen": lambda: _("Or"),
}


def move_groups(scene: Scene) -> list[MoveGroup]:
    """The legal moves under headings, in the order in which they are listed."""
    headed: dict[str, list[MoveChoice]] = {}
    for move in scene.legal:
        heading = HEADINGS[move.split(" ")[0]]()
        headed.setdefault(heading, []).append(MoveChoice(move, move_label(move, scene)))
    return [MoveGroup(heading, choices) for heading, choices in headed.items()]


# rules about a move


def rule_anchors(move: str) -> list[str]:
    """The anchors of the rules that a move is about, the most specific first."""
    verb, *arguments = move.split(" ")
    what = arguments[0] if arguments else ""
    match verb:
        case "draw":
            return ["hacienda", verb]
        case "take":
            return [vocabulary.tile_anchor(what), *(["hospice"] if arguments[1:] else []), verb]
        case "build":
            return [what, *(["university"] if arguments[1:] else []), verb]
        case "load":
            return ["wharf" if arguments[1] == "wharf" else what, "cargo_ship", verb]
        case "staff":
            return [vocabulary.tile_anchor(what) if what in vocabulary.PLANTATIONS else what, verb]
        case "privilege":
            return ["mayor" if what == "worker" else what, verb] if what != "none" else [verb]
        case _:
            return [*arguments, verb]


# prompts


def prompt(scene: Scene) -> str:
    """What the viewer must decide, or for whom the table waits."""
    if scene.over:
        return _result_text(scene)
    if scene.seat is not None and scene.seat in scene.actors:
        return PROMPTS[decision_kind(scene)](scene, view_of(scene)["picker"] == scene.seat)
    params = {"names": join_list(scene.names[actor] for actor in scene.actors)}
    if scene.seat is not None and view_of(scene)["seats"][scene.seat]["placing"] == "done":
        return _("Your workers are placed. Still placing: %(names)s.") % params
    return WAITING[view_of(scene)["step"]]() % params


def decision_kind(scene: Scene) -> str:
    """The kind of the current decision."""
    return view_of(scene)["step"]


def _result_text(scene: Scene) -> str:
    results = view_of(scene)["scores"]
    best = [seat for seat, score in enumerate(results) if score["rank"] == 1]
    total = results[best[0]]["total"]
    assert total is not None  # nothing is hidden at the end
    params = {
        "names": join_list(scene.names[seat] for seat in best),
        "points": vocabulary.points(total),
    }
    if len(best) > 1:
        return _("The match is over. %(names)s share the victory with %(points)s each.") % params
    return _("The match is over. %(names)s wins with %(points)s.") % params


def _ask_pick(scene: Scene, picker: bool) -> str:
    return _("Your turn: pick a role.")


def _ask_settle(scene: Scene, picker: bool) -> str:
    quarry = "take quarry" in scene.legal
    if view_of(scene)["drawn"]:
        return (
            _("You drew a tile. Now take a plantation or a quarry, or stop here.")
            if quarry
            else _("You drew a tile. Now take a plantation, or stop here.")
        )
    if picker:
        return (
            _("You are the settler: take a plantation or a quarry.")
            if quarry
            else _("You are the settler: take a plantation.")
        )
    return (
        _("Settler phase: take a plantation or a quarry.")
        if quarry
        else _("Settler phase: take a plantation.")
    )


def _ask_mayor(scene: Scene, picker: bool) -> str:
    return _("You are the mayor: take one more worker from the supply?")


def _ask_placement(scene: Scene, picker: bool) -> str:
    mine = view_of(scene)["mine"]
    if mine and mine["pool"]:
        return ngettext(
            "Place your workers: %(n)s is waiting in San Juan.",
            "Place your workers: %(n)s are waiting in San Juan.",
            mine["pool"],
        ) % {"n": mine["pool"]}
    return _("All your workers have a place. Move them if you like, then finish placing.")


def _ask_craftsman(scene: Scene, picker: bool) -> str:
    return _("You are the craftsman: take one more barrel of a kind you produced.")


def _ask_trade(scene: Scene, picker: bool) -> str:
    if picker:
        return _("You are the trader: sell one barrel, for one doubloon more.")
    return _("Trader phase: sell one barrel, or pass.")


def _ask_build(scene: Scene, picker: bool) -> str:
    if picker:
        return _("You are the builder: build, for one doubloon less.")
    return _("Builder phase: build, or pass.")


def _ask_load(scene: Scene, picker: bool) -> str:
    if "pass" in scene.legal:
        return _(
            "Captain phase: only your wharf can ship your goods. Use it, or keep it for later."
        )
    if picker:
        return _(
            "You are the captain: load goods onto a ship. Your first load brings one more point."
        )
    return _("Captain phase: load goods onto a ship.")


def _ask_store(scene: Scene, picker: bool) -> str:
    assert scene.seat is not None
    shelves = view_of(scene)["seats"][scene.seat]["shelves"]
    if shelves:
        return ngettext(
            "Your warehouses keep %(n)s more kind of goods: choose it.",
            "Your warehouses keep %(n)s more kinds of goods: choose the next one.",
            shelves,
        ) % {"n": shelves}
    return _("Choose one barrel to keep; the rest goes back to the supply.")


PROMPTS: dict[str, Callable[[Scene, bool], str]] = {
    "pick": _ask_pick,
    "settle": _ask_settle,
    "mayor_privilege": _ask_mayor,
    "placement": _ask_placement,
    "craftsman_privilege": _ask_craftsman,
    "trade": _ask_trade,
    "build": _ask_build,
    "load": _ask_load,
    "store": _ask_store,
}

WAITING: dict[str, Callable[[], str]] = {
    "pick": lambda: _("Waiting for %(names)s to pick a role."),
    "settle": lambda: _("Settler phase: waiting for %(names)s."),
    "mayor_privilege": lambda: _("Mayor phase: waiting for %(names)s."),
    "placement": lambda: _("Waiting for %(names)s to place workers."),
    "craftsman_privilege": lambda: _("Craftsman phase: waiting for %(names)s."),
    "trade": lambda: _("Trader phase: waiting for %(names)s."),
    "build": lambda: _("Builder phase: waiting for %(names)s."),
    "load": lambda: _("Captain phase: waiting for %(names)s."),
    "store": lambda: _("Waiting for %(names)s to store goods."),
}
