"""Port tiles as free actions (sections 2.6, 6.1, rulings 1, 9, 18 to 21)."""

from __future__ import annotations

from .positions import Table, round_1_table


def harbour(*ports: int, clan: str = "cunningham", seats: int = 3, **amounts: object) -> Table:
    """Seat 0 has a sheep beside port a (and nothing else)."""
    rest = [tile for tile in range(1, 9) if tile not in ports]
    tiles = (*ports, *rest)[:4]
    table = round_1_table(seats, clans=(clan, "campbell", "stewart"), ports=tiles)
    return table.put(0, "sheep", "1,0").give(0, **{"money": 20, **amounts})


def verbs(table: Table, seat: int = 0) -> set[str]:
    return {move.split(" ")[0] for move in table.legal(seat)}


def test_a_port_out_of_reach_cannot_be_used() -> None:
    table = round_1_table(3, ports=(5, 2, 4, 8)).put(0, "sheep", "2,3")
    assert not table.legal(0, "port")


def test_shipping_brings_ports_into_reach() -> None:
    # From 0,2 the corner 0,0 lies behind the loch 0,1: level 2.
    table = round_1_table(3, ports=(5, 2, 4, 8)).put(0, "woodcutter", "0,2")
    assert not table.legal(0, "port")
    table.give(0, shipping=2)
    assert table.legal(0, "port") == ["port a"]


def test_each_tile_is_used_once_per_game_and_seat() -> None:
    table = harbour(5).put(1, "woodcutter", "0,2").give(1, shipping=2)
    table.play(0, "port a")
    assert not table.legal(0, "port a")
    table.play(0, "ship")
    assert "port a" in table.legal(1)
    table.turn(0)
    assert not table.legal(0, "port a")


def test_ports_are_used_before_the_main_action_and_the_turn_goes_on() -> None:
    table = harbour(5)
    table.play(0, "port a")
    assert table.match.turn == 0
    assert {"buy", "pass", "ship"} <= verbs(table)


def test_ports_are_used_after_the_main_action_until_end() -> None:
    table = harbour(5)
    table.play(0, "ship")
    assert table.legal(0) == ["port a", "end"]
    table.play(0, "end")
    assert table.match.turn == 1


def test_the_turn_ends_by_itself_when_no_port_is_left() -> None:
    table = harbour(5)
    table.play(0, "ship", "port a")
    assert table.match.turn == 1


def test_pass_ends_the_turn_at_once() -> None:
    """Ruling 18."""
    table = harbour(5)
    table.play(0, "pass")
    assert table.match.turn == 1


def test_no_port_while_a_frame_is_open() -> None:
    table = harbour(5).put(0, "sheep", "2,3").put(1, "cow", "3,3").give(0, merchants=3)
    table.play(0, "expand sheep 3,2")
    assert verbs(table) == {"nbuy", "done"}


# tiles 2 and 3


def test_tile_2_gives_any_three_basic_goods_for_one() -> None:
    table = harbour(2, wool=1)
    given = table.legal(0, "port a wool")
    assert len(given) == 10
    assert "port a wool 0 1 2" in given
    table.play(0, "port a wool 0 1 2")
    assert (table[0].goods[0], table[0].goods[1], table[0].goods[2]) == (0, 1, 2)


def test_tile_2_lists_ten_moves_for_each_basic_good_in_stock() -> None:
    table = harbour(2, wool=1, milk=2, grain=0)
    assert len(table.legal(0, "port a")) == 20


def test_tile_2_may_return_the_good_given() -> None:
    table = harbour(2, wool=1)
    table.play(0, "port a wool 3 0 0")
    assert table[0].goods[0] == 3


def test_tile_2_needs_a_basic_good() -> None:
    table = harbour(2, wool=0, milk=0, grain=0, cheese=2)
    assert not table.legal(0, "port")


