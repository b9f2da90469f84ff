"""What the board says that a move brings is what the rules then score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import games.rules as rules

from ...board import preview
from ...board.forecast import FeatureForecast, Forecast, TileForecast
from ...rules import Carcassonne
from ...rules.components import NO_PIECE
from ...rules.scoring import score_end, score_part
from .test_board import BOTH, EVERYTHING, NAMES, SHOW, scene, walk

AT_ONCE = ("roads", "cities", "monasteries")
#: Of a tile that meets nobody's pieces and completes nothing.
NOTHING = TileForecast((), (), (), can_take_piece=True)


def scored_points(events: list[rules.Event]) -> Counter[int]:
    """The points by seat that the end of a part pays, before anybody goes on."""
    points: Counter[int] = Counter()
    for event in events:
        if event.kind in ("draw", "extra", "discard"):
            break
        if event.kind == "score" and event.data["reason"] in AT_ONCE:
            points[event.seat or 0] += event.data["amount"]
    return points


def placements(
    seeds: Iterable[int], seats: int, **options: str
) -> Iterator[tuple[Carcassonne, int]]:
    """The positions of random matches in which a tile is to be placed, and who places it."""
    for seed in seeds:
        for match, seat, _events in walk(seed, seats, **options):
            if seat >= 0 and match.phase == "place":
                yield match, seat


@pytest.mark.parametrize("options", [*EVERYTHING, {**BOTH, "two_tile_city": "2"}])
def test_a_placement_scores_at_once_what_its_cell_says(options: dict[str, str]) -> None:
    paid = 0
    for match, seat in placements(range(20, 23), 3, **options):
        outlook = Forecast(scene(match, seat))
        for move in match.legal_moves(seat)[::7]:
            after = match.copy()
            events = after.play(seat, move)
            if after.phase == "piece" and seat in after.actors:
                events = events + after.play(seat, NO_PIECE)
            assert Counter(dict(outlook.tile_forecast(move).gains)) == scored_points(events)
            paid += bool(outlook.tile_forecast(move).gains)
    assert paid > 5


@pytest.mark.parametrize("options", [*EVERYTHING, {**BOTH, "farms": "first"}])
def test_a_piece_brings_what_its_spot_says(options: dict[str, str]) -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    for seed in range(3):
        for match, seat, _events in walk(seed, 3, **options):
            if seat < 0:
                break
            if match.phase != "piece":
                continue
            outlook = Forecast(scene(match, seat))
            for move in match.legal_moves(seat):
                if move == NO_PIECE:
                    continue
                stood = outlook.piece_forecast(move)
                after = match.copy()
                events = after.play(seat, move)
                assert Counter(dict(stood.gains)) == scored_points(events)
                if stood.is_complete:
                    assert stood.then <= dict(stood.gains).get(seat, 0)
                elif after.actors:
                    segment = move.split(" ")[1]
                    assert (stood.now, stood.then) == feature_points(after, match, seat, segment)
                kinds[stood.kind, stood.is_complete] += 1
    assert {("road", True), ("road", False), ("city", False), ("farm", False)} <= set(kinds)


def feature_points(
    after: rules.Match, before: rules.Match, seat: int, segment: str
) -> tuple[int, int]:
    """What the feature of the newest tile's segment pays the seat now and once complete."""
    x, y = before.view(None)["last"]
    for feature in after.view(None)["features"]:
        if [x, y, segment] in feature["segments"]:
            now, then = feature["by_seat"].get(str(seat), (0, 0))
            return now, then
    raise AssertionError("the piece stands on no feature")


def test_what_a_tile_completes_and_nobody_holds_is_worth_a_piece() -> None:
    seen = 0
    for match, seat in placements(range(30, 36), 2, inns="tiles"):
        outlook = Forecast(scene(match, seat))
        for move in match.legal_moves(seat)[::5]:
            after = match.copy()
            after.play(seat, move)
            if after.phase != "piece" or seat not in after.actors:
                continue
            then = Forecast(scene(after, seat))
            brought = [
                then.piece_forecast(piece) for piece in after.legal_moves(seat) if piece != NO_PIECE
            ]
            complete = {
                (stood.kind, stood.then)
                for stood in brought
                if stood.is_complete and stood.kind != "monastery"
            }
            assert complete == set(outlook.tile_forecast(move).free)
            seen += bool(complete)
    assert seen > 10


