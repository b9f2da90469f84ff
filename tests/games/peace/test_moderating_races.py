"""Suspended, renamed, closed, annulled while moves come: no move is lost, and nothing locks."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Case, Decision, Seat, Table
from games.peace import deciding
from games.ratings import ledger
from games.table import play
from tests.games.conftest import GAME, actor, fresh, legal, player
from tests.games.peace.conftest import case_of, finished
from tests.games.races import Race, race

__all__ = ["race"]

ROUNDS = 6
What = Decision.What

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_of(people: list[User]) -> Callable[..., tuple[Table, Case, User]]:
    """A match of Ann and Bob, and a case about Bob for Dee to decide."""
    ann, bob, _cem, dee, _eva = people
    User.objects.filter(pk=dee.pk).update(is_moderator=True)
    dee.refresh_from_db()
    table = gathering.open_table(ann, GAME, 2, {}, BY_KEY["day"].clock)
    gathering.join(table.key, bob)

    def make(at: str = table.key) -> tuple[Table, Case, User]:
        Case.objects.all().delete()
        bob.refresh_from_db()
        return fresh(table), case_of("person", bob.username, ann, table=at), dee

    return make


def test_no_move_is_lost_while_somebody_is_suspended_or_renamed(
    race: Race, round_of: Callable[..., tuple[Table, Case, User]]
) -> None:
    names = itertools.cycle(("robert", "bob"))
    for n in range(ROUNDS):
        table, case, dee = round_of()
        seat, number = actor(table), table.move_count
        given = {"words": "no", "hours": 24, "name": next(names) if n % 2 else ""}
        what = What.RENAME if n % 2 else What.SUSPEND
        move = [legal(table, seat)[0]]
        done = race(
            lambda: play.confirm(table.key, player(seat), table.version, move),  # noqa: B023
            lambda: deciding.decide(case.pk, dee, what, **given),  # noqa: B023
        )
        assert done == ["", ""]
        assert fresh(table).move_count > number


def test_a_seat_is_released_and_an_account_closed_between_moves(
    race: Race, round_of: Callable[..., tuple[Table, Case, User]], people: list[User]
) -> None:
    ann, bob = people[:2]
    for n in range(ROUNDS):
        table = gathering.open_table(ann, GAME, 2, {}, BY_KEY["day"].clock)
        gathering.join(table.key, bob)
        _other, case, dee = round_of(table.key)
        here, seat = fresh(table), actor(table)
        move = [legal(here, seat)[0]]
        what = What.CLOSE if n % 2 else What.RELEASE
        done = race(
            lambda: play.confirm(here.key, player(seat), here.version, move),  # noqa: B023
            lambda: deciding.decide(case.pk, dee, what, words="no", table=table.key),  # noqa: B023
        )
        assert done[1] == ""
        after = fresh(table)
        assert (done[0] == "") == (after.moves.filter(text=move[0], by="person").count() == 1)
        assert after.seat_set.get(user=bob).left == Seat.Left.RESIGNED
        User.objects.filter(pk=bob.pk).update(is_active=True)


def test_a_result_is_annulled_while_others_are_booked(
    race: Race, round_of: Callable[..., tuple[Table, Case, User]], people: list[User]
) -> None:
    ann, bob, cem, _dee, eva = people
    played = [finished(ann, bob, days_ago=20 - n) for n in range(ROUNDS)]
    finished(bob, cem, days_ago=10)
    for old in played:
        _table, case, dee = round_of(old.key)
        done = race(
            lambda: deciding.decide(case.pk, dee, What.ANNUL, words="no", table=old.key),  # noqa: B023
            lambda: finished(cem, bob, eva, days_ago=0),
        )
        assert done == ["", ""]
    assert ledger.recompute() == []
