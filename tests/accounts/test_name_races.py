"""A name that is shown and a plain one that are alike, taken at the very same moment."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import guests, nicknames
from accounts.confusables import skeleton, username_skeleton
from accounts.models import User
from tests.accounts.test_guests import request_from
from tests.games.races import race_runner

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 10


def test_of_two_who_take_names_alike_at_once_one_has_it() -> None:
    people = User.objects.bulk_create([User(username=f"person{n}") for n in range(ROUNDS)])

    def choose(person: User, name: str) -> None:
        try:
            with transaction.atomic():
                nicknames.change_nickname(person, name, timezone.now())
        except IntegrityError:
            pass  # the other one was first

    with race_runner(2) as race:
        for n, person in enumerate(people):
            race(
                lambda: choose(person, f"Grасе{n}"),  # noqa: B023
                lambda: guests.create_guest(request_from(f"203.0.113.{n}"), f"grace{n}"),  # noqa: B023
            )
            alike = skeleton(f"grace{n}")
            found = User.objects.alias(plain=username_skeleton())
            assert found.filter(Q(plain=alike) | Q(nickname_skeleton=alike)).count() == 1
