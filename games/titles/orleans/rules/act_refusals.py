"""Why an action is refused: the place is not ready, or something that it needs is missing."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.reasons import Form, Given, Reason, SeatNumber
from games.rules.reasons import marked as _

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
from .land import DISTANCE, KINDS, ORLEANS, STEPS, TOWN_ID, TOWN_KEYS, edge_between
from .missing import (
    Why,
    bad_form,
    listed,
    no_follower,
    no_good,
    no_good_left,
    no_place_tile,
    no_station_left,
    no_technology_left,
    no_technology_on,
    no_town,
    not_own_good,
    not_owned,
    too_dear,
)
from .state import State
from .tile_acts import (
    ACTS,
    BAKERY_PRICE,
    CHURCH_PRICE,
    LOAVES,
    PHARMACY_MOST,
    PRICE,
    QUARRY_PRICE,
    QUARRY_STEP,
    church_may_use,
    ready,
)
from .tracks import levels_at
from .travel import may_build

Check = Callable[[State, int, list[str], int], Why]

FEE = 1  # of courthouse and workshop

FORMS = {
    "village": "act village boatman|craftsman|trader PLACE",
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
    "townhouse": "act townhouse coins|good GOOD|move KIND TOWN GOOD|development",
    "ballroom": "act ballroom PLACE",
    "church": "act church SEAT PLACE …",
}


def why_no_act(state: State, seat: int, args: list[str]) -> Why:
    """The first thing that is wrong with `act` and these arguments."""
    key = args[0]
    board = state.boards[seat]
    reason = not_owned(board, key)
    if reason:
        return reason
    place = PLACE_ID[key]
    if place == SACRISTY:
        message = _("%(place)s is not used by an act: it offers a shield in the event phase")
        return Reason("by_itself", message, place=key)
    if place not in ACTS:
        message = _("%(place)s has no action: it works by itself")
        return Reason("by_itself", message, place=key)
    return not_ready(state, seat, place) or why_no_effect(state, seat, args, board.coins)


def not_ready(state: State, seat: int, place: int) -> Why:
    """Which slots are still empty."""
    if ready(state, seat, place):
        return None
    key = PLACES[place].key
    if place in LOOSE:
        message = _("%(place)s is not ready: it needs at least one follower")
        return Reason("not_ready", message, place=key)
    filled = state.boards[seat].slots[SPAN[place]]
    empty = tuple(
        SLOT_TYPES[slot]
        for slot, content in zip(PLACES[place].slots, filled, strict=True)
        if not content
    )
    message = _("%(place)s is not ready: no follower on %(slots)s")
    return Reason("not_ready", message, place=key, slots=empty)


def why_no_effect(state: State, seat: int, args: list[str], purse: int) -> Why:
    """What the action of a ready place lacks."""
    key = args[0]
    if key in REASONS:
        reason = REASONS[key](state, seat, args[1:], purse)
        if reason:
            return reason
    if key in FORMS:
        return bad_form(["act", *args], FORMS[key])
    if len(args) > 1:
        return Reason("bad_form", _("%(place)s needs no further words"), place=key)
    return None


# what several actions need


def no_step(state: State, seat: int, track: int) -> Why:
    """The track cannot be advanced, or its bonus is not there."""
    position = state.boards[seat].tracks[track]
    if position >= TRACK_LAST[track]:
        message = _("your marker stands on the last space of the %(track)s track")
        return Reason("track_full", message, track=TRACKS[track])
    if track == FARMER:
        return no_good_left(state, FARMER_GOODS[position])
    return no_technology_left(state) if track == CRAFTSMAN else None


def no_space(state: State, seat: int) -> Why:
    if state.boards[seat].development < LAST_SPACE:
        return None
    message = _("your development stands on the last space, %(last)s")
    return Reason("track_full", message, last=LAST_SPACE)


def no_site(state: State, seat: int, town: int) -> Why:
    if may_build(state, state.boards[seat], town):
        return None
    if town == ORLEANS:
        message = _("%(town)s has your own station already")
    else:
        message = _("%(town)s has a station already")
    return Reason("station_there", message, town=TOWN_KEYS[town])


def not_offered(state: State, word: str, levels: tuple[int, ...] = (1, 2)) -> Why:
    """A place tile that is not to be had."""
    reason = no_place_tile(word)
    if reason:
        return reason
    if PLACE_ID[word] not in state.available:
        return Reason("not_available", _("%(tile)s is not available"), tile=word)
    if PLACES[PLACE_ID[word]].level in levels:
        return None
    message = _("%(tile)s is not of level I but of level II: here only level I is allowed")
    return Reason("wrong_level", message, tile=word)


def no_journey(state: State, merchant: int, kind: str, town: str, good: str) -> Why:
    """No such edge from the merchant's town, or no such good on it."""
    if kind not in KINDS:
        message = _("%(given)s is neither road nor waterway")
        return Reason("no_such_way", message, given=Given(kind))
    reason = no_town(town)
    if reason:
        return reason
    way = {"kind": kind, "here": TOWN_KEYS[merchant], "town": town}
    near = [TOWN_KEYS[other] for _edge, other in STEPS[kind][merchant]]
    if town not in near:
        message = _("no %(kind)s leads from %(here)s to %(town)s; it leads to: %(near)s")
        return Reason("no_way", message, **way, near=listed(near))
    edge = edge_between(kind, merchant, TOWN_ID[town])
    lying = [GOODS[item] for item in state.edges[edge]]
    if good == "none" or good in lying:
        return None
    reason = no_good(good, GOODS)
    message = _("no %(good)s lies on the %(kind)s from %(here)s to %(town)s; there: %(lying)s")
    return reason or Reason("no_good", message, **way, good=good, lying=listed(lying))


