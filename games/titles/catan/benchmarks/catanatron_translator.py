"""Translate positions and moves of the base game to catanatron 3.2.1 and back.

catanatron is no dependency of the site: import this module only where it is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from catanatron import Color, Game  # type: ignore[import-not-found]
from catanatron.models.actions import (  # type: ignore[import-not-found]
    generate_playable_actions,
)
from catanatron.models.enums import (  # type: ignore[import-not-found]
    CITY,
    ROAD,
    SETTLEMENT,
    Action,
    ActionPrompt,
    ActionType,
)
from catanatron.models.map import (  # type: ignore[import-not-found]
    BASE_MAP_TEMPLATE,
    PORT_DIRECTION_TO_NODEREFS,
    CatanMap,
    Port,
    initialize_tiles,
)

from games.rules.primitives.bitsets import members

from ..rules import building
from ..rules.components import CITIES_EACH, GOLD, RESOURCES, ROADS_EACH, SETTLEMENTS_EACH
from ..rules.grid import Board, place_name
from ..rules.match import CatanMatch

COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)  # by seat
THEIR_RESOURCES = ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")  # by our resource
CATANATRON_RESOURCE_ORDER = (1, 0, 2, 3, 4)  # our resource index for each of theirs, in their order
THEIR_CARDS = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "", "VICTORY_POINT")
CORNERS = {
    "NORTH": (0, -4),
    "NORTHEAST": (2, -2),
    "SOUTHEAST": (2, 2),
    "SOUTH": (0, 4),
    "SOUTHWEST": (-2, 2),
    "NORTHWEST": (-2, -2),
}
PROMPTS = {
    "start": ActionPrompt.PLAY_TURN,
    "main": ActionPrompt.PLAY_TURN,
    "free_roads": ActionPrompt.PLAY_TURN,
    "discard": ActionPrompt.DISCARD,
    "robber": ActionPrompt.MOVE_ROBBER,
}
SIMPLE_ACTIONS = {
    ActionType.ROLL: "roll",
    ActionType.END_TURN: "end",
    ActionType.BUY_DEVELOPMENT_CARD: "buy",
    ActionType.PLAY_KNIGHT_CARD: "play knight",
    ActionType.PLAY_ROAD_BUILDING: "play road_building",
}


class PlaceMapping(NamedTuple):
    """Their places by our index: nodes by intersection, edges by path, cubes by hex."""

    nodes: list[int]
    edges: list[tuple[int, int]]
    cubes: list[tuple[int, int, int]]
    spots: dict[int, int]  # this and the next two: the reverse
    paths: dict[tuple[int, int], int]
    hexes: dict[tuple[int, int, int], int]


def centre(cube: tuple[int, int, int]) -> tuple[int, int]:
    """Return the point of one of their hexes on our grid."""
    return 2 * (cube[0] - cube[1]), 6 * cube[2]


def map_places(board: Board, tiles: dict[Any, Any]) -> PlaceMapping:
    """Match their places with ours by position."""
    spots, hexes = {}, {}
    for cube, tile in tiles.items():
        x, y = centre(cube)
        if place_name((x, y)) in board.hex_index:
            hexes[cube] = board.hex_index[place_name((x, y))]
        for ref, node in tile.nodes.items():
            dx, dy = CORNERS[ref.value]
            spot = board.spot_index.get(place_name((x + dx, y + dy)))
            if spot is not None:
                spots[node] = spot
    nodes = [node for _, node in sorted((spot, node) for node, spot in spots.items())]
    edges = [tuple(sorted((nodes[a], nodes[b]))) for a, b in board.ends]
    cubes = [cube for _, cube in sorted((hex, cube) for cube, hex in hexes.items())]
    paths = {edge: path for path, edge in enumerate(edges)}
    return PlaceMapping(nodes, edges, cubes, spots, paths, hexes)


class Translator:
    """Their map of the island of one match; translates positions to it, and moves both ways."""

    def __init__(self, match: CatanMatch) -> None:
        self.places = match.board
        blank = initialize_tiles(BASE_MAP_TEMPLATE)
        self.atlas = map_places(match.board, blank)
        layout, terrain, numbers, ports = match.layout, [], [], []
        for cube, tile in blank.items():
            hex = self.atlas.hexes.get(cube)
            if hex is not None:
                kind = layout.resource[hex]
                terrain.append(THEIR_RESOURCES[kind] if kind >= 0 else None)
                numbers += [layout.numbers[hex]] if kind >= 0 else []
            elif isinstance(tile, Port):
                ref = PORT_DIRECTION_TO_NODEREFS[tile.direction][0]
                kind = layout.harbour_at[self.atlas.spots[tile.nodes[ref]]]
                ports.append(THEIR_RESOURCES[kind] if kind < GOLD else None)
        # `initialize_tiles` takes items from the end of these lists.
        self.map = CatanMap.from_tiles(
            initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], ports[::-1], terrain[::-1])
        )

    def position(self, match: CatanMatch, players: list[Any]) -> Game:
        """Return our position as their game, with those of their actions that our rules allow."""
        game = Game([], initialize=False)
        most = max(map(sum, zip(match.points, match.secret, strict=True)))
        # In catanatron a seat can win on another's turn, in our rules only on its own.
        enough = match.target if most < match.target else most + 1
        game.seed, game.id, game.vps_to_win = 1, "", enough
        started = Game(players, seed=1, catan_map=self.map)
        state = game.state = started.state
        colors = COLORS[: match.seats]
        state.players, state.colors = players, colors
        state.color_to_index = {color: seat for seat, color in enumerate(colors)}
        state.resource_freqdeck = [match.bank[kind] for kind in CATANATRON_RESOURCE_ORDER]
        left = match.deck[match.bought :]
        state.development_listdeck = [THEIR_CARDS[kind] for kind in reversed(left)]
        state.num_turns = match.turn
        self._board(match, state)
        for seat in range(match.seats):
            self._seat(match, state, seat)
        self._phase(match, state)
        return game

    def _board(self, match: CatanMatch, state: Any) -> None:
        board, nodes = state.board, self.atlas.nodes
        for seat, color in enumerate(COLORS[: match.seats]):
            towns = state.buildings_by_color[color]
            towns[SETTLEMENT] = [nodes[spot] for spot in members(match.settlements[seat])]
            towns[CITY] = [nodes[spot] for spot in members(match.cities[seat])]
            towns[ROAD] = [self.atlas.edges[path] for path in members(match.roads[seat])]
            for kind in (SETTLEMENT, CITY):
                board.buildings.update((node, (color, kind)) for node in towns[kind])
            for one, other in towns[ROAD]:
                board.roads[one, other] = board.roads[other, one] = color
            board.connected_components[color] = list(self._components(match, seat))
            board.road_lengths[color] = match.lengths[seat]
        board.board_buildable_ids = {nodes[spot] for spot in members(match.open_spots)}
        holder, longest = match.road_holder, max(match.lengths)
        board.road_color = COLORS[holder] if holder >= 0 else None
        board.road_length = longest if holder >= 0 or longest > 4 else 0
        board.robber_coordinate = self.atlas.cubes[match.robber]

    def _components(self, match: CatanMatch, seat: int) -> Iterator[set[int]]:
        """Yield sets of intersections that own roads join, without foreign buildings."""
        own = match.settlements[seat] | match.cities[seat]
        left = (match.reach[seat] | own) & ~(match.built & ~own)
        while left:
            waiting = [left.bit_length() - 1]
            left ^= 1 << waiting[0]
            found = set()
            while waiting:
                spot = waiting.pop()
                found.add(self.atlas.nodes[spot])
                for near, path in match.board.steps[spot]:
                    if match.road[path] == seat and left >> near & 1:
                        left ^= 1 << near
                        waiting.append(near)
            yield found

    def _seat(self, match: CatanMatch, state: Any, seat: int) -> None:
        settlements, cities = match.settlements[seat], match.cities[seat]
        seat_state = {
            "VICTORY_POINTS": match.points[seat],
            "ACTUAL_VICTORY_POINTS": match.points[seat] + match.secret[seat],
            "ROADS_AVAILABLE": ROADS_EACH - match.roads[seat].bit_count(),
            "SETTLEMENTS_AVAILABLE": SETTLEMENTS_EACH - settlements.bit_count(),
            "CITIES_AVAILABLE": CITIES_EACH - cities.bit_count(),
            "HAS_ROAD": match.road_holder == seat,
            "HAS_ARMY": match.army_holder == seat,
            "HAS_ROLLED": seat == match.active and match.stack[0][0] == "main",
            "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN": seat == match.active and match.card_played,
            "LONGEST_ROAD_LENGTH": match.lengths[seat],
        }
        for name, count in zip(THEIR_RESOURCES, match.hands[seat], strict=True):
            seat_state[f"{name}_IN_HAND"] = count
        for kind, name in enumerate(THEIR_CARDS):
            if name:
                seat_state[f"{name}_IN_HAND"] = match.cards[seat][kind]
                seat_state[f"PLAYED_{name}"] = match.spent[seat][kind]
        state.player_state.update((f"P{seat}_{key}", value) for key, value in seat_state.items())

    def _phase(self, match: CatanMatch, state: Any) -> None:
        phase, *rest = match.stack[-1]
        actor = match.actors[0]
        state.current_player_index, state.current_turn_index = actor, match.active
        state.is_initial_build_phase = phase == "founding"
        state.is_discarding = phase == "discard"
        state.is_moving_knight = phase == "robber"
        state.is_road_building = phase == "free_roads"
        state.free_roads_available = rest[0] if phase == "free_roads" else 0
        if phase == "founding":
            spot = rest[1]
            state.current_prompt = ActionPrompt.BUILD_INITIAL_SETTLEMENT
            if spot >= 0:
                state.current_prompt = ActionPrompt.BUILD_INITIAL_ROAD
                built = state.buildings_by_color[COLORS[actor]][SETTLEMENT]
                built.remove(self.atlas.nodes[spot])
                built.append(self.atlas.nodes[spot])  # their last item is the newest building
        else:
            state.current_prompt = PROMPTS[phase]
        found = generate_playable_actions(state)
        if phase == "free_roads":  # catanatron would require brick and lumber here
            found = [
                Action(COLORS[actor], ActionType.BUILD_ROAD, self.atlas.edges[path])
                for path in members(building.road_places(match, actor))
            ]
        legal = set(match.legal_moves(actor))
        state.playable_actions = [
            action for action in found if phase == "discard" or self.move(action) in legal
        ]

    def move(self, action: Any) -> str:
        """Return our move for one of their actions, without the victim of the robber."""
        kind, value = action.action_type, action.value
        if kind in SIMPLE_ACTIONS:
            return SIMPLE_ACTIONS[kind]
        board, places = self.atlas, self.places
        if kind == ActionType.BUILD_ROAD:
            return f"road {places.paths[board.paths[tuple(sorted(value))]]}"
        if kind in (ActionType.BUILD_SETTLEMENT, ActionType.BUILD_CITY):
            verb = "city" if kind == ActionType.BUILD_CITY else "settlement"
            return f"{verb} {places.spots[board.spots[value]]}"
        if kind == ActionType.MOVE_ROBBER:
            return f"robber {places.hexes[board.hexes[value[0]]]}"
        if kind == ActionType.MARITIME_TRADE:
            return f"bank {our_resource(value[0])} {our_resource(value[-1])}"
        if kind == ActionType.PLAY_MONOPOLY:
            return f"play monopoly {our_resource(value)}"
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            words = sorted(map(our_resource, value), key=RESOURCES.index)
            return f"play plenty {' '.join(words)}"
        raise ValueError(action)

    def with_outcome(self, action: Any, before: CatanMatch, after: CatanMatch) -> Any:
        """Return an action with its outcome on our side: dice, drawn and stolen cards."""
        color, kind, value = action
        seat = COLORS.index(color)
        if kind == ActionType.ROLL:
            value = after.dice
        elif kind == ActionType.BUY_DEVELOPMENT_CARD:
            value = THEIR_CARDS[before.deck[before.bought]]
        elif kind == ActionType.MOVE_ROBBER and value[1] is not None:
            gains = [
                now - was for now, was in zip(after.hands[seat], before.hands[seat], strict=True)
            ]
            value = (*value[:2], THEIR_RESOURCES[gains.index(1)])
        elif kind == ActionType.DISCARD:
            value = [
                THEIR_RESOURCES[card]
                for card in range(GOLD)
                for _ in range(before.hands[seat][card] - after.hands[seat][card])
            ]
        return Action(color, kind, value)


def our_resource(word: str) -> str:
    """Return our name of one of their resources."""
    return RESOURCES[THEIR_RESOURCES.index(word)]


def comparable_state(game: Any) -> dict[str, Any]:
    """Return everything that must be equal on both sides after a move."""
    state = game.state
    comparable: dict[str, Any] = dict(state.player_state)
    comparable["BANK"] = tuple(state.resource_freqdeck)
    comparable["ROBBER"] = state.board.robber_coordinate
    comparable["BUILDINGS"] = dict(state.board.buildings)
    comparable["ROADS"] = dict(state.board.roads)
    comparable["DECK"] = sorted(state.development_listdeck)
    return comparable
