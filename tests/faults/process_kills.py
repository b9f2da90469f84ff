"""People play, processes are killed: what the site has acknowledged must be there, once."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import random
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from django.db import OperationalError, connection, connections
from django.utils import timezone

import games.rules as rules
from accounts.tokens import create_token
from games.bots import STEADY
from games.models import Move, Seat, Table
from games.ratings import rating_changes
from games.table.session import journal
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser_fixtures import make_user
from tests.live_site import LiveSite
from tests.polling import wait_for

GAME = sample_titles.usual()
PARTS = ("web", "worker", "worker child", "beat", "redis")
PACE = 0.15  # seconds between two requests of a person, below the API's limit
PATIENCE = 180.0  # seconds for a killed part to work again, on a busy machine


@dataclass(frozen=True)
class AcknowledgedMove:
    """A move that the site has said it took, after one version of its table and by another."""

    table: str
    after: int
    by: int
    seat: int
    move: str


@dataclass
class Observations:
    """What the people have seen of the site."""

    acknowledged: list[AcknowledgedMove] = field(default_factory=list)
    unanswered: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)


class Person(threading.Thread):
    """Somebody who plays at one table after the other, with bots or with a friend."""

    def __init__(
        self, site: LiveSite, name: str, friend: str, seen: Observations, end: threading.Event
    ):
        super().__init__(name=name, daemon=True)
        self.tokens = [create_token(make_user(who), "kills")[1] for who in (name, friend)]
        self.clients = [
            httpx.Client(
                base_url=site.url, headers={"Authorization": f"Bearer {token}"}, timeout=10
            )
            for token in self.tokens
        ]
        self.rng = random.Random(name)
        self.seen, self.end = seen, end

    def run(self) -> None:
        table: dict[str, Any] | None = None
        while not self.end.is_set():
            try:
                table = self.step(table)
            except (httpx.HTTPError, ValueError):
                self.seen.unanswered += 1
            self.end.wait(PACE)

    def step(self, table: dict[str, Any] | None) -> dict[str, Any] | None:
        """Open a table, or make a move at it for whoever is to move; the table as it is then."""
        if table is None:
            return self.open()
        for client in self.clients:
            now = self.ask(client, "GET", f"/api/tables/{table['key']}/")
            if now is None:
                continue  # something was killed; the table is still there
            if now["status"] == "open":
                return self.ask(self.clients[1], "POST", f"/api/tables/{table['key']}/join/") or now
            if now["status"] != "running":
                return None
            if now["legal_moves"]:
                return self.move(client, now)
            if any(seat["is_me"] and seat["left"] == "timed_out" for seat in now["seats"]):
                return self.ask(client, "POST", f"/api/tables/{table['key']}/come-back/") or now
        return table

    def open(self) -> dict[str, Any] | None:
        wish: dict[str, Any] = {"game": GAME, "seats": 3, "bots": [STEADY] * 2}
        if self.rng.random() < 0.5:
            wish = {"game": GAME, "seats": 2}
        return (
            self.ask(self.clients[0], "POST", "/api/tables/", wish) or self.find_unanswered_table()
        )

    def find_unanswered_table(self) -> dict[str, Any] | None:
        """A table that was opened though its answer was lost."""
        status = self.rng.choice(("open", "running"))
        mine = self.ask(self.clients[0], "GET", f"/api/tables/?status={status}&player={self.name}")
        return self.rng.choice(mine) if mine else None

    def move(self, client: httpx.Client, table: dict[str, Any]) -> dict[str, Any] | None:
        if self.rng.random() < 0.01:
            return self.ask(client, "POST", f"/api/tables/{table['key']}/resign/")
        move = self.rng.choice(table["legal_moves"])
        turn = {"version": table["version"], "moves": [move]}
        after = self.ask(client, "POST", f"/api/tables/{table['key']}/moves/", turn)
        if after is None:
            return table
        versions = table["version"], after["version"]
        self.seen.acknowledged.append(
            AcknowledgedMove(table["key"], *versions, table["seat"], move)
        )
        return after

    def ask(
        self, client: httpx.Client, method: str, path: str, data: dict[str, Any] | None = None
    ) -> Any:
        """What the API answers; None where it refuses or fails."""
        answer = client.request(method, path, json=data if method == "POST" else None)
        if answer.is_success:
            return answer.json()
        if answer.status_code >= 500:
            self.seen.errors[f"{answer.status_code} {method}"] += 1
        else:
            self.seen.refused[answer.json().get("error", "")] += 1
        return None


class Kills:
    """A live site, its people, and what ends its processes while they play."""

    def __init__(self, site: LiveSite, people: int = 6) -> None:
        self.site = site
        self.seen = Observations()
        self.end = threading.Event()
        self.killed: Counter[str] = Counter()
        self.rng = random.Random("kills")
        self.people = [
            Person(site, f"Ann{number}", f"Bob{number}", self.seen, self.end)
            for number in range(people)
        ]
        self.kinds = [*PARTS]
        if connection.vendor == "postgresql":
            self.kinds.append("database")

    def run(self, kills: int, minutes: float) -> None:
        """Kill so many processes, one after the other, each in the middle of its work."""
        logging.getLogger("httpx").setLevel(logging.WARNING)
        until = time.monotonic() + minutes * 60
        for person in self.people:
            person.start()
        try:
            for number in range(kills):
                if time.monotonic() > until:
                    break
                before = len(self.seen.acknowledged)
                self._one(self.kinds[number % len(self.kinds)])
                self._make_somebody_late()
                wait_for(
                    lambda before=before: len(self.seen.acknowledged) > before,  # type: ignore[misc]
                    lambda: f"somebody to play on\n{self.site.logs()}",
                    PATIENCE,
                )
        finally:
            self.end.set()
            for person in self.people:
                person.join(30)

    def _one(self, kind: str) -> None:
        part = kind.split()[0]
        if kind == "database":
            kill_a_backend(self.rng)
        else:
            self._wait_until_working(part)
            time.sleep(self.rng.random() * 0.3)  # at a moment that nobody has chosen
            if kind == "worker child":
                kill_a_child(self.site, self.rng)
            else:
                self.site.kill(part)
                self.site.parts[part].start()
        self.killed[kind] += 1

    def _wait_until_working(self, part: str) -> None:
        if not self.site.parts[part].is_running:
            self.site.parts[part].start()
        if part == "web":
            wait_for(self.site.answers, "the web process", PATIENCE)
        elif part == "redis":
            wait_for(self.site.redis.answers, "Redis", PATIENCE)
        elif part == "worker":
            wait_for(self._worker_works, "the worker to do a task", PATIENCE)

    def _worker_works(self) -> bool:
        try:
            self.site.wait_until_working("worker")
        except Exception:
            return False
        return True

    def _make_somebody_late(self) -> None:
        """Let the time of one person run out, as it does now and then."""
        try:
            waiting = Seat.objects.filter(waiting_since__isnull=False, bot="", timeouts__lt=2)
            late = self.rng.choice(list(waiting.values_list("pk", flat=True)[:50]) or [0])
            Seat.objects.filter(pk=late).update(due_at=timezone.now())
        except OperationalError:
            connections.close_all()

    # --- afterwards --------------------------------------------------------------------------

    def settle(self) -> None:
        """Start what does not run, and wait until nobody is late and no bot waits."""
        connections.close_all()
        self.site.start()
        wait_for(lambda: not overdue(), lambda: f"these seats to be served: {overdue()}", PATIENCE)

    def report(self) -> None:
        print(json.dumps(self.figures(), indent=1), flush=True)

    def figures(self) -> dict[str, Any]:
        return {
            "kills": dict(self.killed),
            "moves_acknowledged": len(self.seen.acknowledged),
            "requests_without_answer": self.seen.unanswered,
            "refused": dict(self.seen.refused),
            "answers_of_5xx": dict(self.seen.errors),
            "moves": Move.objects.exclude(number=0).count(),
            "moves_of_bots": Move.objects.filter(by=Move.Source.BOT).count(),
            "moves_of_the_clock": Move.objects.filter(by=Move.Source.CLOCK).count(),
            "tables": dict(Counter(Table.objects.values_list("status", flat=True))),
        }


def overdue() -> list[int]:
    return list(Seat.objects.filter(due_at__lte=timezone.now()).values_list("pk", flat=True))


def kill_a_child(site: LiveSite, rng: random.Random) -> None:
    """End one process of the worker's pool; the worker replaces it."""
    pid = site.parts["worker"].pid
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    if listed:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(rng.choice(listed)), signal.SIGKILL)


