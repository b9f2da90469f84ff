"""Records that somebody brings become tables to look at, once all that they say has been checked.

Such a table is over, rated nowhere, in no list, and its seats have names instead of people. Viewer,
log, figures, lines and the check of chance are those of any other.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

import games.rules as rules
from games.rules.record import Budget
from portal.performance import fast_orm
from portal.server.garbage_collection import calm_collector

from ..models import (
    LONGEST_SITE,
    SNAPSHOT_EVERY,
    Chapter,
    Imported,
    Move,
    Seat,
    Snapshot,
    Table,
)
from ..table.errors import Refused
from ..table.session.loader import stored
from ..table.session.table_session import journal_events
from ..table.user_locks import hold
from .exporter import BY
from .record_format import Played, Record, read
from .replay import Step, checked

if TYPE_CHECKING:
    from accounts.models import User

MOST = 200  # of one person
YEARS = range(1900, 3000)
BY_WHOM = {told: by for by, told in BY.items()}
MOVE = ("number", "seat", "text", "by", "version", "at", "events", "outcomes")
SNAPSHOT = ("after", "state")
A_TIME = 4  # records that a process is handed together


class TooMany(Refused):
    code = "too_many"


class NotOver(Refused):
    code = "not_over"


class Studied(Refused):
    code = "studied"


class Rows(NamedTuple):
    """The rows of a table that is not there yet: values by the names of their fields.

    `moves` and `snapshots` are as the database takes them, by `MOVE` and `SNAPSHOT` behind their
    table: matches have thousands, and making a model of each takes longer than playing it.
    """

    table: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    moves: Sequence[tuple[Any, ...]]
    snapshots: Sequence[tuple[Any, ...]]
    imported: Mapping[str, Any]


Became = Iterator[Rows | str]
Batch = Sequence[tuple[int, bytes]]  # records, each with the number of its first line


class Prepared:
    """What a record becomes: the rows of a table, of which nothing is written yet."""

    def __init__(self, text: bytes, seconds: float | None = None) -> None:
        """Read, play and check it.

        Raises:
            RecordError: it is no record, or does not hold; TooMuchWork: not in so many seconds.
            NotOver: the match goes on behind its last move.
        """
        self.record = read(text)
        header = self.record.header
        now = timezone.now()
        began = _moment(header.get("began")) or now
        moves, snapshots = [], []
        for step in checked(self.record, Budget(seconds)):
            moves.append(self._move(step, began))
            if step.number % SNAPSHOT_EVERY == 0:
                snapshots.append((step.number, stored(step.match)))
        if not step.match.over and "end" not in header:
            raise NotOver(_("The match of this record is not over."))
        site = str(header.get("site", ""))[:LONGEST_SITE]
        self.rows = Rows(
            self._table(step.match, began, now),
            list(_seats(self.record, step.match)),
            moves,
            snapshots,
            {"site": site, "record": gzip.compress(text, mtime=0)},
        )

    def _move(self, step: Step, began: datetime) -> tuple[Any, ...]:
        number = step.number
        told = self.record.moves[number - 1] if number else Played(0, "")
        return (
            number,
            told.seat if number else None,
            told.move,
            BY_WHOM.get(told.by, Move.By.PERSON).value if number else Move.By.SETUP.value,
            number,
            connection.ops.adapt_datetimefield_value(_moment(told.at) or began),
            json.dumps(journal_events(step.events, step.match.rules_version)),
            json.dumps(step.outcomes) if step.outcomes else "{}",
        )

    def _table(self, match: rules.Match, began: datetime, now: datetime) -> dict[str, Any]:
        header = self.record.header
        seed = header["seed"] if self.record.is_fair else ""
        count = len(self.record.moves)
        return {
            "game": match.game.key,
            "rules_version": match.rules_version,
            "options": match.options,
            "seat_count": match.seats,
            "status": header.get("end", Table.Status.FINISHED),
            "visibility": Table.Visibility.LINK,
            "rated": False,
            "is_brought": True,
            "clock_bank": 0,
            "clock_increment": 0,
            "clock_cap": 0,
            "started_at": began,
            "ended_at": _moment(header.get("ended")) or now,
            "changed_at": now,
            "version": count,
            "revealed_version": count,
            "move_count": count,
            "seed": seed,
            "commitment": rules.commitment(seed) if seed else "",
            "reseeded": [{**part, "version": part["after"]} for part in header.get("reseeded", ())],
            "state": stored(match),
        }


def keep(user: User, prepared: Prepared, most: int | None = None) -> Table:
    """Write what a record has become, for this person, who may have so many (None: any number).

    Raises:
        TooMany: they have brought as many as one may keep.
        AccountClosed: the account was closed meanwhile.
    """
    (table,) = keep_all(user, [prepared.rows], most)
    return table


def keep_all(user: User, found: Sequence[Rows], most: int | None = None) -> list[Table]:
    """The same of several records: all of them, or none."""
    with transaction.atomic():
        hold(user)
        if most is not None and Imported.objects.filter(by=user).count() + len(found) > most:
            message = _("You can keep %(most)s records. Delete one first.")
            raise TooMany(message % {"most": most})
        tables = Table.objects.bulk_create([Table(host=user, **one.table) for one in found])
        made = list(zip(tables, found, strict=True))
        Seat.objects.bulk_create(
            [Seat(table=table, **seat) for table, one in made for seat in one.seats]
        )
        fast_orm.insert_values(
            Move, ("table", *MOVE), [(table.pk, *move) for table, one in made for move in one.moves]
        )
        fast_orm.insert_values(
            Snapshot,
            ("table", *SNAPSHOT),
            [(table.pk, *snapshot) for table, one in made for snapshot in one.snapshots],
        )
        Imported.objects.bulk_create(
            [Imported(table=table, by=user, **one.imported) for table, one in made]
        )
    return tables


def tried(text: bytes) -> Rows | str:
    """The rows of a record, or why it has none."""
    try:
        return Prepared(text).rows
    except (rules.RecordError, NotOver) as error:
        return str(error)


def in_parallel(
    batches: Iterable[Batch], jobs: int
) -> Iterator[tuple[Batch, Iterator[Rows | str]]]:
    """What the records of each batch become, played in so many processes.

    While one batch is being written, the next one is being played, and no more than that is held.
    """
    if jobs == 1:
        for batch in batches:
            yield batch, map(tried, (text for _line, text in batch))
        return
    before: tuple[Batch, Became] | None = None
    with ProcessPoolExecutor(jobs, get_context("fork"), calm_collector) as pool:
        for batch in batches:
            coming = pool.map(tried, [text for _line, text in batch], chunksize=A_TIME)
            if before is not None:
                yield before
            before = batch, coming
        if before is not None:
            yield before


def remove(user: User, key: str) -> bool:
    """Delete a record that this person has brought; False where there is none.

    Raises:
        Studied: a chapter of theirs is about it.
    """
    with transaction.atomic():
        hold(user)
        found = Table.objects.filter(key=key, imported__by=user)
        if Chapter.objects.filter(table__in=found).exists():
            raise Studied(_("A study of yours uses this record. Delete its chapter first."))
        return bool(found.delete()[0])


def forget_all(user: User) -> None:
    """For an account that is being deleted."""
    Table.objects.filter(imported__by=user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Imported.objects.filter(by=user))


def _seats(record: Record, match: rules.Match) -> Iterator[dict[str, Any]]:
    header, scores = record.header, match.scores()
    players = header.get("players") or [{"name": f"{n + 1}"} for n in range(match.seats)]
    result: Sequence[dict[str, Any]] = header.get("result") or [{} for _ in scores]
    is_counted = header.get("end", Table.Status.FINISHED) == Table.Status.FINISHED
    for score, player, told in zip(scores, players, result, strict=True):
        yield {
            "number": score.seat,
            "record_name": player["name"],
            "rank": told.get("rank", score.rank) if is_counted else None,
            "total": score.total if is_counted else None,
            "breakdown": dict(score.breakdown),
            "tiebreak": list(score.tiebreak),
        }


def _moment(text: object) -> datetime | None:
    """The moment that a record tells; None where it tells none that a board game was played at."""
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if found is None or found.tzinfo is None or found.year not in YEARS:
        return None
    return found
