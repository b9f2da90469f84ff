"""Fields of a match: what follows from their types, and which types say too little."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest

from games.rules.fields import (
    SHARED,
    UNSTORED,
    Constant,
    Copyable,
    FieldError,
    Fields,
    MatchPart,
    fields,
)


class Tile(Constant):
    __slots__ = ()


@fields
class Purse(MatchPart):
    coins: int
    spent: Annotated[int, UNSTORED]

    def derive_fields(self) -> None:
        self.spent = 10 - self.coins


@fields
class Table(MatchPart):
    phase: str
    rows: list[list[int]]
    pairs: list[tuple[int, str]]
    bag: bytearray
    purses: list[Purse | None]
    best: Purse | None
    order: Annotated[list[int], SHARED]
    tiles: Annotated[list[Tile], UNSTORED]
    lists: Annotated[dict[int, Annotated[list[str], SHARED]], UNSTORED]

    def derive_fields(self) -> None:
        self.tiles, self.lists = [], {}


def a_purse() -> Purse:
    purse = Purse()
    purse.coins, purse.spent = 3, 7
    return purse


def a_table() -> Table:
    table = Table()
    table.phase = "main"
    table.rows = [[1], [2, 3]]
    table.pairs = [(1, "a")]
    table.bag = bytearray(b"\1\2")
    table.purses = [a_purse(), None]
    table.best = a_purse()
    table.order = [0, 1]
    table.tiles = [Tile()]
    table.lists = {0: ["pass"]}
    return table


def test_a_copy_shares_what_never_changes_and_nothing_else() -> None:
    table = a_table()
    twin = table.copy()
    assert twin.order is table.order
    assert twin.tiles[0] is table.tiles[0]
    assert twin.lists[0] is table.lists[0]
    for name in ("rows", "pairs", "bag", "purses", "best", "tiles", "lists"):
        assert getattr(twin, name) is not getattr(table, name), name
    assert twin.rows[0] is not table.rows[0]
    assert twin.purses[0] is not table.purses[0]
    assert twin.purses[1] is None
    assert twin.dump() == table.dump()


def test_what_is_stored_comes_back_from_json() -> None:
    stored = json.loads(json.dumps(a_table().dump()))
    assert stored == {
        "phase": "main",
        "rows": [[1], [2, 3]],
        "pairs": [[1, "a"]],
        "bag": [1, 2],
        "purses": [{"coins": 3}, None],
        "best": {"coins": 3},
        "order": [0, 1],
    }
    again = Table.load(stored)
    assert again.dump() == stored
    assert (again.bag, again.pairs) == (bytearray(b"\1\2"), [(1, "a")])
    assert again.best is not None
    assert again.best.spent == 7


def test_there_is_no_room_for_a_field_that_is_not_declared() -> None:
    with pytest.raises(AttributeError):
        setattr(a_purse(), "gold", 1)  # noqa: B010 (it is what mypy refuses)


def test_a_method_of_the_class_itself_stays() -> None:
    @fields
    class Own(MatchPart):
        coins: int

        def dump(self) -> dict[str, Any]:
            return {**self.dump_fields(), "more": True}

    own = Own.load({"coins": 1})
    assert own.copy().dump() == {"coins": 1, "more": True}


def test_a_type_that_says_too_little_is_refused_by_name() -> None:
    with pytest.raises(FieldError, match=r"Bag\.things: how is .* copied"):

        @fields
        class Bag(Copyable):
            things: set[int]

    with pytest.raises(FieldError, match=r"Box\.tile: how is .* stored"):

        @fields
        class Box(Fields):
            tile: Tile
