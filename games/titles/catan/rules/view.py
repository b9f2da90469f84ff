"""What each seat and spectators may see (rules 9); no other module decides that.

`View` is the shape of the data. Places are names; resources and other things have the words of
moves. Seats are numbers, and owners are a seat number or the name of a neutral (`n1`, `n2`).
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from games.rules.primitives.bitsets import members

from . import robber, scoring, wagon
from .components import (
    CARDS,
    CITIES_EACH,
    DELIVERY_GOLD,
    DESTINATION,
    DRIVE_OFF_FACES,
    EVENTS_BEFORE_NEW_YEAR,
    FIRST_POINT_CARD,
    GOALS,
    GOODS,
    LAST_ROUND,
    MOVEMENT,
    NEUTRALS,
    OFFERS_PER_TURN,
    PURCHASES_PER_TURN,
    RESOURCES,
    ROADS_EACH,
    SETTLEMENTS_EACH,
)
from .state import State
from .tokens import supply
from .trade import ACCEPTED, ASKED, DECLINED, wares_by_name

ANSWERS = {ASKED: "asked", ACCEPTED: "accepted", DECLINED: "declined"}

Amounts = dict[str, int]  # by resource, ware, card or key of the score

# The island


class Hex(TypedDict):
    """A hex with its terrain and number."""

    at: str
    terrain: str  # or the goal: castle, quarry, glassworks
    number: int | None
    pips: int


class Harbour(TypedDict):
    """A harbour on its path."""

    path: str
    spots: list[str]  # the two intersections that it serves
    type: str  # a resource, or any


class Goal(TypedDict):
    """A goal hex (traders)."""

    plaza: str
    left: int  # tokens left in its stack
    accepts: list[str]  # goods that are delivered here


class Building(TypedDict):
    """A settlement or a city."""

    at: str
    owner: int | str
    piece: str


class Road(TypedDict):
    """A road."""

    at: str
    owner: int | str
    damaged: bool


class Island(TypedDict):
    """The board and everything on it, which all may see."""

    hexes: list[Hex]  # in reading order
    harbours: list[Harbour]
    robber: str | None  # its hex; None in traders
    barbarians: list[str]  # their paths; empty in the base game
    goals: dict[str, Goal]  # by castle, quarry, glassworks; empty in the base game
    buildings: list[Building]
    roads: list[Road]


# The seats


class Wagon(TypedDict):
    """A wagon with the effects of its level (rules 2.6)."""

    at: str | None  # None before it is placed
    level: int
    movement: int  # movement points of a trip
    delivery_gold: int
    drives_off: list[int]  # faces of the die that drive a barbarian off
    load: str | None
    destination: str | None  # the goal that accepts the load


class Player(TypedDict):
    """What everybody may know about a seat."""

    seat: int
    points: int  # public points; when the match is over, all points
    breakdown: Amounts
    cards: int  # number of resource cards in hand
    development: int  # number of unplayed development cards
    new_development: int  # number of these that were bought this turn
    played: Amounts
    knights: int  # played knights
    largest_army: bool
    roads_left: int
    settlements_left: int
    cities_left: int
    harbour_points: int
    harbourmaster: bool
    rates: Amounts  # cards of each kind that the bank takes for one
    protected: bool  # by the friendly robber
    point_cards: NotRequired[Amounts]  # when the match is over
    # traders
    gold: NotRequired[int]
    wagon: NotRequired[Wagon]
    delivered: NotRequired[int]
    # base game
    longest_road: NotRequired[bool]
    road_length: NotRequired[int]
    # two seats
    tokens: NotRequired[int]


class Neutral(TypedDict):
    """A neutral of the game for two."""

    name: str
    roads_left: int
    settlements_left: int
    longest_road: bool
    road_length: int


class Own(TypedDict):
    """What only this seat knows: its cards, and its points with hidden point cards."""

    hand: Amounts
    cards: Amounts  # unplayed development cards
    new_cards: Amounts  # those of them that were bought this turn
    points: int
    hidden_points: int  # point cards that are not revealed yet


# The turn and its phases


class EventCard(TypedDict):
    """The event card that was revealed last."""

    event: str
    number: int


class EventDeck(TypedDict):
    """The event deck; both fields are None without the option `events`."""

    event: EventCard | None
    events_left: int | None  # cards before the New Year


class Limits(TypedDict):
    """What the active seat has used, or may still do, in this turn."""

    card_played: bool
    purchases_left: NotRequired[int]  # traders
    token_used: NotRequired[bool]  # two seats
    retired: NotRequired[bool]  # two seats
    offers_left: NotRequired[int]  # only in the active seat's own view


class Trip(TypedDict):
    """The trip of the active seat, until its turn ends."""

    points: int  # movement points left
    arrived: bool  # at a plaza, which ends the trip
    moved: bool  # at least one step in this turn
    grain_used: bool
    tried: list[str]  # paths with barbarians that the seat tried to drive off this turn
    # since version 2 of the rules
    delivered: NotRequired[bool]  # in this turn, so no plaza loads before `end`
    next_token: NotRequired[str | None]  # the goal whose top token `end` would take now


class FoundingPending(TypedDict):
    """Details of the phase `founding`."""

    number: int  # of the building, from 1
    road_at: str | None  # the building whose road is due


class DiscardPending(TypedDict):
    """Details of the phase `discard`."""

    due: list[int]  # for each seat, cards still to discard


class ChoicePending(TypedDict):
    """Details of the phases `take`, `aid` and `quake`."""

    due: list[int]  # the seats that owe a choice


class GiftPending(TypedDict):
    """Details of the phase `gift`."""

    due: list[int]  # the seats that owe a choice
    chosen: list[int]  # the seats that have made it
    own: str | None  # the viewing seat's own choice


class StealPending(TypedDict):
    """Details of the phase `steal`."""

    victims: list[int]


class RobPending(TypedDict):
    """Details of the phase `rob`."""

    by: int
    victims: list[int]


class FreeRoadsPending(TypedDict):
    """Details of the phase `free_roads`."""

    left: int


class NeutralPending(TypedDict):
    """Details of the phase `neutral`."""

    piece: str  # road or settlement


# Details of the phase `banish`: the path that the barbarian leaves
BanishPending = TypedDict("BanishPending", {"from": str})

Pending = (
    FoundingPending
    | DiscardPending
    | ChoicePending
    | GiftPending
    | StealPending
    | RobPending
    | FreeRoadsPending
    | NeutralPending
    | BanishPending
)


class Offer(TypedDict):
    """An offer: a draft that only its author sees, or a proposal that all see."""

    by: int
    give: Amounts
    want: Amounts
    answers: dict[str, str] | None  # by seat: asked, accepted or declined; None for a draft


class View(Island, EventDeck):
    """The whole view of a seat or of a spectator."""

    game: str
    seats: int
    seat: int | None  # None for spectators
    scenario: str
    options: dict[str, str]
    target: int  # points that win
    turn: int  # from 1
    round: int  # from 1
    last_round: int
    phase: str
    active: int  # the seat whose turn it is
    actors: list[int]
    waiting: bool  # the active seat waits for answers to its offer
    over: bool
    winner: int | None
    players: list[Player]
    neutrals: list[Neutral]  # empty unless there are two seats
    bank: Amounts
    gold_in_bank: int | None  # traders
    development_left: int
    token_supply: int | None  # two seats
    dice: list[int]  # the last throw; empty before the first
    limits: Limits
    trip: Trip | None
    pending: Pending | None  # details of the phase that the moves do not show
    offer: Offer | None
    own: Own | None  # None for spectators


def view(match: State, seat: int | None) -> View:
    """Return the whole view of a seat, or of a spectator (None)."""
    phase = match.stack[-1][0] if match.stack else "over"
    if phase == "offer" and seat != match.active:
        phase = "main"  # only its author may know that there is a draft
    return {
        "game": match.game.key,
        "seats": match.seats,
        "seat": seat,
        "scenario": match.options["scenario"],
        "options": dict(match.options),
        "target": match.target,
        "turn": match.turn + 1,
        "round": match.turn // match.seats + 1,
        "last_round": LAST_ROUND,
        "phase": phase,
        "active": match.active,
        "actors": list(match.actors),
        "waiting": phase == "answers" and match.active not in match.actors,
        "over": match.over,
        "winner": match.winner if match.winner >= 0 else None,
        **island_view(match),
        "players": [player_view(match, one) for one in range(match.seats)],
        "neutrals": [neutral_view(match, number) for number in range(match.owners - match.seats)],
        "bank": dict(zip(RESOURCES, match.bank, strict=True)),
        "gold_in_bank": match.gold_in_bank() if match.traders else None,
        "development_left": len(match.deck) - match.bought,
        "token_supply": supply(match) if match.duel else None,
        "dice": list(match.dice),
        **event_deck_view(match),
        "limits": limits_view(match, seat),
        "trip": trip_view(match),
        "pending": pending_view(match, seat),
        "offer": offer_view(match, seat),
        "own": None if seat is None else own_view(match, seat),
    }


def island_view(match: State) -> Island:
    """Return the board and everything on it, which all may see."""
    board, layout = match.board, match.layout
    return {
        "hexes": [
            {"at": at, "terrain": terrain, "number": number or None, "pips": pips}
            for at, terrain, number, pips in zip(
                board.hexes, layout.terrain, layout.numbers, layout.hex_pips, strict=True
            )
        ],
        "harbours": [
            {
                "path": board.paths[path],
                "spots": [board.spots[spot] for spot in spots],
                "type": word,
            }
            for path, spots, word in zip(
                board.harbour_paths, board.harbour_spots, layout.harbours, strict=True
            )
        ],
        "robber": board.hexes[match.robber] if match.robber >= 0 else None,
        "barbarians": [board.paths[path] for path in sorted(match.barbarians)],
        "goals": {
            GOALS[goal]: {
                "plaza": board.spots[plaza],
                "left": wagon.tokens_left(match, goal),
                "accepts": [
                    good for good, to in zip(GOODS, DESTINATION, strict=True) if to == goal
                ],
            }
            for goal, plaza in enumerate(board.plaza_of)
        },
        "buildings": [
            {
                "at": board.spots[spot],
                "owner": match.owner_name(owner),
                "piece": "city" if match.cities[owner] >> spot & 1 else "settlement",
            }
            for spot, owner in enumerate(match.site)
            if owner >= 0
        ],
        "roads": [
            {
                "at": board.paths[path],
                "owner": match.owner_name(owner),
                "damaged": bool(match.damaged >> path & 1),
            }
            for path, owner in enumerate(match.road)
            if owner >= 0
        ],
    }


def player_view(match: State, seat: int) -> Player:
    """Return what everybody may know about a seat: of hidden cards only their number."""
    points = scoring.breakdown(match, seat)
    data: Player = {
        "seat": seat,
        "points": sum(points.values()),
        "breakdown": points,
        "cards": sum(match.hands[seat]),
        "development": sum(match.cards[seat]),
        "new_development": sum(match.fresh) if seat == match.active else 0,
        "played": {CARDS[kind]: count for kind, count in enumerate(match.spent[seat]) if count},
        "knights": match.knights[seat],
        "largest_army": match.army_holder == seat,
        "roads_left": ROADS_EACH - match.roads[seat].bit_count(),
        "settlements_left": SETTLEMENTS_EACH - match.settlements[seat].bit_count(),
        "cities_left": CITIES_EACH - match.cities[seat].bit_count(),
        "harbour_points": match.harbour_points[seat],
        "harbourmaster": match.harbour_holder == seat,
        "rates": dict(zip(RESOURCES, match.rates[seat], strict=True)),
        "protected": seat in robber.protected_seats(match),
    }
    if match.over:
        data["point_cards"] = point_cards_view(match, seat)
    if match.traders:
        level, load, at = match.level[seat], match.load[seat], match.wagons[seat]
        data["gold"] = match.gold[seat]
        data["wagon"] = {
            "at": match.board.spots[at] if at >= 0 else None,
            "level": level,
            "movement": MOVEMENT[level],
            "delivery_gold": DELIVERY_GOLD[level],
            "drives_off": list(DRIVE_OFF_FACES[level]),
            "load": GOODS[load] if load >= 0 else None,
            "destination": GOALS[DESTINATION[load]] if load >= 0 else None,
        }
        data["delivered"] = match.delivered[seat]
    else:
        data["longest_road"] = match.road_holder == seat
        data["road_length"] = match.lengths[seat]
    if match.duel:
        data["tokens"] = match.tokens[seat]
    return data


def neutral_view(match: State, number: int) -> Neutral:
    """Return a neutral of the game for two."""
    owner = match.seats + number
    return {
        "name": NEUTRALS[number],
        "roads_left": ROADS_EACH - match.roads[owner].bit_count(),
        "settlements_left": SETTLEMENTS_EACH - match.settlements[owner].bit_count(),
        "longest_road": match.road_holder == owner,
        "road_length": match.lengths[owner],
    }


def point_cards_view(match: State, seat: int) -> Amounts:
    """Return the seat's point cards by kind."""
    counts = enumerate(match.cards[seat])
    return {CARDS[kind]: count for kind, count in counts if count and kind >= FIRST_POINT_CARD}


