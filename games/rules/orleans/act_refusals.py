"""Why an action is refused: the place is not ready, or something that it needs is missing."""

from __future__ import annotations

from collections.abc import Callable

from .board import SPAN
from .components import (
    BOATMAN,
    CHURCH,
    COUNTRY_ROAD,
    CRAFTSMAN,
    FARMER,
    FARMER_GOODS,
    GOOD_ID,
    GOODS,
    GRAIN,
    KNIGHT,
    LAST_SPACE,
    LOOSE,
    MONK,
    PILGRIMAGE,
    PLACE_ID,
    PLACES,
    ROAD_STATIONS,
    SACRISTY,
    SCHOLAR,
    SLOT_TYPES,
    SLUICE,
    TRACK_ID,
    TRACK_LAST,
    TRACKS,
    TRADER,
    TYPES,
)
from .land import DISTANCE, EDGES, KINDS, ORLEANS, STEPS, TOWN_ID, TOWN_KEYS, edge_between
from .state import State
from .tile_acts import (
    ACTS,
    BAKERY_PRICE,
    CHURCH_PRICE,
    PRICE,
    QUARRY_PRICE,
    QUARRY_STEP,
    church_may_use,
    ready,
)
from .tracks import levels_at
from .travel import may_build

Reason = str | None

FORMS = {
    "village": "act village boatman, craftsman, or trader PLACE",
    "ship": "act ship TOWN GOOD",
    "wagon": "act wagon TOWN GOOD",
    "horse_wagon": "act horse_wagon TOWN GOOD",
    "town_hall": "act town_hall TILE DEED [coin|development]",
    "gunpowder_tower": "act gunpowder_tower TILE DEED [coin|development]",
    "pharmacy": "act pharmacy N",
    "bakery": "act bakery N",
    "goldsmith": "act goldsmith GOOD",
    "hideout": "act hideout GOOD TRACK [PLACE]",
    "courthouse": "act courthouse SEAT KIND TOWN GOOD",
    "quarry": "act quarry TOWN",
    "workshop": "act workshop FROM TO SLOT",
    "townhouse": "act townhouse coins, good GOOD, move KIND TOWN GOOD, or development",
    "ballroom": "act ballroom PLACE",
    "church": "act church SEAT PLACE …",
}


def why_no_act(state: State, seat: int, args: list[str]) -> Reason:
    """The first thing that is wrong with `act` and these arguments."""
    key = args[0]
    if key not in PLACE_ID:
        return f"there is no place {key!r}"
    place = PLACE_ID[key]
    board = state.boards[seat]
    if not board.owns(place):
        own = ", ".join(PLACES[tile].key for tile in board.tiles) or "none"
        return f"you do not own {key}; your tiles: {own}"
    if place == SACRISTY:
        return "sacristy is not used by an act: it offers a shield in the event phase"
    if place not in ACTS:
        return f"{key} has no action: it works by itself"
    return not_ready(state, seat, place) or why_no_effect(state, seat, args, board.coins)


def not_ready(state: State, seat: int, place: int) -> Reason:
    """Which slots are still empty."""
    if ready(state, seat, place):
        return None
    key = PLACES[place].key
    if place in LOOSE:
        return f"{key} is not ready: it needs at least one follower"
    filled = state.boards[seat].slots[SPAN[place]]
    empty = [
        SLOT_TYPES[slot]
        for slot, content in zip(PLACES[place].slots, filled, strict=True)
        if not content
    ]
    return f"{key} is not ready: no follower on {', '.join(empty)}"


def why_no_effect(state: State, seat: int, args: list[str], purse: int) -> Reason:
    """What the action of a ready place lacks."""
    key = args[0]
    if key in REASONS:
        reason = REASONS[key](state, seat, args[1:], purse)
        if reason:
            return reason
    if key in FORMS:
        return f"{' '.join(args)!r} is not possible; the form is: {FORMS[key]}"
    return f"{key} needs no further words: act {key}" if len(args) > 1 else None


# what several actions need


def no_follower(state: State, kind: int) -> Reason:
    return None if state.followers[kind] else f"no {TYPES[kind]} is left in the supply"