def test_a_value_before_and_after_is_that_of_the_features_that_become_one() -> None:
    seen = 0
    for match, seat in placements(range(20, 26), 2):
        move = random.Random(len(match.moves)).choice(match.legal_moves(seat))
        before = {feature["points"] for feature in match.view(None)["features"]} | {0}
        after = match.copy()
        after.play(seat, move)
        values = {feature["points"] for feature in after.view(None)["features"]}
        for one in Forecast(scene(match, seat)).tile_forecast(move).joined:
            assert set(one.before) <= before
            assert one.is_complete or after.phase == "place" or one.now in values
            seen += 1
    assert seen > 20


# in words


def test_a_total_says_points_at_once_with_a_plus_and_of_others_with_their_mark() -> None:
    laid = TileForecast(((1, 4), (0, 8)), (), (), can_take_piece=True)
    assert preview.tile_total(laid, 0) == "+8 +4■"
    road = FeatureForecast("road", 3, 3, is_complete=True, gains=((0, 3),))
    assert preview.piece_total(road) == "+3"
    inn = FeatureForecast("road", 0, 6, is_complete=False)
    assert preview.piece_total(inn) == "0→6"


def test_a_placement_says_who_gains_what_and_what_grows() -> None:
    city = FeatureForecast(
        "city", 0, 12, is_complete=True, goods=(("wine", 2),), leaders=(1,), before=(4,)
    )
    road = FeatureForecast("road", 6, 6, is_complete=False, leaders=(0, 1), before=(2, 3))
    text = preview.tile_text(
        TileForecast(((1, 12),), (road, city), (), can_take_piece=False), NAMES
    )
    assert text == (
        "City complete: 12 points for Bob, 2 wine for me · Road of Ann and Bob: 2 + "
        "3 → 6 · none of my pieces can go there"
    )
    assert preview.tile_text(NOTHING, NAMES) == "It joins no feature with followers"
    assert preview.tile_text(NOTHING._replace(free=(("city", 4),)), NAMES) == (
        "City complete and unclaimed: 4 points for a follower on it"
    )


def test_a_spot_says_what_it_brings_me_what_others_get_and_what_is_left() -> None:
    farm = FeatureForecast("farm", 3, 9, is_complete=False, towns=(1, 3), gains=((1, 4),))
    assert preview.piece_text(farm, 5, "meeple", 0, NAMES) == (
        "Farm, 1 of 3 cities finished: 3 points now, 9 at most · follower 5 → 4 · 4 points for Bob"
    )
    road = FeatureForecast("road", 3, 3, is_complete=True, gains=((0, 3),))
    assert "follower 5 → 5" in preview.piece_text(road, 5, "meeple", 0, NAMES)


def test_what_is_found_of_a_scene_is_found_once_and_never_of_another() -> None:
    match, seat = next(placements([1], 2))
    first, second = scene(match, seat), scene(match, seat)
    assert first.compute_once(Forecast) is first.compute_once(Forecast)
    assert first.compute_once(Forecast) is not second.compute_once(Forecast)
    assert replace(first, legal=()).compute_once(Forecast) is not first.compute_once(Forecast)


def test_every_move_of_a_match_has_a_preview() -> None:
    for match, seat, _events in walk(0, 2, **BOTH):
        if seat < 0:
            break
        now = scene(match, seat)
        for move in match.legal_moves(seat)[:3]:
            assert SHOW.preview_text(move, now)


@pytest.mark.parametrize("farms", ["international", "first"])
def test_live_points_are_what_the_final_scoring_would_give_now(farms: str) -> None:
    more = 0
    for match, _seat, _events in walk(5, 3, **BOTH, farms=farms):
        ended = match.copy()
        if match.phase == "piece":
            score_part(ended)
        if not match.over:
            score_end(ended)
        shown = SHOW.points(scene(match, None))
        assert [one.total for one in shown] == [sum(own) for own in ended.points]
        more += [one.total for one in shown] != [score.total for score in match.scores()]
    assert more
