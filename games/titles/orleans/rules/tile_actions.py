"""The actions of the place tiles (move forms of rules 6), built like `board_actions`."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from games.rules.reasons import Reason, SeatNumber, UserInput
from games.rules.reasons import gettext_noop as _

from .bag import draw_tiles
from .board import TECHNOLOGY, Board
from .board_actions import (
    BOARD_ACTIONS,
    Action,
    choices_without_words,
    deed_action,
    development_action,
    travel_action,
)
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
from .move_query import EVERY, NONE, MoveQuery, Moves, NumberReader, WordReader
from .move_syntax import (
    GOOD,
    OWN_GOOD,
    OWN_PLACE_READER,
    PLACE_TILE_READER,
    SLOT_TEXTS,
    TOWN,
    WAY_KIND,
    other_seat_reader,
)
from .ready_places import not_ready_reason, ready_places
from .rule_reason import OptionalReason, RuleReason
from .scoring import change_coins, change_goods, emit_level_changes
from .shared_reasons import (
    GOOD_USED_UP,
    dear_reason,
    no_draw_reason,
    no_good_left_reason,
    no_space_reason,
    no_station_built_reason,
    no_station_left_reason,
    no_technology_left_reason,
    not_own_good_reason,
    owned_goods,
    too_dear_reason,
)
from .state import SETTLE_STEP, State
from .technology import lay_options, lift_technology, no_technology_on_reason, put_technology
from .town_map import DISTANCE, KINDS, TOWN_ID, TOWN_KEYS
from .tracks import (
    LATER,
    advance_development,
    grant_bonus,
    moves_with_tile,
    not_offered_reason,
    return_good,
    take_good,
    take_place,
    take_technology,
)
from .travel import build_road_station, build_station, journey_moves, move_merchant, no_site_reason

PRICE = {1: 2, 2: 3}  # coins in the ballroom, by level of the place tile
CHURCH_PRICE = 2
CHURCH_NEVER = (BAKERY, COUNTRY_ROAD, CHURCH)
QUARRY_PRICE, QUARRY_STEP = 2, 2
BAKERY_PRICE, LOAVES = 2, 3
PHARMACY_MOST = 3
TOWNHOUSE_COINS, TOWNHOUSE_SPACES = 5, 3
HIDEOUT_TRACKS = (FARMER, BOATMAN, CRAFTSMAN, TRADER, SCHOLAR)


def good_action(key: str, good: int) -> Action:
    """A place that gives a good from the supply."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_good(state, seat, good, key)

    return Action(
        choices_without_words(key, lambda state, seat: no_good_left_reason(state, good)), effect
    )


