"""MacKenzie's cellar: his barrels come out whenever he is asked in his own turn.

Rules 5.3, 5.4, 6, ruling 28. By version 1 of the rules they stay in the cellar between port 6 and
its trade, during the exchange of port 7 and after the main action: see the end of this file.
"""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import Table, round_1_table


def whisky_house(**chances: object) -> Table:
    table = round_1_table(3, clans=("mackenzie", "campbell", "stewart"), **chances)
    return table.give(0, money=50, cheese=0, bread=0, whisky=0)


def harbour(*ports: int, **chances: object) -> Table:
    """MacKenzie with a sheep beside port a."""
    rest = [tile for tile in range(1, 9) if tile not in ports]
    return whisky_house(ports=(*ports, *rest)[:4], **chances).put(0, "sheep", "1,0")


def verbs(table: Table) -> set[str]:
    return {move.split(" ")[0] for move in table.legal(0)}


@pytest.mark.parametrize(("place", "money"), [(0, 0), (1, 7), (2, 15)])
def test_a_barrel_withdrawn_brings_0_7_or_15(place: int, money: int) -> None:
    table = whisky_house().give(0, cellar=1 << place, whisky=0)
    table.play(0, f"withdraw {place}")
    assert table[0].money == 50 + money
    assert table.goods(0)["whisky"] == 1
    assert table[0].cellar == 0


# before the main action


def test_before_the_main_action_any_number_of_barrels_comes_out() -> None:
    table = whisky_house().give(0, cellar=0b111)
    assert table.legal(0, "withdraw") == ["withdraw 0", "withdraw 1", "withdraw 2"]
    table.play(0, "withdraw 2", "withdraw 0")
    assert table.legal(0, "withdraw") == ["withdraw 1"]
    assert {"buy", "ship", "pass"} <= verbs(table)


def test_barrels_in_the_cellar_are_no_stock() -> None:
    """Ruling 28."""
    table = whisky_house().give(0, cellar=0b100, whisky=0, bread=2).box(0, 28)
    assert not table.legal(0, "sell whisky")
    assert not table.legal(0, "fulfil")
    table.play(0, "withdraw 2")
    assert table.legal(0, "sell whisky")
    assert table.legal(0, "fulfil") == ["fulfil 28"]


def test_a_barrel_in_the_cellar_makes_no_use_of_a_port_legal() -> None:
    """Ruling 28: what a move needs must be in stock first."""
    table = harbour(3, 5).give(0, cellar=0b010)
    assert not table.legal(0, "port a")
    table = harbour(9, 5).give(0, cellar=0b010, money=2)
    assert not table.legal(0, "port a")
    table.play(0, "withdraw 1")
    assert "port a as b" in table.legal(0)


def test_a_barrel_in_the_cellar_makes_no_price_move_legal() -> None:
    """Ruling 28: neither its whisky nor its pounds are there for the trade after port 6."""
    table = harbour(6).give(0, cellar=0b100, money=0)
    assert not table.legal(0, "port a")
    table.play(0, "withdraw 2")
    assert "port a whisky up 3" in table.legal(0)


# between port 6 and its trade


def test_a_barrel_comes_out_between_port_6_and_its_trade() -> None:
    table = harbour(6).give(0, cellar=0b001, whisky=1, money=0)
    table.play(0, "port a whisky up 1")
    assert table.legal(0) == ["sell whisky 1", "withdraw 0"]
    table.play(0, "withdraw 0")
    assert table.legal(0) == ["sell whisky 1", "sell whisky 2"]


def test_the_pounds_of_a_barrel_pay_for_the_trade_after_port_6() -> None:
    table = harbour(6).give(0, cellar=0b010, money=8)
    table.play(0, "port a wool up 1", "withdraw 1")
    assert table.legal(0) == ["buy wool 1", "buy wool 2"]


# in the frames


def test_barrels_may_be_withdrawn_in_the_frames_meat_rewards_bonus_and_keep() -> None:
    table = whisky_house().give(0, cellar=0b111, wool=5, merchants=5).box(0, 5)
    table.put(0, "sheep", "2,3", "3,3", "3,2").put(0, "dairy", "1,1", "1,3", "1,4")
    table.play(0, "fulfil 5")
    assert table.legal(0, "withdraw")
    table.play(0, "slaughter 3,3", "slaughter 3,2", "withdraw 0")
    assert table.legal(0, "withdraw") == ["withdraw 1", "withdraw 2"]
    table.play(0, "expand dairy 3,3", "withdraw 1", "draw")
    assert table.legal(0, "withdraw") == ["withdraw 2"]
    table.play(0, "withdraw 2", "keep none")
    assert table.match.turn == 1


def test_beside_a_barrel_no_single_other_move_is_played_automatically() -> None:
    table = harbour(8).give(0, cellar=0b001)
    table[0].boxes = (28,)
    table.clear_caches().play(0, "port a")
    # The box is full: but for the barrel the frame would close by itself.
    assert table.legal(0) == ["withdraw 0", "done"]


def test_exact_animals_are_slaughtered_without_asking_though_a_barrel_could_be_withdrawn() -> None:
    table = whisky_house().give(0, cellar=0b1).box(0, 5).put(0, "sheep", "2,3", "3,3")
    table.put(0, "woodcutter", "3,4")
    table.play(0, "fulfil 5")
    assert "sheep" not in table.units(0)


def test_barrels_come_out_during_the_exchange_of_port_7() -> None:
    table = harbour(7).put(0, "cow", "2,3").give(0, cellar=0b101)
    table.play(0, "port a")
    assert verbs(table) == {"swap", "withdraw"}
    assert table.legal(0)[-2:] == ["withdraw 0", "withdraw 2"]
    table.play(0, "withdraw 2", "swap 2,3 bakery")
    assert table.legal(0)[-2:] == ["withdraw 0", "done"]
    table.play(0, "withdraw 0", "swap 1,0 dairy")
    assert table.match.frames == []


