"""Household declarations at the very same moment."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import HouseholdDeclaration
from games.social.household_declarations import accept_household, declare_household, end_household
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair() -> tuple[User, User]:
    ann, bob = (User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob"))
    return ann, bob


def test_two_who_ask_at_once_have_one_accepted_declaration(
    pair: tuple[User, User], race: Race
) -> None:
    ann, bob = pair
    for _ in range(ROUNDS):
        HouseholdDeclaration.objects.all().delete()
        codes = race(
            lambda: declare_household(ann, bob, timezone.now()),
            lambda: declare_household(bob, ann, timezone.now()),
        )
        assert codes == ["", ""]
        assert HouseholdDeclaration.objects.get().accepted_at is not None


def test_request_that_is_accepted_and_withdrawn_at_once_is_one_of_both(
    pair: tuple[User, User], race: Race
) -> None:
    ann, bob = pair
    for _ in range(ROUNDS):
        HouseholdDeclaration.objects.all().delete()
        pk = declare_household(ann, bob, timezone.now()).pk
        codes = race(
            lambda: accept_household(bob, pk, timezone.now()),  # noqa: B023
            lambda: end_household(ann, pk, timezone.now()),  # noqa: B023
        )
        assert codes in (["", "too_early"], ["no_such_thing", ""])
        one = HouseholdDeclaration.objects.get()
        assert (one.accepted_at is None) == (one.ended_at is not None)
