"""Placing workers: slots, pool, what may be set, done and reopen."""

from __future__ import annotations

import random

import pytest

import games.rules as rules

from ...rules.components import SLOT_OF, SLOTS
from ...rules.match import PuertoRico
from .positions import event_kinds, events_of_kind, mayor, set_board, start, workers_of


def match_in_placement(**board: object) -> PuertoRico:
    """Seat 0 is the mayor and places alone: it gets one worker, the other seats fill up."""
    match = start(3)
    set_board(match, 0, **board)  # type: ignore[arg-type]
    mayor(match, 0)
    return match


def example() -> PuertoRico:
    return match_in_placement(
        tiles={"corn": (1, 1), "indigo": (2, 1)}, city={"indigo_plant": 1, "small_market": 0}
    )


def test_the_example_of_seven_circles_and_four_workers() -> None:
    match = example()
    assert match.actors == (0,)
    assert match.view(0)["mine"]["pool"] == 1
    assert match.legal_moves(0) == [
        "staff corn 0",
        "staff indigo 0",
        "staff indigo 2",
        "staff small_market 1",
        "staff indigo_plant 0",
        "staff indigo_plant 2",
    ]
    match.play(0, "staff small_market 1")
    assert match.legal_moves(0) == [
        "staff corn 0",
        "staff indigo 0",
        "staff indigo_plant 0",
        "done",
    ]


def test_with_workers_for_every_circle_the_seat_is_not_asked() -> None:
    match = start(3)
    set_board(match, 1, tiles={"corn": (1, 0)}, city={"hospice": 0}, san_juan=3)
    events = mayor(match, 0)
    assert workers_of(match, 1) == {"corn": 1, "hospice": 1}
    assert match.boards[1].san_juan == 2
    assert [e.seat for e in events_of_kind(events, "done")] == [0, 1, 2]


def test_without_any_worker_the_seat_is_done_by_the_single_choice_rule() -> None:
    match = start(3)
    match.worker_ship = 0
    set_board(match, 1, tiles={"corn": (2, 0)})
    events = mayor(match, 0)
    assert match.step == "pick"
    assert {"done", "placed"} <= set(event_kinds(events))


def test_every_worker_must_be_placed_before_done() -> None:
    match = match_in_placement(
        tiles={"corn": (2, 0), "indigo": (2, 0), "sugar": (2, 0)}, san_juan=1
    )
    assert "done" not in match.legal_moves(0)
    match.play(0, "staff corn 1")
    assert match.legal_moves(0) == ["staff indigo 1", "staff sugar 1"]
    with pytest.raises(rules.IllegalMove, match="you must still place 1 worker from San Juan"):
        match.play(0, "done")


def test_workers_stay_where_they_were_and_the_new_ones_are_the_pool() -> None:
    match = example()
    assert match.view(0)["mine"] == {
        "pool": 1,
        "at": {"corn": 1, "indigo": 1, "indigo_plant": 1, "small_market": 0},
        "fixed": [],
        "done": False,
    }


def test_a_slot_is_set_at_most_once() -> None:
    match = example()
    match.play(0, "staff corn 0")
    assert not [m for m in match.legal_moves(0) if m.startswith("staff corn ")]
    assert match.view(0)["mine"]["fixed"] == ["corn"]


def test_the_pool_never_exceeds_the_circles_that_can_still_be_filled() -> None:
    match = match_in_placement(tiles={"corn": (2, 2), "indigo": (2, 0)})
    # pool 1: taking one off corn makes 2, which fit on indigo; taking both makes 3, which do not
    assert match.legal_moves(0) == ["staff corn 1", "staff indigo 1"]


def test_all_workers_may_be_moved() -> None:
    match = match_in_placement(tiles={"corn": (2, 2), "indigo": (2, 0), "quarry": (2, 0)})
    match.play(0, "staff corn 0")
    match.play(0, "staff indigo 1")
    assert workers_of(match, 0) == {"indigo": 1, "quarry": 2}


def test_any_final_distribution_is_reached_with_one_staff_per_slot() -> None:
    reached = set()
    stack = [match_in_placement(tiles={"corn": (2, 1), "indigo": (1, 1)}, city={"indigo_plant": 1})]
    circles = {"corn": 2, "indigo": 1, "indigo_plant": 3}
    while stack:
        match = stack.pop()
        if match.step != "placement":
            reached.add(tuple(workers_of(match, 0).get(slot, 0) for slot in circles))
            continue
        for move in match.legal_moves(0):
            twin = match.copy()
            twin.play(0, move)
            stack.append(twin)
    assert reached == {
        (corn, indigo, plant)
        for corn in range(3)
        for indigo in range(2)
        for plant in range(4)
        if corn + indigo + plant == 4
    }


def test_the_last_worker_without_alternative_is_placed_and_done_by_the_rules() -> None:
    match = start(3)
    set_board(match, 0, tiles={"corn": (2, 0)})
    events = mayor(match, 0)
    assert workers_of(match, 0) == {"corn": 1}
    staffed = events_of_kind(events, "staff")[0]
    assert staffed.data == {"slot": "corn", "n": 1, "pool": 0, "auto": True}
    assert staffed.audience == 0
    assert match.step == "pick"


