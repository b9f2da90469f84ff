"""Replay of a recorded match, with checks of everything that the record says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import games.rules as rules
from games.rules.reasons import Reason, UserInput
from games.rules.reasons import gettext_noop as _
from games.rules.record import ReplayBudget

from .record_format import Outcomes, Record, position_hash, to_version_1


class ReplayStep(NamedTuple):
    """The match after `number` moves, with the events and chance outcomes of the last one.

    `ends_turn`: the set of seats that must decide has changed, or this is the last move.
    """

    number: int
    match: rules.Match
    events: list[rules.Event]
    outcomes: dict[str, list[Any]]
    ends_turn: bool


def replay_steps(record: Record, budget: ReplayBudget | None = None) -> Iterator[ReplayStep]:
    """The match of a record at the start and after each move. All steps share one match object.

    If the record has a seed, every outcome must follow from it; otherwise the record decides.
    Hashes are compared if the record has any.

    Raises:
        RecordError: the rules refuse a move, or the record is wrong; the message names the move.
    """
    budget = budget or ReplayBudget()
    match = _initial_match(record)
    assert isinstance(match.chance, rules.FairChance)
    has_outcomes = bool(record.moves) and record.moves[0].outcomes is not None
    if has_outcomes:
        _check_outcomes(0, _as_json(match.chance.outcomes), record.header["chance"])
    yield ReplayStep(0, match, match.opening, _take_outcomes(match), ends_turn=False)
    seeds, last = record.seeds, len(record.moves)
    for number, played in enumerate(record.moves, 1):
        budget.check(number)
        if number - 1 in seeds:
            match.chance.reseed(seeds[number - 1])
        if has_outcomes and not record.is_seeded:
            match.chance.script = {name: list(met) for name, met in (played.outcomes or {}).items()}
        actors = match.actors
        events = rules.play_recorded_move(match, number, played.seat, played.move)
        outcomes = _take_outcomes(match)
        if played.outcomes is not None:
            _check_outcomes(number, outcomes, played.outcomes)
        if played.hash and (found := position_hash(match)) != played.hash:
            message = _("move %(number)s leads to the position %(found)s, not to %(said)s")
            raise _mismatch_error(
                message, number=number, found=UserInput(found), said=UserInput(played.hash)
            )
        ends_turn = match.actors != actors or number == last
        yield ReplayStep(number, match, events, outcomes, ends_turn)


def verified_steps(record: Record, budget: ReplayBudget | None = None) -> Iterator[ReplayStep]:
    """As `replay_steps`; after the last step also check result, commitments and all outcomes.

    Raises:
        RecordError: as `replay_steps`.
    """
    met: dict[str, list[Any]] = {}
    for step in replay_steps(record, budget):
        for name, entries in step.outcomes.items():
            met.setdefault(name, []).extend(entries)
        yield step
    _check_outcomes(len(record.moves), met, to_version_1(record)["chance"])
    _check_seeds(record)
    _check_result(record, step.match)


def _initial_match(record: Record) -> rules.Match:
    first = {**to_version_1(record), "moves": [], "reseeded": []}
    if record.is_seeded:
        first["chance"] = {}
    elif record.moves and record.moves[0].outcomes is not None:
        first["chance"] = record.header["chance"]
    return rules.start_recorded_match(first)


def _take_outcomes(match: rules.Match) -> dict[str, list[Any]]:
    """The outcomes of chance since the last call, as JSON has them."""
    assert isinstance(match.chance, rules.FairChance)
    outcomes, match.chance.outcomes = match.chance.outcomes, {}
    return _as_json(outcomes)


def _as_json(outcomes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    plain: dict[str, list[Any]] = json.loads(json.dumps(outcomes)) if outcomes else {}
    return plain


def _check_outcomes(number: int, found: Outcomes, said: Outcomes) -> None:
    for name in (*found, *said):
        here, there = found.get(name, []), said.get(name, [])
        if list(here) != list(there):
            message = _("up to move %(number)s, %(name)s gives %(found)s, not %(said)s")
            raise _mismatch_error(
                message,
                number=number,
                name=UserInput(name),
                found=UserInput(here),
                said=UserInput(there),
            )


def _check_seeds(record: Record) -> None:
    header = record.header
    for part in (header, *header.get("reseeded", ())):
        if "commitment" in part and "seed" in part:
            found = rules.commitment(part["seed"])
            if found != part["commitment"]:
                message = _("the SHA-256 of the seed is %(found)s, not the commitment %(said)s")
                raise _mismatch_error(
                    message, found=UserInput(found), said=UserInput(part["commitment"])
                )


def _check_result(record: Record, match: rules.Match) -> None:
    """Check points and ranks. A match that was ended early may have other ranks in its record."""
    result = record.header.get("result")
    if not result:
        return
    for score, said in zip(match.scores(), result, strict=True):
        if score.total != said["total"] or (match.over and score.rank != said["rank"]):
            message = _(
                "%(seat)s ends with %(points)s points at rank %(rank)s, not as the record says"
            )
            seat = rules.SeatNumber(score.seat)
            raise _mismatch_error(message, seat=seat, points=score.total, rank=score.rank)


def _mismatch_error(message: str, **params: Any) -> rules.RecordError:
    return rules.RecordError(Reason("altered", message, **params))
