"""The board of Carcassonne: faithful drawings, every legal move and no other, nothing redrawn."""

from __future__ import annotations

import dataclasses
import functools
import html
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

import games.rules as rules
from games.boards import Scene, presenter
from games.table.views.scenes import build_scene
from tests.boards.walks import cache_walk
from tests.positions import Step, distinctive_steps

from ...art.terrain import (
    SIZE,
    Terrain,
    UnfaithfulDrawingError,
    columns_inside,
    is_inside,
    terrain,
)
from ...board.picture import Feature, Tile, board, features
from ...rules import Carcassonne
from ...rules.components import FARM, GOODS, KINDS, NO_PIECE, ROAD, Segment, TileKind

BOTH = {"inns": "all", "traders": "all"}
EVERYTHING = [{}, BOTH, {**BOTH, "hand": "3", "farms": "first"}, {"hand": "3"}]
MIN_CELLS = 60  # of 10,000: less of a segment would be no place to point at
MIN_ROOM = 14  # between two spots for pieces, a tile being 100 wide
TILES = Path(__file__).parents[2] / "static" / "tiles.svg"
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
SHOW = presenter("carcassonne")


def scene(match: rules.Match, seat: int | None, news: list[rules.Event] | None = None) -> Scene:
    legal = match.legal_moves(seat) if seat is not None and seat in match.actors else []
    return build_scene(match, seat, NAMES[: match.seats], legal, news or ())


@cache_walk
def steps(seed: int, seats: int, **options: str) -> Iterator[Step[Carcassonne]]:
    """A random match: its positions, each with what the last move did."""
    match = rules.new_match("carcassonne", seats, options, seed=str(seed))
    assert isinstance(match, Carcassonne)
    rng = random.Random(seed)
    yield match, match.opening
    while match.actors:
        seat = match.actors[0]
        yield match, match.play(seat, rng.choice(match.legal_moves(seat)))


def walk(
    seed: int, seats: int, **options: str
) -> Iterator[tuple[Carcassonne, int, list[rules.Event]]]:
    """A random match: before each move the match, who moves, and what the last move did."""
    for match, events in steps(seed, seats, **options):
        yield match, match.actors[0] if match.actors else -1, events


@functools.cache
def distinctive_positions() -> dict[int, list[Step[Carcassonne]]]:
    """Positions with each of `EVERYTHING` that show a tile, a move or an event anew."""
    return distinctive_steps(
        {number: steps(3, 3, **options) for number, options in enumerate(EVERYTHING)}
    )


def page(shown: Scene) -> str:
    """The board and what lies in the dock, as HTML."""
    context = {"board": SHOW.board(shown), "scene": shown, "presenter": SHOW}
    return render_to_string(SHOW.template, context) + render_to_string(SHOW.dock, context)


# the drawings


@pytest.mark.parametrize("id", KINDS)
def test_a_drawing_joins_and_parts_what_its_data_join_and_part(id: str) -> None:
    land = terrain(id)
    at_port = {port: land._at_port(port) for port in range(12)}
    for number, segment in enumerate(KINDS[id].segments):
        cells = sum(row.count(number) for row in land.grid)
        assert cells >= MIN_CELLS, f"{segment} is drawn on {cells} cells"
        for port in segment.ports:
            x, y = at_port[port] if segment.kind == FARM else _at_the_middle(port)
            assert land.grid[y][x] == number


