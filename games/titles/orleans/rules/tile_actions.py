"""The actions of the place tiles (the forms of rules 6), in the manner of `board_acts`."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from games.rules.reasons import Given, Reason, SeatNumber
from games.rules.reasons import marked as _

from .bag import draw
from .board import TECHNOLOGY, Board
from .board_actions import BOARD_ACTS, Action, deeds, developing, plain, travelling
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
    PLACE_COINS,
    PLACE_DEVELOPMENT,
    PLACE_ID,
    PLACE_KEYS,
    PLACES,
    ROAD_STATIONS,
    SCHOLAR,
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
from .move_query import EVERY, NONE, Every, Moves, Number, Words
from .move_syntax import (
    GOOD,
    OWN_GOOD,
    OWN_PLACE,
    PLACE_TILE,
    SPOT_TEXT,
    TOWN,
    WAY_KIND,
    other_seat,
)
from .ready_places import not_ready, ready_places
from .rule_reason import Ruled, Why
from .scoring import announce_level, change_coins, change_goods
from .shared_reasons import (
    GOOD_USED_UP,
    dear,
    no_draw,
    no_good_left,
    no_space,
    no_station_built,
    no_station_left,
    no_technology_left,
    not_own_good,
    own_goods,
    too_dear,
)
from .state import SETTLE_STEP, State
from .technology import laying, lift, no_technology_on, place_on
from .town_map import DISTANCE, KINDS, TOWN_ID, TOWN_KEYS
from .tracks import (
    LATER,
    develop,
    grant,
    not_offered,
    return_good,
    take_good,
    take_place,
    take_technology,
    with_tile,
)
from .travel import build, build_on_road, journeys, no_site, travel

PRICE = {1: 2, 2: 3}  # of the ballroom, by level
CHURCH_PRICE = 2
CHURCH_NEVER = (BAKERY, COUNTRY_ROAD, CHURCH)
QUARRY_PRICE, QUARRY_STEP = 2, 2
BAKERY_PRICE, LOAVES = 2, 3
PHARMACY_MOST = 3
TOWNHOUSE_COINS, TOWNHOUSE_SPACES = 5, 3
HIDEOUT_TRACKS = (FARMER, BOATMAN, CRAFTSMAN, TRADER, SCHOLAR)


def producing(key: str, good: int) -> Action:
    """A good from the supply."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_good(state, seat, good, key)

    return Action(plain(key, lambda state, seat: no_good_left(state, good)), effect)


