"""An absence on the phone: whoever lost their seat to a bot has it back at one press."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import PlayerAbsence, Seat, Table
from games.table.actions import automation
from tests import sample_titles
from tests.browser.table_play import faint_text, serious_problems, start_table
from tests.browser_fixtures import PHONE, Person

from .test_turn_counter import turn_of

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
BACK = "Take my seat back"


def replace_with_bot(table: Table, person: Person) -> Table:
    """The time of a person has run out three times in a row."""
    turn_of(table, person)
    late = Seat.objects.filter(table=table, user=person.user)
    late.update(timeouts=2, due_at=timezone.now() - timedelta(seconds=1))
    automation.time_out_seats(list(late.values_list("pk", flat=True)))
    return table


def test_the_way_back_is_one_press(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    button = page.get_by_role("button", name=BACK)
    for where in ("/my-tables/", table.get_absolute_url()):
        replace_with_bot(table, ann)
        page.goto(where)
        assert not PlayerAbsence.objects.filter(ended_at=None).exists(), "she is there again"
        assert serious_problems(page) == []
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        button.click()
        page.wait_for_url(re.compile(table.get_absolute_url()))
        expect(button).to_have_count(0)
        assert table.seat_set.get(user=ann.user).is_played_by_person


def test_how_ratings_work_is_read_on_a_phone(person: NewPerson) -> None:
    page = person("Ann", **PHONE).page
    page.goto("/ratings/")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert serious_problems(page) == []
    page.emulate_media(color_scheme="dark")
    assert faint_text(page) == []