def number(word: str) -> int | None:
    plain = word.isascii() and word.isdecimal() and len(word) <= 2 and str(int(word)) == word
    return int(word) if plain else None


def no_other_seat(state: State, seat: int, word: str) -> Why:
    other = number(word)
    if other is None or other >= state.seats:
        message = _("there is no seat %(given)s: seats are 0 to %(last)s")
        return Reason("no_such_seat", message, given=Given(word), last=state.seats - 1)
    return Reason("own_seat", _("another seat is needed, not your own")) if other == seat else None


# place by place


def farm_house(state: State, seat: int, args: list[str], purse: int) -> Why:
    return no_follower(state, FARMER) or no_step(state, seat, FARMER)


def university(state: State, seat: int, args: list[str], purse: int) -> Why:
    return no_follower(state, SCHOLAR) or no_step(state, seat, SCHOLAR)


def castle(state: State, seat: int, args: list[str], purse: int) -> Why:
    return no_follower(state, KNIGHT) or no_step(state, seat, KNIGHT)


def monastery(state: State, seat: int, args: list[str], purse: int) -> Why:
    if state.event == PILGRIMAGE:
        return Reason("closed", _("the monastery is closed in a round of pilgrimage"))
    return no_follower(state, MONK)


def village(state: State, seat: int, args: list[str], purse: int) -> Why:
    board = state.boards[seat]
    kinds = TYPES[BOATMAN : TRADER + 1]
    if not args or args[0] not in kinds:
        message = _("the village gives one of %(known)s: say which")
        return Reason("which_follower", message, known=kinds)
    kind = TYPES.index(args[0])
    if kind == BOATMAN and len(args) > 1:
        if not board.owns(SLUICE):
            message = _("only the owner of the sluice may advance another track with a boatman")
            return Reason("not_owned", message)
        return no_follower(state, kind) or why_no_sluice(state, seat, args[1:])
    reason = no_follower(state, kind) or no_step(state, seat, kind)
    if reason or kind != TRADER:
        return reason
    return tile_of_trader(state, args[1:], board.tracks[TRADER] + 1, "act village trader PLACE")


