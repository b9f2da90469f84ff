"""Guests who come from one address at the very same moment: as many as may, and no more."""

from __future__ import annotations

import pytest

from accounts import guests
from accounts.models import User
from portal.errors import TooManyRequests
from tests.accounts.test_guests import request_from
from tests.games.races import race_runner

pytestmark = pytest.mark.django_db(transaction=True)


def test_twenty_at_once_from_one_address_make_five() -> None:
    turned_away: list[str] = []

    def comes(address: str) -> None:
        try:
            guests.create_guest(request_from(address))
        except TooManyRequests:
            turned_away.append(address)

    with race_runner(20) as race:
        for n in range(5):
            race(*[lambda: comes(f"203.0.113.{n}")] * 20)  # noqa: B023
            assert turned_away.count(f"203.0.113.{n}") == 15
    assert User.objects.filter(guest_network__gt="").count() == 25
