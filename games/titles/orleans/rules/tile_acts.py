"""The actions of the place tiles (the forms of rules 6), in the manner of `board_acts`."""

from __future__ import annotations

from .bag import draw
from .board import GROUPS, SPAN, TECHNOLOGY
from .board_acts import BOARD_ACTS, NONE, Effect, Lister, Moves, developing, sending, travelling
from .components import (
    BAKERY,
    BOATMAN,
    BOATMAN_COINS,
    BREAD,
    BROCADE,
    CHEESE,
    CHURCH,
    COUNTRY_ROAD,
    COURTHOUSE_PRICE,
    CRAFTSMAN,
    FARMER,
    FARMER_GOODS,
    GOOD_ID,
    GOOD_WORDS,
    GOODS,
    GRAIN,
    LAST_SPACE,
    LEVEL,
    LEVEL_FROM,
    LOOSE,
    PLACE_COINS,
    PLACE_DEVELOPMENT,
    PLACE_ID,
    PLACE_KEYS,
    PLACES,
    ROAD_STATIONS,
    SCHOLAR,
    SLOT_TYPES,
    THEATER,
    TILES,
    TOWER,
    TRACK_ID,
    TRACKS,
    TRADER,
    WINE,
    WOOL,
    WORKSHOP_PRICE,
)
from .land import DISTANCE, KINDS, TOWN_ID, TOWN_KEYS, journeys
from .scoring import announce_level, change_coins, change_goods
from .state import SETTLE_STEP, State
from .technology import lift, open_groups, place_on
from .tracks import (
    LATER,
    develop,
    grant,
    places_at,
    return_good,
    take_good,
    take_place,
    take_technology,
)
from .travel import build, build_on_road, journey_moves, may_build, travel

PRICE = {1: 2, 2: 3}  # of the ballroom, by level
CHURCH_PRICE = 2
CHURCH_NEVER = (BAKERY, COUNTRY_ROAD, CHURCH)
QUARRY_PRICE, QUARRY_STEP = 2, 2
BAKERY_PRICE, LOAVES = 2, 3
PHARMACY_MOST = 3
TOWNHOUSE_COINS, TOWNHOUSE_SPACES = 5, 3
HIDEOUT_TRACKS = (FARMER, BOATMAN, CRAFTSMAN, TRADER, SCHOLAR)


def ready(state: State, seat: int, place: int) -> bool:
    """Every slot is filled; town hall, theater and tower need one tile (rules 5.5.1)."""
    slots = state.boards[seat].slots[SPAN[place]]
    if place in LOOSE:
        return any(slots)
    return bool(slots) and 0 not in slots


def producing(key: str, good: int) -> tuple[Lister, Effect]:
    """A good from the supply."""
    moves = (f"act {key}",)

    def listed(state: State, seat: int, purse: int) -> Moves:
        return moves if state.goods[good] else NONE

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_good(state, seat, good, key)

    return listed, effect


def paying(key: str, coins: int) -> tuple[Lister, Effect]:
    """A fixed number of coins."""
    moves = (f"act {key}",)

    def listed(state: State, seat: int, purse: int) -> Moves:
        return moves

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        change_coins(state, seat, coins, key)

    return listed, effect


def bathhouse_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act bathhouse",) if any(state.boards[seat].bag) else NONE


def bathhouse(state: State, seat: int, args: list[str], owner: int) -> None:
    """Two tiles leave the bag; one of them is settled (rules 5.5.4)."""
    board = state.boards[seat]
    state.drawn = tuple(draw(state, board, f"bathhouse:{seat}", min(2, sum(board.bag))))
    state.emit("bathhouse", seat, {"tiles": [TILES[tile] for tile in state.drawn]})
    state.step = SETTLE_STEP


def hospital_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act hospital",)


def hospital(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, LEVEL[state.boards[seat].development], "hospital")


def windmill_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act windmill",)


def windmill(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, PLACE_COINS["windmill"], "windmill")
    develop(state, seat, PLACE_DEVELOPMENT["windmill"], "windmill")


def country_road_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    open_ = board.stock and board.road_stations < ROAD_STATIONS
    return ("act country_road",) if open_ else NONE


def country_road(state: State, seat: int, args: list[str], owner: int) -> None:
    build_on_road(state, seat, "country_road")


def pharmacy_moves(state: State, seat: int, purse: int) -> Moves:
    most = min(PHARMACY_MOST, purse, LAST_SPACE - state.boards[seat].development)
    return [f"act pharmacy {spaces}" for spaces in range(1, most + 1)]


def pharmacy(state: State, seat: int, args: list[str], owner: int) -> None:
    spaces = int(args[0])
    change_coins(state, seat, -spaces, "pharmacy")
    develop(state, seat, spaces, "pharmacy")


def office_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act office",) if state.boards[seat].built else NONE


def office(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, state.boards[seat].built, "office")


def laboratory_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act laboratory",) if state.technology else NONE


def laboratory(state: State, seat: int, args: list[str], owner: int) -> None:
    take_technology(state, seat, LATER)


