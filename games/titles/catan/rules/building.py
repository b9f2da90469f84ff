"""Roads, settlements and cities: legal places and the effects of building (rules 5.5).

Each new piece updates these sets, so that legal places need only a few set operations:

- `open_spots`: intersections that the distance rule allows
- `open_paths`: paths without a road
- `reach`, for each owner: intersections that own roads touch
- `frontier`, for each owner: paths at which a new road would connect
"""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from . import longest_road
from .components import (
    ANY,
    CITIES_EACH,
    CITY_COST,
    HARBOUR_POINTS_AT_LEAST,
    RATES,
    ROAD_COST,
    ROADS_EACH,
    SETTLEMENT_COST,
    SETTLEMENTS_EACH,
    SPECIAL_CARD_POINTS,
)
from .shared_refusals import OptionalRefusal, owner_name_value, shortage_refusal
from .state import State
from .tokens import earn_tokens


def road_places(match: State, owner: int) -> int:
    """The set of paths on which `owner` may build a road (costs are not checked)."""
    if match.roads[owner].bit_count() >= ROADS_EACH or match.roads[owner] & match.damaged:
        return 0
    return match.frontier[owner] & match.open_paths


def settlement_places(match: State, owner: int) -> int:
    """The set of intersections on which `owner` may build a settlement (costs are not checked)."""
    if match.settlements[owner].bit_count() >= SETTLEMENTS_EACH:
        return 0
    return match.reach[owner] & match.open_spots & ~intersections_at(match, match.damaged)


def city_places(match: State, seat: int) -> int:
    """The set of own settlements that may become cities (costs are not checked)."""
    return match.settlements[seat] if match.cities[seat].bit_count() < CITIES_EACH else 0


def intersections_at(match: State, paths: int) -> int:
    """The set of intersections at the ends of a set of paths."""
    spots = 0
    for path in members(paths):
        spots |= match.board.ends_mask[path]
    return spots


def build_road(match: State, seat: int, path: int, *, free: bool = False) -> None:
    """Build a road of a seat; with two seats a neutral road follows."""
    if not free:
        match.pay(seat, ROAD_COST)
    match.emit("build", seat, {"piece": "road", "at": match.board.paths[path], "free": free})
    place_road(match, seat, path)
    if match.duel:
        match.stack.append(("neutral", "road"))


def road_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    path, place = match.board.path_index[tokens[1]], Place(tokens[1])
    taken = path_refusal(match, tokens[1], path)
    if taken is not None:
        return taken
    if match.roads[seat].bit_count() >= ROADS_EACH:
        return illegal_move("none_left", _("all %(n)s roads are on the board"), "2.5", n=ROADS_EACH)
    broken = match.roads[seat] & match.damaged
    if broken:
        message = _("your road %(place)s is damaged: repair it first")
        damaged = Place(match.board.paths[broken.bit_length() - 1])
        return illegal_move("damaged_road", message, "5.9", place=damaged)
    if not match.frontier[seat] >> path & 1:
        message = _("%(place)s does not connect to one of your buildings or roads")
        return illegal_move("not_connected", message, "5.5", place=place)
    if match.stack[-1][0] != "main":
        return None
    return shortage_refusal(match, seat, ROAD_COST, _("a road costs %(price)s; you have %(have)s"))


def path_refusal(match: State, name: str, path: int) -> OptionalRefusal:
    """Refuse a path that already has a road."""
    if match.road[path] < 0:
        return None
    owner = owner_name_value(match, match.road[path])
    message = _("%(place)s already has a road of %(owner)s")
    return illegal_move("taken", message, "5.5", place=Place(name), owner=owner)


def build_settlement(match: State, seat: int, spot: int) -> None:
    """Build a settlement of a seat; with two seats a neutral one follows."""
    match.pay(seat, SETTLEMENT_COST)
    place_building(match, seat, spot)
    if match.duel:
        earn_tokens(match, seat, spot)
        match.stack.append(("neutral", "settlement"))


def settlement_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    spot = match.board.spot_index[tokens[1]]
    return site_refusal(match, tokens[1], spot) or settlement_cost_refusal(
        match, seat, tokens[1], spot
    )


def site_refusal(match: State, name: str, spot: int) -> OptionalRefusal:
    """Refuse a plaza, an occupied intersection, or one next to a building."""
    board, place = match.board, Place(name)
    if board.plazas >> spot & 1:
        message = _("%(place)s is the plaza of a goal hex: you cannot build there")
        return illegal_move("plaza", message, "2.2", place=place)
    if match.built >> spot & 1:
        owner = owner_name_value(match, match.site[spot])
        message = _("%(place)s is taken by %(owner)s")
        return illegal_move("taken", message, "5.5", place=place, owner=owner)
    for near, _path in board.steps[spot]:
        if match.built >> near & 1:
            return illegal_move(
                "too_near",
                _("%(place)s is too near: %(near)s next to it is taken by %(owner)s"),
                "5.5",
                place=place,
                near=Place(board.spots[near]),
                owner=owner_name_value(match, match.site[near]),
            )
    return None


