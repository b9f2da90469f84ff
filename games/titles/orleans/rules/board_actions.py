"""The actions of the ten places of the board (move forms of rules 6).

For each place, one function lists the choices as if the place were ready, and one applies a choice.
`purse` is the number of coins that the seat may spend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.reasons import gettext_noop as _

from .beneficial_deeds import PREFIX, send_follower, send_moves
from .components import (
    BOATMAN,
    CASTLE,
    CRAFTSMAN,
    FARM_HOUSE,
    FARMER,
    GUILDHALL,
    KNIGHT,
    MONASTERY,
    MONK,
    PILGRIMAGE,
    PLACE_DEVELOPMENT,
    PLACE_ID,
    SCHOLAR,
    SCRIPTORIUM,
    SHIP,
    SLUICE,
    TOWN_HALL,
    TRACK_ID,
    TRACKS,
    TRADER,
    TYPES,
    UNIVERSITY,
    VILLAGE,
    WAGON,
)
from .move_query import EVERY, NONE, MoveQuery, Moves, WordReader
from .rule_reason import OptionalReason, RuleReason
from .shared_reasons import (
    FOLLOWER_USED_UP,
    no_follower_reason,
    no_space_reason,
    no_station_left_reason,
)
from .state import State
from .tracks import (
    advance_development,
    advance_track,
    moves_with_tile,
    no_step_reason,
    take_follower,
)
from .travel import build_station, journey_moves, move_merchant, no_site_reason

ReasonFunction = Callable[[State, int], OptionalReason]
ChoicesFunction = Callable[..., Moves]  # (state, seat, purse, query)
Effect = Callable[[State, int, list[str], int], None]  # (state, seat, words, owner of the place)


class Action(NamedTuple):
    """What a place does: its choices and their effect."""

    choices: ChoicesFunction
    perform: Effect


def choices_without_words(key: str, *needs: ReasonFunction) -> ChoicesFunction:
    """The choices of a place without further words: one move if no need is unmet."""
    moves = (f"act {key}",)

    def choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
        for need in needs:
            why = need(state, seat)
            if why is not None and ask.is_blocked(why):
                return NONE
        return moves

    return choices


def recruit_action(key: str, kind: int) -> Action:
    """A place that takes a follower and advances the track of its type."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_follower(state, seat, kind)
        advance_track(state, seat, kind, key)

    return Action(
        choices_without_words(
            key, follower_need(kind), lambda state, seat: no_step_reason(state, seat, kind)
        ),
        effect,
    )


def follower_need(kind: int) -> ReasonFunction:
    used_up = FOLLOWER_USED_UP[kind]
    return lambda state, seat: None if state.followers[kind] else used_up


# The village

IN_VILLAGE = (BOATMAN, CRAFTSMAN, TRADER)
ADVANCE_TRACKS = (*TRACKS, "development")
DEVELOPMENT = ADVANCE_TRACKS.index("development")
SLUICE_TRACKS = (FARMER, CRAFTSMAN, TRADER, KNIGHT, SCHOLAR, DEVELOPMENT)


def not_in_village_reason(given: object) -> RuleReason:
    message = _("%(given)s is not a follower of the village; choose from: %(known)s")
    known = tuple(TYPES[kind] for kind in IN_VILLAGE)
    return RuleReason("2.3", "which_follower", message, given=given, known=known)


def no_sluice_track_reason(given: object) -> RuleReason:
    message = _("%(given)s is not a track of the sluice; choose from: %(known)s")
    known = tuple(ADVANCE_TRACKS[track] for track in SLUICE_TRACKS)
    return RuleReason("10.27", "no_such_track", message, given=given, known=known)


VILLAGER = WordReader({TYPES[kind]: kind for kind in IN_VILLAGE}, not_in_village_reason)
SLUICE_TRACK = WordReader(
    {word: track for track, word in enumerate(ADVANCE_TRACKS)}, no_sluice_track_reason
)
NO_SLUICE = RuleReason(
    "10.27",
    "not_owned",
    _("only the owner of the sluice can advance another track with a boatman"),
)


