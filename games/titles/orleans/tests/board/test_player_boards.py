"""My own board: what places say they bring is what they then bring, and plans can be composed."""

from __future__ import annotations

import functools
import itertools
import json
import random
from collections.abc import Iterator
from typing import cast

import games.rules as rules
from games.boards.rendering import RenderedBoard as Drawing
from tests.boards.walks import scene
from tests.markup import Reader

from ...board import (
    component_data,
    dock,
    gains,
    player_boards,
    preview,
    scene_access,
)
from ...board.spots import Spots
from ...rules import OrleansMatch
from ...rules.board import Board
from ...rules.components import LAST_SPACE, TILE_ID
from ...rules.view import Seat
from ..rules.positions import ALL_SETS
from .test_board import SHOW

MATCHES = 3  # of each number of seats
CHANGED = (
    "coins",
    "goods",
    "bread",
    "development",
    "tracks",
    "stations",
    "road_stations",
    "stock",
    "citizens",
    "tiles",
    "merchant",
)


@functools.cache
def whole(seats: int, number: int) -> list[tuple[OrleansMatch, int, float]]:
    """A match by the policy and at random: its positions, who decides there, and a lot for each."""
    chooser = random.Random(f"mine {seats} {number}")
    match = rules.new_match("orleans", seats, ALL_SETS, seed=f"mine {seats} {number}")
    assert isinstance(match, OrleansMatch)
    found = []
    while not match.over:
        seat = chooser.choice(match.actors)
        found.append((match.copy(), seat, chooser.random()))
        moves = match.legal_moves(seat)
        is_random = chooser.random() < 0.2
        match.play(seat, chooser.choice(moves) if is_random else match.auto_move(seat))
    return found


def positions(share: float = 0.25) -> Iterator[tuple[OrleansMatch, int]]:
    """So many positions of these matches, with a seat that is to decide."""
    for seats, number in itertools.product((2, 3, 4, 5), range(MATCHES)):
        for match, seat, lot in whole(seats, number):
            if lot < share:
                yield match, seat


def boards_around_move(match: OrleansMatch, seat: int, move: str) -> tuple[Board, Board] | None:
    """My board before and after a move on the match itself; None where more happened than that."""
    after = match.copy()
    events = after.play(seat, move)
    if (after.round, after.phase) != (match.round, match.phase):
        return None
    if after.reveals > match.reveals or any(event.data.get("auto") for event in events):
        return None
    board = after.boards[seat]
    for event in events:
        if event.kind == "return":  # whoever stood there is back in the bag
            for tile in event.data["tiles"]:
                board.bag[TILE_ID[tile]] -= 1
    return match.boards[seat], board


def uses(match: OrleansMatch, seat: int) -> list[str]:
    return [move for move in match.legal_moves(seat) if move.startswith("act ")]


def test_what_the_person_sees_is_enough_to_know_their_moves() -> None:
    for match, seat in positions():
        here = scene_access.match_of(scene(match, seat))
        assert here is not None
        assert here.legal_moves(seat) == match.legal_moves(seat)
        assert here.view(seat) == match.view(seat)


def test_a_move_brings_what_was_said_before_it() -> None:
    seen_ = 0
    for match, seat in positions():
        look = scene(match, seat)
        for move in uses(match, seat):
            found, forecast = (
                boards_around_move(match, seat, move),
                gains.boards_around_move(look, move),
            )
            if found is None or forecast is None:
                continue
            seen_ += 1
            for name in CHANGED:
                assert getattr(forecast[1], name) == getattr(found[1], name), (move, name)
            assert gains.move_gains(look, move) == list(gains.gains_between(*found)), move
    assert seen_ > 500


def test_a_place_prints_what_its_only_move_then_brings() -> None:
    seen_ = set()
    for match, seat in positions(0.5):
        look = scene(match, seat)
        moves = uses(match, seat)
        for place in {move.split(" ")[1] for move in moves} - set(gains.PLACES_WITH_CHOICE):
            ways = [move for move in moves if move.split(" ")[1] == place]
            found = boards_around_move(match, seat, ways[0])
            if len(ways) == 1 and ways[0] == f"act {place}" and found is not None:
                seen_.add(place)
                assert gains.place_forecast(look, place).gains == tuple(gains.gains_between(*found))
    assert {"farm_house", "university", "castle", "monastery", "guildhall", "scriptorium"} <= seen_