def test_tile_3_gives_three_processed_goods() -> None:
    """Ruling 1: three, where the printed rules give two."""
    table = harbour(3, cheese=1, bread=0, whisky=0)
    assert len(table.legal(0, "port a")) == 10
    table.play(0, "port a cheese 1 0 2")
    assert table[0].goods[3:] == [1, 0, 2]


# tile 4


def test_tile_4_gives_an_upgrade_and_3_glory() -> None:
    table = harbour(4)
    events = table.play(0, "port a ship")
    assert table[0].shipping == 1
    score = next(event for event in events if event.kind == "score")
    assert score.data == {"amount": 3, "reason": "port:a"}
    assert table.match.scores()[0].breakdown["glory"] == 3


def test_tile_4_may_decline_the_upgrade_and_keeps_the_glory() -> None:
    """Ruling 20."""
    table = harbour(4)
    table.play(0, "port a none")
    assert table[0].glory == 3


def test_tile_4_offers_the_bonus_upgrades_at_their_price() -> None:
    table = harbour(4, money=4)
    table[0].areas[0] = 1
    assert table.legal(0, "port a") == [
        "port a ship",
        "port a hire",
        "port a recall:wool",
        "port a none",
    ]
    table.give(0, money=5)
    assert "port a tech_miner" in table.legal(0)
    table.play(0, "port a tech_miner")
    assert table[0].money == 0


# tile 5


def test_tile_5_gives_10_pounds() -> None:
    table = harbour(5, money=1)
    table.play(0, "port a")
    assert table[0].money == 11


# tile 6


def test_tile_6_moves_a_price_and_then_that_good_is_traded() -> None:
    table = harbour(6, money=30)
    table.play(0, "port a whisky down 3")
    assert table.match.market[5] == 0
    assert table.legal(0) == ["buy whisky 1", "buy whisky 2"]
    table.play(0, "buy whisky 2")
    assert table[0].money == 30 - 16
    assert table.match.turn == 1


def test_all_steps_of_tile_6_fit_on_the_track() -> None:
    table = harbour(6, money=50, wool=1).price("wool", 8)
    moves = table.legal(0, "port a wool")
    assert moves == [
        "port a wool up 1",
        "port a wool down 1",
        "port a wool down 2",
        "port a wool down 3",
    ]


def test_after_tile_6_a_trade_of_the_good_must_be_legal() -> None:
    table = harbour(6, money=9, whisky=0)
    # Whisky costs 11: it must fall by two steps to be bought; nothing can be sold.
    assert table.legal(0, "port a whisky") == ["port a whisky down 2", "port a whisky down 3"]
    assert not harbour(6, merchants=0).legal(0, "port a")


def test_tile_6_minds_the_areas() -> None:
    table = harbour(6, money=50, whisky=0)
    table[0].areas[5] = -1
    table.clear_caches()
    assert not table.legal(0, "port a whisky")


def test_tile_6_is_only_used_before_the_main_action() -> None:
    table = harbour(6, money=50)
    table.play(0, "ship")
    assert table.match.turn == 1


def test_after_the_trade_further_ports_may_be_used() -> None:
    table = harbour(6, 5, money=50).put(0, "sheep", "11,-5")
    table.play(0, "port a whisky up 2", "buy whisky 1")
    assert table.legal(0) == ["port b", "end"]


# tile 7


def test_tile_7_exchanges_units_for_other_types_from_the_board() -> None:
    table = harbour(7).put(0, "cow", "2,3")
    table.play(0, "port a", "swap 2,3 bakery")
    assert table.units(0) == {"sheep": ["1,0"], "bakery": ["2,3"]}
    assert table[0].supply[1] == 4
    assert table[0].supply[4] == 3
    assert table[0].money == 20


def test_tile_7_ends_after_two_swaps_or_done() -> None:
    table = harbour(7).put(0, "cow", "2,3").put(0, "dairy", "3,3")
    table.play(0, "port a")
    assert "done" not in table.legal(0)
    table.play(0, "swap 2,3 bakery")
    assert "done" in table.legal(0)
    table.play(0, "swap 3,3 distillery")
    assert table.match.frames == []
    assert "pass" in table.legal(0)


