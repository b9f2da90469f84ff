"""What single clans may do: fishermen and beer (2.8, 6, rulings 22 to 31)."""

from __future__ import annotations

from ...rules.components import UNIT_ID
from ...rules.expansion import total_cost
from .positions import SPACE_ID, Table, round_1_table


def fisher(seats: int = 3, **chances: object) -> Table:
    return round_1_table(seats, clans=("macdonald", "campbell", "stewart", "robertson"), **chances)


# MacDonald


def test_workers_stand_on_forest_mountain_loch_and_port() -> None:
    table = fisher().put(0, "worker", "2,-1").give(0, shipping=0)
    moves = table.put(0, "sheep", "1,0").legal(0, "expand worker")
    spaces = {move.split(" ")[2] for move in moves}
    assert {"2,0", "0,1", "0,0"} <= spaces
    assert "1,1" not in spaces


def test_a_fisherman_pays_no_land() -> None:
    """Ruling 23."""
    table = fisher()
    player = table.match.players[0]
    for at, cost in (("5,1", 6), ("0,0", 6), ("2,-1", 10)):
        assert total_cost(table.match, player, UNIT_ID["worker"], SPACE_ID[at]) == cost


def test_two_fishermen_are_never_adjacent() -> None:
    """Ruling 24: lochs and port tiles alike."""
    table = fisher().put(0, "worker", "0,1").put(0, "sheep", "1,0")
    assert "expand worker 0,0" not in table.legal(0)
    table = fisher().put(0, "worker", "5,1")
    near = {"4,2", "5,2", "6,0", "6,1"}
    assert not near & {move.split(" ")[2] for move in table.legal(0, "expand worker")}


def test_a_worker_on_land_next_to_a_fisherman_is_fine() -> None:
    """Ruling 24."""
    table = fisher().put(0, "worker", "5,1").give(0, shipping=0)
    assert "expand worker 4,1" in table.legal(0)


def test_land_beside_a_fisherman_is_in_reach_without_shipping() -> None:
    """Ruling 25."""
    table = fisher().put(0, "worker", "5,1")
    spaces = {move.split(" ")[2] for move in table.legal(0, "expand sheep")}
    assert spaces == {"4,1", "5,0"}


def test_over_lochs_from_a_fishermans_loch_his_own_loch_does_not_count() -> None:
    """Ruling 25: level 2 crosses one more loch from 5,1."""
    table = fisher().give(0, shipping=2).put(0, "worker", "5,1")
    spaces = {move.split(" ")[2] for move in table.legal(0, "expand sheep")}
    # Over 4,2 to 3,2 and 3,3, over 6,0 to 7,-1; over 6,0 and 7,0 would be two.
    assert {"3,2", "3,3", "7,-1"} <= spaces
    assert "8,0" not in spaces


def test_a_fisherman_uses_and_does_not_block_the_port_he_stands_on() -> None:
    """Ruling 23."""
    table = fisher(ports=(5, 2, 4, 8)).put(0, "worker", "0,0").put(1, "sheep", "1,0")
    assert "port a" in table.legal(0)
    table.turn(1)
    assert "port a" in table.legal(1)


def test_rowing_moves_a_fisherman_to_an_adjacent_loch_or_port() -> None:
    table = fisher().put(0, "worker", "4,2")
    assert table.legal(0, "row") == ["row 4,2 4,3", "row 4,2 5,1", "row 4,2 5,2"]
    table = fisher().put(0, "worker", "0,1")
    assert table.legal(0, "row") == ["row 0,1 0,0"]
    events = table.play(0, "row 0,1 0,0")
    assert table.units(0) == {"worker": ["0,0"]}
    assert events[0].data == {"from": "0,1", "to": "0,0"}


def test_rowing_is_once_per_turn_and_before_the_main_action() -> None:
    table = fisher(ports=(5, 2, 4, 8)).put(0, "worker", "0,1", "4,2")
    table.play(0, "row 0,1 0,0")
    assert not table.legal(0, "row")
    table.play(0, "ship")
    assert {move.split(" ")[0] for move in table.legal(0)} == {"port", "end"}
    table.turn(0)
    assert table.legal(0, "row")