def coins_action(key: str, coins: int) -> Action:
    """A place that gives a fixed number of coins."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        change_coins(state, seat, coins, key)

    return Action(choices_without_words(key), effect)


def play_bathhouse(state: State, seat: int, args: list[str], owner: int) -> None:
    """Draw two tiles from the bag, or one if it has only one; one is then settled (rules 5.5.4)."""
    board = state.boards[seat]
    state.drawn = tuple(draw_tiles(state, board, f"bathhouse:{seat}", min(2, sum(board.bag))))
    state.emit("bathhouse", seat, {"tiles": [TILES[tile] for tile in state.drawn]})
    state.step = SETTLE_STEP


def play_hospital(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, LEVEL[state.boards[seat].development], "hospital")


def play_windmill(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, PLACE_COINS["windmill"], "windmill")
    advance_development(state, seat, PLACE_DEVELOPMENT["windmill"], "windmill")


ROAD_FULL = RuleReason(
    "2.6",
    "road_full",
    _("%(place)s is full: %(most)s of %(most)s stations"),
    place=PLACE_KEYS[COUNTRY_ROAD],
    most=ROAD_STATIONS,
)


def no_road_site_reason(state: State, seat: int) -> OptionalReason:
    return ROAD_FULL if state.boards[seat].road_stations >= ROAD_STATIONS else None


def play_country_road(state: State, seat: int, args: list[str], owner: int) -> None:
    build_road_station(state, seat, "country_road")


def not_sold_reason(given: object) -> RuleReason:
    message = _("%(given)s is not possible: the pharmacy sells 1 to %(most)s spaces")
    return RuleReason("2.6", "bad_number", message, given=given, most=PHARMACY_MOST)


SPACES = NumberReader(not_sold_reason)


def pharmacy_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    left = LAST_SPACE - state.boards[seat].development
    return [
        f"act pharmacy {spaces}"
        for spaces in ask.word(SPACES, range(1, PHARMACY_MOST + 1), not_sold_reason)
        if not ask.is_blocked(
            too_far_reason(spaces, left) or too_dear_reason("2.6", purse, spaces, "pharmacy")
        )
    ]


def too_far_reason(spaces: int, left: int) -> OptionalReason:
    if spaces <= left:
        return None
    message = _("%(spaces)s spaces are too many: %(left)s left before %(last)s")
    return RuleReason("2.6", "too_many", message, spaces=spaces, left=left, last=LAST_SPACE)


def play_pharmacy(state: State, seat: int, args: list[str], owner: int) -> None:
    spaces = int(args[0])
    change_coins(state, seat, -spaces, "pharmacy")
    advance_development(state, seat, spaces, "pharmacy")


def play_office(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, state.boards[seat].station_count, "office")


def play_laboratory(state: State, seat: int, args: list[str], owner: int) -> None:
    take_technology(state, seat, LATER)


def not_baked_reason(given: object) -> RuleReason:
    message = _("%(given)s is not possible: the bakery bakes 1 to %(most)s grain")
    return RuleReason("2.6", "bad_number", message, given=given, most=LOAVES)


GRAINS = NumberReader(not_baked_reason)


def bakery_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    grain = state.boards[seat].goods[GRAIN]
    return [
        f"act bakery {loaves}"
        for loaves in ask.word(GRAINS, range(1, LOAVES + 1), not_baked_reason)
        if not ask.is_blocked(
            too_much_reason(loaves, grain) or too_dear_reason("2.6", purse, BAKERY_PRICE, "bakery")
        )
    ]


def too_much_reason(wanted: int, owned: int) -> OptionalReason:
    if wanted <= owned:
        return None
    message = _("%(wanted)s grain is too much: you have %(owned)s")
    return RuleReason("2.6", "too_many", message, wanted=wanted, owned=owned)


def play_bakery(state: State, seat: int, args: list[str], owner: int) -> None:
    loaves = int(args[0])
    change_coins(state, seat, -BAKERY_PRICE, "bakery")
    change_goods(state, seat, GRAIN, -loaves, "bakery")
    change_goods(state, seat, BREAD, loaves, "bakery")
    state.emit("bread", seat, {"amount": loaves})


def goods_to_pay(board: Board, ask: MoveQuery) -> Iterable[int]:
    """The kinds of good that a seat can pay with."""
    owned = owned_goods(board)
    if not owned and ask.may_end() and ask.is_blocked(NO_GOODS):
        return ()
    return ask.word(OWN_GOOD, owned, functools.partial(not_own_good_reason, "2.6", board))


NO_GOODS = RuleReason("2.6", "no_good", _("you have no good to pay with"))


def goldsmith_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    if ask.is_blocked(no_station_built_reason(state, seat) or no_space_reason(state, seat)):
        return NONE
    goods = goods_to_pay(state.boards[seat], ask)
    return [f"act goldsmith {GOOD_WORDS[good]}" for good in goods]


def play_goldsmith(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "goldsmith")
    advance_development(state, seat, state.boards[seat].station_count, "goldsmith")


def spend_good(state: State, seat: int, good: str, why: str) -> None:
    return_good(state, seat, GOOD_ID[good], why)
    state.emit("spend", seat, {"good": good})


def no_hideout_track_reason(given: object) -> RuleReason:
    message = _("%(given)s is not a track of the hideout; choose from: %(known)s")
    known = tuple(TRACKS[track] for track in HIDEOUT_TRACKS)
    return RuleReason("2.6", "no_such_track", message, given=given, known=known)


HIDEOUT_TRACK = WordReader(TRACK_ID, no_hideout_track_reason)


def hideout_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    """Pay a good to get the printed bonus of an own position again (rules 10.28)."""
    board = state.boards[seat]
    moves: list[str] = []
    for good in goods_to_pay(board, ask):
        for track in ask.word(
            HIDEOUT_TRACK, HIDEOUT_TRACKS, lambda _: no_hideout_track_reason("knight")
        ):
            position = board.tracks[track]
            if ask.is_blocked(no_bonus_reason(state, seat, track, position, good)):
                continue
            text = f"act hideout {GOOD_WORDS[good]} {TRACKS[track]}"
            if track == TRADER:
                moves += moves_with_tile(state, position, text, ask)
            else:
                moves.append(text)
    return moves


AT_THE_START = tuple(
    RuleReason(
        "2.6",
        "no_bonus",
        _("you have no bonus on the %(track)s track: your marker is on 0"),
        track=track,
    )
    for track in TRACKS
)
CITIZEN_ONLY = RuleReason(
    "10.3",
    "no_bonus",
    _("the last space of the boatman track shows no bonus for the hideout"),
)


def no_bonus_reason(
    state: State, seat: int, track: int, position: int, paid: int
) -> OptionalReason:
    """Why a position gives no bonus after the payment; a trader's place tile is checked later."""
    if not position:
        return AT_THE_START[track]
    if track == FARMER:
        bonus = FARMER_GOODS[position - 1]
        back = GRAIN if paid == BREAD else paid
        return None if bonus == back else no_good_left_reason(state, bonus)
    if track == BOATMAN:
        return None if BOATMAN_COINS[position - 1] else CITIZEN_ONLY
    if track == CRAFTSMAN:
        return no_technology_left_reason(state)
    return no_space_reason(state, seat) if track == SCHOLAR else None


