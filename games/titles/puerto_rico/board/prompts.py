"""Decisions of Puerto Rico in plain words: prompts and labels of moves."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Prompt, Scene
from games.boards.sentences import By, Fields, Sentence, Sentences, When, of
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import cache_per_language

from . import vocabulary
from .forecast import PuertoRicoPreview
from .scene_access import view_of
from .translations import gettext, ngettext_lazy
from .translations import gettext_lazy as _

Fact = int | str | None


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
        return int(PuertoRicoPreview(scene, move).first_event(kind)[field])
    return view["step"] if verb == "pass" else None


# events of moves, and the fields that their labels mention
FACTS = {"sell": ("sale", "doubloons"), "load": ("load", "n")}


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(500)))
def label_with_fact(move: str, fact: Fact) -> str:
    """A move in words with this fact, in the reader's language."""
    verb, *words = move.split(" ")
    what, more = (*words, None, None)[:2]
    return LABELS.fill(verb, {"what": what, "more": more, "fact": fact})


def _has_fact(fields: Fields) -> bool:
    return fields["fact"] is not None


# by verb; `what` and `more` are the words after it
LABELS = Sentences(
    {
        "pick": Sentence(
            When("fact", _("Pick the %(role)s (%(doubloons)s on the card)")),
            _("Pick the %(role)s"),
        ),
        "draw": _("Draw a face-down tile"),
        "take": Sentence(When("more", _("Take with a worker: %(tile)s")), _("Take: %(tile)s")),
        "build": By(
            lambda fields: (fields["more"], _has_fact(fields)),
            {
                (None, False): _("Build: %(building)s"),
                (None, True): _("Build: %(building)s, for %(doubloons)s"),
                ("worker", False): _("Build with a worker: %(building)s"),
                ("worker", True): _("Build with a worker: %(building)s, for %(doubloons)s"),
            },
        ),
        "sell": Sentence(When(_has_fact, _("Sell %(good)s for %(doubloons)s")), _("Sell %(good)s")),
        "load": By(
            lambda fields: (fields["more"] == "wharf", _has_fact(fields)),
            {
                (True, False): _("Ship %(good)s from your wharf"),
                (True, True): _("Ship %(n)s %(good)s from your wharf"),
                (False, False): _("Load %(good)s onto ship %(ship)s"),
                (False, True): _("Load %(n)s %(good)s onto ship %(ship)s"),
            },
        ),
        "pass": Sentence(
            When("fact", _("Take no tile"), equals="settle"),
            When("fact", _("Sell nothing"), equals="trade"),
            When("fact", _("Build nothing"), equals="build"),
            When("fact", _("Load nothing"), equals="load"),
            _("Pass"),
        ),
        "privilege": Sentence(
            When("what", _("Yes, one more worker"), equals="worker"),
            When("what", _("No, thank you"), equals="none"),
            _("One more barrel: %(good)s"),
        ),
        "staff": _("%(place)s: %(workers)s"),
        "done": _("Finish placing"),
        "reopen": _("Place again from the start"),
        "store": _("Store all %(good)s"),
        "keep": _("Keep one %(good)s"),
    },
    {
        "building": of(vocabulary.BUILDINGS, "what"),
        "doubloons": of(vocabulary.doubloons, "fact"),
        "good": of(vocabulary.GOODS, "what"),
        "n": "fact",
        "place": of(lambda place: capitalize_first(vocabulary.WORDS[place]), "what"),
        "role": of(vocabulary.ROLES, "what"),
        "ship": "more",
        "tile": of(vocabulary.PLANTATIONS, "what"),
        "workers": of(lambda n: vocabulary.workers(int(n)), "more"),
    },
)

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
    verb, what, more, *_rest = (*move.split(" "), "", "")
    anchors = {
        "draw": ["hacienda"],
        "take": [vocabulary.place_anchor(what), more and "hospice"],
        "build": [what, more and "university"],
        "load": ["wharf" if more == "wharf" else what, "cargo_ship"],
        "staff": [vocabulary.place_anchor(what)],
        "privilege": [{"worker": "mayor", "none": ""}.get(what, what)],
    }
    return [*filter(None, anchors.get(verb, [what])), verb]


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
