"""What is told of a move beforehand is what then happens, in random positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

import games.rules as rules
from games.boards import Scene, presenter
from tests.boards.walks import scene

from ...board import forecast, role_gains, vocabulary
from ...rules.match import PuertoRico
from ...rules.phases import storage
from .test_every_move import KEY, SETTINGS, positions

SHOW = presenter(KEY)
MoveOutcome = tuple[rules.Match, Scene, int, str, list[rules.Event]]


def move_outcomes(seats: int, variant: str, verb: str, step: str = "") -> Iterator[MoveOutcome]:
    """Legal moves with this verb: the match before, what its seat saw, and what happened then."""
    for match in positions(seats, variant):
        if step and match.view(None)["step"] != step:
            continue
        for seat in match.actors:
            seen = scene(match, seat)
            for move in seen.legal:
                if move.split(" ")[0] == verb:
                    trial = match.copy()
                    yield match, seen, seat, move, trial.play(seat, move)


def first_event_data(events: list[rules.Event], kind: str, seat: int) -> dict[str, Any]:
    return next((one.data for one in events if one.kind == kind and one.seat == seat), {})


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_a_sale_brings_what_its_preview_says(seats: int, variant: str) -> None:
    for match, seen, seat, move, events in move_outcomes(seats, variant, "sell"):
        before = match.view(seat)["seats"][seat]["doubloons"]
        paid = first_event_data(events, "sale", seat)["doubloons"]
        line = SHOW.preview_text(move, seen)
        assert line.startswith(f"Doubloons {before} → {before + paid}") or not paid


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_a_load_scores_what_its_preview_says(seats: int, variant: str) -> None:
    for match, seen, seat, move, events in move_outcomes(seats, variant, "load"):
        n, points = (
            first_event_data(events, "load", seat)["n"],
            first_event_data(events, "score", seat)["amount"],
        )
        line = SHOW.preview_text(move, seen)
        assert line.startswith(f"+{points} point")
        left = sum(match.view(seat)["seats"][seat]["goods"].values()) - n
        assert (f"left: {left} barrel" in line) == (left > 0)


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_what_would_spoil_is_the_least_that_storing_can_lose(seats: int, variant: str) -> None:
    for match in positions(seats, variant):
        if match.view(None)["step"] != "store":
            continue
        seat = match.actors[0]
        spoiled = storage.spoiled_barrels(forecast.board_with_placement(match, seat))
        lost = [
            sum(first_event_data(events, "stored", seat)["returned"].values())
            for events in storage_outcomes(match.copy(), seat)
        ]
        if not any(match.view(seat)["seats"][seat]["stored"]):
            assert spoiled == min(lost)


def storage_outcomes(match: rules.Match, seat: int) -> Iterator[list[rules.Event]]:
    """What happens in each way to store everything."""
    for move in match.legal_moves(seat):
        trial = match.copy()
        events = trial.play(seat, move)
        if first_event_data(events, "stored", seat):
            yield events
        else:
            yield from storage_outcomes(trial, seat)


@pytest.mark.parametrize("verb", ["store", "keep"])
def test_a_stored_good_leaves_what_its_preview_says(verb: str) -> None:
    for _match, seen, seat, move, events in move_outcomes(3, "balanced", verb):
        spoiled = forecast.PuertoRicoPreview(seen, move).spoiled_barrels()
        after = first_event_data(events, "stored", seat)
        if after:
            assert spoiled == sum(after["returned"].values())
            assert (f"{spoiled} barrel" in SHOW.preview_text(move, seen)) == (spoiled > 0)


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_a_building_costs_and_scores_what_its_preview_says(seats: int, variant: str) -> None:
    for match, seen, seat, move, events in move_outcomes(seats, variant, "build"):
        data, line = match.view(seat)["seats"][seat], SHOW.preview_text(move, seen)
        paid = first_event_data(events, "build", seat)["paid"]
        points = first_event_data(events, "score", seat)["amount"]
        before = data["doubloons"]
        assert (f"Doubloons {before} → {before - paid} " in f"{line} ") == (paid > 0)
        before = data["building_points"]
        assert f"oints of buildings {before} → {before + points} " in f"{line} "


def most_points(match: rules.Match, seat: int) -> int:
    return forecast.max_captain_points(cast(PuertoRico, match), seat)


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_a_role_brings_what_its_card_says(seats: int, variant: str) -> None:
    for match, seen, seat, move, events in move_outcomes(seats, variant, "pick"):
        role, view = move.split(" ")[1], match.view(seat)
        text = role_gains.gains_text(
            role_gains.role_gains(role, seen, forecast.pick_consequences(seen))
        )
        purse = view["seats"][seat]["doubloons"]
        coins = first_event_data(events, "role", seat)["doubloons"]
        if role == "craftsman":
            made = first_event_data(events, "produce", seat)["goods"]
            assert all(vocabulary.goods({good: n}) in text for good, n in made.items())
        elif role.startswith("prospector"):
            income = first_event_data(events, "income", seat)["doubloons"]
            line = SHOW.preview_text(move, seen)
            assert line.startswith(f"Doubloons {purse} → {purse + coins + income}")
        elif role == "mayor":
            dealt = view["worker_ship"] // seats + (view["worker_ship"] % seats > 0)
            more = view["worker_supply"] > 0
            assert text == vocabulary.workers(dealt + more)
        elif role == "captain":
            assert (text == "nothing for you now") == (most_points(match, seat) == 0)
        assert text


def cards_of(seen: Scene) -> Any:
    _is_asked, cards = SHOW.board(seen)["roles"]
    return cards


def test_a_card_says_what_its_role_brings_before_my_turn_as_well() -> None:
    compared = 0
    for match in positions(3, "balanced"):
        if match.view(None)["step"] == "pick":
            (actor,) = match.actors
            seen, later = scene(match, actor), scene(match, (actor + 1) % 3)
            for _role, _coins, taken_by, _taker, _is_now, gain, *_spots in cards_of(later):
                assert bool(gain) == (taken_by is None)
            for role, _coins, _taken_by, _taker, _is_now, gain, *_spots in cards_of(seen):
                gains = role_gains.role_gains(role, seen, rules.Consequences(match, actor))
                assert gain == gains
                compared += bool(gains)
    assert compared


def test_the_captain_is_promised_no_less_than_loading_alone_brings() -> None:
    for match, _seen, seat, move, _events in move_outcomes(2, "balanced", "pick"):
        if move != "pick captain":
            continue
        most = most_points(match, seat)
        trial = match.copy()
        trial.play(seat, move)
        if trial.view(None)["step"] != "load" or trial.actors != (seat,):
            continue
        for load in trial.legal_moves(seat):
            if load != "pass":
                events = trial.copy().play(seat, load)
                assert first_event_data(events, "score", seat)["amount"] <= most


def test_craftsman_preview_counts_barrels_of_others() -> None:
    looked = 0
    for _match, seen, seat, move, events in move_outcomes(3, "balanced", "pick"):
        if move != "pick craftsman":
            continue
        line = SHOW.preview_text(move, seen)
        for other in set(range(3)) - {seat}:
            n = sum(first_event_data(events, "produce", other)["goods"].values())
            assert (f"{seen.names[other]}: {n} barrel" in line) == (n > 0)
            looked += n
    assert looked


def test_the_worker_of_the_mayor_is_counted_with_those_of_the_ship() -> None:
    for match, seen, seat, move, _events in move_outcomes(
        4, "balanced", "privilege", "mayor_privilege"
    ):
        before = match.view(seat)["seats"][seat]["workers"]
        trial = match.copy()
        trial.play(seat, move)
        after = trial.view(seat)["seats"][seat]["workers"]
        assert (f"orkers {before} → {after}" in SHOW.preview_text(move, seen)) == (after != before)


def test_out_of_reach_says_why() -> None:
    reasons: set[str] = set()
    for match in positions(3, "classic"):
        for seat in range(3):
            seen = scene(match, seat)
            view = match.view(seat)
            _is_asked, columns, *_more = SHOW.board(seen)["market"]
            for column in columns:
                for lot in column:
                    within = lot.state == "within"
                    assert within == (not lot.why)
                    if view["step"] == "build" and seat in match.actors:
                        assert within == (lot.spot is not None)
                    if lot.state == "near":
                        assert lot.price == view["seats"][seat]["doubloons"] + 1
                    reasons.add(lot.why)
    assert {"", "short", "owned", "gone", "full"} >= reasons
    assert {"short", "owned", "gone"} <= reasons