def play_hideout(state: State, seat: int, args: list[str], owner: int) -> None:
    spend_good(state, seat, args[0], "hideout")
    track = TRACK_ID[args[1]]
    place = PLACE_ID[args[2]] if len(args) > 2 else -1
    grant_bonus(state, seat, track, state.boards[seat].tracks[track], "hideout", place)


def own_seat_reason(seat: int) -> RuleReason:
    return RuleReason("2.6", "own_seat", _("choose another player, not yourself"))


def other_seats(state: State, seat: int, ask: MoveQuery) -> Iterable[int]:
    """The other seats that the query accepts."""
    seats = [other for other in range(state.seats) if other != seat]
    return ask.word(other_seat_reader(state.seats), seats, own_seat_reason)


def travel_moves(state: State, merchant: int, text: str, ask: MoveQuery) -> list[str]:
    """The moves of a merchant by road and waterway."""
    return [
        move
        for kind in ask.word(WAY_KIND, BOTH_KINDS, None)
        for move in journey_moves(state, merchant, KINDS[kind], f"{text} {KINDS[kind]}", ask)
    ]


BOTH_KINDS = range(len(KINDS))


def courthouse_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    if ask.is_blocked(too_dear_reason("2.6", purse, COURTHOUSE_PRICE, "courthouse")):
        return NONE
    return [
        move
        for other in other_seats(state, seat, ask)
        for move in travel_moves(
            state, state.boards[other].merchant, f"act courthouse {other}", ask
        )
    ]


def play_courthouse(state: State, seat: int, args: list[str], owner: int) -> None:
    other = int(args[0])
    change_coins(state, seat, -COURTHOUSE_PRICE, "courthouse")
    change_coins(state, other, COURTHOUSE_PRICE, "courthouse")
    move_merchant(state, seat, other, args[1], args[2], args[3], "courthouse")


def play_theater(state: State, seat: int, args: list[str], owner: int) -> None:
    change_coins(state, seat, len(state.boards[owner].tiles_on(THEATER)), "theater")


def quarry_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    board = state.boards[seat]
    if ask.is_blocked(no_station_left_reason(state, seat)):
        return NONE
    far = DISTANCE[board.merchant]
    reach = (purse - QUARRY_PRICE) // QUARRY_STEP
    near = [town for town, steps in enumerate(far) if steps <= reach]
    return [
        f"act quarry {TOWN_KEYS[town]}"
        for town in ask.word(TOWN, near, functools.partial(too_far_away_reason, board, purse))
        if not ask.is_blocked(no_site_reason(state, board, town))
    ]


def quarry_price(merchant: int, town: int) -> int:
    """The price of a station in a town, in coins, with the merchant in another."""
    return QUARRY_PRICE + QUARRY_STEP * DISTANCE[merchant][town]


