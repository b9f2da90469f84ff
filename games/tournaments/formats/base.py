"""What a format is asked, and what it answers.

The ledger (`TournamentState.played`) is all that is ever counted: points, standings and the next
pairing are computed from it anew each time. Chance comes from `TournamentState.seed` alone.
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
SCORES = ("places", "share", "wins")  # what people are ranked by
TIE_BREAKS = ("opponents", "head_to_head", "share", "wins")


@dataclass(frozen=True)
class Entrant:
    """One person in a contest.

    Attributes:
        id: whatever names them; the ledger and all answers use it.
        seed: 1 for whoever is thought the strongest; nobody shares one.
        wants: how many matches at once they like, where the format has no rounds.
        since_round: the first round they can play in; more than 1 for late joiners.
        is_out: left or disqualified: paired no more, and ranked behind whoever stays.
        is_away: not paired while this is so.
        apart: whom they keep apart from themselves. The two never sit together; where the draw or
            the schedule would have it, this one sits out.
        division: of a league, 1 the highest; 0 lets the format divide the entrants.
        instead_of: whose remaining tables they take over; 0 for nobody's.
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
    """A table of the ledger; with a single seat, a bye.

    Attributes:
        round, number: as the `PairedTable` or `Bye` that began it said.
        seats: the entrants in starting order.
        places: the place of each seat, shared by who is level: 1, 2, 2, 4; None while it runs.
        shares: each seat's share of all the table's points, for a tie-break; may be left out.
        forfeits: who did not finish it themselves: ranked behind those who did.
        is_walkover: of a bye: it brings a win, since somebody did not come to the table.
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
    """What is wrong with a setting, for a form: its name, and why."""

    setting: str
    reason: Reason


@dataclass(frozen=True)
class FormatSettings:
    """What every format lets organisers set; each format adds its own.

    Attributes:
        table_size: people at a table.
        smaller: whether a table may have one person fewer, to spare byes.
        score: one of `SCORES`: points by place, share of the table's points, or wins.
        place_points: what each place brings; empty for one point per person left behind.
        bye_points: what a bye brings; None for as much as a win.
        tie_breaks: what tells people with the same points apart, the first first.
    """

    table_size: int = 2
    smaller: bool = False
    score: str = "places"
    place_points: tuple[float, ...] = ()
    bye_points: float | None = None
    tie_breaks: tuple[str, ...] = TIE_BREAKS

    sizes: ClassVar[range] = SIZES  # which the format can do
    has_average_byes: ClassVar[bool] = False  # a bye brings the mean of a table rather than a win

    @property
    def least(self) -> int:
        """The fewest people at a table."""
        return max(2, self.table_size - self.smaller)

    @property
    def points(self) -> tuple[float, ...]:
        """What each place of a full table brings."""
        return self.place_points or tuple(float(n) for n in reversed(range(self.table_size)))

    def faults(self) -> list[SettingFault]:
        """What is wrong with them; empty if nothing is."""
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
        """JSON-ready; `read` takes it back."""
        return dataclasses.asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Of what `data` gave; what is missing has its default, what is unknown is left out."""
        known = {one.name for one in dataclasses.fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
            if name in known
        }
        return cls(**values)


def check_range(setting: str, value: int, low: int, high: int) -> list[SettingFault]:
    """A fault if a number is out of its bounds."""
    if low <= value <= high:
        return []
    reason = Reason(
        "out_of_bounds", _("Choose a number from %(low)s to %(high)s."), low=low, high=high
    )
    return [SettingFault(setting, reason)]


@dataclass(frozen=True)
class AcceptedChallenge:
    """On a ladder: who has asked whom for a match, and was accepted.

    `is_round_due`: it has waited long enough, and begins whatever else the two play.
    """

    by: int
    to: int
    is_due: bool = False


@dataclass(frozen=True)
class TournamentState:
    """A tournament at a moment: all that a format may know.

    Attributes:
        entrants: everybody who ever entered, also those who left.
        played: the ledger, in the order in which its tables ended; those that run come last.
        seed: of all that is drawn by chance.
        is_due: the round's time is over: slow tables are not waited for.
        is_closing: the tournament's time is over: nothing new begins.
        challenges: accepted, their tables not begun; for a ladder.
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
        """The last round that has begun; 0 before the first."""
        return max((one.round for one in self.played), default=0)

    @cached_property
    def running(self) -> Mapping[int, int]:
        """At how many tables that run each entrant sits."""
        count = dict.fromkeys(self.entrants_by_id, 0)
        for table in self.played:
            if table.is_running:
                for seat in table.seats:
                    count[seat] += 1
        return count

    @cached_property
    def missed_rounds(self) -> Mapping[int, int]:
        """In how many rounds that have begun each entrant had neither a table nor a bye."""
        begun = {(seat, table.round) for table in self.played for seat in table.seats}
        had = Counter(seat for seat, _round in begun)
        return {one: self.round - had[one] for one in self.entrants_by_id}

    @cached_property
    def finished_tables(self) -> tuple[TableResult, ...]:
        """Tables that are over, and byes."""
        return tuple(one for one in self.played if not one.is_running)

    def has_room(self, entrant: Entrant) -> bool:
        """Whether they are here and like one more match now."""
        return not (entrant.is_out or entrant.is_away) and self.running[entrant.id] < entrant.wants

    def chance(self, *about: object) -> random.Random:
        """For one drawing of lots: the same for the same seed and subject."""
        return random.Random(":".join(map(str, (self.seed, *about))))


@dataclass(frozen=True)
class PairedTable:
    """A table to begin: the entrants in starting order."""

    round: int
    number: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Bye:
    """Somebody for whom there is no table in a round. Its ledger row has one seat, and is over."""

    round: int
    number: int
    entrant: int
    reason: Reason
    is_walkover: bool = False


@dataclass(frozen=True)
class Pairing:
    """What begins now. `rests`: who plays no table of it, has no bye, and why."""

    tables: tuple[PairedTable, ...]
    byes: tuple[Bye, ...] = ()
    rests: Mapping[int, Reason] = field(default_factory=dict)


@dataclass(frozen=True)
class Wait:
    """Nothing begins now, and why. Ask again when a table has ended or somebody is back."""

    reason: Reason


@dataclass(frozen=True)
class Finished:
    """Nothing begins any more: the standings are final."""


FormatDecision = Pairing | Wait | Finished


@dataclass(frozen=True)
class StandingsRow:
    """One line of the standings.

    Attributes:
        rank: within the division; shared by who is level.
        played: tables that are over, without byes.
        ties: the value of each tie-break, in the order of the settings.
        division: 0 where there are none.
        fate: as things stand `up`, `stay`, `down`, `on`, `won` or `lost`; "" where there is none.
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
    """A way to hold a contest. Names and sentences are message ids.

    Attributes:
        settings: its own kind of `FormatSettings`.
        has_rounds: whether everybody free plays in each round.
        is_bracket: whether who loses is out: each round waits for all its tables, nothing ends it
            before its last one, and people kept apart may meet where a round has no other way.
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
        """What begins now. To be written whole, or not at all, before the next is asked."""

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        """Everybody, the best first; by division where there are any."""

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        """Why each entrant who sits at no running table does not."""