def kill_a_backend(rng: random.Random) -> None:
    """End a connection of the site to PostgreSQL; where the server is our own, by SIGKILL."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pid {others}")
            pids = [pid for (pid,) in cursor.fetchall()]
            if pids and os.environ.get("KILL_BACKENDS"):
                os.kill(rng.choice(pids), signal.SIGKILL)
            elif pids:
                cursor.execute("SELECT pg_terminate_backend(%s)", [rng.choice(pids)])
    except (OperationalError, ProcessLookupError):
        pass
    connections.close_all()
    wait_for(database_answers, "the database", PATIENCE)


def database_answers() -> bool:
    try:
        connection.ensure_connection()
    except OperationalError:
        return False
    return True


# --- what must be true -------------------------------------------------------------------------


def lost_moves(seen: Observations) -> list[AcknowledgedMove]:
    """Acknowledged moves that the journal does not have exactly once."""
    rows = Move.objects.filter(by=Move.Source.PERSON)
    entered: dict[tuple[str, int, str], list[int]] = {}
    for key, seat, text, version in rows.values_list("table__key", "seat", "text", "version"):
        entered.setdefault((key, seat or 0, text), []).append(version)
    return [
        move
        for move in seen.acknowledged
        if sum(move.after < v <= move.by for v in entered.get(_signature(move), ())) != 1
    ]


def _signature(move: AcknowledgedMove) -> tuple[str, int, str]:
    return move.table, move.seat, move.move


def duplicate_versions() -> list[tuple[Any, ...]]:
    """Versions that more than one move of a person made: every request had one move."""
    made = Counter(Move.objects.filter(by=Move.Source.PERSON).values_list("table__key", "version"))
    return [version for version, count in made.items() if count > 1]


def inconsistent() -> list[str]:
    """Tables whose journal, replayed, is not their state."""
    found = []
    for table in Table.objects.exclude(state="").order_by("pk").iterator():
        numbers = list(table.moves.values_list("number", flat=True))
        replayed = rules.replay(journal.export_record(table))
        same = replayed.dump(history=False) == load_match(table).dump(history=False)
        if numbers != list(range(table.move_count + 1)) or not same:
            found.append(table.key)
    return found


def wrongly_booked() -> list[str]:
    """Differences between the ledger and the results, and rated matches without their rows."""
    wrong = rating_changes.recompute_all()
    for table in Table.objects.filter(status=Table.Status.FINISHED, rated=True).defer("state"):
        booked = table.rating_changes.count()
        if booked != table.seat_count:
            wrong.append(f"{table.key}: {booked} rows for {table.seat_count} people")
    return wrong