def settlement_cost_refusal(match: State, seat: int, name: str, spot: int) -> OptionalRefusal:
    if match.settlements[seat].bit_count() >= SETTLEMENTS_EACH:
        message = _("all %(n)s settlements are on the board")
        return illegal_move("none_left", message, "2.5", n=SETTLEMENTS_EACH)
    if not match.reach[seat] >> spot & 1:
        message = _("none of your roads leads to %(place)s")
        return illegal_move("not_connected", message, "5.5", place=Place(name))
    if intersections_at(match, match.damaged) >> spot & 1:
        message = _("a damaged road touches %(place)s")
        return illegal_move("damaged_road", message, "5.9", place=Place(name))
    message = _("a settlement costs %(price)s; you have %(have)s")
    return shortage_refusal(match, seat, SETTLEMENT_COST, message)


def build_city(match: State, seat: int, spot: int) -> None:
    """Turn a settlement into a city; the settlement goes back to the supply."""
    match.pay(seat, CITY_COST)
    bit = 1 << spot
    match.settlements[seat] ^= bit
    match.cities[seat] |= bit
    for hex in match.board.spot_hexes[spot]:
        holders = list(match.holders[hex])
        if (seat, 1) in holders:
            holders[holders.index((seat, 1))] = (seat, 2)
            match.holders[hex] = tuple(holders)
    match.emit("build", seat, {"piece": "city", "at": match.board.spots[spot], "free": False})
    match.score(seat, -1, "settlements")
    match.score(seat, 2, "cities")
    if match.layout.harbour_at[spot] >= 0:
        match.harbour_points[seat] += 1
        award_harbourmaster(match, seat)


def city_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    spot = match.board.spot_index[tokens[1]]
    if not match.settlements[seat] >> spot & 1:
        message = _("you have no settlement on %(place)s")
        return illegal_move("needs_settlement", message, "5.5", place=Place(tokens[1]))
    if match.cities[seat].bit_count() >= CITIES_EACH:
        message = _("all %(n)s cities are on the board")
        return illegal_move("none_left", message, "2.5", n=CITIES_EACH)
    return shortage_refusal(match, seat, CITY_COST, _("a city costs %(price)s; you have %(have)s"))


def place_road(match: State, owner: int, path: int) -> None:
    """Put a road of a seat or a neutral on the board."""
    bit = 1 << path
    match.road[path] = owner
    match.roads[owner] |= bit
    match.open_paths ^= bit
    match.reach[owner] |= match.board.ends_mask[path]
    for spot in match.board.ends[path]:
        if match.site[spot] in (-1, owner):
            match.frontier[owner] |= match.board.spot_paths[spot]
    if not match.traders:
        longest_road.update_after_road(match, owner, path)


def place_building(match: State, owner: int, spot: int, *, city: bool = False) -> None:
    """Put a settlement of a seat or a neutral on the board; in founding also a city."""
    board = match.board
    bit = 1 << spot
    match.site[spot] = owner
    match.built |= bit
    match.open_spots &= ~board.zone[spot]
    match.frontier[owner] |= board.spot_paths[spot]
    if city:
        match.cities[owner] |= bit
    else:
        match.settlements[owner] |= bit
    if owner < match.seats:
        amount = 2 if city else 1
        for hex in board.spot_hexes[spot]:
            if match.layout.resource[hex] >= 0:
                match.holders[hex] += ((owner, amount),)
        piece = "city" if city else "settlement"
        match.emit("build", owner, {"piece": piece, "at": board.spots[spot], "free": False})
        match.score(owner, amount, "cities" if city else "settlements")
        if match.layout.harbour_at[spot] >= 0:
            apply_harbour_rates(match, owner, match.layout.harbour_at[spot])
            match.harbour_points[owner] += amount
            award_harbourmaster(match, owner)
    for other in range(match.owners):
        if other != owner and match.reach[other] & bit:
            cut_connection(match, other, spot)


def cut_connection(match: State, owner: int, spot: int) -> None:
    """Update `owner`'s frontier after another owner has built on `spot`, which cuts roads there."""
    for near, path in match.board.steps[spot]:
        if not (match.reach[owner] >> near & 1 and match.site[near] in (-1, owner)):
            match.frontier[owner] &= ~(1 << path)
    if not match.traders:
        longest_road.update_after_cut(match, owner, spot)


def apply_harbour_rates(match: State, seat: int, harbour: int) -> None:
    """Improve a seat's bank rates with a new harbour (rules 5.7)."""
    rates = match.rates[seat]
    if harbour == ANY:
        match.rates[seat] = tuple(min(rate, RATES["any"]) for rate in rates)
    else:
        match.rates[seat] = (*rates[:harbour], RATES["kind"], *rates[harbour + 1 :])


def award_harbourmaster(match: State, seat: int) -> None:
    """Give the card to the first seat with 3 harbour points, then to one with more (rules 5.11)."""
    holder = match.harbour_holder
    points = match.harbour_points[seat]
    if match.options["harbourmaster"] == "off" or seat == holder:
        return
    if points < HARBOUR_POINTS_AT_LEAST or (holder >= 0 and points <= match.harbour_points[holder]):
        return
    match.harbour_holder = seat
    match.emit(
        "harbourmaster", seat, {"from": match.holder_name(holder), "to": seat, "points": points}
    )
    if holder >= 0:
        match.score(holder, -SPECIAL_CARD_POINTS, "harbourmaster")
    match.score(seat, SPECIAL_CARD_POINTS, "harbourmaster")
