"""Matches and positions for the tests: the sheet's layouts, scripted play, pieces by hand."""

from __future__ import annotations

from typing import Any

import games.rules as rules
from games.rules.primitives.bitsets import members

from ...rules import building, cards, turn
from ...rules.components import CARD_INDEX, FIRST_POINT_CARD, GOOD_INDEX, RESOURCES, WARE_INDEX
from ...rules.match import CatanMatch

# the sheet's layouts, in the order in which terrain is dealt
TERRAIN = {
    "h": "hills",
    "o": "forest",
    "p": "pasture",
    "f": "fields",
    "m": "mountains",
    "d": "desert",
}
TERRAIN_A = [TERRAIN[letter] for letter in "mpo fhph fodom omfp hfp" if letter != " "]
TERRAIN_T = [TERRAIN[letter] for letter in "mp fhph ofom omhp of" if letter != " "]
HARBOURS = ["any", "wool", "any", "ore", "any", "brick", "lumber", "grain", "any"]

FOUNDING_F = [
    (0, "settlement -4,-8"),
    (0, "road -4,-6"),
    (1, "settlement 4,-4"),
    (1, "road 5,-3"),
    (2, "settlement 4,4"),
    (2, "road 4,6"),
    (2, "settlement -4,4"),
    (2, "road -3,3"),
    (1, "settlement -8,-4"),
    (1, "road -7,-3"),
    (0, "settlement 0,8"),
    (0, "road 0,6"),
]
FOUNDING_T = [
    (0, "settlement -2,-2"),
    (0, "road -1,-3"),
    (1, "settlement 4,-4"),
    (1, "road 5,-3"),
    (2, "settlement 4,4"),
    (2, "road 3,3"),
    (2, "city -4,4"),
    (2, "road -5,3"),
    (1, "city 2,-10"),
    (1, "road 3,-11"),
    (0, "city -6,-2"),
    (0, "road -7,-1"),
]
FOUNDING_TWO = [
    (0, "settlement 2,-2"),
    (0, "road 3,-3"),
    (1, "settlement -4,4"),
    (1, "road -4,6"),
    (1, "settlement 6,10"),
    (1, "road 5,9"),
    (0, "settlement -4,-8"),
    (0, "road -4,-6"),
]
FOUNDING_TWO_TRADERS = [
    (0, "settlement -2,-2"),
    (0, "road -1,-3"),
    (1, "settlement 4,-4"),
    (1, "road 5,-3"),
    (1, "city 2,-14"),
    (1, "road 3,-13"),
    (0, "city -6,-2"),
    (0, "road -7,-1"),
]


def new_match(
    seats: int = 3,
    *,
    script: dict[str, Any] | None = None,
    rules_version: int | None = None,
    **options: str,
) -> CatanMatch:
    """A fresh match on layout A, or T in traders, with more outcomes forced by `script`."""
    traders = options.get("scenario") == "traders"
    outcomes: dict[str, Any] = {
        "terrain": [TERRAIN_T if traders else TERRAIN_A],
        "numbers": [1],
        "harbours": [HARBOURS],
        **(script or {}),
    }
    match = rules.new_match(
        "catan", seats, options, seed="test", script=outcomes, rules_version=rules_version
    )
    assert isinstance(match, CatanMatch)
    return match


def play(match: CatanMatch, *moves: tuple[int, str] | str) -> list[rules.Event]:
    """Play moves, each a (seat, move) pair or the active seat's move; return the last's events."""
    events: list[rules.Event] = []
    for one in moves:
        seat, move = (match.active, one) if isinstance(one, str) else one
        events = match.play(seat, move)
    return events


def match_after_founding(
    seats: int = 3,
    *,
    script: dict[str, Any] | None = None,
    rules_version: int | None = None,
    **options: str,
) -> CatanMatch:
    """A match after the sheet's founding, seat 0 about to begin."""
    match = new_match(seats, script=script, rules_version=rules_version, **options)
    traders = match.traders
    if seats == 2:
        play(match, *(FOUNDING_TWO_TRADERS if traders else FOUNDING_TWO))
    elif seats == 3:
        play(match, *(FOUNDING_T if traders else FOUNDING_F))
    else:
        while match.stack[-1][0] == "founding":
            match.play(match.active, match.auto_move(match.active))
    return match


def main_phase_match(
    seats: int = 3,
    *,
    script: dict[str, Any] | None = None,
    rules_version: int | None = None,
    **options: str,
) -> CatanMatch:
    """Seat 0 in its main phase, with empty hands and a full bank."""
    match = match_after_founding(seats, script=script, rules_version=rules_version, **options)
    clear_hands(match)
    return enter_main_phase(match)


def enter_main_phase(match: CatanMatch, seat: int | None = None) -> CatanMatch:
    """Put the active seat (or another) into a fresh main phase."""
    if seat is not None:
        match.active = seat
    match.stack = [("main",)]
    return advance_match(match)


def enter_wagon_phase(match: CatanMatch, seat: int = 0, at: str | None = None) -> CatanMatch:
    """Put a seat at the beginning of its trip."""
    if at is not None:
        put_wagon(match, at, seat)
    enter_main_phase(match, seat)
    match.play(seat, "travel")
    return match


def advance_match(match: CatanMatch) -> CatanMatch:
    """After a change by hand: let the rules go on from there."""
    match._lists.clear()
    turn.advance(match)
    return match


