"""The builder phase: prices, quarries, city spaces, university."""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import events_of_kind, pick, set_board, start, workers_of

SMALL = ["small_market", "hacienda", "construction_hut", "small_warehouse", "hospice", "office"]
SMALL += ["large_market", "large_warehouse", "factory", "university", "harbor", "wharf"]


def quarries(occupied: int, total: int | None = None) -> dict[str, tuple[int, int]]:
    return {"quarry": (occupied if total is None else total, occupied)}


@pytest.mark.parametrize(
    ("building", "price"),
    [("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)],
)
def test_three_quarries_take_off_at_most_the_column(building: str, price: int) -> None:
    match = start(4, "classic")
    set_board(match, 1, tiles=quarries(3), doubloons=20)
    pick(match, 0, "builder")
    match.play(0, "pass")
    match.play(1, f"build {building}")
    assert match.boards[1].doubloons == 20 - price


@pytest.mark.parametrize(("builder", "price"), [(False, 2), (True, 1)])
def test_tobacco_storage_with_four_quarries(builder: bool, price: int) -> None:
    match = start(4, "classic")
    set_board(match, 1, tiles=quarries(4), doubloons=5)
    pick(match, 1 if builder else 0, "builder")
    if not builder:
        match.play(0, "pass")
    events = match.play(1, "build tobacco_storage")
    assert events_of_kind(events, "build")[0].data["paid"] == price


def test_quarry_and_builder_make_a_building_free_but_never_pay_out() -> None:
    match = start(4)
    set_board(match, 0, tiles=quarries(1), doubloons=0)
    pick(match, 0, "builder")
    match.play(0, "build small_market")
    assert match.boards[0].doubloons == 0


def test_only_occupied_quarries_count() -> None:
    match = start(4)
    set_board(match, 1, tiles=quarries(1, 4), doubloons=4)
    pick(match, 0, "builder")
    match.play(0, "pass")
    assert "build office" in match.legal_moves(1)
    assert "build large_warehouse" not in match.legal_moves(1)


@pytest.mark.parametrize(
    ("variant", "factory", "university"), [("balanced", 8, 7), ("classic", 7, 8)]
)
def test_the_variant_prices(variant: str, factory: int, university: int) -> None:
    match = start(4, variant)
    set_board(match, 0, doubloons=9)
    pick(match, 3, "builder")
    match.play(3, "pass")
    prices = match.view(0)["prices"]
    assert (prices["factory"], prices["university"]) == (factory, university)
    match.play(0, "build factory")
    assert match.boards[0].doubloons == 9 - factory


def test_the_builder_pays_one_less_and_the_others_do_not() -> None:
    match = start(4)
    set_board(match, 0, doubloons=2)
    set_board(match, 1, doubloons=2)
    pick(match, 0, "builder")
    assert "build indigo_plant" in match.legal_moves(0)
    match.play(0, "build indigo_plant")
    assert match.boards[0].doubloons == 0
    assert "build indigo_plant" not in match.legal_moves(1)


def test_a_builder_who_does_not_build_gets_nothing() -> None:
    match = start(4)
    pick(match, 0, "builder")
    match.play(0, "pass")
    assert match.boards[0].doubloons == 3


def test_one_building_per_seat_and_phase() -> None:
    match = start(4)
    set_board(match, 0, doubloons=20)
    pick(match, 0, "builder")
    match.play(0, "build office")
    assert match.actors == (1,)


def test_one_copy_per_seat() -> None:
    match = start(4)
    set_board(match, 0, city={"office": 1}, doubloons=20)
    pick(match, 0, "builder")
    assert "build office" not in match.legal_moves(0)
    with pytest.raises(rules.IllegalMove, match="one of each"):
        match.play(0, "build office")


def test_a_building_without_copies_is_gone() -> None:
    match = start(4)
    for seat in (2, 3):
        set_board(match, seat, city={"office": 0})
    set_board(match, 0, doubloons=20)
    pick(match, 0, "builder")
    assert match.view(None)["display"]["office"] == 0
    assert "build office" not in match.legal_moves(0)


def test_eleven_spaces_used_leave_no_room_for_a_large_building() -> None:
    match = start(4)
    set_board(match, 0, city=dict.fromkeys(SMALL[:11], 0), doubloons=20)
    pick(match, 0, "builder")
    assert "build wharf" in match.legal_moves(0)
    assert "build fortress" not in match.legal_moves(0)


def test_two_free_spaces_always_take_a_large_building() -> None:
    match = start(4)
    set_board(match, 0, city=dict.fromkeys(SMALL[:10], 0), doubloons=20)
    pick(match, 0, "builder")
    match.play(0, "build fortress")
    assert match.boards[0].spaces == 12


def test_a_full_city_is_skipped() -> None:
    match = start(4)
    set_board(match, 1, city=dict.fromkeys(SMALL, 0), doubloons=20)
    pick(match, 0, "builder")
    events = match.play(0, "pass")
    assert [event.seat for event in events_of_kind(events, "skip")] == [1]
    assert match.actors == (2,)


def test_printed_points_count_at_once_occupied_or_not() -> None:
    match = start(4)
    set_board(match, 0, doubloons=20)
    pick(match, 0, "builder")
    events = match.play(0, "build harbor")
    assert match.scores()[0].breakdown["buildings"] == 3
    score = events_of_kind(events, "score")[0]
    assert (score.seat, score.audience) == (0, None)
    assert score.data == {"amount": 3, "reason": "buildings", "building": "harbor"}


def test_university_puts_one_worker_from_the_supply_on_the_new_building() -> None:
    match = start(4)
    set_board(match, 0, city={"university": 1}, doubloons=20, san_juan=1)
    pick(match, 0, "builder")
    moves = match.legal_moves(0)
    assert moves[moves.index("build indigo_plant") + 1] == "build indigo_plant worker"
    match.play(0, "build indigo_plant worker")
    assert workers_of(match, 0) == {"university": 1, "indigo_plant": 1}
    assert (match.worker_supply, match.boards[0].san_juan) == (74, 1)


def test_university_takes_from_the_ship_when_the_supply_is_empty() -> None:
    match = start(4)
    match.worker_supply = 0
    set_board(match, 0, city={"university": 1}, doubloons=20)
    pick(match, 0, "builder")
    match.play(0, "build office worker")
    assert match.worker_ship == 3


def test_university_has_no_worker_when_supply_and_ship_are_empty() -> None:
    match = start(4)
    match.worker_supply = match.worker_ship = 0
    set_board(match, 0, city={"university": 1}, doubloons=20)
    pick(match, 0, "builder")
    assert "build office" in match.legal_moves(0)
    assert "build office worker" not in match.legal_moves(0)


def test_university_is_optional_and_must_be_occupied() -> None:
    match = start(4)
    set_board(match, 0, city={"university": 0}, doubloons=20)
    set_board(match, 1, city={"university": 1}, doubloons=20)
    pick(match, 0, "builder")
    assert "build office worker" not in match.legal_moves(0)
    match.play(0, "pass")
    match.play(1, "build office")
    assert workers_of(match, 1) == {"university": 1}


def test_a_university_just_built_does_not_serve_itself() -> None:
    match = start(4)
    set_board(match, 0, doubloons=20)
    pick(match, 0, "builder")
    assert "build university worker" not in match.legal_moves(0)


def test_a_seat_that_can_afford_nothing_is_skipped() -> None:
    match = start(4)
    set_board(match, 1, doubloons=0)
    pick(match, 0, "builder")
    match.play(0, "pass")
    assert match.actors == (2,)


def test_buildings_are_listed_in_the_order_of_the_display() -> None:
    match = start(4)
    set_board(match, 0, doubloons=20)
    pick(match, 0, "builder")
    listed = [move.split(" ")[1] for move in match.legal_moves(0)[:-1]]
    assert listed == list(match.view(None)["display"])