def test_a_place_is_useless_with_a_reason_where_it_is_ready_without_a_move() -> None:
    reasons = set()
    for match, seat in positions(0.5):
        if match.phase != "actions" or match.step or seat not in match.actors:
            continue
        look = scene(match, seat)
        usable = {move.split(" ")[1] for move in uses(match, seat)}
        me = mine_of(match, seat)
        for place, filled in me["places"].items():
            if place == "sacristy" or not component_data.is_ready(place, filled):
                continue
            forecast = gains.place_forecast(look, place)
            assert bool(forecast.why) == (place not in usable), place
            assert player_boards.state(place, filled, forecast.why) == (
                "useless" if forecast.why else "ready"
            )
            reasons.add(forecast.why)
    assert len(reasons) > 2


def test_what_a_place_wants_is_what_the_rules_miss() -> None:
    match = cast(OrleansMatch, rules.new_match("orleans", 2, ALL_SETS, seed="wants"))
    board = match.boards[0]
    board.coins = 0
    reasons = {
        place: gains.place_forecast(scene(match, 0), place).why for place in ("pharmacy", "office")
    }
    assert reasons == {"pharmacy": "too few coins", "office": "no station yet"}
    board.coins, board.development = 5, LAST_SPACE
    reasons = {
        place: gains.place_forecast(scene(match, 0), place).why for place in ("pharmacy", "library")
    }
    assert reasons == {"pharmacy": "development track full", "library": "development track full"}


def mine_of(match: OrleansMatch, seat: int) -> Seat:
    me = scene_access.own_seat(scene(match, seat))
    assert me is not None
    return me


def test_a_preview_tells_the_numbers_before_and_after() -> None:
    seen_ = 0
    for match, seat in positions():
        look = scene(match, seat)
        for move in match.legal_moves(seat):
            if not move.startswith(("act ", "deed ", "feed ", "pay", "torture ")):
                continue
            found = boards_around_move(match, seat, move)
            line = preview.preview_text(move, look).lower()
            if found is None or not line or gains.boards_around_move(look, move) is None:
                continue
            before, after = found
            if before.coins != after.coins:
                seen_ += 1
                assert f"coins {before.coins} → {after.coins}" in line, (move, line)
            if before.development != after.development:
                assert f"development {before.development} → {after.development}" in line
    assert seen_ > 100


def test_the_chance_of_a_draw_is_that_of_the_bag() -> None:
    bag = dict.fromkeys(TILE_ID, 0) | {"monk": 1, "own_farmer": 1, "farmer": 2}
    assert dict(gains_of(bag, 1)) == {"farmer": 75, "monk": 25}
    assert dict(gains_of(bag, 2)) == {"farmer": 100, "monk": 50}


def gains_of(bag: dict[str, int], drawn: int) -> Iterator[tuple[str, int]]:
    return preview.draw_odds(bag, drawn)


# plans


class Composer(Reader):
    """What the script composes plans of: tiles of my market, and the slots with what fits them."""

    def __init__(self, page: str) -> None:
        self.tiles: set[str] = set()
        self.slots: dict[str, set[str]] = {}
        self.done: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "data-tile" in found:
            self.tiles.add(found["data-tile"])
        if "data-fits" in found:
            self.slots.setdefault(found["data-slot"], set()).update(found["data-fits"].split(" "))
        if "data-plan-done" in found:
            self.done.append(found["data-move"])


def test_every_placement_of_a_plan_can_be_composed_and_no_other() -> None:
    seen_ = 0
    for match, seat in positions(0.02):
        if match.phase != "planning":
            continue
        drawing = Drawing(SHOW, scene(match, seat))
        page = Composer(drawing.html + drawing.dock)
        composed = {f"place {tile} {slot}" for slot, tiles in page.slots.items() for tile in tiles}
        listed = {move for move in match.legal_moves(seat) if move.startswith("place ")}
        assert composed == listed
        assert all(move.split(" ")[1] in page.tiles for move in listed)
        assert page.done == ["done"]
        seen_ += len(listed)
    assert seen_ > 200


