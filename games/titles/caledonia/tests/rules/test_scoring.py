"""Scoring tiles and final points (sections 2.7, 8, rulings 1, 26, 28, 33)."""

from __future__ import annotations

import pytest

from ...rules.components import IMPORTS
from ...rules.scoring import (
    import_values,
    largest_settlement_count,
    place_points,
    solo_grade,
    tile_glory,
)
from .positions import SPACE_ID, Table, round_1_table


def glory(table: Table, tile: int, seat: int = 0) -> int:
    return tile_glory(table.match, table.match.players[seat], tile)


def breakdown(table: Table, seat: int = 0) -> dict[str, int]:
    return table.match.scores()[seat].breakdown


def finish(table: Table) -> Table:
    """Straight to the end of round 5."""
    table.match.round = 5
    table.match.tiles = ()
    table.clear_caches().all_pass()
    while table.match.actors:
        seat = table.match.actors[0]
        table.play(seat, table.legal(seat)[0])
    return table


def bare_table(seats: int = 2, clan: str = "robertson", **chances: object) -> Table:
    clans = (clan, "campbell", "stewart", "buchanan")
    table = round_1_table(seats, {"scoring": "off"}, clans=clans, **chances)
    for seat in range(seats):
        table.give(seat, money=0, wool=0, milk=0, grain=0, cheese=0, bread=0, whisky=0)
    return table


# scoring tiles


def test_tile_1_counts_basic_goods() -> None:
    assert glory(bare_table().give(0, wool=2, milk=1, grain=3, cheese=4), 1) == 6


@pytest.mark.parametrize(("whisky", "cellar", "points"), [(3, 0, 3), (4, 0, 6), (3, 0b101, 6)])
def test_tile_2_counts_pairs_of_processed_goods_the_cellar_included(
    whisky: int, cellar: int, points: int
) -> None:
    """Ruling 28."""
    table = bare_table(clan="mackenzie").give(0, whisky=whisky, cellar=cellar)
    assert glory(table, 2) == points


def test_tile_3_counts_farms_and_fields_twice() -> None:
    table = bare_table(3).put(0, "sheep", "2,3").put(0, "cow", "3,3").put(0, "dairy", "3,2")
    table.put(0, "bakery", "1,0").put(0, "distillery", "1,1").put(0, "field", "0,4")
    table.put(0, "miner", "2,4")
    assert glory(table, 3) == 5 + 2


def test_tile_4_counts_workers_fishermen_too() -> None:
    """Ruling 26."""
    assert glory(bare_table(3).put(0, "miner", "2,4").put(0, "woodcutter", "3,4"), 4) == 4
    assert glory(bare_table(3, "macdonald").put(0, "worker", "2,4", "5,1"), 4) == 4


def test_tile_5_gives_3_per_unit_on_the_border() -> None:
    """Ruling 1: three per unit; ruling 26: fishermen on border spaces count."""
    assert glory(bare_table(3).put(0, "sheep", "0,4", "2,3").put(0, "miner", "1,8"), 5) == 6
    assert glory(bare_table(3, "macdonald").put(0, "worker", "0,1", "5,1"), 5) == 3


def test_tile_5_in_the_small_map_counts_spaces_beside_the_mist() -> None:
    assert glory(bare_table(2).put(0, "sheep", "1,1", "2,3"), 5) == 3


def test_tile_6_counts_imports_on_fulfilled_contracts() -> None:
    table = bare_table()
    table[0].add_fulfilled(22)
    table[0].add_fulfilled(23)
    assert glory(table, 6) == 4


def test_tile_7_counts_meat_on_fulfilled_contracts_once_each() -> None:
    """Ruling 1: one per meat, spared or not."""
    table = bare_table()
    table[0].add_fulfilled(4)
    table[0].add_fulfilled(46)
    assert glory(table, 7) == 3 + 2


def test_tile_8_counts_upgrades_those_of_the_clan_included() -> None:
    assert glory(bare_table().give(0, shipping=3, techs=3, hirable=3), 8) == 3 + 2 + 2
    assert glory(bare_table(clan="stewart").give(1, money=0), 8) == 1 + 3
    assert glory(bare_table(clan="fergusson"), 8) == 2


def test_tile_9_gives_2_per_unit_on_land_of_cost_5_or_6() -> None:
    """Ruling 26: fishermen never count."""
    table = bare_table(3).put(0, "sheep", "2,1", "3,0", "2,3")
    assert glory(table, 9) == 4
    assert glory(bare_table(3, "macdonald").put(0, "worker", "5,1"), 9) == 0


# the end


