"""Tournament data for pages and API: lists, standings, rounds, and who met whom.

Data that is computed from results is cached by the tournament's version. It is computed once for
each change, however many people look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

import games.rules as rules
from accounts.models import User

from ..boards import translate_reason
from ..models import Membership
from . import diagrams, duplicate_rounds, points, results
from .access import TournamentNotFoundError, is_visible_to
from .formats.base import StandingsRow
from .formats.ladder import Ladder
from .formats.registry import FORMATS
from .models import Tournament, TournamentEntry, TournamentTable

KEPT = 600  # seconds in the cache; names may change without a new version
LISTED = 30  # tournaments of each state
MAX_CROSSTABLE_ENTRANTS = 40  # people in a crosstable, which is drawn for each division
PLAYER_COUNT = Count(
    "entries", filter=Q(entries__state=TournamentEntry.State.ENTERED)
)  # people with a place


class EntrantSummary(NamedTuple):
    """A person in a tournament, for pages."""

    entry: int
    username: str
    name: str
    is_out: bool = False
    is_here: bool = False  # has checked in


class StandingsEntry(NamedTuple):
    """A row of the standings.

    `ties` is in the order of the columns; `performance` is None without a performance rating.
    `difference` is the sum of the differences in published duplicate rounds; None without any.
    """

    person: EntrantSummary
    rank: int
    points: float
    played: int
    wins: int
    byes: int
    ties: list[float]
    division: int
    fate: str
    performance: int | None
    difference: float | None

    def difference_text(self) -> str:
        """Return the difference as readers see it; "" without one."""
        return "" if self.difference is None else signed_number(self.difference)


class SeatSummary(NamedTuple):
    person: EntrantSummary
    place: int | None


class TableSummary(NamedTuple):
    """A table of a round; without a `key`, a bye."""

    number: int
    key: str
    seats: list[SeatSummary]
    is_done: bool
    ruling: str
    ruled_by: str
    is_sealed: bool

    def table_key(self) -> str | None:
        return self.key or None

    def seats_with_places(self) -> list[SeatSummary]:
        """Return the seats with their places; a bye has none."""
        return self.seats if self.key else [SeatSummary(one.person, None) for one in self.seats]


class TournamentSummary(NamedTuple):
    """A tournament that has begun: its standings, the numbers of its rounds, and who met whom.

    Attributes:
        lines: the standings.
        columns: the keys of the tie-breaks.
        rounds: the numbers of the rounds.
        crosstable: for each row of the standings, its row in the crosstable of its division. Each
            cell has +, = or − for each meeting, and how many more + than − there are. Empty if
            there are too many people, or for brackets and ladders.
        waits: by entry, the parts of the `Reason` why they do not play now.
        bracket: the bracket of `diagrams.bracket_diagram`, or {}.
        curves: the chart of `diagrams.points_chart`, or {}.
    """

    lines: list[StandingsEntry]
    columns: list[str]
    rounds: list[int]
    crosstable: list[list[tuple[str, int]]]
    waits: dict[str, tuple[str, str, dict[str, Any]]]
    bracket: dict[str, Any]
    curves: dict[str, Any]


def visible_tournaments(user: Any) -> QuerySet[Tournament]:
    """Return the tournaments that lists show to a user."""
    seen = Q(club=None)
    if user.is_authenticated:
        clubs = Membership.objects.filter(user=user).values("club")
        seen |= Q(club__in=clubs) | Q(organiser=user)
        seen |= Q(pk__in=TournamentEntry.objects.filter(user=user).values("tournament"))
    return Tournament.objects.filter(seen).select_related("club", "series")


def tournaments_won_by(person: User, reader: Any) -> QuerySet[Tournament]:
    """Return the tournaments that a person has won, the last first, if the reader may see them."""
    firsts = TournamentEntry.objects.filter(user=person, place=1).values("tournament")
    return (
        visible_tournaments(reader)
        .filter(pk__in=firsts, state=Tournament.State.OVER)
        .order_by("-ended_at")
    )


def get_tournament(key: str, user: Any) -> Tournament:
    """Return the tournament with this key.

    Raises:
        TournamentNotFoundError: there is none, the user may not see it, or the site no longer has
            its game or format.
    """
    tournament = (
        Tournament.objects.select_related("organiser", "club", "ended_by", "series")
        .filter(key=key)
        .first()
    )
    if tournament is None or not is_visible_to(tournament, user):
        raise TournamentNotFoundError
    if tournament.game not in rules.catalogue() or tournament.format not in FORMATS:
        raise TournamentNotFoundError
    return tournament


def entered_people(tournament: Tournament) -> list[EntrantSummary]:
    """Return who has a place in a tournament that has not begun, in the order of entry."""

    def read() -> list[EntrantSummary]:
        there = tournament.entries.filter(state=TournamentEntry.State.ENTERED).select_related(
            "user__notification_settings"
        )
        return [_summarize_entry(one) for one in there.order_by("entered_at", "pk")]

    return [EntrantSummary(*one) for one in _get_cached(tournament, "entered", read)]


def get_summary(tournament: Tournament) -> TournamentSummary:
    """Return the summary of a tournament that has begun, from the cache if possible."""
    lines, *rest = _get_cached(tournament, "board", lambda: _build_summary(tournament))
    return TournamentSummary(
        [StandingsEntry(EntrantSummary(*one), *of_line) for one, *of_line in lines], *rest
    )


def warm_cache(pk: int) -> None:
    """Compute the summary of a tournament, so that no reader of its pages waits for it."""
    tournament = Tournament.objects.filter(pk=pk, started_at__isnull=False).first()
    if tournament is not None:
        get_summary(tournament)


def wait_reason_text(board: TournamentSummary, mine: TournamentEntry | None, game: str) -> str:
    """Return why a person sits at no running table of the tournament; "" if they do."""
    parts = None if mine is None else board.waits.get(str(mine.pk))
    if parts is None:
        return ""
    code, message, values = parts
    return translate_reason(rules.Reason(code, message, **values), game)


def tables_by_round(
    tournament: Tournament, numbers: Iterable[int]
) -> dict[int, list[TableSummary]]:
    """Return the tables of these rounds; a round that does not exist has none."""
    keys = {number: _cache_key(tournament, f"round:{number}") for number in numbers}
    known = cache.get_many(keys.values())
    missing = [number for number, key in keys.items() if key not in known]
    if missing:
        read = {keys[number]: some for number, some in _read_tables(tournament, missing).items()}
        cache.set_many(read, KEPT)
        known |= read
    return {
        number: [
            TableSummary(
                one,
                table,
                [SeatSummary(EntrantSummary(*who), place) for who, place in seats],
                *rest,
            )
            for one, table, seats, *rest in known[key]
        ]
        for number, key in keys.items()
    }


class ComparisonCell(NamedTuple):
    """A person's result at one table of a duplicate round; "" and None if it is not compared."""

    person: EntrantSummary
    table: int
    points: int | None
    place: int | None
    difference: float | None

    def difference_text(self) -> str:
        """Return the difference as readers see it, such as +12 or −3.5; "" without one."""
        return "" if self.difference is None else signed_number(self.difference)