def test_the_best_follower_for_a_slot_comes_first_and_a_monk_last() -> None:
    for match, seat in positions(0.03):
        if match.phase != "planning":
            continue
        look = scene(match, seat)
        mine = player_boards.my_board(look, Spots(look))
        assert mine is not None
        for card in mine.places:
            for slot in card.slots:
                fits = slot.fits.split(" ")
                exact = [
                    tile for tile in fits if tile and component_data.TYPE_OF[tile] == slot.kind
                ]
                assert exact == fits[: len(exact)]
                assert sorted(exact, key=lambda tile: not tile.startswith("own_")) == exact
                if slot.kind != "monk" and "monk" in fits:
                    assert fits[-1] == "monk"


def test_what_is_suggested_may_be_sent_in_one_list() -> None:
    plans = others = 0
    for match, seat in positions(0.15):
        look = scene(match, seat)
        mine = player_boards.my_board(look, Spots(look))
        ready = dock.dock(look, Spots(look), mine)
        assert ready is not None
        moves = (
            [f"place {' '.join(one)}" for one in json.loads(ready.plan.suggest)]
            if ready.plan
            else []
        )
        plans += bool(moves)
        at_once = json.loads(ready.at_once) if ready.at_once else []
        others += bool(at_once)
        after = match.copy()
        for move in (*moves, *at_once):
            after.play(seat, move)
    assert plans > 20
    assert others


def test_torture_sheet_counts_what_can_be_given_up() -> None:
    seen_kinds: set[str] = set()
    for match, seat in positions(1):
        look = scene(match, seat)
        losses = dock.torture_choices(look)
        listed = [move for move in look.legal if move.startswith("torture ")]
        offered = {row.move for row in losses.rows} if losses else set()
        assert offered == {move for move in listed if not dock.is_on_board(move)}
        if losses is None:
            continue
        seen_kinds |= {row.move.split(" ")[1] for row in losses.rows}
        assert len(losses.says) == losses.limit + 1
        for row in losses.rows:
            after = match.copy()
            for _ in range(row.most):
                assert row.move in after.legal_moves(seat)
                after.play(seat, row.move)
            if row.move != dock.RANDOM and row.have < losses.limit:
                assert row.move not in after.legal_moves(seat)
    assert {"station", "development"} <= seen_kinds


def test_plans_in_the_making_are_shutters_to_the_others() -> None:
    match = next(match for match, _seat in positions(1) if match.phase == "planning").copy()
    seat = match.actors[0]
    before = player_boards.other_board(scene(match, 1 - seat), seat)
    move = next(move for move in match.legal_moves(seat) if move.startswith("place "))
    match.play(seat, move)
    after = player_boards.other_board(scene(match, 1 - seat), seat)
    assert after == before
    assert all(card.is_closed for card in after.places if card.state == "empty")


def test_at_the_end_the_area_of_a_seat_is_what_its_pieces_were_worth() -> None:
    match = rules.new_match("orleans", 3, seed="area")
    assert player_boards.products(scene(match, 0)) == ()
    while not match.over:
        match.play(match.actors[0], match.auto_move(match.actors[0]))
    areas = player_boards.products(scene(match, None))
    worth = {score.seat: score.breakdown for score in match.scores()}
    assert [one.points for one in areas] == sorted((one.points for one in areas), reverse=True)
    for one in areas:
        assert one.points == worth[one.seat]["stations"] + worth[one.seat]["citizens"]
    assert 'class="is-' in Drawing(SHOW, scene(match, None)).html


def test_a_place_says_in_words_what_its_picture_shows() -> None:
    for match, seat in positions(0.03):
        look = scene(match, seat)
        mine = player_boards.my_board(look, Spots(look))
        assert mine is not None
        for card in mine.places:
            assert bool(card.forecast.gains) == bool(card.brings)
