"""Setting up (section 4)."""

from __future__ import annotations

import pytest

from ...rules import components as box
from .positions import ALL_SETS, fresh_match, own_view_data


def test_every_seat_starts_with_coins_stations_and_four_followers_on_the_market() -> None:
    match = fresh_match(4)
    for seat in range(4):
        shown = own_view_data(match, seat)
        assert shown["coins"] == 5
        assert shown["stock"] == 10
        assert shown["merchant"] == "orleans"
        assert shown["market"] == list(box.OWN_TILES)
        assert not any(shown["bag"].values())
        assert not any(shown["tracks"].values())
        assert shown["development"] == 0
        assert shown["level"] == 1


def test_setup_announces_five_coins() -> None:
    match = fresh_match(3)
    coins = [event for event in match.opening if event.kind == "score"]
    assert [(event.seat, event.data["amount"]) for event in coins] == [(0, 5), (1, 5), (2, 5)]
    assert {(event.data["key"], event.data["reason"]) for event in coins} == {("coins", "setup")}
    assert [score.total for score in match.scores()] == [5, 5, 5]


def test_hourglass_piles_lie_in_the_order_a_b_c() -> None:
    script = {
        "hourglass:a": [["harvest", "income", "plague", "taxes", "trading_day"]],
        "hourglass:b": [["plague", "pilgrimage", "taxes", "harvest", "income", "trading_day"]],
        "hourglass:c": [["income", "harvest", "taxes", "plague", "pilgrimage", "trading_day"]],
    }
    match = fresh_match(script=script)
    expected = ["pilgrimage", *(event for pile in script.values() for event in pile[0])]
    assert match.deck == expected
    assert match.view(0)["event"] == {"name": "pilgrimage", "letter": "a", "value": None}


def test_piles_are_shuffled_in_data_order() -> None:
    match = fresh_match()
    outcomes = match.record()["chance"]
    assert sorted(outcomes) == ["goods", "hourglass:a", "hourglass:b", "hourglass:c"]
    assert sorted(outcomes["hourglass:a"][0]) == sorted(box.PILES["a"])
    assert len(outcomes["hourglass:b"][0]) == len(outcomes["hourglass:c"][0]) == 6


@pytest.mark.parametrize(("seats", "removed", "spaces"), [(2, 12, 43), (3, 6, 48), (4, 0, 52)])
def test_goods_leave_lie_on_the_map_and_form_the_supply(
    seats: int, removed: int, spaces: int
) -> None:
    match = fresh_match(seats)
    shuffled = match.record()["chance"]["goods"][0]
    view = match.view(None)
    dealt = [good for goods in view["edges"].values() for good in goods]
    assert dealt == shuffled[removed : removed + spaces]
    rest = shuffled[removed + spaces :]
    assert view["supply"]["goods"] == {good: rest.count(good) for good in box.GOODS}


def test_supplies_by_players() -> None:
    for seats in range(2, 6):
        supply = fresh_match(seats).view(None)["supply"]
        assert list(supply["followers"].values()) == list(box.FOLLOWER_SUPPLY[seats])
        assert supply["technology"] == (20 if seats == 5 else 16)


def test_base_game_uses_all_its_twenty_tiles_without_a_shuffle() -> None:
    available = fresh_match().view(None)["available"]
    assert len(available["1"]) == 13
    assert len(available["2"]) == 7
    assert available["1"][0] == "sacristy"
    assert available["2"] == [
        "pharmacy",
        "school",
        "office",
        "horse_wagon",
        "laboratory",
        "cellar",
        "gunpowder_tower",
    ]


def test_basic_places_draw_thirteen_of_a_level_that_has_more() -> None:
    first = [tile.key for tile in box.PLACE_TILES if tile.level == 1 and tile.set in (0, 2)]
    script = {"places:1": [["barracks", *reversed(first[1:13])]]}
    match = fresh_match(script=script, set_2="on")
    assert match.view(None)["available"]["1"] == [*first[1:13], "barracks"]
    assert "places:2" not in match.record()["chance"]


def test_basic_places_with_all_sets_draw_both_levels() -> None:
    match = fresh_match(**{**ALL_SETS, "places": "basic"})
    outcomes = match.record()["chance"]
    assert len(outcomes["places:1"][0]) == 16
    assert len(outcomes["places:2"][0]) == 19
    available = match.view(None)["available"]
    assert (len(available["1"]), len(available["2"])) == (13, 13)
    assert set(available["2"]) == set(outcomes["places:2"][0][:13])


def test_all_places_need_no_draw() -> None:
    match = fresh_match(**ALL_SETS)
    available = match.view(None)["available"]
    assert (len(available["1"]), len(available["2"])) == (16, 19)
    assert not [name for name in match.record()["chance"] if name.startswith("places")]


def test_seat_0_starts_and_round_1_is_pilgrimage() -> None:
    view = fresh_match(5).view(None)
    assert (view["round"], view["start"], view["event"]["name"]) == (1, 0, "pilgrimage")


def test_citizens_lie_on_deeds_tracks_and_for_most_stations() -> None:
    left = fresh_match().view(None)["citizens"]
    assert len(left["deeds"]) == 8
    assert left["development"] == [3, 18, 28]
    assert (left["knight"], left["boatman"], left["stations"]) == (True, True, True)
