"""Setup, the choice of clans, the auction and the first workers (sections 3, 4, 5.1, 5.2, 7)."""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import SPACE_ID, Table, fresh_table


def test_chance_is_called_by_name_in_the_order_of_the_sheet() -> None:
    match = rules.new_match("caledonia", 3, seed="names")
    outcomes = match.chance.outcomes  # type: ignore[attr-defined]
    assert list(outcomes) == ["module", "ports", "scoring", "contracts", "clans", "tiles"]
    assert len(outcomes["module"]) == 4
    assert len(outcomes["ports"][0]) == 4
    assert len(outcomes["scoring"][0]) == 5
    assert sorted(outcomes["contracts"][0]) == list(range(1, 51))
    assert len(outcomes["clans"][0]) == len(outcomes["tiles"][0]) == 4


def test_ports_and_scoring_tiles_are_not_drawn_without_them() -> None:
    match = rules.new_match("caledonia", 2, {"ports": "off", "scoring": "off"}, seed="off")
    names = list(match.chance.outcomes)  # type: ignore[attr-defined]
    assert names == ["module", "contracts", "clans", "tiles"]


def test_clans_are_not_drawn_without_them() -> None:
    match = rules.new_match("caledonia", 2, {"clans": "none"}, seed="none")
    assert "clans" not in match.chance.outcomes  # type: ignore[attr-defined]
    assert len(match.chance.outcomes["tiles"][0]) == 3  # type: ignore[attr-defined]


def test_an_auction_deals_as_many_sets_as_seats() -> None:
    match = rules.new_match("caledonia", 4, {"clans": "auction"}, seed="auction")
    assert len(match.chance.outcomes["clans"][0]) == 4  # type: ignore[attr-defined]
    assert len(match.chance.outcomes["tiles"][0]) == 4  # type: ignore[attr-defined]


def test_the_example_script_of_the_sheet_is_accepted() -> None:
    outcomes = {
        "module": [1, 1, 1, 1],
        "ports": [[5, 2, 4, 8]],
        "scoring": [[1, 2, 3, 4, 5]],
        "contracts": [[7, 16, 3]],
        "clans": [["stewart", "campbell", "cunningham"]],
        "tiles": [[1, 4, 6]],
    }
    match = rules.new_match("caledonia", 2, seed="x", script=outcomes)
    assert match.legal_moves(1) == ["choose stewart", "choose campbell", "choose cunningham"]
    assert [slot["id"] for slot in match.view(None)["contracts"]["slots"]][:3] == [7, 16, 3]
    assert [port["tile"] for port in match.view(None)["ports"]] == [5, 2, 4, 8]


@pytest.mark.parametrize("what", ["ports", "scoring"])
def test_tile_9_is_only_drawn_with_kickstarter(what: str) -> None:
    drawn = set()
    for seed in range(30):
        match = rules.new_match("caledonia", 2, seed=str(seed))
        drawn |= set(match.chance.outcomes[what][0])  # type: ignore[attr-defined]
    assert drawn == set(range(1, 9))
    with pytest.raises(rules.ScriptError):
        rules.new_match("caledonia", 2, script={what: [[9, 1, 2, 3, 4][: 4 + (what != "ports")]]})
    match = rules.new_match(
        "caledonia",
        2,
        {"kickstarter": "on"},
        script={what: [[9, 1, 2, 3, 4][: 4 + (what != "ports")]]},
    )
    assert match.chance.outcomes[what][0][0] == 9  # type: ignore[attr-defined]


def test_macewen_only_comes_with_kickstarter() -> None:
    with pytest.raises(rules.ScriptError):
        rules.new_match("caledonia", 2, script={"clans": [["macewen", "campbell", "stewart"]]})
    assert fresh_table(2, clans=("macewen", "campbell")).match.sets[0][0] == "macewen"


def test_seats_choose_from_the_last_to_the_first_and_two_sets_are_left_for_seat_0() -> None:
    table = fresh_table(3, clans=("campbell", "stewart", "robertson"))
    assert table.match.actors == (2,)
    table.play(2, "choose robertson")
    assert table.match.actors == (1,)
    table.play(1, "choose stewart")
    assert table.match.actors == (0,)
    assert table.legal(0) == ["choose campbell", "choose buchanan"]


def test_a_seat_gets_the_money_and_goods_of_its_tile_at_once() -> None:
    table = fresh_table(2, clans=("campbell", "cunningham"), tiles=(4, 7))
    table.play(1, "choose cunningham")
    assert table[1].money == 57
    assert table.goods(1) == {"wool": 1, "milk": 1}
    assert table[0].money == 0