def load_wagon(match: CatanMatch, good: str | None, seat: int = 0) -> CatanMatch:
    """A seat's wagon carries this good, or nothing."""
    match.load[seat] = GOOD_INDEX[good] if good else -1
    match._lists.clear()
    return match


def put_wagon(match: CatanMatch, at: str, seat: int = 0) -> CatanMatch:
    """A seat's wagon stands on this intersection."""
    match.wagons[seat] = match.board.spot_index[at]
    match._lists.clear()
    return match


def clear_hands(match: CatanMatch) -> None:
    """All resource cards to the bank."""
    for hand in match.hands:
        for kind in range(5):
            match.bank[kind] += hand[kind]
            hand[kind] = 0
    match._lists.clear()


def give(match: CatanMatch, seat: int, **counts: int) -> CatanMatch:
    """Resource cards from the bank to a hand."""
    for word, count in counts.items():
        kind = WARE_INDEX[word]
        assert match.bank[kind] >= count
        match.bank[kind] -= count
        match.hands[seat][kind] += count
    match._lists.clear()
    return match


def hand(match: CatanMatch, seat: int) -> dict[str, int]:
    """A seat's resource cards, those it has."""
    return {word: n for word, n in zip(RESOURCES, match.hands[seat], strict=True) if n}


def empty_bank(match: CatanMatch, to: int, **left: int) -> None:
    """Give all cards of the bank to a seat but those named."""
    for kind, word in enumerate(RESOURCES):
        spare = match.bank[kind] - left.get(word, 0)
        match.bank[kind] -= spare
        match.hands[to][kind] += spare
    match._lists.clear()


def deal(match: CatanMatch, seat: int, *words: str) -> CatanMatch:
    """Development cards from the deck to a seat, bought in an earlier turn."""
    for word in words:
        kind = CARD_INDEX[word]
        rest = list(match.deck[match.bought :])
        rest.remove(kind)
        match.deck = (*match.deck[: match.bought], kind, *rest)
        match.bought += 1
        match.cards[seat] = cards.with_count_changed(match.cards[seat], kind, 1)
        match.secret[seat] += kind >= FIRST_POINT_CARD
    match.playable[seat] = cards.playable_kinds(match, seat)
    match._lists.clear()
    return match


def mark_cards_new(match: CatanMatch) -> None:
    """The active seat has bought all its cards this turn."""
    match.fresh = match.cards[match.active]
    match.playable[match.active] = 0
    match._lists.clear()


def stack_deck(match: CatanMatch, *words: str) -> CatanMatch:
    """Put these cards on top of the development deck."""
    kinds = [CARD_INDEX[word] for word in words]
    rest = list(match.deck[match.bought :])
    for kind in kinds:
        rest.remove(kind)
    match.deck = (*match.deck[: match.bought], *kinds, *rest)
    return match


def roads(match: CatanMatch, owner: int, *paths: str) -> CatanMatch:
    """Roads on the board, wherever they are."""
    for path in paths:
        building.place_road(match, owner, match.board.path_index[path])
    match._lists.clear()
    return match


def settlements(match: CatanMatch, owner: int, *spots: str) -> CatanMatch:
    """Settlements on the board, wherever they are."""
    for spot in spots:
        building.place_building(match, owner, match.board.spot_index[spot])
    match._lists.clear()
    return match


def cities(match: CatanMatch, owner: int, *spots: str) -> CatanMatch:
    """Cities on the board, wherever they are."""
    for spot in spots:
        building.place_building(match, owner, match.board.spot_index[spot], city=True)
    match._lists.clear()
    return match


def set_points(match: CatanMatch, seat: int, total: int) -> CatanMatch:
    """Bring a seat to so many public points (they need not be explained by pieces)."""
    match.points[seat] = total
    match._lists.clear()
    return match


def moves_with_verb(match: CatanMatch, seat: int | None = None, verb: str = "") -> list[str]:
    """The legal moves of a seat (else the active one) that begin with `verb`."""
    listed = match.legal_moves(match.active if seat is None else seat)
    return [move for move in listed if not verb or move.split(" ")[0] == verb]


def path_names(match: CatanMatch, mask: int) -> set[str]:
    """A set of paths by name."""
    return {match.board.paths[path] for path in members(mask)}


def totals(match: CatanMatch) -> list[int]:
    """The points of all seats, as everybody sees them."""
    return [score.total for score in match.scores()]


def event_kinds(events: list[rules.Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def event_of_kind(events: list[rules.Event], kind: str) -> rules.Event:
    """The one event of a kind."""
    (event,) = [event for event in events if event.kind == kind]
    return event


def place_barbarians(match: CatanMatch, *paths: str) -> CatanMatch:
    """Stand the three barbarians on these paths."""
    match.barbarians = tuple(match.board.path_index[path] for path in paths)
    match._lists.clear()
    return match


# wagons


def wagon_ready(
    at: str = "-6,-2",
    *,
    script: dict[str, Any] | None = None,
    seats: int = 3,
    rules_version: int | None = None,
) -> CatanMatch:
    """Seat 0's wagon about to leave from a place (its city, unless said otherwise)."""
    match = main_phase_match(seats, scenario="traders", script=script, rules_version=rules_version)
    return enter_wagon_phase(match, 0, at)


def wagon(match: CatanMatch, seat: int = 0) -> dict[str, Any]:
    data: dict[str, Any] = match.view(None)["players"][seat]["wagon"]
    return data


def step(match: CatanMatch, to: str) -> int:
    """What a step costs."""
    points: int = event_of_kind(play(match, f"go {to}"), "go").data["points"]
    return points
