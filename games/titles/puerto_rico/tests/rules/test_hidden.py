"""Who sees what: chips, secret placements, the face-down stack; and what reveals."""

from __future__ import annotations

import json

import games.rules as rules

from ...rules.match import PuertoRico
from .positions import events_of_kind, load_ships, mayor, pick, set_board, start
from .test_scoring import finish

EYES = (None, 0, 1, 2, 3)


def match_with_shipped_goods() -> PuertoRico:
    match = start(4)
    set_board(match, 0, city={"small_market": 0}, chips=5)
    set_board(match, 1, chips=7)
    return match


def test_chips_are_seen_by_their_owner_only() -> None:
    match = match_with_shipped_goods()
    seen = {eyes: [seat["chips"] for seat in match.view(eyes)["seats"]] for eyes in EYES}
    assert seen == {
        None: [None, None, None, None],
        0: [5, None, None, None],
        1: [None, 7, None, None],
        2: [None, None, 0, None],
        3: [None, None, None, 0],
    }


def test_scores_in_the_view_hide_the_chips_and_totals_of_others() -> None:
    match = match_with_shipped_goods()
    assert match.view(0)["scores"][:2] == [
        {"buildings": 1, "chips": 5, "total": 6},
        {"buildings": 0, "chips": None, "total": None},
    ]
    assert {score["total"] for score in match.view(None)["scores"]} == {None}


def test_after_the_end_everybody_sees_all_chips() -> None:
    match = match_with_shipped_goods()
    finish(match)
    assert [seat["chips"] for seat in match.view(None)["seats"]] == [5, 7, 0, 0]
    assert [score["total"] for score in match.view(2)["scores"]] == [6, 7, 0, 0]


def test_the_order_of_the_stack_is_never_shown() -> None:
    match = start(4)
    other = match.copy()
    other.stack.reverse()
    assert other.stack != match.stack
    assert all(match.view(eyes) == other.view(eyes) for eyes in EYES)
    finish(match)
    finish(other)
    assert all(match.view(eyes) == other.view(eyes) for eyes in EYES)


def match_in_placement() -> PuertoRico:
    match = start(4)
    for seat in (0, 1, 2):
        set_board(match, seat, tiles={"corn": (2, 1), "indigo": (2, 0)}, city={"office": 0})
    mayor(match, 0)
    return match


def test_a_secret_placement_is_seen_by_its_seat_only() -> None:
    match = match_in_placement()
    before = {eyes: match.view(eyes) for eyes in EYES}
    match.play(1, "staff office 1")
    for eyes in (None, 0, 2, 3):
        assert match.view(eyes) == before[eyes]
    assert match.view(1)["mine"]["at"] == {"corn": 1, "indigo": 0, "office": 1}


def test_others_see_that_a_seat_is_done_and_its_board_as_before() -> None:
    match = match_in_placement()
    match.play(1, "staff office 1")
    match.play(1, "done")
    seat_view = match.view(0)["seats"][1]
    assert seat_view["placing"] == "done"
    assert (seat_view["city"], seat_view["san_juan"]) == ({"office": 0}, 1)
    assert match.view(0)["mine"]["at"] == {"corn": 1, "indigo": 0, "office": 0}
    assert match.view(None)["mine"] is None


def test_events_of_a_placement_are_for_its_seat_until_all_are_done() -> None:
    match = match_in_placement()
    events = match.play(1, "staff office 1") + match.play(1, "done")
    assert [(event.kind, event.audience) for event in events] == [("staff", 1), ("done", None)]
    assert "office" not in json.dumps([event.data for event in events if event.audience is None])


def test_legal_moves_do_not_depend_on_what_others_placed() -> None:
    one, two = match_in_placement(), match_in_placement()
    one.play(1, "staff office 1")
    two.play(1, "staff indigo 1")
    assert one.legal_moves(0) == two.legal_moves(0)


def test_determinize_shuffles_the_stack_and_keeps_the_chips() -> None:
    match = match_with_shipped_goods()
    other = match.determinize(0, rules.FastChance(7))
    assert sorted(other.stack) == sorted(match.stack)
    assert other.stack != match.stack
    assert [board.chips for board in other.boards] == [5, 7, 0, 0]


def test_determinize_redoes_the_placements_of_others_and_keeps_its_own() -> None:
    match = match_in_placement()
    match.play(0, "staff office 1")
    match.play(1, "staff office 1")
    match.play(1, "done")
    match.play(2, "staff office 1")
    worlds = [match.determinize(0, rules.FastChance(seed)) for seed in range(20)]
    for world in worlds:
        assert world.draft(0).dump() == match.draft(0).dump()
        assert sum(world.draft(1).at) == 2
        assert world.draft(1).done
        assert (world.draft(2).pool, world.draft(2).fixed) == (1, 0)
    assert len({tuple(world.draft(1).at) for world in worlds}) > 2


def test_determinize_leaves_the_match_alone() -> None:
    match = match_in_placement()
    match.play(1, "staff office 1")
    before = match.dump()
    match.determinize(0, rules.FastChance(7)).play(0, "staff office 1")
    assert match.dump() == before


# what reveals (rules 11)


def reveals_of(match: PuertoRico, seat: int, *moves: str) -> list[bool]:
    """For each move, whether it revealed something."""
    grown = []
    for move in moves:
        before = match.reveals
        match.play(seat, move)
        grown.append(match.reveals > before)
    return grown


def test_a_draw_reveals_and_a_take_does_not() -> None:
    match = start(4)
    set_board(match, 0, city={"hacienda": 1})
    pick(match, 0, "settler")
    assert reveals_of(match, 0, "draw", "take corn") == [True, False]


def test_the_last_turn_of_a_settler_phase_reveals_the_new_row() -> None:
    match = start(3)
    pick(match, 0, "settler")
    grown = [reveals_of(match, seat, "pass") for seat in range(3)]
    assert grown == [[False], [False], [True]]


def test_the_last_placement_reveals_and_the_ones_before_do_not() -> None:
    match = match_in_placement()
    assert reveals_of(match, 0, "staff office 1", "done") == [False, False]
    assert reveals_of(match, 1, "staff office 1", "done") == [False, False]
    assert reveals_of(match, 2, "staff office 1", "done") == [False, True]


def test_a_mayor_phase_in_which_nobody_is_asked_reveals_nothing() -> None:
    match = start(4)
    pick(match, 0, "mayor")
    assert reveals_of(match, 0, "privilege none") == [False]


def test_picks_builds_sales_and_loads_reveal_nothing() -> None:
    match = start(2)
    set_board(match, 0, goods={"corn": 3, "sugar": 2}, doubloons=9)
    load_ships(match, ship4=("corn", 1))
    assert reveals_of(match, 0, "pick builder", "build office") == [False, False]
    assert reveals_of(match, 1, "pass", "pick prospector") == [False, False]
    assert reveals_of(match, 0, "pick trader", "sell sugar") == [False, False]
    assert reveals_of(match, 1, "pick craftsman") == [False]
    assert reveals_of(match, 0, "pick captain", "load corn 4") == [False, False]


def test_the_end_reveals_the_chips() -> None:
    match = match_with_shipped_goods()
    before = match.reveals
    events = finish(match)
    assert match.reveals == before + 1
    assert events_of_kind(events, "reveal")