def test_all_eleven_keys_are_always_there() -> None:
    keys = [
        "glory",
        "auction",
        "basic",
        "processed",
        "money",
        "hops",
        "cotton",
        "tobacco",
        "sugar",
        "exports",
        "settlements",
    ]
    table = bare_table()
    assert list(breakdown(table)) == keys
    assert list(breakdown(finish(table))) == keys


def test_before_the_end_only_glory_and_auction_show() -> None:
    table = bare_table().give(0, money=99, whisky=9, glory=7, bid=2)
    assert {key: n for key, n in breakdown(table).items() if n} == {"glory": 7, "auction": -2}


def test_goods_and_money_at_the_end() -> None:
    table = finish(bare_table().give(0, wool=2, grain=1, cheese=2, whisky=1, money=13))
    points = breakdown(table)
    assert points["basic"] == 3
    assert points["processed"] == 6
    # £13 and £16 for passing first.
    assert points["money"] == 2
    assert table.match.scores()[0].tiebreak == (9,)


def test_the_cellar_is_emptied_after_the_last_scoring() -> None:
    table = bare_table(clan="mackenzie").give(0, cellar=0b011)
    events_before = table[0].money
    finish(table)
    # The production of round 5 moves both barrels on; then 7 and 15 are paid for them.
    assert table[0].money == events_before + 16 + 7 + 15
    assert breakdown(table)["processed"] == 4


def test_hops_and_imports_on_fulfilled_contracts() -> None:
    table = bare_table()
    table[0].add_fulfilled(26)
    table[1].add_fulfilled(22)
    table.match.imports[:] = [4, 2, 0]
    finish(table)
    assert breakdown(table)["hops"] == 9
    # Cotton is the most common: 3; tobacco 4, sugar 5.
    assert breakdown(table)["tobacco"] == 8
    assert breakdown(table, 1)["cotton"] == 12


@pytest.mark.parametrize(
    ("counters", "values"),
    [
        ((9, 5, 1), (3, 4, 5)),
        ((1, 5, 9), (5, 4, 3)),
        ((4, 4, 4), (5, 4, 3)),
        ((4, 4, 1), (4, 3, 5)),
        ((1, 4, 4), (5, 4, 3)),
        ((0, 0, 0), (5, 4, 3)),
        ((6, 2, 6), (4, 5, 3)),
    ],
)
def test_import_values_by_rarity_ties_from_sugar_to_cotton(
    counters: tuple[int, ...], values: tuple[int, ...]
) -> None:
    table = bare_table()
    table.match.imports[:] = counters
    assert import_values(table.match) == values


def test_fixed_imports_are_worth_4_each() -> None:
    table = round_1_table(2, {"imports": "fixed"})
    table[0].add_fulfilled(22)
    finish(table)
    assert import_values(table.match) == (4, 4, 4)
    assert breakdown(table)["cotton"] == 16
    assert len(IMPORTS) == 3


@pytest.mark.parametrize(
    ("counts", "places", "points"),
    [
        ([3, 2, 1, 0], (12, 6, 0, 0), [12, 6, 0, 0]),
        ([2, 2, 1], (12, 6, 0), [9, 9, 0]),
        ([2, 2], (8, 0), [4, 4]),
        ([1, 2, 2, 2], (18, 12, 6, 0), [0, 12, 12, 12]),
        ([0, 0, 0, 0], (12, 6, 0, 0), [4, 4, 4, 4]),
        ([5, 3, 3, 3], (18, 12, 6, 0), [18, 6, 6, 6]),
        ([5, 3, 3, 3], (12, 6, 0, 0), [12, 2, 2, 2]),
        ([0, 0, 0], (18, 12, 6), [12, 12, 12]),
    ],
)
def test_tied_ranks_share_their_places_rounded_down(
    counts: list[int], places: tuple[int, ...], points: list[int]
) -> None:
    assert place_points(counts, places) == points


def test_rankings_at_the_end_of_a_match() -> None:
    table = bare_table(4)
    for contract in (2, 8):
        table[1].add_fulfilled(contract)
    table[3].add_fulfilled(9)
    for seat, spaces in enumerate((("2,3",), ("0,4", "8,0"), ("7,4", "10,2", "1,1"), ("12,-2",))):
        table.give(seat, shipping=5).put(seat, "sheep", *spaces)
    finish(table)
    assert [breakdown(table, seat)["exports"] for seat in range(4)] == [0, 12, 0, 6]
    linked = [
        largest_settlement_count(table.match.board, p.units, p.shipping)
        for p in table.match.players
    ]
    expected = place_points(linked, (18, 12, 6, 0))
    assert [breakdown(table, seat)["settlements"] for seat in range(4)] == expected


