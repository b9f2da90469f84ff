"""What is hidden, what is seen, what may be taken back (sections 9, 11)."""

from __future__ import annotations

import json

import games.rules as rules

from .positions import Table, round_1_table


def test_the_view_tells_the_size_of_the_pile_and_not_its_order() -> None:
    table = round_1_table(2, contracts=(7, 16, 3, 4, 5, 6))
    contracts = table.match.view(0)["contracts"]
    assert contracts["pile"] == 44
    assert contracts["known_at_bottom"] == []
    assert not {"order", "top", "next"} & set(contracts)


def test_two_worlds_with_another_pile_look_alike_to_everybody() -> None:
    table = round_1_table(3)
    for seat in (None, 0, 1, 2):
        other = table.match.determinize(seat, rules.FastChance(5))
        assert other.view(seat) == table.match.view(seat)
        assert other.pile != table.match.pile  # type: ignore[attr-defined]
        assert sorted(other.pile) == sorted(table.match.pile)  # type: ignore[attr-defined]


def table_after_draw() -> Table:
    table = round_1_table(3, ports=(8, 2, 4, 5), contracts=tuple(range(1, 20))).put(
        0, "sheep", "1,0"
    )
    table.play(0, "port a", "draw", "keep none")
    return table


def test_returned_tiles_are_known_at_the_bottom_and_stay_there() -> None:
    table = table_after_draw()
    contracts = table.match.view(2)["contracts"]
    assert contracts["known_at_bottom"] == [8, 9, 10]
    for seed in range(5):
        other = table.match.determinize(1, rules.FastChance(seed))
        assert other.pile[-3:] == (8, 9, 10)  # type: ignore[attr-defined]


def test_tiles_drawn_from_the_known_bottom_are_not_known_there_any_more() -> None:
    table = table_after_draw()
    table.match.pile = table.match.pile[-4:]
    drawn = table.match.draw_contracts(3)
    assert drawn[1:] == (8, 9)
    assert table.match.view(0)["contracts"]["known_at_bottom"] == [10]


def test_the_tiles_of_a_draw_are_open_to_all() -> None:
    table = round_1_table(3, ports=(8, 2, 4, 5), contracts=tuple(range(1, 20))).put(
        0, "sheep", "1,0"
    )
    table.play(0, "port a", "draw")
    for seat in (None, 1, 2):
        frame = table.match.view(seat)["turn"]["frames"][-1]
        assert [tile["id"] for tile in frame["contracts"]] == [8, 9, 10]


def test_all_belongings_are_open() -> None:
    table = round_1_table(3).give(1, money=33, whisky=2).box(1, 7)
    seen = table.match.view(0)["players"][1]
    assert (seen["money"], seen["goods"]["whisky"]) == (33, 2)
    assert [tile["id"] for tile in seen["boxes"]] == [7]
    mine, theirs = table.match.view(0), table.match.view(2)
    for key in ("seat", "costs"):
        del mine[key], theirs[key]
    assert mine == theirs


def test_a_draw_and_a_refill_are_undo_boundaries() -> None:
    table = round_1_table(2, ports=(8, 2, 4, 5)).put(0, "sheep", "1,1")
    before = table.match.reveals
    table.play(0, "port a")
    assert table.match.reveals == before
    table.play(0, "draw")
    assert table.match.reveals > before
    table.play(0, "keep none")
    table.play(0, table.legal(0, "take")[0])
    table.play(1, "pass")
    before = table.match.reveals
    table.play(0, "pass")
    assert table.match.round == 2
    assert table.match.reveals > before


def test_an_ordinary_move_reveals_nothing() -> None:
    table = round_1_table(2).put(0, "sheep", "2,3")
    before = table.match.reveals
    table.play(0, "expand sheep 3,3")
    assert table.match.reveals == before


def test_the_solo_dice_are_an_undo_boundary() -> None:
    table = round_1_table(1, clans=("campbell",))
    before = table.match.reveals
    table.all_pass()
    assert table.match.reveals >= before + 4


def test_views_and_dumps_are_json() -> None:
    table = table_after_draw()
    view = table.match.view(0)
    assert json.loads(json.dumps(view)) == view
    dumped = table.match.dump()
    assert json.loads(json.dumps(dumped)) == dumped


def test_the_view_gives_the_total_cost_of_each_listed_placement() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3")
    costs = table.match.view(0)["costs"]
    assert set(costs) == set(table.legal(0, "expand"))
    assert costs["expand bakery 3,3"] == 10
    assert table.match.view(1)["costs"] == {}
    assert table.match.view(None)["costs"] == {}


def test_a_dump_without_history_does_not_grow() -> None:
    match = rules.new_match("caledonia", 2, seed="size")
    sizes = []
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
        sizes.append(len(json.dumps(match.dump(history=False))))
    assert max(sizes) < 5000


def test_a_match_prints_something_a_person_can_read() -> None:
    text = str(round_1_table(2).match)
    assert "round 1 of 5" in text
    assert "seat 0 cunningham: £55" in text
