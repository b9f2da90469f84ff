"""People to test with, and matches they played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.ratings.models import Rating, RatingChange
from tests import sample_titles

PASSWORD = "walnut-plank-7"
LONG_AGO = 24 * 3600  # seconds after which a sign-in proves nothing any more

MakePerson = Callable[..., User]
MakeMatch = Callable[..., Table]


@pytest.fixture
def make_person(db: None) -> MakePerson:
    """`make_person("Ada")`: an account with a confirmed address."""

    def make(name: str, **fields: object) -> User:
        user = User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, **fields)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def ada(make_person: MakePerson) -> User:
    return make_person("Ada")


@pytest.fixture
def ben(make_person: MakePerson) -> User:
    return make_person("Ben")


@pytest.fixture
def as_ada(ada: User, client: Client) -> Client:
    """A browser in which Ada is signed in."""
    client.force_login(ada)
    return client


def forget_proof(client: Client) -> Client:
    """The browser of a person who signed in long ago."""
    session = client.session
    for record in session.get(AUTHENTICATION_METHODS_SESSION_KEY, []):
        record["at"] -= LONG_AGO
    session.save()
    return client


@pytest.fixture
def sure_ada(as_ada: Client) -> Client:
    """A browser in which Ada has just given her password once more."""
    answer = as_ada.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302
    return as_ada


@pytest.fixture
def game() -> str:
    return sample_titles.usual()


@pytest.fixture
def make_match(db: None, game: str) -> MakeMatch:
    """A finished, rated match; the people are named in the order of their places."""

    def make(
        people: Sequence[User],
        at: datetime | None = None,
        visibility: str = Table.Visibility.PUBLIC,
        before: str = "1500",
        delta: str = "12.50",
    ) -> Table:
        at = at or timezone.now() - timedelta(days=1)
        table = Table.objects.create(
            game=game,
            rules_version=1,
            seat_count=len(people),
            host=people[0],
            status=Table.Status.FINISHED,
            visibility=visibility,
            clock_bank=0,
            clock_increment=86400,
            clock_cap=86400,
            started_at=at,
            ended_at=at,
        )
        for number, user in enumerate(people):
            change = Decimal(delta) if number == 0 else -Decimal(delta)
            Seat.objects.create(
                table=table, number=number, user=user, rank=number + 1, total=40 - number
            )
            RatingChange.objects.create(
                table=table,
                user=user,
                game=game,
                before=Decimal(before),
                delta=change,
                after=Decimal(before) + change,
                played_before=0,
                k=60,
                at=at,
            )
            Rating.objects.update_or_create(
                user=user, game=game, defaults={"value": Decimal(before) + change, "played": 1}
            )
        return table

    return make
