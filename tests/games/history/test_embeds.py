"""The viewer in a frame: of public matches that are over, for nobody in particular."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.history import embeds
from games.models import Table
from tests.clients import signed_in
from tests.games.conftest import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


def test_it_may_be_framed_and_knows_nobody(table: Table, people: list[User]) -> None:
    table = play_on(table)
    here = signed_in(people[0])
    answer = here.get(reverse("games:embed", args=[table.key]) + "?move=5&seat=1")
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    assert 'data-at="5"' in answer.text
    assert "csrf" not in answer.text
    assert "<form method" not in answer.text.replace('<form method="get"', "")
    outside = reverse("games:replay", args=[table.key])
    assert f'href="{outside}?move=5&amp;seat=1" target="_blank"' in answer.text
    other = here.get(outside)
    assert other.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


def test_no_other_match_is_there(table: Table) -> None:
    address = reverse("games:embed", args=[table.key])
    assert Client().get(address).status_code == 404
    assert "<iframe" not in html.unescape(replay(table))
    table = play_on(table)
    assert embeds.embed_code(table) in html.unescape(replay(table))
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.LINK)
    assert Client().get(address).status_code == 404
    assert "<iframe" not in html.unescape(replay(table))


def replay(table: Table) -> str:
    return Client().get(reverse("games:replay", args=[table.key])).text
