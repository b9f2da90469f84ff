"""Trading: `buy`, `sell`, merchants and areas, neighbours' prices (2.2, 6, rulings 3, 4, 5, 31)."""

from __future__ import annotations

from .positions import Table, round_1_table


def trader(clan: str = "cunningham", **chances: object) -> Table:
    return round_1_table(2, clans=(clan, "campbell"), **chances)


def test_buying_pays_n_times_the_price_before_the_marker_moves() -> None:
    table = trader().price("whisky", 2).give(0, money=30)
    table.play(0, "buy whisky 2")
    assert table[0].money == 10
    assert table.goods(0)["whisky"] == 2
    assert table.match.market[5] == 4


def test_selling_gains_n_times_the_price_before_the_marker_moves() -> None:
    table = trader().give(0, milk=3, merchants=3, money=0)
    table.play(0, "sell milk 3")
    assert table[0].money == 15
    assert "milk" not in table.goods(0)
    assert table.match.market[1] == 0


def test_each_good_traded_sends_a_merchant_to_its_area() -> None:
    table = trader().give(0, merchants=5, money=50)
    table.play(0, "buy wool 3")
    assert table[0].merchants == 2
    market = table.match.view(None)["market"][0]
    assert market["buyers"] == [{"seat": 0, "merchants": 3}]
    assert market["sellers"] == []


def test_no_more_is_traded_than_there_are_merchants() -> None:
    table = trader().give(0, merchants=2, money=99, wool=5)
    assert table.legal(0, "buy wool") == ["buy wool 1", "buy wool 2"]
    assert table.legal(0, "sell wool") == ["sell wool 1", "sell wool 2"]


def test_no_more_is_bought_than_can_be_paid() -> None:
    table = trader().give(0, merchants=5, money=25)
    assert table.legal(0, "buy whisky") == ["buy whisky 1", "buy whisky 2"]


def test_no_more_is_sold_than_there_is_in_stock() -> None:
    table = trader().give(0, merchants=5, cheese=2)
    assert table.legal(0, "sell cheese") == ["sell cheese 1", "sell cheese 2"]


def test_without_merchants_there_is_no_trade() -> None:
    table = trader().give(0, merchants=0, wool=3)
    assert not table.legal(0, "buy")
    assert not table.legal(0, "sell")


def test_the_marker_never_leaves_its_track_upwards() -> None:
    table = trader().price("wool", 8).give(0, merchants=4, money=50)
    table.play(0, "buy wool 4")
    assert table.match.market[0] == 9
    assert table[0].money == 50 - 4 * 7


def test_the_marker_never_leaves_its_track_downwards() -> None:
    table = trader().price("bread", 1).give(0, merchants=4, bread=4, money=0)
    table.play(0, "sell bread 4")
    assert table.match.market[4] == 0
    assert table[0].money == 32


def test_who_bought_a_good_cannot_sell_it_this_round() -> None:
    table = trader().give(0, money=50)
    table.play(0, "buy wool 1")
    table.turn(0)
    assert not table.legal(0, "sell wool")
    assert table.legal(0, "buy wool") == ["buy wool 1"]


def test_who_sold_a_good_cannot_buy_it_this_round() -> None:
    table = trader().give(0, whisky=2, money=50)
    table.play(0, "sell whisky 1")
    table.turn(0)
    assert not table.legal(0, "buy whisky")
    assert table.legal(0, "sell whisky") == ["sell whisky 1"]


def test_the_areas_of_others_do_not_matter() -> None:
    table = trader().give(0, money=50).give(1, wool=1)
    table.play(0, "buy wool 1")
    assert table.legal(1, "sell wool") == ["sell wool 1"]


def test_recalling_the_last_merchant_frees_the_other_direction() -> None:
    """Ruling 4."""
    table = trader(contracts=(6,)).box(0, 6).give(0, wool=4, merchants=1, money=20)
    table.play(0, "buy whisky 1")
    table.turn(0).give(0, merchants=1)
    assert not table.legal(0, "sell whisky")
    table.play(0, "fulfil 6", "upgrade recall:whisky")
    table.turn(0)
    assert table.legal(0, "sell whisky") == ["sell whisky 1"]


def test_merchants_on_the_market_return_with_the_next_preparation() -> None:
    table = trader().give(0, money=50)
    table.play(0, "buy wool 2")
    assert table[0].merchants == 0
    table.all_pass()
    assert table.match.round == 2
    assert table[0].merchants == 2
    assert table.match.view(None)["market"][0]["buyers"] == []


def test_stewart_gains_a_pound_before_every_purchase() -> None:
    """Ruling 31: the pound helps to pay."""
    table = trader("stewart").give(0, money=10)
    assert table.legal(0, "buy whisky") == ["buy whisky 1"]
    events = table.play(0, "buy whisky 1")
    assert table[0].money == 0
    assert events[0].data["stewart"] == 1


def test_stewart_gains_a_pound_before_every_sale() -> None:
    table = trader("stewart").give(0, money=0, wool=2)
    table.play(0, "sell wool 2")
    assert table[0].money == 9


def test_stewart_gains_a_pound_for_a_purchase_from_neighbours() -> None:
    table = trader("stewart").give(0, money=50).put(0, "sheep", "2,3").put(1, "distillery", "3,3")
    table.play(0, "expand sheep 3,2")
    money = table[0].money
    assert table.match.view(None)["turn"]["frames"][0]["goods"] == [
        {"good": "whisky", "price": 8, "most": 4}
    ]
    table.play(0, "nbuy whisky 1")
    assert table[0].money == money + 1 - 8


# neighbours (rulings 5, 6)


