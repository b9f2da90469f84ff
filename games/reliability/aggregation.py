"""Answers and matches counted, soon after they have happened, by a worker.

A move does nothing for it but to mark its table (`Table.uncounted_after`). Answers are added to
histograms, and a match that has ended to the matches of its people, however many these have. What
is marked is counted nowhere yet, so nothing is counted twice. A match counts where two people or
more sat down: what somebody does with bots says nothing of how they play with people.

Rows are locked in one order: tables, then tallies by person and game. What is counted already is
read behind the locks, since others may have added to it until then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet

from portal.performance import fast_orm

from ..models import Move, PlayerStatistics, Seat, Table
from . import histogram

TOGETHER = 100  # tables in one transaction
MIN_ANSWERS = 20  # from which on a median says something
ALL_GAMES = ""  # in the place of a game: all of them

PersonGame = tuple[int, str]  # a person and a game
COUNTED_FIELDS = ("answers", "turns", "pace", "played", "finished")
FINISHED_MATCH_FIELDS = ("user", "table__game", "left", "incident")


class FinishedMatches(NamedTuple):
    """So many (`n`) matches of a person that are over, and how they went."""

    person: int
    game: str
    left: str
    incident: int | None
    n: int = 1

    @property
    def keys(self) -> tuple[PersonGame, PersonGame]:
        return (self.person, self.game), (self.person, ALL_GAMES)


class MatchCounts(NamedTuple):
    """How many matches of a person are over; those lost in one absence are one."""

    played: int = 0
    finished: int = 0


def count_marked_tables() -> int:
    """Count what has happened at all tables that are marked; returns at how many."""
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
    fast_orm.update_rows(tables, ("uncounted_after",))
    return len(tables)


def uncount_answers(table: Table, to_move: int) -> None:
    """Forget the answers of moves that are about to be undone; the caller holds the table."""
    counted = table.move_count if table.uncounted_after is None else table.uncounted_after
    undone = Move.objects.filter(number__gt=to_move, number__lte=counted)
    add_counts(count_answers(undone, [table]), sign=-1)
    table.uncounted_after = min(counted, to_move)
    fast_orm.update_rows([table], ("uncounted_after",))


def recount_matches(table: Table) -> None:
    """Count anew the matches of a table's people, after it has been set back."""
    people = sorted(_counted_people_seats([table]).values_list("user", flat=True))
    held = _lock_statistics(
        {(person, game) for person in people for game in (table.game, ALL_GAMES)}
    )
    found = count_matches(people)
    for key, tally in held.items():
        tally.played, tally.finished = found.get(key, MatchCounts())
    fast_orm.update_rows(list(held.values()), COUNTED_FIELDS)


def count_answers(moves: QuerySet[Move], tables: Iterable[Table]) -> dict[PersonGame, Counter[str]]:
    """Into which buckets the answers fell that these moves ended, by person and game."""
    who = {
        (seat.table_id, seat.number): (seat.user_id or 0, seat.table.game)
        for seat in _counted_people_seats(tables)
        .select_related("table")
        .only("number", "user", "table__game")
    }
    found: dict[PersonGame, Counter[str]] = defaultdict(Counter)
    ends = moves.filter(table__in=[table.pk for table in tables], took__isnull=False)
    for table, seat, took in ends.order_by().values_list("table", "seat", "took"):
        person, game = who.get((table, seat or 0), (0, ALL_GAMES))
        for key in {(person, game), (person, ALL_GAMES)} if person else ():
            found[key][histogram.bucket(took or 0)] += 1
    return found


def _counted_people_seats(tables: Iterable[Table]) -> QuerySet[Seat]:
    """The seats of people who have not gone for good, at tables with another person."""
    return filter_with_opponents(Seat.objects.filter(table__in=[table.pk for table in tables]))


def filter_with_opponents(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    people = Seat.objects.filter(table=OuterRef("table"), user__isnull=False)
    others = Exists(people.exclude(pk=OuterRef("pk")))
    return seats.filter(others, user__isnull=False, user__deleted_at=None).order_by()


def _finished_seats() -> QuerySet[Seat]:
    """Where people have played a match with others that is over.

    Who hardly played one and did not leave it has done nothing there that says anything. The one
    that ended early because everybody else had left was played to its end.
    """
    over = Seat.objects.filter(table__status=Table.Status.FINISHED)
    return filter_with_opponents(over).exclude(idle=True, left=Seat.LeaveReason.STAYED)


def _counted_seats() -> QuerySet[Seat]:
    """Those of them that are in the tallies."""
    return _finished_seats().filter(table__uncounted_after=None)


def count_matches(people: Iterable[int] | None) -> dict[PersonGame, MatchCounts]:
    """The counted matches of these people (None: everybody's), by game and in all."""
    counted = _counted_seats() if people is None else _counted_seats().filter(user__in=list(people))
    groups = counted.values_list(*FINISHED_MATCH_FIELDS).annotate(n=Count("pk"))
    return _sum_matches((FinishedMatches(*row) for row in groups), set())


def _sum_matches(
    over: Iterable[FinishedMatches], absences: set[tuple[PersonGame, int]]
) -> dict[PersonGame, MatchCounts]:
    """These matches by game and in all; `absences`: those in which one is counted already."""
    played: Counter[PersonGame] = Counter()
    finished: Counter[PersonGame] = Counter()
    for one in over:
        for key in one.keys:
            if one.left == Seat.LeaveReason.STAYED:
                finished[key] += one.n
            if one.incident is None:
                played[key] += one.n
            elif (key, one.incident) not in absences:
                absences.add((key, one.incident))
                played[key] += 1
    return {key: MatchCounts(played[key], finished[key]) for key in {*played, *finished}}


def _counted_absences(over: Iterable[FinishedMatches]) -> set[tuple[PersonGame, int]]:
    """In which of the absences of these matches another one is counted, by person and game."""
    incidents = {one.incident for one in over} - {None}
    if not incidents:
        return set()
    counted = _counted_seats().filter(incident__in=incidents).values_list(*FINISHED_MATCH_FIELDS)
    return {
        (key, one.incident)
        for one in map(FinishedMatches._make, counted.annotate(n=Count("pk")))
        if one.incident is not None
        for key in one.keys
    }


def add_counts(
    answered: Mapping[PersonGame, histogram.Histogram],
    over: Sequence[FinishedMatches] = (),
    sign: int = 1,
) -> None:
    """Add answers (with -1: take them away), and matches that are not counted yet."""
    held = _lock_statistics({*answered, *(key for one in over for key in one.keys)})
    ended = _sum_matches(over, _counted_absences(over))
    for key, tally in held.items():
        if key in answered:
            set_answers(tally, histogram.add_histograms(tally.answers, answered[key], sign))
        played, finished = ended.get(key, MatchCounts())
        tally.played, tally.finished = tally.played + played, tally.finished + finished
    fast_orm.update_rows(list(held.values()), COUNTED_FIELDS)


def set_answers(tally: PlayerStatistics, found: dict[str, int]) -> None:
    """A tally's answers are these now."""
    tally.answers = found
    tally.turns = histogram.count_values(found)
    tally.pace = histogram.median(found) if tally.turns >= MIN_ANSWERS else None


def _lock_statistics(keys: set[PersonGame]) -> dict[PersonGame, PlayerStatistics]:
    """The rows of these people and games, held; those that are missing are made."""
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
