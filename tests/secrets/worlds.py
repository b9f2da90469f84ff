"""Worlds that a seat cannot tell apart, and tables to try them on."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from rest_framework.test import force_authenticate

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Snapshot, Table
from games.studies.analysis import positions as trying
from games.table.session import clocks, drafts, journal, move_numbers
from games.table.session.loader import dump_match, load_match
from games.table.session.transaction import commit, open_table
from games.table.views import page_context, thumbnails
from games.time_controls import PRESETS_BY_KEY

# What differs from one answer to the next though nothing has happened: tokens, and the time.
VARYING = re.compile(
    rb'(name="(?:csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|"X-CSRFToken": "[^"]*"|'
    rb'data-now="[^"]*"|'
    rb'"now":"[^"]*"|"seconds_left":[0-9.e-]+|datetime="[^"]*"|"at":"[^"]*")'
)


def people(count: int) -> list[User]:
    """The first people of this test's site; they are the same ones at each of its tables."""
    return [
        User.objects.filter(username=f"p{n}").first()
        or User.objects.create_user(f"p{n}", f"p{n}@example.org", None)
        for n in range(count)
    ]


def start_table(game: str, seats: int, **options: str) -> Table:
    """A running table of people."""
    users = people(seats)
    table = table_setup.open_table(
        users[0], game, TableSettings(seats, options, PRESETS_BY_KEY["week"].clock)
    )
    for user in users[1:]:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def redeal_state(table: Table, eyes: int | None, rng: random.Random, seed: str = "") -> str:
    """The stored state of a world that these eyes cannot tell from the real one.

    With a `seed`, what chance brings from here on is another's as well.
    """
    match = load_match(table)
    other = match.determinize(eyes, rules.FastChance(rng))
    dumped = other.dump(history=False)
    dumped["chance"] = match.chance.dump(history=False)
    if seed:
        dumped["chance"]["seed"] = seed
    return json.dumps(dumped)


class TrialRollbackError(Exception):
    """Ends a world that was only tried."""


@contextmanager
def trial_world(table: Table, state: str) -> Iterator[None]:
    """A world with this stored state; whatever happens in it is undone at the end."""
    forget()
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(state=state)
            newest = {"table": table, "after": table.move_count}
            if not Snapshot.objects.filter(**newest).update(state=state):
                Snapshot.objects.create(**newest, state=state)
            yield
            raise TrialRollbackError
    except TrialRollbackError:
        pass
    finally:
        forget()


def forget() -> None:
    """Nothing that one world has kept is shown in another."""
    cache.clear()
    journal.PASTS.clear()
    journal.SENTENCE_CACHE.clear()
    journal.REPLAY_CACHE.clear()
    move_numbers.SECRETS.clear()
    page_context.LABEL_CACHE.clear()
    trying.KEPT.clear()
    thumbnails._cache.clear()
    drafts._removable_cache.clear()


def positions(table: Table, rng: random.Random, moves: int) -> Iterator[tuple[rules.Match, int]]:
    """Positions of a random match that begins as this table's does, each with a seat to move.

    They are to be looked at only, and the table stays as it is: `stand` brings it there.
    """
    match = load_match(table)
    for _ in range(moves):
        if match.over:
            return
        seat = rng.choice(match.actors)
        yield match, seat
        match.play(seat, rng.choice(match.legal_moves(seat)))


def stand(table: Table, match: rules.Match) -> Table:
    """The table in this position, as though the match had come there just now."""
    forget()
    with open_table(table.key) as session:
        session.read = match
        session.table.state = dump_match(match)
        session.table.revealed_version = session.table.version + 1
        clocks.update_clocks(session, None, session.table.version + 1)
        commit([session])
    table.seat_set.update(draft=[])
    return Table.objects.get(pk=table.pk)


def play_on(table: Table, rng: random.Random, moves: int) -> Table:
    """So many random moves more, or fewer where the match is over then, in one step."""
    forget()
    with open_table(table.key) as session:
        seats = {seat.number: seat for seat in session.seats}
        for _ in range(moves):
            if not session.match.over:
                number = rng.choice(session.match.actors)
                move = rng.choice(session.match.legal_moves(number))
                session.play_moves(seats[number], [move], Move.Source.PERSON)
        commit([session])
    return Table.objects.get(pk=table.pk)


def walk(
    table: Table, rng: random.Random, looks: int, moves: int, look: Callable[[Table], None]
) -> None:
    """So many looks at the table, with random moves between them for as long as the match runs."""
    for _ in range(looks):
        look(table)
        table = play_on(table, rng, moves)
        if not table.is_running:
            return


# the views by themselves


def ask(path: str, user: User | None, **headers: str) -> HttpResponse:
    """What the view of this address answers; what stands before every view is left out."""
    return answer(RequestFactory().get(path, headers=headers), user)


def answer(request: HttpRequest, user: User | None) -> HttpResponse:
    request.user = AnonymousUser() if user is None else user
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    force_authenticate(request, user)
    found = resolve(request.path_info)
    answered = found.func(request, *found.args, **found.kwargs)
    return answered.render() if hasattr(answered, "render") else answered
