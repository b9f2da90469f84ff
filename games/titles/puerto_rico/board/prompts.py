"""Decisions of Puerto Rico in plain words: prompts and labels of moves."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Prompt, Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from . import vocabulary
from .forecast import PuertoRicoPreview
from .scene_access import view_of
from .translations import gettext, ngettext_lazy
from .translations import gettext_lazy as _

Fact = int | str | None
LabelFunction = Callable[[list[str], Fact], str]


# moves


def move_label(move: str, scene: Scene | None = None) -> str:
    """A move in words; with a scene, also what it costs or brings."""
    return label_with_fact(move, move_fact(move, scene) if scene else None)


def move_fact(move: str, scene: Scene) -> Fact:
    """The cost, gain or step that the label of a move mentions."""
    verb, *arguments = move.split(" ")
    view = view_of(scene)
    if verb == "pick":
        card = view["roles"].get(arguments[0])
        return card and card["doubloons"]
    if verb == "build":
        return (view["prices"] or {}).get(arguments[0])
    if verb in FACTS and move in scene.legal:
        kind, field = FACTS[verb]
        n: int = PuertoRicoPreview(scene, move).first_event(kind)[field]
        return n
    return view["step"] if verb == "pass" else None


# events of moves, and the fields that their labels mention
FACTS = {"sell": ("sale", "doubloons"), "load": ("load", "n")}


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(500)))
def label_with_fact(move: str, fact: Fact) -> str:
    """A move in words with this fact, in the reader's language."""
    verb, *arguments = move.split(" ")
    return LABELS[verb](arguments, fact)


# labels by verb, for the arguments of a move and its fact

GOOD = argument(vocabulary.GOODS)
ROLE = argument(vocabulary.ROLES)


def _doubloons(arguments: list[str], fact: Fact) -> str:
    return vocabulary.doubloons(int(fact or 0))


def _with_fact(plain: LabelFunction, more: LabelFunction, least: int = 0) -> LabelFunction:
    """The second label for facts that are a number of at least so many."""
    return lambda arguments, fact: (
        more(arguments, fact) if isinstance(fact, int) and fact >= least else plain(arguments, fact)
    )


def _build(arguments: list[str], fact: Fact) -> str:
    building, *worker = arguments
    price = vocabulary.doubloons(int(fact)) if fact is not None else ""
    text = BUILDS[bool(worker), bool(price)]
    return str(text) % {"building": vocabulary.BUILDINGS[building], "doubloons": price}


BUILDS = {
    (False, False): _("Build: %(building)s"),
    (False, True): _("Build: %(building)s, for %(doubloons)s"),
    (True, False): _("Build with a worker: %(building)s"),
    (True, True): _("Build with a worker: %(building)s, for %(doubloons)s"),
}


def _load(arguments: list[str], fact: Fact) -> str:
    good, ship = arguments
    text = LOADS[ship == "wharf", bool(fact)]
    return str(text) % {"good": vocabulary.GOODS[good], "ship": ship, "n": fact}


LOADS = {
    (True, False): _("Ship %(good)s from your wharf"),
    (True, True): _("Ship %(n)s %(good)s from your wharf"),
    (False, False): _("Load %(good)s onto ship %(ship)s"),
    (False, True): _("Load %(n)s %(good)s onto ship %(ship)s"),
}


TILE = argument(vocabulary.PLANTATIONS)
TAKE = label(_("Take: %(tile)s"), tile=TILE)
TAKE_WITH_WORKER = label(_("Take with a worker: %(tile)s"), tile=TILE)
PASS = label(_("Pass"))
REFUSALS: dict[Fact, Callable[..., str]] = {
    "settle": label(_("Take no tile")),
    "trade": label(_("Sell nothing")),
    "build": label(_("Build nothing")),
    "load": label(_("Load nothing")),
}
BARREL = label(_("One more barrel: %(good)s"), good=GOOD)
PRIVILEGES: dict[str, Callable[..., str]] = {
    "worker": label(_("Yes, one more worker")),
    "none": label(_("No, thank you")),
}

LABELS: dict[str, LabelFunction] = {
    "pick": _with_fact(
        label(_("Pick the %(role)s"), role=ROLE),
        label(_("Pick the %(role)s (%(doubloons)s on the card)"), role=ROLE, doubloons=_doubloons),
        least=1,
    ),
    "draw": label(_("Draw a face-down tile")),
    "take": lambda arguments, fact: (TAKE_WITH_WORKER if arguments[1:] else TAKE)(arguments),
    "build": _build,
    "sell": _with_fact(
        label(_("Sell %(good)s"), good=GOOD),
        label(_("Sell %(good)s for %(doubloons)s"), good=GOOD, doubloons=_doubloons),
    ),
    "load": _load,
    "pass": lambda arguments, fact: REFUSALS.get(fact, PASS)(arguments),
    "privilege": lambda arguments, fact: PRIVILEGES.get(arguments[0], BARREL)(arguments),
    "staff": label(
        _("%(place)s: %(workers)s"),
        place=lambda arguments, fact: capitalize_first(vocabulary.WORDS[arguments[0]]),
        workers=lambda arguments, fact: vocabulary.workers(int(arguments[1])),
    ),
    "done": label(_("Finish placing")),
    "reopen": label(_("Place again from the start")),
    "store": label(_("Store all %(good)s"), good=GOOD),
    "keep": label(_("Keep one %(good)s"), good=GOOD),
}

