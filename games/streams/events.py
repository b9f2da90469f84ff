"""The events of a stream: turns, changes of tables and tournaments, invitations.

An event has the present state, such as the newest version of a table, and nothing that the API
would not show to the person. So its id is only the time at which the database was read. A program
that reconnects with this id, to any process, gets every table that has changed since, and all turns
and invitations that wait for the person. An event may come twice; none is missed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from ..models import ApiToken, Invitation, Seat, Table
from ..tournaments.models import Tournament, TournamentEntry

# For changes that were committed late, or by a process whose clock is a little behind.
OVERLAP = timedelta(seconds=30)
MAX_EVENT_AGE = timedelta(days=7)
END = "end"
MOST_MISSED = 200  # tables; with more, the stream sends `resync`


@dataclass(frozen=True)
class Event:
    name: str
    data: dict[str, Any]

    def encode(self, at: datetime) -> bytes:
        """Return the event in the format of the stream, with the id of this time."""
        text = json.dumps(self.data, separators=(",", ":"))
        return f"id: {event_id(at)}\nevent: {self.name}\ndata: {text}\n\n".encode()


def event_id(at: datetime) -> int:
    """Return the id of the events that were read at this time.

    >>> parse_event_id(str(event_id(datetime(2026, 11, 26, tzinfo=UTC))))
    datetime.datetime(2026, 11, 26, 0, 0, tzinfo=datetime.timezone.utc)
    """
    return round(at.timestamp() * 1000)


def parse_event_id(given: str) -> datetime | None:
    """Return the time of an event id; None if it is not valid.

    >>> parse_event_id("yesterday"), parse_event_id("9" * 30)
    (None, None)
    """
    if not (given.isascii() and given.isdigit() and len(given) < 15):
        return None
    return datetime.fromtimestamp(int(given) / 1000, UTC)


@dataclass
class StreamState:
    """The state that a stream has sent, to find what is new.

    Attributes:
        token: the id of the API token.
        person: the id of its owner.
        expires_at: when the token expires.
        tables: by key of each unfinished table of the person: its version, and whether it is their
            turn.
        invitations: the ids of their open invitations.
        tournaments: by key of each open or running tournament with a place for them: its version.
    """

    token: int
    person: int
    expires_at: datetime | None
    tables: dict[str, tuple[int, bool]] = field(default_factory=dict)
    invitations: frozenset[int] = frozenset()
    tournaments: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, digest: str) -> StreamState | None:
        """Return the state for a token with this digest; None if the token was revoked."""
        tokens = ApiToken.objects.filter(digest=digest, user__is_active=True)
        found = tokens.values_list("pk", "user", "expires_at").first()
        return None if found is None else cls(*found)

    def seconds_left(self) -> float:
        """Return the seconds until the token expires."""
        if self.expires_at is None:
            return math.inf
        return max(0.0, (self.expires_at - timezone.now()).total_seconds())

    def first_events(self, last_id: str) -> tuple[datetime, list[Event]]:
        """Return the time and the first events: what was missed, and what waits for the person."""
        now = timezone.now()
        since = parse_event_id(last_id)
        missed = [] if since is None else self._missed_events(since - OVERLAP)
        if since is not None:
            ended = self._my_tournaments().filter(ended_at__gt=since - OVERLAP)
            missed += [_tournament_event(*row) for row in ended.values_list("key", "version")]
        is_lost = bool(last_id) and (
            since is None
            or not now - MAX_EVENT_AGE < since <= now + OVERLAP
            or len(missed) > MOST_MISSED
        )
        events = [Event("resync", {})] if is_lost else missed
        tables = {event.data["table"] for event in events if event.name == "turn"}
        for event in self._new_events():
            is_turn = event.name == "turn" and event.data["table"] not in tables
            if is_turn or event.name == "invited" or (event.name == "contest" and since):
                events.append(event)
        return now, [*events, Event("ready", {})]

    def look(self) -> tuple[datetime, list[Event]]:
        """Return the time and the events since the last call; after `end`, the stream is over."""
        now = timezone.now()
        if self.expires_at is not None and self.expires_at <= now:
            return now, [Event(END, {"error": "token_expired"})]
        if not ApiToken.objects.filter(pk=self.token, user__is_active=True).exists():
            return now, [Event(END, {"error": "token_revoked"})]
        return now, list(self._new_events())

    def _new_events(self) -> Iterator[Event]:
        living = self._unfinished_tables()
        for key, (version, is_turn) in living.items():
            _before, was_turn = self.tables.get(key, (0, False))
            if was_turn and not is_turn:
                yield Event("wait_over", {"table": key, "version": version})
            if self.tables.get(key) != (version, is_turn):
                yield _table_event(key, version, Table.Status.RUNNING.value, is_turn=is_turn)
        gone = Table.objects.filter(key__in=self.tables.keys() - living.keys())
        for key, version, status in gone.values_list("key", "version", "status"):
            yield _table_event(key, version, status)
        self.tables = living
        pending = Invitation.objects.pending().filter(user=self.person)
        found = {
            row[0]: row[1:] for row in pending.values_list("pk", "table__key", "inviter__username")
        }
        for pk in sorted(found.keys() - self.invitations):
            table, by = found[pk]
            yield Event("invited", {"table": table, "invitation": pk, "by": by})
        self.invitations = frozenset(found)
        tournaments = self._my_tournaments()
        mine = dict(tournaments.filter(state__in=Tournament.LIVING).values_list("key", "version"))
        left = self.tournaments.keys() - mine.keys()
        over = Tournament.objects.filter(key__in=left).values_list("key", "version") if left else ()
        for key, version in (*mine.items(), *over):
            if key in left or self.tournaments.get(key) != version:
                yield _tournament_event(key, version)
        self.tournaments = mine

    def _my_tournaments(self) -> QuerySet[Tournament]:
        states = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)
        return Tournament.objects.filter(entries__user=self.person, entries__state__in=states)

    def _unfinished_tables(self) -> dict[str, tuple[int, bool]]:
        seats = Seat.objects.not_over().filter(user=self.person, table__status__in=Table.LIVING)
        rows = seats.values_list("table__key", "table__version", "waiting_since", "bot")
        return {key: (version, since is not None and not bot) for key, version, since, bot in rows}

    def _missed_events(self, since: datetime) -> list[Event]:
        """Return one event for each table of the person that has changed since then."""
        seats = Seat.objects.filter(user=self.person, table__changed_at__gt=since)
        rows = seats.order_by("table__changed_at").values_list(
            "table__key", "table__version", "table__status", "waiting_since", "bot"
        )
        return [
            _table_event(key, version, status, is_turn=waiting is not None and not bot)
            for key, version, status, waiting, bot in rows[: MOST_MISSED + 1]
        ]


def _tournament_event(key: str, version: int) -> Event:
    return Event("contest", {"contest": key, "version": version})


def _table_event(key: str, version: int, status: str, *, is_turn: bool = False) -> Event:
    """Return the event of a table: it is over, it is the person's turn, or it has changed."""
    if status not in Table.LIVING:
        return Event("over", {"table": key, "version": version, "status": status})
    return Event("turn" if is_turn else "table", {"table": key, "version": version})
