"""Who sees what, re-dealing, and what cannot be taken back (rules 9 and 11)."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

import games.rules as rules

from .positions import events_of_kind, play, position, start

KEYS = {
    "phase",
    "turn",
    "extra",
    "board",
    "last",
    "pieces",
    "supply",
    "goods",
    "hands",
    "pile",
    "unseen",
    "discarded",
    "worth",
    "scores",
    "breakdown",
    "features",
}


def test_the_view_has_the_agreed_names() -> None:
    view = start("v u").view(0)
    assert set(view) == KEYS
    assert json.loads(json.dumps(view)) == view


def test_a_single_tile_in_hand_is_open_to_all() -> None:  # R3
    match = start("v u")
    for eyes in (None, 0, 1):
        assert match.view(eyes)["hands"] == [["v"], ["u"]]


def test_three_tiles_in_hand_are_seen_by_their_seat_alone() -> None:  # R3
    match = start("v u w e b k", hand="3")
    assert match.view(None)["hands"] == [3, 3]
    assert match.view(0)["hands"] == [["v", "w", "b"], 3]
    assert match.view(1)["hands"] == [3, ["u", "e", "k"]]


def test_unseen_are_the_pile_and_the_hands_one_does_not_know() -> None:
    match = start("v u w e b k", hand="3")
    assert sum(match.view(0)["unseen"].values()) == 71 - 3
    assert sum(match.view(None)["unseen"].values()) == 71
    assert match.view(0)["unseen"]["v"] == 8
    assert match.view(1)["unseen"]["v"] == 9
    assert match.view(None)["unseen"]["d"] == 3


def test_unseen_is_in_the_order_of_the_tile_list_whatever_the_pile() -> None:
    orders = {
        tuple(
            rules.new_match("carcassonne", 2, seed=seed, options={"hand": "3"}).view(None)["unseen"]
        )
        for seed in "abc"
    }
    assert len(orders) == 1


def test_the_order_of_the_pile_is_in_no_view() -> None:
    match = start("v u")
    twin = match.determinize(0, rules.FastChance(3))
    assert twin.pile != match.pile
    assert sorted(kind.id for kind in twin.pile[twin.drawn :]) == sorted(
        kind.id for kind in match.pile[match.drawn :]
    )
    for eyes in (None, 0, 1):
        assert json.dumps(twin.view(eyes)) == json.dumps(match.view(eyes))


def test_redealing_keeps_the_sizes_and_what_the_seat_knows() -> None:
    match = start("v u w e b k c o a", seats=3, hand="3")
    twin = match.determinize(1, rules.FastChance(3))
    assert twin.view(1) == match.view(1)
    assert [len(hand) for hand in twin.hands] == [3, 3, 3]
    assert twin.hands[1] == match.hands[1]
    everything = [
        sorted(kind.id for kind in (*m.pile[m.drawn :], *sum(m.hands, ()))) for m in (match, twin)
    ]
    assert everything[0] == everything[1]
    assert any(
        match.determinize(1, rules.FastChance(seed)).hands[0] != match.hands[0] for seed in range(5)
    )


def test_a_redealt_actor_has_two_placements_at_least() -> None:
    # Only b and v fit beside a meadow; three of the four other unseen tiles do not.
    tiles = ["0,0 0 b"]
    match = position(tiles, hands=("b", "c", "ic_h"), pile="x c tb_x", hand="3", turn=0)
    for seed in range(30):
        twin = match.determinize(1, rules.FastChance(seed))
        assert [kind.id for kind in twin.hands[0]] == ["b"]
        assert len(twin.legal_moves(0)) == 4


class ReverseSortedChance(rules.FastChance):
    """A chance that always deals in one and the same order."""

    __slots__ = ()

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        return sorted(items, key=repr, reverse=True)


def test_redealing_ends_even_if_no_deal_leaves_a_choice() -> None:
    match = position(["0,0 0 b"], hands=("b", "c"), pile="c x ic_h", hand="3")
    twin = match.determinize(1, ReverseSortedChance(1))
    assert twin.hands == match.hands
    assert [kind.id for kind in twin.pile] == ["x", "ic_h", "c"]


def test_the_actors_list_is_not_shown_to_others() -> None:
    match = rules.new_match("carcassonne", 2, {"hand": "3"}, seed="list")
    assert match.legal_moves(1) == []
    assert "moves" not in match.view(1)


def test_a_draw_shows_the_tile_to_all_or_with_three_in_hand_to_its_seat() -> None:
    one = play(start("v u w e"), "0 place 1,0 0", "0 meeple none")
    assert [(e.data, e.audience) for e in events_of_kind(one, "draw")] == [({"tile": "w"}, None)]
    three = play(start("v u w e b k m", hand="3"), "0 place 1,0 0 v", "0 meeple none")
    assert [(e.data, e.audience) for e in events_of_kind(three, "draw")] == [
        ({"count": 1}, None),
        ({"tile": "m"}, 0),
    ]


def test_placing_reveals_nothing_and_the_end_of_a_part_does() -> None:
    match = start("v u w e")
    before = match.reveals
    play(match, "0 place 1,0 0")
    assert match.reveals == before
    play(match, "0 meeple none")
    assert match.reveals > before


def test_playing_a_hidden_tile_of_ones_own_reveals_nothing_to_its_seat() -> None:
    match = start("v u w e b k", hand="3")
    before = match.reveals
    play(match, "0 place 1,0 0 v")
    assert match.reveals == before


def test_with_an_empty_pile_the_last_part_may_be_taken_back() -> None:
    match = position(["0,0 0 b"], hands=("b", "b"))
    play(match, "0 place 1,0 0", "0 meeple none")
    assert match.reveals == 0


def test_a_move_that_the_rules_play_for_another_seat_counts_as_that_seats_move() -> None:
    # Seat 1's only tile has a single place.
    match = position(["0,0 0 e", "1,0 0 b"], hands=("b", "c"))
    events = play(match, "0 place 2,0 0", "0 meeple none")
    assert [event.seat for event in events_of_kind(events, "place")] == [0, 1]
    assert match.reveals == 1


def test_with_three_tiles_and_an_empty_pile_a_known_hand_reveals_nothing() -> None:
    match = position(["0,0 0 b"], hands=("b", "b b"), hand="3")
    play(match, "0 place 1,0 0 b", "0 meeple none")
    assert match.reveals == 0


def test_with_three_tiles_and_an_empty_pile_an_unknown_hand_that_can_play_reveals_that() -> None:
    match = position(["0,0 0 b"], hands=("b", "b b", "c v"), hand="3")
    play(match, "0 place 1,0 0 b", "0 meeple none")
    assert match.reveals > 0


@pytest.mark.parametrize("hand", ["1", "3"])
def test_events_never_tell_a_drawn_tile_to_the_wrong_seat(hand: str) -> None:
    rng = random.Random(7)
    match = rules.new_match("carcassonne", 3, {"hand": hand}, seed="events")
    events = list(match.opening)
    while not match.over:
        seat = match.actors[0]
        events += match.play(seat, rng.choice(match.legal_moves(seat)))
    draws = [event for event in events_of_kind(events, "draw") if "tile" in event.data]
    assert len(draws) == 71
    assert all(event.audience == (event.seat if hand == "3" else None) for event in draws)


def test_a_drawn_tile_is_declared_private_with_three_in_hand_alone() -> None:
    match = rules.new_match("carcassonne", 2, {"hand": "3"}, seed="tell nobody")
    match.emit("draw", 0, {"tile": "d"}, 0)
    match.emit("draw", 0, {"count": 1})
    with pytest.raises(ValueError, match="needs an audience"):
        match.emit("draw", 0, {"tile": "d"})
    rules.new_match("carcassonne", 2, {"hand": "1"}, seed="tell all").emit("draw", 0, {"tile": "d"})
