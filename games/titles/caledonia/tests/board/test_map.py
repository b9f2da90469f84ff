"""The map and the round strip: every number they show is the one by which the rules go."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client

import games.rules as rules
from games.boards import Scene
from games.rules.primitives.bitsets import members
from tests.boards.walks import NAMES, scene

from ...art import SPOTS
from ...board import (
    picture,
    placement_sites,
    rounds,
    terrain,
)
from ...board import (
    settlements as board_settlements,
)
from ...board.board_context import BoardContext
from ...board.scene_access import match_of, view_of
from ...rules.components import COIN_EVERY, SHIP_COST, UNIT_ID
from ...rules.expansion import total_cost
from ...rules.maps import AT, SPACE_ID, axial
from ...rules.match import Caledonia
from ...rules.scoring import import_values, largest_settlement_count, tile_glory, unit_glory
from ..rules.positions import fresh_table, round_1_table

KEY = "caledonia"
TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {}),
    (2, {"kickstarter": "on"}),
    (3, {"clans": "auction", "imports": "fixed"}),
    (4, {"clans": "none", "scoring": "off"}),
    (4, {"kickstarter": "on", "ports": "off"}),
]
EVERY = 3  # positions of which one is looked at


def positions(seed: str) -> Iterator[Caledonia]:
    """Positions of matches that spread over the map, of every kind of table."""
    for seats, options in TABLES:
        chooser = random.Random(f"{seed} {seats}")
        match = rules.new_match(KEY, seats=seats, options=options, seed=f"{seed} {seats}")
        number = 0
        while not match.over:
            number += 1
            if number % EVERY == 0:
                assert isinstance(match, Caledonia)
                yield match
            seat = chooser.choice(match.actors)
            legal = match.legal_moves(seat)
            spread = [move for move in legal if move.startswith(("expand", "row", "ship", "port"))]
            again = spread if spread and chooser.random() < 0.6 else legal
            match.play(seat, chooser.choice(again))


def placement_positions(seed: str) -> Iterator[tuple[Caledonia, Scene, list[placement_sites.Site]]]:
    """Positions with a seat that may put units onto the map, and where it may."""
    for match in positions(seed):
        for seat in match.actors:
            seen = scene(match, seat)
            found = placement_sites.sites(seen, match_of(seen))
            if found:
                yield match, seen, found


def after(match: Caledonia, seat: int, move: str) -> Caledonia:
    twin = match.copy()
    twin.play(seat, move)
    return twin


def spots(seen: Scene) -> list[dict[str, str]]:
    """What the map says of its lit spaces, as the script reads it."""
    html = picture.picture(BoardContext(seen)).spots
    found = []
    for text in re.findall(r'<g class="cal-spot[^>]*>', html):
        pairs = re.findall(r'([\w-]+)="([^"]*)"', text)
        found.append({name: unescape(value) for name, value in pairs})
    return found


def script_texts(seen: Scene) -> dict[str, Any]:
    match = re.search(r'data-texts="([^"]*)"', picture.picture(BoardContext(seen)).spots)
    found: dict[str, Any] = json.loads(unescape(match[1])) if match else {}
    return found


def composed_moves(seen: Scene) -> set[str]:
    """The moves that the script makes of what the map says."""
    data, found = script_texts(seen), set()
    for spot in spots(seen):
        if "data-move" in spot:
            found.add(spot["data-move"])
            continue
        at = spot["data-at"]
        for way in spot["data-ways"].split():
            if way.startswith("row@"):
                found.add(f"row {way[4:]} {at}")
            elif way.startswith("swap@"):
                found.add(f"swap {at} {way[5:]}")
            else:
                unit, total = way.split("=")
                if int(total) <= data["money"] and "is-far-off" not in spot["class"]:
                    found.add(f"{data['verb']} {unit} {at}")
    return found


def test_the_map_offers_every_move_that_belongs_to_a_space_and_no_other() -> None:
    verbs = ("place", "expand", "row", "swap", "slaughter")
    offered = set()
    for match in positions("offers"):
        for seat in match.actors:
            seen = scene(match, seat)
            legal = {move for move in seen.legal if move.startswith(verbs)}
            assert composed_moves(seen) == legal
            offered |= {move.split(" ")[0] for move in legal}
    assert offered >= {"place", "expand", "slaughter", "swap"}


def test_fishermen_row_on_the_map() -> None:
    table = round_1_table(3, clans=("macdonald", "campbell", "stewart"))
    loch = next(AT[space] for space in members(table.match.board.lochs))
    table.put(0, "worker", loch)
    seen = scene(table.match, 0)
    legal = {move for move in seen.legal if move.startswith("row")}
    assert legal
    assert legal <= composed_moves(seen)
    tokens = picture.picture(BoardContext(seen)).tokens
    assert [token.row_choice for token in tokens if token.row_choice] == [f"row@{loch}"]


def test_every_price_is_what_the_rules_take() -> None:
    payable = dear = 0
    for match, seen, sites in placement_positions("prices"):
        assert seen.seat is not None
        p, verb = match.players[seen.seat], placement_sites.placement_verb(seen)
        for site in sites:
            for unit, total in site.ways:
                move = f"{verb} {unit} {site.at}"
                waived = bool(match.frames)
                space = SPACE_ID[site.at]
                assert total == total_cost(match, p, UNIT_ID[unit], space, waived=waived)
                if move in seen.legal:
                    assert seen.view["costs"][move] == total
                    event = match.copy().play(seen.seat, move)[0]
                    assert event.data["cost"] == total
                    payable += 1
                else:
                    assert site.is_far or total > p.money
                    dear += 1
    assert payable
    assert dear


def test_what_is_one_level_away_is_in_reach_after_shipping() -> None:
    seen_any = False
    for match, seen, sites in placement_positions("shipping"):
        assert seen.seat is not None
        far = {site.at for site in sites if site.is_far}
        if not far or "ship" not in seen.legal:
            continue
        twin = after(match, seen.seat, "ship")
        p = twin.players[seen.seat]
        near = {site.at for site in sites if not site.is_far}
        gained = {AT[space] for space in members(p.reach & ~match.players[seen.seat].reach)}
        assert far <= gained
        assert not near & gained
        assert script_texts(seen)["ship"] == SHIP_COST
        seen_any = True
    assert seen_any


def test_map_previews_settlements_neighbours_and_glory_as_they_happen() -> None:
    offers = glories = links = 0
    for match, seen, sites in placement_positions("brings"):
        seat = seen.seat
        assert seat is not None
        tile = placement_sites.round_tile(match)
        for site in sites:
            move = next(
                (m for m in seen.legal if m.startswith("expand") and m.endswith(f" {site.at}")), ""
            )
            if not move or match.frames:
                continue
            unit = move.split(" ")[1]
            twin = match.copy()
            _put(twin, seat, unit, site.at)
            p = twin.players[seat]
            assert site.linked_settlements == largest_settlement_count(
                twin.board, p.units, p.shipping
            )
            links += site.linked_settlements > seen.view["players"][seat]["settlements"]
            if tile:
                gain = tile_glory(twin, p, tile) - tile_glory(match, match.players[seat], tile)
                assert site.glory + unit_glory(tile, UNIT_ID[unit]) == gain
                glories += gain > 0
            events = match.copy().play(seat, move)
            bonus = next((event.data for event in events if event.kind == "bonus"), None)
            assert [offer.good for offer in site.offers] == (bonus["goods"] if bonus else [])
            assert script_texts(seen)["units"][unit][2] == bool(bonus and bonus["draws"])
            offers += bool(site.offers)
    assert offers
    assert glories
    assert links


def _put(match: Caledonia, seat: int, unit: str, at: str) -> None:
    match.players[seat].put(
        UNIT_ID[unit], SPACE_ID[at], match.board.reach[match.players[seat].shipping]
    )


def test_map_shows_neighbour_goods_with_price_and_number() -> None:
    found = 0
    for match, seen, sites in placement_positions("neighbours"):
        assert seen.seat is not None
        for site in sites:
            move = next(
                (m for m in seen.legal if m.startswith("expand") and m.endswith(f" {site.at}")), ""
            )
            if not site.offers or not move:
                continue
            view: Any = after(match, seen.seat, move).view(seen.seat)
            if not view["turn"] or not view["turn"]["frames"]:
                continue
            frame = view["turn"]["frames"][-1]
            if frame["frame"] != "bonus":
                continue
            prices = {offer["good"]: offer["price"] for offer in frame["goods"]}
            assert {offer.good: offer.price for offer in site.offers} == prices
            found += 1
    assert found


def test_a_path_crosses_only_water_that_the_level_of_shipping_allows() -> None:
    lengths = set()
    for match, seen, sites in placement_positions("paths"):
        assert seen.seat is not None
        p, board = match.players[seen.seat], match.board
        for site in sites:
            if site.is_far or not site.path:
                continue
            chain = [SPACE_ID[at] for at in site.path]
            first, *lochs, last = chain
            assert p.units >> first & 1
            assert AT[last] == site.at
            assert board.reach[p.shipping][first] >> last & 1
            lengths.add(len(lochs))
            if not lochs:
                assert board.adjacent[first] & ~board.neighbours[first] & 1 << last
                continue
            assert len(lochs) <= p.shipping - 1
            assert all(board.lochs >> loch & 1 for loch in lochs)
            for one, other in itertools.pairwise(chain):
                assert board.neighbours[one] >> other & 1
        for space in members(p.reach & ~p.units & board.land):
            is_neighbour = bool(board.neighbours[space] & p.units)
            assert is_neighbour != bool(
                placement_sites.reach_path(board, p.units, space, p.shipping)
            )
    assert {0, 1, 2} <= lengths


def test_settlements_are_drawn_as_the_rules_count_them() -> None:
    counts = set()
    for match in positions("settlements"):
        for p in match.players:
            found = board_settlements.settlement_groups(match.board, p.units, p.shipping)
            assert len(found.counted) == largest_settlement_count(match.board, p.units, p.shipping)
            assert sum(found.groups) == p.units
            assert len(found.links) == max(0, len(found.counted) - 1)
            for one, other in found.links:
                assert match.board.reach[p.shipping][one] >> other & 1
            counts.add(len(found.counted))
    assert len(counts) > 3


def test_my_points_by_a_scoring_tile_are_those_of_the_rules() -> None:
    for match in positions("strip"):
        for seat in range(match.seats):
            seen = scene(match, seat)
            strip = rounds.rounds(seen)
            for shield, cost in zip(strip.shields, seen.view["contracts"]["costs"], strict=True):
                assert shield.cost == cost
                if shield.mine is not None:
                    tile = match.tiles[shield.round - 1]
                    assert (shield.tile, shield.mine) == (
                        tile,
                        tile_glory(match, match.players[seat], tile),
                    )
            assert any(shield.mine is not None for shield in strip.shields) == bool(match.tiles)
            assert [one.value for one in strip.imports] == list(import_values(match))


def test_import_counter_shows_next_pound() -> None:
    assert rounds.ImportCounter("cotton", 4, 5).coin == COIN_EVERY
    assert rounds.ImportCounter("cotton", COIN_EVERY, 5).coin == 2 * COIN_EVERY


def test_the_places_by_passing_bring_what_is_left() -> None:
    for match in positions("order"):
        if match.phase != "action" or match.seats == 1:
            continue
        passing = rounds.rounds(scene(match, 0)).passing
        assert [one.seat for one in passing if one.seat is not None] == list(match.passed)
        left = [one.money for one in passing if one.seat is None]
        assert left[0] == match.view(None)["pass_money"]


def test_the_solo_line_counts_as_the_end_does() -> None:
    match = rules.new_match(KEY, seats=1, seed="solo line")
    while not match.over:
        match.play(0, match.auto_move(0))
    line = rounds.solo(view_of(scene(match, 0))["players"][0])
    total = match.scores()[0].total
    assert line.total == total
    assert line.grade == match.view(None)["grade"]
    assert line.exports == len(match.view(None)["players"][0]["fulfilled"])


def test_a_drafted_unit_is_a_ghost_and_may_go_elsewhere() -> None:
    for match, seen, _sites in placement_positions("drafts"):
        assert seen.seat is not None
        moves = [move for move in seen.legal if move.startswith("expand")]
        if len(moves) < 3 or match.frames:
            continue
        move = moves[0]
        drafted = replace(
            scene(after(match, seen.seat, move), seen.seat),
            legal=[],
            draft=[move],
            removable=frozenset({0}),
            alternatives=[one for one in seen.legal if one != move],
        )
        map_picture = picture.picture(BoardContext(drafted))
        _verb, unit, at = move.split(" ")
        ghosts = [token for token in map_picture.tokens if token.is_ghost]
        assert [(ghost.at, ghost.unit, ghost.undo) for ghost in ghosts] == [(at, unit, 0)]
        same = {one for one in moves[1:] if one.split(" ")[1] == unit}
        assert {other.move for other in map_picture.others} == same
        assert all(other.keep == 0 for other in map_picture.others)
        return
    raise AssertionError("no such position")


def test_only_alternatives_near_a_drafted_unit_show_unasked() -> None:
    """With the first workers every free space is one: they would cover the map."""
    table = fresh_table(3)
    for seat in (2, 1, 0):
        table.play(seat, table.legal(seat, "choose")[0])
    move, *others = table.legal(0, "place woodcutter")
    table.play(0, move)
    drafted = replace(
        scene(table.match, 0),
        legal=[],
        draft=[move],
        removable=frozenset({0}),
        alternatives=others,
    )
    alternatives = picture.picture(BoardContext(drafted)).others
    q, r = axial(SPACE_ID[move.split(" ")[2]])
    for other in alternatives:
        east, south = (
            one - here for one, here in zip(axial(SPACE_ID[other.at]), (q, r), strict=True)
        )
        steps = max(abs(east), abs(south), abs(east + south))
        assert other.is_near == (steps <= 2), other.at
    assert sum(other.is_near for other in alternatives) in range(1, len(alternatives) // 3)


def test_news_are_flagged_in_the_order_of_placing() -> None:
    table = round_1_table(3).put(1, "cow", "3,2")
    news = [
        rules.Event("expand", 1, {"unit": "cow", "at": "3,2", "cost": 1, "discount": 0}),
        rules.Event("ship", 2, {"level": 1}),
        rules.Event("expand", 2, {"unit": "cow", "at": "4,2", "cost": 1, "discount": 0}),
    ]
    flags = picture.picture(BoardContext(scene(table.match, 0, news))).flags
    assert [(flag.at, flag.seat, flag.number) for flag in flags] == [("3,2", 1, 1), ("4,2", 2, 2)]


def test_the_land_is_one_drawing_that_stays() -> None:
    grounds = set()
    for match in positions("land"):
        if match.seats != 3:
            continue
        land = picture.ground(scene(match, 0).view)  # type: ignore[arg-type]
        grounds.add(land)
    assert len(grounds) <= 2  # the clans left over go with the draft
    for land in grounds:
        root = ElementTree.fromstring(f"<svg>{land.signs}</svg>")  # noqa: S314 (our own)
        costs = root.findall(".//g[@class='cal-coin']")
        assert len(costs) == land.board.land.bit_count()
        name = urlsplit(land.address).path.rpartition("/")[2].removesuffix(".svg")
        svg = terrain.drawing_by_name(name)
        assert svg is not None
        assert len(zlib.compress(svg.encode())) < 5500
        assert ("cal-border" in svg) == land.borders


@pytest.mark.parametrize("name", ["", "1111-2", "1111-200", "1119-211", "1111-511", "11111-211"])
def test_no_match_has_another_land(name: str) -> None:
    assert (terrain.drawing_by_name(name) is not None) == (name == "1111-200")


@pytest.mark.django_db
def test_the_land_is_kept_by_browsers_for_as_long_as_it_is_drawn_so(client: Client) -> None:
    land = terrain.Ground((1, 2, 1, 2), 2, ports=True, deltas=False, borders=False)
    answer = client.get(land.address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    older = client.get(f"{land.address}0")
    assert older.status_code == 200
    assert "immutable" not in older.headers["Cache-Control"]
    assert client.get(land.address.replace("1212", "1219")).status_code == 404


def test_what_grows_in_a_third_of_a_space_stands_in_that_third() -> None:
    for number, ((x, y),) in enumerate(SPOTS[2]):
        clockwise = math.degrees(math.atan2(y, x)) % 360
        assert (clockwise - (180 + 120 * number)) % 360 < 120


def test_names_of_people_are_text_on_the_map() -> None:
    from django.template.loader import render_to_string

    table = round_1_table(2).put(1, "cow", "3,2")
    seen = replace(scene(table.match, 0), names=["<b>Mallory</b>", "<i>Eve</i>"])
    for token in picture.picture(BoardContext(seen)).tokens:
        html = render_to_string("caledonia/templates/token.html", {"piece": token})
        assert "<i>" not in html
        assert "&lt;i&gt;Eve" in html


@pytest.mark.parametrize("seat", [None, 0])
def test_nothing_is_lit_for_whoever_is_not_asked(seat: int | None) -> None:
    table = round_1_table(3)
    seen = replace(scene(table.match, seat), legal=[])
    map_picture = picture.picture(BoardContext(seen))
    assert not map_picture.is_asked
    assert "data-ways" not in map_picture.spots
    assert not any(port.spot or port.has_sheet for port in map_picture.ports)
    assert len(NAMES) >= len(seen.names)
