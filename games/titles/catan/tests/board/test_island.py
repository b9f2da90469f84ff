"""The island as it is drawn: every piece, every place to choose, every number by the rules."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from games.boards import presenter
from games.rules.primitives.bitsets import members
from tests.boards.walks import Page, scene

from ...board import dice_panel, map_targets, picture
from ...board.picture import IslandPicture
from ...board.places import move_place
from ...board.spots import Spots
from ...board.vocabulary import PRODUCES
from ...rules.match import CatanMatch
from ...rules.routes import reachable_routes
from ..rules.positions import (
    deal,
    enter_wagon_phase,
    give,
    load_wagon,
    main_phase_match,
    moves_with_verb,
    play,
)
from .test_board import EVERY, IDS, KINDS, Kind, distinctive_positions, html, walk

SHOW = presenter("catan")
ON_MAP = ("travel", "grain")
TWO_DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]
BARE = re.compile(r" (?:data-map|data-final|data-cell|data-piece)(?=[ >])")  # without a value


def picture_of(match: CatanMatch, seat: int | None) -> IslandPicture:
    return picture.picture(Spots(scene(match, seat)))


def single(found: IslandPicture) -> set[str]:
    """The moves of one step that the places of the island stand for."""
    spots = [lit.spot for lit in found.lit]
    return {spot.move for spot in spots if spot.keep < 0 and not spot.move.startswith("[")}


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_every_move_about_a_place_is_lit_there_once_and_nothing_else_is(kind: Kind) -> None:
    for _match, seen in distinctive_positions(kind):
        found = picture.picture(Spots(seen))
        assert single(found) == {move for move in seen.legal if move_place(move)}
        assert len({(lit.verb, lit.owner, lit.x, lit.y) for lit in found.lit}) == len(found.lit)
        assert {spot.move for spot in found.verbs} == {m for m in seen.legal if m in ON_MAP}
        composed = {
            f"{verb} {start} {end}"
            for _line, start, _label in found.tents
            for _line, verb, end, _spot in found.new_paths
        }
        assert composed == {m for m in seen.legal if m.startswith(map_targets.BARBARIANS)}


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_the_drawing_is_sound_and_shows_every_piece(kind: Kind) -> None:
    for match, seen in distinctive_positions(kind):
        page = html(seen)
        svg = page[page.index("<svg id=") : page.index('<button type="button" class="map-edge"')]
        ElementTree.fromstring(BARE.sub("", svg))  # noqa: S314 - our own drawing
        assert Page(page).inline == []
        ids = re.findall(r'\bid="([^"]+)"', svg)
        assert len(set(ids)) == len(ids)
        assert svg.count("island.svg#settlement") + svg.count("island.svg#city") == (
            match.built.bit_count()
        )
        roads = sum(roads.bit_count() for roads in match.roads)
        assert svg.count('class="ct-road ct-line"') == roads
        assert svg.count("#robber") == (match.robber >= 0)
        assert svg.count("#tent") == len(match.barbarians)
        assert svg.count("island.svg#wagon") == sum(at >= 0 for at in match.wagons)


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[3]], ids=["base", "traders"])
def test_a_place_to_found_prints_the_pips_that_the_rules_count(kind: Kind) -> None:
    count = 0
    for match, seen in distinctive_positions(kind):
        for lit in picture.picture(Spots(seen)).lit:
            if lit.kind == "corner" and lit.text:
                spot = match.board.spot_index[move_place(lit.spot.move)]
                pips = sum(match.layout.hex_pips[one] for one in match.board.spot_hexes[spot])
                assert lit.text == str(pips)
                count += 1
    assert count


def test_a_hex_for_the_robber_prints_what_everybody_loses_there() -> None:
    total = 0
    for match, seen in distinctive_positions((3, {})):
        for lit in picture.picture(Spots(seen)).lit:
            if lit.kind != "hex":
                continue
            number = match.board.hex_index[move_place(lit.spot.move)]
            lost = {owner: pips for owner, pips, _x in lit.blocks}
            for seat in range(match.seats):
                at = sum(1 << spot for spot in match.board.hex_spots[number])
                cards = (match.settlements[seat] & at).bit_count()
                cards += 2 * (match.cities[seat] & at).bit_count()
                assert lost.get(seat, 0) == cards * match.layout.hex_pips[number]
                total += cards
    assert total


def everywhere(match: CatanMatch) -> dict[str, tuple[int, int]]:
    """By trying every way: where the wagon can get, for how many points and then how much gold."""
    seat, found = match.active, dict[str, tuple[int, int]]()
    points, gold, at = match.movement, match.gold[seat], match.board.spots[match.wagons[seat]]
    best: dict[tuple[str, int], int] = {}
    heap = [(match, 0)]
    while heap:
        here, tolls = heap.pop()
        for move in here.legal_moves(seat):
            if not move.startswith("go "):
                continue
            there = here.copy()
            events = there.play(seat, move)
            used = points - next(e.data["left"] for e in events if e.kind == "go")
            paid = tolls + sum(e.kind == "toll" for e in events)
            place = move.split(" ")[1]
            if best.get((place, paid), points + 1) <= used:
                continue
            best[place, paid] = used
            found[place] = min(found.get(place, (points + 1, gold)), (used, paid))
            heap.append((there, paid))
    found.pop(at, None)
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_the_reach_of_a_wagon_is_what_trying_every_way_finds(seats: int) -> None:
    tolls = looked = 0
    for match, _events in walk((seats, {"scenario": "traders"}), "reach"):
        if not match.stack or match.stack[-1][0] != "wagon" or match.arrived:
            continue
        names = match.board.spots
        routes = {names[at]: route for at, route in reachable_routes(match, match.active).items()}
        reach = {place: (route.points, len(route.tolls)) for place, route in routes.items()}
        assert reach == everywhere(match)
        for place, route in routes.items():
            trial = match.copy()
            for step in route.places:
                trial.play(match.active, f"go {names[step]}")
            assert trial.board.spots[trial.wagons[match.active]] == place
        tolls += sum(n for _points, n in reach.values())
        looked += 1
        if looked == 12:
            break
    assert tolls


def test_a_far_place_is_one_list_of_moves_and_says_points_and_tolls() -> None:
    match = main_phase_match(scenario="traders")
    enter_wagon_phase(match)
    found = {lit.spot.move: lit for lit in picture_of(match, 0).lit}
    far = [lit for listed, lit in found.items() if listed.startswith("[")]
    assert far
    for lit in far:
        steps = json.loads(lit.spot.move)
        assert len(steps) > 1
        trial = match.copy()
        for move in steps:
            trial.play(0, move)
        assert lit.text in lit.spot.label
        if not trial.arrived:
            assert int(lit.text) == match.movement - trial.movement
        assert match.gold[0] - trial.gold[0] == lit.tolls


def test_a_way_ends_where_a_token_is_turned_over_and_is_final_there() -> None:
    match = main_phase_match(scenario="traders")
    enter_wagon_phase(match)
    plaza = next(lit for lit in picture_of(match, 0).lit if lit.spot.move == "go -8,0")
    assert plaza.spot.is_final
    beyond = [lit for lit in picture_of(match, 0).lit if '"go -8,0", ' in lit.spot.move]
    assert not beyond


def test_plaza_previews_delivery() -> None:
    match = main_phase_match(scenario="traders")
    enter_wagon_phase(load_wagon(deal(match, 0, "swift"), "glass"))
    plaza = next(lit for lit in picture_of(match, 0).lit if lit.spot.move == "go -8,0")
    assert "delivers glass: 1 gold" in plaza.spot.preview


def test_what_has_not_changed_is_drawn_from_equal_values() -> None:
    match = give(main_phase_match(), 0, brick=1, lumber=1)
    before = picture_of(match, 0)
    play(match, moves_with_verb(match, 0, "road")[0])
    after = picture_of(match, 0)
    assert before.print == after.print
    assert before.houses == after.houses
    changed = set(after.roads) - set(before.roads)
    assert [owner for owner, _roads in changed] == [0]


def test_the_odds_print_what_the_rules_would_give() -> None:
    checked = 0
    for number, (match, _events) in enumerate(walk((3, {}), "odds")):
        if number % EVERY:
            continue
        for odds, _ways, gains in dice_panel.dice_panel(scene(match, 1)).odds:
            expected = dict.fromkeys(PRODUCES.values(), 0)
            for one in (h for h, n in enumerate(match.layout.numbers) if n == odds):
                if one == match.robber:
                    continue
                at = sum(1 << spot for spot in match.board.hex_spots[one])
                ware = PRODUCES[match.layout.terrain[one]]
                expected[ware] += (match.settlements[1] & at).bit_count()
                expected[ware] += 2 * (match.cities[1] & at).bit_count()
            assert dict(gains) == {ware: n for ware, n in expected.items() if n}
            checked += bool(gains)
        ways = re.findall(r'class="ct-ways-(\d)', html(scene(match, 1)))
        assert sum(map(int, ways)) == len(TWO_DICE)
    assert checked


def test_harbours_lie_on_the_sea_and_the_pieces_within_the_box() -> None:
    match = main_phase_match(scenario="traders")
    found = picture_of(match, 0)
    box = re.search(r'data-map viewBox="([^"]*)"', html(scene(match, 0)))
    assert box
    left, top, wide, tall = map(float, box[1].split())
    land = [(x, y) for x, y, *_rest in found.print.hexes]
    assert len(found.print.ports) == 9
    for port in found.print.ports:
        assert left + 20 < port.x < left + wide - 20
        assert top + 6 < port.y - 12 < port.y + 12 < top + tall - 6
        assert all(abs(port.x - x) + abs(port.y - y) > picture.HARBOUR_OUT for x, y in land)
    assert len(members(match.board.inner)) == len(found.print.lanes)
