"""The board of Carcassonne: faithful drawings, every legal move and no other, nothing redrawn."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string

import games.rules as rules
from games.boards import Scene, presenter
from games.table.scenes import scene_of

from ...board import sprite
from ...board.land import features
from ...board.picture import Picture, picture
from ...board.terrain import Terrain, Unfaithful, terrain
from ...rules.components import FARM, KINDS, ROAD, Kind, Segment

BOTH = {"inns": "all", "traders": "all"}
LEAST_CELLS = 60  # of 10,000: less of a segment would be no place to point at
LEAST_ROOM = 14  # between two spots for pieces, a tile being 100 wide
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
SHOW = presenter("carcassonne")


def scene(match: rules.Match, seat: int | None, news: list[rules.Event] | None = None) -> Scene:
    legal = match.legal_moves(seat) if seat is not None and seat in match.actors else []
    return scene_of(SHOW, match, seat, NAMES[: match.seats], legal, news or ())


def walk(
    seed: int, seats: int, **options: str
) -> Iterator[tuple[rules.Match, int, list[rules.Event]]]:
    """A random match: before each move the match, who moves, and what the last move did."""
    match = rules.new_match("carcassonne", seats, options, seed=str(seed))
    rng, events = random.Random(seed), list(match.opening)
    while match.actors:
        seat = match.actors[0]
        yield match, seat, events
        events = match.play(seat, rng.choice(match.legal_moves(seat)))
    yield match, -1, events


def html(match: rules.Match, seat: int | None) -> str:
    shown = scene(match, seat)
    return render_to_string("carcassonne/templates/board.html", {"board": SHOW.board(shown)})


# the drawings


@pytest.mark.parametrize("id", KINDS)
def test_a_drawing_joins_and_parts_what_its_data_join_and_part(id: str) -> None:
    land = terrain(id)
    at_port = {port: land._at_port(port) for port in range(12)}
    for number, segment in enumerate(KINDS[id].segments):
        cells = sum(row.count(number) for row in land.grid)
        assert cells >= LEAST_CELLS, f"{segment} is drawn on {cells} cells"
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
            assert (x - other[0]) ** 2 + (y - other[1]) ** 2 >= LEAST_ROOM**2


def test_a_tile_whose_farms_would_run_together_is_not_drawn() -> None:
    large = Segment(FARM, (0, 2, 3, 5, 6, 8, 9), (), "", ())
    small = Segment(FARM, (11,), (), "", ())
    with pytest.raises(Unfaithful, match="run together"):
        Terrain(Kind("impossible", "base", 1, (large, small)))


def test_the_drawings_the_browser_gets_are_up_to_date() -> None:
    assert sprite.SPRITE.read_text(encoding="utf-8") == sprite.sprite()
    assert sprite.SPOTS.read_text(encoding="utf-8") == sprite.spots()


def test_the_drawings_hold_no_style_of_their_own() -> None:
    text = sprite.SPRITE.read_text(encoding="utf-8")
    assert "style" not in text
    assert "<script" not in text
    assert set(KINDS) <= set(re.findall(r'<g id="([^"]+)">', text))


# what can be done


def offered(shown: Picture) -> Counter[str]:
    """The moves that the board itself offers."""
    moves: Counter[str] = Counter(place.move for place in shown.places)
    for cell in shown.cells:
        for text in cell.turns.split(" "):
            tile, turns = text.split(":")
            for turn in turns.split(","):
                moves[f"place {cell.x},{cell.y} {turn}" + (f" {tile}" if shown.named else "")] += 1
    return moves


@pytest.mark.parametrize("options", [BOTH, {**BOTH, "hand": "3", "farms": "first"}, {}])
def test_every_legal_move_is_on_the_board_and_in_the_list_and_no_other(
    options: dict[str, str],
) -> None:
    for match, seat, _events in walk(3, 3, **options):
        if seat < 0:
            break
        now = scene(match, seat)
        legal = Counter(match.legal_moves(seat))
        on_board = offered(picture(now))
        assert on_board == legal - Counter(["meeple none"])
        listed = [choice for group in SHOW.groups(now) for choice in group.choices]
        assert Counter(choice.move for choice in listed) == legal
        assert all(choice.label for choice in listed)


def test_others_see_no_hot_spots_and_no_hidden_tiles() -> None:
    for match, seat, _events in walk(4, 2, **BOTH, hand="3"):
        if seat < 0 or len(match.moves) > 20:
            break
        for viewer in (1 - seat, None):
            shown = picture(scene(match, viewer))
            assert not shown.cells
            assert not shown.places
            for side in shown.sides:
                assert bool(side.hand) == (side.seat == viewer)


def test_without_script_no_piece_can_be_chosen_and_confirmed_by_the_form() -> None:
    match, seat = next((m, s) for m, s, _e in walk(1, 2) if m.view(None)["phase"] == "piece")
    text = html(match, seat)
    assert 'form="move-form" name="move" value="meeple none"' in text
    assert "style=" not in text


# what is not redrawn


def test_a_move_of_somebody_else_leaves_the_markup_of_all_other_tiles_alone() -> None:
    before: Picture | None = None
    compared = 0
    for match, _seat, _events in walk(7, 2, **BOTH):
        now = picture(scene(match, None))
        if before is not None:
            assert now.tiles[: len(before.tiles)] == before.tiles
            gone = set(before.pieces) - set(now.pieces)
            assert all(piece in before.pieces for piece in gone)
            assert len(set(now.pieces) - set(before.pieces)) <= 2
            compared += len(before.tiles)
        before = now
    assert compared > 1000


def test_every_tile_and_piece_has_a_name_of_its_own() -> None:
    for match, seat, _events in walk(8, 4, **BOTH):
        if len(match.moves) % 20 == 0:
            found = re.findall(r'\bid="([^"]+)"', html(match, seat if seat >= 0 else None))
            assert len(found) == len(set(found))


# what it says


@pytest.mark.parametrize("farms", ["international", "first"])
def test_features_are_worth_what_the_rules_say(farms: str) -> None:
    seen = 0
    for match, _seat, _events in walk(9, 3, **BOTH, farms=farms):
        view = match.view(None)
        told = {feature.places[0]: feature for feature in features(view, match.options)}
        for expected in view["features"]:
            x, y, name = expected["segments"][0]
            kind, turn = next((t, r) for a, b, t, r in view["board"] if (a, b) == (x, y))
            number = KINDS[kind].looks[turn // 90].names.index(name)
            feature = told[x, y, number]
            assert feature.kind == expected["kind"]
            assert list(feature.leaders) == expected["winners"]
            assert (feature.now, feature.then) == (expected["points"], expected["finished"])
            assert len(feature.places) == len(expected["segments"])
            seen += 1
    assert seen > 500


def test_every_segment_belongs_to_exactly_one_feature() -> None:
    for match, _seat, _events in walk(2, 2, **BOTH):
        if len(match.moves) % 30 == 0:
            view = match.view(None)
            places = [p for feature in features(view, match.options) for p in feature.places]
            assert len(places) == len(set(places))
            assert len(places) == sum(
                len(KINDS[tile].segments) for _x, _y, tile, _r in view["board"]
            )


@pytest.mark.parametrize("hand", ["1", "3"])
def test_every_event_of_whole_matches_is_told(hand: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(3):
        for _match, _seat, events in walk(seed, 2, **BOTH, hand=hand):
            for event in events:
                line = SHOW.event_line(event, NAMES)
                assert line
                assert "_" not in line
                told[event.kind] += 1
    assert {"draw", "place", "piece", "skip", "score", "return", "goods", "over"} <= set(told)


def test_a_second_tile_is_told() -> None:
    assert "Bob" in SHOW.event_line(rules.Event("extra", 1, {}), NAMES)


def test_discarded_tiles_are_told() -> None:
    event = rules.Event("discard", 0, {"tiles": ["c"]})
    assert "Ann" in SHOW.event_line(event, NAMES)
    assert "pennant" in SHOW.event_line(event, NAMES)


def test_the_position_in_words_names_every_tile_and_every_piece() -> None:
    for match, seat, _events in walk(5, 2, **BOTH):
        if len(match.moves) == 40:
            panels = SHOW.panels(scene(match, seat))
            table = next(panel for panel in panels if panel.title == "Tiles").table
            view = match.view(seat)
            assert len(table) == len(view["board"])
            on_tiles = sum(row[2] != "–" for row in table)
            assert on_tiles == len({(x, y) for x, y, *_rest in view["pieces"]})
            return
    pytest.fail("the match was shorter than 40 moves")


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
    shown = picture(scene(match, 0))
    assert sum(tile.n for tile in shown.left) == shown.unseen == shown.pile
    assert sum(tile.used for tile in shown.left) == 114
