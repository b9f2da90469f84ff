"""The log of Orléans: sentences and highlights by kind of event."""

from __future__ import annotations

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

from ..rules.components import CENSUS_COINS, HARVEST, HARVEST_FINE, ROUNDS
from ..rules.state import CENSUS
from ..rules.view import Hourglass
from . import component_data, move_labels, vocabulary
from .translations import gettext, ngettext
from .translations import gettext_lazy as _


def _event_text(name: str, letter: str, value: int) -> str:
    return component_data.event_text(Hourglass(name=name, letter=letter, value=value))


def _tiles_by_place(plan: Fields) -> dict[str, list[str]]:
    """A seat's new followers and technology tiles, in words."""
    placed: dict[str, list[str]] = {}
    for tile, place, _slot in plan["placed"]:
        placed.setdefault(place, []).append(str(vocabulary.TILES[tile]))
    for place, _slot in plan["technology"]:
        placed.setdefault(place, []).append(gettext("technology"))
    return placed


def _citizen_source(data: Fields) -> str:
    return str(data["from"]).split(":")[0]


def _is_from_deed(data: Fields) -> bool:
    return _citizen_source(data) in vocabulary.DEEDS


def _is_covered(data: Fields) -> bool:
    """Whether the sentence of another event says it: of the census, of `pay`, of a moved good."""
    if data["key"] == "goods":
        return True
    is_fine = (data["reason"], data["amount"]) == (HARVEST, -HARVEST_FINE)
    return data["key"] == "coins" and (data["reason"] == CENSUS or is_fine)


ROUTE = Sentence(
    When(
        lambda data: data["merchant"] != data["seat"],
        _("%(name)s moves %(owner)s's merchant by %(kind)s from %(origin)s to %(town)s"),
    ),
    _("%(name)s travels by %(kind)s from %(origin)s to %(town)s"),
    origin=of(vocabulary.TOWNS, "from"),
    town="to",
)
PLAN = Each(
    _tiles_by_place,
    Sentence(_("%(place)s (%(tiles)s)"), place="key", tiles=of(vocabulary.join_or_dash, "value")),
)