def village_choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
    moves: list[str] = []
    for kind in ask.word(VILLAGER, IN_VILLAGE, not_in_village_reason):
        if ask.is_blocked(no_follower_reason(state, kind)):
            continue
        text = f"act village {TYPES[kind]}"
        if kind != BOATMAN or ask.may_end():
            moves += step_moves(state, seat, kind, text, ask)
        if kind == BOATMAN and ask.can_continue():
            moves += sluice_choices(state, seat, text, ask)
    return moves


def step_moves(state: State, seat: int, track: int, text: str, ask: MoveQuery) -> Moves:
    """A step on a track with its bonus; a step on the trader track names a place tile."""
    if ask.is_blocked(no_step_reason(state, seat, track)):
        return NONE
    if track != TRADER:
        return (text,)
    return moves_with_tile(state, state.boards[seat].tracks[TRADER] + 1, text, ask)


def sluice_choices(state: State, seat: int, text: str, ask: MoveQuery) -> Moves:
    """A boatman that advances another track instead (rules 10.27)."""
    if ask.is_blocked(None if state.boards[seat].owns(SLUICE) else NO_SLUICE):
        return NONE
    moves: list[str] = []
    for track in ask.word(
        SLUICE_TRACK, SLUICE_TRACKS, lambda track: no_sluice_track_reason("boatman")
    ):
        if track != DEVELOPMENT:
            moves += step_moves(state, seat, track, f"{text} {TRACKS[track]}", ask)
        elif not ask.is_blocked(no_space_reason(state, seat)):
            moves.append(f"{text} development")
    return moves


def play_village(state: State, seat: int, args: list[str], owner: int) -> None:
    kind = TYPES.index(args[0])
    take_follower(state, seat, kind)
    if kind == BOATMAN and len(args) > 1:
        if args[1] == "development":
            advance_development(state, seat, 1, "village")
            return
        track = TRACK_ID[args[1]]
        place = PLACE_ID[args[2]] if track == TRADER else -1
    else:
        track = kind
        place = PLACE_ID[args[1]] if kind == TRADER else -1
    advance_track(state, seat, track, "village", place)


CLOSED = RuleReason("2.3", "closed", _("the monastery is closed in a round of pilgrimage"))


def monastery_closed_reason(state: State, seat: int) -> OptionalReason:
    return CLOSED if state.event == PILGRIMAGE else None


def play_monastery(state: State, seat: int, args: list[str], owner: int) -> None:
    take_follower(state, seat, MONK)


def travel_action(key: str, kind: str) -> Action:
    """A place that moves the merchant along a road or waterway."""
    text = f"act {key}"

    def choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
        return journey_moves(state, state.boards[seat].merchant, kind, text, ask)

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        move_merchant(state, seat, seat, kind, args[0], args[1], key)

    return Action(choices, effect)


def no_merchant_site_reason(state: State, seat: int) -> OptionalReason:
    board = state.boards[seat]
    return no_site_reason(state, board, board.merchant)


def play_guildhall(state: State, seat: int, args: list[str], owner: int) -> None:
    build_station(state, seat, state.boards[seat].merchant, "guildhall")


def development_action(key: str, spaces: int) -> Action:
    """A place that only advances the development track."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        advance_development(state, seat, spaces, key)

    return Action(choices_without_words(key, no_space_reason), effect)


def deed_action(place: int) -> Action:
    """The action of the town hall and the gunpowder tower."""

    def choices(state: State, seat: int, purse: int, ask: MoveQuery = EVERY) -> Moves:
        return send_moves(state, seat, place, PREFIX[place], ask)

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        send_follower(state, seat, place, args)

    return Action(choices, effect)


BOARD_ACTIONS = {
    FARM_HOUSE: recruit_action("farm_house", FARMER),
    VILLAGE: Action(village_choices, play_village),
    UNIVERSITY: recruit_action("university", SCHOLAR),
    CASTLE: recruit_action("castle", KNIGHT),
    MONASTERY: Action(
        choices_without_words("monastery", monastery_closed_reason, follower_need(MONK)),
        play_monastery,
    ),
    SHIP: travel_action("ship", "waterway"),
    WAGON: travel_action("wagon", "road"),
    GUILDHALL: Action(
        choices_without_words("guildhall", no_station_left_reason, no_merchant_site_reason),
        play_guildhall,
    ),
    SCRIPTORIUM: development_action("scriptorium", PLACE_DEVELOPMENT["scriptorium"]),
    TOWN_HALL: deed_action(TOWN_HALL),
}
