"""The setup of the island and the founding (rules 4)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bag import expand_counts
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from . import building, cards
from .components import (
    CARD_INDEX,
    DEVELOPMENT,
    EVENT_CARDS,
    FIRST_POINT_CARD,
    GOALS,
    GOLD_START,
    HARBOUR_TYPES,
    NEUTRAL_SITES,
    RESOURCES,
    STACKS,
    TERRAIN,
    TOKENS_START,
)
from .layout import Layout
from .shared_refusals import TRADERS, OptionalRefusal
from .state import State
from .tokens import earn_tokens


def set_up(match: State) -> None:
    """Draw everything random in the order of the rules sheet, and begin founding."""
    chance, board = match.chance, match.board
    scenario = match.options["scenario"]
    drawn = iter(chance.shuffle("terrain", expand_counts(TERRAIN[scenario].items())))
    terrain = [board.goal_hexes.get(hex) or next(drawn) for hex in range(len(board.hexes))]
    corner = chance.roll("numbers", 6)
    harbours = chance.shuffle("harbours", HARBOUR_TYPES)
    match.layout = Layout(board, terrain, corner, harbours)
    deck = chance.shuffle("development", expand_counts(DEVELOPMENT[scenario].items()))
    match.deck = tuple(CARD_INDEX[card] for card in deck)
    if match.options["events"] == "on":
        match.event_deck = tuple(chance.shuffle("events", EVENT_CARDS))
    if match.traders:
        match.stacks = tuple(
            tuple(chance.shuffle(f"commodities:{goal}", expand_counts(STACKS[number].items())))
            for number, goal in enumerate(GOALS)
        )
        match.barbarians = board.barbarian_starts
        match.gold = [GOLD_START] * match.seats
    else:
        match.robber = match.layout.desert
    match.emit(
        "setup",
        None,
        {
            "terrain": dict(zip(board.hexes, match.layout.terrain, strict=True)),
            "numbers": dict(zip(board.hexes, match.layout.numbers, strict=True)),
            "harbours": [
                {"path": board.paths[path], "type": word}
                for path, word in zip(board.harbour_paths, harbours, strict=True)
            ],
        },
    )
    if match.duel:
        match.tokens = [TOKENS_START] * match.seats
        for neutral, site in enumerate(NEUTRAL_SITES):
            building.place_building(match, match.seats + neutral, board.spot_index[site])
    match.stack = [("founding", 0, -1)]


# The frame of founding: ("founding", buildings placed so far, building whose road is due or -1)


def founding_seat(match: State, number: int) -> int:
    """The seat that places building `number`, from 0: in seat order, then in reverse order."""
    return number if number < match.seats else 2 * match.seats - 1 - number


def founding_actors(match: State) -> tuple[int, ...]:
    """The seat that founds next; after the last building, seat 0 begins its turn."""
    number = match.stack[-1][1]
    if number == 2 * match.seats:
        match.active = 0
        match.stack = [("start",)]
        match.emit("turn", 0, {"turn": 1, "round": 1})
        return match.active_actor()
    match.active = founding_seat(match, number)
    return match.active_actor()


def founding_moves(match: State, seat: int) -> list[str]:
    """A building on any intersection that the distance rule allows, then a road at it."""
    _, number, spot = match.stack[-1]
    if spot >= 0:
        return list(match.notation.road(match.board.spot_paths[spot] & match.open_paths))
    as_city = match.traders and number >= match.seats
    menu = match.notation.city if as_city else match.notation.settlement
    return list(menu(match.open_spots))


def found_building(match: State, seat: int, spot: int) -> None:
    """Place the building; the second one brings a card for each producing hex."""
    _, number, _ = match.stack[-1]
    second = number >= match.seats
    building.place_building(match, seat, spot, city=second and match.traders)
    if match.duel:
        earn_tokens(match, seat, spot)
    if second:
        gains: dict[str, int] = {}
        for hex in match.board.spot_hexes[spot]:
            kind = match.layout.resource[hex]
            if kind >= 0:
                match.take(seat, kind)
                gains[RESOURCES[kind]] = gains.get(RESOURCES[kind], 0) + 1
        match.emit("first_cards", seat, {"gains": gains})
        if match.traders:
            match.wagons[seat] = spot
    match.stack[-1] = ("founding", number, spot)


def found_road(match: State, seat: int, path: int) -> None:
    """Place the road at the new building."""
    match.emit("build", seat, {"piece": "road", "at": match.board.paths[path], "free": True})
    building.place_road(match, seat, path)
    match.stack[-1] = ("founding", match.stack[-1][1] + 1, -1)


def settlement_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    _kind, number, spot = match.stack[-1]
    if spot >= 0:
        return road_due_refusal()
    if match.traders and number >= match.seats:
        message = _("your second starting building is a city in %(scenario)s")
        return illegal_move("city_is_due", message, "4.9", scenario=TRADERS)
    return building.site_refusal(match, tokens[1], match.board.spot_index[tokens[1]])


def city_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    _kind, number, spot = match.stack[-1]
    if spot >= 0:
        return road_due_refusal()
    if not match.traders or number < match.seats:
        return illegal_move(
            "settlement_is_due", _("this starting building must be a settlement"), "4.9"
        )
    return building.site_refusal(match, tokens[1], match.board.spot_index[tokens[1]])


def road_due_refusal() -> IllegalMove:
    return illegal_move("road_is_due", _("place a road at the new building first"), "4.9")


def road_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    taken = building.path_refusal(match, tokens[1], match.board.path_index[tokens[1]])
    if taken is not None:
        return taken
    spot = match.stack[-1][2]
    if spot < 0:
        return illegal_move("building_is_due", _("place the building first, then its road"), "4.9")
    message = _("%(place)s does not touch the new building on %(building)s")
    params = {"place": Place(tokens[1]), "building": Place(match.board.spots[spot])}
    return illegal_move("not_connected", message, "4.9", **params)


def rebuild_derived_state(match: State) -> None:
    """Compute from the pieces on the board everything that is not stored."""
    board = match.board
    match.site = [-1] * len(board.spots)
    match.road = [-1] * len(board.paths)
    match.built = 0
    match.open_spots = board.sites
    match.open_paths = board.all_paths
    match.reach = [0] * match.owners
    match.frontier = [0] * match.owners
    match.holders = [()] * len(board.hexes)
    match.rates = [(4,) * len(RESOURCES)] * match.seats
    match.harbour_points = [0] * match.seats
    for owner in range(match.owners):
        match.built |= match.settlements[owner] | match.cities[owner]
        for spot in members(match.settlements[owner] | match.cities[owner]):
            match.site[spot] = owner
            match.open_spots &= ~board.zone[spot]
        for path in members(match.roads[owner]):
            match.road[path] = owner
            match.open_paths ^= 1 << path
            match.reach[owner] |= board.ends_mask[path]
    for owner in range(match.owners):
        own = match.settlements[owner] | match.cities[owner]
        for spot in members((match.reach[owner] | own) & ~(match.built & ~own)):
            match.frontier[owner] |= board.spot_paths[spot]
    for seat in range(match.seats):
        match.secret[seat] = sum(match.cards[seat][FIRST_POINT_CARD:])
        match.playable[seat] = cards.playable_kinds(match, seat)
        for amount, spots in ((1, match.settlements[seat]), (2, match.cities[seat])):
            for spot in members(spots):
                for hex in board.spot_hexes[spot]:
                    if match.layout.resource[hex] >= 0:
                        match.holders[hex] += ((seat, amount),)
                if match.layout.harbour_at[spot] >= 0:
                    building.apply_harbour_rates(match, seat, match.layout.harbour_at[spot])
                    match.harbour_points[seat] += amount
