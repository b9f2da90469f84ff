"""Map, tracks, deeds and tiles on offer: what they show and light is what the rules say."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot
from tests.boards.walks import Page, scene

from ...board import component_data, geography
from ...board.map_pieces import MapTarget, map_pieces
from ...board.picture import PRINT, PRINTED, OfferedTile, Space
from ...board.spots import Spots, Target, move_layer, opened_layer
from ...rules import OrleansMatch
from ...rules.town_map import EDGE_ID, EDGES, TOWN_KEYS, TOWNS
from ..rules.positions import ALL_SETS, position
from .test_board import SEATS, SHOW, whole_match_positions, with_every_tile

SEVERAL = ("ship", "wagon", "horse_wagon", "guildhall", "quarry", "courthouse", "hideout")
HERE = (*SEVERAL, "town_hall", "gunpowder_tower", "ballroom")


def picture_of(match: rules.Match, seat: int | None) -> dict[str, Any]:
    """The zones of the board that do not belong to a seat."""
    board = SHOW.board(scene(match, seat))
    zones = ("round", "land", "track_spaces", "track_targets", "deeds", "offer", "supply")
    return {zone: board[zone] for zone in zones}


def tiles_on_offer(shown: dict[str, Any]) -> list[OfferedTile]:
    return [tile for tiles in shown["offer"].values() for tile in tiles]


def positions_to_move() -> Iterator[tuple[OrleansMatch, int]]:
    """Positions with a seat that is to move in them."""
    for seats in SEATS:
        for match in whole_match_positions(seats)[0]:
            for seat in match.actors[:2]:
                yield match, seat
    yield with_every_tile(), 0


def all_places(shown: dict[str, Any]) -> list[tuple[str, Space]]:
    """What is on the spaces of all tracks."""
    return [(track, space) for track, spaces in shown["track_spaces"] for space in spaces]


def happens_in_the_middle(move: str) -> bool:
    """Whether a move belongs to the map, a track, a deed or a tile on offer."""
    match move.split(" "):
        case ["deed", *_] | ["torture", "development"]:
            return True
        case ["torture", "station", town]:
            return town in TOWN_KEYS
        case ["act", "church", _host, *rest]:
            return happens_in_the_middle(" ".join(["act", *rest]))
        case ["act", "village", kind, *rest]:
            return kind == "trader" or bool(rest)
        case ["act", "townhouse", what, *_]:
            return what == "move"
        case ["act", place, *_]:
            return place in HERE
    return False


def highlighted_spots(shown: dict[str, Any]) -> list[tuple[str, Spot]]:
    """(layer, spot) of all that is lit in the middle."""
    found: list[Target] = [one.target for one in shown["land"].targets]
    found += [target for _track, _at, target in shown["track_targets"]]
    found += [one for deed in shown["deeds"][1] for slot in deed.slots for _, one in slot.rewards]
    found += [one for tile in tiles_on_offer(shown) for one in tile.ways]
    return [(one.layer, spot) for one in found for spot in one.spots]


def test_every_move_of_the_middle_is_lit_once_in_its_layer() -> None:
    seen = 0
    for match, seat in positions_to_move():
        spots = highlighted_spots(picture_of(match, seat))
        wanted = [move for move in match.legal_moves(seat) if happens_in_the_middle(move)]
        assert sorted(spot.move for _layer, spot in spots) == sorted(wanted)
        assert all(name == move_layer(spot.move) for name, spot in spots)
        assert all(spot.keep == -1 and spot.label for _layer, spot in spots)
        seen += len(wanted)
    assert seen > 150


def test_whoever_is_not_asked_has_nothing_lit() -> None:
    for match, _seat in positions_to_move():
        for seat in (None, *range(match.seats)):
            if seat is None or not match.legal_moves(seat):
                assert highlighted_spots(picture_of(match, seat)) == []


def test_a_journey_goes_along_the_way_and_takes_the_good_that_was_tapped() -> None:
    gone = 0
    for match, seat in positions_to_move():
        for aim in picture_of(match, seat)["land"].targets:
            for spot in aim.target.spots[:1]:
                after = match.copy()
                events = after.play(seat, spot.move)
                for event in events:
                    if event.kind == "move":
                        gone += 1
                        assert aim.way == geography.edge_path(EDGE_ID[event.data["edge"]])
                        assert aim.good == event.data["good"]
                    elif event.kind == "station":
                        assert at(aim) == geography.town_point(event.data["town"])
    assert gone > 60


def at(aim: MapTarget) -> tuple[float, float]:
    x, y = map(float, aim.at.split(" "))
    return x, y


def test_what_the_quarry_asks_for_is_what_it_then_costs() -> None:
    match = with_every_tile()
    priced = [aim for aim in picture_of(match, 0)["land"].targets if aim.price]
    assert priced
    for aim in priced:
        after = match.copy()
        before = after.boards[0].coins
        after.play(0, aim.target.spots[0].move)
        assert before - after.boards[0].coins == int(aim.price) + 2 * ("church" in aim.target.layer)


def test_after_a_drafted_journey_the_other_ways_start_where_it_started() -> None:
    match = position(
        {"places": {"wagon": "farmer trader knight"}, "merchant": "orleans"},
        {},
        edges={"e11": ["wine"]},
    )
    first = "act wagon montargis wine"
    legal = match.legal_moves(0)
    after = match.copy()
    after.play(0, first)
    seen = dataclasses.replace(
        scene(after, 0),
        draft=(first,),
        removable=frozenset({0}),
        alternatives=[move for move in legal if move != first],
    )
    shown = map_pieces(seen, Spots(seen))
    lit = [(spot, aim.way) for aim in shown.targets for spot in aim.target.spots]
    ways = {spot.move: way for spot, way in lit if spot.keep == 0}
    for move in ("act wagon vierzon none", "act wagon chartres none"):
        assert ways[move].startswith(geography.edge_path(EDGE_ID[edge_to(move)])[:5])
        assert ways[move] == geography.edge_path(EDGE_ID[edge_to(move)])
    (ghost,) = [one.ghost for town in shown.towns for one in town.merchants if one.ghost]
    assert ghost.undo == 0
    assert ghost.move == first


def edge_to(move: str) -> str:
    """The road between Orléans and the town of a move."""
    town = TOWN_KEYS.index(move.split(" ")[2])
    orleans = TOWN_KEYS.index("orleans")
    return next(e.id for e in EDGES if e.kind == "road" and set(e.towns) == {town, orleans})


@pytest.mark.parametrize("seats", SEATS)
def test_what_lies_and_stands_there_is_what_the_rules_know(seats: int) -> None:
    for match in whole_match_positions(seats)[0]:
        view = match.view(None)
        shown = picture_of(match, None)
        goods = [good for _edge, chips in shown["land"].goods for good, _x, _y in chips]
        assert goods == [good for here in view["edges"].values() for good in here]
        points = [(x, y) for _edge, chips in shown["land"].goods for _good, x, y in chips]
        assert len(set(points)) == len(points)
        for town in shown["land"].towns:
            for one in town.merchants:
                assert view["seats"][one.seat]["merchant"] == town.key
            for one in town.stations:
                assert town.key in view["seats"][one.seat]["stations"]
        stations = sum(len(town.stations) for town in shown["land"].towns)
        assert stations == sum(len(seat["stations"]) for seat in view["seats"])
        assert sum(len(town.merchants) for town in shown["land"].towns) == seats
        for track, place in all_places(shown):
            for number, _name, _came in place.marks:
                seat = view["seats"][number]
                known = {**seat["tracks"], "development": seat["development"]}
                assert known[track] == place.position
        citizens = sum(place.has_citizen for _track, place in all_places(shown))
        citizens += sum(deed.has_citizen for deed in shown["deeds"][1])
        assert citizens + view["citizens"]["stations"] == shown["supply"].citizens
        for deed in shown["deeds"][1]:
            filled = [slot.kind if slot.is_filled else None for slot in deed.slots]
            assert filled == view["deeds"][deed.key]
        keys = {level: [tile.key for tile in tiles] for level, tiles in shown["offer"].items()}
        assert keys == {int(level): here for level, here in view["available"].items()}
        now, ticks = shown["round"].ticks
        assert now == view["round"]
        assert [event for _letter, event in ticks if event] == [
            *(event["name"] for event in view["past"]),
            view["event"]["name"],
        ]


def test_the_next_space_of_a_track_is_ringed_and_says_what_it_brings() -> None:
    match = position({"tracks": {"knight": 2, "scholar": 5}}, {})
    shown = picture_of(match, 0)
    assert {track: one.position for track, one in all_places(shown) if one.is_next} == {
        "farmer": 1,
        "boatman": 1,
        "craftsman": 1,
        "trader": 1,
        "knight": 3,
    }
    assert not [one for _track, one in all_places(picture_of(match, None)) if one.is_next]
    assert component_data.bonus_text("knight", 3) == "7 followers per round"
    assert PRINT["knight"][3] == ("bag", "7")
    assert PRINT["farmer"][8] == ("brocade", "")
    assert {track: len(cells) - 1 for track, cells in PRINT.items()} == component_data.LAST
    steps = enumerate(PRINTED["development"])
    assert [space for space, (_level, _first, coins) in steps if coins] == [7, 12, 25]


@pytest.mark.parametrize(
    ("market", "tiles", "wanted"),
    [
        ("trader scholar", "", {"pharmacy", "tailor_shop"}),
        ("own_boatman own_trader", "", {"pharmacy", "wool_manufacturer", "shipping_line"}),
        ("boatman boatman", "herb_garden", {"pharmacy", "windmill", "shipping_line", "hayrick"}),
        ("farmer", "barracks", {"pharmacy", "hayrick", "courthouse"}),
    ],
)
def test_tiles_that_my_market_could_fill_are_marked(
    market: str, tiles: str, wanted: set[str]
) -> None:
    match = position(
        {"market": market, "tiles": tiles.split()}, {}, phase="planning", options=ALL_SETS
    )
    could = {tile.key for tile in tiles_on_offer(picture_of(match, 0)) if tile.can_fill}
    assert wanted <= could
    assert "theater" not in could
    assert not any(tile.can_fill for tile in tiles_on_offer(picture_of(match, None)))


def test_a_merchant_s_way_and_a_new_station_are_news() -> None:
    match = position({"places": {"wagon": "farmer trader knight"}}, {}, edges={"e11": ["wine"]})
    events = match.play(0, "act wagon montargis wine")
    seen = scene(match, 1, events)
    (trail,) = map_pieces(seen, Spots(seen)).trails
    assert (trail.seat, trail.by, trail.good) == (0, 0, "wine")
    assert trail.way == geography.edge_path(EDGE_ID["e11"])


def test_a_harbour_shows_the_chain_that_it_will_count() -> None:
    towns = "orleans blois tours chartres"
    match = position({"tiles": ["harbor"], "stations": towns}, {})
    way, text = picture_of(match, 0)["land"].chain
    assert text == "Harbor: 3 of 4 towns, 0 points, then 10"
    assert way.count("M") == 2
    assert picture_of(match, 1)["land"].chain is None


def test_a_place_opens_the_layer_in_which_its_moves_are() -> None:
    assert opened_layer(["act quarry tours"]) == "quarry"
    assert opened_layer(["act courthouse 1 road blois none"]) == "courthouse"
    assert opened_layer(["act church 2 courthouse 1 road blois none"]) == "church:2:courthouse"
    assert opened_layer(["act hideout wine farmer", "act hideout grain farmer"]) == "hideout:grain"
    assert opened_layer(["act ship blois none"]) == ""


def test_plans_of_others_change_nothing_before_all_are_done() -> None:
    match = rules.new_match("orleans", seats=2, seed="plans")
    before = {seat: picture_of(match, seat) for seat in (1, None)}
    match.play(0, "place own_boatman farm_house boatman")
    match.play(0, "place own_craftsman farm_house craftsman")
    assert {seat: picture_of(match, seat) for seat in (1, None)} == before


def test_what_a_move_does_not_touch_stays_the_same_piece() -> None:
    match = with_every_tile()
    before = picture_of(match, 1)
    match.play(0, "act wagon chartres none")
    after = picture_of(match, 1)
    assert set(after["land"].goods) == set(before["land"].goods)
    assert after["supply"] == before["supply"]
    assert after["round"] == before["round"]


def test_the_page_has_no_id_twice_and_no_inline_style() -> None:
    for match, seat in list(positions_to_move())[::7]:
        seen: Scene = scene(match, seat)
        html = render_to_string(SHOW.template, {"board": SHOW.board(seen), "scene": seen})
        page = Page(html)
        assert page.inline == []
        assert len(set(page.ids)) == len(page.ids)


def test_every_town_is_drawn() -> None:
    assert set(geography.TOWN_POSITIONS) == {town.key for town in TOWNS}
