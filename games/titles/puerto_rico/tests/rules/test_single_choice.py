"""The single-choice rule: what leaves no choice is played at once, and told."""

from __future__ import annotations

import random

import pytest

import games.rules as rules

from .positions import events_of_kind, mayor, pick, set_board, start


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_actor_always_has_a_choice(seats: int) -> None:
    rng = random.Random(seats)
    match = rules.new_match("puerto_rico", seats, seed="choices")
    while not match.over:
        for actor in match.actors:
            assert len(match.legal_moves(actor)) >= 2
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))


def test_an_automatic_move_is_not_recorded() -> None:
    match = start(3)
    pick(match, 0, "captain")
    assert match.step == "pick"
    assert match.record()["moves"] == [[0, "pick captain"]]


def test_skipped_turn_emits_public_event() -> None:
    match = start(3)
    events = events_of_kind(pick(match, 0, "trader"), "skip")
    assert [(event.seat, event.data, event.audience) for event in events] == [
        (seat, {"step": "trade", "auto": True}, None) for seat in range(3)
    ]


def test_a_pass_by_hand_is_not_marked_as_automatic() -> None:
    match = start(3)
    pick(match, 0, "settler")
    assert match.play(0, "pass")[0] == rules.Event("pass", 0, {"step": "settle"})


def test_an_automatic_placement_is_as_private_as_one_made_by_hand() -> None:
    match = start(3)
    set_board(match, 1, tiles={"corn": (3, 0)})
    set_board(match, 2, tiles={"corn": (1, 0), "indigo": (1, 0)})
    events = mayor(match, 0)
    assert match.actors == (2,)
    staffed = events_of_kind(events, "staff")
    assert [(event.seat, event.audience) for event in staffed] == [(1, 1)]
    assert match.view(2)["seats"][1]["tiles"]["corn"]["occupied"] == 0


def test_the_rule_never_plays_reopen() -> None:
    match = start(3)
    for seat in (0, 2):
        set_board(match, seat, tiles={"corn": (1, 0), "indigo": (1, 0)})
    mayor(match, 0)
    match.play(2, "staff corn 1")
    assert match.legal_moves(2) == ["reopen"]
    assert match.view(None)["seats"][2]["placing"] == "done"


def test_seats_are_served_in_order_from_the_picker() -> None:
    match = start(4)
    match.ship_goods, match.ship_loads = [3, 3, 3], list(match.setup.ships)
    for seat in range(4):
        set_board(match, seat, goods={"corn": 2})
    events = pick(match, 2, "captain")
    assert [event.seat for event in events_of_kind(events, "stored")] == [2, 3, 0, 1]


def test_a_chain_of_single_choices_runs_through_phases_and_rounds() -> None:
    match = start(2)
    for role in ("prospector", "captain", "trader", "craftsman", "builder"):
        match.play(match.actors[0], f"pick {role}")
        while match.step == "build":
            match.play(match.actors[0], "pass")
    events = match.play(1, "pick mayor")
    assert (match.step, match.actors) == ("mayor_privilege", (1,))
    events = match.play(1, "privilege none")
    assert [event.kind for event in events][-1] == "round"
    assert match.actors == (1,)
