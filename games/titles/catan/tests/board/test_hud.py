"""What stands around the board: the numbers of the strip, the bar, what is said of the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games.rules as rules
from games.boards import Scene, presenter
from tests.boards.walks import NAMES, scene

from ...board import hud, production
from ...rules.match import CatanMatch
from ..rules.positions import main_phase_match, match_after_founding

SHOW = presenter("catan")


def stats(seen: Scene, seat: int) -> dict[str, str]:
    return {one.key: one.value for one in SHOW.stats(seen, seat)}


def deal(match: CatanMatch, seat: int, *hand: int) -> None:
    for kind, n in enumerate(hand):
        match.bank[kind] += match.hands[seat][kind] - n
        match.hands[seat][kind] = n


def test_the_strip_counts_the_race_and_cracks_a_hand_that_a_seven_would_halve() -> None:
    match = main_phase_match()
    deal(match, 1, 4, 4, 0, 0, 0)
    seen = scene(match, 0)
    assert stats(seen, 1)["race"] == hud.race_pips(2, 10)
    assert stats(seen, 1)["hand"] == "8"
    (stat,) = (one for one in SHOW.stats(seen, 1) if one.key == "hand")
    assert stat.art.endswith("#crack")
    assert stats(seen, 2)["hand"] == "0"


def test_my_own_race_counts_the_points_that_only_i_see() -> None:
    match = main_phase_match()
    match.secret[0] = 1
    assert stats(scene(match, 0), 0)["race"].count("●") == 3
    assert stats(scene(match, 1), 0)["race"].count("●") == 2


def test_special_cards_options_and_wagons_have_their_numbers() -> None:
    match = main_phase_match(3, harbourmaster="on", friendly_robber="on")
    match.army_holder, match.knights[0] = 0, 3
    found = stats(scene(match, 1), 0)
    assert found["knight"] == "3 ★"
    assert {"anchor", "shield", "longest"} <= set(found)
    wagons = stats(scene(match_after_founding(3, scenario="traders"), 0), 1)
    assert {"gold": "5", "wagon": "1"}.items() <= wagons.items()
    assert "longest" not in wagons
    assert "token" in stats(scene(match_after_founding(2), 0), 1)


def test_a_neutral_has_nothing_that_a_robber_could_stop() -> None:
    match = match_after_founding(2)
    beside = [
        number
        for number, spots in enumerate(match.board.hex_spots)
        if any(match.settlements[2] >> spot & 1 for spot in spots) and match.layout.hex_pips[number]
    ]
    assert beside
    assert all(set(production.blocked_pips(match, number)) <= {0, 1} for number in beside)


def test_the_yields_of_a_seat_leave_out_the_robbers_hex() -> None:
    match = match_after_founding()
    before = production.pips_by_kind(match)[0]
    for seat in range(3):
        mask = match.settlements[seat]
        pips = sum(match.layout.pips[spot] for spot in range(54) if mask >> spot & 1)
        assert sum(production.pips_by_kind(match)[seat].values()) == pips
    match.robber = match.board.hex_index["2,6"]
    assert production.pips_by_kind(match)[0]["grain"] == before["grain"] - 5


@pytest.mark.parametrize(
    ("hand", "said"), [((0, 0, 0, 2, 3), "city"), ((0, 0, 0, 1, 3), ""), ((1, 1, 1, 1, 0), "")]
)
def test_a_turn_that_leaves_something_to_build_says_so(hand: tuple[int, ...], said: str) -> None:
    match = main_phase_match()
    deal(match, 0, *hand)
    match.play(0, "end")
    seen = replace(scene(match, 0), draft=("end",))
    assert said in SHOW.unfinished_warning(seen)
    assert bool(SHOW.unfinished_warning(seen)) == bool(said)
    assert SHOW.unfinished_warning(replace(seen, draft=())) == ""


def test_a_settlement_that_could_be_built_is_named_too() -> None:
    match = main_phase_match()
    deal(match, 0, 3, 3, 1, 1, 0)
    match.play(0, "road -3,-3")
    match.play(0, "road -1,-3")
    match.play(0, "end")
    assert "settlement" in SHOW.unfinished_warning(replace(scene(match, 0), draft=("end",)))


def test_the_bar_begins_and_ends_the_turn() -> None:
    match = match_after_founding()
    assert [choice.move for choice in SHOW.closing_moves(scene(match, 0))] == ["roll"]
    assert [choice.move for choice in SHOW.closing_moves(scene(main_phase_match(), 0))] == ["end"]
    events = match_after_founding(events="on")
    assert [choice.move for choice in SHOW.closing_moves(scene(events, 0))] == ["event"]
    wagons = main_phase_match(scenario="traders")
    assert {"travel", "end"} <= {choice.move for choice in SHOW.closing_moves(scene(wagons, 0))}


def test_the_end_says_what_brought_the_points_and_what_was_missed() -> None:
    keys = ("settlements", "cities", "largest_army", "longest_road", "vp_cards")
    won = rules.Score(0, 10, dict(zip(keys, (2, 4, 2, 2, 0), strict=True)), (1,), 1)
    lost = rules.Score(1, 8, dict(zip(keys, (4, 4, 0, 0, 0), strict=True)), (0,), 2)
    alone = rules.Score(0, 10, dict(zip(keys, (2, 8, 0, 0, 0), strict=True)), (1,), 1)
    said = SHOW.verdict(won, [won, lost], NAMES)
    assert "6 from building" in said
    assert "Largest Army, Longest Road" in said
    assert SHOW.verdict(lost, [won, lost], NAMES) == (
        "2 behind Anna, who had: Largest Army, Longest Road."
    )
    assert SHOW.verdict(alone, [alone, lost], NAMES) == "Won by building alone: 10."
    assert SHOW.verdict(lost, [alone, lost], NAMES)