def test_every_seat_starts_with_two_merchants_five_on_the_board_and_no_upgrades() -> None:
    table = fresh_table(2, clans=("campbell", "cunningham"))
    table.play(1, "choose cunningham")
    player = table[1]
    assert (player.merchants, player.hirable) == (2, 5)
    assert (player.shipping, player.techs) == (0, 0)
    assert player.free_boxes == 1


@pytest.mark.parametrize(("seats", "level"), [(2, 2), (3, 3)])
def test_fergusson_starts_with_shipping(seats: int, level: int) -> None:
    table = fresh_table(seats, clans=("campbell", "fergusson", "buchanan"))
    table.play(seats - 1, "choose fergusson")
    assert table[seats - 1].shipping == level


@pytest.mark.parametrize(("seats", "level"), [(2, 1), (3, 0)])
def test_macdonald_starts_with_eight_workers_and_shipping_in_the_small_map(
    seats: int, level: int
) -> None:
    table = fresh_table(seats, clans=("campbell", "macdonald", "buchanan"))
    table.play(seats - 1, "choose macdonald")
    player = table.match.view(None)["players"][seats - 1]
    assert player["shipping"] == level
    assert player["supply"]["worker"] == 8
    assert "woodcutter" not in player["supply"]


def test_stewart_starts_with_five_merchants_and_shipping_level_1() -> None:
    table = fresh_table(2, clans=("campbell", "stewart"))
    table.play(1, "choose stewart")
    assert (table[1].merchants, table[1].hirable, table[1].shipping) == (5, 2, 1)


def test_without_clans_tiles_are_chosen_and_later_seats_get_extra_money() -> None:
    table = fresh_table(4, {"clans": "none"}, tiles=(1, 2, 3, 4))
    assert table.legal(3)[:2] == ["choose tile:1", "choose tile:2"]
    for seat in (3, 2, 1, 0):
        table.play(seat, f"choose tile:{seat + 1}")
    # Seat 0 chose last and had two tiles left; all tiles used here hold £55.
    assert [table[seat].money for seat in range(4)] == [55, 57, 59, 61]
    assert [table[seat].clan for seat in range(4)] == ["", "", "", ""]


def test_a_solo_seat_chooses_between_two_sets() -> None:
    table = fresh_table(1, clans=("campbell",))
    assert table.legal(0) == ["choose campbell", "choose buchanan"]


# the auction


def auction(seats: int = 3) -> Table:
    clans = ("campbell", "stewart", "robertson", "buchanan")
    return fresh_table(seats, {"clans": "auction"}, clans=clans)


def test_seat_0_opens_with_a_bid_from_0_to_30_and_cannot_fold() -> None:
    table = auction()
    assert table.match.actors == (0,)
    assert table.legal(0) == [f"bid {n}" for n in range(31)]


def test_further_bids_are_higher_or_fold() -> None:
    table = auction()
    table.play(0, "bid 4")
    assert table.match.actors == (1,)
    assert table.legal(1) == [*(f"bid {n}" for n in range(5, 31)), "fold"]


def test_who_folds_is_out_of_this_auction_and_the_last_one_chooses() -> None:
    table = auction()
    table.play(0, "bid 0")
    table.play(1, "fold")
    table.play(2, "bid 3")
    assert table.match.actors == (0,)
    table.play(0, "fold")
    assert table.match.actors == (2,)
    assert table.legal(2) == ["choose campbell", "choose stewart", "choose robertson"]


def test_the_winner_loses_its_bid_in_points_and_takes_the_next_place_of_the_order() -> None:
    table = auction()
    table.play(0, "bid 2")
    table.play(1, "bid 5")
    table.play(2, "fold")
    table.play(0, "fold")
    events = table.play(1, "choose stewart")
    assert [e.data for e in events if e.kind == "score"] == [{"amount": -5, "reason": "auction"}]
    assert table.match.order == (1,)
    assert table.match.scores()[1].breakdown["auction"] == -5
    # The next one is opened by the next seat after the winner that has no set.
    assert table.match.actors == (2,)
    assert table.legal(2) == [f"bid {n}" for n in range(31)]


def test_the_next_auction_goes_on_without_the_winner() -> None:
    table = auction()
    table.play(0, "bid 2")
    table.play(1, "fold")
    table.play(2, "fold")
    table.play(0, "choose campbell")
    assert table.match.actors == (1,)
    table.play(1, "bid 1")
    assert table.match.actors == (2,)


def test_the_last_seat_gets_the_last_set_for_nothing_and_is_last_in_order() -> None:
    table = auction(2)
    table.play(0, "bid 1")
    table.play(1, "bid 2")
    table.play(0, "fold")
    events = table.play(1, "choose campbell")
    assert [e.data["clan"] for e in events if e.kind == "choose"] == ["campbell", "stewart"]
    assert table.match.order == (1, 0)
    assert table.match.scores()[0].breakdown["auction"] == 0
    assert table.match.actors == (1,)


