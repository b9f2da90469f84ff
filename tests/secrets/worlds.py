"""Worlds that a seat cannot tell apart, and tables to try them on."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction

import games.rules as rules
from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Table
from games.table import drafts, journal, page, play

# What differs from one answer to the next though nothing has happened: tokens, and the time.
VARYING = re.compile(
    rb'(name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|data-now="[^"]*"|'
    rb'"now":"[^"]*"|"seconds_left":[0-9.e-]+|datetime="[^"]*"|"at":"[^"]*")'
)


def people(count: int) -> list[User]:
    """The first people of this test's site; they are the same ones at each of its tables."""
    return [
        User.objects.filter(username=f"p{n}").first()
        or User.objects.create_user(f"p{n}", f"p{n}@example.org", None)
        for n in range(count)
    ]


def started(game: str, seats: int, **options: str) -> Table:
    """A running table of people."""
    users = people(seats)
    table = gathering.open_table(users[0], game, seats, options, BY_KEY["week"].clock)
    for user in users[1:]:
        gathering.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def redealt(table: Table, eyes: int | None, rng: random.Random, seed: str = "") -> str:
    """The stored state of a world that these eyes cannot tell from the real one.

    With a `seed`, what chance brings from here on is another's as well.
    """
    match = play.load(table)
    other = match.determinize(eyes, rules.FastChance(rng))
    dumped = other.dump(history=False)
    dumped["chance"] = match.chance.dump(history=False)
    if seed:
        dumped["chance"]["seed"] = seed
    return json.dumps(dumped)


class GoneAgain(Exception):
    """Ends a world that was only tried."""


@contextmanager
def tried(table: Table, state: str) -> Iterator[None]:
    """A world with this stored state; whatever happens in it is undone at the end."""
    forget()
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(state=state)
            yield
            raise GoneAgain
    except GoneAgain:
        pass
    finally:
        forget()


def forget() -> None:
    """Nothing that one world has kept is shown in another."""
    cache.clear()
    journal.PASTS.clear()
    journal.LINES.clear()
    page._labels.clear()
    drafts._removable.clear()


def walk(table: Table, rng: random.Random, moves: int, look: Callable[[Table], None]) -> None:
    """Random moves, with a look at the table before each."""
    for _ in range(moves):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            return
        look(table)
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        move = rng.choice(play.load(table).legal_moves(seat.number))
        assert seat.user is not None
        play.confirm(table.key, seat.user, table.version, [move])
