"""Import: records become tables that can be viewed, after everything in them is checked.

Such a table is over, is not rated and is in no list; its seats have names instead of people.
Viewer, log, figures, variations and the check of chance work as for any other table.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users
from games.rules.record import ReplayBudget
from portal import repository
from portal.errors import Conflict
from portal.server.garbage_collection import tune_collection

from ..models import SNAPSHOT_EVERY, Message, Move, Seat, Snapshot, Substitution, Table
from ..move_comments.comments import store_imported, valid_comments
from ..table.session.loader import dump_match
from ..table.session.table_session import to_journal_events
from .exporter import CLOCK_CHANGES, MOVE_SOURCES
from .models import LONGEST_SITE, ImportedRecord
from .record_format import Record, RecordedMove, parse, parse_time
from .replay import ReplayStep, verified_steps

if TYPE_CHECKING:
    from accounts.models import User

MOST = 200  # imported records per person
CLOCK_LOG_CODES = {kind: code for code, kind in CLOCK_CHANGES.items()}
MOVE_BY = {name: by for by, name in MOVE_SOURCES.items()}
MOVE_COLUMNS = ("number", "seat", "text", "by", "version", "at", "events", "outcomes")
SNAPSHOT_COLUMNS = ("after", "state")
CHUNK_SIZE = 4  # records that a process gets at a time


class TableRows(NamedTuple):
    """The rows of a table that is not saved yet: values by field name.

    `moves` and `snapshots` are tuples as the database takes them: `MOVE_COLUMNS` and
    `SNAPSHOT_COLUMNS`, without the table. Matches have thousands, and making a model instance for
    each takes longer than playing the match.
    """

    table: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    moves: Sequence[tuple[Any, ...]]
    snapshots: Sequence[tuple[Any, ...]]
    imported: Mapping[str, Any]
    comments: Sequence[Mapping[str, Any]] = ()
    substitutions: Sequence[Mapping[str, Any]] = ()
    log_lines: Sequence[Mapping[str, Any]] = ()


RowsOrReason = Iterator[TableRows | str]
Batch = Sequence[tuple[int, bytes]]  # records, each with the number of its first text line


class PreparedImport:
    """The rows of a table made from a record; nothing is saved yet."""

    def __init__(self, text: bytes, seconds: float | None = None) -> None:
        """Parse, replay and check a record.

        Raises:
            RecordError: the text is not a valid record.
            ReplayBudgetError: replaying takes more than `seconds`.
            Conflict: the match is not over after the last move.
        """
        self.record = parse(text)
        header = self.record.header
        now = timezone.now()
        began = parse_time(header.get("began")) or now
        moves, snapshots = [], []
        for step in verified_steps(self.record, ReplayBudget(seconds)):
            moves.append(self._move(step, began))
            if step.number % SNAPSHOT_EVERY == 0:
                snapshots.append((step.number, dump_match(step.match)))
        if not step.match.over and "end" not in header:
            raise Conflict(_("The match of this record is not over."), code="not_over")
        site = str(header.get("site", ""))[:LONGEST_SITE]
        substitutions = list(_substitution_rows(self.record, began))
        self.rows = TableRows(
            self._table(step.match, began, now),
            list(_seat_rows(self.record, step.match)),
            moves,
            snapshots,
            {"site": site, "record": gzip.compress(text, mtime=0)},
            list(valid_comments(header.get("comments"), [move.seat for move in self.record.moves])),
            substitutions,
            [*map(_takeover_line, substitutions), *_clock_lines(self.record, began)],
        )

    def _move(self, step: ReplayStep, began: datetime) -> tuple[Any, ...]:
        number = step.number
        move = self.record.moves[number - 1] if number else RecordedMove(0, "")
        return (
            number,
            move.seat if number else None,
            move.move,
            MOVE_BY.get(move.by, Move.Source.PERSON).value if number else Move.Source.SETUP.value,
            number,
            connection.ops.adapt_datetimefield_value(parse_time(move.at) or began),
            json.dumps(to_journal_events(step.events, step.match.rules_version)),
            json.dumps(step.outcomes) if step.outcomes else "{}",
        )

    def _table(self, match: rules.Match, began: datetime, now: datetime) -> dict[str, Any]:
        header = self.record.header
        seed = header["seed"] if self.record.is_seeded else ""
        count = len(self.record.moves)
        return {
            "game": match.game.key,
            "rules_version": match.rules_version,
            "options": match.options,
            "seat_count": match.seats,
            "status": header.get("end", Table.Status.FINISHED),
            "visibility": Table.Visibility.LINK,
            "rated": False,
            "ended_by_agreement": header.get("agreed") is True,
            "is_imported": True,
            "has_substitutes": any(one.get("substitutes") for one in header.get("players", ())),
            "clock_bank": 0,
            "clock_increment": 0,
            "clock_cap": 0,
            "started_at": began,
            "ended_at": parse_time(header.get("ended")) or now,
            "changed_at": now,
            "version": count,
            "revealed_version": count,
            "move_count": count,
            "seed": seed,
            "commitment": rules.commitment(seed) if seed else "",
            "reseeds": [{**part, "version": part["after"]} for part in header.get("reseeded", ())],
            "state": dump_match(match),
        }


def store_import(user: User, prepared: PreparedImport, most: int | None = None) -> Table:
    """Save a prepared import for a person with at most `most` records (None: no limit).

    Raises:
        Conflict: the person has as many records as allowed.
        Forbidden: the record has comments, and a moderator has muted the person.
        AccountClosedError: the account has been closed meanwhile.
    """
    (table,) = store_imports(user, [prepared.rows], most)
    return table


def store_imports(user: User, found: Sequence[TableRows], most: int | None = None) -> list[Table]:
    """Save several prepared imports, as `store_import` does: all of them, or none."""
    with transaction.atomic():
        lock_users(user)
        if (
            most is not None
            and ImportedRecord.objects.filter(imported_by=user).count() + len(found) > most
        ):
            message = _("You can have at most %(most)s imported records. Delete one first.")
            raise Conflict(message % {"most": most}, code="too_many")
        tables = Table.objects.bulk_create([Table(host=user, **one.table) for one in found])
        made = list(zip(tables, found, strict=True))
        Seat.objects.bulk_create(
            [Seat(table=table, **seat) for table, one in made for seat in one.seats]
        )
        repository.insert_values(
            Move,
            ("table", *MOVE_COLUMNS),
            [(table.pk, *move) for table, one in made for move in one.moves],
        )
        repository.insert_values(
            Snapshot,
            ("table", *SNAPSHOT_COLUMNS),
            [(table.pk, *snapshot) for table, one in made for snapshot in one.snapshots],
        )
        Substitution.objects.bulk_create(
            [Substitution(table=table, **row) for table, one in made for row in one.substitutions]
        )
        Message.objects.bulk_create(
            [Message(table=table, **line) for table, one in made for line in one.log_lines]
        )
        ImportedRecord.objects.bulk_create(
            [ImportedRecord(table=table, imported_by=user, **one.imported) for table, one in made]
        )
        for table, one in made:
            if one.comments:
                store_imported(table, user, one.comments)
    return tables


def prepare_or_reason(text: bytes) -> TableRows | str:
    """The rows for a record, or the reason why it cannot be imported."""
    try:
        return PreparedImport(text).rows
    except (rules.RecordError, Conflict) as error:
        return str(error)


def prepare_in_parallel(
    batches: Iterable[Batch], jobs: int
) -> Iterator[tuple[Batch, Iterator[TableRows | str]]]:
    """The results for the records of each batch, played in `jobs` processes.

    While one batch is saved, the next one is played; no more than these are in memory.
    """
    if jobs == 1:
        for batch in batches:
            yield batch, map(prepare_or_reason, (text for _line, text in batch))
        return
    before: tuple[Batch, RowsOrReason] | None = None
    with ProcessPoolExecutor(jobs, get_context("fork"), tune_collection) as pool:
        for batch in batches:
            coming = pool.map(
                prepare_or_reason, [text for _line, text in batch], chunksize=CHUNK_SIZE
            )
            if before is not None:
                yield before
            before = batch, coming
        if before is not None:
            yield before


def delete_import(user: User, key: str) -> bool:
    """Delete a record that this person has imported; return False if there is none.

    Raises:
        Conflict: a chapter of a study uses it.
    """
    with transaction.atomic():
        lock_users(user)
        found = Table.objects.filter(key=key, imported__imported_by=user)
        if found.filter(chapters__isnull=False).exists():
            raise Conflict(
                _("One of your studies uses this record. Delete its chapter first."), code="studied"
            )
        return bool(found.delete()[0])


def delete_for(user: User) -> None:
    """Delete the imports of an account that is being deleted."""
    Table.objects.filter(imported__imported_by=user).delete()


def exists_for(user: int) -> Exists:
    """Whether the user has any imported records, as a subquery."""
    return Exists(ImportedRecord.objects.filter(imported_by=user))


def _seat_rows(record: Record, match: rules.Match) -> Iterator[dict[str, Any]]:
    header, scores = record.header, match.scores()
    players = header.get("players") or [{"name": f"{n + 1}"} for n in range(match.seats)]
    result: Sequence[dict[str, Any]] = header.get("result") or [{} for _ in scores]
    is_counted = header.get("end", Table.Status.FINISHED) == Table.Status.FINISHED
    for score, player, seat_result in zip(scores, players, result, strict=True):
        yield {
            "number": score.seat,
            "record_name": player["name"],
            "rank": seat_result.get("rank", score.rank) if is_counted else None,
            "total": score.total if is_counted else None,
            "breakdown": dict(score.breakdown),
            "tiebreak": list(score.tiebreak),
        }


def _substitution_rows(record: Record, began: datetime) -> Iterator[dict[str, Any]]:
    """Yield who took over which seat, in the order of the match; each at the move before it."""
    parts = [
        (part["from"], seat, part)
        for seat, player in enumerate(record.header.get("players", ()))
        for part in player.get("substitutes", ())
    ]
    for number, seat, part in sorted(parts, key=lambda one: one[:2]):
        after = min(number - 1, len(record.moves))
        before = parse_time(record.moves[after - 1].at) if after else None
        yield {
            "seat": seat,
            "record_name": part["name"],
            "record_before": part["before"],
            # Without times, each takeover still has its own moment.
            "at": (before or began) + timedelta(microseconds=after + 1),
            "after_move": after,
            "points": [],
        }


def _takeover_line(row: Mapping[str, Any]) -> dict[str, Any]:
    """The log line of a takeover, as `games.table.session.substitutes` writes it."""
    return {
        "log_code": "substitute",
        "data": {"seat": row["seat"], "staff": row["record_name"]},
        "after_move": row["after_move"],
        "at": row["at"],
    }


def _clock_lines(record: Record, began: datetime) -> Iterator[dict[str, Any]]:
    """Yield the log lines about changes of the clock, as `games.table.agreements` writes them."""
    for change in record.header.get("clock_changes", ()):
        after, data = change["after"], {"seat": None, **change.get("clock", {})}
        if "until" in change:
            data["until"] = change["until"]
        moved_at = (after and parse_time(record.moves[after - 1].at)) or began
        # Without a time of its own, it is just after its move, so that the log has it there.
        at = parse_time(change.get("at")) or moved_at + timedelta(microseconds=1)
        yield {
            "log_code": CLOCK_LOG_CODES[change["kind"]],
            "data": data,
            "after_move": after,
            "at": at,
        }
