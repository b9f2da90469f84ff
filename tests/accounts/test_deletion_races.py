"""An account is deleted at the very moment at which its tables begin, fill, move or end."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest

from accounts.deletion import delete_account
from accounts.models import User
from accounts.user_locks import AccountClosedError
from games.lobby import match_start
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import resignation
from games.time_controls import DEFAULT_PRESET, PRESETS_BY_KEY
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = PRESETS_BY_KEY[DEFAULT_PRESET].clock
numbers = count()


def person() -> User:
    name = f"p{next(numbers)}"
    return User.objects.create_user(name, f"{name}@example.org")


def open_table(host: User, game: str, start_when: str = Table.StartMode.FULL) -> Table:
    return table_setup.open_table(host, game, TableSettings(2, {}, CLOCK, start_when=start_when))


def is_gone(user: User) -> bool:
    """Deleted, at no unstarted table, host of none, and playing at none."""
    user.refresh_from_db()
    return user.deleted_at is not None and not table_setup.tables_to_leave(user).exists()


def test_while_the_host_starts_the_table(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game, Table.StartMode.HOST)
        table_setup.join(table.key, leaver)
        deleted, started = race(
            partial(delete_account, leaver), partial(match_start.start, table.key, host)
        )
        assert deleted == ""
        assert started in ("", "bad_table")  # alone at the table
        assert is_gone(leaver)


def test_while_the_host_who_starts_the_table_is_deleted(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        table = open_table(host, game, Table.StartMode.HOST)
        table_setup.join(table.key, guest)
        deleted, started = race(
            partial(delete_account, host), partial(match_start.start, table.key, host)
        )
        assert deleted == ""
        assert started in ("", "account_closed", "not_running", "not_your_seat")
        assert is_gone(host)


def test_while_somebody_takes_the_last_seat(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        table = open_table(host, game)
        deleted, joined = race(
            partial(delete_account, host), partial(table_setup.join, table.key, guest)
        )
        assert deleted == ""
        assert joined in ("", "not_running")
        assert is_gone(host)


def test_while_the_person_sits_down_elsewhere(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        tables = [open_table(host, game, Table.StartMode.HOST) for _ in range(2)]
        joins = [partial(table_setup.join, table.key, leaver) for table in tables]
        deleted, *joined = race(partial(delete_account, leaver), *joins)
        assert deleted == ""
        assert set(joined) <= {"", "account_closed"}
        assert is_gone(leaver)


def test_while_the_person_opens_a_table(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        leaver = person()
        opens = [partial(open_table, leaver, game)] * 2
        deleted, *opened = race(partial(delete_account, leaver), *opens)
        assert deleted == ""
        assert set(opened) <= {"", "account_closed"}
        assert is_gone(leaver)


def test_while_the_match_ends(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game)
        table_setup.join(table.key, leaver)
        deleted, resigned = race(
            partial(delete_account, leaver), partial(resignation.resign, table.key, host)
        )
        assert deleted == ""
        assert resigned in ("", "not_running")
        assert is_gone(leaver)
        assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED
        assert table.rating_changes.count() == 2


def test_while_both_who_play_are_deleted(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, guest = person(), person()
        tables = [open_table(host, game) for _ in range(2)]
        for table in tables:
            table_setup.join(table.key, guest)
        codes = race(partial(delete_account, host), partial(delete_account, guest))
        assert codes == ["", ""]
        assert is_gone(host)
        assert is_gone(guest)
        assert not Table.objects.filter(pk__in=[t.pk for t in tables], status="running").exists()


def test_while_the_person_comes_back_to_a_seat_that_a_bot_took(game: str, race: Race) -> None:
    for _ in range(ROUNDS):
        host, leaver = person(), person()
        table = open_table(host, game)
        table_setup.join(table.key, leaver)
        seats = Seat.objects.filter(table=table, user=leaver)
        seats.update(bot="random", leave_reason=Seat.LeaveReason.TIMED_OUT)
        deleted, back = race(
            partial(delete_account, leaver), partial(resignation.reclaim_seat, table.key, leaver)
        )
        assert deleted == ""
        assert back in ("", "account_closed", "not_your_seat")
        assert is_gone(leaver)
        assert seats.get().leave_reason == Seat.LeaveReason.RESIGNED


def test_a_closed_account_sits_down_nowhere(game: str) -> None:
    host, leaver = person(), person()
    table = open_table(host, game)
    mine = open_table(leaver, game, Table.StartMode.HOST)
    table_setup.join(mine.key, person())
    User.objects.filter(pk=leaver.pk).update(is_active=False)
    for act in (
        lambda: table_setup.join(table.key, leaver),
        lambda: match_start.start(mine.key, leaver),
        lambda: open_table(leaver, game),
    ):
        with pytest.raises(AccountClosedError):
            act()
