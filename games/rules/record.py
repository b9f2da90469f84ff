"""Records: start, load, replay and verify matches of any game."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import registry

from .chance import Chance, FairChance, Script, commitment, load_chance
from .game import Game, OptionError, catalogue, get
from .match import MATCH_FORMAT, RECORD_FORMAT, Event, IllegalMove, Match
from .reasons import ProgramMessage, Reason, SeatNumber, UserInput
from .reasons import gettext_noop as _

# Replaying outcomes from outside may raise any of these: an unknown tile, a list for a number …
PLAY_FAILURES = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
)


class RecordError(ValueError):
    """A record or a stored match that cannot be read.

    `code` names the kind of error for programs; the reason (`why`) says where and what is wrong.
    """

    code = "broken"

    def __init__(self, why: Reason) -> None:
        super().__init__(str(why))
        self.why = why


class ReplayBudgetError(RecordError):
    """Replaying the record takes more time than its budget."""

    code = "too_much_work"

    def __init__(self, number: int) -> None:
        message = _("move %(number)s: checking this record took too long")
        super().__init__(Reason(self.code, message, number=number))


class UnknownVersionError(RecordError):
    """The match was played under a rules version that is not available here.

    Attributes:
        version: the version that the record gives; it may be anything.
        known: the versions that can be played here.
    """

    code = "unknown_version"

    def __init__(self, game: Game, version: object) -> None:
        self.version = version
        self.known = game.versions
        message = _(
            "rules version %(given)s of %(game)s is not available here; available: %(known)s"
        )
        super().__init__(
            Reason(
                self.code,
                message,
                given=UserInput(version),
                game=game.key,
                known=tuple(game.versions),
            )
        )


class MissingTitleError(RecordError):
    """The record is of a game that is not installed here."""

    code = "missing_title"

    def __init__(self, key: object) -> None:
        message = _("there is no game %(given)s; there are: %(known)s")
        super().__init__(Reason(self.code, message, given=UserInput(key), known=tuple(catalogue())))


class BrokenTitleError(RecordError):
    """The record's game is here, but its rules cannot be imported; `__cause__` says why."""

    code = "broken_title"

    def __init__(self, key: str, error: Exception) -> None:
        message = _("the rules of %(game)s cannot be imported: %(cause)s")
        super().__init__(Reason(self.code, message, game=key, cause=_describe_error(error)))


class BrokenStateError(RecordError):
    """The stored state is not a valid match of its game; `__cause__` says why."""

    code = "broken_state"

    def __init__(self, key: str, error: Exception) -> None:
        message = _("this is not the state of a match of %(game)s: %(cause)s")
        super().__init__(Reason(self.code, message, game=key, cause=_describe_error(error)))


def new_match(
    key: str,
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: str | None = None,
    script: Script | None = None,
    chance: Chance | None = None,
    rules_version: int | None = None,
) -> Match:
    """Start a match.

    Args:
        key: a key of `catalogue()`.
        seats: number of seats.
        options: choices that differ from the defaults.
        seed: the secret seed of the provably fair chance; None for a new random one.
        script: outcomes to force, by chance name.
        chance: another chance (a `FastChance`, for simulations) instead of seed and script.
        rules_version: one of the game's `versions`; None for the newest.

    Raises:
        UnknownVersionError: that version of the rules is not available here.
        OptionError: the game, an option, a choice or the number of seats is unknown.
        ScriptError: a scripted outcome of the set-up is impossible.
    """
    game = get(key)
    chosen = game.check(seats, options)
    if chance is None:
        chance = FairChance(secrets.token_hex(32) if seed is None else str(seed), script)
    if rules_version is not None:
        _check_version(game, rules_version)
    return game.match(game, seats, chosen, chance, rules_version)


def playable_game(key: str, version: object = None) -> Game:
    """The game whose matches of this rules version (None: the newest) can be played here.

    Raises:
        MissingTitleError: there is no such game.
        BrokenTitleError: its rules cannot be imported.
        UnknownVersionError: this version of the rules is not available.
    """
    game = catalogue().get(key)
    if game is None:
        error = registry.module_error(key, "rules")
        if error is None:
            raise MissingTitleError(key)
        raise BrokenTitleError(key, error) from error
    if version is not None:
        _check_version(game, version)
    return game


def load(key: str, dumped: Mapping[str, Any]) -> Match:
    """The match that `Match.dump` returned as data.

    Raises:
        RecordError: the data are of another game or format, the game or its rules version is not
            available, or the game cannot restore the state.
    """
    if not isinstance(dumped, Mapping) or dumped.get("format") != MATCH_FORMAT:
        raise BrokenStateError(key, ValueError(f"its format must be {MATCH_FORMAT!r}"))
    if dumped.get("game") != key:
        raise BrokenStateError(key, ValueError(f"it is a match of {dumped.get('game')!r}"))
    game = playable_game(key)
    _check_version(game, dumped.get("rules"))
    try:
        return _restore_match(game, dumped)
    except Exception as error:
        raise BrokenStateError(key, error) from error


