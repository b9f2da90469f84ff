"""Colours of seats: people have the colour that they prefer where it is free."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from accounts.models import User
from games.lobby.seat_colors import assign_colors
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, seats_of

RED, BLUE, GOLD, GREEN, PURPLE = User.Color


@pytest.mark.parametrize(
    ("preferred", "colors"),
    [
        ([None, None, None], ""),
        ([RED, BLUE], ""),
        ([PURPLE, None], "41"),
        ([None, RED, None], "102"),
        ([BLUE, BLUE, None], "102"),
        ([GREEN, RED, RED, None, None], "30214"),
        ([PURPLE, GREEN, GOLD, BLUE, RED], "43210"),
        ([], ""),
    ],
)
def test_people_get_the_colour_they_prefer_and_the_first_seat_chooses_first(
    preferred: list[int | None], colors: str
) -> None:
    assert assign_colors(preferred) == colors


def test_no_two_seats_have_the_same_colour() -> None:
    for preferred in permutations([None, None, RED, RED, PURPLE, GREEN], 5):
        colors = assign_colors(preferred) or "01234"
        assert sorted(colors) == list("01234")


def test_styles_know_every_colour_of_every_seat() -> None:
    styles = Path("static/css/tokens.css").read_text()
    names = {int(n): name for n, name in re.findall(r"--seat-(\d): var\(--(\w+)\);", styles)[:5]}
    assert names == {color.value: color.name.lower() for color in User.Color}
    for seat, color in permutations(names, 2):
        name = names[color]
        assert (
            f'[data-seat-colors~="{seat}-{color}"] '
            f"{{ --seat-{seat}: var(--{name}); --seat-{seat}-wash: var(--{name}-wash); }}"
        ) in styles


@pytest.fixture
def purple_table(people: list[User]) -> Table:
    """A match in which one person prefers purple."""
    people[0].preferred_color = PURPLE
    people[0].save()
    settings = TableSettings(2, {}, PRESETS_BY_KEY["week"].clock)
    table = table_setup.open_table(people[0], GAME, settings)
    table_setup.join(table.key, people[1])
    return fresh(table)


def test_a_match_starts_with_the_preferred_colours(purple_table: Table, people: list[User]) -> None:
    table = purple_table
    mine = next(seat.number for seat in seats_of(table) if seat.user == people[0])
    assert table.color_words == f"{mine}-4"
    for address in (table.get_absolute_url(), f"{table.get_absolute_url()}replay/"):
        page = signed_in(people[1]).get(address).content.decode()
        assert f'<main id="main" tabindex="-1" data-seat-colors="{mine}-4">' in page
    cards = signed_in(people[1]).get("/my-tables/").content.decode()
    assert f'<article id="t-{table.key}" data-seat-colors="{mine}-4"' in cards
    seats = api_of(people[1]).get(f"/api/tables/{table.key}/").json()["seats"]
    colors = ["purple", "blue"] if mine == 0 else ["red", "purple"]
    assert [seat["color"] for seat in seats] == colors


def test_a_later_change_of_the_preference_changes_no_match(
    purple_table: Table, people: list[User]
) -> None:
    before = purple_table.seat_colors
    form = {"time_zone": "UTC", "theme": "auto", "motion": "full", "tips": "first"}
    answer = signed_in(people[0]).post("/preferences/", {**form, "preferred_color": "1"})
    assert answer.status_code == 302
    assert User.objects.get(pk=people[0].pk).preferred_color == BLUE
    assert fresh(purple_table).seat_colors == before