def table_beside_neighbours(seats: int = 3, **amounts: int) -> Table:
    """Seat 0 may expand to 2,4 beside a distillery and a dairy of seat 1."""
    table = round_1_table(seats, clans=("cunningham", "campbell", "buchanan"))
    table.put(0, "sheep", "2,3").put(1, "distillery", "3,3").put(1, "dairy", "1,4")
    return table.give(0, **{"money": 100, "merchants": 7, **amounts})


def offered_goods(table: Table) -> list[str]:
    return [offer["good"] for offer in table.match.view(None)["turn"]["frames"][0]["goods"]]


def test_an_expansion_beside_a_maker_offers_its_good_for_2_or_3_pounds_less() -> None:
    table = table_beside_neighbours()
    table.play(0, "expand miner 2,4")
    assert table.legal(0, "nbuy whisky") == ["nbuy whisky 1", "nbuy whisky 2", "nbuy whisky 3"]
    money = table[0].money
    table.play(0, "nbuy whisky 3")
    assert table[0].money == money - 3 * (11 - 3)
    assert table.match.market[5] == 6
    assert table[0].merchants == 4


def test_basic_goods_of_neighbours_are_2_pounds_less() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").put(1, "field", "3,3").give(0, money=60)
    table.play(0, "expand sheep 3,2")
    money = table[0].money
    table.play(0, "nbuy grain 1")
    assert table[0].money == money - 3


def test_the_limit_is_4_with_two_players() -> None:
    table = table_beside_neighbours(2)
    table.play(0, "expand miner 2,4")
    assert table.legal(0, "nbuy cheese")[-1] == "nbuy cheese 4"


def test_a_good_leaves_the_frame_when_it_was_bought() -> None:
    table = table_beside_neighbours()
    table.play(0, "expand miner 2,4", "nbuy whisky 1")
    assert not table.legal(0, "nbuy whisky")
    assert table.legal(0, "nbuy cheese")
    assert table.legal(0)[-1] == "done"


def test_several_neighbours_with_the_same_good_offer_it_once() -> None:
    table = table_beside_neighbours().put(1, "distillery", "1,3")
    table.play(0, "expand miner 2,4")
    assert offered_goods(table) == ["cheese", "whisky"]


def test_the_limit_is_per_good_and_turn_over_several_expansions() -> None:
    """A contract with a free expansion after one made beside the same kind of unit."""
    table = round_1_table(3, clans=("cunningham", "campbell", "buchanan"))
    table.put(0, "sheep", "2,3").put(0, "woodcutter", "6,4")
    table.put(1, "distillery", "3,3").put(1, "distillery", "7,4")
    table.give(0, money=100, merchants=7, wool=4, bread=2).box(0, 24)
    table.match.bought[5] = 2
    table.play(0, "fulfil 24", "expand sheep 3,2")
    assert table.legal(0, "nbuy whisky") == ["nbuy whisky 1"]


def test_a_good_whose_limit_is_used_up_is_not_offered() -> None:
    table = table_beside_neighbours()
    table.match.bought[5] = 3
    table.play(0, "expand miner 2,4")
    assert offered_goods(table) == ["cheese"]


def test_workers_of_others_give_nothing() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").put(1, "miner", "2,4")
    table.play(0, "expand sheep 3,3")
    assert table.match.turn == 1


def test_own_units_give_nothing() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").put(0, "dairy", "3,3")
    table.play(0, "expand sheep 3,2")
    assert table.match.turn == 1


def test_a_river_between_takes_the_bonus_away() -> None:
    """Ruling 6: 4,1 and 5,0 are adjacent across a river, not neighbouring."""
    table = round_1_table(3).give(0, shipping=1).put(0, "sheep", "4,1").put(1, "cow", "4,0")
    table.play(0, "expand sheep 5,0")
    assert table.match.turn == 1


def test_reach_over_a_loch_gives_no_bonus() -> None:
    table = round_1_table(3).give(0, shipping=2).put(0, "sheep", "4,1").put(1, "cow", "2,3")
    table.play(0, "expand dairy 2,1")
    assert table.match.turn == 1


def test_own_merchants_in_the_sell_area_forbid_the_purchase_from_neighbours() -> None:
    table = table_beside_neighbours(whisky=1)
    table.play(0, "sell whisky 1")
    table.turn(0)
    table.play(0, "expand miner 2,4")
    assert not table.legal(0, "nbuy whisky")
    assert table.legal(0, "nbuy cheese")


def test_a_purchase_from_neighbours_needs_money_and_merchants() -> None:
    table = table_beside_neighbours(merchants=2, money=13 + 17)
    table.play(0, "expand miner 2,4")
    assert table.legal(0, "nbuy whisky") == ["nbuy whisky 1", "nbuy whisky 2"]
    table = table_beside_neighbours(merchants=2, money=13 + 15)
    table.play(0, "expand miner 2,4")
    assert table.legal(0, "nbuy whisky") == ["nbuy whisky 1"]


def test_a_bonus_that_nobody_can_use_closes_by_itself() -> None:
    table = table_beside_neighbours(merchants=0)
    events = table.play(0, "expand miner 2,4")
    done = [event for event in events if event.kind == "done"]
    assert [(e.seat, e.data) for e in done] == [(0, {"frame": "bonus", "auto": True})]
    assert table.match.turn == 1


def test_a_bonus_may_be_declined() -> None:
    table = table_beside_neighbours()
    table.play(0, "expand miner 2,4", "done")
    assert table.match.turn == 1


def test_no_neighbourhood_bonus_in_the_solo_game() -> None:
    """Ruling 36: neutral workers are nobody's."""
    table = round_1_table(1).put(0, "sheep", "2,3")
    table.play(0, "expand sheep 3,3")
    assert table.match.frames == []