def no_step(state: State, seat: int, track: int) -> Reason:
    """The track cannot be advanced, or its bonus is not there."""
    position = state.boards[seat].tracks[track]
    if position >= TRACK_LAST[track]:
        return f"your marker stands on the last space of the {TRACKS[track]} track"
    if track == FARMER:
        return no_good_left(state, FARMER_GOODS[position])
    return no_technology(state) if track == CRAFTSMAN else None


def no_good_left(state: State, good: int) -> Reason:
    return None if state.goods[good] else f"no {GOODS[good]} is left in the supply"


def no_technology(state: State) -> Reason:
    return None if state.technology else "no technology tile is left in the supply"


def no_space(state: State, seat: int) -> Reason:
    if state.boards[seat].development < LAST_SPACE:
        return None
    return f"your development stands on the last space, {LAST_SPACE}"


def too_poor(purse: int, price: int, what: str) -> Reason:
    return f"{what} costs {price} coins, you have {purse}" if purse < price else None


def no_station_left(state: State, seat: int) -> Reason:
    return None if state.boards[seat].stock else "no station is left in your supply"


def no_site(state: State, seat: int, town: int) -> Reason:
    if may_build(state, state.boards[seat], town):
        return None
    whose = "your own station" if town == ORLEANS else "a station"
    return f"{TOWN_KEYS[town]} has {whose} already"


def not_own_good(state: State, seat: int, word: str) -> Reason:
    if word not in GOOD_ID:
        return f"there is no good {word!r}"
    board = state.boards[seat]
    count = (*board.goods, board.bread)[GOOD_ID[word]]
    return None if count else f"you have no {word}"


def not_offered(state: State, word: str, levels: tuple[int, ...] = (1, 2)) -> Reason:
    """A place tile that is not to be had."""
    if word not in PLACE_ID or not PLACES[PLACE_ID[word]].level:
        return f"there is no place tile {word!r}"
    if PLACE_ID[word] not in state.available:
        return f"{word} is not available"
    if PLACES[PLACE_ID[word]].level not in levels:
        return f"{word} is a level II tile: here only level I is allowed"
    return None


def no_journey(state: State, merchant: int, kind: str, town: str, good: str) -> Reason:
    """No such edge from the merchant's town, or no such good on it."""
    here = TOWN_KEYS[merchant]
    if kind not in KINDS:
        return f"{kind!r} is neither road nor waterway"
    if town not in TOWN_ID:
        return f"there is no town {town!r}"
    near = [TOWN_KEYS[other] for _, other in STEPS[kind][merchant]]
    if town not in near:
        return f"no {kind} leads from {here} to {town}; it leads to {', '.join(near) or 'no town'}"
    edge = edge_between(kind, merchant, TOWN_ID[town])
    lying = [GOODS[item] for item in state.edges[edge]]
    if good != "none" and good not in lying:
        where = f"the {kind} {here}–{town} ({EDGES[edge].id})"
        return f"no {good} lies on {where}; there: {', '.join(lying) or 'nothing'}"
    return None


def number(word: str) -> int | None:
    plain = word.isascii() and word.isdecimal() and len(word) <= 2 and str(int(word)) == word
    return int(word) if plain else None


def no_other_seat(state: State, seat: int, word: str) -> Reason:
    other = number(word)
    if other is None or other >= state.seats:
        return f"there is no seat {word!r}: seats are 0 to {state.seats - 1}"
    return "another seat is needed, not your own" if other == seat else None


# place by place


