"""What is told before a move is what happens then: previews, points, final moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games.boards import Scene
from tests.boards.walks import scene

from ...board import preview
from ...rules.match import CatanMatch
from ..rules.positions import enter_main_phase, give, new_match, roads
from .test_board import IDS, KINDS, RAW, Kind, walk

MOST = 700  # positions of a match
EACH = 7  # every so many positions are looked at
ALL = pytest.mark.parametrize("kind", KINDS, ids=IDS)
ONE_OF_A_KIND = ("barbarian", "banish")  # many moves that differ by the path alone


def positions_with_moves(
    kind: Kind, each: int = EACH
) -> Iterator[tuple[CatanMatch, int, Scene, list[str]]]:
    """Some positions: the match, a seat that is to move, its scene, some of its moves."""
    met: set[str] = set()
    for number, (match, _events) in enumerate(walk(kind, "hands")[:MOST]):
        phase = match.stack[-1][0] if match.stack else "over"
        if number % each and phase in met:
            continue
        met.add(phase)
        for seat in match.actors:
            listed = match.legal_moves(seat)
            thinned = listed[:: max(1, len(listed) // 25)]
            yield match, seat, scene(match, seat), thinned


def after(match: CatanMatch, seat: int, move: str) -> CatanMatch:
    trial = match.copy()
    trial.play(seat, move)
    assert isinstance(trial, CatanMatch)
    return trial


@ALL
def test_preview_points_match_the_result(kind: Kind) -> None:
    changes = re.compile(r"points (\d+) → (\d+)(: you win)?")
    seen = 0
    for match, seat, here, moves in positions_with_moves(kind, 4):
        for move in moves:
            if match.stack[-1][0] == "founding":
                continue
            then = after(match, seat, move)
            change = changes.search(
                preview.preview_text(move, here).lower().replace("movement points", "")
            )
            before, now = match.points[seat], then.points[seat]
            assert (change is not None) == (before != now), move
            if change:
                hidden = match.secret[seat]
                assert (int(change[1]), int(change[2])) == (before + hidden, now + hidden)
                assert bool(change[3]) == (then.winner == seat)
                seen += 1
    assert seen


@ALL
def test_preview_hand_matches_the_result(kind: Kind) -> None:
    changes = re.compile(r"\b(brick|lumber|wool|grain|ore|gold) (\d+) → (\d+)")
    seen = 0
    for match, seat, here, moves in positions_with_moves(kind):
        for move in moves:
            if here.is_revealing(move) and move.split(" ")[0] not in ("buy", "go"):
                continue
            verb = move.split(" ")[0]
            if verb in ("accept", "propose", "gift") or match.stack[-1][0] == "founding":
                continue
            then = after(match, seat, move)
            if then.stack[:1] != match.stack[:1] and verb in ("aid", "take", "quake", "discard"):
                continue  # what comes next changes hands, too
            preview_changes = {
                ware.lower(): (int(a), int(b))
                for ware, a, b in changes.findall(preview.preview_text(move, here).lower())
            }
            before = dict(
                zip(("brick", "lumber", "wool", "grain", "ore"), match.hands[seat], strict=True)
            )
            now = dict(zip(before, then.hands[seat], strict=True))
            if verb in ("take", "aid"):
                assert preview_changes
                continue
            changed = {ware: (before[ware], now[ware]) for ware in now if now[ware] != before[ware]}
            assert {
                ware: pair for ware, pair in preview_changes.items() if ware != "gold"
            } == changed, move
            seen += bool(changed)
    assert seen > 10


@ALL
def test_every_move_has_a_line_that_reads_well(kind: Kind) -> None:
    verbs = set()
    for _match, _seat, here, moves in positions_with_moves(kind):
        for move in moves:
            line = preview.preview_text(move, here)
            assert not RAW.search(line), line
            verbs.add(move.split(" ")[0])
    assert len(verbs) > 15


@pytest.mark.parametrize("seats", [2, 4])
def test_preview_road_lengths_match_the_result(seats: int) -> None:
    changes = re.compile(r"(?:road length|cuts [^·→]* road)[^·→]* (\d+) → (\d+)")
    longer = 0
    for match, seat, here, moves in positions_with_moves((seats, {})):
        for move in moves:
            if match.stack[-1][0] == "founding":
                continue
            then = after(match, seat, move)
            preview_lengths = changes.findall(preview.preview_text(move, here).lower())
            lengths = zip(match.lengths, then.lengths, strict=True)
            assert [(int(a), int(b)) for a, b in preview_lengths] == [
                (before, now) for before, now in lengths if before != now
            ]
            longer += len(preview_lengths)
    assert longer


def test_a_settlement_tells_whose_road_it_cuts_and_who_holds_the_card_then() -> None:
    match = roads(new_match(3), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15", "5,-15")
    roads(match, 2, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    roads(match, 1, "-2,-12")
    give(enter_main_phase(match, 1), 1, brick=1, lumber=1, wool=1, grain=1)
    line = preview.preview_text("settlement -2,-14", scene(match, 1))
    assert "cuts Anna's road: 6 → 4 · Longest Road: Chihiro" in line


@pytest.mark.parametrize("options", [{"events": "on"}, {"scenario": "traders"}])
def test_preview_names_robber_victim_and_nothing_of_a_later_card(
    options: dict[str, str],
) -> None:
    count = 0
    for match, seat, here, moves in positions_with_moves((2, options), 1):
        for move in moves:
            if move.split(" ")[0] not in ("robber", "barbarian"):
                continue
            trial = match.copy()
            second = trial.play(seat, move)[1:2]
            line = preview.preview_text(move, here)
            assert ("a card from" in line.lower()) == any(e.kind == "steal" for e in second)
            assert not re.search(r"(brick|lumber|wool|grain|ore) \d+ →", line.lower()), line
            count += 1
    assert count
