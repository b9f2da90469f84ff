"""Taking over a seat at the very same moment as something else: a seat has one person."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from accounts.models import User
from games.lobby.admission import seat_takeover
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Substitution, Table
from games.table.actions import resignation, seat_offers
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, fresh, player, seats_of
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = PRESETS_BY_KEY["day"].clock
NAMES = ("ann", "bob", "cem", "dee", "eva")


@pytest.fixture
def crowd() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


def start_table(crowd: list[User]) -> Table:
    """A running table of the first three people, the only one there is."""
    Table.objects.exclude(status=Table.Status.FINISHED).update(status=Table.Status.CALLED_OFF)
    table = table_setup.open_table(crowd[0], GAME, TableSettings(3, {}, CLOCK))
    for user in crowd[1:3]:
        table_setup.join(table.key, user)
    return fresh(table)


def test_two_newcomers_take_over_one_seat(crowd: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(crowd)
        resignation.resign(table.key, player(seats_of(table)[0]))
        codes = race(
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
            lambda: seat_takeover.take_over(table.key, crowd[4], 0),  # noqa: B023
        )
        assert sorted(codes) == ["", "seat_taken"]
        winner = crowd[3] if codes[0] == "" else crowd[4]
        assert seats_of(table)[0].user == winner
        assert Substitution.objects.get(table=table).to_user == winner


def test_newcomer_sends_the_form_twice(crowd: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(crowd)
        resignation.resign(table.key, player(seats_of(table)[0]))
        codes = race(
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
        )
        assert codes == ["", ""]
        assert Substitution.objects.filter(table=table).count() == 1


def test_newcomer_and_the_owner_who_comes_back(
    crowd: list[User], race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the time to return is over, both may have the seat; one gets it."""
    monkeypatch.setattr("games.table.vacancies.RETURN_TIME", -timedelta(seconds=1))
    ways = Counter[str]()
    for _ in range(ROUNDS):
        table = start_table(crowd)
        owner = player(seats_of(table)[0])
        late = Seat.objects.filter(table=table, number=0)
        late.update(bot="steady", leave_reason="timed_out", replaced_at=table.started_at)
        took, came = race(
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
            lambda: resignation.reclaim_seat(table.key, owner),  # noqa: B023
        )
        assert (took == "") != (came == "")
        assert (took or came) in ("seat_taken", "not_your_seat")
        seat = seats_of(table)[0]
        assert (seat.user, seat.bot) == (crowd[3] if took == "" else owner, "")
        ways[took] += 1
    assert ways.total() == ROUNDS


def test_newcomer_and_the_owner_who_keeps_the_seat(crowd: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(crowd)
        owner = player(seats_of(table)[0])
        seat_offers.offer_seat(table.key, owner)
        took, kept = race(
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
            lambda: seat_offers.withdraw_seat(table.key, owner),  # noqa: B023
        )
        seat = seats_of(table)[0]
        assert seat.user == (crowd[3] if took == "" else owner)
        assert seat.offered_at is None
        assert kept == ("not_your_seat" if took == "" and kept else kept)


def test_newcomer_and_the_end_of_the_match(crowd: list[User], race: Race) -> None:
    """The last person resigns: either the newcomer plays on, or the match has ended."""
    for _ in range(ROUNDS):
        table = start_table(crowd)
        for seat in seats_of(table)[:2]:
            resignation.resign(table.key, player(seat))
        last = player(seats_of(table)[2])
        took, resigned = race(
            lambda: seat_takeover.take_over(table.key, crowd[3], 0),  # noqa: B023
            lambda: resignation.resign(table.key, last),  # noqa: B023
        )
        assert resigned == ""
        table = fresh(table)
        assert table.is_running == (took == "")
        assert Substitution.objects.filter(table=table).exists() == (took == "")
