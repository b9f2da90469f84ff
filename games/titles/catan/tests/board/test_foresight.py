"""What is told before a move is what happens then: previews, points, final moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games.boards import Scene
from tests.boards.walks import scene

from ...board import outlook, preview
from ...rules.match import CatanMatch
from .test_board import IDS, KINDS, RAW, Kind, walk

MOST = 700  # positions of a match
EACH = 7  # every so many positions are looked at
ALL = pytest.mark.parametrize("kind", KINDS, ids=IDS)
ONE_OF_A_KIND = ("barbarian", "banish")  # many moves that differ by the path alone


def looks(kind: Kind, each: int = EACH) -> Iterator[tuple[CatanMatch, int, Scene, list[str]]]:
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
def test_the_points_that_are_told_are_those_that_come(kind: Kind) -> None:
    gains = 0
    for match, seat, here, moves in looks(kind, 2):
        for move in moves:
            if match.stack[-1][0] == "founding":
                continue
            then = after(match, seat, move)
            if then.active != match.active or then.over:
                continue
            gain = outlook.gain(move, here)
            # a neutral that builds by itself may cut a road
            if not match.duel:
                assert then.points[seat] - match.points[seat] == gain, move
            gains += gain
    assert gains


@ALL
def test_the_hand_that_is_told_is_the_hand_that_one_has_then(kind: Kind) -> None:
    changes = re.compile(r"\b(brick|lumber|wool|grain|ore|gold) (\d+) → (\d+)")
    seen = 0
    for match, seat, here, moves in looks(kind):
        for move in moves:
            if here.reveals(move) and move.split(" ")[0] not in ("buy", "go"):
                continue
            verb = move.split(" ")[0]
            if verb in ("accept", "propose", "gift") or match.stack[-1][0] == "founding":
                continue
            then = after(match, seat, move)
            if then.stack[:1] != match.stack[:1] and verb in ("aid", "take", "quake", "discard"):
                continue  # what comes next changes hands, too
            told = {
                ware.lower(): (int(a), int(b))
                for ware, a, b in changes.findall(preview.line(move, here).lower())
            }
            before = dict(
                zip(("brick", "lumber", "wool", "grain", "ore"), match.hands[seat], strict=True)
            )
            now = dict(zip(before, then.hands[seat], strict=True))
            if verb in ("take", "aid"):
                assert told
                continue
            changed = {ware: (before[ware], now[ware]) for ware in now if now[ware] != before[ware]}
            assert {ware: pair for ware, pair in told.items() if ware != "gold"} == changed, move
            seen += bool(changed)
    assert seen > 10


@ALL
def test_every_move_has_a_line_that_reads_well(kind: Kind) -> None:
    verbs = set()
    for _match, _seat, here, moves in looks(kind):
        for move in moves:
            line = preview.line(move, here)
            assert not RAW.search(line), line
            verbs.add(move.split(" ")[0])
    assert len(verbs) > 15


@pytest.mark.parametrize("seats", [2, 4])
def test_the_road_length_that_is_told_is_the_length_then(seats: int) -> None:
    longer = cut = 0
    for match, seat, here, moves in looks((seats, {})):
        view = here.view
        for move in moves:
            verb, *arguments = move.split(" ")
            then = after(match, seat, move)
            if verb == "road":
                _before, length, _comes = outlook.road_after(view, seat, arguments[0])  # type: ignore[arg-type]
                if not match.duel:
                    assert length == then.lengths[seat]
                longer += length > match.lengths[seat]
            elif verb == "settlement" and not match.duel:
                lengths, holder = outlook.cut_by(view, seat, arguments[0])  # type: ignore[arg-type]
                for owner in range(seats):
                    assert lengths.get(owner, match.lengths[owner]) == then.lengths[owner]
                assert holder == then.holder_name(then.road_holder)
                cut += bool(lengths)
    assert longer