def test_tile_7_leaves_fields_alone() -> None:
    table = harbour(7).put(0, "field", "2,3")
    table.play(0, "port a")
    assert not table.legal(0, "swap 2,3")
    assert not [move for move in table.legal(0) if move.endswith(" field")]


def test_the_types_that_leave_differ_from_those_that_enter() -> None:
    table = harbour(7).put(0, "cow", "2,3").put(0, "dairy", "3,3")
    table.play(0, "port a", "swap 2,3 bakery")
    swaps = table.legal(0, "swap")
    # Bakeries entered: none may leave. Cows left: none may enter.
    assert not [move for move in swaps if move.startswith("swap 2,3")]
    assert not [move for move in swaps if move.endswith(" cow")]
    assert "swap 3,3 sheep" in swaps
    assert "swap 3,3 bakery" in swaps


def test_a_unit_is_not_swapped_for_its_own_type() -> None:
    table = harbour(7)
    table.play(0, "port a")
    assert "swap 1,0 sheep" not in table.legal(0)


def test_swapped_units_need_their_terrain() -> None:
    table = harbour(7).put(0, "cow", "2,3").put(0, "miner", "2,4")
    table.play(0, "port a")
    assert "swap 2,3 miner" not in table.legal(0)
    assert "swap 2,4 cow" in table.legal(0)


def test_tile_7_gives_no_neighbourhood_bonus() -> None:
    """Ruling 1."""
    table = harbour(7).put(0, "cow", "2,3").put(1, "distillery", "3,3").give(0, merchants=5)
    table.play(0, "port a", "swap 2,3 bakery", "done")
    assert table.match.frames == []


def test_tile_7_with_a_fourth_building_offers_its_bonus() -> None:
    table = harbour(7).put(0, "bakery", "1,3", "1,4", "3,3").put(0, "cow", "2,3")
    table.play(0, "port a", "swap 2,3 bakery", "done")
    assert table.legal(0) == ["draw", "done"]


def test_tile_7_with_two_fourth_buildings_offers_two_draws() -> None:
    """Ruling 9."""
    table = harbour(7, clan="buchanan").put(0, "bakery", "1,3", "1,4", "3,3")
    table.put(0, "dairy", "8,0", "8,1", "9,2").put(0, "cow", "2,3", "0,4")
    table.play(0, "port a", "swap 2,3 bakery", "swap 0,4 dairy")
    frames = table.match.view(None)["turn"]["frames"]
    assert frames == [{"frame": "bonus", "goods": [], "draws": 2}]
    table.play(0, "draw", "keep none")
    assert table.legal(0) == ["draw", "done"]


def test_reach_may_be_lost_by_tile_7_and_nothing_else_happens() -> None:
    """Ruling 14: an exchanged unit still stands on its space, so reach stays."""
    table = harbour(7)
    before = table[0].reach
    table.play(0, "port a", "swap 1,0 cow")
    assert table[0].reach == before


def test_tile_7_needs_a_legal_swap() -> None:
    table = round_1_table(3, clans=("macdonald", "campbell", "stewart"), ports=(7, 1, 2, 3))
    table.put(0, "worker", "0,0")
    # A fisherman's space takes nothing but workers.
    assert not table.legal(0, "port a")


# tile 8


def test_tile_8_gives_5_pounds_and_a_building_bonus() -> None:
    table = harbour(8, money=0)
    table.play(0, "port a")
    assert table[0].money == 5
    assert table.legal(0) == ["draw", "done"]
    table.play(0, "draw", "keep none")
    assert "pass" in table.legal(0)


def test_tile_8_with_a_full_box_gives_the_money_alone() -> None:
    table = harbour(8, money=0).box(0, 20)
    table.play(0, "port a")
    assert table[0].money == 5
    assert "pass" in table.legal(0)


def test_tile_8_never_has_a_neighbourhood_bonus() -> None:
    table = harbour(8).put(1, "cow", "1,1")
    table.play(0, "port a")
    assert table.legal(0) == ["draw", "done"]


