"""The host names a table, when opening it or until it starts; lists and pages say the name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games import names
from games.lobby.setup import table_setup
from games.lobby.setup.forms import OpenTableForm
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Forbidden
from tests.clients import signed_in
from tests.games.conftest import GAME, fresh, play_on, seats_of
from tests.refusals import expect_refusal

pytestmark = pytest.mark.same_everywhere

EVIL = "<b>Tom & Ann's</b>"


def open_table(host: User, name: str = "", seats: int = 3) -> Table:
    return table_setup.open_table(
        host, GAME, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock), name=name
    )


def address(table: Table) -> str:
    return f"/tables/{table.key}/name/"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        (" \n ", ""),
        ("  Friday evening\r\n", "Friday evening"),
        (unicodedata.normalize("NFD", "がぎぐげご") * 8, "がぎぐげご" * 8),
    ],
)
def test_a_name_is_kept_composed_and_without_space_around(
    people: list[User], given: str, kept: str
) -> None:
    assert fresh(open_table(people[0], given)).name == kept


@pytest.mark.parametrize(
    "given",
    [
        "x" * 41,
        "x" * 3_000_000,
        "one\ntwo",
        "a\x00b",
        "\u202egnp.exe",
        "\u2066Otter\u2069",
        *("\u200d", "\u3164", "\u2800\u2800", "\uffa0", "\u115f", "\u00ad", "\ufe0f", "\u0301"),
        "\u3164 Brave Otter",
        "Z" + "\u0335" * 12,
        "Br\u0430ve Otter",  # one Cyrillic letter
        "Br\u03b1ve Otter",  # one Greek
        "\U0001d401\U0001d42b\U0001d41a\U0001d42f\U0001d41e Otter",
        "\u13a0rave Otter",
    ],
)
def test_a_name_that_is_too_long_or_no_line_of_text_is_refused(
    people: list[User], given: str
) -> None:
    with pytest.raises(table_setup.InvalidTableError) as refused:
        open_table(people[0], given)
    assert refused.value.field == "name"
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        "Вечерняя игра",
        "Παιχνίδι 2",
        "友達のボードgame部",
        "佐々木ゲーム",
        "Nº 5",
        "한국 게임 club",
        "Ａチーム",
        "👩‍👩‍👧 & 🎲",
        "Ẹ̀kọ́",
        "खेल",
    ],
)
def test_names_of_every_script_are_taken(people: list[User], given: str) -> None:
    assert fresh(open_table(people[0], given)).name == unicodedata.normalize("NFC", given)


def form_of(**more: str) -> dict[str, str]:
    form = OpenTableForm(table_setup.rules.get(GAME))
    usual = {field.name: str(field.value()) for field in form if field.value()}
    return {**usual, "seats": "2", "visibility": "public", "start_when": "full", **more}


def test_the_page_that_opens_a_table_takes_a_name(people: list[User]) -> None:
    client = signed_in(people[0])
    answer = client.post(f"/tables/new/{GAME}/", form_of(name=" Friday evening "))
    table = Table.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert table.name == "Friday evening"


def test_the_page_says_at_the_field_what_is_wrong_with_a_name(people: list[User]) -> None:
    answer = signed_in(people[0]).post(f"/tables/new/{GAME}/", form_of(name="x" * 41))
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"] == [
        "A table's name can have at most 40 characters."
    ]


def test_the_host_names_the_table_until_it_starts(people: list[User]) -> None:
    table = open_table(people[0], "Friday", seats=2)
    host = signed_in(people[0])
    assert 'value="Friday"' in host.get(table.get_absolute_url()).text
    assert host.post(address(table), {"name": "Saturday"}).status_code == 302
    assert fresh(table).name == "Saturday"
    assert fresh(table).version == table.version + 1
    host.post(address(table), {"name": ""})
    assert fresh(table).title == names.default_table_name(table.key)
    table_setup.join(table.key, people[1])
    with expect_refusal(Conflict, "seat_taken"):
        table_setup.rename(table.key, people[0], "Sunday")
    assert fresh(table).name == ""


def test_a_name_that_is_refused_leaves_the_old_one(people: list[User]) -> None:
    table = open_table(people[0], "Friday")
    page = signed_in(people[0]).post(address(table), {"name": "one\ntwo"}, follow=True).text
    assert "one line of visible text" in page
    assert fresh(table).name == "Friday"


def test_nobody_else_names_it(people: list[User]) -> None:
    table = open_table(people[0])
    table_setup.join(table.key, people[1])
    with expect_refusal(Forbidden, "not_your_seat"):
        table_setup.rename(table.key, people[1], "Mine")
    assert 'id="rename"' not in signed_in(people[1]).get(table.get_absolute_url()).text
    assert Client().post(address(table), {"name": "Mine"}).status_code == 302
    assert signed_in(people[0]).get(address(table)).status_code == 405
    assert fresh(table).name == ""


def test_lists_tell_five_tables_of_one_game_apart(people: list[User]) -> None:
    for number, name in enumerate(("", "", "", "Friday", "Saturday")):
        table = open_table(people[0], name)
        Table.objects.filter(pk=table.pk).update(key=f"23456789a{number}")
    titles = {table.title for table in Table.objects.all()}
    assert len(titles) == 5
    for path in ("/tables/", "/", "/my-tables/"):
        page = signed_in(people[0]).get(path).text
        assert all(f'<bdi class="table-name">{title}</bdi>' in page for title in titles), path


def test_the_reader_s_language_says_the_two_words(people: list[User]) -> None:
    english = open_table(people[0]).title
    page = Client(headers={"Accept-Language": "ja"}).get("/tables/").text
    assert english not in page
    quality, thing = english.split()
    assert names.ADJECTIVES[quality] + names.NOUNS[thing] in page


def test_every_page_of_a_table_says_its_name_as_text(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    waiting = open_table(people[0], EVIL)
    running, over = new_table(name=EVIL), play_on(new_table(name=EVIL))
    over_pages = [f"/tables/{over.key}/{page}/" for page in ("replay", "verify")]
    for path in (
        *("/", "/tables/", "/tables/?status=running", "/tables/?status=finished", "/my-tables/"),
        *(waiting.get_absolute_url(), f"/tables/{running.key}/replay/", *over_pages),
        f"/people/{people[0].username}/",
    ):
        page = signed_in(people[0]).get(path).text
        assert escape(EVIL) in page.replace("&#39;", "&#x27;"), path
        assert "<b>Tom" not in page, path


def test_titles_of_pages_say_which_table(
    people: list[User], new_table: Callable[..., Table]
) -> None:
    waiting, over = open_table(people[0], "Friday"), play_on(new_table(name="Saturday"))
    for path, name in (
        (waiting.get_absolute_url(), "Friday"),
        (f"/tables/{over.key}/replay/", "Saturday"),
        (f"/tables/{over.key}/verify/", "Saturday"),
    ):
        title = Client().get(path).text.partition("<title>")[2].partition("</title>")[0]
        assert name in title, path


def test_seats_of_bots_say_that_they_are_bots(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(3, bots=("random", "random"))
    for path in ("/tables/?status=running", "/my-tables/"):
        page = signed_in(people[0]).get(path).text
        for seat in seats_of(table):
            assert seat.name in page
        assert page.count("(bot, random)") == 2, path


def test_a_bot_is_named_before_the_start_too(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, bots=("random",))
    )
    bot = Seat.objects.get(table=table, bot="random")
    for path in (table.get_absolute_url(), "/tables/", "/"):
        page = signed_in(people[1]).get(path).text
        assert f'{bot.name} <span class="bot-level">(bot, random)</span>' in page, path
