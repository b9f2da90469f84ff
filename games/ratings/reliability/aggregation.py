"""Counting of answers and finished matches into `PlayerStatistics`, by a worker.

A move only marks its table (`Table.uncounted_after`). The worker adds answers to histograms, and a
finished match to the matches of its people. The cost does not depend on how many matches they have.
Marked tables are not counted yet, so nothing is counted twice. A match counts if at least two
people sat down: play against bots says nothing about play with people.

Rows are locked in one order: tables, then statistics by person and game. Existing counts are read
after the locks are taken, since others may add to them until then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet

from portal import repository

from ...models import Move, Seat, Substitution, Table, player_of_move, substitutions_of
from ..models import PlayerStatistics
from . import histogram

TOGETHER = 100  # tables per transaction
MIN_ANSWERS = 20  # below this, no median is shown
ALL_GAMES = ""  # in place of a game: all games

PersonGame = tuple[int, str]  # (user id, game)
COUNTED_FIELDS = ("answers", "turns", "pace", "played", "finished")
FINISHED_MATCH_FIELDS = ("user", "table__game", "leave_reason", "absence")


class FinishedMatches(NamedTuple):
    """A number `n` of finished matches of one person with the same outcome."""

    person: int
    game: str
    left: str
    absence: int | None
    n: int = 1

    @property
    def keys(self) -> tuple[PersonGame, PersonGame]:
        return (self.person, self.game), (self.person, ALL_GAMES)


class MatchCounts(NamedTuple):
    """How many matches a person has played; those lost in one absence count as one."""

    played: int = 0
    finished: int = 0


def count_marked_tables() -> int:
    """Count the news at all marked tables and return how many tables there were."""
    total = 0
    while (counted := _count_batch()) == TOGETHER:
        total += counted
    return total + counted


@transaction.atomic
def _count_batch() -> int:
    due = Table.objects.filter(uncounted_after__isnull=False).order_by("pk")
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    tables = list(due.only("key", "status", "uncounted_after")[:TOGETHER])
    if not tables:
        return 0
    fresh = Move.objects.filter(number__gt=F("table__uncounted_after"))
    here = _finished_seats().filter(table__in=[table.pk for table in tables])
    add_counts(
        count_answers(fresh, tables),
        [FinishedMatches(*row) for row in here.values_list(*FINISHED_MATCH_FIELDS)],
    )
    for table in tables:
        table.uncounted_after = None
    repository.update_rows(tables, ("uncounted_after",))
    return len(tables)


def uncount_answers(table: Table, to_move: int) -> None:
    """Subtract the answers of moves that will be undone; the caller has locked the table."""
    counted = table.move_count if table.uncounted_after is None else table.uncounted_after
    undone = Move.objects.filter(number__gt=to_move, number__lte=counted)
    add_counts(count_answers(undone, [table]), sign=-1)
    table.uncounted_after = min(counted, to_move)
    repository.update_rows([table], ("uncounted_after",))


def recount_matches(table: Table) -> None:
    """Recount the matches of a table's people after a rollback, also of owners replaced there."""
    replaced = {row.from_user_id for row in substitutions_of(table) if row.from_user_id}
    seated = _counted_people_seats([table]).values_list("user", flat=True)
    people = sorted(replaced.union(filter(None, seated)))
    held = _lock_statistics(
        {(person, game) for person in people for game in (table.game, ALL_GAMES)}
    )
    found = count_matches(people)
    for key, tally in held.items():
        tally.played, tally.finished = found.get(key, MatchCounts())
    repository.update_rows(list(held.values()), COUNTED_FIELDS)


def count_answers(moves: QuerySet[Move], tables: Iterable[Table]) -> dict[PersonGame, Counter[str]]:
    """Return histograms of the answers that these moves completed, by person and game."""
    who = {
        (seat.table_id, seat.number): (seat.user_id or 0, seat.table.game)
        for seat in _counted_people_seats(tables)
        .select_related("table")
        .only("number", "user", "table__game")
    }
    chains: dict[tuple[int, int], list[Substitution]] = defaultdict(list)
    for row in Substitution.objects.filter(table__in=[table.pk for table in tables]):
        chains[row.table_id, row.seat].append(row)
    found: dict[PersonGame, Counter[str]] = defaultdict(Counter)
    ends = moves.filter(table__in=[table.pk for table in tables], took__isnull=False)
    for table, seat, took, number in ends.order_by().values_list("table", "seat", "took", "number"):
        owner, game = who.get((table, seat or 0), (0, ALL_GAMES))
        chain = chains.get((table, seat or 0), [])
        person = player_of_move(chain, owner, number) if owner else 0
        for key in {(person, game), (person, ALL_GAMES)} if person else ():
            found[key][histogram.bucket(took or 0)] += 1
    return found


