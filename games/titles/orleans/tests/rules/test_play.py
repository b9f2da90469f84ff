"""Whole matches of an eager random player: everything keeps adding up."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import games.rules as rules
from games.rules.match import Event

from ...rules import components as box
from ...rules.autoplay import first_free, tile_to_complete
from ...rules.board import GROUPS, TECHNOLOGY
from ...rules.match import OrleansMatch
from .positions import ALL_SETS, fresh_match, position

QUIET = ("done", "pass")
BASE: dict[str, Any] = {"simultaneous_followers": "off"}


def rich(seats: int, rules_version: int | None = None) -> OrleansMatch:
    """Round 2, all place tiles in somebody's hands, full bags: everything gets used."""
    keys = [tile.key for tile in box.PLACE_TILES]
    random.Random(seats).shuffle(keys)
    boards = [
        {
            "tiles": keys[seat::seats],
            "bag": " ".join(box.TYPES * 2),
            "coins": 8,
            "stock": 9,
            "goods": {"grain": 2, "wool": 1},
            "stations": ("tours", "blois", "chinon", "vierzon", "nevers")[seat],
            "tracks": {"craftsman": 2, "knight": 4, "boatman": 1, "trader": 2, "farmer": 1},
            "held": "first later",
        }
        for seat in range(seats)
    ]
    return position(*boards, phase="followers", rules_version=rules_version)


STARTS = {
    "base for two": lambda: fresh_match(2, **BASE),
    "all for five": lambda: fresh_match(5, **ALL_SETS),
    "rich for two": lambda: rich(2),
    "rich for three": lambda: rich(3),
    "rich for four": lambda: rich(4),
    "rich for three, version 1": lambda: rich(3, rules_version=1),
}
every_start = pytest.mark.parametrize("start", STARTS)


def eager(match: OrleansMatch, rng: random.Random) -> tuple[int, str]:
    """A random move that mostly does something, and mostly completes a random place."""
    seat = rng.choice(match.actors)
    listed = match.legal_moves(seat)
    if match.phase == "planning" and rng.random() < 0.9:
        board = match.boards[seat]
        places = [place for place in board.places if tile_to_complete(board, place) >= 0]
        if places:
            place = rng.choice(places)
            tile, group = tile_to_complete(board, place), GROUPS[first_free(board, place)]
            slot = box.SLOT_TYPES[group.type]
            move = f"place {box.TILES[tile]} {box.PLACE_KEYS[place]} {slot}"
            if move in listed:  # the tower is not always open
                return seat, move
    busy = [move for move in listed if move not in QUIET]
    if match.phase == "followers" and rng.random() < 0.8:
        busy = [move for move in busy if move.startswith("draw")][-1:] or busy
    return seat, rng.choice(busy if busy and rng.random() < 0.96 else listed)


def followers(match: OrleansMatch) -> Counter[int]:
    """Every follower tile in the match, wherever it is."""
    found: Counter[int] = Counter()
    for kind, count in enumerate(match.followers):
        found[box.NEUTRAL + kind] += count
    for deed, filled in zip(box.DEEDS, match.deeds, strict=True):
        for number, kind in enumerate(deed.slots):
            if filled >> number & 1:
                found[box.NEUTRAL + kind] += 1
    for board in match.boards:
        for tile in range(len(box.TILES)):
            found[tile] += board.market[tile] + board.bag[tile]
        found.update(content - 1 for content in board.slots if 0 < content < TECHNOLOGY)
    found.update(match.drawn)
    return +found


def goods(match: OrleansMatch) -> Counter[int]:
    found = Counter(dict(enumerate(match.goods)))
    for edge in match.edges:
        found.update(edge)
    for board in match.boards:
        found.update(dict(enumerate(board.goods)))
        found[box.GRAIN] += board.bread
    return +found


def technology(match: OrleansMatch) -> int:
    return match.technology + sum(
        board.held_first + board.held_later + board.slots.count(TECHNOLOGY)
        for board in match.boards
    )


def place_tiles(match: OrleansMatch) -> int:
    return len(match.available) + sum(len(board.tiles) for board in match.boards)


def losses(events: list[Event]) -> Counter[str]:
    """What torture took out of the game, by kind."""
    lost = [event.data for event in events if event.kind == "torture"]
    return Counter(data["what"] for data in lost)


