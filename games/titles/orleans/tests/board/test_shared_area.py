"""Map, tracks, deeds and tiles on offer: what they show and light is what the rules say."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot
from tests.boards.walks import Page, scene

from ...board import geography
from ...board.map_pieces import MapTarget
from ...board.picture import Picture, picture
from ...board.spots import Spots, move_layer, opened_layer
from ...board.tracks import OccupiedSpace
from ...rules import OrleansMatch
from ...rules.town_map import EDGE_ID, EDGES, TOWN_KEYS, TOWNS
from ..rules.positions import ALL_SETS, position
from .test_board import SEATS, SHOW, whole_match_positions, with_every_tile

SEVERAL = ("ship", "wagon", "horse_wagon", "guildhall", "quarry", "courthouse", "hideout")
HERE = (*SEVERAL, "town_hall", "gunpowder_tower", "ballroom")


def picture_of(match: rules.Match, seat: int | None) -> Picture:
    seen = scene(match, seat)
    return picture(seen, Spots(seen))


def positions_to_move() -> Iterator[tuple[OrleansMatch, int]]:
    """Positions with a seat that is to move in them."""
    for seats in SEATS:
        for match in whole_match_positions(seats)[0]:
            for seat in match.actors[:2]:
                yield match, seat
    yield with_every_tile(), 0


def all_places(shown: Picture) -> list[OccupiedSpace]:
    """What is on the spaces of all tracks."""
    return [place for track in shown.tracks.places for place in track]


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


def highlighted_spots(shown: Picture) -> list[tuple[str, Spot]]:
    """(layer, spot) of all that is lit in the middle."""
    found = [(aim.layer, spot) for aim in shown.land.targets for spot in aim.spots]
    found += [(one.layer, spot) for one in shown.tracks.lit for spot in one.spots]
    for deed in shown.middle.deeds:
        found += [("", spot) for slot in deed.slots for half in slot.halves for spot in half.spots]
    for _level, tiles in shown.middle.offer:
        found += [(one.layer, spot) for tile in tiles for one in tile.choices for spot in one.spots]
    return found


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
        for aim in picture_of(match, seat).land.targets:
            for spot in aim.spots[:1]:
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
    return float(aim.x), float(aim.y)


def test_what_the_quarry_asks_for_is_what_it_then_costs() -> None:
    match = with_every_tile()
    priced = [aim for aim in picture_of(match, 0).land.targets if aim.price]
    assert priced
    for aim in priced:
        after = match.copy()
        before = after.boards[0].coins
        after.play(0, aim.spots[0].move)
        assert before - after.boards[0].coins == int(aim.price) + 2 * ("church" in aim.layer)


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
    shown = picture(seen, Spots(seen)).land
    ways = {spot.move: aim.way for aim in shown.targets for spot in aim.spots if spot.keep == 0}
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
        lying = [one for some in shown.land.goods for one in some]
        goods = {one.edge: [good for good, _x, _y in one.chips] for one in lying}
        assert goods == {edge: here for edge, here in view["edges"].items() if here}
        for town in shown.land.towns:
            for one in town.merchants:
                assert view["seats"][one.seat]["merchant"] == town.key
            for one in town.stations:
                assert town.key in view["seats"][one.seat]["stations"]
        stations = sum(len(town.stations) for town in shown.land.towns)
        assert stations == sum(len(seat["stations"]) for seat in view["seats"])
        assert sum(len(town.merchants) for town in shown.land.towns) == seats
        for place in all_places(shown):
            for mark in place.marks:
                seat = view["seats"][mark.seat]
                known = {**seat["tracks"], "development": seat["development"]}
                assert known[place.track] == place.position
        citizens = sum(place.has_citizen for place in all_places(shown))
        citizens += sum(deed.has_citizen for deed in shown.middle.deeds)
        assert citizens + view["citizens"]["stations"] == sum(shown.middle.supply.citizens)
        for deed in shown.middle.deeds:
            filled = [slot.kind if slot.is_filled else None for slot in deed.slots]
            assert filled == view["deeds"][deed.key]
        for (_level, tiles), keys in zip(
            shown.middle.offer, view["available"].values(), strict=True
        ):
            assert [tile.key for tile in tiles] == keys
        now = [tick.round for tick in shown.round.ticks if tick.is_now]
        assert now == [view["round"]]
        assert [tick.event for tick in shown.round.ticks if tick.event] == [
            *(event["name"] for event in view["past"]),
            view["event"]["name"],
        ]


def test_the_next_space_of_a_track_is_ringed_and_says_what_it_brings() -> None:
    match = position({"tracks": {"knight": 2, "scholar": 5}}, {})
    shown = picture_of(match, 0)
    assert {one.track: one.position for one in all_places(shown) if one.is_next} == {
        "farmer": 1,
        "boatman": 1,
        "craftsman": 1,
        "trader": 1,
        "knight": 3,
    }
    assert not [one for one in all_places(picture_of(match, None)) if one.is_next]
    printed = {
        (track.key, cell.position): cell for track in shown.tracks.print for cell in track.cells
    }
    assert printed["knight", 3].words == "7 followers per round"
    assert printed["farmer", 8].art == "brocade"
    assert [step.space for step in shown.tracks.steps if step.coins] == [7, 12, 25]


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
    could = {
        tile.key
        for _level, row in picture_of(match, 0).middle.offer
        for tile in row
        if tile.can_fill
    }
    assert wanted <= could
    assert "theater" not in could
    assert not any(
        tile.can_fill for _level, row in picture_of(match, None).middle.offer for tile in row
    )


def test_a_merchant_s_way_and_a_new_station_are_news() -> None:
    match = position({"places": {"wagon": "farmer trader knight"}}, {}, edges={"e11": ["wine"]})
    events = match.play(0, "act wagon montargis wine")
    seen = scene(match, 1, events)
    (trail,) = picture(seen, Spots(seen)).land.trails
    assert (trail.seat, trail.by, trail.good) == (0, 0, "wine")
    assert trail.way == geography.edge_path(EDGE_ID["e11"])


def test_a_harbour_shows_the_chain_that_it_will_count() -> None:
    towns = "orleans blois tours chartres"
    match = position({"tiles": ["harbor"], "stations": towns}, {})
    chain = picture_of(match, 0).land.chain
    assert chain is not None
    assert chain.text == "Harbor: 3 of 4 towns, 0 points, then 10"
    assert chain.way.count("M") == 2
    assert picture_of(match, 1).land.chain is None


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
    assert after.land.names is before.land.names
    assert after.tracks.print is before.tracks.print
    assert set(after.land.goods) == set(before.land.goods)
    assert after.middle == before.middle._replace(
        is_deed_asked=after.middle.is_deed_asked,
        is_offer_asked=after.middle.is_offer_asked,
        deeds=after.middle.deeds,
        offer=after.middle.offer,
    )


def test_the_page_has_no_id_twice_and_no_inline_style() -> None:
    for match, seat in list(positions_to_move())[::7]:
        seen: Scene = scene(match, seat)
        html = render_to_string(SHOW.template, {"board": SHOW.board(seen), "scene": seen})
        page = Page(html)
        assert page.inline == []
        assert len(set(page.ids)) == len(page.ids)


def test_every_town_is_drawn() -> None:
    assert set(geography.TOWN_POSITIONS) == {town.key for town in TOWNS}
