"""The pages of invitations: newcomers on their way, and words that people are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.admission import invitation_links, invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Membership, Notification, Table
from games.notifications import content
from games.notifications.outbox import writer
from games.time_controls import PRESETS_BY_KEY
from tests.clients import signed_in
from tests.games.conftest import GAME

pytestmark = pytest.mark.same_everywhere


@pytest.fixture
def table(people: list[User]) -> Table:
    clock = PRESETS_BY_KEY["day"].clock
    return table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, clock, start_when=Table.StartMode.HOST)
    )


def test_whoever_signs_up_on_the_way_is_led_back_and_sits_down_by_one_press(
    table: Table, people: list[User], mailoutbox: list[EmailMultiAlternatives]
) -> None:
    link = invitation_links.create_link(table.key, people[0], uses=1, hours=1)
    client, address = Client(), f"/invited/{link.token}/"
    page = client.get(address).text
    assert people[0].username in page
    assert f"?next={address}" in page
    new = {"username": "newcomer", "email": "new@example.org", "password1": "long enough 4 us"}
    client.post("/accounts/signup/", {**new, "next": address})
    confirm = re.search(r"https?://[^/]+(/\S+confirm-email\S+)", mailoutbox[-1].body)
    assert confirm is not None
    answer = client.post(confirm[1])
    assert answer["Location"] == address
    assert client.post(address)["Location"] == table.get_absolute_url()
    assert table.seat_set.filter(user__username="newcomer").exists()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_before_the_start_has_words(
    table: Table, people: list[User], language: str
) -> None:
    User.objects.update(language=language)
    bob, now = User.objects.get(pk=people[1].pk), timezone.now()
    events: list[tuple[str, dict[str, Any]]] = [
        ("invited", {"by": "ann", "until": now.isoformat()}),
        *(("answered", {"by": "ann", "word": "no", "answer": a}) for a in ("accepted", "declined")),
        ("lapsed", {"name": "ann"}),
        ("lapsed", {}),
        ("enough", {}),
        *(("handed_on", {"by": "ann", "to": "bob", "mine": mine}) for mine in (True, False)),
        *(("removed", {"by": "a", "why": why}) for why in ("started", "withdrawn", "removed")),
        *(("closed", {"by": by}) for by in ("ann", "")),
    ]
    titles = set()
    for number, (event, data) in enumerate(events):
        for row in writer.build_notifications(bob, event, table, number, now, **data):
            message = content.compose(content.NotificationContext(row))
            assert table.key in message.url
            titles.add(message.title + message.text)
    assert len(titles) == len(events)
    assert any("招待" in title for title in titles) == (language == "ja")


def test_my_tables_and_the_lobby_ask_whoever_is_invited(table: Table, people: list[User]) -> None:
    ann, bob = people[:2]
    invitations.invite(table.key, ann, [bob.username])
    accept = f"/tables/{table.key}/invitation/accept/"
    for address in ("/my-tables/", "/tables/", table.get_absolute_url()):
        assert accept in signed_in(bob).get(address).text
        assert accept not in signed_in(ann).get(address).text
        assert "held for bob" in signed_in(ann).get(address).text
    assert Notification.objects.filter(user=bob, event="invited").exists()


def test_invitation_page_lists_club_members(table: Table, people: list[User]) -> None:
    ann, bob, cem = people[:3]
    club = Club.objects.create(name="Thursday")
    for person in (ann, bob):
        Membership.objects.create(club=club, user=person)
    page = signed_in(ann).get(f"/tables/{table.key}/invite/").text
    assert "Thursday" in page
    assert f'value="{bob.username}"' in page
    assert f'value="{cem.username}"' not in page
    assert invitations.clubs_with_members(cem) == []