def bakery_moves(state: State, seat: int, purse: int) -> Moves:
    if purse < BAKERY_PRICE:
        return NONE
    most = min(LOAVES, state.boards[seat].goods[GRAIN])
    return [f"act bakery {loaves}" for loaves in range(1, most + 1)]


def bakery(state: State, seat: int, args: list[str], owner: int) -> None:
    loaves = int(args[0])
    change_coins(state, seat, -BAKERY_PRICE, "bakery")
    change_goods(state, seat, GRAIN, -loaves, "bakery")
    change_goods(state, seat, BREAD, loaves, "bakery")
    state.emit("bread", seat, {"amount": loaves})


def own_goods(state: State, seat: int) -> list[int]:
    """Kinds of good the seat has, bread last."""
    board = state.boards[seat]
    found = [good for good, count in enumerate(board.goods) if count]
    return [*found, BREAD] if board.bread else found


def goldsmith_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    if not board.built or board.development >= LAST_SPACE:
        return NONE
    return [f"act goldsmith {GOOD_WORDS[good]}" for good in own_goods(state, seat)]


def goldsmith(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "goldsmith")
    develop(state, seat, state.boards[seat].built, "goldsmith")


def spend_good(state: State, seat: int, good: str, why: str) -> None:
    return_good(state, seat, GOOD_ID[good], why)
    state.emit("spend", seat, {"good": good})


def hideout_moves(state: State, seat: int, purse: int) -> Moves:
    """Pay a good for the printed bonus of an own position (rules 10.28)."""
    board = state.boards[seat]
    moves = []
    for good in own_goods(state, seat):
        for track in HIDEOUT_TRACKS:
            position = board.tracks[track]
            if not position:
                continue
            text = f"act hideout {GOOD_WORDS[good]} {TRACKS[track]}"
            if track == TRADER:
                moves.extend([f"{text} {PLACE_KEYS[p]}" for p in places_at(state, position)])
            elif hideout_gives(state, seat, track, position, good):
                moves.append(text)
    return moves


def hideout_gives(state: State, seat: int, track: int, position: int, paid: int) -> bool:
    """Whether the bonus is there once the good is paid."""
    if track == FARMER:
        bonus = FARMER_GOODS[position - 1]
        back = GRAIN if paid == BREAD else paid
        return state.goods[bonus] > 0 or bonus == back
    if track == BOATMAN:
        return BOATMAN_COINS[position - 1] > 0
    if track == CRAFTSMAN:
        return state.technology > 0
    return state.boards[seat].development < LAST_SPACE


def hideout(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "hideout")
    track = TRACK_ID[args[1]]
    place = PLACE_ID[args[2]] if len(args) > 2 else -1
    grant(state, seat, track, state.boards[seat].tracks[track], "hideout", place)


COURTHOUSE_JOURNEYS = tuple(
    tuple((kind, journeys(f"act courthouse {other} {kind}", kind)) for kind in KINDS)
    for other in range(5)
)


def courthouse_moves(state: State, seat: int, purse: int) -> Moves:
    moves: list[str] = []
    if purse >= COURTHOUSE_PRICE:
        for other, board in enumerate(state.boards):
            if other != seat:
                for _, table in COURTHOUSE_JOURNEYS[other]:
                    moves.extend(journey_moves(state, board.merchant, table))
    return moves


def courthouse(state: State, seat: int, args: list[str], owner: int) -> None:
    other = int(args[0])
    change_coins(state, seat, -COURTHOUSE_PRICE, "courthouse")
    change_coins(state, other, COURTHOUSE_PRICE, "courthouse")
    travel(state, seat, other, args[1], args[2], args[3], "courthouse")


def theater_moves(state: State, seat: int, purse: int) -> Moves:
    return ("act theater",)


def theater(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, len(state.boards[owner].tiles_on(THEATER)), "theater")


def quarry_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    if not board.stock:
        return NONE
    far = DISTANCE[board.merchant]
    reach = (purse - QUARRY_PRICE) // QUARRY_STEP
    return [
        f"act quarry {key}"
        for town, key in enumerate(TOWN_KEYS)
        if far[town] <= reach and may_build(state, board, town)
    ]


def quarry(state: State, seat: int, args: list[str], owner: int) -> None:
    town = TOWN_ID[args[0]]
    far = DISTANCE[state.boards[seat].merchant][town]
    change_coins(state, seat, -QUARRY_PRICE - QUARRY_STEP * far, "quarry")
    build(state, seat, town, "quarry")


def workshop_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    if purse < WORKSHOP_PRICE:
        return NONE
    return [
        f"act workshop {PLACE_KEYS[place]} {PLACE_KEYS[GROUPS[group].place]} "
        f"{SLOT_TYPES[GROUPS[group].type]}"
        for place in board.places
        if board.has_technology(place)
        for group in open_groups(board, LATER, moved_from=place)
    ]