def paying(key: str, coins: int) -> Action:
    """A fixed number of coins."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        change_coins(state, seat, coins, key)

    return Action(plain(key), effect)


def bathhouse(state: State, seat: int, args: list[str], owner: int) -> None:
    """Two tiles leave the bag; one of them is settled (rules 5.5.4)."""
    board = state.boards[seat]
    state.drawn = tuple(draw(state, board, f"bathhouse:{seat}", min(2, sum(board.bag))))
    state.emit("bathhouse", seat, {"tiles": [TILES[tile] for tile in state.drawn]})
    state.step = SETTLE_STEP


def hospital(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, LEVEL[state.boards[seat].development], "hospital")


def windmill(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, PLACE_COINS["windmill"], "windmill")
    develop(state, seat, PLACE_DEVELOPMENT["windmill"], "windmill")


ROAD_FULL = Ruled(
    "2.6",
    "road_full",
    _("%(place)s is full: %(most)s of %(most)s stations"),
    place=PLACE_KEYS[COUNTRY_ROAD],
    most=ROAD_STATIONS,
)


def no_road_site(state: State, seat: int) -> Why:
    return ROAD_FULL if state.boards[seat].road_stations >= ROAD_STATIONS else None


def country_road(state: State, seat: int, args: list[str], owner: int) -> None:
    build_on_road(state, seat, "country_road")


def not_sold(given: object) -> Ruled:
    message = _("%(given)s is not possible: the pharmacy sells 1 to %(most)s spaces")
    return Ruled("2.6", "bad_number", message, given=given, most=PHARMACY_MOST)


SPACES = Number(not_sold)


def pharmacy_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    left = LAST_SPACE - state.boards[seat].development
    return [
        f"act pharmacy {spaces}"
        for spaces in ask.word(SPACES, range(1, PHARMACY_MOST + 1), not_sold)
        if not ask.stops(too_far(spaces, left) or too_dear("2.6", purse, spaces, "pharmacy"))
    ]


def too_far(spaces: int, left: int) -> Why:
    if spaces <= left:
        return None
    message = _("too many spaces, %(spaces)s: %(left)s left before %(last)s")
    return Ruled("2.6", "too_many", message, spaces=spaces, left=left, last=LAST_SPACE)


def pharmacy(state: State, seat: int, args: list[str], owner: int) -> None:
    spaces = int(args[0])
    change_coins(state, seat, -spaces, "pharmacy")
    develop(state, seat, spaces, "pharmacy")


def office(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, state.boards[seat].built, "office")


def laboratory(state: State, seat: int, args: list[str], owner: int) -> None:
    take_technology(state, seat, LATER)


def not_baked(given: object) -> Ruled:
    message = _("%(given)s is not possible: the bakery bakes 1 to %(most)s grain")
    return Ruled("2.6", "bad_number", message, given=given, most=LOAVES)


GRAINS = Number(not_baked)


def bakery_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    grain = state.boards[seat].goods[GRAIN]
    return [
        f"act bakery {loaves}"
        for loaves in ask.word(GRAINS, range(1, LOAVES + 1), not_baked)
        if not ask.stops(too_much(loaves, grain) or too_dear("2.6", purse, BAKERY_PRICE, "bakery"))
    ]


def too_much(wanted: int, owned: int) -> Why:
    if wanted <= owned:
        return None
    message = _("too much grain, %(wanted)s: you have %(owned)s")
    return Ruled("2.6", "too_many", message, wanted=wanted, owned=owned)


def bakery(state: State, seat: int, args: list[str], owner: int) -> None:
    loaves = int(args[0])
    change_coins(state, seat, -BAKERY_PRICE, "bakery")
    change_goods(state, seat, GRAIN, -loaves, "bakery")
    change_goods(state, seat, BREAD, loaves, "bakery")
    state.emit("bread", seat, {"amount": loaves})


def goods_to_pay(board: Board, ask: Every) -> Iterable[int]:
    """The kinds of good that a place takes in payment."""
    owned = own_goods(board)
    if not owned and ask.may_end() and ask.stops(NO_GOODS):
        return ()
    return ask.word(OWN_GOOD, owned, functools.partial(not_own_good, "2.6", board))


NO_GOODS = Ruled("2.6", "no_good", _("you have no good to pay with"))


def goldsmith_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    if ask.stops(no_station_built(state, seat) or no_space(state, seat)):
        return NONE
    goods = goods_to_pay(state.boards[seat], ask)
    return [f"act goldsmith {GOOD_WORDS[good]}" for good in goods]


def goldsmith(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "goldsmith")
    develop(state, seat, state.boards[seat].built, "goldsmith")


def spend_good(state: State, seat: int, good: str, why: str) -> None:
    return_good(state, seat, GOOD_ID[good], why)
    state.emit("spend", seat, {"good": good})


def no_hideout_track(given: object) -> Ruled:
    message = _("%(given)s is no track of the hideout; these are: %(known)s")
    known = tuple(TRACKS[track] for track in HIDEOUT_TRACKS)
    return Ruled("2.6", "no_such_track", message, given=given, known=known)


HIDEOUT_TRACK = Words(TRACK_ID, no_hideout_track)


def hideout_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    """Pay a good for the printed bonus of an own position (rules 10.28)."""
    board = state.boards[seat]
    moves: list[str] = []
    for good in goods_to_pay(board, ask):
        for track in ask.word(HIDEOUT_TRACK, HIDEOUT_TRACKS, lambda _: no_hideout_track("knight")):
            position = board.tracks[track]
            if ask.stops(no_bonus(state, seat, track, position, good)):
                continue
            text = f"act hideout {GOOD_WORDS[good]} {TRACKS[track]}"
            if track == TRADER:
                moves += with_tile(state, position, text, ask)
            else:
                moves.append(text)
    return moves


AT_THE_START = tuple(
    Ruled(
        "2.6",
        "no_bonus",
        _("you have no bonus on the %(track)s track: your marker stands on 0"),
        track=track,
    )
    for track in TRACKS
)
CITIZEN_ONLY = Ruled(
    "10.3",
    "no_bonus",
    _("the last space of the boatman track shows no bonus for the hideout"),
)


def no_bonus(state: State, seat: int, track: int, position: int, paid: int) -> Why:
    """Why a position brings nothing once the good is paid; which tile it brings is named."""
    if not position:
        return AT_THE_START[track]
    if track == FARMER:
        bonus = FARMER_GOODS[position - 1]
        back = GRAIN if paid == BREAD else paid
        return None if bonus == back else no_good_left(state, bonus)
    if track == BOATMAN:
        return None if BOATMAN_COINS[position - 1] else CITIZEN_ONLY
    if track == CRAFTSMAN:
        return no_technology_left(state)
    return no_space(state, seat) if track == SCHOLAR else None


def hideout(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "hideout")
    track = TRACK_ID[args[1]]
    place = PLACE_ID[args[2]] if len(args) > 2 else -1
    grant(state, seat, track, state.boards[seat].tracks[track], "hideout", place)


def own_seat(seat: int) -> Ruled:
    return Ruled("2.6", "own_seat", _("another seat is needed, not your own"))


def others(state: State, seat: int, ask: Every) -> Iterable[int]:
    """The other seats."""
    seats = [other for other in range(state.seats) if other != seat]
    return ask.word(other_seat(state.seats), seats, own_seat)


def travels(state: State, merchant: int, text: str, ask: Every) -> list[str]:
    """The moves of a merchant by road and by waterway."""
    return [
        move
        for kind in ask.word(WAY_KIND, BOTH_KINDS, None)
        for move in journeys(state, merchant, KINDS[kind], f"{text} {KINDS[kind]}", ask)
    ]


BOTH_KINDS = range(len(KINDS))


def courthouse_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    if ask.stops(too_dear("2.6", purse, COURTHOUSE_PRICE, "courthouse")):
        return NONE
    return [
        move
        for other in others(state, seat, ask)
        for move in travels(state, state.boards[other].merchant, f"act courthouse {other}", ask)
    ]


def courthouse(state: State, seat: int, args: list[str], owner: int) -> None:
    other = int(args[0])
    change_coins(state, seat, -COURTHOUSE_PRICE, "courthouse")
    change_coins(state, other, COURTHOUSE_PRICE, "courthouse")
    travel(state, seat, other, args[1], args[2], args[3], "courthouse")


def theater(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, len(state.boards[owner].tiles_on(THEATER)), "theater")


def quarry_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    board = state.boards[seat]
    if ask.stops(no_station_left(state, seat)):
        return NONE
    far = DISTANCE[board.merchant]
    reach = (purse - QUARRY_PRICE) // QUARRY_STEP
    near = [town for town, steps in enumerate(far) if steps <= reach]
    return [
        f"act quarry {TOWN_KEYS[town]}"
        for town in ask.word(TOWN, near, functools.partial(too_far_away, board, purse))
        if not ask.stops(no_site(state, board, town))
    ]


def quarry_price(board: Board, town: int) -> int:
    return QUARRY_PRICE + QUARRY_STEP * DISTANCE[board.merchant][town]


def too_far_away(board: Board, purse: int, town: int) -> Ruled:
    """A station there costs more than there is."""
    return dear("2.6", purse, quarry_price(board, town), STATION_IN[town])


STATION_IN = tuple(Reason("station", _("a station in %(town)s"), town=town) for town in TOWN_KEYS)


def quarry(state: State, seat: int, args: list[str], owner: int) -> None:
    town = TOWN_ID[args[0]]
    change_coins(state, seat, -quarry_price(state.boards[seat], town), "quarry")
    build(state, seat, town, "quarry")


def workshop_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    board = state.boards[seat]
    if ask.stops(too_dear("2.6", purse, WORKSHOP_PRICE, "workshop")):
        return NONE
    return [
        f"act workshop {PLACE_KEYS[origin]} {SPOT_TEXT[group]}"
        for origin in ask.word(OWN_PLACE, board.technologies, no_technology_on)
        for group in laying(board, LATER, ask, moved_from=origin)
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


TOWNHOUSE = ("coins", "good", "move", "development")


def not_in_townhouse(given: Given) -> Ruled:
    message = _("%(given)s is none of what the town house brings: %(known)s")
    return Ruled("2.6", "no_such_choice", message, given=given, known=TOWNHOUSE)


FROM_TOWNHOUSE = Words({word: number for number, word in enumerate(TOWNHOUSE)}, not_in_townhouse)


def townhouse_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    text = "act townhouse"
    moves: list[str] = []
    for number in ask.word(FROM_TOWNHOUSE, range(len(TOWNHOUSE)), None):
        what = f"{text} {TOWNHOUSE[number]}"
        if TOWNHOUSE[number] == "good":
            supply = [good for good, count in enumerate(state.goods) if count]
            goods = ask.word(GOOD, supply, GOOD_USED_UP.__getitem__)
            moves += [f"{what} {GOODS[good]}" for good in goods]
        elif TOWNHOUSE[number] == "move":
            moves += travels(state, state.boards[seat].merchant, what, ask)
        elif TOWNHOUSE[number] == "coins" or not ask.stops(no_space(state, seat)):
            moves.append(what)
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


def ballroom_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    tiles = state.available
    return [
        f"act ballroom {PLACE_KEYS[place]}"
        for place in ask.word(PLACE_TILE, tiles, functools.partial(not_offered, state))
        if not ask.stops(too_dear("2.6", purse, PRICE[PLACES[place].level], PLACE_KEYS[place]))
    ]


def ballroom(state: State, seat: int, args: list[str], owner: int) -> None:
    place = PLACE_ID[args[0]]
    change_coins(state, seat, -PRICE[PLACES[place].level], "ballroom")
    take_place(state, seat, place)


def church_may_use(place: int) -> bool:
    return PLACES[place].kind == "action" and place not in CHURCH_NEVER


def church_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    """Ready action tiles of other seats, used as if they were one's own (rules 10.26)."""
    if ask.stops(too_dear("2.6", purse, CHURCH_PRICE, "church")):
        return NONE
    moves: list[str] = []
    for owner in others(state, seat, ask):
        board = state.boards[owner]
        tiles = [place for place in ready_places(board) if church_may_use(place)]
        not_there = functools.partial(not_through_church, board, owner)
        for place in ask.word(PLACE_TILE, tiles, not_there):
            used = ACTS[place].choices(state, seat, purse - CHURCH_PRICE, ask)
            moves += [f"act church {owner} {move[4:]}" for move in used]
    return moves