def match_with_two_placing() -> PuertoRico:
    match = start(3)
    for seat in (0, 2):
        set_board(match, seat, tiles={"corn": (1, 0), "indigo": (1, 0), "sugar": (1, 0)})
    mayor(match, 0)
    return match


def test_all_seats_place_at_once_in_any_order() -> None:
    match = match_with_two_placing()
    assert match.actors == (0, 2)
    match.play(2, "staff corn 1")
    assert match.actors == (0,)
    match.play(0, "staff sugar 1")
    assert workers_of(match, 0) == {"sugar": 1}
    assert workers_of(match, 2) == {"corn": 1}


def test_a_seat_that_is_done_may_reopen_while_another_places() -> None:
    match = match_with_two_placing()
    match.play(2, "staff corn 1")
    assert match.legal_moves(2) == ["reopen"]
    match.play(2, "reopen")
    assert match.actors == (0, 2)
    assert match.view(2)["mine"]["at"] == {"corn": 0, "indigo": 0, "sugar": 0}
    assert match.view(2)["mine"]["pool"] == 1
    match.play(2, "staff indigo 1")
    match.play(0, "staff sugar 1")
    assert workers_of(match, 2) == {"indigo": 1}


def test_reopen_goes_back_to_the_start_of_the_placement_not_to_the_last_setting() -> None:
    match = start(3)
    for seat in (0, 2):
        set_board(match, seat, tiles={"corn": (2, 1), "indigo": (2, 0)}, city={"office": 0})
    mayor(match, 0)
    match.play(2, "staff corn 0")
    match.play(2, "staff indigo 1")
    match.play(2, "reopen")
    assert match.view(2)["mine"]["at"] == {"corn": 1, "indigo": 0, "office": 0}


def test_a_seat_completed_from_the_start_has_no_reopen() -> None:
    match = match_with_two_placing()
    assert match.view(None)["seats"][1]["placing"] == "done"
    assert match.legal_moves(1) == []


def test_reopen_is_an_offer_and_no_actor_owes_it() -> None:
    match = match_with_two_placing()
    match.play(2, "staff corn 1")
    assert match.actors == (0,)


def test_nobody_reopens_after_the_last_seat_is_done() -> None:
    match = match_with_two_placing()
    match.play(2, "staff corn 1")
    match.play(0, "staff corn 1")
    assert match.step == "pick"
    with pytest.raises(rules.IllegalMove):
        match.play(2, "reopen")


def test_boards_change_together_when_all_are_done() -> None:
    match = match_with_two_placing()
    match.play(2, "staff corn 1")
    assert workers_of(match, 2) == {}
    assert match.boards[2].san_juan == 1
    assert match.boards[1].san_juan == 1  # completed by the rules, shown only with the others
    events = match.play(0, "staff corn 1")
    assert workers_of(match, 1) == {"indigo": 1}
    assert workers_of(match, 2) == {"corn": 1}
    assert [event.seat for event in events_of_kind(events, "placed")] == [0, 1, 2]


def test_tiles_of_a_kind_are_one_slot_and_quarries_are_too() -> None:
    match = match_in_placement(tiles={"quarry": (3, 1), "corn": (2, 0)})
    assert match.legal_moves(0) == ["staff corn 1", "staff quarry 0", "staff quarry 2"]


def test_san_juan_keeps_only_what_has_no_circle() -> None:
    match = match_in_placement(tiles={"corn": (3, 0), "sugar": (1, 0)}, san_juan=2)
    while match.step == "placement":
        match.play(0, match.legal_moves(0)[-1])
    assert match.boards[0].san_juan == 0
    assert match.boards[0].workers[SLOT_OF["corn"]] >= 2


def allowed_moves(match: PuertoRico, seat: int) -> set[str]:
    """The moves of a seat that is placing, straight from the words of rules 5.5."""
    board, draft = match.boards[seat], match.draft(seat)
    owned = [slot for slot, room in enumerate(board.size) if room]
    fixed = {slot for slot in owned if draft.fixed >> slot & 1}
    moves = {"done"} if draft.pool == 0 else set()
    for slot in set(owned) - fixed:
        others = set(owned) - fixed - {slot}
        free = sum(board.size[other] - draft.at[other] for other in others)
        for n in range(board.size[slot] + 1):
            pool = draft.pool + draft.at[slot] - n
            if n != draft.at[slot] and 0 <= pool <= free:
                moves.add(f"staff {SLOTS[slot]} {n}")
    return moves


def test_every_list_of_a_random_match_is_what_the_rule_allows() -> None:
    rng = random.Random(3)
    match = start(4, seed="placements")
    compared = 0
    while not match.over:
        if match.step == "placement":
            for actor in match.actors:
                assert set(match.legal_moves(actor)) == allowed_moves(match, actor)
                compared += 1
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    assert compared > 100
