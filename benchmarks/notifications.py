"""Turn notices that fall due at once: how many a second one worker mails into a sink on loopback.

usage: [DATABASE_URL=…] python -m benchmarks.notifications [--notices 10000] [--game KEY]

Every notice is of a seat and a person of its own, at a table of its own whose match has been
played for a while; each is looked at again, told with what is asked and what happened, and settled.
Bounded by `--notices`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import socket
import time
from datetime import timedelta
from typing import Any

from benchmarks.own_site import own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for

MOVES = 12
ANSWERS = {b"EHLO": b"250 sink\r\n", b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


def sink(listening: socket.socket) -> None:
    """A mail server that takes everything and keeps nothing."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 sink\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            writer.write(ANSWERS.get(word, b"250 OK\r\n"))
            if word == b"DATA":
                await reader.readuntil(b"\r\n.\r\n")
                writer.write(b"250 taken\r\n")
            elif word == b"QUIT":
                break
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(serve, sock=listening, limit=2**22)
        await server.serve_forever()

    asyncio.run(run())


def fill(notifications: int, game: str) -> None:
    """Tables copied from one that was played for a while, each with a person who waits."""
    from django.utils import timezone

    from accounts.models import User
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Move, Notification, Seat, Snapshot, Table
    from games.notifications.outbox import turns
    from games.notifications.outbox import writer as outbox_writer
    from games.table.actions import player_actions
    from games.table.session.loader import load_match
    from games.time_controls import PRESETS_BY_KEY

    first = [User.objects.create_user(f"first{n}", f"first{n}@example.org") for n in range(2)]
    table = table_setup.open_table(
        first[0], game, TableSettings(2, {}, PRESETS_BY_KEY["week"].clock)
    )
    table_setup.join(table.key, first[1])
    rng = random.Random(1)
    for _move in range(MOVES):
        table.refresh_from_db()
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
        assert seat.user is not None
        move = rng.choice(load_match(table).legal_moves(seat.number))
        player_actions.confirm(table.key, seat.user, table.version, [move])
    table.refresh_from_db()
    seats = list(table.seat_set.all())
    moves, snapshots = list(table.moves.all()), list(table.snapshots.all())
    Notification.objects.all().delete()
    people = User.objects.bulk_create(
        User(username=f"n{n}", email=f"n{n}@example.org") for n in range(notifications)
    )
    for first_one in range(0, notifications, 500):
        part = people[first_one : first_one + 500]
        tables = [_copy(table, key=f"n{user.pk}") for user in part]
        Table.objects.bulk_create(tables)
        sitting = []
        for copied, user in zip(tables, part, strict=True):
            for seat in seats:
                who = user if seat.waiting_since else first[seat.number]
                sitting.append(_copy(seat, table=copied, user=who))
        Seat.objects.bulk_create(sitting)
        Move.objects.bulk_create(_copy(move, table=one) for one in tables for move in moves)
        Snapshot.objects.bulk_create(_copy(s, table=one) for one in tables for s in snapshots)
        now = timezone.now()
        outbox_writer.store_notifications(
            row
            for s in sitting
            if s.waiting_since
            for row in turns.build_turn_notifications(s, s.table, now)
        )
    Notification.objects.update(send_at=timezone.now() - timedelta(seconds=1))


def _copy(row: Any, **values: object) -> Any:
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    copied = type(row)(**{field.attname: getattr(row, field.attname) for field in fields})
    for name, value in values.items():
        setattr(copied, name, value)
    return copied


def measure(notifications: int, game: str) -> None:
    from django.conf import settings

    from games.models import Notification
    from games.notifications import delivery
    from games.table.realtime import publish
    from portal import background
    from portal.server.garbage_collection import tune_collection

    publish.publish_to_groups = lambda *messages: None
    background.enqueue = lambda task, *args: None

    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    taker = multiprocessing.get_context("spawn").Process(target=sink, args=(taken,), daemon=True)
    taker.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    delivery.ROUND_SECONDS = 600
    fill(notifications, game)
    tune_collection()  # as in a worker
    with at_reference() as scale:
        began, cpu = time.perf_counter(), time.process_time()
        sent = delivery.send_due()
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    taker.terminate()
    states = dict(
        Notification.objects.filter(event="turn").values_list("state", "reason").distinct()
    )
    assert sent == notifications, (sent, states)
    row = {"sent": sent, "per_s_wall": sent / wall, "per_s_cpu_ref": sent / (cpu * scale())}
    print(json.dumps({key: round(value, 1) for key, value in row.items()}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--game", default=titles_for(2)[0])
    arguments = parser.parse_args()
    with own_site("notices"):
        measure(arguments.notifications, arguments.game)


if __name__ == "__main__":
    main()
