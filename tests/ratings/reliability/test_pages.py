"""How people play, on their profile, at their seats, on cards of the lobby, and in the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from games.lobby.admission import invitation_links, invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.ratings.models import PlayerStatistics
from games.table.actions import resignation
from games.time_controls import PRESETS_BY_KEY
from tests.clients import signed_in
from tests.games.conftest import GAME

HOUR = 3600


@pytest.fixture
def ann(people: list[User]) -> User:
    """Somebody who answers within three hours, in one game within half an hour."""
    ann = people[0]
    whole: dict[str, Any] = {"turns": 50, "played": 48, "finished": 46}
    PlayerStatistics.objects.create(user=ann, game="", pace=3 * HOUR, **whole)
    PlayerStatistics.objects.create(
        user=ann, game=GAME, pace=HOUR / 2, turns=20, played=20, finished=18
    )
    PlayerStatistics.objects.create(user=ann, game="another", turns=7, played=3, finished=3)
    return ann


def open_table(host: User, **more: Any) -> Table:
    return table_setup.open_table(
        host, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, **more)
    )


@pytest.mark.same_everywhere
def test_a_profile_shows_the_numbers_of_all_games_and_of_each(client: Client, ann: User) -> None:
    page = client.get(ann.get_absolute_url()).text
    assert "3 hours" in page
    assert "95 %" in page
    assert "of 48 matches played to the end" in page
    assert "0</b><span>absences in the last 90 days" in page
    assert "30 minutes" in page
    assert "18 / 20" in page
    assert "7 of 20 turns" in page
    assert reverse("games:reliability", args=["ann"]) + "#counted" in page


@pytest.mark.same_everywhere
def test_numbers_have_a_page_that_says_how_they_are_counted(client: Client, ann: User) -> None:
    address = reverse("games:reliability", args=["ann"])
    page = client.get(address).text
    note = client.get(address, headers={"X-Note": "1"}).text
    for text in (page, note):
        assert "the median" in text
        assert "95 %" in text
    assert "<html" in page
    assert "<html" not in note
    assert client.get(reverse("games:reliability", args=["nobody"])).status_code == 404


@pytest.mark.same_everywhere
def test_an_account_without_numbers_says_so(client: Client, people: list[User]) -> None:
    page = client.get(reverse("games:reliability", args=["bob"])).text
    assert "of 0 matches played to the end" in page
    assert "</b><span>usual time to answer" not in page


@pytest.mark.same_everywhere
def test_cards_show_the_pace_of_the_game_and_the_share_of_all(client: Client, ann: User) -> None:
    open_table(ann)
    page = client.get("/tables/").text
    assert "usually within 30 minutes · 95 % finished" in page
    assert f'href="{reverse("games:reliability", args=["ann"])}"' in page


def test_where_a_game_says_too_little_all_games_do(client: Client, ann: User) -> None:
    PlayerStatistics.objects.filter(user=ann, game=GAME).update(pace=None)
    table = open_table(ann)
    assert "usually within 3 hours · 95 % finished" in client.get("/tables/").text
    assert "usually within 3 hours · 95 %" in client.get(table.get_absolute_url()).text


@pytest.mark.same_everywhere
def test_who_is_invited_sees_how_the_others_play(ann: User, people: list[User]) -> None:
    table = open_table(ann)
    link = invitation_links.create_link(table.key, ann, 1, 1)
    invitations.invite(table.key, ann, ["bob"])
    for address in (f"/invited/{link.token}/", f"/tables/{table.key}/invitation/"):
        assert "usually within 30 minutes · 95 % finished" in signed_in(people[1]).get(address).text


@pytest.mark.same_everywhere
def test_pace_is_hidden_after_resignation(
    client: Client, ann: User, new_table: Callable[..., Table]
) -> None:
    """A bot answers there, at another pace."""
    table = new_table(3)
    listed = "/tables/?status=running"
    assert "usually within" in client.get(listed).text
    resignation.resign(table.key, ann)
    assert table.key in client.get(listed).text
    assert "usually within" not in client.get(listed).text


@pytest.mark.same_everywhere
def test_a_seat_of_a_match_leads_to_the_numbers_of_its_person(client: Client, table: Table) -> None:
    page = client.get(table.get_absolute_url()).text
    assert f'<a href="{reverse("games:reliability", args=["bob"])}" data-rules-tip>' in page


@pytest.mark.same_everywhere
def test_lists_cost_as_many_queries_with_more_people(
    client: Client, ann: User, people: list[User]
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/tables/")
        return len(found)

    open_table(ann)
    few = queries()
    for user in people:
        open_table(user)
    assert queries() == few


def test_the_api_tells_them_too(people: list[User], ann: User) -> None:
    found = APIClient().get(reverse("api:person_statistics", args=["ann"])).json()
    assert [one["game"] for one in found] == ["", GAME, "another"]
    assert found[0] == {
        "game": "",
        "turns": 50,
        "pace": 3 * HOUR,
        "played": 48,
        "finished": 46,
        "absences": 0,
        "share": 95,
    }
    assert found[2]["pace"] is None