def _restore_match(game: Game, dumped: Mapping[str, Any]) -> Match:
    match = game.match.__new__(game.match)
    match.game = game
    match.seats = dumped["seats"]
    match.options = dict(dumped["options"])
    match.rules_version = dumped["rules"]
    match.chance = load_chance(dumped["chance"])
    match.complete = "moves" in dumped
    match.moves = [(seat, move) for seat, move in dumped.get("moves", ())]
    match.actors = tuple(dumped["actors"])
    match.opening = []
    match._events = []
    match._lists = {}
    if any(actor not in range(match.seats) for actor in match.actors):
        raise ValueError(f"to move are {match.actors} of {match.seats} seats")
    match._load(dumped["state"])
    return match


class ReplayBudget:
    """CPU seconds that this thread may spend from now on; None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._until = math.inf if seconds is None else time.thread_time() + seconds

    def check(self, number: int) -> None:
        """Check that there is time left for the move with this number.

        Raises:
            ReplayBudgetError: the time is spent.
        """
        if time.thread_time() > self._until:
            raise ReplayBudgetError(number)


def replay(record: Mapping[str, Any], budget: ReplayBudget | None = None) -> Match:
    """The match that a record describes, after its last move.

    A record without a seed can be replayed, too. If the match then goes on beyond its recorded
    outcomes, an empty seed decides.

    Raises:
        RecordError: the record is broken, is of an unknown game or rules version, or contains a
            move that the rules refuse.
        ReplayBudgetError: the time is spent.
    """
    match, budget = start_recorded_match(record), budget or ReplayBudget()
    for number, (seat, move) in enumerate(record["moves"], 1):
        budget.check(number)
        play_recorded_move(match, number, seat, move)
    return match


def play_recorded_move(match: Match, number: int, seat: int, move: str) -> list[Event]:
    """Play move `number` of a record and return its events.

    Raises:
        RecordError: the rules refuse the move or its recorded outcomes.
    """
    try:
        return match.play(seat, move)
    except (IllegalMove, *PLAY_FAILURES) as error:
        message = _("move %(number)s, %(seat)s, %(move)s: %(problem)s")
        raise RecordError(
            Reason(
                "refused_move",
                message,
                number=number,
                seat=SeatNumber(seat),
                move=UserInput(move),
                problem=error.why if isinstance(error, IllegalMove) else ProgramMessage(error),
            )
        ) from error


def start_recorded_match(record: Mapping[str, Any]) -> Match:
    """The match of a record before its first move, with scripted outcomes and the record's seed.

    Raises:
        RecordError: for the same reasons as `replay`, except those about moves.
    """
    check_shape(record)
    script = {name: list(entries) for name, entries in record["chance"].items()}
    for name, entries in record.get("script", {}).items():
        script.setdefault(name, []).extend(entries)
    try:
        _check_version(playable_game(record["game"]), record["rules"])
        return new_match(
            record["game"],
            record["seats"],
            record["options"],
            seed=record.get("seed", ""),
            script=script,
            rules_version=record["rules"],
        )
    except OptionError as error:
        raise RecordError(error.why) from error
    except RecordError:
        raise
    except PLAY_FAILURES as error:
        raise RecordError(
            Reason("set_up", _("set-up: %(cause)s"), cause=ProgramMessage(error))
        ) from error


@dataclass(frozen=True)
class Verification:
    """The result of `verify`: (what was checked, whether it passed, detail), in order."""

    checks: Sequence[Sequence[Any]]

    @property
    def sound(self) -> bool:
        return all(held for _what, held, _detail in self.checks)


def verify(record: Mapping[str, Any], seconds: float | None = None) -> Verification:
    """Check a finished match: its seed against the commitment, every outcome against the seed.

    The record must contain `seed`. Its `commitment`, shown when the match started, is checked if
    the record has one. A match that was rolled back has one more seed and commitment for each
    rollback (`reseeded`). Such a seed decides from the move after which the match went on.

    Raises:
        RecordError: the record cannot be replayed at all.
        ReplayBudgetError: the check takes more than `seconds` of CPU time.
    """
    budget = ReplayBudget(seconds)
    match = replay(record, budget)
    later = record.get("reseeded", [])
    assert isinstance(match.chance, FairChance)
    checks: list[tuple[str, bool, str]] = [
        ("moves", True, f"all {len(match.moves)} moves are legal under rules {record['rules']}")
    ]
    seed = record.get("seed")
    if not isinstance(seed, str):
        checks.append(("seed", False, "the record holds no seed: the match is not over"))
        return Verification(tuple(checks))
    if "commitment" in record:
        checks.append(_check_commitment("commitment", "shown at the start", record))
    for part in later:
        name = f"commitment after move {part['after']}"
        checks.append(
            _check_commitment(name, "shown when the match was set back to this move", part)
        )
    fair = new_match(
        match.game.key,
        match.seats,
        match.options,
        seed=seed,
        rules_version=match.rules_version,
    )
    assert isinstance(fair.chance, FairChance)
    seeds = {part["after"]: part["seed"] for part in later}
    for number, (seat, move) in enumerate(match.moves):
        if number in seeds:
            fair.chance.reseed(seeds[number])
        budget.check(number + 1)
        if move not in fair.legal_moves(seat):
            break
        fair.play(seat, move)
    for name, recorded in match.chance.outcomes.items():
        derived = fair.chance.outcomes.get(name, [])
        wrong = next(
            (i for i, entry in enumerate(recorded) if i >= len(derived) or derived[i] != entry),
            None,
        )
        detail = (
            f"{len(recorded)} outcomes follow from the seed"
            if wrong is None
            else f"outcome {wrong + 1} of {len(recorded)} does not follow from the seed"
        )
        checks.append((f"chance {name}", wrong is None, detail))
    return Verification(tuple(checks))


def _check_commitment(name: str, shown: str, part: Mapping[str, Any]) -> tuple[str, bool, str]:
    """The check that a seed has the commitment that was shown, as a row of `verify`."""
    found = commitment(part["seed"])
    if found == part["commitment"]:
        return name, True, f"SHA-256 of the seed is the commitment {shown}"
    return name, False, f"SHA-256 of the seed is {found}, not {part['commitment']}"


def _check_version(game: Game, version: object) -> None:
    if type(version) is not int or version not in game.versions:
        raise UnknownVersionError(game, version)


def _describe_error(error: Exception) -> ProgramMessage:
    return ProgramMessage(f"{type(error).__name__}: {error}")


def _is_text(value: object) -> bool:
    """Whether a value is text that UTF-8 can encode; half a surrogate pair cannot be encoded."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _record_error(code: str, message: str, **params: Any) -> RecordError:
    return RecordError(Reason(code, message, **params))


