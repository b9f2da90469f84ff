"""A turn taken back by whoever plays alone against bots: as far as to what was revealed last."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Message, Rollback, Table
from games.table.actions import automation, player_actions
from games.table.actions.takeback import move_before_last_turn
from tests.clients import signed_in
from tests.games.conftest import actor, fresh, legal, player, seats_of

from .test_rollback import position
from .test_suggestions import NewTable, alone, page, person_at, to_decide

__all__ = ["alone"]
pytestmark = [pytest.mark.django_db]

BUTTON = 'id="take-back"'


def sends(table: Table) -> Table:
    """The person decides something, and the bot whatever it is asked then."""
    seat = actor(table)
    player_actions.confirm(table.key, player(seat), table.version, legal(table, seat)[:1])
    while (table := fresh(table)).is_running and (seat := actor(table)).bot:
        automation.play_bot_turn(seat.pk)
    return table


def send_two_quiet_turns(table: Table) -> tuple[Table, list[dict[str, Any]]]:
    """Two turns in a row with which nothing was revealed; the positions before them."""
    before: list[dict[str, Any]] = []
    for _turn in range(300):
        table = to_decide(table)
        before.append(position(table))
        revealed = table.revealed_version
        table = sends(table)
        if table.revealed_version > revealed:
            before = []
        elif len(before) == 2:
            return table, before
    raise AssertionError("every turn reveals something")


def takes_back(table: Table, user: User, status: int = 200) -> str:
    answer = signed_in(user).post(
        reverse("games:take_back", args=[table.key]),
        {"version": str(table.version), "since": "0"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == status, answer.text
    return answer.text


def test_turn_by_turn_it_stands_as_before_with_what_the_bot_answered_undone(alone: Table) -> None:
    table, before = send_two_quiet_turns(alone)
    user = person_at(table)
    while before:
        assert BUTTON in page(table, user)
        assert "took back their last turn" in takes_back(table, user)
        table = fresh(table)
        assert position(table) == before.pop()
        assert actor(table).user == user
        assert table.moves.count() == table.move_count + 1
    assert Rollback.objects.filter(by=user).count() == 2
    assert Message.objects.filter(table=table, log_code="taken_back").count() == 2
    sends(table)


def test_what_was_seen_is_not_unseen(alone: Table) -> None:
    table = alone
    while table.revealed_version < table.version:
        table = sends(to_decide(table))
    user = person_at(table)
    assert BUTTON not in page(table, user)
    assert "since something was last revealed" in takes_back(table, user, 409)
    assert fresh(table).version == table.version


def test_the_same_request_sent_twice_takes_one_turn_back(alone: Table) -> None:
    table, _before = send_two_quiet_turns(alone)
    user = person_at(table)
    takes_back(table, user)
    took = fresh(table)
    takes_back(table, user, 409)
    assert fresh(table).version == took.version


def test_between_people_nothing_is_taken_back(new_table: NewTable) -> None:
    table = new_table(2)
    seat = actor(table)
    player_actions.confirm(table.key, player(seat), table.version, legal(table, seat)[:1])
    assert "at friendly tables" in takes_back(table, player(seat), 409)
    assert move_before_last_turn(fresh(table), seats_of(table)[1 - seat.number]) is None


def test_programs_take_back_as_well(alone: Table) -> None:
    table, before = send_two_quiet_turns(alone)
    address = reverse("api:take_back", args=[table.key])
    client = signed_in(person_at(table))
    answer = client.post(address, {"version": table.version}, content_type="application/json")
    assert answer.json()["version"] == table.version + 1
    assert position(table) == before.pop()