def workshop(state: State, seat: int, args: list[str], owner: int) -> None:
    board = state.boards[seat]
    origin, place, slot = args
    change_coins(state, seat, -WORKSHOP_PRICE, "workshop")
    was = lift(board, PLACE_ID[origin])
    board.slots[was] = TECHNOLOGY  # its own slot does not count as free
    place_on(board, place, slot)
    board.slots[was] = 0
    state.emit("workshop", seat, {"from": origin, "place": place, "slot": slot})


TOWNHOUSE_JOURNEYS = tuple((kind, journeys(f"act townhouse move {kind}", kind)) for kind in KINDS)


def townhouse_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    moves = ["act townhouse coins"]
    moves.extend([f"act townhouse good {g}" for g, n in zip(GOODS, state.goods, strict=True) if n])
    for _, table in TOWNHOUSE_JOURNEYS:
        moves.extend(journey_moves(state, board.merchant, table))
    if board.development < LAST_SPACE:
        moves.append("act townhouse development")
    return moves


def townhouse(state: State, seat: int, args: list[str], owner: int) -> None:
    if args[0] == "coins":
        change_coins(state, seat, TOWNHOUSE_COINS, "townhouse")
    elif args[0] == "good":
        take_good(state, seat, GOOD_ID[args[1]], "townhouse")
    elif args[0] == "move":
        travel(state, seat, seat, args[1], args[2], args[3], "townhouse")
    else:
        develop(state, seat, TOWNHOUSE_SPACES, "townhouse")


def observatory(state: State, seat: int, args: list[str], owner: int) -> None:
    """To the first space of the next level, past coins and citizens (rules 10.18)."""
    board = state.boards[seat]
    before = board.development
    board.development = next(space for space, _ in LEVEL_FROM if space > before)
    state.emit("develop", seat, {"from": before, "to": board.development, "skipping": True})
    announce_level(state, seat, "observatory")


def ballroom_moves(state: State, seat: int, purse: int) -> Moves:
    return [
        f"act ballroom {PLACE_KEYS[place]}"
        for place in state.available
        if purse >= PRICE[PLACES[place].level]
    ]


def ballroom(state: State, seat: int, args: list[str], owner: int) -> None:
    place = PLACE_ID[args[0]]
    change_coins(state, seat, -PRICE[PLACES[place].level], "ballroom")
    take_place(state, seat, place)


def church_moves(state: State, seat: int, purse: int) -> Moves:
    """Ready action tiles of other seats, used as if they were one's own (rules 10.26)."""
    if purse < CHURCH_PRICE:
        return NONE
    return [
        f"act church {owner} {move[4:]}"
        for owner, board in enumerate(state.boards)
        if owner != seat
        for place in board.tiles
        if church_may_use(place) and ready(state, owner, place)
        for move in ACTS[place][0](state, seat, purse - CHURCH_PRICE)
    ]


def church_may_use(place: int) -> bool:
    return PLACES[place].kind == "action" and place not in CHURCH_NEVER


def church(state: State, seat: int, args: list[str], owner: int) -> None:
    host = int(args[0])
    change_coins(state, seat, -CHURCH_PRICE, "church")
    change_coins(state, host, CHURCH_PRICE, "church")
    ACTS[PLACE_ID[args[1]]][1](state, seat, args[2:], host)


TILE_ACTS: dict[str, tuple[Lister, Effect]] = {
    "bathhouse": (bathhouse_moves, bathhouse),
    "wool_manufacturer": producing("wool_manufacturer", WOOL),
    "cheese_factory": producing("cheese_factory", CHEESE),
    "tailor_shop": producing("tailor_shop", BROCADE),
    "shipping_line": developing("shipping_line", PLACE_DEVELOPMENT["shipping_line"]),
    "hospital": (hospital_moves, hospital),
    "library": developing("library", PLACE_DEVELOPMENT["library"]),
    "winery": producing("winery", WINE),
    "windmill": (windmill_moves, windmill),
    "brewery": paying("brewery", PLACE_COINS["brewery"]),
    "hayrick": producing("hayrick", GRAIN),
    "country_road": (country_road_moves, country_road),
    "pharmacy": (pharmacy_moves, pharmacy),
    "office": (office_moves, office),
    "horse_wagon": travelling("horse_wagon", "road"),
    "laboratory": (laboratory_moves, laboratory),
    "cellar": paying("cellar", PLACE_COINS["cellar"]),
    "gunpowder_tower": sending(TOWER),
    "bakery": (bakery_moves, bakery),
    "goldsmith": (goldsmith_moves, goldsmith),
    "hideout": (hideout_moves, hideout),
    "courthouse": (courthouse_moves, courthouse),
    "theater": (theater_moves, theater),
    "quarry": (quarry_moves, quarry),
    "workshop": (workshop_moves, workshop),
    "townhouse": (townhouse_moves, townhouse),
    "observatory": (developing("observatory", 0)[0], observatory),
    "ballroom": (ballroom_moves, ballroom),
    "church": (church_moves, church),
}
ACTS: dict[int, tuple[Lister, Effect]] = BOARD_ACTS | {
    PLACE_ID[key]: act for key, act in TILE_ACTS.items()
}