def test_a_tile_8_draw_and_a_take_in_one_turn_pay_twice() -> None:
    """Ruling 27."""
    table = harbour(8, clan="buchanan", money=50)
    table.match.round = 3
    table.play(0, "port a", "draw")
    table.play(0, table.legal(0, "keep")[1])
    table.play(0, table.legal(0, "take")[0])
    assert table[0].money == 50 + 5 - 5 - 5


# tile 9


def table_with_port_9(*ports: int, **amounts: object) -> Table:
    """Seat 0 stands beside port d with tile 9; the others are out of its reach."""
    table = round_1_table(3, clans=("cunningham", "campbell", "stewart"), ports=(*ports, 9))
    return table.put(0, "miner", "1,7").give(0, **{"money": 20, **amounts})


def test_tile_9_uses_another_tile_for_3_pounds() -> None:
    table = table_with_port_9(5, 2, 4)
    assert "port d as a" in table.legal(0)
    table.play(0, "port d as a")
    assert table[0].money == 20 - 3 + 10


def test_tile_9_marks_itself_only() -> None:
    """Ruling 21: the copied tile may be used later."""
    table = table_with_port_9(5, 2, 4).put(0, "sheep", "1,0")
    table.play(0, "port d as a")
    assert table[0].ports == 0b1000
    assert not table.legal(0, "port d")
    table.play(0, "port a")
    assert table[0].ports == 0b1001


def test_tile_9_may_copy_a_tile_used_before() -> None:
    table = table_with_port_9(5, 2, 4).put(0, "sheep", "1,0")
    table.play(0, "port a", "port d as a")
    assert table[0].money == 20 + 10 - 3 + 10


def test_tile_9_needs_3_pounds() -> None:
    assert not table_with_port_9(5, 2, 4, money=2).legal(0, "port d")


def test_tile_9_pays_its_3_pounds_before_the_copied_tile() -> None:
    table = table_with_port_9(5, 2, 4, money=7)
    moves = table.legal(0, "port d as c")
    assert "port d as c ship" in moves
    assert "port d as c tech_miner" not in moves
    table.give(0, money=8)
    assert "port d as c tech_miner" in table.legal(0)
    table.play(0, "port d as c tech_miner")
    assert table[0].money == 0


def test_tile_9_as_6_minds_the_money_that_is_left() -> None:
    table = table_with_port_9(6, 2, 4, money=11, whisky=0)
    # £8 are left: whisky must fall to 8.
    assert table.legal(0, "port d as a whisky") == ["port d as a whisky down 3"]
    events = table.play(0, "port d as a whisky down 3")
    # One whisky is all that can be traded: it buys itself.
    assert events[1].kind == "buy"
    assert events[1].data["auto"] is True
    assert table[0].money == 0


def test_tile_9_as_4_gives_glory_under_its_own_corner() -> None:
    table = table_with_port_9(5, 2, 4)
    events = table.play(0, "port d as c hire")
    assert [e.data for e in events if e.kind == "score"] == [{"amount": 3, "reason": "port:d"}]


def test_tile_9_as_7_opens_the_swaps() -> None:
    table = table_with_port_9(7, 2, 4).put(0, "cow", "2,3")
    table.play(0, "port d as a", "swap 2,3 bakery")
    assert table.units(0)["bakery"] == ["2,3"]


def test_tile_9_as_1_is_used_while_meat_is_paid_only() -> None:
    table = table_with_port_9(1, 2, 4).put(0, "cow", "2,3", "3,3").box(0, 16).give(0, wool=1)
    assert not table.legal(0, "port d as a")
    table.play(0, "fulfil 16")
    assert "port d as a cow" in table.legal(0)


def test_without_ports_there_are_none() -> None:
    table = round_1_table(3, {"ports": "off"}).put(0, "sheep", "1,0")
    assert not table.legal(0, "port")
    assert table.match.view(0)["ports"] == []