def why_no_sluice(state: State, seat: int, args: list[str]) -> Why:
    if args[0] == "development":
        return no_space(state, seat)
    if args[0] not in TRACK_ID or args[0] == "boatman":
        message = _("%(given)s is not another track")
        return Reason("no_such_track", message, given=Given(args[0]))
    track = TRACK_ID[args[0]]
    reason = no_step(state, seat, track)
    if reason or track != TRADER:
        return reason
    position = state.boards[seat].tracks[TRADER] + 1
    return tile_of_trader(state, args[1:], position, "act village boatman trader PLACE")


def tile_of_trader(state: State, args: list[str], position: int, form: str) -> Why:
    """The place tile that comes with this position of the trader track."""
    if args:
        return not_offered(state, args[0], levels_at(position))
    message = _("with the trader track name the place tile: %(form)s")
    return Reason("which_tile", message, form=Form(form))


def moving(kind: str) -> Check:
    def reason(state: State, seat: int, args: list[str], purse: int) -> Why:
        if len(args) != 2:
            return None
        return no_journey(state, state.boards[seat].merchant, kind, args[0], args[1])

    return reason


def guildhall(state: State, seat: int, args: list[str], purse: int) -> Why:
    board = state.boards[seat]
    return no_station_left(board) or no_site(state, seat, board.merchant)


def developing(state: State, seat: int, args: list[str], purse: int) -> Why:
    return no_space(state, seat)


def producing(good: int) -> Check:
    return lambda state, seat, args, purse: no_good_left(state, good)


def bathhouse(state: State, seat: int, args: list[str], purse: int) -> Why:
    if any(state.boards[seat].bag):
        return None
    return Reason("bag_empty", _("your bag is empty"))


def country_road(state: State, seat: int, args: list[str], purse: int) -> Why:
    board = state.boards[seat]
    if board.road_stations >= ROAD_STATIONS:
        message = _("%(place)s is full: %(most)s of %(most)s stations")
        return Reason("road_full", message, place="country_road", most=ROAD_STATIONS)
    return no_station_left(board)


def pharmacy(state: State, seat: int, args: list[str], purse: int) -> Why:
    spaces = number(args[0]) if args else None
    if not spaces or spaces > PHARMACY_MOST:
        message = _("the pharmacy sells 1 to %(most)s spaces: %(form)s")
        return Reason("bad_number", message, most=PHARMACY_MOST, form=Form(FORMS["pharmacy"]))
    left = LAST_SPACE - state.boards[seat].development
    if spaces > left:
        message = _("too many spaces, %(spaces)s: %(left)s left before %(last)s")
        return Reason("too_many", message, spaces=spaces, left=left, last=LAST_SPACE)
    return too_dear(purse, spaces, "pharmacy")


def office(state: State, seat: int, args: list[str], purse: int) -> Why:
    if state.boards[seat].built:
        return None
    return Reason("no_station", _("you have built no station"))


def laboratory(state: State, seat: int, args: list[str], purse: int) -> Why:
    return no_technology_left(state)


def bakery(state: State, seat: int, args: list[str], purse: int) -> Why:
    loaves = number(args[0]) if args else None
    if not loaves or loaves > LOAVES:
        message = _("the bakery bakes 1 to %(most)s grain: %(form)s")
        return Reason("bad_number", message, most=LOAVES, form=Form(FORMS["bakery"]))
    grain = state.boards[seat].goods[GRAIN]
    if loaves > grain:
        message = _("too much grain, %(wanted)s: you have %(owned)s")
        return Reason("too_many", message, wanted=loaves, owned=grain)
    return too_dear(purse, BAKERY_PRICE, "bakery")


def goldsmith(state: State, seat: int, args: list[str], purse: int) -> Why:
    reason = office(state, seat, args, purse) or no_space(state, seat)
    if reason or not args:
        return reason
    return not_own_good(state.boards[seat], args[0])


