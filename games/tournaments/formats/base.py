"""The input and the answers of tournament formats.

Formats count only the results (`TournamentState.played`). They compute points, standings and the
next pairing from them each time. Chance comes from `TournamentState.seed` alone.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

SIZES = range(2, 6)  # people at a table
MAX_ROUNDS = 50
SCORES = ("places", "share", "wins")  # how people score
TIE_BREAKS = ("opponents", "head_to_head", "share", "wins")


@dataclass(frozen=True)
class Entrant:
    """One person in a tournament.

    Attributes:
        id: the identifier in results and answers.
        rating: the rating at the start.
        seed: 1 for the person who is thought the strongest; unique.
        wants: how many matches they like at the same time, in formats without rounds.
        since_round: the first round in which they can play; more than 1 for late joiners.
        is_out: left or disqualified: not paired any more, and ranked after those who stay.
        is_away: not paired while this is so.
        blocked_ids: the entrants whom they block. The two never sit together; if the draw or the
            schedule puts them together, this one sits out.
        division: of a league, 1 is the highest; 0 lets the format divide the entrants.
        instead_of: the entrant whose remaining tables they take over; 0 for none.
    """

    id: int
    rating: float = 1500.0
    seed: int = 0
    wants: int = 1
    since_round: int = 1
    is_out: bool = False
    is_away: bool = False
    blocked_ids: frozenset[int] = frozenset()
    division: int = 0
    instead_of: int = 0


@dataclass(frozen=True)
class TableResult:
    """A table of a tournament, running or over; with a single seat, a bye.

    Attributes:
        round, number: from the `PairedTable` or `Bye` that began it.
        seats: the entrants in starting order.
        places: the place of each seat; equal seats share one: 1, 2, 2, 4. None while it runs.
        shares: each seat's share of all the table's points, for a tie-break; may be empty.
        forfeits: entrants who did not finish it themselves; they are ranked after those who did.
        is_walkover: whether a bye counts as a win, because someone did not come to the table.
    """

    round: int
    number: int
    seats: tuple[int, ...]
    places: tuple[int, ...] | None = None
    shares: tuple[float, ...] = ()
    forfeits: frozenset[int] = frozenset()
    is_walkover: bool = False

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def is_running(self) -> bool:
        return self.places is None and not self.is_bye


class SettingFault(NamedTuple):
    """An error in a setting, for a form: the setting's name, and the reason."""

    setting: str
    reason: Reason