HEADINGS: dict[str, Text] = {
    "pick": _("Roles"),
    **dict.fromkeys(("draw", "take"), _("Tiles")),
    "build": _("Buildings"),
    "sell": _("Trading house"),
    "load": _("Ships"),
    "privilege": _("Privilege"),
    "staff": _("Workers"),
    "store": _("Warehouses"),
    "keep": _("One barrel to keep"),
    **dict.fromkeys(("pass", "reopen"), _("Or")),
    "done": _("Then"),
}


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


def decision_kind(scene: Scene) -> str:
    """The kind of the current decision."""
    return view_of(scene)["step"]


def waiting_kind(scene: Scene) -> str:
    """The kind of decision of others; "placed" for a viewer who is done with a placement."""
    view = view_of(scene)
    is_placed = scene.seat is not None and view["seats"][scene.seat]["placing"] == "done"
    return "placed" if is_placed else view["step"]


def result_text(scene: Scene) -> str:
    scores = view_of(scene)["scores"]
    winners = [seat for seat, score in enumerate(scores) if score["rank"] == 1]
    total = scores[winners[0]]["total"]
    assert total is not None  # nothing is hidden at the end
    text = gettext("The match is over. %(names)s wins with %(points)s.")
    if len(winners) > 1:
        text = gettext("The match is over. %(names)s share the victory with %(points)s each.")
    names = join_list(scene.names[seat] for seat in winners)
    return text % {"names": names, "points": vocabulary.points(total)}


def picker_prompt(picker: Text, others: Text) -> Callable[[Scene], str]:
    """A prompt that says more to the seat that picked the role."""
    return lambda scene: str(picker if view_of(scene)["picker"] == scene.seat else others)


def _ask_settle(scene: Scene) -> str:
    view = view_of(scene)
    kind = "drawn" if view["drawn"] else "picker" if view["picker"] == scene.seat else "other"
    return str(SETTLER_PROMPTS[kind, "take quarry" in scene.legal])


SETTLER_PROMPTS = {
    ("drawn", False): _("You drew a tile. Now take a plantation, or stop here."),
    ("drawn", True): _("You drew a tile. Now take a plantation or a quarry, or stop here."),
    ("picker", False): _("You are the settler: take a plantation."),
    ("picker", True): _("You are the settler: take a plantation or a quarry."),
    ("other", False): _("Settler phase: take a plantation."),
    ("other", True): _("Settler phase: take a plantation or a quarry."),
}


def _ask_placement(scene: Scene) -> str:
    mine = view_of(scene)["mine"]
    if mine and mine["pool"]:
        return _workers_wait(mine["pool"])
    return gettext("All your workers have a place. Move them if you like, then finish placing.")


_workers_wait = ngettext_lazy(
    "Place your workers: %(n)s is waiting in San Juan.",
    "Place your workers: %(n)s are waiting in San Juan.",
)


def _ask_load(scene: Scene) -> str:
    if "pass" in scene.legal:
        return gettext(
            "Captain phase: only your wharf can ship your goods. Use it, or keep it for later."
        )
    return _load_prompt(scene)


_load_prompt = picker_prompt(
    _("You are the captain: load goods onto a ship. Your first load brings one more point."),
    _("Captain phase: load goods onto a ship."),
)


def _ask_store(scene: Scene) -> str:
    assert scene.seat is not None
    if shelves := view_of(scene)["seats"][scene.seat]["shelves"]:
        return _warehouses_keep(shelves)
    return gettext("Choose one barrel to keep; the rest goes back to the supply.")


_warehouses_keep = ngettext_lazy(
    "Your warehouses keep %(n)s more kind of goods: choose it.",
    "Your warehouses keep %(n)s more kinds of goods: choose the next one.",
)

PROMPTS: dict[str, Prompt] = {
    "pick": _("Your turn: pick a role."),
    "settle": _ask_settle,
    "mayor_privilege": _("You are the mayor: take one more worker from the supply?"),
    "placement": _ask_placement,
    "craftsman_privilege": _("You are the craftsman: take one more barrel of a kind you produced."),
    "trade": picker_prompt(
        _("You are the trader: sell one barrel, for one doubloon more."),
        _("Trader phase: sell one barrel, or pass."),
    ),
    "build": picker_prompt(
        _("You are the builder: build, for one doubloon less."),
        _("Builder phase: build, or pass."),
    ),
    "load": _ask_load,
    "store": _ask_store,
}

WAITING: dict[str, Prompt] = {
    "pick": _("Waiting for %(names)s to pick a role."),
    "settle": _("Settler phase: waiting for %(names)s."),
    "mayor_privilege": _("Mayor phase: waiting for %(names)s."),
    "placement": _("Waiting for %(names)s to place workers."),
    "craftsman_privilege": _("Craftsman phase: waiting for %(names)s."),
    "trade": _("Trader phase: waiting for %(names)s."),
    "build": _("Builder phase: waiting for %(names)s."),
    "load": _("Captain phase: waiting for %(names)s."),
    "store": _("Waiting for %(names)s to store goods."),
    "placed": _("Your workers are placed. Still placing: %(names)s."),
}
