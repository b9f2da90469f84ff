"""The island of one match: terrain, number tokens and harbours of its setup (rules 4.1 to 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.fields import Constant

from .components import HARBOUR_INDEX, NUMBER_TOKENS, REROLLED_SUMS, TERRAIN_RESOURCE, pips
from .grid import Board, number_token_order


class Layout(Constant):
    """The island of one match: drawn at the start, never changed, shared by copies.

    Attributes:
        terrain: for each hex its terrain, or its goal (castle, quarry, glassworks).
        corner: the starting corner of the number tokens, 1 to 6.
        numbers: for each hex its number, 0 if it has none.
        harbours: for each harbour position its type.
        resource: for each hex the index of the resource that it produces, -1 for none.
        by_number: for each number the hexes with that token.
        desert: the desert hex, -1 in traders; desert_spots: the set of its corners.
        harbour_at: for each intersection a resource index, ANY, or -1 for no harbour.
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
        left_out = REROLLED_SUMS if board.plazas else ()
        tokens = iter([token for token in NUMBER_TOKENS if token not in left_out])
        numbers = [0] * len(board.hexes)
        for hex in number_token_order(corner):
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
