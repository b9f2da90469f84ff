"""Prebuilt move strings, so that listing legal moves formats no text (rules 6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from games.rules.fields import Constant
from games.rules.primitives.bitsets import members

from .components import BANK_EACH, CARDS, MONOPOLY, PLENTY, RESOURCES, SWIFT, WARES
from .grid import Board

MoveTable = Callable[[int], tuple[str, ...]]

ALL_RESOURCES: Final = 31  # the set of all five resources


def cached_moves(words: tuple[str, ...]) -> MoveTable:
    """Return a function from a set of indices to its words; it caches the last 4096 sets.

    >>> cached_moves(("road a", "road b", "road c"))(0b101)
    ('road a', 'road c')
    """

    @lru_cache(maxsize=4096)
    def word_list(mask: int) -> tuple[str, ...]:
        return tuple([words[index] for index in members(mask)])

    return word_list


class Notation(Constant):
    """The moves that name places of one board.

    A move table is a function from a set of places to the moves that name them.

    Attributes:
        settlement, city, road, robber, quake, repair, banish: move tables.
        barbarian: for each path, the moves from there to each path; empty in the base game.
        token_barbarian: the same moves, paid with a trade token.
        neutral_settlement, neutral_road: a move table for each neutral.
    """

    __slots__ = (
        "banish",
        "barbarian",
        "city",
        "neutral_road",
        "neutral_settlement",
        "quake",
        "repair",
        "road",
        "robber",
        "settlement",
        "token_barbarian",
    )

    def __init__(self, board: Board) -> None:
        self.settlement = cached_moves(tuple(f"settlement {spot}" for spot in board.spots))
        self.city = cached_moves(tuple(f"city {spot}" for spot in board.spots))
        self.road = cached_moves(tuple(f"road {path}" for path in board.paths))
        self.robber = cached_moves(tuple(f"robber {hex}" for hex in board.hexes))
        self.quake = cached_moves(tuple(f"quake {path}" for path in board.paths))
        self.repair = cached_moves(tuple(f"repair {path}" for path in board.paths))
        self.banish = cached_moves(tuple(f"banish {path}" for path in board.paths))
        self.neutral_settlement = tuple(
            cached_moves(tuple(f"neutral {word} {spot}" for spot in board.spots))
            for word in ("n1", "n2")
        )
        self.neutral_road = tuple(
            cached_moves(tuple(f"neutral {word} {path}" for path in board.paths))
            for word in ("n1", "n2")
        )
        self.barbarian: tuple[tuple[str, ...], ...] = ()
        self.token_barbarian: tuple[tuple[str, ...], ...] = ()
        if board.plazas:
            self.barbarian = tuple(
                tuple(f"barbarian {here} {there}" for there in board.paths) for here in board.paths
            )
            self.token_barbarian = tuple(
                tuple(f"token {move}" for move in moves) for moves in self.barbarian
            )


@cache
def bank_moves(payable: int, stock: int) -> tuple[str, ...]:
    """Return bank trades.

    Args:
        payable: The set of resources of which the seat has enough.
        stock: The set of wares that the bank has.
    """
    return tuple(
        f"bank {RESOURCES[give]} {WARES[get]}"
        for give in members(payable)
        for get in members(stock)
        if give != get
    )


@cache
def plenty_moves(stock: int, pairs: int) -> tuple[str, ...]:
    """Return the moves `play plenty`.

    Args:
        stock: The set of resources that the bank has.
        pairs: The set of resources of which the bank has two or more.
    """
    if stock and not stock & (stock - 1) and not pairs:
        return tuple(f"play plenty {RESOURCES[kind]}" for kind in members(stock))
    return tuple(
        f"play plenty {RESOURCES[one]} {RESOURCES[other]}"
        for one in members(stock)
        for other in members(stock)
        if one < other or (one == other and pairs >> one & 1)
    )


@cache
def card_moves(cards: int, stock: int, pairs: int) -> tuple[str, ...]:
    """Return the `play` moves of the set `cards` that are legal in `start` and `main`."""
    moves: list[str] = []
    for card in members(cards):
        if card == PLENTY:
            moves += plenty_moves(stock, pairs)
        elif card == MONOPOLY:
            moves += [f"play monopoly {resource}" for resource in RESOURCES]
        elif card < SWIFT:
            moves.append(f"play {CARDS[card]}")
    return tuple(moves)


DISCARD: Final = tuple(
    tuple(f"discard {resource} {count}" for count in range(BANK_EACH + 1)) for resource in RESOURCES
)
TAKE: Final = cached_moves(tuple(f"take {resource}" for resource in RESOURCES))
GIFT: Final = cached_moves(tuple(f"gift {resource}" for resource in RESOURCES))
GIVE: Final = cached_moves(tuple(f"give {ware}" for ware in WARES))
WANT: Final = cached_moves(tuple(f"want {ware}" for ware in WARES))
PURCHASE: Final = cached_moves(tuple(f"purchase {resource}" for resource in RESOURCES))
STEAL: Final = tuple(f"steal {seat}" for seat in range(4))
ROB: Final = tuple(f"rob {seat}" for seat in range(4))
TRADE: Final = tuple(f"trade {seat}" for seat in range(4))


@cache
def notation_for(board: Board) -> Notation:
    """Return the moves of a board, built once."""
    return Notation(board)
