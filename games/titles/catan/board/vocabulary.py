"""Names in Catan, and texts for amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise

from games.boards.translations import join_list, lazy_format

from ..rules import components as parts
from .translations import gettext as _
from .translations import gettext_lazy, ngettext

Text = str | Promise

WARES: dict[str, Text] = {
    "brick": gettext_lazy("brick"),
    "lumber": gettext_lazy("lumber"),
    "wool": gettext_lazy("wool"),
    "grain": gettext_lazy("grain"),
    "ore": gettext_lazy("ore"),
    "gold": gettext_lazy("gold"),
}
RESOURCES = tuple(WARES)[:5]

GROUNDS: dict[str, Text] = {
    "hills": gettext_lazy("hills"),
    "forest": gettext_lazy("forest"),
    "pasture": gettext_lazy("pasture"),
    "fields": gettext_lazy("fields"),
    "mountains": gettext_lazy("mountains"),
    "desert": gettext_lazy("desert"),
    "castle": gettext_lazy("castle"),
    "quarry": gettext_lazy("quarry"),
    "glassworks": gettext_lazy("glassworks"),
}
PRODUCES = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}

GOODS: dict[str, Text] = {
    "glass": gettext_lazy("glass"),
    "marble": gettext_lazy("marble"),
    "tools": gettext_lazy("tools"),
    "sand": gettext_lazy("sand"),
}

PIECES: dict[str, Text] = {
    "road": gettext_lazy("road"),
    "settlement": gettext_lazy("settlement"),
    "city": gettext_lazy("city"),
}

PIECE_EFFECTS: dict[str, Text] = {
    "road": gettext_lazy("Goes on a path. You build settlements where your roads lead."),
    "settlement": gettext_lazy(
        "Brings one card from each hex around it when that hex's number comes up."
    ),
    "city": gettext_lazy("Replaces one of your settlements. Brings two cards instead of one."),
}

CARDS: dict[str, Text] = {
    "knight": gettext_lazy("knight"),
    "road_building": gettext_lazy("road building"),
    "plenty": gettext_lazy("year of plenty"),
    "monopoly": gettext_lazy("monopoly"),
    "swift": gettext_lazy("swift journey"),
    "vp": gettext_lazy("victory point"),
    "toolmaking": gettext_lazy("toolmaking"),
    "quarrying": gettext_lazy("quarrying"),
    "glassmaking": gettext_lazy("glassmaking"),
}

# Point cards stay hidden and are never played (rules 2.4).
_POINT_CARD = gettext_lazy(
    "Worth one point at once. It stays hidden until the end and is never played."
)

NEUTRALS: dict[str, Text] = {
    key: lazy_format(gettext_lazy("neutral %(n)s"), n=number)
    for number, key in enumerate(parts.NEUTRALS, 1)
}

EVENTS: dict[str, Text] = {
    "robber_attacks": gettext_lazy("Robber attack"),
    "epidemic": gettext_lazy("Epidemic"),
    "earthquake": gettext_lazy("Earthquake"),
    "good_neighbours": gettext_lazy("Good neighbours"),
    "tournament": gettext_lazy("Tournament"),
    "calm_seas": gettext_lazy("Calm seas"),
    "plentiful_year": gettext_lazy("Plentiful year"),
    "robber_flees": gettext_lazy("The robber flees"),
    "neighbourly_assistance": gettext_lazy("Neighbourly assistance"),
    "conflict": gettext_lazy("Conflict"),
    "trade_advantage": gettext_lazy("Trade advantage"),
    "prosperity": gettext_lazy("Prosperity"),
}

EVENT_EFFECTS: dict[str, Text] = {
    "robber_attacks": lazy_format(
        gettext_lazy(
            "Its number is a %(n)s: players with too many cards discard, and the robber moves."
        ),
        n=parts.SEVEN,
    ),
    "epidemic": gettext_lazy("Cities give a single card this time, as settlements do."),
    "earthquake": gettext_lazy(
        "Everyone damages one of their own roads, and cannot build roads until it is repaired."
    ),
    "good_neighbours": gettext_lazy("Everyone gives a card of their choice to the next player."),
    "tournament": gettext_lazy(
        "The players with the most played knights take a card of their choice from the bank."
    ),
    "calm_seas": gettext_lazy(
        "The players with the most harbour buildings take a card of their choice from the bank."
    ),
    "plentiful_year": gettext_lazy("Everyone takes a card of their choice from the bank."),
    "robber_flees": gettext_lazy("The robber returns to the desert."),
    "neighbourly_assistance": gettext_lazy(
        "The players with the most public points give a card of their choice to a "
        "player with fewer."
    ),
    "conflict": gettext_lazy(
        "The holder of the Largest Army takes a random card from another player. If "
        "nobody holds it, the player alone with the most played knights does."
    ),
    "trade_advantage": gettext_lazy(
        "The holder of the Longest Road takes a random card from another player. If "
        "nobody holds it, the player alone with the most roads does."
    ),
    "prosperity": gettext_lazy("No event: only the number counts."),
}
# The scenario with wagons has neither a robber nor a Longest Road card (rules 2.7, 5.9).
TRADERS_EVENT_EFFECTS: dict[str, Text] = {
    "robber_attacks": lazy_format(
        gettext_lazy(
            "Its number is a %(n)s: players with too many cards discard, and a barbarian moves."
        ),
        n=parts.SEVEN,
    ),
    "robber_flees": gettext_lazy("This has no effect here: there is no robber."),
    "trade_advantage": gettext_lazy(
        "The player alone with the most roads takes a random card from another player."
    ),
}
TRADERS_EFFECTS: dict[str, Text] = {**EVENT_EFFECTS, **TRADERS_EVENT_EFFECTS}

# Rules 5.5, 5.8
CARD_EFFECTS: dict[str, Text] = {
    "knight": lazy_format(
        gettext_lazy(
            "Move the robber and take a card there. The player with the most played "
            "knights, at least %(n)s, holds the Largest Army (%(points)s points)."
        ),
        n=parts.ARMY_AT_LEAST,
        points=parts.SPECIAL_CARD_POINTS,
    ),
    "road_building": lazy_format(gettext_lazy("Build %(n)s roads for free."), n=parts.FREE_ROADS),
    "plenty": gettext_lazy("Take two cards of your choice from the bank."),
    "monopoly": gettext_lazy("Name a resource: everyone gives you all cards of it."),
    "swift": gettext_lazy(
        "After your wagon's first step, or once it has arrived: drive a second time "
        "with all its movement points. Points left from the first trip are lost."
    ),
    **dict.fromkeys(parts.CARDS[parts.FIRST_POINT_CARD :], _POINT_CARD),
}
BARBARIAN_KNIGHT = lazy_format(
    gettext_lazy(
        "Move a barbarian to another path. On another player's road, take a card. "
        "The player with the most played knights, at least %(n)s, holds the Largest "
        "Army (%(points)s points)."
    ),
    n=parts.ARMY_AT_LEAST,
    points=parts.SPECIAL_CARD_POINTS,
)


def event_effect(event: str, scenario: str) -> str:
    """Return the effect of an event card in this scenario."""
    return str((TRADERS_EFFECTS if scenario == "traders" else EVENT_EFFECTS)[event])


def card_effect(card: str, scenario: str) -> str:
    """Return the effect of a development card in this scenario."""
    if card == "knight" and scenario == "traders":
        return str(BARBARIAN_KNIGHT)
    return str(CARD_EFFECTS[card])


REASONS: dict[str, Text] = {
    "settlements": gettext_lazy("settlements"),
    "cities": gettext_lazy("cities"),
    "largest_army": gettext_lazy("Largest Army"),
    "longest_road": gettext_lazy("Longest Road"),
    "deliveries": gettext_lazy("deliveries"),
    "train": gettext_lazy("best wagon"),
    "harbourmaster": gettext_lazy("Harbourmaster"),
    "vp_cards": gettext_lazy("point cards"),
}

SPECIAL_CARDS: dict[str, Text] = {
    "largest_army": lazy_format(
        gettext_lazy(
            "The first player with %(n)s played knights, then any player with more than the holder."
        ),
        n=parts.ARMY_AT_LEAST,
    ),
    "longest_road": lazy_format(
        gettext_lazy(
            "Base game only: the first player with an unbroken line of %(n)s roads, "
            "then any player with a longer one."
        ),
        n=parts.ROAD_AT_LEAST,
    ),
    "harbourmaster": lazy_format(
        gettext_lazy(
            "With this option only: the first player with %(n)s harbour points "
            "(settlements on a harbour count once, cities twice), then any player "
            "with more than the holder."
        ),
        n=parts.HARBOUR_POINTS_AT_LEAST,
    ),
}

# Words for verbs and phases in refusals
VERBS: dict[str, Text] = {
    "settlement": gettext_lazy("building a settlement"),
    "city": gettext_lazy("building a city"),
    "road": gettext_lazy("building a road"),
    "roll": gettext_lazy("rolling the dice"),
    "event": gettext_lazy("turning over an event card"),
    "play": gettext_lazy("playing a development card"),
    "discard": gettext_lazy("discarding"),
    "robber": gettext_lazy("moving the robber"),
    "steal": gettext_lazy("taking a card from a player"),
    "barbarian": gettext_lazy("moving a barbarian"),
    "buy": gettext_lazy("buying a development card"),
    "upgrade": gettext_lazy("upgrading the wagon"),
    "repair": gettext_lazy("repairing a road"),
    "bank": gettext_lazy("trading with the bank"),
    "purchase": gettext_lazy("buying with gold"),
    "offer": gettext_lazy("making an offer"),
    "give": gettext_lazy("choosing what you give"),
    "want": gettext_lazy("choosing what you want"),
    "propose": gettext_lazy("proposing the trade"),
    "cancel": gettext_lazy("withdrawing the offer"),
    "accept": gettext_lazy("accepting"),
    "decline": gettext_lazy("declining"),
    "trade": gettext_lazy("completing a trade"),
    "travel": gettext_lazy("sending the wagon off"),
    "go": gettext_lazy("driving on"),
    "grain": gettext_lazy("feeding grain"),
    "drive": gettext_lazy("driving a barbarian off"),
    "banish": gettext_lazy("sending the barbarian away"),
    "take": gettext_lazy("taking a card from the bank"),
    "gift": gettext_lazy("giving a card to the next player"),
    "aid": gettext_lazy("helping a player with a card"),
    "rob": gettext_lazy("taking a card from a player"),
    "quake": gettext_lazy("damaging a road"),
    "neutral": gettext_lazy("building for a neutral"),
    "token": gettext_lazy("paying trade tokens"),
    "return": gettext_lazy("giving two cards back"),
    "retire": gettext_lazy("retiring a knight"),
    "end": gettext_lazy("ending the turn"),
}
PHASES: dict[str, Text] = {
    **VERBS,
    "founding": gettext_lazy("set-up"),
    "start": gettext_lazy("the start of a turn"),
    "main": gettext_lazy("building and trading"),
    "free_roads": gettext_lazy("free roads"),
    "answers": gettext_lazy("the answers to an offer"),
    "wagon": gettext_lazy("the trip of the wagon"),
}
# Names that players use, each the same everywhere. English words with several meanings in a
# sentence are left out: card, point, turn, number, good, token, seat, play, supply.
NAMES: dict[str, Text] = {
    **WARES,
    **GROUNDS,
    **GOODS,
    **PIECES,
    **CARDS,
    **EVENTS,
    "largest_army": REASONS["largest_army"],
    "longest_road": REASONS["longest_road"],
    "harbourmaster": REASONS["harbourmaster"],
    "special_card": gettext_lazy("special card"),
    "development_card": gettext_lazy("development card"),
    "event_card": gettext_lazy("event card"),
    "resource": gettext_lazy("resource"),
    "hex": gettext_lazy("hex"),
    "goal_hex": gettext_lazy("goal hex"),
    "plaza": gettext_lazy("plaza"),
    "intersection": gettext_lazy("intersection"),
    "path": gettext_lazy("path"),
    "coast": gettext_lazy("coast"),
    "harbour": gettext_lazy("harbour"),
    "bank": gettext_lazy("bank"),
    "robber": gettext_lazy("robber"),
    "friendly_robber": gettext_lazy("Friendly robber"),
    "barbarian": gettext_lazy("barbarian"),
    "wagon": gettext_lazy("wagon"),
    "level": gettext_lazy("level"),
    "trip": gettext_lazy("trip"),
    "toll": gettext_lazy("toll"),
    "delivery": gettext_lazy("delivery"),
    "movement_point": gettext_lazy("movement point"),
    "number_token": gettext_lazy("number token"),
    "commodity_token": gettext_lazy("goods token"),
    "trade_token": gettext_lazy("trade token"),
    "neutral": gettext_lazy("neutral"),
    "founding": PHASES["founding"],
    "offer": gettext_lazy("offer"),
}
REASON_WORDS: dict[str, Text] = {**WARES, **CARDS, **PIECES, **NEUTRALS}

WORDS: dict[str, Text] = {
    "catan": gettext_lazy("Catan"),
    **REASONS,
    **{f"verb:{word}": text for word, text in VERBS.items()},
    **{f"phase:{word}": text for word, text in PHASES.items()},
    "option:scenario": gettext_lazy("Scenario"),
    "choice:scenario:base": gettext_lazy("Base game"),
    "choice:scenario:traders": gettext_lazy("Traders & Barbarians"),
    "help:scenario": lazy_format(
        gettext_lazy(
            "Base game: the first to %(base)s points wins. Traders & Barbarians: "
            "wagons carry goods between castle, quarry and glassworks past "
            "barbarians, and the first to %(traders)s points wins."
        ),
        **parts.TARGET,
    ),
    "option:friendly_robber": gettext_lazy("Friendly robber"),
    "choice:friendly_robber:off": gettext_lazy("off"),
    "choice:friendly_robber:on": gettext_lazy("on"),
    "help:friendly_robber": lazy_format(
        gettext_lazy(
            "The robber spares players with at most %(base)s points. With Traders & "
            "Barbarians, barbarians spare the roads of players with at most "
            "%(traders)s."
        ),
        **parts.PROTECTED_UP_TO,
    ),
    "option:events": gettext_lazy("Event cards"),
    "choice:events:off": gettext_lazy("off: dice"),
    "choice:events:on": gettext_lazy("on: cards"),
    "help:events": gettext_lazy("A deck of event cards replaces the dice."),
    "option:harbourmaster": gettext_lazy("Harbourmaster"),
    "choice:harbourmaster:off": gettext_lazy("off"),
    "choice:harbourmaster:on": gettext_lazy("on"),
    "help:harbourmaster": lazy_format(
        gettext_lazy(
            "%(points)s points for the most harbour points, at least %(n)s. You "
            "need one more point to win."
        ),
        points=parts.SPECIAL_CARD_POINTS,
        n=parts.HARBOUR_POINTS_AT_LEAST,
    ),
}


def _cost_by_name(cost: parts.Cost) -> dict[str, int]:
    return {parts.RESOURCES[kind]: n for kind, n in cost}


COSTS: dict[str, dict[str, int]] = {
    "road": _cost_by_name(parts.ROAD_COST),
    "settlement": _cost_by_name(parts.SETTLEMENT_COST),
    "city": _cost_by_name(parts.CITY_COST),
    "card": _cost_by_name(parts.CARD_COST),
}
# What a seat builds or buys, in the order of the build list
BUILDS: dict[str, Text] = {
    **PIECES,
    "card": NAMES["development_card"],
    "upgrade": gettext_lazy("wagon upgrade"),
    "repair": gettext_lazy("road repair"),
}
WAGON_COSTS: dict[int, dict[str, int]] = {
    level: _cost_by_name(cost) for level, cost in enumerate(parts.UPGRADE_COST) if cost
}


def wares(amounts: Mapping[str, int]) -> str:
    """Return amounts of resources and gold in one line; a dash if there are none."""
    parts = [
        _("%(n)s %(ware)s") % {"n": n, "ware": WARES[ware]} for ware, n in amounts.items() if n
    ]
    return join_list(parts) or "–"


def counted_wares(items: Sequence[str]) -> str:
    """Return a list of resources in one line, with equal ones counted: "2 ore"."""
    amounts: dict[str, int] = {}
    for item in items:
        amounts[item] = amounts.get(item, 0) + 1
    return wares(amounts)


def cards_text(amounts: Mapping[str, int]) -> str:
    """Return counts of development cards in one line."""
    parts = [
        _("%(n)s × %(card)s") % {"n": n, "card": CARDS[card]} for card, n in amounts.items() if n
    ]
    return join_list(parts) or "–"


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def movement(n: int) -> str:
    return ngettext("%(n)s movement point", "%(n)s movement points", n) % {"n": n}


def gold(n: int) -> str:
    return _("%(n)s gold") % {"n": n}


def tokens(n: int) -> str:
    return ngettext("%(n)s trade token", "%(n)s trade tokens", n) % {"n": n}


def card_count(n: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", n) % {"n": n}


def owner(who: int | str | None, names: Sequence[str]) -> str:
    """Return the name of a seat or a neutral."""
    if who is None:
        return _("nobody")
    return names[who] if isinstance(who, int) else str(NEUTRALS[who])