@dataclass(frozen=True)
class FormatSettings:
    """The settings that all formats share; each format adds its own.

    Attributes:
        table_size: people at a table.
        smaller: whether a table may have one person fewer, to avoid byes.
        score: one of `SCORES`: points by place, share of the table's points, or wins.
        place_points: the points of each place; empty for one point per person who is beaten.
        bye_points: the points of a bye; None for as many as a win.
        tie_breaks: what orders people with the same points, the most important first.
    """

    table_size: int = 2
    smaller: bool = False
    score: str = "places"
    place_points: tuple[float, ...] = ()
    bye_points: float | None = None
    tie_breaks: tuple[str, ...] = TIE_BREAKS

    sizes: ClassVar[range] = SIZES  # the table sizes of the format
    has_average_byes: ClassVar[bool] = False  # a bye scores the mean of a table, not a win

    @property
    def least(self) -> int:
        """The fewest people at a table."""
        return max(2, self.table_size - self.smaller)

    @property
    def points(self) -> tuple[float, ...]:
        """The points of each place at a full table."""
        return self.place_points or tuple(float(n) for n in reversed(range(self.table_size)))

    def faults(self) -> list[SettingFault]:
        """The errors in these settings; empty if they are valid."""
        found = check_range("table_size", self.table_size, self.sizes[0], self.sizes[-1])
        if found:
            return found
        if self.place_points and len(self.place_points) != self.table_size:
            reason = Reason(
                "points_missing",
                _("There are %(seats)s places at a table. Give points for each of them."),
                seats=self.table_size,
            )
            found.append(SettingFault("place_points", reason))
        elif self.points[0] <= self.points[-1] or list(self.points) != sorted(self.points)[::-1]:
            reason = Reason(
                "points_not_falling", _("A better place must not score less than a worse one.")
            )
            found.append(SettingFault("place_points", reason))
        if self.score not in SCORES:
            found.append(
                SettingFault("score", Reason("score_unknown", _("Choose one from the list.")))
            )
        if len({*self.tie_breaks} & {*TIE_BREAKS}) < len(self.tie_breaks):
            reason = Reason("tie_breaks_unknown", _("Choose each tie-break once, from the list."))
            found.append(SettingFault("tie_breaks", reason))
        return found

    def data(self) -> dict[str, Any]:
        """The settings as JSON data, for `read`."""
        return dataclasses.asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Build settings from `data`. Missing ones get their default, unknown ones are ignored."""
        known = {one.name for one in dataclasses.fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
            if name in known
        }
        return cls(**values)


def check_range(setting: str, value: int, low: int, high: int) -> list[SettingFault]:
    """Return a fault if a number is out of its bounds, else nothing."""
    if low <= value <= high:
        return []
    reason = Reason(
        "out_of_bounds", _("Choose a number from %(low)s to %(high)s."), low=low, high=high
    )
    return [SettingFault(setting, reason)]


@dataclass(frozen=True)
class AcceptedChallenge:
    """An accepted challenge on a ladder.

    `is_due`: it has waited long enough, and begins even if the two play other matches.
    """

    by: int
    to: int
    is_due: bool = False


@dataclass(frozen=True)
class TournamentState:
    """A tournament at one moment: all that a format may know.

    Attributes:
        entrants: everyone who ever entered, also those who left.
        played: the tables in the order in which they ended; running ones come last.
        seed: the seed of all random draws.
        is_round_due: the round's time is over: the next one does not wait for slow tables.
        is_closing: the tournament's time is over: nothing new begins.
        challenges: accepted challenges whose tables have not begun, on a ladder.
    """

    settings: FormatSettings
    entrants: tuple[Entrant, ...]
    played: tuple[TableResult, ...] = ()
    seed: str = ""
    is_round_due: bool = False
    is_closing: bool = False
    challenges: tuple[AcceptedChallenge, ...] = ()

    @cached_property
    def entrants_by_id(self) -> Mapping[int, Entrant]:
        return {one.id: one for one in self.entrants}

    @cached_property
    def round(self) -> int:
        """The number of the last round that has begun; 0 before the first."""
        return max((one.round for one in self.played), default=0)

    @cached_property
    def running_counts(self) -> Mapping[int, int]:
        """The number of running tables at which each entrant sits."""
        count = dict.fromkeys(self.entrants_by_id, 0)
        for table in self.played:
            if table.is_running:
                for seat in table.seats:
                    count[seat] += 1
        return count

    @cached_property
    def missed_rounds(self) -> Mapping[int, int]:
        """The number of begun rounds in which each entrant had neither a table nor a bye."""
        begun = {(seat, table.round) for table in self.played for seat in table.seats}
        had = Counter(seat for seat, _round in begun)
        return {one: self.round - had[one] for one in self.entrants_by_id}

    @cached_property
    def finished_tables(self) -> tuple[TableResult, ...]:
        """The tables that are over, and the byes."""
        return tuple(one for one in self.played if not one.is_running)

    def has_room(self, entrant: Entrant) -> bool:
        """Whether the entrant is here and would like one more match now."""
        return (
            not (entrant.is_out or entrant.is_away)
            and self.running_counts[entrant.id] < entrant.wants
        )

    def chance(self, *about: object) -> random.Random:
        """Return the random generator of one draw: the same for the same seed and subject."""
        return random.Random(":".join(map(str, (self.seed, *about))))


@dataclass(frozen=True)
class PairedTable:
    """A table to begin: the entrants in starting order."""

    round: int
    number: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Bye:
    """An entrant without a table in a round. Its result has one seat, and is over."""

    round: int
    number: int
    entrant: int
    reason: Reason
    is_walkover: bool = False


@dataclass(frozen=True)
class Pairing:
    """What begins now. `rests`: entrants who have neither a table nor a bye of it, and why."""

    tables: tuple[PairedTable, ...]
    byes: tuple[Bye, ...] = ()
    rests: Mapping[int, Reason] = field(default_factory=dict)


@dataclass(frozen=True)
class Wait:
    """Nothing begins now, and why. Ask again when a table has ended or someone is back."""

    reason: Reason


@dataclass(frozen=True)
class NoMoreRounds:
    """Nothing begins any more: the standings are final."""


FormatDecision = Pairing | Wait | NoMoreRounds


@dataclass(frozen=True)
class StandingsRow:
    """One row of the standings.

    Attributes:
        rank: within the division; equal entrants share one.
        played: finished tables, without byes.
        ties: the value of each tie-break, in the order of the settings.
        division: 0 if there are none.
        fate: the outcome as of now: `up`, `stay`, `down`, `on`, `won` or `lost`; "" if there is
            none.
        is_out: left or disqualified.
    """

    entrant: int
    rank: int
    points: float
    played: int = 0
    wins: int = 0
    byes: int = 0
    ties: Mapping[str, float] = field(default_factory=dict)
    division: int = 0
    fate: str = ""
    is_out: bool = False


class Format(Protocol):
    """A way to play a tournament. Names and summaries are gettext message ids.

    Attributes:
        settings: its own subclass of `FormatSettings`.
        has_rounds: whether everyone who is free plays in each round.
        is_bracket: whether losers are eliminated. Each round then waits for all its tables, and
            nothing ends the tournament before its last table. People who block each other may meet
            if a round has no other way.
        allows_late_entry: whether people may enter after the start.
    """

    key: str
    name: str
    summary: str
    has_rounds: bool
    is_bracket: bool
    allows_late_entry: bool

    @property
    def settings(self) -> type[FormatSettings]: ...

    def next_tables(self, state: TournamentState) -> FormatDecision:
        """Return what begins now. Store it completely, or not at all, before the next call."""

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        """Return all entrants, the best first, by division if there are any."""

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        """Return why each entrant who sits at no running table does not play."""