def _counted_people_seats(tables: Iterable[Table]) -> QuerySet[Seat]:
    """Return the seats of people, except deleted accounts, at tables with another person."""
    return filter_with_opponents(Seat.objects.filter(table__in=[table.pk for table in tables]))


def filter_with_opponents(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    people = Seat.objects.filter(table=OuterRef("table"), user__isnull=False)
    others = Exists(people.exclude(pk=OuterRef("pk")))
    return seats.filter(others, user__isnull=False, user__deleted_at=None).order_by()


def _finished_seats() -> QuerySet[Seat]:
    """Return the seats of people in finished matches with others.

    A seat that hardly played and did not leave says nothing and is left out. A match that ended
    early because everybody else had left counts as played to its end.
    """
    over = Seat.objects.filter(table__status=Table.Status.FINISHED)
    return filter_with_opponents(over).exclude(idle=True, leave_reason=Seat.LeaveReason.STAYED)


def _counted_seats() -> QuerySet[Seat]:
    """Return those of them that the statistics contain already."""
    return _finished_seats().filter(table__uncounted_after=None)


def count_matches(people: Iterable[int] | None) -> dict[PersonGame, MatchCounts]:
    """Return the counted matches of these people (None: of everybody), by game and in total."""
    counted = _counted_seats() if people is None else _counted_seats().filter(user__in=list(people))
    groups = counted.values_list(*FINISHED_MATCH_FIELDS).annotate(n=Count("pk"))
    return _sum_matches((FinishedMatches(*row) for row in groups), set())


def _sum_matches(
    over: Iterable[FinishedMatches], absences: set[tuple[PersonGame, int]]
) -> dict[PersonGame, MatchCounts]:
    """Sum up these matches by game and in total.

    Args:
        over: the matches.
        absences: absences in which a match is counted already; new ones are added.
    """
    played: Counter[PersonGame] = Counter()
    finished: Counter[PersonGame] = Counter()
    for one in over:
        for key in one.keys:
            if one.left == Seat.LeaveReason.STAYED:
                finished[key] += one.n
            if one.absence is None:
                played[key] += one.n
            elif (key, one.absence) not in absences:
                absences.add((key, one.absence))
                played[key] += 1
    return {key: MatchCounts(played[key], finished[key]) for key in {*played, *finished}}


def _counted_absences(over: Iterable[FinishedMatches]) -> set[tuple[PersonGame, int]]:
    """Return the absences in which another match is counted already, by person and game."""
    absences = {one.absence for one in over} - {None}
    if not absences:
        return set()
    counted = _counted_seats().filter(absence__in=absences).values_list(*FINISHED_MATCH_FIELDS)
    return {
        (key, one.absence)
        for one in map(FinishedMatches._make, counted.annotate(n=Count("pk")))
        if one.absence is not None
        for key in one.keys
    }


def add_counts(
    answered: Mapping[PersonGame, histogram.Histogram],
    over: Sequence[FinishedMatches] = (),
    sign: int = 1,
) -> None:
    """Add answers (or, with sign -1, subtract them) and matches that are not counted yet."""
    held = _lock_statistics({*answered, *(key for one in over for key in one.keys)})
    ended = _sum_matches(over, _counted_absences(over))
    for key, tally in held.items():
        if key in answered:
            set_answers(tally, histogram.add_histograms(tally.answers, answered[key], sign))
        played, finished = ended.get(key, MatchCounts())
        tally.played, tally.finished = tally.played + played, tally.finished + finished
    repository.update_rows(list(held.values()), COUNTED_FIELDS)


def set_answers(tally: PlayerStatistics, found: dict[str, int]) -> None:
    """Replace the answers of a row of statistics and update its derived numbers."""
    tally.answers = found
    tally.turns = histogram.count_values(found)
    tally.pace = histogram.median(found) if tally.turns >= MIN_ANSWERS else None


def _lock_statistics(keys: set[PersonGame]) -> dict[PersonGame, PlayerStatistics]:
    """Lock and return the rows of these people and games; missing ones are created."""
    if not keys:
        return {}
    people = {person for person, _game in keys}
    wanted = (
        PlayerStatistics.objects.select_for_update()
        .filter(user__in=people)
        .order_by("user", "game")
    )
    held = {(tally.user_id, tally.game): tally for tally in wanted}
    missing = sorted(keys - held.keys())
    if missing:
        PlayerStatistics.objects.bulk_create(
            (PlayerStatistics(user_id=person, game=game) for person, game in missing),
            ignore_conflicts=True,
        )
        held = {(tally.user_id, tally.game): tally for tally in wanted.all()}
    return {key: held[key] for key in sorted(keys)}
