"""Every legal move can be made by board and bar alone, and what they offer is legal."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import games.rules as rules
from games.boards import Scene, presenter
from tests.boards.walks import eyes, scene
from tests.markup import Reader
from tests.positions import FeatureCoverage, form

from .test_board import KEY, SETTINGS, distinctive_positions, html, steps

SHOW = presenter(KEY)
DRAFTS = 4  # of each form of move
# of the bar as alternatives, which a draft's chip gives back with one tap
OF_THE_BAR = ("pass", "done", "reopen", "privilege worker", "privilege none")


class Spots(Reader):
    """What may be tapped on a board."""

    def __init__(self, page: str) -> None:
        self.moves: list[str] = []
        self.alternatives: list[tuple[str, str]] = []  # (keep, move)
        self.undos: list[int] = []
        self.finals: set[str] = set()
        self.previews: dict[str, str] = {}
        self.circles: dict[str, int] = {}
        self.placing: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        move = found.get("data-move")
        if move is not None:
            assert tag == "button"
            if "data-keep" in found:
                assert "is-alternative" in found["class"]
                self.alternatives.append((found["data-keep"], move))
            else:
                self.moves.append(move)
                self.previews[move] = found.get("data-preview", "")
            if "data-final" in found:
                self.finals.add(move)
        if "data-undo" in found:
            assert "is-ghost" in found["class"]
            self.undos.append(int(found["data-undo"]))
        if "data-circle" in found:
            self.circles[found["data-circle"]] = self.circles.get(found["data-circle"], 0) + 1
        if "data-placing" in found:
            self.placing = found


def positions(seats: int, variant: str) -> Iterator[rules.Match]:
    """All positions of a match in which somebody is to move."""
    return (match for match, _events in steps(seats, variant) if not match.over)


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_every_legal_move_is_made_on_the_board_or_in_the_bar(seats: int, variant: str) -> None:
    for match, _events in distinctive_positions()[seats, variant]:
        for seat in eyes(match):
            seen = scene(match, seat)
            page = Spots(html(seen))
            offered = {*page.moves, *(choice.move for choice in SHOW.closing_moves(seen))}
            composed = {one for one in seen.legal if one.split(" ")[0] in ("staff", "done")}
            assert offered == set(seen.legal) - composed
            assert not page.alternatives
            assert bool(page.placing) == bool(composed)
            for move in composed - {"done"}:
                _verb, slot, n = move.split(" ")
                assert slot not in page.placing["data-fixed"].split(" ")
                assert int(n) <= page.circles[slot]


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_after_a_step_its_alternatives_stay_and_its_ghost_takes_it_back(
    seats: int, variant: str
) -> None:
    ghosts: set[str] = set()
    coverage, chooser = FeatureCoverage(DRAFTS), random.Random(f"{seats} {variant}")
    for match in positions(seats, variant):
        if match.view(None)["step"] == "placement":
            continue
        seat = match.actors[0]
        for move in chooser.sample(moves := match.legal_moves(seat), len(moves)):
            if not coverage.lacks([form(move)]):
                continue
            seen = scene_with_draft(match, seat, move)
            if seen is None:
                continue
            coverage.adds([form(move)])
            page = Spots(html(seen))
            legal = set(seen.legal)
            expected = {one for one in seen.alternatives if one not in legal}
            offered = {one for _keep, one in page.alternatives}
            # its thing may be gone: with or without a worker is then for the chip of the draft
            same = {move.removesuffix(" worker"), f"{move} worker"}
            assert offered <= expected
            assert expected - offered <= {*OF_THE_BAR, *same}
            assert {keep for keep, _one in page.alternatives} <= {"0"}
            if page.undos:
                assert set(page.undos) == {0}
                ghosts.add(move.split(" ")[0])
    assert {"pick", "take", "build", "load"} <= ghosts


def scene_with_draft(match: rules.Match, seat: int, move: str) -> Scene | None:
    """What a seat sees with this move drafted; None where it would reveal something."""
    trial = match.copy()
    trial.play(seat, move)
    if trial.reveals > match.reveals:
        return None
    others = [one for one in match.legal_moves(seat) if one != move]
    return replace(
        scene(trial, seat), draft=(move,), removable=frozenset({0}), alternatives=tuple(others)
    )


def test_the_placement_tells_the_script_what_makes_what() -> None:
    for match in positions(3, "balanced"):
        if match.view(None)["step"] != "placement" or match.view(None)["round"] < 6:
            continue
        seat = match.actors[0]
        page = Spots(html(scene(match, seat)))
        view = match.view(seat)
        makers = json.loads(page.placing["data-makers"])
        at = view["mine"]["at"]
        made = {
            good: min(at.get(good, 0), sum(at[key] for key in makers.get(good, [])))
            for good in view["goods"]
        }
        made["corn"] = at.get("corn", 0)
        _is_asked, _seat, goods, *_lands = SHOW.board(scene(match, seat))["mine"]
        assert made == {good.key: good.gain for good in goods}
        return
    raise AssertionError("no placement in this match")
