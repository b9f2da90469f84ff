"""Turns, passing, single moves, preparation, the solo market (5, 5.3, 5.6, rulings 34 to 38)."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.rounds import solo_price_steps
from .positions import Table, round_1_table


def test_passing_gains_16_14_12_10() -> None:
    table = round_1_table(4)
    for seat in range(4):
        table.give(seat, money=0)
    events = table.all_pass()
    gained = [event.data["money"] for event in events if event.kind == "pass"]
    assert gained == [16, 14, 12, 10]


def test_two_seats_gain_16_and_14_and_a_solo_seat_16() -> None:
    for seats, money in ((2, [16, 14]), (1, [16])):
        events = round_1_table(seats).all_pass()
        assert [event.data["money"] for event in events if event.kind == "pass"] == money


def test_the_order_of_passing_is_the_next_turn_order() -> None:
    table = round_1_table(3)
    table.play(0, "ship")
    table.play(1, "pass")
    table.play(2, "pass")
    table.play(0, "pass")
    assert table.match.order == (1, 2, 0)
    assert table.match.turn == 1


def test_who_passed_has_no_more_turns_this_round() -> None:
    table = round_1_table(3).give(0, money=50).give(2, money=50)
    table.play(0, "hire")
    table.play(1, "pass")
    table.play(2, "hire")
    assert table.match.actors == (0,)
    table.play(0, "hire")
    assert table.match.actors == (2,)


def test_a_single_legal_move_plays_itself() -> None:
    """Nobody can do anything but pass: no money, merchants, goods or free boxes."""
    table = round_1_table(3, clans=("cunningham", "campbell", "robertson"))
    for seat in (1, 2):
        table.give(seat, money=0, merchants=0).box(seat, 10 + seat)
    events = table.play(0, "pass")
    passes = [event for event in events if event.kind == "pass"]
    assert [(event.seat, event.data.get("auto")) for event in passes] == [
        (0, None),
        (1, True),
        (2, True),
    ]
    assert table.match.round == 2
    assert table.match.moves[-1] == (0, "pass")


def test_automatic_moves_are_not_recorded_and_replay_alike() -> None:
    match = rules.new_match("caledonia", 3, seed="replay")
    while match.round < 2:  # type: ignore[attr-defined]
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
    again = rules.replay(match.record())
    assert again.dump() == match.dump()


def test_the_last_pass_of_round_5_counts_too() -> None:
    """Ruling 34."""
    table = round_1_table(2)
    table.match.round = 5
    table.give(0, money=0).give(1, money=0).all_pass()
    assert table.match.over
    assert [table[seat].money for seat in (0, 1)] == [16, 14]


def test_the_match_ends_after_round_5() -> None:
    table = round_1_table(2)
    for number in range(1, 6):
        assert table.match.round == number
        table.all_pass()
    assert table.match.over
    assert table.match.actors == ()


def test_every_round_has_its_scoring_tile() -> None:
    table = round_1_table(2, scoring=(1, 4, 8, 3, 6)).give(0, wool=2).put(0, "woodcutter", "3,4")
    events = table.all_pass()
    assert next(e.data["reason"] for e in events if e.kind == "score") == "scoring_tile:1"
    events = table.all_pass()
    scores = [(e.seat, e.data) for e in events if e.kind == "score"]
    assert scores == [(0, {"amount": 2, "reason": "scoring_tile:4"})]


def test_without_scoring_tiles_costs_still_follow_the_round() -> None:
    table = round_1_table(2, {"scoring": "off"})
    table.all_pass()
    table.all_pass()
    assert table.match.round == 3
    assert table.match.view(None)["contracts"]["cost"] == 5
    assert table.match.scores()[0].total == 0


# solo


@pytest.mark.parametrize(
    ("position", "rolled", "steps"),
    [
        (0, -3, 3),
        (2, 3, 3),
        (2, -1, 1),
        (3, -2, -2),
        (3, 2, 2),
        (6, 3, 3),
        (6, -1, -1),
        (7, 3, -3),
        (9, -2, -2),
    ],
)
def test_low_prices_rise_high_ones_fall_and_the_middle_follows_the_die(
    position: int, rolled: int, steps: int
) -> None:
    assert solo_price_steps(position, rolled) == steps


def solo(**chances: object) -> Table:
    return round_1_table(1, clans=("campbell",), contracts=tuple(range(1, 13)), **chances)


def test_the_solo_market_moves_three_goods_in_the_order_drawn() -> None:
    table = solo(goods=[["whisky", "wool", "bread"]], price=[6, 1, 3])
    table.price("wool", 1)
    table.all_pass()
    # Whisky 3 + 3, wool was low: 1 + 3, bread 3 - 1.
    assert table.match.market == [4, 3, 3, 3, 2, 6]


def test_merchants_return_before_the_solo_market() -> None:
    table = solo(goods=[["whisky", "wool", "bread"]], price=[6, 1, 3]).give(0, money=50)
    table.play(0, "buy milk 2")
    events = table.all_pass()
    kinds = [e.kind for e in events if e.kind in ("round", "price", "refill", "removed")]
    assert kinds == ["round", "price", "price", "price", "refill", "removed"]


def test_the_slot_of_the_last_roll_loses_its_contract_after_the_refill() -> None:
    table = solo(goods=[["whisky", "wool", "bread"]], price=[6, 1, 3])
    assert table.match.slots == (1, 2, 3, 4, 5, 0)
    table.play(0, "take 2")
    table.all_pass()
    # Slots 2 and 6 were refilled with 6 and 7; a roll of 3 (-1) removes slot 3.
    assert table.match.slots == (1, 6, 0, 4, 5, 7)
    assert 3 not in table.match.pile


def test_every_solo_action_phase_starts_with_five_contracts() -> None:
    table = solo()
    for _ in range(4):
        assert sum(map(bool, table.match.slots)) == 5
        table.all_pass()
    assert table.match.round == 5
    assert sum(map(bool, table.match.slots)) == 5


def test_solo_chance_is_called_goods_first_then_a_price_for_each() -> None:
    table = solo()
    while not table.match.over:
        table.all_pass()
    outcomes = table.match.chance.outcomes  # type: ignore[attr-defined]
    assert len(outcomes["goods"]) == 4
    assert all(len(drawn) == 3 for drawn in outcomes["goods"])
    assert len(outcomes["price"]) == 12


def test_several_seats_have_no_price_dice() -> None:
    table = round_1_table(2)
    table.all_pass()
    assert "goods" not in table.match.chance.outcomes  # type: ignore[attr-defined]


def test_cost_1_spaces_are_closed_in_the_solo_game_but_are_spaces() -> None:
    table = round_1_table(1).put(0, "sheep", "2,3")
    spaces = {move.split(" ")[2] for move in table.legal(0, "expand")}
    # 1,3 and 3,2 cost 1.
    assert "3,3" in spaces
    assert not {"1,3", "3,2"} & spaces
    view = {entry["at"]: entry for entry in table.match.view(0)["map"]["spaces"]}
    assert view["3,2"]["closed"] is True
    assert view["3,2"]["kind"] == "land"
