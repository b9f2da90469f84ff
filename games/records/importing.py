"""Records that somebody brings become tables to look at, once all that they say has been checked.

Such a table is over, rated nowhere, in no list, and its seats have names instead of people. Viewer,
log, figures, lines and the check of chance are those of any other.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

import games.rules as rules
from games.rules.record import Budget
from portal.quick import rows

from ..models import LONGEST_SITE, SNAPSHOT_EVERY, Chapter, Imported, Move, Seat, Snapshot, Table
from ..table.door import journal_events
from ..table.holding import hold
from ..table.reading import stored
from ..table.refusals import Refused
from .exporting import BY
from .format import Played, Record, read
from .playing import Step, checked

if TYPE_CHECKING:
    from accounts.models import User

MOST = 200  # of one person
YEARS = range(1900, 3000)
BY_WHOM = {told: by for by, told in BY.items()}


class TooMany(Refused):
    code = "too_many"


class NotOver(Refused):
    code = "not_over"


class Studied(Refused):
    code = "studied"


class Prepared:
    """What a record becomes: a table and its rows, of which nothing is written yet."""

    def __init__(self, text: bytes, seconds: float | None = None) -> None:
        """Read, play and check it.

        Raises:
            RecordError: it is no record, or does not hold; TooMuchWork: not in so many seconds.
            NotOver: the match goes on behind its last move.
        """
        self.text = text
        self.record = read(text)
        self.moves: list[Move] = []
        self.snapshots: list[Snapshot] = []
        now = timezone.now()
        for step in checked(self.record, Budget(seconds)):
            self._take(step, now)
        self.match = step.match
        if not self.match.over and "end" not in self.record.header:
            raise NotOver(_("The match of this record is not over."))
        self.table = self._table(now)  # its fields, but for its host
        self.seats = list(_seats(self.record, self.match))

    def _take(self, step: Step, now: datetime) -> None:
        number, match = step.number, step.match
        told = self.record.moves[number - 1] if number else Played(0, "")
        self.moves.append(
            Move(
                number=number,
                seat=told.seat if number else None,
                text=told.move,
                by=BY_WHOM.get(told.by, Move.By.PERSON) if number else Move.By.SETUP,
                version=number,
                at=_moment(told.at) or _moment(self.record.header.get("began")) or now,
                events=journal_events(step.events, match.rules_version),
                outcomes=step.outcomes,
            )
        )
        if number % SNAPSHOT_EVERY == 0:
            self.snapshots.append(Snapshot(after=number, state=stored(match)))

    def _table(self, now: datetime) -> dict[str, Any]:
        header, match = self.record.header, self.match
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
            "started_at": _moment(header.get("began")) or now,
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
    with transaction.atomic():
        hold(user)
        if most is not None and Imported.objects.filter(by=user).count() >= most:
            message = _("You can keep %(most)s records. Delete one first.")
            raise TooMany(message % {"most": most})
        table = Table.objects.create(host=user, **prepared.table)
        for seat in prepared.seats:
            seat.table = table
        for move in prepared.moves:
            move.table = table
        for snapshot in prepared.snapshots:
            snapshot.table = table
        Seat.objects.bulk_create(prepared.seats)
        rows.insert(prepared.moves)
        rows.insert(prepared.snapshots)
        Imported.objects.create(
            table=table,
            by=user,
            site=str(prepared.record.header.get("site", ""))[:LONGEST_SITE],
            record=gzip.compress(prepared.text, mtime=0),
        )
    return table


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


def _seats(record: Record, match: rules.Match) -> Sequence[Seat]:
    header, scores = record.header, match.scores()
    players = header.get("players") or [{"name": f"{n + 1}"} for n in range(match.seats)]
    result: Sequence[dict[str, Any]] = header.get("result") or [{} for _ in scores]
    is_counted = header.get("end", Table.Status.FINISHED) == Table.Status.FINISHED
    return [
        Seat(
            number=score.seat,
            record_name=player["name"],
            rank=told.get("rank", score.rank) if is_counted else None,
            total=score.total if is_counted else None,
            breakdown=dict(score.breakdown),
            tiebreak=list(score.tiebreak),
        )
        for score, player, told in zip(scores, players, result, strict=True)
    ]


def _moment(text: object) -> datetime | None:
    """The moment that a record tells; None where it tells none that a board game was played at."""
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if found is None or found.tzinfo is None or found.year not in YEARS:
        return None
    return found