def hideout(state: State, seat: int, args: list[str], purse: int) -> Why:
    if len(args) < 2:
        return None
    reason = not_own_good(state.boards[seat], args[0])
    if reason:
        return reason
    if args[1] not in TRACK_ID or args[1] == "knight":
        message = _("%(given)s is not a track of the hideout")
        return Reason("no_such_track", message, given=Given(args[1]))
    track = TRACK_ID[args[1]]
    position = state.boards[seat].tracks[track]
    if not position:
        message = _("you have no bonus on the %(track)s track: your marker stands on 0")
        return Reason("no_bonus", message, track=args[1])
    if track == FARMER:
        return no_good_left(state, FARMER_GOODS[position - 1])
    if track == BOATMAN and position == TRACK_LAST[BOATMAN]:
        message = _("the last space of the boatman track shows no bonus for the hideout")
        return Reason("no_bonus", message)
    if track == CRAFTSMAN:
        return no_technology_left(state)
    if track == TRADER and len(args) > 2:
        return not_offered(state, args[2], levels_at(position))
    return no_space(state, seat) if track == SCHOLAR else None


def courthouse(state: State, seat: int, args: list[str], purse: int) -> Why:
    reason = too_dear(purse, FEE, "courthouse")
    if reason or len(args) != 4:
        return reason
    reason = no_other_seat(state, seat, args[0])
    if reason:
        return reason
    return no_journey(state, state.boards[int(args[0])].merchant, args[1], args[2], args[3])


def quarry(state: State, seat: int, args: list[str], purse: int) -> Why:
    board = state.boards[seat]
    if len(args) != 1:
        return no_station_left(board)
    reason = no_town(args[0])
    if reason:
        return reason
    town = TOWN_ID[args[0]]
    price = QUARRY_PRICE + QUARRY_STEP * DISTANCE[board.merchant][town]
    what = Reason("station", _("a station in %(town)s"), town=args[0])
    return no_station_left(board) or no_site(state, seat, town) or too_dear(purse, price, what)


def workshop(state: State, seat: int, args: list[str], purse: int) -> Why:
    board = state.boards[seat]
    reason = too_dear(purse, FEE, "workshop")
    if reason or not args:
        return reason
    reason = not_owned(board, args[0]) or no_technology_on(board, args[0])
    if reason or board.tracks[CRAFTSMAN]:
        return reason
    message = _("technology cannot be moved before your first step on the craftsman track")
    return Reason("too_early", message)


def townhouse(state: State, seat: int, args: list[str], purse: int) -> Why:
    if args[:1] == ["good"] and len(args) == 2:
        return no_good(args[1], GOODS) or no_good_left(state, GOOD_ID[args[1]])
    if args[:1] == ["move"] and len(args) == 4:
        return no_journey(state, state.boards[seat].merchant, args[1], args[2], args[3])
    return no_space(state, seat) if args == ["development"] else None


def ballroom(state: State, seat: int, args: list[str], purse: int) -> Why:
    if len(args) != 1:
        return None
    reason = not_offered(state, args[0])
    if reason:
        return reason
    return too_dear(purse, PRICE[PLACES[PLACE_ID[args[0]]].level], args[0])


def church(state: State, seat: int, args: list[str], purse: int) -> Why:
    reason = too_dear(purse, CHURCH_PRICE, "church")
    if reason or len(args) < 2:
        return reason
    reason = no_other_seat(state, seat, args[0]) or no_place_tile(args[1])
    if reason:
        return reason
    owner, key = int(args[0]), args[1]
    place = PLACE_ID[key]
    if not state.boards[owner].owns(place):
        message = _("%(seat)s does not own %(place)s")
        return Reason("not_owned", message, seat=SeatNumber(owner), place=key)
    if place in (COUNTRY_ROAD, CHURCH) or not church_may_use(place):
        message = _("%(place)s cannot be used through the church")
        return Reason("not_for_church", message, place=key)
    return not_ready(state, owner, place) or why_no_effect(
        state, seat, args[1:], purse - CHURCH_PRICE
    )


REASONS: dict[str, Check] = {
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
