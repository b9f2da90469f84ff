"""An account is deleted at the very moment at which its tables begin, fill, move or end."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest
from django.db import connection

from accounts.deletion import delete_account
from accounts.models import User
from games.clocks import BY_KEY, DEFAULT_PRESET
from games.lobby import gathering, starting
from games.models import Seat, Table
from games.table import play
from games.table.refusals import AccountClosed

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 15
CLOCK = BY_KEY[DEFAULT_PRESET].clock
numbers = count()


def person() -> User:
    name = f"p{next(numbers)}"
    return User.objects.create_user(name, f"{name}@example.org")


def open_table(host: User, game: str, start_when: str = Table.Start.FULL) -> Table:
    return gathering.open_table(host, game, 2, {}, CLOCK, start_when=start_when)


def at_once(*acts: Callable[[], object]) -> list[BaseException]:
    """Do these at the same moment, each in a thread of its own; what they raised, refusals not."""
    gate = threading.Barrier(len(acts))
    raised: list[BaseException] = []

    def run(act: Callable[[], object]) -> None:
        try:
            gate.wait(10)
            with contextlib.suppress(play.Refused):
                act()
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "somebody waits for ever"
    return raised


def is_gone(user: User) -> bool:
    """Deleted, at no unstarted table, host of none, and playing at none."""
    user.refresh_from_db()
    return user.deleted_at is not None and not gathering.tables_to_leave(user).exists()


def test_while_the_host_starts_the_table(game: str) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game, Table.Start.HOST)
        gathering.join(table.key, leaver)
        raised = at_once(partial(delete_account, leaver), partial(starting.start, table.key, host))
        assert raised == []
        assert is_gone(leaver)


def test_while_the_host_who_starts_the_table_is_deleted(game: str) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        table = open_table(host, game, Table.Start.HOST)
        gathering.join(table.key, guest)
        assert (
            at_once(partial(delete_account, host), partial(starting.start, table.key, host)) == []
        )
        assert is_gone(host)


def test_while_somebody_takes_the_last_seat(game: str) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        table = open_table(host, game)
        assert (
            at_once(partial(delete_account, host), partial(gathering.join, table.key, guest)) == []
        )
        assert is_gone(host)


def test_while_the_person_sits_down_elsewhere(game: str) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        tables = [open_table(host, game, Table.Start.HOST) for _ in range(2)]
        joins = [partial(gathering.join, table.key, leaver) for table in tables]
        assert at_once(partial(delete_account, leaver), *joins) == []
        assert is_gone(leaver)


def test_while_the_person_opens_a_table(game: str) -> None:
    for _ in range(ROUNDS):
        leaver = person()
        opens = [partial(open_table, leaver, game)] * 2
        assert at_once(partial(delete_account, leaver), *opens) == []
        assert is_gone(leaver)


def test_while_the_match_ends(game: str) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game)
        gathering.join(table.key, leaver)
        raised = at_once(partial(delete_account, leaver), partial(play.resign, table.key, host))
        assert raised == []
        assert is_gone(leaver)
        assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED
        assert table.rating_changes.count() == 2


def test_while_both_who_play_are_deleted(game: str) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        tables = [open_table(host, game) for _ in range(2)]
        for table in tables:
            gathering.join(table.key, guest)
        assert at_once(partial(delete_account, host), partial(delete_account, guest)) == []
        assert is_gone(host)
        assert is_gone(guest)
        assert not Table.objects.filter(pk__in=[t.pk for t in tables], status="running").exists()


def test_while_the_person_comes_back_to_a_seat_that_a_bot_took(game: str) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game)
        gathering.join(table.key, leaver)
        seats = Seat.objects.filter(table=table, user=leaver)
        seats.update(bot="random", left=Seat.Left.TIMED_OUT)
        raised = at_once(
            partial(delete_account, leaver), partial(play.come_back, table.key, leaver)
        )
        assert raised == []
        assert is_gone(leaver)
        assert seats.get().left == Seat.Left.RESIGNED


def test_a_closed_account_sits_down_nowhere(game: str) -> None:
    host, leaver = person(), person()
    table = open_table(host, game)
    mine = open_table(leaver, game, Table.Start.HOST)
    gathering.join(mine.key, person())
    User.objects.filter(pk=leaver.pk).update(is_active=False)
    for act in (
        lambda: gathering.join(table.key, leaver),
        lambda: starting.start(mine.key, leaver),
        lambda: open_table(leaver, game),
    ):
        with pytest.raises(AccountClosed):
            act()