def event_deck_view(match: State) -> EventDeck:
    """Return the revealed event card and the number of cards before the New Year."""
    if not match.event_deck:
        return {"event": None, "events_left": None}
    word, _, number = match.event_card.partition(":")
    shown: EventCard | None = {"event": word, "number": int(number)} if word else None
    return {"event": shown, "events_left": EVENTS_BEFORE_NEW_YEAR - match.revealed}


def limits_view(match: State, seat: int | None) -> Limits:
    """Return the limits of this turn; only the active seat sees how many offers it has left."""
    data: Limits = {"card_played": match.card_played}
    if match.traders:
        data["purchases_left"] = PURCHASES_PER_TURN - match.purchases
    if match.duel:
        data["token_used"] = match.token_used
        data["retired"] = match.retired
    if seat == match.active:
        data["offers_left"] = OFFERS_PER_TURN - match.offers
    return data


def trip_view(match: State) -> Trip | None:
    """Return the trip of the active seat, or None outside the phase `wagon`."""
    if not any(frame[0] == "wagon" for frame in match.stack):
        return None
    data: Trip = {
        "points": match.movement,
        "arrived": match.arrived,
        "moved": match.gone,
        "grain_used": match.grain_used,
        "tried": [match.board.paths[path] for path in members(tried_barbarian_paths(match))],
    }
    if match.next_token_waits:
        goal = wagon.next_token_goal(match, match.active)
        data["delivered"] = match.unloaded
        data["next_token"] = None if goal is None else GOALS[goal]
    return data