def test_at_a_bid_of_30_the_others_fold_by_themselves() -> None:
    table = auction()
    events = table.play(0, "bid 30")
    assert [(e.kind, e.seat, e.data.get("auto")) for e in events] == [
        ("bid", 0, None),
        ("fold", 1, True),
        ("fold", 2, True),
    ]
    assert table.match.actors == (0,)


def test_a_winning_bid_of_0_costs_nothing() -> None:
    table = auction()
    table.play(0, "bid 0")
    table.play(1, "fold")
    table.play(2, "fold")
    events = table.play(0, "choose campbell")
    assert not [e for e in events if e.kind == "score"]
    assert table.match.scores()[0].total == 0


def test_round_1_is_played_in_the_order_in_which_sets_were_won() -> None:
    table = auction()
    table.play(0, "bid 0")
    table.play(1, "bid 1")
    table.play(2, "bid 2")
    table.play(0, "fold")
    table.play(1, "fold")
    table.play(2, "choose campbell")
    table.play(0, "bid 0")
    table.play(1, "fold")
    table.play(0, "choose stewart")
    assert table.match.order == (2, 0, 1)
    assert table.match.queue == (2, 0, 1, 1, 0, 2)


def test_an_auction_with_one_seat_is_refused() -> None:
    with pytest.raises(rules.OptionError, match="2 to 4 seats"):
        rules.new_match("caledonia", 1, {"clans": "auction"})
    with pytest.raises(ValueError):
        rules.get("caledonia").check(1, {"clans": "auction"})


# the first workers


def placement_table(seats: int = 2, **chances: object) -> Table:
    table = fresh_table(seats, **chances)
    sets = table.match.sets
    for seat in reversed(range(seats)):
        table.play(seat, f"choose {sets[seat][0]}")
    return table


def test_workers_are_placed_in_turn_order_and_then_in_reverse() -> None:
    table = placement_table(3, clans=("campbell", "stewart", "robertson"))
    seen = []
    while table.match.phase == "place":
        seat = table.match.actors[0]
        seen.append(seat)
        table.play(seat, table.legal(seat)[0])
    assert seen == [0, 1, 2, 2, 1, 0]
    assert table.match.round == 1
    assert table.match.actors == (0,)


def test_a_first_worker_costs_its_unit_and_its_land() -> None:
    table = placement_table(3, clans=("campbell", "stewart", "cunningham"))
    events = table.play(0, "place miner 6,-2")
    assert events[0].data == {"unit": "miner", "at": "6,-2", "cost": 13}
    assert table[0].money == 55 - 13


def test_only_workers_are_placed_on_their_terrain_anywhere_on_the_map() -> None:
    table = placement_table(3, clans=("campbell", "stewart", "cunningham"))
    assert {move.split(" ")[1] for move in table.legal(0)} == {"woodcutter", "miner"}
    here = table.match.board
    count = sum((here.unit_spaces[unit] & here.land).bit_count() for unit in (6, 7))
    assert len(table.legal(0)) == count


def test_a_space_holds_one_unit() -> None:
    table = placement_table(3, clans=("campbell", "stewart", "cunningham"))
    table.play(0, "place miner 2,0")
    assert not [move for move in table.legal(1) if move.endswith(" 2,0")]


def test_no_neighbourhood_bonus_when_first_workers_are_placed() -> None:
    table = placement_table(2, clans=("campbell", "stewart"))
    table.put(1, "cow", "2,3")
    table.play(0, "place miner 2,4")
    assert table.match.frames == []
    assert table.match.actors == (1,)


def test_fergusson_places_a_third_worker_after_everybody_else_all_on_the_border() -> None:
    table = placement_table(3, clans=("fergusson", "stewart", "campbell"))
    seen = []
    while table.match.phase == "place":
        seat = table.match.actors[0]
        seen.append(seat)
        if seat == 0:
            border = table.match.board.border
            assert all(border >> SPACE_ID[m.split(" ")[2]] & 1 for m in table.legal(0))
        table.play(seat, table.legal(seat)[0])
    assert seen == [0, 1, 2, 2, 1, 0, 0]
    assert table[0].units.bit_count() == 3


def test_macdonald_may_start_with_fishermen() -> None:
    table = placement_table(3, clans=("macdonald", "stewart", "campbell"), ports=(5, 2, 4, 8))
    assert "place worker 5,1" in table.legal(0)
    assert "place worker 0,0" in table.legal(0)
    money = table[0].money
    table.play(0, "place worker 5,1")
    assert table[0].money == money - 6
