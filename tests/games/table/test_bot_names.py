"""Bots have names of their own: stable within a match, distinct at a table, no cost at a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import names
from games.models import Seat, Table
from games.table.actions import resignation
from games.table.session import journal, loader
from tests.games.conftest import fresh, play_on, seats_of

pytestmark = pytest.mark.same_everywhere


def bots_of(table: Table) -> list[Seat]:
    return [seat for seat in seats_of(table) if seat.bot]


def test_bots_of_one_level_have_distinct_names(new_table: Callable[..., Table]) -> None:
    one, other = bots_of(new_table(3, bots=("random", "random")))
    assert one.name != other.name
    assert {one.name, other.name} <= set(names.BOTS)
    assert one.kind_text == other.kind_text == "bot, random"


def test_a_bot_is_called_by_one_name_from_the_start_to_the_record(
    new_table: Callable[..., Table],
) -> None:
    table = new_table(3, bots=("random", "random"))
    called = [seat.name for seat in seats_of(table)]
    table = play_on(table)
    assert journal.export_record(table)["players"] == called
    log = journal.log_entries(table, list(table.moves.all()), [], None, called)
    text = " ".join(line.text for entry in log for line in entry.lines)
    assert any(seat.name in text for seat in bots_of(table))
    assert "(random)" not in text


def test_the_reader_s_language_names_the_bot(new_table: Callable[..., Table]) -> None:
    (bot,) = bots_of(new_table(2, bots=("random",)))
    english = bot.name
    with translation.override("ja"):
        assert bot.name == names.BOTS[english]
        assert bot.kind_text == "ボット・ランダム"
    assert (bot.name, bot.kind_text) == (english, "bot, random")


def test_custom_bot_level_is_shown_unchanged() -> None:
    assert Seat(bot="dreamer").kind_text == "bot, dreamer"


def test_people_and_free_seats_are_no_bots(table: Table) -> None:
    assert {seat.kind_text for seat in seats_of(table)} == {""}
    assert Seat().kind_text == ""


def test_whoever_has_left_keeps_the_name_and_a_bot_plays_on(
    table: Table, people: list[User]
) -> None:
    resignation.resign(table.key, people[0])
    seat = table.seat_set.get(user=people[0])
    assert seat.bot
    assert (seat.name, seat.kind_text) == (
        "ann",
        "bot plays on",
    )


@pytest.mark.parametrize("asked", [loader.seats_of, lambda table: list(table.seat_set.all())])
def test_naming_a_bot_asks_the_database_nothing(
    new_table: Callable[..., Table],
    django_assert_num_queries: DjangoAssertNumQueries,
    asked: Callable[[Table], list[Seat]],
) -> None:
    table = fresh(new_table(2, bots=("random",)))
    bot = next(seat for seat in asked(table) if seat.bot)
    with django_assert_num_queries(0):
        assert bot.name
        assert bot.kind_text
