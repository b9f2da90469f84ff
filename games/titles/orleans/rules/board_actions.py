"""The actions of the ten places of the board (the forms of rules 6).

Of each place one function says the choices, as if the place were ready, and one carries one out.
`purse` is what the seat may spend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.reasons import marked as _

from .beneficial_deeds import PREFIX, send, sending
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
from .move_query import EVERY, NONE, Every, Moves, Words
from .rule_reason import Ruled, Why
from .shared_reasons import FOLLOWER_USED_UP, no_follower, no_space, no_station_left
from .state import State
from .tracks import advance, develop, no_step, take_follower, with_tile
from .travel import build, journeys, no_site, travel

Need = Callable[[State, int], Why]
Choices = Callable[..., Moves]  # state, seat, purse, and who asks
Effect = Callable[[State, int, list[str], int], None]  # state, seat, words, whose place it is


class Action(NamedTuple):
    """What a place is for."""

    choices: Choices
    perform: Effect


def plain(key: str, *needs: Need) -> Choices:
    """The choices of a place that needs no further words: one, where nothing is lacking."""
    moves = (f"act {key}",)

    def choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
        for need in needs:
            why = need(state, seat)
            if why is not None and ask.stops(why):
                return NONE
        return moves

    return choices


def recruiting(key: str, kind: int) -> Action:
    """A place that takes a follower and advances the track of its type."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_follower(state, seat, kind)
        advance(state, seat, kind, key)

    return Action(
        plain(key, follower(kind), lambda state, seat: no_step(state, seat, kind)), effect
    )


def follower(kind: int) -> Need:
    used_up = FOLLOWER_USED_UP[kind]
    return lambda state, seat: None if state.followers[kind] else used_up


# the village

IN_VILLAGE = (BOATMAN, CRAFTSMAN, TRADER)
ADVANCING = (*TRACKS, "development")
DEVELOPMENT = ADVANCING.index("development")
SLUICE_TRACKS = (FARMER, CRAFTSMAN, TRADER, KNIGHT, SCHOLAR, DEVELOPMENT)


def not_in_village(given: object) -> Ruled:
    message = _("%(given)s is none of the followers of the village: %(known)s")
    known = tuple(TYPES[kind] for kind in IN_VILLAGE)
    return Ruled("2.3", "which_follower", message, given=given, known=known)


def no_sluice_track(given: object) -> Ruled:
    message = _("%(given)s is no track of the sluice; these are: %(known)s")
    known = tuple(ADVANCING[track] for track in SLUICE_TRACKS)
    return Ruled("10.27", "no_such_track", message, given=given, known=known)


VILLAGER = Words({TYPES[kind]: kind for kind in IN_VILLAGE}, not_in_village)
SLUICE_TRACK = Words({word: track for track, word in enumerate(ADVANCING)}, no_sluice_track)
NO_SLUICE = Ruled(
    "10.27",
    "not_owned",
    _("only the owner of the sluice may advance another track with a boatman"),
)


def village_choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
    moves: list[str] = []
    for kind in ask.word(VILLAGER, IN_VILLAGE, not_in_village):
        if ask.stops(no_follower(state, kind)):
            continue
        text = f"act village {TYPES[kind]}"
        if kind != BOATMAN or ask.may_end():
            moves += stepping(state, seat, kind, text, ask)
        if kind == BOATMAN and ask.may_go_on():
            moves += sluice_choices(state, seat, text, ask)
    return moves


def stepping(state: State, seat: int, track: int, text: str, ask: Every) -> Moves:
    """A step on a track with its bonus; that of the trader track is named."""
    if ask.stops(no_step(state, seat, track)):
        return NONE
    if track != TRADER:
        return (text,)
    return with_tile(state, state.boards[seat].tracks[TRADER] + 1, text, ask)


def sluice_choices(state: State, seat: int, text: str, ask: Every) -> Moves:
    """A boatman whose step is made on another track (rules 10.27)."""
    if ask.stops(None if state.boards[seat].owns(SLUICE) else NO_SLUICE):
        return NONE
    moves: list[str] = []
    for track in ask.word(SLUICE_TRACK, SLUICE_TRACKS, lambda track: no_sluice_track("boatman")):
        if track != DEVELOPMENT:
            moves += stepping(state, seat, track, f"{text} {TRACKS[track]}", ask)
        elif not ask.stops(no_space(state, seat)):
            moves.append(f"{text} development")
    return moves


def village(state: State, seat: int, args: list[str], owner: int) -> None:
    kind = TYPES.index(args[0])
    take_follower(state, seat, kind)
    if kind == BOATMAN and len(args) > 1:
        if args[1] == "development":
            develop(state, seat, 1, "village")
            return
        track = TRACK_ID[args[1]]
        place = PLACE_ID[args[2]] if track == TRADER else -1
    else:
        track = kind
        place = PLACE_ID[args[1]] if kind == TRADER else -1
    advance(state, seat, track, "village", place)


CLOSED = Ruled("2.3", "closed", _("the monastery is closed in a round of pilgrimage"))


def closed(state: State, seat: int) -> Why:
    return CLOSED if state.event == PILGRIMAGE else None


def monastery(state: State, seat: int, args: list[str], owner: int) -> None:
    take_follower(state, seat, MONK)


def travelling(key: str, kind: str) -> Action:
    """A place that moves the merchant along a road or a waterway."""
    text = f"act {key}"

    def choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
        return journeys(state, state.boards[seat].merchant, kind, text, ask)

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        travel(state, seat, seat, kind, args[0], args[1], key)

    return Action(choices, effect)


def no_site_here(state: State, seat: int) -> Why:
    board = state.boards[seat]
    return no_site(state, board, board.merchant)


def guildhall(state: State, seat: int, args: list[str], owner: int) -> None:
    build(state, seat, state.boards[seat].merchant, "guildhall")


def developing(key: str, spaces: int) -> Action:
    """A place that only advances on the development track."""

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        develop(state, seat, spaces, key)

    return Action(plain(key, no_space), effect)


def deeds(place: int) -> Action:
    """Town hall and gunpowder tower."""

    def choices(state: State, seat: int, purse: int, ask: Every = EVERY) -> Moves:
        return sending(state, seat, place, PREFIX[place], ask)

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        send(state, seat, place, args)

    return Action(choices, effect)


BOARD_ACTS = {
    FARM_HOUSE: recruiting("farm_house", FARMER),
    VILLAGE: Action(village_choices, village),
    UNIVERSITY: recruiting("university", SCHOLAR),
    CASTLE: recruiting("castle", KNIGHT),
    MONASTERY: Action(plain("monastery", closed, follower(MONK)), monastery),
    SHIP: travelling("ship", "waterway"),
    WAGON: travelling("wagon", "road"),
    GUILDHALL: Action(plain("guildhall", no_station_left, no_site_here), guildhall),
    SCRIPTORIUM: developing("scriptorium", PLACE_DEVELOPMENT["scriptorium"]),
    TOWN_HALL: deeds(TOWN_HALL),
}
