"""The mayor phase around the placement: privilege, dealing, refilling the worker ship."""

from __future__ import annotations

import pytest

from ...rules.match import PuertoRico
from .positions import event_kinds, events_of_kind, mayor, pick, set_board, start

ROOMY = {"corn": (11, 0)}


def match_with_room(seats: int = 4) -> PuertoRico:
    """Every seat has more circles than it gets workers, in one kind of tile."""
    match = start(seats)
    for seat in range(seats):
        set_board(match, seat, tiles=ROOMY)
    return match


def worker_counts(match: PuertoRico) -> list[int]:
    return [board.crew for board in match.boards]


def test_the_privilege_worker_comes_from_the_supply_before_the_dealing() -> None:
    match = match_with_room()
    pick(match, 1, "mayor")
    assert match.legal_moves(1) == ["privilege worker", "privilege none"]
    match.play(1, "privilege worker")
    assert worker_counts(match) == [1, 2, 1, 1]
    assert match.worker_supply == 75 - 1 - 4


def test_a_declined_privilege_worker_stays_in_the_supply() -> None:
    match = match_with_room()
    mayor(match, 1, "none")
    assert worker_counts(match) == [1, 1, 1, 1]
    assert match.worker_supply == 75 - 4


def test_the_privilege_is_skipped_with_an_empty_supply() -> None:
    match = match_with_room()
    match.worker_supply = 0
    events = pick(match, 1, "mayor")
    assert events_of_kind(events, "skip")[0].data == {"step": "mayor_privilege", "auto": True}
    assert worker_counts(match) == [1, 1, 1, 1]


def test_six_workers_are_dealt_one_by_one_from_the_mayor_on() -> None:
    match = match_with_room()
    match.worker_ship = 6
    mayor(match, 0, "worker")
    assert worker_counts(match) == [3, 2, 1, 1]


def test_with_fewer_workers_than_seats_the_last_seats_get_none() -> None:
    match = match_with_room()
    match.worker_ship = 2
    events = mayor(match, 3)
    assert worker_counts(match) == [1, 0, 0, 1]
    assert events_of_kind(events, "deal")[0].data == {"workers": [1, 0, 0, 1]}


@pytest.mark.parametrize(("vacant", "need"), [(2, 4), (8, 8)])
def test_the_ship_is_filled_to_the_empty_building_circles_but_at_least_the_seats(
    vacant: int, need: int
) -> None:
    match = start(4)
    city = {2: {"coffee_roaster": 0}, 8: {"indigo_plant": 0, "sugar_mill": 0, "coffee_roaster": 0}}
    set_board(match, 0, tiles={"corn": (1, 0)}, city=city[vacant])
    for seat in range(1, 4):
        set_board(match, seat, tiles={"corn": (1, 0)})
    mayor(match, 0)
    match.play(0, "staff corn 1")
    assert match.worker_ship == need
    assert match.worker_supply == 75 - need


def test_two_seats_refill_at_least_two() -> None:
    match = start(2)
    mayor(match, 0)
    assert match.worker_ship == 2
    assert match.worker_supply == 38


def test_empty_tiles_do_not_count_for_the_need() -> None:
    match = match_with_room()
    for seat in range(4):
        set_board(match, seat, tiles={"corn": (11, 10)})
    mayor(match, 0)
    assert match.worker_ship == 4


def test_the_need_is_counted_after_the_placement() -> None:
    match = start(4)
    for seat in range(4):
        set_board(match, seat, tiles={"corn": (1, 0)}, city={"indigo_plant": 0})
    mayor(match, 0)
    assert match.view(None)["worker_need"] == 12
    for seat in range(4):
        match.play(seat, "staff indigo_plant 1")
    assert match.worker_ship == 8


def test_the_view_says_what_the_next_ship_would_need_now() -> None:
    match = start(4)
    assert match.view(None)["worker_need"] == 4
    set_board(match, 0, city={"indigo_plant": 1, "sugar_mill": 0, "office": 0})
    assert match.view(None)["worker_need"] == 6


def test_a_ship_that_cannot_be_filled_takes_what_is_left_and_ends_the_game() -> None:
    match = start(4)
    match.worker_supply = 3
    events = mayor(match, 0)
    assert (match.worker_supply, match.worker_ship) == (0, 3)
    assert events_of_kind(events, "refill")[0].data == {"need": 4, "got": 3, "supply": 0}
    assert "workers" in match.ending


def test_dealing_precedes_placement_and_refill_follows_it() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 0), "indigo": (1, 0)})
    events = mayor(match, 0)
    assert event_kinds(events)[:3] == ["role", "pass", "deal"]
    assert "refill" not in event_kinds(events)
    events = match.play(0, "staff corn 1")
    assert event_kinds(events)[-1] == "refill"