def too_far_away_reason(board: Board, purse: int, town: int) -> RuleReason:
    """Why the seat cannot build there: a station at that distance is too expensive."""
    return dear_reason("2.6", purse, quarry_price(board.merchant, town), STATION_IN[town])


STATION_IN = tuple(Reason("station", _("a station in %(town)s"), town=town) for town in TOWN_KEYS)


def play_quarry(state: State, seat: int, args: list[str], owner: int) -> None:
    town = TOWN_ID[args[0]]
    change_coins(state, seat, -quarry_price(state.boards[seat].merchant, town), "quarry")
    build_station(state, seat, town, "quarry")


def workshop_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    board = state.boards[seat]
    if ask.is_blocked(too_dear_reason("2.6", purse, WORKSHOP_PRICE, "workshop")):
        return NONE
    return [
        f"act workshop {PLACE_KEYS[origin]} {SLOT_TEXTS[group]}"
        for origin in ask.word(OWN_PLACE_READER, board.technologies, no_technology_on_reason)
        for group in lay_options(board, LATER, ask, moved_from=origin)
    ]


def play_workshop(state: State, seat: int, args: list[str], owner: int) -> None:
    board = state.boards[seat]
    origin, place, slot = args
    change_coins(state, seat, -WORKSHOP_PRICE, "workshop")
    was = lift_technology(board, PLACE_ID[origin])
    board.slots[was] = TECHNOLOGY  # the slot that it leaves does not count as free
    put_technology(board, place, slot)
    board.slots[was] = 0
    state.emit("workshop", seat, {"from": origin, "place": place, "slot": slot})


TOWNHOUSE = ("coins", "good", "move", "development")


def not_in_townhouse_reason(given: UserInput) -> RuleReason:
    message = _("the town house does not give %(given)s; choose from: %(known)s")
    return RuleReason("2.6", "no_such_choice", message, given=given, known=TOWNHOUSE)


FROM_TOWNHOUSE = WordReader(
    {word: number for number, word in enumerate(TOWNHOUSE)}, not_in_townhouse_reason
)


def townhouse_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    text = "act townhouse"
    moves: list[str] = []
    for number in ask.word(FROM_TOWNHOUSE, range(len(TOWNHOUSE)), None):
        what = f"{text} {TOWNHOUSE[number]}"
        if TOWNHOUSE[number] == "good":
            supply = [good for good, count in enumerate(state.goods) if count]
            goods = ask.word(GOOD, supply, GOOD_USED_UP.__getitem__)
            moves += [f"{what} {GOODS[good]}" for good in goods]
        elif TOWNHOUSE[number] == "move":
            moves += travel_moves(state, state.boards[seat].merchant, what, ask)
        elif TOWNHOUSE[number] == "coins" or not ask.is_blocked(no_space_reason(state, seat)):
            moves.append(what)
    return moves


def play_townhouse(state: State, seat: int, args: list[str], owner: int) -> None:
    if args[0] == "coins":
        change_coins(state, seat, TOWNHOUSE_COINS, "townhouse")
    elif args[0] == "good":
        take_good(state, seat, GOOD_ID[args[1]], "townhouse")
    elif args[0] == "move":
        move_merchant(state, seat, seat, args[1], args[2], args[3], "townhouse")
    else:
        advance_development(state, seat, TOWNHOUSE_SPACES, "townhouse")


def play_observatory(state: State, seat: int, args: list[str], owner: int) -> None:
    """Advance to the first space of the next level, without coins and citizens (rules 10.18)."""
    board = state.boards[seat]
    before = board.development
    board.development = next(space for space, _ in LEVEL_FROM if space > before)
    state.emit("develop", seat, {"from": before, "to": board.development, "skipping": True})
    emit_level_changes(state, seat, "observatory")


def ballroom_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    tiles = state.available
    return [
        f"act ballroom {PLACE_KEYS[place]}"
        for place in ask.word(
            PLACE_TILE_READER, tiles, functools.partial(not_offered_reason, state)
        )
        if not ask.is_blocked(
            too_dear_reason("2.6", purse, PRICE[PLACES[place].level], PLACE_KEYS[place])
        )
    ]


