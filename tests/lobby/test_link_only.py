"""A table by link only is known to those who have the link, and to those who sit or host there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.ratings.models import RatingChange
from tests.games.conftest import GAME, play_on

pytestmark = pytest.mark.same_everywhere

TableFactory = Callable[..., Table]


@pytest.fixture(params=["open", "running", "finished"])
def hidden_table(
    request: pytest.FixtureRequest, new_table: TableFactory, people: list[User]
) -> Table:
    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    if request.param == "open":
        return table_setup.open_table(
            people[0],
            GAME,
            TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, visibility=Table.Visibility.LINK),
        )
    table = new_table(visibility=Table.Visibility.LINK)
    return play_on(table) if request.param == "finished" else table


def lists(people: list[User]) -> list[str]:
    """Every page and every answer of the API that names tables without being given a key."""
    name = people[0].username
    return [
        "/",
        *(f"/tables/?status={status}" for status in ("open", "running", "finished")),
        "/leaderboard/",
        reverse("games:leaderboard", args=[GAME]),
        reverse("games:profile", args=[name]),
        *(f"/api/tables/?status={status}" for status in Table.Status.values),
        f"/api/tables/?status=finished&player={name}",
        reverse("api:ratings", args=[GAME]),
        reverse("api:person_ratings", args=[name]),
        reverse("api:person_rating_changes", args=[name]),
        "/metrics",
    ]


@pytest.mark.parametrize("stranger", [False, True])
def test_no_list_shows_it_to_others(
    hidden_table: Table, people: list[User], stranger: bool
) -> None:
    client = Client()
    if stranger:
        client.force_login(people[4])
    for address in [*lists(people), *(["/my-tables/", "/api/my-tables/"] if stranger else [])]:
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
        assert hidden_table.key not in answer.text, address


def test_whoever_has_the_link_sees_it(hidden_table: Table) -> None:
    assert Client().get(hidden_table.get_absolute_url()).status_code == 200
    assert (
        APIClient().get(reverse("api:table", args=[hidden_table.key])).json()["key"]
        == hidden_table.key
    )


def test_the_rating_changes_name_it_to_those_who_sit_there_only(
    new_table: TableFactory, people: list[User]
) -> None:
    public = play_on(new_table())
    by_link = play_on(new_table(visibility=Table.Visibility.LINK))
    assert RatingChange.objects.filter(user=people[0]).count() == 2
    address = reverse("api:person_rating_changes", args=[people[0].username])
    seen = {}
    for who in (None, people[4], people[1]):
        client = APIClient()
        if who is not None:
            client.force_authenticate(who)
        seen[who] = [change["table"] for change in client.get(address).json()]
    assert seen == {
        None: [public.key, None],
        people[4]: [public.key, None],
        people[1]: [public.key, by_link.key],
    }


def test_the_moment_of_a_rating_change_does_not_tell_who_met_there(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    play_on(new_table(visibility=Table.Visibility.LINK))
    address = reverse("api:person_rating_changes", args=[people[0].username])
    (change,) = APIClient().get(address).json()
    assert change["at"].endswith("T00:00:00Z")