SENTENCES: Table = {
    # the round
    "round": Sentence(
        _("Round %(round)s begins, %(name)s starts. %(event)s: %(effect)s"), name=seat_name("start")
    ),
    "census": Sentence(
        When(
            "last", _("Census: %(leader)s leads the farmer track and gets %(coins)s."), equals=None
        ),
        When(
            "leader",
            _("Census: %(last)s is last on the farmer track and must pay %(coins)s."),
            equals=None,
        ),
        _(
            "Census: %(leader)s leads the farmer track and gets %(coins)s, %(last)s "
            "is last and must pay as much."
        ),
        coins=of(lambda _leader: vocabulary.coins(CENSUS_COINS), "leader"),
    ),
    "end": Sentence(
        _("The match is over: %(results)s."),
        results=Each(
            "totals", Sentence(_("%(name)s %(points)s"), name=seat_name("key"), points="value")
        ),
    ),
    # followers and plans
    "tower": _("%(name)s's followers come back from the gunpowder tower: %(tiles)s."),
    "draw": _("%(name)s draws from the bag: %(tiles)s."),
    "recall": _("%(name)s takes a follower back from a place: %(follower)s (%(place)s)."),
    "done": Sentence(
        When("phase", _("%(name)s has finished planning."), equals="planning"),
        _("%(name)s stops drawing followers."),
    ),
    "place": Sentence(
        _("%(name)s plans: %(follower)s → %(place)s."),
        follower=of(move_labels.follower_on_slot_text, "tile", "slot"),
    ),
    "plans": Sentence(
        When("plans", _("The plans are revealed. %(plans)s.")),
        _("Everyone has finished planning, and nobody has placed anything."),
    ),
    # actions
    "act": Sentence(
        When(
            "place",
            _("%(name)s uses the church, and with it %(host)s's place tile: %(used)s."),
            equals="church",
        ),
        _("%(name)s uses: %(place)s."),
        host=seat_name(lambda data: data["args"][0]),
        used=of(vocabulary.PLACES, lambda data: data["args"][1]),
    ),
    "return": _("Back into %(name)s's bag: %(tiles)s."),
    "settle": Sentence(
        When(
            lambda data: data["settled"][0] == "none",
            _("%(name)s settles no follower; back into the bag: %(back)s."),
        ),
        When("back", _("%(name)s settles: %(follower)s → %(place)s; back into the bag: %(back)s.")),
        _("%(name)s settles: %(follower)s → %(place)s."),
        follower=of(
            lambda settled: move_labels.follower_on_slot_text(settled[0], settled[2]), "settled"
        ),
        place=of(vocabulary.PLACES, lambda data: data["settled"][1]),
    ),
    "pass": Sentence(
        When("auto", _("%(name)s cannot use any place and passes.")),
        _("%(name)s passes for this round."),
    ),
    "tech": Sentence(
        _("%(name)s lays technology in place of a %(slot)s: %(place)s."), slot=vocabulary.SLOTS
    ),
    "keep": _("%(name)s keeps a technology tile for later."),
    "deed": Sentence(
        When("full", _("%(name)s sends a follower and completes a deed: %(follower)s → %(deed)s.")),
        _("%(name)s sends a follower to a deed: %(follower)s → %(deed)s."),
    ),
    "bathhouse": _("%(name)s draws in the bathhouse: %(tiles)s."),
    "bread": Sentence(_("%(name)s bakes bread from %(n)s grain."), n="amount"),
    "spend": _("%(name)s pays one %(good)s."),
    "workshop": _("%(name)s moves technology from %(origin)s to %(place)s."),
    # gains
    "follower": Sentence(
        _("%(name)s takes a new follower into the bag: %(follower)s."),
        follower=of(vocabulary.TYPES, "type"),
    ),
    "track": _("%(name)s advances to space %(space)s (%(track)s)."),
    "good": _("%(name)s gets one %(good)s."),
    "tile": Sentence(
        _("%(name)s takes a place tile: %(tile)s."), tile=of(vocabulary.PLACES, "place")
    ),
    "technology": Sentence(
        When("kind", _("%(name)s gets a technology tile for farmer slots."), equals="first"),
        _("%(name)s gets a technology tile."),
    ),
    "citizen": Sentence(
        When(_is_from_deed, _("%(name)s takes the citizen of a deed: %(deed)s.")),
        By(
            _citizen_source,
            {
                "development": _("%(name)s takes a citizen from the development track."),
                "knight": _("%(name)s takes the citizen of the knight track."),
                "boatman": _("%(name)s takes the citizen of the boatman track."),
                "stations": _("%(name)s takes the citizen for the most trading stations."),
            },
        ),
        deed=of(vocabulary.DEEDS, _citizen_source),
    ),
    "develop": Sentence(
        When("skipping", _("%(name)s jumps on the development track from %(before)s to %(now)s.")),
        _("%(name)s develops from space %(before)s to %(now)s."),
        before="from",
        now="to",
    ),
    "move": Sentence(
        When("good", _("%(route)s."), equals="none"),
        _("%(route)s and takes %(good)s."),
        route=ROUTE,
    ),
    "station": Sentence(
        When(
            "town",
            _("%(name)s builds a trading station on the country road."),
            equals="country_road",
        ),
        _("%(name)s builds a trading station in %(town)s."),
    ),
    # events of the hourglass, and torture
    "taxes": "",  # payments and debts have their own events
    "plague": Sentence(
        When("lost", _("The plague takes a follower from %(name)s: %(follower)s.")),
        _("The plague spares %(name)s, who drew: %(follower)s."),
    ),
    "pay": _("%(name)s pays %(coins)s for missing food."),
    "feed": _("%(name)s hands in food: %(good)s."),
    "shield": _("The sacristy protects %(name)s: %(event)s has no effect."),
    "suffer": _("%(name)s does not use the sacristy: %(event)s."),
    "debt": Plural(
        "missing",
        lambda n: ngettext(
            "%(name)s is %(n)s coin short (%(reason)s) and must give something up.",
            "%(name)s is %(n)s coins short (%(reason)s) and must give up something for each.",
            n,
        ),
    ),
    "void": _("%(name)s has nothing left to give up. The rest is forgiven."),
    "torture": _("%(name)s gives up %(thing)s."),
    # points
    "score": Sentence(
        When(_is_covered, ""),
        When(
            "key",
            Sentence(
                When(lambda data: data["amount"] > 0, _("%(name)s gets %(coins)s (%(reason)s).")),
                _("%(name)s pays %(coins)s (%(reason)s)."),
            ),
            equals="coins",
        ),
        When(lambda data: data["amount"] > 0, _("%(name)s gains %(points)s (%(what)s).")),
        _("%(name)s loses %(points)s (%(what)s)."),
        coins=of(lambda n: vocabulary.coins(abs(n)), "amount"),
        points=of(lambda n: vocabulary.points(abs(n)), "amount"),
    ),
}
PLACEHOLDERS: Placeholders = {
    "back": vocabulary.tiles,
    "coins": vocabulary.coins,
    "deed": vocabulary.DEEDS,
    "effect": of(_event_text, "event", "letter", "value"),
    "event": vocabulary.EVENTS,
    "follower": of(vocabulary.TILES, "tile"),
    "good": vocabulary.GOODS,
    "kind": vocabulary.KINDS,
    "last": seat_name("last"),
    "leader": seat_name("leader"),
    "origin": of(vocabulary.PLACES, "from"),
    "owner": seat_name("merchant"),
    "place": vocabulary.PLACES,
    "plans": Each(
        "plans", Sentence(_("%(name)s: %(plan)s"), name=seat_name("seat"), plan=PLAN), "; ".join
    ),
    "points": vocabulary.points,
    "reason": vocabulary.reason,
    "space": "to",
    "thing": of(move_labels.loss_text, "what", "which"),
    "tiles": vocabulary.tiles,
    "town": vocabulary.TOWNS,
    "track": vocabulary.TRACKS,
    "what": of(vocabulary.BREAKDOWN, "key"),
}
HIGHLIGHTS: Table = {
    "citizen": Sentence(When(_is_from_deed, _("Deed complete"))),
    "round": Sentence(When("round", _("The last round"), equals=ROUNDS)),
}