def farm_house(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_follower(state, FARMER) or no_step(state, seat, FARMER)


def university(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_follower(state, SCHOLAR) or no_step(state, seat, SCHOLAR)


def castle(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_follower(state, KNIGHT) or no_step(state, seat, KNIGHT)


def monastery(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if state.event == PILGRIMAGE:
        return "the monastery is closed in a round of pilgrimage"
    return no_follower(state, MONK)


def village(state: State, seat: int, args: list[str], purse: int) -> Reason:
    board = state.boards[seat]
    if not args or args[0] not in TYPES[BOATMAN : TRADER + 1]:
        return "the village gives a boatman, a craftsman or a trader: say which"
    kind = TYPES.index(args[0])
    if kind == BOATMAN and len(args) > 1:
        if not board.owns(SLUICE):
            return "only the owner of the sluice may advance another track with a boatman"
        return no_follower(state, kind) or why_no_sluice(state, seat, args[1:])
    reason = no_follower(state, kind) or no_step(state, seat, kind)
    if reason or kind != TRADER:
        return reason
    if len(args) < 2:
        return "with a trader name the place tile: act village trader PLACE"
    return not_offered(state, args[1], levels_at(board.tracks[TRADER] + 1))


def why_no_sluice(state: State, seat: int, args: list[str]) -> Reason:
    if args[0] == "development":
        return no_space(state, seat)
    if args[0] not in TRACK_ID or args[0] == "boatman":
        return f"{args[0]!r} is not another track"
    track = TRACK_ID[args[0]]
    reason = no_step(state, seat, track)
    if reason or track != TRADER:
        return reason
    if len(args) < 2:
        return "with the trader track name the place tile"
    return not_offered(state, args[1], levels_at(state.boards[seat].tracks[TRADER] + 1))


def moving(kind: str) -> Callable[[State, int, list[str], int], Reason]:
    def reason(state: State, seat: int, args: list[str], purse: int) -> Reason:
        if len(args) != 2:
            return None
        return no_journey(state, state.boards[seat].merchant, kind, args[0], args[1])

    return reason


def guildhall(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_station_left(state, seat) or no_site(state, seat, state.boards[seat].merchant)


def developing(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_space(state, seat)


def producing(good: int) -> Callable[[State, int, list[str], int], Reason]:
    return lambda state, seat, args, purse: no_good_left(state, good)


def bathhouse(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return None if any(state.boards[seat].bag) else "your bag is empty"


def country_road(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if state.boards[seat].road_stations >= ROAD_STATIONS:
        return f"country_road is full: {ROAD_STATIONS} of {ROAD_STATIONS} stations"
    return no_station_left(state, seat)


def pharmacy(state: State, seat: int, args: list[str], purse: int) -> Reason:
    spaces = number(args[0]) if args else None
    if not spaces or spaces > 3:
        return "the pharmacy sells 1 to 3 spaces: act pharmacy N"
    left = LAST_SPACE - state.boards[seat].development
    if spaces > left:
        return f"{spaces} spaces are too many: {left} left before {LAST_SPACE}"
    return too_poor(purse, spaces, f"pharmacy {spaces}")


def office(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return None if state.boards[seat].built else "you have built no station"


def laboratory(state: State, seat: int, args: list[str], purse: int) -> Reason:
    return no_technology(state)


def bakery(state: State, seat: int, args: list[str], purse: int) -> Reason:
    loaves = number(args[0]) if args else None
    if not loaves or loaves > 3:
        return "the bakery bakes 1 to 3 grain: act bakery N"
    grain = state.boards[seat].goods[GRAIN]
    if loaves > grain:
        return f"{loaves} grain are needed, you have {grain}"
    return too_poor(purse, BAKERY_PRICE, "bakery")


def goldsmith(state: State, seat: int, args: list[str], purse: int) -> Reason:
    reason = office(state, seat, args, purse) or no_space(state, seat)
    if reason or not args:
        return reason
    return not_own_good(state, seat, args[0])


def hideout(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if len(args) < 2:
        return None
    reason = not_own_good(state, seat, args[0])
    if reason:
        return reason
    if args[1] not in TRACK_ID or args[1] == "knight":
        return f"{args[1]!r} is not a track of the hideout"
    track = TRACK_ID[args[1]]
    position = state.boards[seat].tracks[track]
    if not position:
        return f"you have no bonus on the {args[1]} track: your marker stands on 0"
    if track == FARMER:
        return no_good_left(state, FARMER_GOODS[position - 1])
    if track == BOATMAN and position == TRACK_LAST[BOATMAN]:
        return "the last space of the boatman track shows no bonus for the hideout"
    if track == CRAFTSMAN:
        return no_technology(state)
    if track == TRADER and len(args) > 2:
        return not_offered(state, args[2], levels_at(position))
    return no_space(state, seat) if track == SCHOLAR else None


def courthouse(state: State, seat: int, args: list[str], purse: int) -> Reason:
    reason = too_poor(purse, 1, "courthouse")
    if reason or len(args) != 4:
        return reason
    reason = no_other_seat(state, seat, args[0])
    if reason:
        return reason
    return no_journey(state, state.boards[int(args[0])].merchant, args[1], args[2], args[3])


def quarry(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if len(args) != 1:
        return no_station_left(state, seat)
    if args[0] not in TOWN_ID:
        return f"there is no town {args[0]!r}"
    town = TOWN_ID[args[0]]
    price = QUARRY_PRICE + QUARRY_STEP * DISTANCE[state.boards[seat].merchant][town]
    return (
        no_station_left(state, seat)
        or no_site(state, seat, town)
        or too_poor(purse, price, f"a station in {args[0]}")
    )


def workshop(state: State, seat: int, args: list[str], purse: int) -> Reason:
    board = state.boards[seat]
    reason = too_poor(purse, 1, "workshop")
    if reason or not args:
        return reason
    if args[0] not in PLACE_ID or not board.owns(PLACE_ID[args[0]]):
        return f"{args[0]!r} is not a place of yours"
    if not board.has_technology(PLACE_ID[args[0]]):
        return f"no technology tile lies on {args[0]}"
    if not board.tracks[CRAFTSMAN]:
        return "technology cannot be moved before your first step on the craftsman track"
    return None


def townhouse(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if args[:1] == ["good"] and len(args) == 2:
        if args[1] not in GOODS:
            return f"there is no good {args[1]!r}: goods are {', '.join(GOODS)}"
        return no_good_left(state, GOOD_ID[args[1]])
    if args[:1] == ["move"] and len(args) == 4:
        return no_journey(state, state.boards[seat].merchant, args[1], args[2], args[3])
    return no_space(state, seat) if args == ["development"] else None


def ballroom(state: State, seat: int, args: list[str], purse: int) -> Reason:
    if len(args) != 1:
        return None
    reason = not_offered(state, args[0])
    if reason:
        return reason
    return too_poor(purse, PRICE[PLACES[PLACE_ID[args[0]]].level], args[0])


def church(state: State, seat: int, args: list[str], purse: int) -> Reason:
    reason = too_poor(purse, CHURCH_PRICE, "church")
    if reason or len(args) < 2:
        return reason
    reason = no_other_seat(state, seat, args[0])
    if reason:
        return reason
    owner, key = int(args[0]), args[1]
    if key not in PLACE_ID or not PLACES[PLACE_ID[key]].level:
        return f"there is no place tile {key!r}"
    place = PLACE_ID[key]
    if not state.boards[owner].owns(place):
        return f"seat {owner} does not own {key}"
    if place in (COUNTRY_ROAD, CHURCH) or not church_may_use(place):
        return f"{key} cannot be used through the church"
    return not_ready(state, owner, place) or why_no_effect(
        state, seat, args[1:], purse - CHURCH_PRICE
    )


REASONS: dict[str, Callable[[State, int, list[str], int], Reason]] = {
    "farm_house": farm_house,
    "village": village,
    "university": university,
    "castle": castle,
    "monastery": monastery,
    "ship": moving("waterway"),
    "wagon": moving("road"),
    "horse_wagon": moving("road"),
    "guildhall": guildhall,
    "scriptorium": developing,
    "shipping_line": developing,
    "library": developing,
    "observatory": developing,
    "bathhouse": bathhouse,
    "hayrick": producing(GOOD_ID["grain"]),
    "cheese_factory": producing(GOOD_ID["cheese"]),
    "winery": producing(GOOD_ID["wine"]),
    "wool_manufacturer": producing(GOOD_ID["wool"]),
    "tailor_shop": producing(GOOD_ID["brocade"]),
    "country_road": country_road,
    "pharmacy": pharmacy,
    "office": office,
    "laboratory": laboratory,
    "bakery": bakery,
    "goldsmith": goldsmith,
    "hideout": hideout,
    "courthouse": courthouse,
    "quarry": quarry,
    "workshop": workshop,
    "townhouse": townhouse,
    "ballroom": ballroom,
    "church": church,
}
