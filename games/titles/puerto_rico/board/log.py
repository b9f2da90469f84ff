"""The log of Puerto Rico: sentences and highlights by kind of event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from games.boards.sentences import (
    By,
    Each,
    Fields,
    Placeholders,
    Plural,
    Sentence,
    Table,
    When,
    of,
    seat_name,
)
from games.boards.translations import join_list

from . import vocabulary
from .translations import gettext_lazy as _
from .translations import ngettext


def _count_tiles(kinds: Sequence[str]) -> str:
    """Kinds of tiles with their numbers, in the order in which they lie."""
    return vocabulary.goods(Counter(kinds))


def _shipping_parts(data: Fields) -> dict[str, int]:
    return {part: data[part] for part in ("barrels", "captain", "harbor") if data[part]}


def _ranked_results(data: Fields) -> list[Fields]:
    """The results of all seats by rank; those with equal points are `tied`."""
    totals = data["totals"]
    results = [
        {
            "rank": data["ranks"][seat],
            "name": data["names"][seat],
            "total": total,
            "riches": data["doubloons"][seat] + data["goods"][seat],
            "tied": totals.count(total) > 1,
        }
        for seat, total in enumerate(totals)
    ]
    return sorted(results, key=itemgetter("rank"))


SHARE = Sentence(_("%(name)s (%(n)s)"), name=seat_name("key"), n="value")
PART = Sentence(_("%(reason)s %(n)s"), reason=of(vocabulary.GAINS, "key"), n="value")

SENTENCES: Table = {
    "setup": _("The match begins. Plantations on offer: %(tiles)s."),
    "role": Sentence(
        When("doubloons", _("%(name)s picks the %(role)s and gets %(doubloons)s from the card.")),
        _("%(name)s picks the %(role)s."),
    ),
    "tile": Sentence(
        When("from", _("%(name)s draws a face-down tile: %(tile)s."), equals="stack"),
        When("worker", _("%(name)s takes a tile with a worker: %(tile)s.")),
        _("%(name)s takes a tile: %(tile)s."),
    ),
    "row": Sentence(
        When("row", _("No plantations are left to lay out."), equals=[]),
        When("discarded", _("Discarded: %(discarded)s. New plantations: %(tiles)s.")),
        _("New plantations: %(tiles)s."),
    ),
    "reshuffle": Plural(
        "tiles",
        lambda n: ngettext(
            "The discard pile of %(n)s tile is shuffled into a new stack.",
            "The discard pile of %(n)s tiles is shuffled into a new stack.",
            n,
        ),
    ),
    "privilege": _("%(name)s takes one more worker as the mayor."),
    "deal": Sentence(_("New workers come ashore: %(shares)s."), shares=Each("workers", SHARE)),
    "staff": _("%(name)s puts %(workers)s on: %(place)s."),
    "done": Sentence(
        When("auto", _("%(name)s can place the workers in only one way.")),
        _("%(name)s has placed the workers."),
    ),
    "reopen": _("%(name)s starts placing workers again."),
    "placed": Sentence(
        When("san_juan", _("Workers of %(name)s: %(places)s; in San Juan %(n)s.")),
        _("Workers of %(name)s: %(places)s."),
        places=Each(
            "slots",
            Sentence(_("%(place)s %(n)s"), place="key", n="value"),
            join=lambda places: join_list(places) or "–",
        ),
        n="san_juan",
    ),
    "refill": Sentence(
        When(
            lambda data: data["got"] < data["need"],
            _("New on the worker ship: %(got)s (%(need)s needed)."),
        ),
        _("New on the worker ship: %(got)s. Left in the supply: %(supply)s."),
    ),
    "build": Sentence(
        When("worker", _("%(name)s builds with a worker: %(building)s, for %(doubloons)s.")),
        _("%(name)s builds: %(building)s, for %(doubloons)s."),
        doubloons="paid",
    ),
    "produce": Sentence(
        When("goods", _("%(name)s produces %(goods)s.")), _("%(name)s produces nothing.")
    ),
    "income": Sentence(
        When("reason", _("The factory pays %(name)s %(doubloons)s."), equals="factory"),
        _("%(name)s finds %(doubloons)s."),
    ),
    "extra": _("%(name)s gets one more barrel as the craftsman: %(good)s."),
    "sale": Sentence(
        When(
            lambda data: len(data["parts"]) > 1,
            _("%(name)s sells %(good)s for %(doubloons)s (%(parts)s)."),
        ),
        _("%(name)s sells %(good)s for %(doubloons)s."),
    ),
    "house_emptied": _("The trading house is full and empties."),
    "load": Sentence(
        When("ship", _("%(name)s ships %(n)s %(good)s from their own wharf."), equals="wharf"),
        _("%(name)s loads %(n)s %(good)s onto ship %(ship)s."),
    ),
    "store": _("%(name)s puts %(n)s %(good)s into a warehouse."),
    "stored": Sentence(
        When("returned", _("%(name)s keeps %(kept)s and returns %(returned)s.")),
        _("%(name)s keeps %(kept)s."),
    ),
    "unload": _("Ship %(ship)s is full and sails with %(n)s %(good)s."),
    "pass": By(
        "step",
        {
            "settle": _("%(name)s takes no tile."),
            "mayor_privilege": _("%(name)s takes no extra worker."),
            "craftsman_privilege": _("%(name)s takes no extra barrel."),
            "trade": _("%(name)s sells nothing."),
            "build": _("%(name)s builds nothing."),
            "load": _("%(name)s loads nothing."),
        },
    ),
    "skip": By(
        "step",
        {
            "settle": _("%(name)s cannot take a tile."),
            "mayor_privilege": _("No worker is left for the mayor, %(name)s."),
            "craftsman_privilege": _("No extra barrel is left for the craftsman, %(name)s."),
            "trade": _("%(name)s cannot sell anything."),
            "build": _("%(name)s cannot build anything."),
            "load": _("%(name)s cannot load anything."),
        },
    ),
    "round": Sentence(
        _("Round %(round)s begins. %(name)s is the governor. Doubloons on: %(roles)s."),
        name=seat_name("governor"),
        roles=Each("doubloons", Sentence(_("%(role)s %(n)s"), role="key", n="value")),
    ),
    "ending": _("The match ends after this round: %(condition)s."),
    "score": Sentence(
        When("reason", _("%(name)s gets %(points)s for shipping (%(parts)s)."), equals="chips"),
        _("%(name)s gets %(points)s: %(building)s."),
        parts=Each(_shipping_parts, PART),
        building=of(vocabulary.BUILDINGS, lambda data: data.get("building") or data["reason"]),
    ),
    "reveal": Sentence(_("Points from shipping: %(shares)s."), shares=Each("chips", SHARE)),
    "over": Sentence(
        _("The match is over: %(results)s."),
        results=Each(
            _ranked_results,
            Sentence(
                # Where points are equal, the sentence gives the tie-break.
                When("tied", _("%(rank)s. %(name)s %(points)s, doubloons and barrels %(riches)s")),
                _("%(rank)s. %(name)s %(points)s"),
                points="total",
            ),
        ),
    ),
}
PLACEHOLDERS: Placeholders = {
    "building": vocabulary.BUILDINGS,
    "condition": vocabulary.ENDINGS,
    "discarded": _count_tiles,
    "doubloons": vocabulary.doubloons,
    "good": vocabulary.GOODS,
    "goods": vocabulary.goods,
    "got": vocabulary.workers,
    "kept": vocabulary.goods,
    "parts": Each("parts", PART),
    "place": of(vocabulary.WORDS, "slot"),
    "points": of(vocabulary.points, "amount"),
    "returned": vocabulary.goods,
    "role": vocabulary.ROLES,
    "tile": of(vocabulary.PLANTATIONS, "kind"),
    "tiles": of(_count_tiles, "row"),
    "workers": of(vocabulary.workers, "n"),
}
HIGHLIGHTS: Table = {
    "build": Sentence(
        When(lambda data: vocabulary.KINDS[data["building"]] == "large", _("A large building"))
    ),
    "unload": _("A ship sails"),
    "ending": _("The last round"),
}
