"""What is played for a seat whose time ran out (section 12)."""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import Table, fresh_table, round_1_table


def auto(table: Table, seat: int = 0) -> str:
    move = table.match.auto_move(seat)
    assert move in table.match.legal_moves(seat)
    return move


def test_the_set_with_most_money_is_chosen_the_first_on_ties() -> None:
    table = fresh_table(2, clans=("campbell", "stewart"), tiles=(1, 9))
    assert auto(table, 1) == "choose stewart"
    table = fresh_table(2, {"clans": "none"}, tiles=(1, 2))
    assert auto(table, 1) == "choose tile:1"


def test_in_an_auction_the_policy_folds_or_bids_0() -> None:
    table = fresh_table(2, {"clans": "auction"}, tiles=(1, 9))
    assert auto(table, 0) == "bid 0"
    table.play(0, "bid 0")
    assert auto(table, 1) == "fold"
    table.play(1, "fold")
    assert auto(table, 0) == f"choose {table.match.sets[1][0]}"


def test_the_cheapest_worker_is_placed() -> None:
    table = fresh_table(2, clans=("campbell", "stewart"))
    table.play(1, "choose stewart")
    table.play(0, "choose campbell")
    # The only forest of cost 1 in the small map: 3,4.
    assert auto(table) == "place woodcutter 3,4"


def test_robertsons_discount_makes_a_delta_the_cheapest() -> None:
    table = fresh_table(2, clans=("robertson", "stewart"))
    table.play(1, "choose stewart")
    table.play(0, "choose robertson")
    # 10,-4 is a delta of cost 2: nothing is left to pay for the land.
    assert auto(table) == "place woodcutter 10,-4"


def test_an_own_turn_fulfils_the_lowest_contract_or_passes() -> None:
    table = round_1_table(2, clans=("buchanan", "campbell"))
    assert auto(table) == "pass"
    table.box(0, 48, 44).give(0, wool=3, cheese=3, bread=3, whisky=3)
    assert auto(table) == "fulfil 44"


def test_meat_is_the_first_animal_listed() -> None:
    table = round_1_table(3).box(0, 3).put(0, "cow", "2,3", "3,2", "3,3")
    table.play(0, "fulfil 3")
    assert auto(table) == "slaughter 2,3"


@pytest.mark.parametrize("frame", ["rewards", "bonus", "second", "swap"])
def test_frames_are_closed(frame: str) -> None:
    table = round_1_table(3, clans=("buchanan", "campbell", "stewart"), ports=(7, 2, 4, 8))
    table.give(0, wool=9, cheese=9, bread=9, whisky=9, money=50, merchants=5)
    table.put(0, "sheep", "1,0", "2,3").put(0, "cow", "8,0")
    if frame == "rewards":
        table.box(0, 10).play(0, "fulfil 10")
    elif frame == "bonus":
        table.put(1, "cow", "3,3").play(0, "expand cow 3,2")
    elif frame == "second":
        table.box(0, 44, 48).play(0, "fulfil 44")
    else:
        table.play(0, "port a", "swap 8,0 bakery")
    assert table.match.view(0)["turn"]["frames"][-1]["frame"] == frame
    assert auto(table) == "done"


def test_the_first_swap_is_made_where_done_is_not_legal() -> None:
    table = round_1_table(3, ports=(7, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "port a")
    assert auto(table) == table.legal(0)[0]


def test_no_drawn_contract_is_kept() -> None:
    table = round_1_table(3, ports=(8, 2, 4, 5)).put(0, "sheep", "1,0")
    table.play(0, "port a", "draw")
    assert auto(table) == "keep none"


def test_after_port_6_the_first_trade_is_made() -> None:
    table = round_1_table(3, ports=(6, 2, 4, 5)).put(0, "sheep", "1,0")
    table.play(0, "port a whisky down 3")
    assert auto(table) == "buy whisky 1"


def test_after_the_main_action_the_turn_ends() -> None:
    table = round_1_table(3, ports=(5, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "ship")
    assert auto(table) == "end"


def table_with_barrels(*ports: int) -> Table:
    """MacKenzie beside port a, with three barrels."""
    table = round_1_table(3, clans=("mackenzie", "campbell", "stewart"), ports=(*ports, 2, 4, 8))
    return table.put(0, "sheep", "1,0").give(0, cellar=0b111, cheese=0)


def test_no_barrel_is_taken_out_though_it_could_be() -> None:
    assert auto(table_with_barrels(3)) == "pass"
    table = table_with_barrels(3)
    table.play(0, "ship")
    assert auto(table) == "end"
    table = table_with_barrels(6)
    table.play(0, "port a whisky down 3")
    assert auto(table) == "buy whisky 1"
    table = table_with_barrels(7)
    table.play(0, "port a")
    assert auto(table) == table.legal(0, "swap")[0]
    table.play(0, auto(table))
    assert auto(table) == "done"


def test_production_makes_cheese_then_whisky_then_bread() -> None:
    table = round_1_table(3).put(0, "dairy", "2,3", "3,3").put(0, "bakery", "3,2", "1,3")
    table.put(0, "distillery", "8,0", "8,1").give(0, milk=5, grain=3)
    table.all_pass()
    assert auto(table) == "produce 2 1 2"


def test_nothing_goes_to_the_cellar_and_all_milk_becomes_butter() -> None:
    table = round_1_table(2, clans=("cunningham", "mackenzie")).give(0, milk=3)
    table.put(1, "field", "2,3").put(1, "distillery", "3,3")
    table.all_pass()
    assert auto(table) == "butter 3"
    table.play(1, "produce 0 0 1")
    assert auto(table, 1) == "cellar no"


@pytest.mark.parametrize("clans", ["draft", "none", "auction"])
def test_the_policy_plays_whole_matches(clans: str) -> None:
    match = rules.new_match("caledonia", 3, {"clans": clans, "kickstarter": "on"}, seed="asleep")
    for _ in range(2000):
        if match.over:
            break
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
    assert match.over
