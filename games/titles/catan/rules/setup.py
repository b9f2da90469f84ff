"""Setting the island up and founding (rules 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.rules.match import IllegalMove, no
from games.rules.reasons import Place
from games.rules.reasons import marked as _

from . import building, cards
from .components import (
    CARD_INDEX,
    DEVELOPMENT,
    EVENT_CARDS,
    FIRST_POINT_CARD,
    GOALS,
    GOLD_START,
    HARBOUR_INDEX,
    HARBOUR_TYPES,
    NEUTRAL_SITES,
    NUMBER_TOKENS,
    REROLLED,
    RESOURCES,
    STACKS,
    TERRAIN,
    TERRAIN_RESOURCE,
    TOKENS_START,
    pips,
    spread,
)
from .grid import Board, bits, spiral
from .reasons import TRADERS, Answer
from .tokens import earn_tokens

if TYPE_CHECKING:
    from .match import CatanMatch


class Layout:
    """The island of one match: drawn at the start, never changed, shared by copies.

    Attributes:
        terrain: for each hex its terrain, or its goal (castle, quarry, glassworks).
        corner: the starting corner of the number tokens, 1 to 6.
        numbers: for each hex its number, 0 without.
        harbours: for each harbour position its type.
        resource: for each hex the index of what it produces, -1 without.
        by_number: for each number the hexes that bear it.
        desert: the desert hex, -1 in traders; desert_spots: the set of its corners.
        harbour_at: for each intersection a resource index, ANY, or -1.
        harbour_spots: the set of all harbour intersections.
        pips: for each intersection the pips of its hexes; hex_pips: for each hex.
    """

    __slots__ = (
        "by_number",
        "corner",
        "desert",
        "desert_spots",
        "harbour_at",
        "harbour_spots",
        "harbours",
        "hex_pips",
        "numbers",
        "pips",
        "resource",
        "terrain",
    )

    def __init__(
        self, board: Board, terrain: Sequence[str], corner: int, harbours: Sequence[str]
    ) -> None:
        self.terrain = tuple(terrain)
        self.corner = corner
        self.harbours = tuple(harbours)
        self.resource = tuple(TERRAIN_RESOURCE.get(word, -1) for word in terrain)
        left_out = REROLLED if board.plazas else ()
        tokens = iter([token for token in NUMBER_TOKENS if token not in left_out])
        numbers = [0] * len(board.hexes)
        for hex in spiral(corner):
            if self.resource[hex] >= 0:
                numbers[hex] = next(tokens)
        self.numbers = tuple(numbers)
        self.by_number = tuple(
            tuple(hex for hex, one in enumerate(numbers) if one == number and number)
            for number in range(13)
        )
        self.desert = self.terrain.index("desert") if "desert" in self.terrain else -1
        desert_corners = board.hex_spots[self.desert] if self.desert >= 0 else ()
        self.desert_spots = sum(1 << spot for spot in desert_corners)
        harbour_at = [-1] * len(board.spots)
        for spots, word in zip(board.harbour_spots, harbours, strict=True):
            for spot in spots:
                harbour_at[spot] = HARBOUR_INDEX[word]
        self.harbour_at = tuple(harbour_at)
        self.harbour_spots = sum(1 << spot for pair in board.harbour_spots for spot in pair)
        self.hex_pips = tuple(pips(number) for number in numbers)
        self.pips = tuple(sum(self.hex_pips[hex] for hex in hexes) for hexes in board.spot_hexes)


def set_up(match: CatanMatch) -> None:
    """Draw everything that is drawn, in the order of the sheet, and begin founding."""
    chance, board = match.chance, match.board
    scenario = match.options["scenario"]
    drawn = iter(chance.shuffle("terrain", spread(TERRAIN[scenario])))
    terrain = [board.goal_hexes.get(hex) or next(drawn) for hex in range(len(board.hexes))]
    corner = chance.roll("numbers", 6)
    harbours = chance.shuffle("harbours", HARBOUR_TYPES)
    match.layout = Layout(board, terrain, corner, harbours)
    deck = chance.shuffle("development", spread(DEVELOPMENT[scenario]))
    match.deck = tuple(CARD_INDEX[card] for card in deck)
    if match.options["events"] == "on":
        match.event_deck = tuple(chance.shuffle("events", EVENT_CARDS))
    if match.traders:
        match.stacks = tuple(
            tuple(chance.shuffle(f"commodities:{goal}", spread(STACKS[number])))
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
            building.raise_building(match, match.seats + neutral, board.spot_index[site])
    match.stack = [("founding", 0, -1)]


# founding: a frame ("founding", how many buildings stand, the one whose road is due or -1)


def founder(match: CatanMatch, number: int) -> int:
    """Whose turn it is to found: there and back again."""
    return number if number < match.seats else 2 * match.seats - 1 - number


def founding_actors(match: CatanMatch) -> tuple[int, ...]:
    """One seat after the other; after the last, seat 0 begins its turn."""
    number = match.stack[-1][1]
    if number == 2 * match.seats:
        match.active = 0
        match.stack = [("start",)]
        match.emit("turn", 0, {"turn": 1, "round": 1})
        return match.only_active()
    match.active = founder(match, number)
    return match.only_active()


def founding_moves(match: CatanMatch, seat: int) -> list[str]:
    """A building anywhere the distance rule allows, then a road at it."""
    _, number, spot = match.stack[-1]
    if spot >= 0:
        return list(match.notation.road(match.board.spot_paths[spot] & match.open_paths))
    as_city = match.traders and number >= match.seats
    menu = match.notation.city if as_city else match.notation.settlement
    return list(menu(match.open_spots))


def found(match: CatanMatch, seat: int, spot: int) -> None:
    """The building; the second one brings a card for each producing hex."""
    _, number, _ = match.stack[-1]
    second = number >= match.seats
    building.raise_building(match, seat, spot, city=second and match.traders)
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


def found_road(match: CatanMatch, seat: int, path: int) -> None:
    """The road at the new building."""
    match.emit("build", seat, {"piece": "road", "at": match.board.paths[path], "free": True})
    building.lay_road(match, seat, path)
    match.stack[-1] = ("founding", match.stack[-1][1] + 1, -1)


def settlement_refusal(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    _kind, number, spot = match.stack[-1]
    if spot >= 0:
        return road_comes_first()
    if match.traders and number >= match.seats:
        message = _("the second founding is a city in %(scenario)s")
        return no("city_is_due", message, "4.9", scenario=TRADERS)
    return building.site_refusal(match, tokens[1], match.board.spot_index[tokens[1]])


def city_refusal(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    _kind, number, spot = match.stack[-1]
    if spot >= 0:
        return road_comes_first()
    if not match.traders or number < match.seats:
        return no("settlement_is_due", _("this founding is a settlement"), "4.9")
    return building.site_refusal(match, tokens[1], match.board.spot_index[tokens[1]])


def road_comes_first() -> IllegalMove:
    return no("road_is_due", _("a road at the new building comes first"), "4.9")


def road_refusal(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    taken = building.path_refusal(match, tokens[1], match.board.path_index[tokens[1]])
    if taken is not None:
        return taken
    spot = match.stack[-1][2]
    if spot < 0:
        return no("building_is_due", _("the building comes first, then its road"), "4.9")
    message = _("%(place)s does not touch the new building on %(building)s")
    told = {"place": Place(tokens[1]), "building": Place(match.board.spots[spot])}
    return no("not_connected", message, "4.9", **told)


def rebuild(match: CatanMatch) -> None:
    """Work out from the pieces on the board everything that is kept incrementally."""
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
        for spot in bits(match.settlements[owner] | match.cities[owner]):
            match.site[spot] = owner
            match.open_spots &= ~board.zone[spot]
        for path in bits(match.roads[owner]):
            match.road[path] = owner
            match.open_paths ^= 1 << path
            match.reach[owner] |= board.ends_mask[path]
    for owner in range(match.owners):
        own = match.settlements[owner] | match.cities[owner]
        for spot in bits((match.reach[owner] | own) & ~(match.built & ~own)):
            match.frontier[owner] |= board.spot_paths[spot]
    for seat in range(match.seats):
        match.secret[seat] = sum(match.cards[seat][FIRST_POINT_CARD:])
        match.playable[seat] = cards.playable(match, seat)
        for amount, spots in ((1, match.settlements[seat]), (2, match.cities[seat])):
            for spot in bits(spots):
                for hex in board.spot_hexes[spot]:
                    if match.layout.resource[hex] >= 0:
                        match.holders[hex] += ((seat, amount),)
                if match.layout.harbour_at[spot] >= 0:
                    building.open_harbour(match, seat, match.layout.harbour_at[spot])
                    match.harbour_points[seat] += amount
