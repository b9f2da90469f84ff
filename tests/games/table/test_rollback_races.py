"""Setting a table back while others play: nothing stale is shown, and one of two comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.deletion import delete_account
from accounts.models import User
from games.boards import presenter
from games.models import Rollback, Seat, Table
from games.ratings import rating_changes
from games.table.actions import automation, player_actions, rollback
from games.table.actions.rollback import roll_back_table
from games.table.agreements import actions as agreements
from games.table.bots import turn
from games.table.errors import StaleVersionError
from games.table.session import journal
from tests.games.conftest import actor, fresh, legal, play_on, player, seats_of
from tests.games.races import Race, race

from .rollback_to import REASON, Back, back, staff

__all__ = ["back", "race", "staff"]


def test_no_page_shows_what_was_undone(
    table: Table, back: Back, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    me = player(seats_of(table)[0])
    client.force_login(me)
    with django_capture_on_commit_callbacks(execute=True):
        table = play_on(table, moves=15)
        journal.recent_tail(table)
        client.get(table.get_absolute_url())
    with django_capture_on_commit_callbacks(execute=True):
        table = back(table, 4)
    with django_capture_on_commit_callbacks(execute=True):
        for step in range(6):
            journal.recent_tail(table)
            table = play_on(table, moves=1, seed=90 + step)
    names = [seat.name for seat in seats_of(table)]
    show, mine = presenter(table.game), table.seat_set.get(user=me).number
    expected = {
        line.text
        for move in table.moves.all()
        for line in journal.move_lines(show, move, mine, names, over=False)
    }
    past = journal.recent_tail(table)
    assert [(m.number, m.version, m.text) for m in past.moves] == list(
        table.moves.values_list("number", "version", "text")
    )
    shown = journal.log_entries(table, past.moves, [], mine, names)
    assert {line.text for entry in shown for line in entry.lines} == expected
    entries = client.get(f"/api/tables/{table.key}/log/").json()["entries"]
    assert [entry["number"] for entry in entries] == list(range(11))
    for after in range(11):
        assert client.get(f"/tables/{table.key}/replay/?move={after}").status_code == 200


def test_a_process_that_knows_the_old_past_reads_anew(table: Table, back: Back) -> None:
    """Another process keeps what it has read; nobody tells it but the table's row."""
    table = play_on(table, moves=10)
    old = journal.recent_tail(table)
    table = play_on(back(table, 4), moves=6, seed=77)
    assert table.move_count == 10
    assert journal.PASTS.get(table.key) == old
    assert [m.version for m in journal.recent_tail(table).moves] == list(
        table.moves.values_list("version", flat=True)
    )


def test_a_move_for_the_position_before_is_refused(table: Table, back: Back) -> None:
    table = play_on(table, moves=6)
    seat = actor(table)
    move = legal(table, seat)[0]
    after = back(table, 5)
    with pytest.raises(StaleVersionError):
        player_actions.confirm(table.key, player(seat), table.version, [move])
    assert fresh(table).version == after.version


def test_bot_turn_computed_before_rollback_is_dropped(
    new_table: Callable[..., Table], back: Back, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_on(new_table(2, bots=("random",)), moves=3)
    while not actor(table).bot:
        table = play_on(table, moves=1)
    seat, think = actor(table), turn.choose_turn

    def choose_and_roll_back(*given: Any) -> list[str]:
        moves = think(*given)
        back(table, table.move_count - 1)
        return moves

    monkeypatch.setattr(turn, "choose_turn", choose_and_roll_back)
    assert automation.play_bot_turn(seat.pk) is False
    assert fresh(table).move_count == table.move_count - 1


def test_the_same_request_twice_sets_back_once(table: Table, staff: User) -> None:
    table = play_on(table, moves=6)
    roll_back_table(table.key, 4, staff, REASON, table.version)
    again = play_on(table, moves=1)
    with pytest.raises(StaleVersionError):
        roll_back_table(table.key, 4, staff, REASON, table.version)
    assert fresh(table).version == again.version


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", range(5))
def test_a_move_at_the_same_moment_comes_before_or_is_refused(
    table: Table, staff: User, step: int, race: Race
) -> None:
    table = play_on(table, moves=6, seed=step)
    seat = actor(table)
    moves = legal(table, seat)[:1]
    race(
        lambda: roll_back_table(table.key, 5, staff, REASON, table.version),
        lambda: player_actions.confirm(table.key, player(seat), table.version, moves),
    )
    done = Rollback.objects.get()
    assert done.from_move in (6, 7)
    assert fresh(table).move_count == 5
    assert list(table.moves.values_list("number", flat=True)) == list(range(6))
    assert play_on(table, seed=step).status == Table.Status.FINISHED


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", range(5))
def test_an_account_deleted_at_the_same_moment_plays_nowhere(
    table: Table, staff: User, step: int, race: Race
) -> None:
    table = play_on(table, moves=4, seed=step)
    for seat in seats_of(table):
        agreements.agree_to_call_off(table.key, player(seat))
    leaver, version = player(seats_of(table)[step % 2]), fresh(table).version
    race(
        lambda: roll_back_table(table.key, 2, staff, REASON, version),
        lambda: delete_account(leaver),
    )
    table = fresh(table)
    seat = table.seat_set.get(user=leaver)
    assert table.is_running
    assert (bool(seat.bot), seat.leave_reason) == (True, Seat.LeaveReason.RESIGNED)


def test_the_undoing_and_its_audit_are_one(
    table: Table, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_on(table)

    def fail(*args: object) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(rollback, "commit", fail)
    with pytest.raises(RuntimeError):
        roll_back_table(table.key, 4, staff, REASON, table.version)
    assert fresh(table).status == Table.Status.FINISHED
    assert table.moves.count() == table.move_count + 1
    assert rating_changes.recompute_all() == []
