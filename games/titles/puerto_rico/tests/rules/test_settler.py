"""The settler phase: tiles, quarries, hacienda, construction hut, hospice, and the new row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import games.rules as rules

from ...rules.components import CORN, INDIGO, SUGAR
from ...rules.match import PuertoRico
from .positions import event_kinds, events_of_kind, pick, set_board, start, workers_of

T = TypeVar("T")

FULL_ISLAND = {"corn": (5, 0), "indigo": (4, 0), "quarry": (3, 0)}
ALMOST_FULL = {"corn": (4, 0), "indigo": (4, 0), "quarry": (3, 0)}


def settle(match: PuertoRico, seat: int = 0) -> PuertoRico:
    pick(match, seat, "settler")
    return match


def test_moves_are_draw_then_tiles_by_kind_then_quarry_then_pass() -> None:
    match = start(4, row=["coffee", "sugar", "corn", "sugar", "corn"])
    set_board(match, 0, city={"hacienda": 1})
    assert settle(match).legal_moves(0) == [
        "draw",
        "take corn",
        "take sugar",
        "take coffee",
        "take quarry",
        "pass",
    ]


def test_each_seat_takes_at_most_one_tile_in_order_from_the_settler() -> None:
    match = settle(start(4), 2)
    order = []
    while match.step == "settle":
        order.append(match.actors[0])
        match.play(match.actors[0], match.legal_moves(match.actors[0])[0])
    assert order == [2, 3, 0, 1]
    assert [board.tiles for board in match.boards] == [2, 2, 2, 2]


def test_a_taken_tile_leaves_the_row_and_lies_without_a_worker() -> None:
    match = settle(start(4))
    match.play(0, "take coffee")
    assert match.view(None)["seats"][0]["tiles"]["coffee"] == {"n": 1, "occupied": 0}
    assert "take coffee" not in match.legal_moves(1)
    assert match.view(None)["row"] == ["corn", "indigo", "sugar", "tobacco"]


def test_only_the_settler_may_take_a_quarry() -> None:
    match = settle(start(4))
    match.play(0, "take quarry")
    assert match.quarries == 7
    assert "take quarry" not in match.legal_moves(1)


def test_an_occupied_construction_hut_may_take_a_quarry() -> None:
    match = start(4)
    set_board(match, 1, city={"construction_hut": 1})
    set_board(match, 2, city={"construction_hut": 0})
    settle(match)
    match.play(0, "pass")
    assert "take quarry" in match.legal_moves(1)
    match.play(1, "take quarry")
    assert "take quarry" not in match.legal_moves(2)


def test_a_settler_with_a_construction_hut_takes_one_tile() -> None:
    match = start(4)
    set_board(match, 0, city={"construction_hut": 1})
    settle(match)
    match.play(0, "take quarry")
    assert match.actors == (1,)


def test_without_quarries_neither_privilege_nor_hut_has_an_effect() -> None:
    match = start(4)
    match.quarries = 0
    set_board(match, 1, city={"construction_hut": 1})
    settle(match)
    assert "take quarry" not in match.legal_moves(0)
    match.play(0, "pass")
    assert "take quarry" not in match.legal_moves(1)


def test_hacienda_draws_the_top_tile_and_the_turn_goes_on() -> None:
    match = start(4, row=["corn", "indigo", "sugar", "tobacco", "coffee", "tobacco"])
    set_board(match, 0, city={"hacienda": 1})
    settle(match)
    events = match.play(0, "draw")
    assert events[0].data == {"kind": "tobacco", "from": "stack", "worker": None}
    assert match.boards[0].tiles == 2
    assert match.actors == (0,)
    assert "draw" not in match.legal_moves(0)
    assert {"take corn", "take quarry", "pass"} <= set(match.legal_moves(0))


def test_after_drawing_the_seat_may_pass() -> None:
    match = start(4)
    set_board(match, 0, city={"hacienda": 1})
    settle(match)
    match.play(0, "draw")
    match.play(0, "pass")
    assert match.boards[0].tiles == 2
    assert match.actors == (1,)


def test_every_hacienda_draws_in_its_own_turn() -> None:
    match = start(4)
    set_board(match, 0, city={"hacienda": 1})
    set_board(match, 1, city={"hacienda": 1})
    settle(match)
    match.play(0, "draw")
    match.play(0, "pass")
    assert "draw" in match.legal_moves(1)


def test_an_empty_hacienda_does_not_draw() -> None:
    match = start(4)
    set_board(match, 0, city={"hacienda": 0})
    assert "draw" not in settle(match).legal_moves(0)


def test_a_draw_from_an_empty_stack_shuffles_the_discards_but_not_the_row() -> None:
    match = start(4)
    match.stack = []
    match.discard = [0, 2, 0, 0, 0]
    set_board(match, 0, city={"hacienda": 1})
    settle(match)
    events = match.play(0, "draw")
    assert event_kinds(events)[:2] == ["reshuffle", "tile"]
    assert match.record()["chance"]["reshuffle"] == [["indigo", "indigo"]]
    assert match.boards[0].size[INDIGO] == 2
    assert (len(match.stack), match.discard) == (1, [0, 0, 0, 0, 0])


def test_no_draw_without_stack_and_discards() -> None:
    match = start(4)
    match.stack = []
    set_board(match, 0, city={"hacienda": 1})
    assert "draw" not in settle(match).legal_moves(0)


def test_hospice_puts_a_worker_from_the_supply_on_the_tile_taken() -> None:
    match = start(4)
    set_board(match, 0, city={"hospice": 1}, tiles={"corn": (1, 0)}, san_juan=2)
    settle(match)
    assert match.legal_moves(0)[:2] == ["take corn", "take corn worker"]
    match.play(0, "take corn worker")
    assert workers_of(match, 0) == {"corn": 1, "hospice": 1}
    assert (match.worker_supply, match.worker_ship) == (74, 4)
    assert match.boards[0].san_juan == 2


def test_hospice_is_optional_and_serves_a_quarry_too() -> None:
    match = start(4)
    set_board(match, 0, city={"hospice": 1})
    settle(match)
    assert {"take quarry", "take quarry worker"} <= set(match.legal_moves(0))
    match.play(0, "take quarry worker")
    assert workers_of(match, 0)["quarry"] == 1


def test_hospice_takes_from_the_ship_when_the_supply_is_empty() -> None:
    match = start(4)
    match.worker_supply = 0
    set_board(match, 0, city={"hospice": 1})
    settle(match)
    events = match.play(0, "take corn worker")
    assert match.worker_ship == 3
    assert events[0].data["worker"] == "ship"


def test_hospice_has_no_worker_when_supply_and_ship_are_empty() -> None:
    match = start(4)
    match.worker_supply = match.worker_ship = 0
    set_board(match, 0, city={"hospice": 1})
    assert "take corn worker" not in settle(match).legal_moves(0)


def test_hospice_gives_no_worker_for_the_drawn_tile() -> None:
    match = start(4)
    set_board(match, 0, city={"hospice": 1, "hacienda": 1}, tiles={})
    settle(match)
    match.play(0, "draw")
    assert match.boards[0].crew == 2
    assert match.boards[0].tiles == 1


def test_a_full_island_is_skipped() -> None:
    match = start(4)
    set_board(match, 1, tiles=FULL_ISLAND, city={"hacienda": 1, "hospice": 1})
    settle(match)
    events = match.play(0, "pass")
    assert match.actors == (2,)
    assert events_of_kind(events, "skip")[0].seat == 1


def test_a_draw_that_fills_the_island_ends_the_turn() -> None:
    match = start(4)
    set_board(match, 0, tiles=ALMOST_FULL, city={"hacienda": 1})
    settle(match)
    events = match.play(0, "draw")
    assert match.boards[0].tiles == 12
    assert event_kinds(events) == ["tile", "skip"]
    assert match.actors == (1,)


def test_the_row_is_always_cleared_and_filled_anew() -> None:
    row = ["corn", "indigo", "sugar", "tobacco", "coffee"]
    match = settle(start(4, row=row))
    for seat in range(4):
        events = match.play(seat, "pass")
    assert match.discard == [1, 1, 1, 1, 1]
    assert len(match.row) == 5
    assert len(match.stack) == 41 - 5
    assert events_of_kind(events, "row")[0].data["discarded"] == row


def test_tiles_left_in_the_row_go_to_the_discards_face_up() -> None:
    match = settle(start(4))
    for seat, kind in enumerate(["corn", "indigo", "sugar"]):
        match.play(seat, f"take {kind}")
    match.play(3, "pass")
    assert match.view(None)["discard"] == {
        "corn": 0,
        "indigo": 0,
        "sugar": 0,
        "tobacco": 1,
        "coffee": 1,
    }


def test_filling_the_row_shuffles_the_discards_with_those_just_discarded_when_needed() -> None:
    match = settle(start(4))
    match.stack = [SUGAR, CORN]
    match.discard = [0, 0, 0, 2, 0]
    for seat in range(4):
        match.play(seat, "pass")
    (outcome,) = match.record()["chance"]["reshuffle"]
    assert sorted(outcome) == sorted(
        ["corn", "indigo", "sugar", "tobacco", "tobacco", "tobacco", "coffee"]
    )
    assert match.row[:2] == [CORN, SUGAR]
    assert match.view(None)["row"][2:] == outcome[:3]
    assert len(match.stack) == 4


class RecordingChance(rules.FastChance):
    """Keeps the items it was given."""

    __slots__ = ("heard",)

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        self.heard = (name, list(items))
        return super().shuffle(name, items)


def test_discards_are_given_to_the_reshuffle_in_the_order_of_goods() -> None:
    match = start(4)
    match.chance = chance = RecordingChance()
    match.stack = []
    match.discard = [1, 0, 2, 0, 1]
    set_board(match, 0, city={"hacienda": 1})
    settle(match)
    match.play(0, "draw")
    assert chance.heard == ("reshuffle", ["corn", "sugar", "sugar", "coffee"])


def test_the_stack_is_not_reshuffled_before_a_tile_is_needed() -> None:
    match = settle(start(4))
    match.stack = match.stack[:5]
    for seat in range(4):
        match.play(seat, "pass")
    assert match.stack == []
    assert "reshuffle" not in match.record()["chance"]
    assert sum(match.discard) == 5


def test_the_row_stays_short_when_tiles_lack() -> None:
    match = settle(start(4))
    match.stack = [SUGAR]
    match.row = [CORN, CORN]
    match.play(0, "take corn")
    for seat in (1, 2, 3):
        match.play(seat, "pass")
    assert match.row == [SUGAR, CORN]
    assert (match.stack, sum(match.discard)) == ([], 0)


def test_seats_with_nothing_to_take_are_skipped() -> None:
    match = start(4)
    match.row = []
    match.stack = []
    events = pick(match, 1, "settler")
    assert match.actors == (1,)
    events = match.play(1, "take quarry")
    assert [event.seat for event in events_of_kind(events, "skip")] == [2, 3, 0]
    assert match.row == []