def play_ballroom(state: State, seat: int, args: list[str], owner: int) -> None:
    place = PLACE_ID[args[0]]
    change_coins(state, seat, -PRICE[PLACES[place].level], "ballroom")
    take_place(state, seat, place)


def can_church_use(place: int) -> bool:
    return PLACES[place].kind == "action" and place not in CHURCH_NEVER


def church_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    """Use a ready action tile of another seat as if the seat owned it (rules 10.26)."""
    if ask.is_blocked(too_dear_reason("2.6", purse, CHURCH_PRICE, "church")):
        return NONE
    moves: list[str] = []
    for owner in other_seats(state, seat, ask):
        board = state.boards[owner]
        tiles = [place for place in ready_places(board) if can_church_use(place)]
        not_there = functools.partial(not_through_church_reason, board, owner)
        for place in ask.word(PLACE_TILE_READER, tiles, not_there):
            used = ALL_TILE_ACTIONS[place].choices(state, seat, purse - CHURCH_PRICE, ask)
            moves += [f"act church {owner} {move[4:]}" for move in used]
    return moves


def not_through_church_reason(board: Board, owner: int, place: int) -> RuleReason:
    """Why a place tile of this owner cannot be used through the church."""
    key = PLACE_KEYS[place]
    if not board.owns(place):
        message = _("%(seat)s does not own %(place)s")
        return RuleReason("2.6", "not_owned", message, seat=SeatNumber(owner), place=key)
    if not can_church_use(place):
        message = _("%(place)s cannot be used through the church")
        return RuleReason("10.26", "not_for_church", message, place=key)
    return not_ready_reason(board, place)


def play_church(state: State, seat: int, args: list[str], owner: int) -> None:
    host = int(args[0])
    change_coins(state, seat, -CHURCH_PRICE, "church")
    change_coins(state, host, CHURCH_PRICE, "church")
    ALL_TILE_ACTIONS[PLACE_ID[args[1]]][1](state, seat, args[2:], host)


TILE_ACTIONS = {
    "bathhouse": Action(choices_without_words("bathhouse", no_draw_reason), play_bathhouse),
    "wool_manufacturer": good_action("wool_manufacturer", WOOL),
    "cheese_factory": good_action("cheese_factory", CHEESE),
    "tailor_shop": good_action("tailor_shop", BROCADE),
    "shipping_line": development_action("shipping_line", PLACE_DEVELOPMENT["shipping_line"]),
    "hospital": Action(choices_without_words("hospital"), play_hospital),
    "library": development_action("library", PLACE_DEVELOPMENT["library"]),
    "winery": good_action("winery", WINE),
    "windmill": Action(choices_without_words("windmill"), play_windmill),
    "brewery": coins_action("brewery", PLACE_COINS["brewery"]),
    "hayrick": good_action("hayrick", GRAIN),
    "country_road": Action(
        choices_without_words("country_road", no_road_site_reason, no_station_left_reason),
        play_country_road,
    ),
    "pharmacy": Action(pharmacy_choices, play_pharmacy),
    "office": Action(choices_without_words("office", no_station_built_reason), play_office),
    "horse_wagon": travel_action("horse_wagon", "road"),
    "laboratory": Action(
        choices_without_words("laboratory", lambda state, _seat: no_technology_left_reason(state)),
        play_laboratory,
    ),
    "cellar": coins_action("cellar", PLACE_COINS["cellar"]),
    "gunpowder_tower": deed_action(TOWER),
    "bakery": Action(bakery_choices, play_bakery),
    "goldsmith": Action(goldsmith_choices, play_goldsmith),
    "hideout": Action(hideout_choices, play_hideout),
    "courthouse": Action(courthouse_choices, play_courthouse),
    "theater": Action(choices_without_words("theater"), play_theater),
    "quarry": Action(quarry_choices, play_quarry),
    "workshop": Action(workshop_choices, play_workshop),
    "townhouse": Action(townhouse_choices, play_townhouse),
    "observatory": Action(choices_without_words("observatory", no_space_reason), play_observatory),
    "ballroom": Action(ballroom_choices, play_ballroom),
    "church": Action(church_choices, play_church),
}
ALL_TILE_ACTIONS: dict[int, Action] = BOARD_ACTIONS | {
    PLACE_ID[key]: act for key, act in TILE_ACTIONS.items()
}
