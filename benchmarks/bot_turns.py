"""How late a site is while bots think at many tables: for one person, for deadlines, for mails.

usage: python -m benchmarks.bot_turns [--tables 40] [--seconds 60] [--thinkers 1]
       [--level strong] [--game KEY]

Makes a site of its own with the processes that `serve` starts: web, Redis, beat, a worker for what
is quick and so many that let bots think. One person plays against one bot by the API; their waits,
from a move until they are to move again, are told without the seconds that the bot's level may
think for its moves. Meanwhile people run out of time and mails fall due, a few a second. All that
is measured while nobody else plays, and then while people at so many other tables answer at once,
so that a bot thinks at each of them. Bounded by `--tables` and `--seconds`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import statistics
import threading
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from benchmarks.flood import Player
from benchmarks.own_site import own_redis, own_site, own_web
from benchmarks.rules import titles_for
from games.bots import SEARCHING, STRONG, levels
from games.bots.search import Search
from portal.errors import ActionError

EACH = 10  # tables of a person
LOOK_EVERY = 0.1  # seconds
DUE_EACH_SECOND = 2  # deadlines, and as many mails
LATEST = 60.0  # seconds, until what has fallen due is given up
PATIENCE = 120.0  # and the answer of a bot

Moments = dict[int, datetime]  # by a row's id


def people(count: int, name: str) -> list[Any]:
    from accounts.models import User

    users = [User(username=f"{name}{n}", email=f"{name}{n}@example.org") for n in range(count)]
    return User.objects.bulk_create(users)


def tables_of_two(count: int, name: str, game: str) -> list[Any]:
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.time_controls import PRESETS_BY_KEY

    tables = []
    for host, guest in zip(people(count, f"{name}a"), people(count, f"{name}b"), strict=True):
        tables.append(
            table_setup.open_table(host, game, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
        )
        table_setup.join(tables[-1].key, guest)
    return tables


def tables_with_bots(count: int, game: str, level: str) -> list[Any]:
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.time_controls import PRESETS_BY_KEY

    hosts = people(math.ceil(count / EACH), "host")
    clock = PRESETS_BY_KEY["day"].clock
    return [
        table_setup.open_table(hosts[n // EACH], game, TableSettings(2, {}, clock, bots=(level,)))
        for n in range(count)
    ]


@contextlib.contextmanager
def workers(thinkers: int) -> Iterator[None]:
    """Beat and the workers of `serve`, over the database of `own_site`, which is on SQLite."""
    from django.conf import settings
    from django.db import connection

    from portal.server.site_processes import SiteProcesses
    from portal.server.task_queue import QUEUES, SEARCH_QUEUE

    database = f"sqlite:///{connection.settings_dict['NAME']}"
    parts = SiteProcesses(settings.DATA_DIR, {**os.environ, "DATABASE_URL": database})
    started = [
        parts.worker(2, queues=[queue for queue in QUEUES if queue != SEARCH_QUEUE]),
        parts.worker(thinkers, queues=[SEARCH_QUEUE], name="thinker"),
        parts.beat(),
    ]
    try:
        for part in started:
            part.start()
        wait_until_working()
        yield
    finally:
        for part in reversed(started):
            part.stop()


def wait_until_working() -> None:
    """Until the heartbeat has gone through beat, Redis and the worker."""
    from portal.health import heartbeat_age

    until = time.monotonic() + PATIENCE
    while heartbeat_age() is None:
        if time.monotonic() > until:
            raise SystemExit("the worker does not work")
        time.sleep(LOOK_EVERY)


def play_on(tables: Iterable[Any], done: threading.Event) -> None:
    """Answer at these tables as soon as their people are asked, until that is done."""
    from games.models import Seat
    from games.table.actions import player_actions
    from games.table.session.loader import load_match

    rng = random.Random(1)
    keys = [table.pk for table in tables]
    while not done.wait(LOOK_EVERY):
        asked = Seat.objects.filter(table__in=keys, bot="", waiting_since__isnull=False)
        for seat in asked.select_related("table", "user"):
            assert seat.user is not None
            move = rng.choice(load_match(seat.table).legal_moves(seat.number))
            with contextlib.suppress(ActionError):
                player_actions.confirm(seat.table.key, seat.user, seat.table.version, [move])


async def waits_of(player: Player, level: str, seconds: float) -> list[float]:
    """How long each answer of the bot took, beyond what it may think for its moves.

    As many matches are played, one after the other, as these seconds have room for.
    """
    waits: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        waits += await waits_of_match(player, level, until)
    return waits


async def waits_of_match(player: Player, level: str, until: float) -> list[float]:
    from asgiref.sync import sync_to_async

    from games.models import Move

    wish = {"game": player.game, "seats": 2, "bots": [level], "clock": "day"}
    table = await player.ask("POST", "/api/tables/", wish)
    moves = Move.objects.filter(table__key=table["key"], by=Move.Source.BOT)
    budget = bot_of(player.game, level).budget.seconds
    waits, made = [], 0
    while time.monotonic() < until and table["status"] == "running":
        table = await player.play(table)
        began = time.perf_counter()
        while table["status"] == "running" and not table["legal_moves"]:
            if time.perf_counter() - began > PATIENCE:
                raise SystemExit(f"the bot of {table['key']} does not answer")
            await asyncio.sleep(LOOK_EVERY)
            table = await player.ask("GET", f"/api/tables/{table['key']}/")
        took, before = time.perf_counter() - began, made
        made = await sync_to_async(moves.count)()
        waits.append(took - budget * (made - before))
    if table["status"] == "running":
        await player.resign(table)
    return waits


def bot_of(game: str, level: str) -> Search:
    bot = levels(game)[level]()
    assert isinstance(bot, Search)
    return bot


def fall_due(seconds: float, name: str, game: str) -> tuple[Moments, Moments]:
    """People who run out of time in these seconds, by table, and mails that are to go out."""
    from django.utils import timezone

    from games.models import Notification, Seat

    rng, count, now = random.Random(name), int(seconds * DUE_EACH_SECOND), timezone.now()
    late, with_mail = (tables_of_two(count, f"{name}-{kind}", game) for kind in ("late", "told"))
    seats: Moments = {}
    for seat in Seat.objects.filter(table__in=late, waiting_since__isnull=False):
        seats[seat.table_id] = seat.due_at = now + timedelta(seconds=rng.random() * seconds)
        seat.save(update_fields=["due_at"])
    mails: Moments = {}
    for notification in Notification.objects.filter(
        table__in=with_mail, channel="mail", state="waiting"
    ):
        mails[notification.pk] = notification.send_at = now + timedelta(
            seconds=rng.random() * seconds
        )
        notification.save(update_fields=["send_at"])
    return seats, mails


def lateness(seats: Moments, mails: Moments) -> tuple[list[float], list[float]]:
    """Seconds, once all are played for and settled, or some are given up."""
    from django.utils import timezone

    from games.models import Move, Notification

    until = max([*seats.values(), *mails.values()]) + timedelta(seconds=LATEST)
    while True:
        played = Move.objects.filter(table__in=seats, by=Move.Source.CLOCK).order_by("-number")
        sent = Notification.objects.filter(pk__in=mails, settled_at__isnull=False)
        first = dict(played.values_list("table", "at"))
        settled: dict[int, Any] = dict(sent.values_list("pk", "settled_at"))
        if (len(first), len(settled)) == (len(seats), len(mails)) or timezone.now() > until:
            break
        time.sleep(1)
    return behind(seats, first), behind(mails, settled)


def behind(wanted: Moments, done: dict[int, Any]) -> list[float]:
    return [
        (done[key] - moment).total_seconds() if key in done else math.inf
        for key, moment in wanted.items()
    ]


def p95(seconds: list[float]) -> float:
    return round(sorted(seconds)[int(len(seconds) * 0.95)], 2)


def measure(name: str, site: tuple[str, str], tables: list[Any], given: argparse.Namespace) -> None:
    seats, mails = fall_due(given.seconds, name, given.game)
    done = threading.Event()
    others = threading.Thread(target=play_on, args=(tables, done))
    others.start()
    waits = asyncio.run(waits_of(Player(*site, given.game), given.level, given.seconds))
    late, unsent = lateness(seats, mails)
    done.set()
    others.join()
    row = {
        "while": name,
        "tables": len(tables),
        "answers": len(waits),
        "beyond_budget_p50_s": round(statistics.median(waits), 2),
        "beyond_budget_p95_s": p95(waits),
        "deadlines": len(late),
        "late_p95_s": p95(late),
        "mails": len(unsent),
        "mailed_late_p95_s": p95(unsent),
        "turns_of_others": moves_of_bots(tables),
        "load": round(os.getloadavg()[0], 1),
    }
    print(json.dumps(row), flush=True)


def moves_of_bots(tables: list[Any]) -> int:
    from games.models import Move

    return Move.objects.filter(table__in=tables, by=Move.Source.BOT).count()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--thinkers", type=int, default=1)
    parser.add_argument("--level", default=STRONG, choices=SEARCHING)
    parser.add_argument("--game", default=titles_for(2)[0])
    given = parser.parse_args()
    os.environ.pop("DATABASE_URL", None)
    os.environ["API_RATE_PERSON"] = "100000/min"
    with own_site("thinking"), own_redis():
        from accounts.tokens import create_token

        token = create_token(people(1, "own")[0], "own")[1]
        with own_web(HTTPS="False") as (_pid, port), workers(given.thinkers):
            site = f"http://127.0.0.1:{port}", token
            measure("quiet", site, [], given)
            tables = tables_with_bots(given.tables, given.game, given.level)
            measure("many think", site, tables, given)


if __name__ == "__main__":
    main()
