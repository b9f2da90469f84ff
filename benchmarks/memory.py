"""How a web process grows when it shows a thousand tables of all games, late in their matches.

usage: python -m benchmarks.memory [--tables 1000] [--languages en ja]

For every table this process answers what a web process is asked around a move: the page of the
person who is to move, the move, and the fragment for the other one; every second pair reads the
other language. Another process fills the site beforehand, so that only answers count. The figures
are the memory that the process holds (resident, in MiB), and what its caches say they hold.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.own_site import own_site

WANTED_MIB = 250
LATE = 0.75  # of a match's length
JOURNAL = 130  # the last moves, more than a log shows
SEATS = 3
REPORTS = 10


def resident() -> float:
    """MiB of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def late_match(game: str, seed: int, length: int) -> tuple[Any, list[tuple[int, str, list[Any]]]]:
    """A match after so many random moves, and the moves with their events."""
    import games.rules as rules

    match = rules.new_match(game, SEATS, {}, seed=f"memory {seed}")
    rng = random.Random(seed)
    moves: list[tuple[int, str, list[Any]]] = []
    while match.actors and len(moves) < length:
        seat = rng.choice(match.actors)
        legal = match.legal_moves(seat)
        text = rng.choice([move for move in legal if move != "offer"] or legal)
        moves.append((seat, text, list(match.play(seat, text))))
    return match, moves


def fill(tables: int, languages: list[str]) -> None:
    """Running tables of all games in turn, each with people of its own."""
    import games.rules as rules
    from accounts.models import User
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Move, Table
    from games.table.session import clocks
    from games.table.session.loader import dump_match, seats_of
    from games.table.session.table_session import TableSession, to_journal_events
    from games.time_controls import PRESETS_BY_KEY

    games = list(rules.catalogue())
    lengths = {game: int(LATE * len(late_match(game, 0, 10_000)[1])) for game in games}
    for number in range(tables):
        game = games[number % len(games)]
        match, moves = late_match(game, number + 1, lengths[game])
        while not match.actors:
            match, moves = late_match(game, number + 1, len(moves) * 3 // 4)
        people = [
            User.objects.create_user(
                f"p{number}-{n}",
                f"p{number}-{n}@example.org",
                language=languages[number % len(languages)],
            )
            for n in range(SEATS)
        ]
        table = table_setup.open_table(
            people[0], game, TableSettings(SEATS, {}, PRESETS_BY_KEY["day"].clock)
        )
        for user in people[1:]:
            table_setup.join(table.key, user)
        table = Table.objects.get(pk=table.pk)
        table.state, table.move_count = dump_match(match), len(moves)
        table.save(update_fields=["state", "move_count"])
        Move.objects.bulk_create(
            Move(
                table=table,
                number=move_number,
                seat=seat,
                text=text,
                by=Move.Source.PERSON,
                version=table.version,
                events=to_journal_events(events, match.rules_version),
            )
            for move_number, (seat, text, events) in enumerate(moves, 1)
            if move_number > len(moves) - JOURNAL
        )
        seats = seats_of(table)
        clocks.update_clocks(
            TableSession(table, seats, match, table.changed_at), None, table.version
        )
        for seat in seats:
            if seat.number not in match.actors:
                seat.waiting_since = seat.due_at = None
            seat.save()


def around_a_move(table: Any) -> None:
    from django.test import Client

    from games.table.session.loader import load_match

    seat = table.seat_set.filter(waiting_since__isnull=False).select_related("user")[0]
    other = table.seat_set.exclude(pk=seat.pk).select_related("user")[0]
    mover, reader = Client(), Client(headers={"HX-Request": "true"})
    mover.force_login(seat.user)
    reader.force_login(other.user)
    page = mover.get(table.get_absolute_url())
    assert page.status_code == 200
    move = random.Random(table.pk).choice(load_match(table).legal_moves(seat.number))
    type(seat).objects.filter(pk=seat.pk).update(draft=[move])
    mover.post(f"{table.get_absolute_url()}confirm/", {"version": table.version})
    assert reader.get(f"{table.get_absolute_url()}live/").status_code == 200


def in_another_process(tables: int, languages: list[str]) -> None:
    from django.db import connections, transaction

    connections.close_all()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with transaction.atomic():
                fill(tables, languages)
            connections.close_all()
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the site could not be filled")


def measure_table_pages(tables: int) -> Iterator[tuple[int, float]]:
    """(tables shown so far, MiB) now and then."""
    from games.models import Table

    keys = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    yield 0, resident()
    for number, pk in enumerate(keys, 1):
        around_a_move(Table.objects.get(pk=pk))
        if number % max(1, tables // REPORTS) == 0:
            gc.collect()
            yield number, resident()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--languages", nargs="+", default=["en", "ja"])
    arguments = parser.parse_args()
    with own_site("memory"):
        import portal.urls  # noqa: F401 - what a web process has loaded before its first answer
        from games.table.realtime import publish
        from portal import background

        publish.publish_to_groups = lambda *messages: None
        background.enqueue = lambda task, *args: None
        in_another_process(arguments.tables, arguments.languages)
        for number, mib in measure_table_pages(arguments.tables):
            print(f"{number:5} tables {mib:6.0f} MiB", flush=True)
        after()
    print(f"wanted: at most {WANTED_MIB} MiB")


def after() -> None:
    pass


if __name__ == "__main__":
    main()
