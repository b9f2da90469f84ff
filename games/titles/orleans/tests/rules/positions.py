"""Positions of Orléans in a few words, and short ways to play and look at them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import games.rules as rules
from games.rules.match import Event

from ...rules import components as box
from ...rules import rounds, town_map
from ...rules.beneficial_deeds import SLOT_BITS
from ...rules.board import SPAN, TECHNOLOGY, Board
from ...rules.match import OrleansMatch
from ...rules.scoring import level_points

ALL_SETS: dict[str, Any] = {f"set_{number}": "on" for number in range(1, 6)} | {"places": "all"}
ROUND = {"a": 2, "b": 7, "c": 13}


def fresh_match(
    seats: int = 2,
    script: Mapping[str, Any] | None = None,
    rules_version: int | None = None,
    **options: str,
) -> OrleansMatch:
    """A fresh match, of the newest version of the rules where none is given."""
    match = rules.new_match(
        "orleans",
        seats,
        options,
        seed="orleans tests",
        script=script,
        rules_version=rules_version,
    )
    assert isinstance(match, OrleansMatch)
    return match


def position(
    *boards: dict[str, Any],
    phase: str = "actions",
    event: str = "trading_day",
    letter: str = "a",
    start: int = 0,
    script: Mapping[str, Any] | None = None,
    options: dict[str, str] | None = None,
    rules_version: int | None = None,
    **table: Any,
) -> OrleansMatch:
    """A match at the beginning of a phase, with these boards.

    By default the own tiles are on the market.

    boards: coins, goods, bread, tracks, development, market, bag, places, tiles, held, merchant,
    stations, road_stations, stock, citizens. table: followers, goods, technology, deeds, edges,
    no_citizens, round.
    """
    chosen = options if options is not None else ALL_SETS
    match = fresh_match(len(boards), script, rules_version, **chosen)
    match.round = table.pop("round", ROUND[letter])
    match.start = start
    put_event(match, event)
    match.followers = changed_counts(match.followers, box.TYPES, table.pop("followers", {}))
    match.goods = changed_counts(match.goods, box.GOODS, table.pop("goods", {}))
    match.technology = table.pop("technology", match.technology)
    for key, filled in table.pop("deeds", {}).items():
        fill_deed(match, key, filled)
    for key, goods in table.pop("edges", {}).items():
        match.edges[town_map.EDGE_ID[key]] = tuple(box.GOOD_ID[good] for good in goods)
    for source in table.pop("no_citizens", ()):
        match.citizens &= ~box.CITIZEN_BIT[source]
    assert not table, f"unknown: {table}"
    for number, words in enumerate(boards):
        match.boards[number] = board_of(match, dict(words))
    match._lists.clear()
    match._events = []
    rounds.run_stages(match, phase)
    match.opening = match._events
    match._lists.clear()
    return match


def put_event(match: OrleansMatch, event: str) -> None:
    """Swap the wanted event of the round's pile into its place."""
    at = match.round - 1
    if match.deck[at] != event:
        first, end = next(span for span in box.PILE_ROUNDS.values() if span[0] <= at < span[1])
        other = match.deck.index(event, first, end)
        match.deck[at], match.deck[other] = match.deck[other], match.deck[at]


def changed_counts(counts: list[int], words: tuple[str, ...], new: Mapping[str, int]) -> list[int]:
    return [new.get(word, count) for word, count in zip(words, counts, strict=True)]


def fill_deed(match: OrleansMatch, key: str, filled: str) -> None:
    deed = box.DEED_ID[key]
    for word in filled.split():
        free = SLOT_BITS[deed][box.TYPES.index(word)] & ~match.deeds[deed]
        assert free, f"{key} has no free {word} slot"
        match.deeds[deed] |= free & -free


def board_of(match: OrleansMatch, words: dict[str, Any]) -> Board:
    board = Board()
    board.market = bytearray(len(box.TILES))
    for tile in words.pop("tiles", ()):
        board.add_place(box.PLACE_ID[tile])
        match.available = tuple(p for p in match.available if p != box.PLACE_ID[tile])
    for tile in words.pop("market", " ".join(box.OWN_TILES)).split():
        board.market[box.TILE_ID[tile]] += 1
    for tile in words.pop("bag", "").split():
        board.bag[box.TILE_ID[tile]] += 1
    for place, filled in words.pop("places", {}).items():
        fill(board, place, filled)
    board.goods = changed_counts(board.goods, box.GOODS, words.pop("goods", {}))
    board.tracks = changed_counts(board.tracks, box.TRACKS, words.pop("tracks", {}))
    held = words.pop("held", "").split()
    board.held_first, board.held_later = held.count("first"), held.count("later")
    board.merchant = town_map.TOWN_ID[words.pop("merchant", "orleans")]
    board.stations = sum(1 << town_map.TOWN_ID[town] for town in words.pop("stations", "").split())
    for name in ("coins", "bread", "development", "road_stations", "stock", "citizens"):
        setattr(board, name, words.pop(name, getattr(board, name)))
    assert not words, f"unknown: {words}"
    board.leveled = level_points(board)
    return board


def fill(board: Board, place: str, filled: str) -> None:
    """Slots in order: a tile, `technology`, or `-` for empty."""
    number = box.PLACE_ID[place]
    assert board.owns(number), f"{place} is not owned"
    contents = filled.split()
    span = SPAN[number]
    assert len(contents) == span.stop - span.start, f"{place} has other slots"
    for slot, word in zip(range(span.start, span.stop), contents, strict=True):
        if word == "technology":
            board.slots[slot] = TECHNOLOGY
        elif word != "-":
            board.slots[slot] = box.TILE_ID[word] + 1


def play(match: OrleansMatch, *moves: str) -> list[Event]:
    """Play moves like "0 act castle"; returns all events."""
    events: list[Event] = []
    for line in moves:
        seat, move = line.split(" ", 1)
        events += match.play(int(seat), move)
    return events


def finish_round(match: OrleansMatch) -> None:
    """Everybody passes or declines until the next planning phase or the end."""
    now = match.round
    while not match.over and match.round == now:
        seat = match.actors[0]
        listed = match.legal_moves(seat)
        quiet = [move for move in ("done", "pass", "keep", "finish") if move in listed]
        match.play(seat, quiet[0] if quiet else match.auto_move(seat))


def legal(match: OrleansMatch, seat: int, start: str = "") -> list[str]:
    """Listed moves that begin with these words."""
    return [
        move
        for move in match.legal_moves(seat)
        if move == start or move.startswith(f"{start} ") or not start
    ]


def own_view_data(match: OrleansMatch, seat: int) -> dict[str, Any]:
    """The seat's part of its own view."""
    shown: dict[str, Any] = match.view(seat)["seats"][seat]
    return shown


def bag(match: OrleansMatch, seat: int) -> dict[str, int]:
    return {tile: count for tile, count in own_view_data(match, seat)["bag"].items() if count}


def refusal_text(match: OrleansMatch, seat: int, move: str) -> str:
    """The reason for which a move is refused; the match stays as it was."""
    before = json.dumps(match.dump())
    try:
        match.play(seat, move)
    except rules.IllegalMove as refused:
        assert json.dumps(match.dump()) == before
        return refused.reason
    raise AssertionError(f"{move!r} was accepted")


def score_of(events: list[Event], seat: int, key: str) -> int:
    """The sum of the score events of a key."""
    return sum(
        event.data["amount"]
        for event in events
        if event.kind == "score" and event.seat == seat and event.data["key"] == key
    )


def event_kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