class ComparisonRow(NamedTuple):
    """A seat of a duplicate round: its average points, and its result at each table."""

    seat: int
    average: float | None
    cells: list[ComparisonCell]


def signed_number(value: float) -> str:
    """Return a number with its sign and at most one decimal.

    >>> signed_number(12.0), signed_number(-3.25), signed_number(0)
    ('+12', '−3.2', '0')
    """
    text = f"{abs(value):.1f}".removesuffix(".0")
    return text if text == "0" else ("+" if value > 0 else "−") + text


def compare_round(tournament: Tournament, number: int) -> list[ComparisonRow]:
    """Return the comparison of a duplicate round, a row for each seat; empty until it is over."""
    if not tournament.is_duplicate:
        return []

    def read() -> list[duplicate_rounds.SeatRow]:
        found = tournament.rounds.filter(number=number).first()
        return [] if found is None else duplicate_rounds.compare_round(found)

    people = {line.person.entry: line.person for line in get_summary(tournament).lines}
    return [
        ComparisonRow(
            seat + 1,
            average,
            [ComparisonCell(people[entry], table, *rest) for table, entry, *rest in cells],
        )
        for seat, average, cells in _get_cached(tournament, f"compared:{number}", read)
    ]


def _cache_key(tournament: Tournament, what: str) -> str:
    return f"contest:{tournament.pk}:{tournament.version}:{what}"