def test_a_last_exchange_that_is_impossible_still_waits_for_the_barrels() -> None:
    table = harbour(7).give(0, cellar=0b001)
    table.play(0, "port a", "swap 1,0 cow")
    # A cow that has come may not leave again, and nothing else stands on the map.
    assert table.legal(0) == ["withdraw 0", "done"]


# after the main action


def test_after_the_main_action_barrels_come_out_while_a_port_can_be_used() -> None:
    table = harbour(5).give(0, cellar=0b011)
    table.play(0, "ship")
    assert table.legal(0) == ["port a", "withdraw 0", "withdraw 1", "end"]
    table.play(0, "withdraw 1")
    assert table.legal(0) == ["port a", "withdraw 0", "end"]
    table.play(0, "port a")
    assert table.match.turn == 1


def test_the_turn_stays_open_for_the_good_of_tile_3() -> None:
    table = harbour(3).give(0, cellar=0b001)
    table.play(0, "ship")
    assert table.legal(0) == ["withdraw 0", "end"]
    table.play(0, "end")
    assert table.match.turn == 1
    assert table[0].cellar == 0b001


def test_the_turn_stays_open_for_the_3_pounds_of_tile_9() -> None:
    table = harbour(9, 5).give(0, cellar=0b010, money=4)
    table.play(0, "ship")
    assert table.legal(0) == ["withdraw 1", "end"]
    table.play(0, "withdraw 1")
    assert "port a as b" in table.legal(0)


def test_the_turn_stays_open_while_another_barrel_would_still_do() -> None:
    table = harbour(9, 5).give(0, cellar=0b011, money=4)
    table.play(0, "ship", "withdraw 0")
    assert table.legal(0) == ["withdraw 1", "end"]


@pytest.mark.parametrize(
    ("ports", "cellar", "why"),
    [
        ((9, 5), 0b001, "a fresh barrel brings none of the 3 pounds"),
        ((2, 5), 0b111, "whisky is no basic good"),
        ((6, 5), 0b111, "move a price before the main action"),
    ],
)
def test_the_turn_ends_by_itself_where_barrels_make_no_port_usable(
    ports: tuple[int, ...], cellar: int, why: str
) -> None:
    table = harbour(*ports).give(0, cellar=cellar, money=4, wool=0, milk=0, grain=0)
    table.play(0, "ship")
    assert table.match.turn == 1, why


def test_the_turn_ends_by_itself_where_the_tile_is_used_or_out_of_reach() -> None:
    table = harbour(3).give(0, cellar=0b001, ports=0b0001)
    table.play(0, "ship")
    assert table.match.turn == 1
    table = whisky_house(ports=(3, 1, 2, 4)).put(0, "sheep", "2,3").give(0, cellar=0b001)
    table.play(0, "ship")
    assert table.match.turn == 1


def test_pass_ends_the_turn_at_once() -> None:
    table = harbour(3).give(0, cellar=0b001)
    table.play(0, "pass")
    assert table.match.turn == 1


def test_a_barrel_waits_while_the_bonus_of_an_expansion_is_settled() -> None:
    """The frame of the main action first, then what may come after it."""
    table = harbour(3).give(0, cellar=0b001).put(0, "sheep", "2,3").put(1, "cow", "3,3")
    table.play(0, "expand cow 3,2")
    assert verbs(table) == {"nbuy", "withdraw", "done"}
    table.play(0, "done")
    assert table.legal(0) == ["withdraw 0", "end"]


def test_nothing_is_withdrawn_in_another_seats_turn() -> None:
    """Ruling 28."""
    table = whisky_house().give(0, cellar=1).turn(1)
    assert table.legal(0) == []


# version 1


def test_version_1_leaves_the_barrels_alone_between_port_6_and_its_trade() -> None:
    table = harbour(6, rules_version=1).give(0, cellar=1, whisky=1)
    table.play(0, "port a whisky up 1")
    assert verbs(table) == {"buy", "sell"}


def test_version_1_leaves_the_barrels_alone_during_the_exchange_of_port_7() -> None:
    table = harbour(7, rules_version=1).put(0, "cow", "2,3").give(0, cellar=1)
    table.play(0, "port a")
    assert verbs(table) == {"swap"}
    table.play(0, "swap 2,3 bakery")
    assert verbs(table) == {"swap", "done"}


def test_version_1_leaves_the_barrels_alone_after_the_main_action() -> None:
    table = harbour(5, rules_version=1).give(0, cellar=0b010)
    table.play(0, "ship")
    assert table.legal(0) == ["port a", "end"]


def test_version_1_ends_the_turn_by_itself_whatever_lies_in_the_cellar() -> None:
    table = harbour(3, rules_version=1).give(0, cellar=0b001)
    table.play(0, "ship")
    assert table.match.turn == 1


@pytest.mark.parametrize("rules_version", [1, 2])
def test_in_the_other_frames_both_versions_let_barrels_out(rules_version: int) -> None:
    table = harbour(8, rules_version=rules_version).give(0, cellar=0b001)
    table.play(0, "port a")
    assert table.legal(0) == ["draw", "withdraw 0", "done"]
    table.play(0, "draw")
    assert table.legal(0)[-1] == "withdraw 0"


def test_a_stored_match_of_version_1_goes_on_under_it() -> None:
    table = harbour(3, rules_version=1).give(0, cellar=0b001)
    stored = rules.load("caledonia", table.match.dump())
    stored.play(0, "ship")
    assert stored.actors == (1,)