def test_rowing_changes_the_reach() -> None:
    table = fisher().put(0, "worker", "5,1")
    table.play(0, "row 5,1 6,0")
    spaces = {move.split(" ")[2] for move in table.legal(0, "expand sheep")}
    assert "4,1" not in spaces
    assert "7,-1" in spaces


def test_nobody_rows_onto_a_taken_space_or_beside_another_own_fisherman() -> None:
    table = fisher().put(0, "worker", "5,1", "7,0")
    targets = set(table.legal(0, "row 5,1"))
    # 6,0 and 6,1 are adjacent to the fisherman on 7,0.
    assert targets == {"row 5,1 4,2", "row 5,1 5,2"}


def test_a_fisherman_may_row_beside_the_place_he_leaves() -> None:
    table = fisher().put(0, "worker", "4,2")
    assert "row 4,2 5,1" in table.legal(0)


def test_rowing_gives_no_neighbourhood_bonus() -> None:
    table = fisher().put(0, "worker", "5,2").put(1, "cow", "4,1")
    table.play(0, "row 5,2 5,1")
    assert table.match.frames == []


def test_placing_a_fisherman_gives_a_neighbourhood_bonus() -> None:
    table = fisher().put(0, "sheep", "5,0").put(1, "cow", "4,1")
    table.play(0, "expand worker 5,1")
    (frame,) = table.match.view(None)["turn"]["frames"]
    assert frame["goods"] == [{"good": "milk", "price": 3, "most": 2}]


def test_macdonald_has_no_technology() -> None:
    table = fisher().box(0, 6).give(0, money=50, wool=3)
    assert not table.legal(0, "tech")
    table.play(0, "fulfil 6")
    assert not [move for move in table.legal(0) if "tech" in move]


# MacEwen


def brewer(contract: int, **amounts: int) -> Table:
    table = round_1_table(3, clans=("macewen", "campbell", "stewart")).box(0, contract)
    return table.give(0, **{"money": 0, "merchants": 0, **amounts})


def test_beer_is_up_to_three_and_up_to_the_hops() -> None:
    table = brewer(44, wool=1, bread=1, whisky=1, grain=5)  # 4 hops
    table.play(0, "fulfil 44")
    assert table.legal(0) == ["brew 1", "brew 2", "brew 3", "done"]
    table = brewer(25, cheese=1, bread=2, grain=5)  # 1 hops
    table.play(0, "fulfil 25")
    assert table.legal(0) == ["brew 1", "done"]


def test_each_beer_turns_a_grain_into_9_pounds() -> None:
    table = brewer(44, wool=1, bread=1, whisky=1, grain=2)
    table.play(0, "fulfil 44")
    assert table.legal(0) == ["brew 1", "brew 2", "done"]
    table.play(0, "brew 1")
    assert (table[0].money, table[0].goods[2]) == (9, 1)
    assert table.legal(0) == ["brew 1", "done"]
    table.play(0, "brew 1")
    assert table[0].money == 18
    assert table.match.turn == 1


def test_a_contract_without_hops_gives_no_beer() -> None:
    table = brewer(16, wool=1, grain=5).put(0, "cow", "2,3")
    table.play(0, "fulfil 16")
    assert table.match.turn == 1


def test_beer_may_use_grain_bought_from_a_neighbour_inside_the_rewards() -> None:
    """Ruling 29."""
    table = brewer(1, wool=4, grain=0).give(0, money=20, merchants=2).put(0, "sheep", "2,3")
    table.put(1, "field", "3,3")
    table.play(0, "fulfil 1", "expand sheep 3,2", "nbuy grain 1")
    assert table.legal(0) == ["brew 1", "done"]


def test_beer_may_come_before_the_other_rewards() -> None:
    """Ruling 29."""
    table = brewer(1, wool=4, grain=1).put(0, "sheep", "2,3")
    table.play(0, "fulfil 1", "brew 1")
    assert "expand sheep 3,3" in table.legal(0)