@every_start
def test_components_are_conserved(start: str) -> None:
    rng = random.Random(start)
    match = STARTS[start]()
    all_followers = followers(match).total()
    all_goods = goods(match).total()
    all_technology = technology(match)
    all_tiles = place_tiles(match)
    gone: Counter[str] = Counter()
    while not match.over:
        seat, move = eager(match, rng)
        technologies = technology(match)
        events = match.play(seat, move)
        gone += losses(events)
        assert followers(match).total() == all_followers - gone["follower"]
        assert goods(match).total() == all_goods - gone["good"]
        assert place_tiles(match) == all_tiles - gone["place"]
        assert technology(match) <= technologies
        assert all_technology - technology(match) >= gone["technology"]
        citizens = match.citizens.bit_count() + sum(board.citizens for board in match.boards)
        assert citizens == 14
        for board in match.boards:
            assert min(board.coins, board.stock, board.bread, *board.goods, *board.tracks) >= 0
            assert 0 <= board.development <= 30
            assert board.station_count + board.stock <= 10


@every_start
def test_score_events_sum_to_every_key(start: str) -> None:
    rng = random.Random(start)
    match = STARTS[start]()
    keys = [Counter(score.breakdown) for score in match.scores()]
    events: list[Event] = []
    while True:
        for event in events:
            if event.kind == "score":
                keys[event.seat][event.data["key"]] += event.data["amount"]
                assert event.data["reason"]
        assert keys == [score.breakdown for score in match.scores()]
        if match.over:
            break
        seat, move = eager(match, rng)
        events = match.play(seat, move)


@every_start
def test_loaded_match_lists_and_shows_the_same(start: str) -> None:
    rng = random.Random(start)
    match = STARTS[start]()
    number = 0
    while not match.over:
        number += 1
        if number % 9 == 0:
            dumped = match.dump()
            loaded = rules.load("orleans", json.loads(json.dumps(dumped)))
            assert loaded.dump() == dumped
            for seat in range(match.seats):
                assert loaded.legal_moves(seat) == match.legal_moves(seat)
                assert loaded.view(seat) == match.view(seat)
        seat, move = eager(match, rng)
        match.play(seat, move)


@every_start
def test_views_do_not_depend_on_what_is_hidden(start: str) -> None:
    rng = random.Random(start)
    match = STARTS[start]()
    while not match.over:
        for eyes in (None, *range(match.seats)):
            other = match.determinize(eyes, rules.FastChance(rng.getrandbits(30)))
            assert other.view(eyes) == match.view(eyes)
            assert other.actors == match.actors
            assert eyes is None or other.legal_moves(eyes) == match.legal_moves(eyes)
            if eyes in match.actors:
                assert other.auto_move(eyes) == match.auto_move(eyes)
        for _ in range(11):
            if not match.over:
                seat, move = eager(match, rng)
                match.play(seat, move)


def test_copies_are_independent() -> None:
    rng = random.Random(3)
    match = rich(4)
    while not match.over:
        before = json.dumps(match.dump())
        twin = match.copy()
        for _ in range(5):
            if not twin.over:
                twin.play(*eager(twin, rng))
        assert json.dumps(match.dump()) == before
        for _ in range(5):
            if not match.over:
                match.play(*eager(match, rng))


def test_dump_without_history_does_not_grow() -> None:
    rng = random.Random(4)
    match = fresh_match(2)
    sizes = []
    while not match.over:
        sizes.append(len(json.dumps(match.dump(history=False))))
        match.play(*eager(match, rng))
    assert max(sizes) < 2 * min(sizes)


def test_the_eager_player_reaches_every_verb_and_nearly_every_action() -> None:
    """So the checks above mean something."""
    used: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        match = rich(2 + seed % 3)
        while not match.over:
            seat, move = eager(match, rng)
            words = move.split(" ")
            used.add(words[0])
            if words[0] in ("act", "torture"):
                used.add(" ".join(words[:2]))
            match.play(seat, move)
    never = {
        *(f"act {place.key}" for place in box.PLACES if place.kind in ("board", "action", "tower")),
        *(f"torture {what}" for what in ("station", "follower", "development", "good", "place")),
        *("draw", "recall", "place", "tech", "done", "pass", "deed", "finish", "settle", "keep"),
        *("shield", "suffer", "feed", "pay"),
    } - used
    assert len(never) <= 3, never