def tried_barbarian_paths(match: State) -> int:
    """The set of paths with barbarians that the seat tried to drive off in this turn."""
    return sum(
        1 << path for number, path in enumerate(match.barbarians) if match.tried >> number & 1
    )


def pending_view(match: State, seat: int | None) -> Pending | None:
    """Return details of the top phase if it has more than a list of moves, else None."""
    if not match.stack:
        return None
    frame = match.stack[-1]
    kind = frame[0]
    if kind == "founding":
        spot = frame[2]
        return {"number": frame[1] + 1, "road_at": match.board.spots[spot] if spot >= 0 else None}
    if kind == "discard":
        return {"due": list(frame[1])}
    if kind in ("take", "aid", "quake"):
        return {"due": [one for one, due in enumerate(frame[1]) if due]}
    if kind == "gift":
        chosen = frame[1]
        mine = seat is not None and chosen[seat] >= 0
        return {
            "due": [one for one, card in enumerate(chosen) if card == -1],
            "chosen": [one for one, card in enumerate(chosen) if card >= 0],
            "own": RESOURCES[chosen[seat]] if mine else None,
        }
    if kind == "steal":
        return {"victims": list(frame[1])}
    if kind == "rob":
        return {"by": frame[1], "victims": list(frame[2])}
    if kind == "free_roads":
        return {"left": frame[1]}
    if kind == "neutral":
        return {"piece": frame[1]}
    if kind == "banish":
        return {"from": match.board.paths[frame[1]]}
    return None


