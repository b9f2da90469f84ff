"""Demo data: fills an empty site with a few people, running tables and finished matches."""

from __future__ import annotations

import random
from itertools import cycle

from allauth.account.models import EmailAddress

import games.rules as rules
from accounts.models import User

from ... import bots
from ...models import Message, Seat, Table
from ...table.actions import automation, player_actions
from ...table.session.loader import load_match
from ...table.session.table_session import MAX_TURN_LENGTH
from ...time_controls import PRESETS_BY_KEY
from ..setup import table_setup
from ..table_settings import TableSettings

NAMES = ("ada", "bruno", "chika", "dora", "emil")
PASSWORD = "longtable-demo"
FINISHED_PER_GAME = 2
OPENING_MOVES = 25


def fill_site() -> None:
    """Create the users `ada` … `emil` (password `longtable-demo`), and tables of every game."""
    people = [_create_person(name) for name in NAMES]
    games = list(rules.catalogue().values())
    rng = random.Random("demo")
    for number, game in enumerate(games):
        group = people[number % len(people) :] + people[: number % len(people)]
        for _ in range(FINISHED_PER_GAME):
            _play_moves(_open_demo_table(game, group[: _seat_count(game)]), rng)
        running = _open_demo_table(game, group[: _seat_count(game)])
        _play_moves(running, rng, most=OPENING_MOVES)
        Message.objects.create(table=running, user=group[0], text="Good luck, have fun!")
        if game.seats[-1] > 1:
            with_bots = _open_demo_table(
                game, group[:1], (bots.STEADY,) * (max(2, game.seats[0]) - 1)
            )
            _play_moves(with_bots, rng, most=OPENING_MOVES)
    presets = cycle(("day", "live-20", "week"))
    for game, host in zip(games, reversed(people), strict=False):
        settings = TableSettings(game.seats[-1], {}, PRESETS_BY_KEY[next(presets)].clock)
        table_setup.open_table(host, game.key, settings)


def _create_person(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _seat_count(game: rules.Game) -> int:
    return max(game.seats[0], min(3, game.seats[-1]))


def _open_demo_table(game: rules.Game, group: list[User], levels: tuple[str, ...] = ()) -> Table:
    clock = PRESETS_BY_KEY["three-days"].clock
    settings = TableSettings(len(group) + len(levels), {}, clock, bots=levels)
    table = table_setup.open_table(group[0], game.key, settings)
    for user in group[1:]:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def _play_moves(table: Table, rng: random.Random, most: int | None = None) -> None:
    """Play turns of all seats with the steady bot, by the same functions that pages call."""
    bot = bots.levels(table.game)[bots.STEADY]()
    turns = 0
    while most is None or turns < most:
        table.refresh_from_db()
        seat = (
            Seat.objects.filter(table=table, waiting_since__isnull=False)
            .select_related("user")
            .first()
        )
        if not table.is_running or seat is None:
            return
        if seat.bot:
            automation.play_bot_turn(seat.pk)
        else:
            match = load_match(table)
            moves: list[str] = []
            while seat.number in match.actors and len(moves) < MAX_TURN_LENGTH:
                moves.append(bots.ask(bot, match, seat.number, rng))
                match.play(seat.number, moves[-1])
            assert seat.user is not None
            player_actions.confirm(table.key, seat.user, table.version, moves)
        turns += 1