def _ill_formed_error(part: str, right: str) -> RecordError:
    message = _("the record's %(part)s is missing or is not a JSON %(right)s")
    return _record_error("ill_formed", message, part=UserInput(part), right=ProgramMessage(right))


def check_shape(record: object) -> None:
    """Check that all parts of a record have the right shape; nothing is played.

    Raises:
        RecordError: the value is not a record of this format; the reason says why.
    """
    if not isinstance(record, Mapping):
        raise _record_error("no_object", _("a record must be a JSON object"))
    if record.get("format") != RECORD_FORMAT:
        message = _("the record's format is not %(right)s")
        raise _record_error("format", message, right=UserInput(RECORD_FORMAT))
    shapes: dict[str, tuple[type, str]] = {
        "game": (str, "string"),
        "seats": (int, "number"),
        "options": (dict, "object"),
        "chance": (dict, "object"),
        "moves": (list, "array"),
    }
    for key, (kind, right) in shapes.items():
        if not isinstance(record.get(key), kind) or isinstance(record[key], bool):
            raise _ill_formed_error(key, right)
    if "rules" not in record:
        raise _record_error(
            "no_version", _("the record does not state its rules version (“rules”)")
        )
    script = record.get("script", {})
    if not isinstance(script, dict):
        raise _ill_formed_error("script", "object")
    for key in ("seed", "commitment"):
        if key in record and not _is_text(record[key]):
            message = _("the record's %(part)s is not text")
            raise _record_error("no_text", message, part=UserInput(key))
    _check_later_seeds(record.get("reseeded", []), len(record["moves"]))
    for name, entries in [*record["chance"].items(), *script.items()]:
        if not isinstance(entries, list):
            raise _record_error(
                "outcomes", _("the outcomes of %(name)s are not a list"), name=UserInput(name)
            )
    for number, entry in enumerate(record["moves"], 1):
        if not (
            isinstance(entry, list | tuple)
            and len(entry) == 2
            and type(entry[0]) is int
            and isinstance(entry[1], str)
        ):
            message = _("move %(number)s is not [seat, move]: %(given)s")
            raise _record_error("ill_formed_move", message, number=number, given=UserInput(entry))


def _check_later_seeds(parts: object, moves: int) -> None:
    """Check that these are the later seeds of a match: ascending, each with its commitment."""
    if not isinstance(parts, list) or not all(isinstance(part, Mapping) for part in parts):
        raise _ill_formed_error("reseeded", "array of objects")
    before = -1
    for part in parts:
        after = part.get("after")
        if type(after) is not int or not before < after <= moves:
            message = _("“reseeded” must list moves in ascending order, not %(given)s")
            raise _record_error("reseeded_after", message, given=UserInput(after))
        if not (_is_text(part.get("seed")) and _is_text(part.get("commitment"))):
            message = _("“reseeded” after move %(number)s has no seed or no commitment")
            raise _record_error("reseeded_without", message, number=after)
        before = after