def _get_cached(tournament: Tournament, what: str, read: Callable[[], Any]) -> Any:
    """Return the cached value for this version, or compute it.

    A cached value comes back as lists, because the cache has no other types.
    """
    key = _cache_key(tournament, what)
    value = cache.get(key)
    if value is None:
        value = read()
        cache.set(key, value, KEPT)
    return value


def _summarize_entry(entry: TournamentEntry) -> EntrantSummary:
    user, is_here = entry.user, entry.checked_in_at is not None
    return EntrantSummary(entry.pk, user.username, user.display_name, entry.is_out, is_here)


def _build_summary(tournament: Tournament) -> TournamentSummary:
    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    people = {entry.pk: _summarize_entry(entry) for entry in entries}
    state = results.build_state(tournament, entries, tables, timezone.now())
    columns = list(state.settings.tie_breaks)
    performed = points.performance_ratings(state)
    differences = duplicate_rounds.total_differences(tournament) if tournament.is_duplicate else {}
    lines = [
        _standings_entry(one, people[one.entrant], columns, performed[one.entrant])._replace(
            difference=differences.get(one.entrant)
        )
        for one in results.format_of(tournament).standings(state)
    ]
    rounds = sorted({one.round.number for one in tables})
    form = results.format_of(tournament)
    crossed = (
        [] if form.is_bracket or isinstance(form, Ladder) else _build_crosstable(lines, tables)
    )
    waits = form.waits(state) if tournament.is_running else {}
    reasons = {str(one): (why.code, why.message, dict(why.params)) for one, why in waits.items()}
    bracket, curves = {}, {}
    if form.is_bracket:
        names = {pk: one.name for pk, one in people.items()}
        bracket = diagrams.bracket_diagram(state, names)
    elif form.has_rounds:
        curves = diagrams.points_chart(
            state, [line.person.entry for line in lines[: diagrams.MAX_CHART_LINES]]
        )
    return TournamentSummary(lines, columns, rounds, crossed, reasons, bracket, curves)


def _standings_entry(
    one: StandingsRow, person: EntrantSummary, columns: Sequence[str], performance: int | None
) -> StandingsEntry:
    ties = [one.ties.get(column, 0.0) for column in columns]
    values = (one.rank, one.points, one.played, one.wins, one.byes)
    return StandingsEntry(person, *values, ties, one.division, one.fate, performance, None)


def _build_crosstable(
    lines: Sequence[StandingsEntry], tables: Iterable[TournamentTable]
) -> list[list[tuple[str, int]]]:
    divisions: dict[int, list[int]] = {}
    for line in lines:
        divisions.setdefault(line.division, []).append(line.person.entry)
    if not all(1 < len(some) <= MAX_CROSSTABLE_ENTRANTS for some in divisions.values()):
        return []
    met: dict[tuple[int, int], str] = {}
    for table in tables:
        places = [] if table.result is None else table.result["places"]
        placed = list(zip(table.entries, places, strict=False))
        for one, own in placed:
            for other, theirs in placed:
                if one != other:
                    mark = "+" if own < theirs else "−" if own > theirs else "="
                    met[one, other] = met.get((one, other), "") + mark
    found = []
    for line in lines:
        one = line.person.entry
        marks = [met.get((one, other), "") for other in divisions[line.division]]
        found.append([(mark, mark.count("+") - mark.count("−")) for mark in marks])
    return found


def _read_tables(
    tournament: Tournament, numbers: Sequence[int]
) -> Mapping[int, list[TableSummary]]:
    found = TournamentTable.objects.filter(round__tournament=tournament, round__number__in=numbers)
    people = {entry.pk: _summarize_entry(entry) for entry in results.started_entries(tournament)}
    tables: dict[int, list[TableSummary]] = {number: [] for number in numbers}
    for one in found.select_related("round", "table", "ruled_by").defer("table__state"):
        tables[one.round.number].append(_summarize_table(one, people))
    return tables


def _summarize_table(one: TournamentTable, people: dict[int, EntrantSummary]) -> TableSummary:
    places = [None] * len(one.entries) if one.result is None else one.result["places"]
    return TableSummary(
        one.number,
        "" if one.table is None else one.table.key,
        [
            SeatSummary(people[entry], place)
            for entry, place in zip(one.entries, places, strict=True)
        ],
        one.finished_at is not None,
        one.ruling,
        "" if one.ruled_by is None else one.ruled_by.display_name,
        one.table is not None and one.table.is_sealed,
    )