def not_through_church(board: Board, owner: int, place: int) -> Ruled:
    """Why a place tile cannot be used at this owner's."""
    key = PLACE_KEYS[place]
    if not board.owns(place):
        message = _("%(seat)s does not own %(place)s")
        return Ruled("2.6", "not_owned", message, seat=SeatNumber(owner), place=key)
    if not church_may_use(place):
        message = _("%(place)s cannot be used through the church")
        return Ruled("10.26", "not_for_church", message, place=key)
    return not_ready(board, place)


def church(state: State, seat: int, args: list[str], owner: int) -> None:
    host = int(args[0])
    change_coins(state, seat, -CHURCH_PRICE, "church")
    change_coins(state, host, CHURCH_PRICE, "church")
    ACTS[PLACE_ID[args[1]]][1](state, seat, args[2:], host)


TILE_ACTS = {
    "bathhouse": Action(plain("bathhouse", no_draw), bathhouse),
    "wool_manufacturer": producing("wool_manufacturer", WOOL),
    "cheese_factory": producing("cheese_factory", CHEESE),
    "tailor_shop": producing("tailor_shop", BROCADE),
    "shipping_line": developing("shipping_line", PLACE_DEVELOPMENT["shipping_line"]),
    "hospital": Action(plain("hospital"), hospital),
    "library": developing("library", PLACE_DEVELOPMENT["library"]),
    "winery": producing("winery", WINE),
    "windmill": Action(plain("windmill"), windmill),
    "brewery": paying("brewery", PLACE_COINS["brewery"]),
    "hayrick": producing("hayrick", GRAIN),
    "country_road": Action(plain("country_road", no_road_site, no_station_left), country_road),
    "pharmacy": Action(pharmacy_choices, pharmacy),
    "office": Action(plain("office", no_station_built), office),
    "horse_wagon": travelling("horse_wagon", "road"),
    "laboratory": Action(
        plain("laboratory", lambda state, _seat: no_technology_left(state)), laboratory
    ),
    "cellar": paying("cellar", PLACE_COINS["cellar"]),
    "gunpowder_tower": deeds(TOWER),
    "bakery": Action(bakery_choices, bakery),
    "goldsmith": Action(goldsmith_choices, goldsmith),
    "hideout": Action(hideout_choices, hideout),
    "courthouse": Action(courthouse_choices, courthouse),
    "theater": Action(plain("theater"), theater),
    "quarry": Action(quarry_choices, quarry),
    "workshop": Action(workshop_choices, workshop),
    "townhouse": Action(townhouse_choices, townhouse),
    "observatory": Action(plain("observatory", no_space), observatory),
    "ballroom": Action(ballroom_choices, ballroom),
    "church": Action(church_choices, church),
}
ACTS: dict[int, Action] = BOARD_ACTS | {PLACE_ID[key]: act for key, act in TILE_ACTS.items()}