def _at_the_middle(port: int) -> tuple[int, int]:
    return ((50, 1), (98, 50), (50, 98), (1, 50))[port // 3]


@pytest.mark.parametrize("id", KINDS)
def test_pieces_stand_on_their_segment_and_apart_from_each_other(id: str) -> None:
    land = terrain(id)
    for number, (x, y) in enumerate(land.spots):
        segment = KINDS[id].segments[number]
        if segment.kind != ROAD:  # a bridge covers the road below it
            assert land.grid[int(y)][int(x)] == number
        for other in land.spots[:number]:
            assert (x - other[0]) ** 2 + (y - other[1]) ** 2 >= MIN_ROOM**2


@pytest.mark.parametrize("id", ["o", "p"])
def test_a_row_of_cells_is_inside_as_each_of_them_is(id: str) -> None:
    (city,) = terrain(id).cities.values()
    for y in range(SIZE):
        each = [x for x in range(SIZE) if is_inside((x + 0.5, y + 0.5), city.outline)]
        assert columns_inside(y + 0.5, city.outline) == each


def test_a_tile_whose_farms_would_run_together_is_not_drawn() -> None:
    large = Segment(FARM, (0, 2, 3, 5, 6, 8, 9), (), "", ())
    small = Segment(FARM, (11,), (), "", ())
    with pytest.raises(UnfaithfulDrawingError, match="run together"):
        Terrain(TileKind("impossible", "base", 1, (large, small)))


def test_the_drawings_hold_no_style_of_their_own() -> None:
    text = TILES.read_text(encoding="utf-8")
    assert "style" not in text
    assert "<script" not in text
    assert set(KINDS) <= set(re.findall(r'<g id="([^"]+)">', text))


# what can be done


def offered_moves(shown: Scene) -> Counter[str]:
    """The moves that board and bar offer, the list of moves left aside."""
    text = page(shown)
    moves: Counter[str] = Counter(choice.move for choice in SHOW.closing_moves(shown))
    moves.update(re.findall(r'data-move="([^"]+)"(?! data-keep)', text))
    for fits in re.findall(r'data-fits="([^"]+)"', text):
        moves.update(row[0] for row in json.loads(html.unescape(fits)))
    return moves


@pytest.mark.parametrize("number", range(len(EVERYTHING)))
def test_every_legal_move_is_made_by_board_and_bar_and_no_other(number: int) -> None:
    for match, _events in distinctive_positions()[number]:
        if match.over:
            break
        seat = match.actors[0]
        now = scene(match, seat)
        legal = Counter(match.legal_moves(seat))
        assert offered_moves(now) == legal
        listed = [choice for group in SHOW.move_groups(now) for choice in group.choices]
        assert Counter(choice.move for choice in listed) == legal
        assert all(choice.label for choice in listed)


def test_others_see_no_hot_spots_and_no_hidden_tiles() -> None:
    for match, seat, _events in walk(4, 2, **BOTH, hand="3"):
        if seat < 0 or len(match.moves) > 20:
            break
        for viewer in (1 - seat, None):
            shown = scene(match, viewer)
            found = board(shown)
            assert not offered_moves(shown)
            assert len(found["hand"]) == (3 if viewer == 1 - seat else 0)
            if viewer is None:
                assert not found["next"]
            stats = [one for other in range(2) for one in SHOW.stats(shown, other)]
            assert {one.art.partition("#")[2] for one in stats if one.key == "hand"} <= {"as-back"}


def test_while_i_wait_the_board_shows_where_my_next_tile_would_fit() -> None:
    seen = 0
    for match, seat, _events in walk(6, 2):
        if seat < 0 or not match.view(None)["hands"][1 - seat]:
            break
        waiting = board(scene(match, 1 - seat))["next"]
        assert not board(scene(match, seat))["next"]
        assert not board(scene(match, None))["next"]
        copy = match.copy()
        copy.turn = 1 - seat
        copy.phase = "place"
        copy._refresh_moves()
        cells = {move.split(" ")[1] for move in copy.listed}
        assert {f"{x},{y}" for x, y in waiting} == cells
        seen += len(cells)
    assert seen > 500


# drafts: what I have laid, and what could lie in its stead


def scene_with_draft(match: rules.Match, seat: int, move: str) -> Scene:
    """My page after a placement that is not sent yet."""
    others = [other for other in match.legal_moves(seat) if other != move]
    after = match.copy()
    after.play(seat, move)
    return dataclasses.replace(
        scene(after, seat), draft=(move,), removable=frozenset({0}), alternatives=others
    )


def test_a_drafted_tile_is_a_ghost_and_the_other_cells_stay_lit_faintly() -> None:
    turned = 0
    for match, seat, _events in walk(10, 2, **BOTH):
        if seat < 0 or match.phase != "place":
            continue
        legal = match.legal_moves(seat)
        move = legal[len(legal) // 2]
        if scene(match, seat).is_revealing(move):
            continue
        text = page(scene_with_draft(match, seat, move))
        x, y = move.split(" ")[1].split(",")
        assert re.search(rf'<g id="t{x}_{y}" class="is-ghost" data-undo="0"', text)
        kept = set(re.findall(r'data-move="([^"]+)" data-keep="0"', text))
        assert kept <= set(legal) - {move}
        here = {other for other in kept if other.split(" ")[1] == f"{x},{y}"}
        assert len(here) == (sum(other.split(" ")[1] == f"{x},{y}" for other in legal) > 1)
        cells = {other.split(" ")[1] for other in legal}
        assert {other.split(" ")[1] for other in kept - here} == cells - {f"{x},{y}"}
        turned += len(here)
    assert turned > 10


def test_what_the_tile_joins_stays_in_sight() -> None:
    for match, seat, _events in walk(12, 2):
        if seat < 0:
            break
        shown = board(scene(match, seat))
        view = match.view(seat)
        assert bool(shown["focus"]) == (view["phase"] == "piece")
        if shown["focus"]:
            left, top, wide, tall = map(float, shown["focus"].split(" "))
            x, y = view["last"]
            assert left <= 100 * x <= left + wide - 100
            assert top <= -100 * y <= top + tall - 100
            assert max(wide, tall) <= 750


def test_a_kind_of_piece_that_can_stand_nowhere_says_why() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(2):
        for match, seat, _events in walk(seed, 2, **BOTH):
            shown = board(scene(match, seat if seat >= 0 else None))
            for one in shown["stock"]:
                usable = any(spot.kind == one.kind for spot in shown["spots"])
                assert bool(one.why) != usable
                reasons[one.why] += 1
    assert {"none_left", "no_follower"} <= set(reasons)


def test_a_segment_that_is_held_says_by_whom() -> None:
    seen = 0
    for match, seat, _events in walk(13, 3):
        shown = board(scene(match, seat if seat >= 0 else None))
        for segment, _x, _y, owners in shown["taken"]:
            assert segment not in {spot.segment for spot in shown["spots"]}
            assert set(owners) & set(NAMES)
            seen += 1
    assert seen > 20


# what is not redrawn


def tiles_of(shown: dict[str, Any]) -> list[Tile]:
    return [tile for row in shown["rows"] for tile in row]


def test_a_move_of_somebody_else_leaves_the_pieces_of_all_other_tiles_alone() -> None:
    before: dict[str, Any] = {}
    compared = 0
    for match, _seat, _events in walk(0, 2, **BOTH):
        now = board(scene(match, None))
        if before:
            assert tiles_of(now)[: len(tiles_of(before))] == tiles_of(before)
            assert len(set(now["figures"]) - set(before["figures"])) <= 2
            assert len(set(now["left"]) - set(before["left"])) <= 2
            compared += len(tiles_of(before))
        before = now
    assert compared > 1000


def test_every_tile_and_piece_has_a_name_of_its_own() -> None:
    for match, seat, _events in walk(8, 4, **BOTH):
        if len(match.moves) % 20 == 0:
            found = re.findall(r'\bid="([^"]+)"', page(scene(match, seat if seat >= 0 else None)))
            assert len(found) == len(set(found))


def test_the_page_has_no_style_of_its_own() -> None:
    match, seat = next((m, s) for m, s, _e in walk(1, 2) if m.phase == "piece")
    assert "style=" not in page(scene(match, seat))


# what it says


@pytest.mark.parametrize("farms", ["international", "first"])
def test_features_are_worth_what_the_rules_say(farms: str) -> None:
    seen = 0
    for match, _seat, _events in walk(9, 3, **BOTH, farms=farms):
        view = match.view(None)
        board_features = features(view, match.board, NAMES)  # type: ignore[arg-type]
        for feature, expected in zip(board_features, view["features"], strict=True):
            assert feature.kind == expected["kind"]
            assert list(feature.leaders) == expected["winners"]
            assert (feature.now, feature.then) == (expected["points"], expected["finished"])
            assert feature.tiles == len(expected["cells"])
            seen += 1
    assert seen > 500


def feature_text(*values: Any) -> str:
    """What a feature says: its title and its text."""
    template = "carcassonne/templates/feature.html"
    text = re.sub(
        r"<[^>]*>", "", render_to_string(template, {"piece": Feature(*values, names=NAMES)})
    )
    return html.unescape(text).strip()


def test_a_feature_says_who_leads_and_who_stands_there_besides() -> None:
    assert feature_text("road", (0, 0, 1), 3, 1, (0,), (1, 2), 3, 6, (), (0, 0)) == (
        "Road, 3 tiles open at 1; Ann leads; also there: Bob and Cem; "
        "3 points now, 6 when finished."
    )
    by_seat = ((0, 6, 9), (1, 8, 12))
    farm = feature_text("farm", (0, 0, 1), 3, None, (0, 1), (), 6, 9, by_seat, (2, 3))
    assert "2 of 3 adjacent cities finished; Ann and Bob lead" in farm
    assert "Bob: 8 now, 12 when finished" in farm


@pytest.mark.parametrize("hand", ["1", "3"])
def test_every_event_of_whole_matches_has_a_log_line(hand: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(3):
        for _match, _seat, events in walk(seed, 2, **BOTH, hand=hand):
            for event in events:
                line = SHOW.log_line(event, NAMES)
                assert line
                assert "_" not in line
                counts[event.kind] += 1
    assert {"draw", "place", "piece", "skip", "score", "return", "goods", "over"} <= set(counts)


def test_second_tile_has_a_log_line() -> None:
    assert "Bob" in SHOW.log_line(rules.Event("extra", 1, {}), NAMES)


def test_discarded_tiles_have_a_log_line() -> None:
    event = rules.Event("discard", 0, {"tiles": ["c"]})
    assert "Ann" in SHOW.log_line(event, NAMES)
    assert "pennant" in SHOW.log_line(event, NAMES)


def test_the_position_in_words_names_every_tile_and_every_piece() -> None:
    for match, seat, _events in walk(0, 2, **BOTH):
        if len(match.moves) == 40:
            panels = SHOW.panels(scene(match, seat))
            table = next(panel for panel in panels if panel.title == "Tiles").table
            view = match.view(seat)
            assert len(table) == len(view["board"])
            on_tiles = sum(row[2] != "–" for row in table)
            assert on_tiles == len({(x, y) for x, y, *_rest in view["pieces"]})
            return
    pytest.fail("the match was shorter than 40 moves")


def test_the_numbers_of_a_seat_are_those_of_the_view() -> None:
    match, seat = next((m, s) for m, s, _e in walk(0, 2, **BOTH) if len(m.moves) == 40)
    view = match.view(None)
    for one in range(2):
        values = {stat.key: stat.value for stat in SHOW.stats(scene(match, None), one)}
        for kind, n in view["supply"][one].items():
            assert values[kind] == str(n)
        assert {good: values.get(good, "0") for good in GOODS} == {
            good: str(n) for good, n in view["goods"][one].items()
        }
        assert ("hand" in values) == bool(view["hands"][one])
    assert "hand" not in {stat.key for stat in SHOW.stats(scene(match, seat), seat)}


def test_options_and_breakdown_have_words() -> None:
    for option in SHOW.game.options:
        assert SHOW.option_label(option)
        assert SHOW.option_help(option)
        for choice in option.choices:
            assert SHOW.choice_label(option, choice)
    match = rules.new_match("carcassonne", 2, BOTH, seed="words")
    for key in match.scores()[0].breakdown:
        assert SHOW.breakdown_label(key)[0].isupper()


def test_remaining_tiles_add_up_to_what_has_not_been_seen() -> None:
    match = rules.new_match("carcassonne", 2, BOTH, seed="left")
    shown = board(scene(match, 0))
    assert sum(n for _id, n, _used in shown["left"]) == shown["unseen"] == shown["pile"]
    assert sum(used for _id, _n, used in shown["left"]) == 114


def test_the_bar_offers_to_put_no_piece() -> None:
    match, seat = next((m, s) for m, s, _e in walk(1, 2) if m.phase == "piece")
    assert [choice.move for choice in SHOW.closing_moves(scene(match, seat))] == [NO_PIECE]
