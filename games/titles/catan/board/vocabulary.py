"""Names in Catan, and texts for amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from games.boards.translations import capitalize_first, join_list, words
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.view import Player
from .translations import gettext, ngettext, ngettext_lazy
from .translations import gettext_lazy as _

WARES: dict[str, Text] = words(_("brick"), _("lumber"), _("wool"), _("grain"), _("ore"), _("gold"))

GROUNDS: dict[str, Text] = {
    **words(_("hills"), _("forest"), _("pasture"), _("fields"), _("mountains"), _("desert")),
    **words(_("castle"), _("quarry"), _("glassworks")),
}
PRODUCES = {ground: parts.RESOURCES[ware] for ground, ware in parts.TERRAIN_RESOURCE.items()}

GOODS: dict[str, Text] = words(_("glass"), _("marble"), _("tools"), _("sand"))

PIECES: dict[str, Text] = words(_("road"), _("settlement"), _("city"))

PIECE_EFFECTS: dict[str, Text] = {
    "road": _("Goes on a path. You build settlements where your roads lead."),
    "settlement": _("Brings one card from each hex around it when that hex's number comes up."),
    "city": _("Replaces one of your settlements. Brings two cards instead of one."),
}

CARDS: dict[str, Text] = {
    **words(_("knight"), _("road building")),
    "plenty": _("year of plenty"),
    "monopoly": _("monopoly"),
    "swift": _("swift journey"),
    "vp": _("victory point"),
    **words(_("toolmaking"), _("quarrying"), _("glassmaking")),
}

# Point cards stay hidden and are never played (rules 2.4).
_POINT_CARD = _("Worth one point at once. It stays hidden until the end and is never played.")

NEUTRALS: dict[str, Text] = {
    key: _("neutral %(n)s", n=number) for number, key in enumerate(parts.NEUTRALS, 1)
}

EVENTS: dict[str, Text] = {
    "robber_attacks": _("Robber attack"),
    **words(_("Epidemic"), _("Earthquake"), _("Good neighbours"), _("Tournament"), _("Calm seas")),
    **words(_("Plentiful year")),
    "robber_flees": _("The robber flees"),
    **words(_("Neighbourly assistance"), _("Conflict"), _("Trade advantage"), _("Prosperity")),
}

EVENT_EFFECTS: dict[str, Text] = {
    "robber_attacks": _(
        "Its number is a %(n)s: players with too many cards discard, and the robber moves.",
        n=parts.SEVEN,
    ),
    "epidemic": _("Cities give a single card this time, as settlements do."),
    "earthquake": _(
        "Everyone damages one of their own roads, and cannot build roads until it is repaired."
    ),
    "good_neighbours": _("Everyone gives a card of their choice to the next player."),
    "tournament": _(
        "The players with the most played knights take a card of their choice from the bank."
    ),
    "calm_seas": _(
        "The players with the most harbour buildings take a card of their choice from the bank."
    ),
    "plentiful_year": _("Everyone takes a card of their choice from the bank."),
    "robber_flees": _("The robber returns to the desert."),
    "neighbourly_assistance": _(
        "The players with the most public points give a card of their choice to a player with "
        "fewer."
    ),
    "conflict": _(
        "The holder of the Largest Army takes a random card from another player. If nobody holds "
        "it, the player alone with the most played knights does."
    ),
    "trade_advantage": _(
        "The holder of the Longest Road takes a random card from another player. If nobody holds "
        "it, the player alone with the most roads does."
    ),
    "prosperity": _("No event: only the number counts."),
}
# The scenario with wagons has neither a robber nor a Longest Road card (rules 2.7, 5.9).
TRADERS_EVENT_EFFECTS: dict[str, Text] = {
    "robber_attacks": _(
        "Its number is a %(n)s: players with too many cards discard, and a barbarian moves.",
        n=parts.SEVEN,
    ),
    "robber_flees": _("This has no effect here: there is no robber."),
    "trade_advantage": _(
        "The player alone with the most roads takes a random card from another player."
    ),
}

# Rules 5.5, 5.8
CARD_EFFECTS: dict[str, Text] = {
    "knight": _(
        "Move the robber and take a card there. The player with the most played knights, at least "
        "%(n)s, holds the Largest Army (%(points)s points).",
        n=parts.ARMY_AT_LEAST,
        points=parts.SPECIAL_CARD_POINTS,
    ),
    "road_building": _("Build %(n)s roads for free.", n=parts.FREE_ROADS),
    "plenty": _("Take two cards of your choice from the bank."),
    "monopoly": _("Name a resource: everyone gives you all cards of it."),
    "swift": _(
        "After your wagon's first step, or once it has arrived: drive a second time with all its "
        "movement points. Points left from the first trip are lost."
    ),
    **dict.fromkeys(parts.CARDS[parts.FIRST_POINT_CARD :], _POINT_CARD),
}
BARBARIAN_KNIGHT = _(
    "Move a barbarian to another path. On another player's road, take a card. The player with the "
    "most played knights, at least %(n)s, holds the Largest Army (%(points)s points).",
    n=parts.ARMY_AT_LEAST,
    points=parts.SPECIAL_CARD_POINTS,
)


def event_effect(event: str, scenario: str) -> str:
    """Return the effect of an event card in this scenario."""
    own = TRADERS_EVENT_EFFECTS if scenario == "traders" else {}
    return str(own.get(event) or EVENT_EFFECTS[event])


def card_effect(card: str, scenario: str) -> str:
    """Return the effect of a development card in this scenario."""
    if card == "knight" and scenario == "traders":
        return str(BARBARIAN_KNIGHT)
    return str(CARD_EFFECTS[card])


REASONS: dict[str, Text] = {
    **words(_("settlements"), _("cities"), _("Largest Army"), _("Longest Road"), _("deliveries")),
    "train": _("best wagon"),
    "harbourmaster": _("Harbourmaster"),
    "vp_cards": _("point cards"),
}

SPECIAL_CARDS: dict[str, Text] = {
    "largest_army": _(
        "The first player with %(n)s played knights, then any player with more than the holder.",
        n=parts.ARMY_AT_LEAST,
    ),
    "longest_road": _(
        "Base game only: the first player with an unbroken line of %(n)s roads, then any player "
        "with a longer one.",
        n=parts.ROAD_AT_LEAST,
    ),
    "harbourmaster": _(
        "With this option only: the first player with %(n)s harbour points (settlements on a "
        "harbour count once, cities twice), then any player with more than the holder.",
        n=parts.HARBOUR_POINTS_AT_LEAST,
    ),
}

# Words for verbs and phases in refusals
VERBS: dict[str, Text] = {
    "settlement": _("building a settlement"),
    "city": _("building a city"),
    "road": _("building a road"),
    "roll": _("rolling the dice"),
    "event": _("turning over an event card"),
    "play": _("playing a development card"),
    "discard": _("discarding"),
    "robber": _("moving the robber"),
    "steal": _("taking a card from a player"),
    "barbarian": _("moving a barbarian"),
    "buy": _("buying a development card"),
    "upgrade": _("upgrading the wagon"),
    "repair": _("repairing a road"),
    "bank": _("trading with the bank"),
    "purchase": _("buying with gold"),
    "offer": _("making an offer"),
    "give": _("choosing what you give"),
    "want": _("choosing what you want"),
    "propose": _("proposing the trade"),
    "cancel": _("withdrawing the offer"),
    "accept": _("accepting"),
    "decline": _("declining"),
    "trade": _("completing a trade"),
    "travel": _("sending the wagon off"),
    "go": _("driving on"),
    "grain": _("feeding grain"),
    "drive": _("driving a barbarian off"),
    "banish": _("sending the barbarian away"),
    "take": _("taking a card from the bank"),
    "gift": _("giving a card to the next player"),
    "aid": _("helping a player with a card"),
    "rob": _("taking a card from a player"),
    "quake": _("damaging a road"),
    "neutral": _("building for a neutral"),
    "token": _("paying trade tokens"),
    "return": _("giving two cards back"),
    "retire": _("retiring a knight"),
    "end": _("ending the turn"),
}
PHASES: dict[str, Text] = {
    **VERBS,
    "founding": _("set-up"),
    "start": _("the start of a turn"),
    "main": _("building and trading"),
    "free_roads": _("free roads"),
    "answers": _("the answers to an offer"),
    "wagon": _("the trip of the wagon"),
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
    **{card: REASONS[card] for card in SPECIAL_CARDS},
    **words(_("special card"), _("development card"), _("event card"), _("resource"), _("hex")),
    **words(_("goal hex"), _("plaza"), _("intersection"), _("path"), _("coast"), _("harbour")),
    **words(_("bank"), _("robber"), _("Friendly robber"), _("barbarian"), _("wagon"), _("level")),
    **words(_("trip"), _("toll"), _("delivery"), _("movement point"), _("number token")),
    "commodity_token": _("goods token"),
    **words(_("trade token"), _("neutral")),
    "founding": PHASES["founding"],
    "offer": _("offer"),
}
REASON_WORDS: dict[str, Text] = {**WARES, **CARDS, **PIECES, **NEUTRALS}

WORDS: dict[str, Text] = {
    "catan": _("Catan"),
    **REASONS,
    **{f"verb:{word}": text for word, text in VERBS.items()},
    **{f"phase:{word}": text for word, text in PHASES.items()},
    "option:scenario": _("Scenario"),
    "choice:scenario:base": _("Base game"),
    "choice:scenario:traders": _("Traders & Barbarians"),
    "help:scenario": _(
        "Base game: the first to %(base)s points wins. Traders & Barbarians: wagons carry goods "
        "between castle, quarry and glassworks past barbarians, and the first to %(traders)s "
        "points wins.",
        **parts.TARGET,
    ),
    "option:friendly_robber": _("Friendly robber"),
    "choice:friendly_robber:off": _("off"),
    "choice:friendly_robber:on": _("on"),
    "help:friendly_robber": _(
        "The robber spares players with at most %(base)s points. With Traders & Barbarians, "
        "barbarians spare the roads of players with at most %(traders)s.",
        **parts.PROTECTED_UP_TO,
    ),
    "option:events": _("Event cards"),
    "choice:events:off": _("off: dice"),
    "choice:events:on": _("on: cards"),
    "help:events": _("A deck of event cards replaces the dice."),
    "option:harbourmaster": _("Harbourmaster"),
    "choice:harbourmaster:off": _("off"),
    "choice:harbourmaster:on": _("on"),
    "help:harbourmaster": _(
        "%(points)s points for the most harbour points, at least %(n)s. You need one more point "
        "to win.",
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
    "upgrade": _("wagon upgrade"),
    "repair": _("road repair"),
}
WAGON_COSTS: dict[int, dict[str, int]] = {
    level: _cost_by_name(cost) for level, cost in enumerate(parts.UPGRADE_COST) if cost
}


def _counts_text(
    form: str, placeholder: str, names: Mapping[str, Text], counts: Mapping[str, int]
) -> str:
    """The counts that are not 0 in one line; a dash if there are none."""
    found = (form % {"n": n, placeholder: names[key]} for key, n in counts.items() if n)
    return join_list(found) or "–"


def wares(amounts: Mapping[str, int]) -> str:
    """Return amounts of resources and gold in one line; a dash if there are none."""
    return _counts_text(gettext("%(n)s %(ware)s"), "ware", WARES, amounts)


def counted_wares(items: Sequence[str]) -> str:
    """Return a list of resources in one line, with equal ones counted: "2 ore"."""
    return wares(Counter(items))


def cards_text(amounts: Mapping[str, int]) -> str:
    """Return counts of development cards in one line; a dash if there are none."""
    return _counts_text(gettext("%(n)s × %(card)s"), "card", CARDS, amounts)


points = ngettext_lazy("%(n)s point", "%(n)s points")
movement = ngettext_lazy("%(n)s movement point", "%(n)s movement points")


def gold(n: int) -> str:
    return gettext("%(n)s gold") % {"n": n}


tokens = ngettext_lazy("%(n)s trade token", "%(n)s trade tokens")
card_count = ngettext_lazy("%(n)s card", "%(n)s cards")


def owner(who: int | str | None, names: Sequence[str]) -> str:
    """Return the name of a seat or a neutral."""
    if who is None:
        return gettext("nobody")
    return names[who] if isinstance(who, int) else str(NEUTRALS[who])


def pieces_left(player: Player) -> str:
    """Return how many pieces a seat has left, in one line."""
    return gettext("roads %(roads)s, settlements %(settlements)s, cities %(cities)s") % {
        "roads": player["roads_left"],
        "settlements": player["settlements_left"],
        "cities": player["cities_left"],
    }


def harbour_rates(rates: Mapping[str, int]) -> str:
    """Return the rates with the bank that are better than without a harbour, "" for none."""
    return join_list(
        f"{capitalize_first(WARES[ware])} {rate}:1"
        for ware, rate in rates.items()
        if rate < parts.RATES["bank"]
    )


def goods_text(goods: Iterable[tuple[str, object, object]]) -> str:
    """Return the names of goods that begin these rows, in one line."""
    return join_list(GOODS[good] for good, *_more in goods)


ANSWERS: dict[str, Text] = {
    "asked": _("thinking"),
    "accepted": _("accepts"),
    "declined": _("declines"),
}
#: What templates look up besides names; `%k` of `picked` is for the script to fill in.
TEMPLATE_WORDS: dict[str, Mapping[str, Text] | Callable[..., str]] = {
    "answers": ANSWERS,
    "builds": BUILDS,
    "card_effect": card_effect,
    "cards": cards_text,
    "discard": lambda n: (
        ngettext("A %(seven)s: discard %(n)s card", "A %(seven)s: discard %(n)s cards", n)
        % {"seven": parts.SEVEN, "n": n}
    ),
    "event_cards": ngettext_lazy("%(n)s card until the new year", "%(n)s cards until the new year"),
    "event_effect": event_effect,
    "give_back": ngettext_lazy("Give %(n)s card back", "Give %(n)s cards back"),
    "goods": goods_text,
    "list": join_list,
    "picked": lambda n: (
        ngettext("%(k)s of %(n)s card", "%(k)s of %(n)s cards", n) % {"k": "%k", "n": n}
    ),
    "places": ngettext_lazy("%(n)s place", "%(n)s places"),
    "wares": wares,
}
