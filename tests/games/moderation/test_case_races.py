"""Suspended, renamed, closed, annulled while moves come: no move is lost, and nothing locks.

A few rounds each; `--rounds 100` runs as many as one likes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Case, Decision, Seat, Table
from games.moderation import cases
from games.ratings import rating_changes
from games.table.actions import player_actions, resignation
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal, player
from tests.games.moderation.conftest import case_of, create_finished_match
from tests.games.races import Race, race

__all__ = ["race"]

What = Decision.Action

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("rounds"))


@pytest.fixture
def round_of(people: list[User]) -> Callable[..., tuple[Table, Case, User]]:
    """A match of Ann and Bob, and a case about Bob for Dee to decide."""
    ann, bob, _cem, dee, _eva = people
    User.objects.filter(pk=dee.pk).update(is_moderator=True)
    dee.refresh_from_db()

    def make(at: str = "") -> tuple[Table, Case, User]:
        table = Table.objects.filter(host=ann, status=Table.Status.RUNNING).first()
        if table is None:
            table = table_setup.open_table(
                ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
            )
            table_setup.join(table.key, bob)
        Case.objects.all().delete()
        bob.refresh_from_db()
        return fresh(table), case_of("person", bob.username, ann, table=at or table.key), dee

    return make


def test_no_move_is_lost_while_somebody_is_suspended_or_renamed(
    race: Race, round_of: Callable[..., tuple[Table, Case, User]], rounds: int
) -> None:
    names = itertools.cycle(("robert", "bob"))
    for n in range(2 * rounds):
        table, case, dee = round_of()
        seat, number = actor(table), table.move_count
        given = {"words": "no", "hours": 24, "name": next(names) if n % 2 else ""}
        what = What.RENAME if n % 2 else What.SUSPEND
        move = [legal(table, seat)[0]]
        done = race(
            lambda: player_actions.confirm(table.key, player(seat), table.version, move),  # noqa: B023
            lambda: cases.decide_case(case.pk, dee, what, **given),  # noqa: B023
        )
        assert done == ["", ""]
        assert fresh(table).move_count > number


def test_a_seat_is_released_and_an_account_closed_between_moves(
    race: Race, round_of: Callable[..., tuple[Table, Case, User]], rounds: int
) -> None:
    for n in range(2 * rounds):
        table, case, dee = round_of()
        seat, before = actor(table), table.move_count
        move = [legal(table, seat)[0]]
        what = What.CLOSE if n % 2 else What.RELEASE
        done = race(
            lambda: player_actions.confirm(table.key, player(seat), table.version, move),  # noqa: B023
            lambda: cases.decide_case(case.pk, dee, what, words="no", table=table.key),  # noqa: B023
        )
        assert done[1] == ""
        made = table.moves.filter(number__gt=before, by="person")
        assert made.count() == (done[0] == "")
        bob = case.subject
        assert table.seat_set.get(user=bob).leave_reason == Seat.LeaveReason.RESIGNED
        User.objects.filter(pk=bob.pk).update(is_active=True)
        resignation.restore_seat(table.key, bob)


def test_a_result_is_annulled_while_moves_come_and_others_are_booked(
    race: Race,
    round_of: Callable[..., tuple[Table, Case, User]],
    people: list[User],
    rounds: int,
) -> None:
    ann, bob, cem, _dee, eva = people
    played = [create_finished_match(ann, bob, days_ago=rounds - n + 20) for n in range(rounds)]
    create_finished_match(bob, cem, days_ago=10)
    for old in played:
        table, case, dee = round_of()
        _table, case, dee = round_of(old.key)
        seat, number = actor(table), table.move_count
        move = [legal(table, seat)[0]]
        done = race(
            lambda: cases.decide_case(case.pk, dee, What.ANNUL, words="no", table=old.key),  # noqa: B023
            lambda: create_finished_match(cem, bob, eva, days_ago=0),
            lambda: player_actions.confirm(table.key, player(seat), table.version, move),  # noqa: B023
        )
        assert done == ["", "", ""]
        assert fresh(table).move_count > number
    assert rating_changes.recompute_all() == []