@pytest.mark.parametrize(("exports", "points"), [(9, 12), (7, 12), (6, 8), (5, 4), (4, 0), (0, 0)])
def test_solo_exports(exports: int, points: int) -> None:
    table = bare_table(1)
    table[0].fulfilled = tuple(range(1, exports + 1))
    assert breakdown(finish(table))["exports"] == points


def test_solo_settlements() -> None:
    spaces = [
        "1,1", "2,3", "3,6", "4,1", "4,4", "5,0", "6,3", "7,2", "7,4", "7,-2", "8,0", "8,-3",
        "9,2", "11,1", "10,-4",
    ]  # fmt: skip
    for count in (7, 8, 11, 14):
        table = bare_table(1).give(0, shipping=5)
        put = 0
        for at in spaces:
            unit = ("sheep", "cow", "dairy", "bakery", "distillery")[put // 4]
            here = table.match.board
            if not here.neighbours[SPACE_ID[at]] & table[0].units and put < count:
                table.put(0, unit, at)
                put += 1
        linked = largest_settlement_count(table.match.board, table[0].units, 5)
        points = 18 if linked >= 14 else 12 if linked >= 11 else 6 if linked >= 8 else 0
        assert breakdown(finish(table))["settlements"] == points


@pytest.mark.parametrize(
    ("total", "grade"),
    [(80, "Newbie"), (115, "Newbie"), (116, "Rookie"), (131, "Average"), (146, "Expert"),
     (160, "Expert"), (161, "Genius"), (-3, "Newbie")],
)  # fmt: skip
def test_solo_grades(total: int, grade: str) -> None:
    assert solo_grade(total) == grade


def test_the_grade_is_shown_at_the_end_of_a_solo_game() -> None:
    table = bare_table(1)
    assert table.match.view(0)["grade"] is None
    assert finish(table).match.view(0)["grade"] == "Newbie"


# settlements


def settlement_count(table: Table, level: int, seat: int = 0) -> int:
    return largest_settlement_count(table.match.board, table[seat].units, level)


def test_neighbouring_units_are_one_settlement() -> None:
    assert settlement_count(bare_table(3).put(0, "sheep", "2,3", "3,3", "3,2"), 0) == 1


def test_a_river_parts_settlements_and_level_1_links_them() -> None:
    table = bare_table(3).put(0, "sheep", "4,1", "5,0")
    assert settlement_count(table, 0) == 1
    assert settlement_count(table, 1) == 2


def test_settlements_out_of_reach_are_not_linked() -> None:
    table = bare_table(3).put(0, "sheep", "2,3", "12,-2")
    assert settlement_count(table, 5) == 1


def test_links_are_followed_from_settlement_to_settlement() -> None:
    # 1,1 over the loch 1,2 to 1,3, from there over 2,2 to 2,1 and 3,2.
    table = bare_table(3).put(0, "sheep", "1,1", "1,3", "3,2")
    assert settlement_count(table, 2) == 3


def test_the_largest_linked_group_counts() -> None:
    table = bare_table(3).put(0, "sheep", "4,1", "5,0").put(0, "cow", "9,3", "12,-2", "9,2")
    assert settlement_count(table, 1) == 2


def test_a_fisherman_joins_units_to_one_settlement() -> None:
    table = bare_table(3, "macdonald").put(0, "sheep", "4,1", "5,0").put(0, "worker", "5,1")
    assert settlement_count(table, 0) == 1
    assert settlement_count(table, 5) == 1


def test_ranks_follow_total_then_the_money_left_over() -> None:
    table = finish(bare_table().give(0, money=0).give(1, money=2))
    scores = table.match.scores()
    # £16 and £16: one point each, 6 left over each: a true tie.
    assert [score.total for score in scores] == [scores[0].total] * 2
    assert [score.rank for score in scores] == [1, 1]
    table = finish(bare_table().give(0, money=0).give(1, money=3))
    assert [score.rank for score in table.match.scores()] == [2, 1]
    assert [score.tiebreak for score in table.match.scores()] == [(6,), (7,)]


def test_score_events_add_up_to_the_totals() -> None:
    table = (
        round_1_table(3, scoring=(1, 2, 3, 4, 5)).give(0, wool=4, whisky=3).put(0, "sheep", "0,4")
    )
    totals = [0, 0, 0]
    while table.match.actors:
        seat = table.match.actors[0]
        for event in table.play(seat, table.match.auto_move(seat)):
            if event.kind == "score":
                totals[event.seat] += event.data["amount"]  # type: ignore[index]
    assert totals == [score.total for score in table.match.scores()]
