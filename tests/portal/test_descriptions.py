"""What search engines and previews say of a page: every public page describes itself."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, new_table, table  # noqa: F401

pytestmark = pytest.mark.same_everywhere

OTHER = next(key for key in rules.catalogue() if key != GAME)
LENGTHS = {"en": range(50, 200), "ja": range(25, 120)}


def addresses(table: Table, host: User) -> list[str]:  # noqa: F811
    waiting = table_setup.open_table(host, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock))
    return [
        "/",
        reverse("games:lobby"),
        f"{reverse('games:lobby')}?status=running",
        f"{reverse('games:lobby')}?status=finished",
        waiting.get_absolute_url(),
        table.get_absolute_url(),
        reverse("games:replay", args=[table.key]),
        reverse("games:verify"),
        reverse("games:privacy"),
        reverse("games:verify_table", args=[table.key]),
        reverse("games:leaderboard", args=[OTHER]),
        reverse("games:leaderboard", args=[GAME]),
        reverse("games:profile", args=[host.username]),
        reverse("api:docs"),
        reverse("api:shapes"),
        reverse("account_login"),
        reverse("account_signup"),
        reverse("account_reset_password"),
    ]


def description(page: str) -> str:
    found = re.findall(r'<meta name="description" content="([^"]*)">', page)
    assert len(found) == 1
    return html.unescape(found[0])


@pytest.mark.parametrize("language", LENGTHS)
def test_every_public_page_has_a_description_of_its_own(
    table: Table,  # noqa: F811
    people: list[User],
    language: str,
) -> None:
    client = Client(headers={"accept-language": language})
    descriptions = {
        path: description(client.get(path).text) for path in addresses(table, people[0])
    }
    assert len(set(descriptions.values())) == len(descriptions)
    assert {
        path: text for path, text in descriptions.items() if len(text) not in LENGTHS[language]
    } == {}
    speaks = re.compile("[ぁ-ん]" if language == "ja" else "[a-z]{3}")
    assert [text for text in descriptions.values() if not speaks.search(text)] == []


def test_a_name_in_a_description_stays_text(db: None, make_table: Callable[..., Table]) -> None:
    client = Client()
    found = client.get(make_table('"><script>').get_absolute_url()).text
    assert "<script>" not in found.split("</title>")[0]


@pytest.fixture
def make_table(db: None) -> Callable[[str], Table]:
    """A running table with somebody of this name."""

    def make(name: str) -> Table:
        users = [
            User.objects.create_user(text, f"{number}@example.org", None)
            for number, text in enumerate((name, "bob"))
        ]
        opened = table_setup.open_table(
            users[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
        )
        table_setup.join(opened.key, users[1])
        return opened

    return make
