"""The course of the rounds: reveal, census, the order of phases, the end (rules 5)."""

from __future__ import annotations

from collections.abc import Callable

from . import (
    action_phase,
    event_phase,
    followers_phase,
    planning_phase,
    torture,
)
from .components import CENSUS_COINS, FARMER, LETTERS, ROUNDS, STATIONS_CITIZEN_BIT
from .event_phase import CLOSE
from .scoring import change_coins, station_leader
from .state import ACTIONS, CENSUS, END, EVENT, FOLLOWERS, PLANNING, State
from .tracks import take_citizen

REVEAL = "reveal"


def reveal_event(state: State) -> str:
    """Reveal the next hourglass tile; all know the first one from the start (rules 5.1)."""
    state.round += 1
    if state.round > 1:
        state.chance.reveal("hourglass")
    state.emit(
        "round",
        None,
        {
            "round": state.round,
            "start": state.start,
            "event": state.event,
            "letter": LETTERS[state.round - 1],
            "value": state.value,
        },
    )
    return CENSUS


def run_census(state: State) -> str:
    """Give a sole leader a coin; with three or more seats, a sole last one pays (rules 5.2)."""
    state.phase = CENSUS
    farmers = [board.tracks[FARMER] for board in state.boards]
    most, least = max(farmers), min(farmers)
    leader = farmers.index(most) if farmers.count(most) == 1 else None
    last = farmers.index(least) if farmers.count(least) == 1 and state.seats > 2 else None
    if leader is not None or last is not None:
        state.emit("census", None, {"leader": leader, "last": last})
    if leader is not None:
        change_coins(state, leader, CENSUS_COINS, CENSUS)
    if last is not None:
        torture.pay_or_owe(state, last, CENSUS_COINS, CENSUS)
        if state.boards[last].debt:
            state.actors = (last,)
            return ""
    return FOLLOWERS


def close_round(state: State) -> str:
    """Pass the start player on; after round 18 end the match (rules 5.8)."""
    if state.round < ROUNDS:
        state.start = (state.start + 1) % state.seats
        return REVEAL
    most = station_leader([board.station_count for board in state.boards])
    if most is not None:
        take_citizen(state, most, STATIONS_CITIZEN_BIT)
    state.phase = END
    state.actors = ()
    state.emit("end", None, {"totals": [score.total for score in state.scores()]})
    return ""


STAGES: dict[str, Callable[[State], str]] = {
    REVEAL: reveal_event,
    CENSUS: run_census,
    FOLLOWERS: followers_phase.begin_followers,
    PLANNING: planning_phase.begin_planning,
    ACTIONS: action_phase.begin_actions,
    EVENT: event_phase.begin_event,
    CLOSE: close_round,
}


def run_stages(state: State, stage: str) -> None:
    """Run stages until a seat must act or the match is over."""
    while stage:
        stage = STAGES[stage](state)


def play_torture(state: State, seat: int, args: list[str]) -> str:
    """Apply `torture …`; in the census the round then continues, in the event phase it may end."""
    torture.play_loss(state, seat, args)
    torture.carry_out_single_losses(state, seat)
    if state.phase == EVENT:
        return event_phase.ask_owing_seats(state)
    return "" if state.boards[seat].debt else FOLLOWERS