def offer_view(match: State, seat: int | None) -> Offer | None:
    """Return the proposed offer, or its draft for the author, or None."""
    frame = match.stack[-1] if match.stack else ("over",)
    if frame[0] == "offer" and seat == match.active:
        return {
            "by": match.active,
            "give": wares_by_name(frame[1]),
            "want": wares_by_name(frame[2]),
            "answers": None,
        }
    if frame[0] == "answers":
        answers = {str(one): ANSWERS[reply] for one, reply in enumerate(frame[3]) if reply}
        return {
            "by": match.active,
            "give": wares_by_name(frame[1]),
            "want": wares_by_name(frame[2]),
            "answers": answers,
        }
    return None


def own_view(match: State, seat: int) -> Own:
    """Return what only this seat knows: its cards, and its points with hidden point cards."""
    fresh = match.fresh if seat == match.active else (0,) * len(CARDS)
    cards = match.cards[seat]
    hidden = 0 if match.over else match.secret[seat]
    return {
        "hand": dict(zip(RESOURCES, match.hands[seat], strict=True)),
        "cards": {CARDS[kind]: count for kind, count in enumerate(cards) if count},
        "new_cards": {CARDS[kind]: count for kind, count in enumerate(fresh) if count},
        "points": match.points[seat] + match.secret[seat],
        "hidden_points": hidden,
    }
