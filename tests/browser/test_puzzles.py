"""A puzzle in a browser: try a move on the board, take it back, check another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.archive import importer
from games.archive.record_format import serialize
from games.models import Table
from games.puzzles.models import PuzzleAttempt
from tests import sample_titles
from tests.archive.sample_records import make_record
from tests.browser.overflow import misfits
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import Person
from tests.puzzles.sample_puzzles import make_puzzle

pytestmark = pytest.mark.same_everywhere
NewPerson = Callable[..., Person]


def test_person_tries_a_move_and_checks_another(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    record = make_record(sample_titles.usual(), seats=2)
    table = importer.store_import(bob.user, importer.PreparedImport(serialize(record)))
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PUBLIC)
    puzzle, page = make_puzzle(table), ann.page
    page.goto("/puzzles/")
    page.get_by_role("link", name="Solve the puzzle of the day").click()
    page.wait_for_url(f"**{puzzle.get_absolute_url()}")
    expect(page.locator("#task")).to_contain_text("Find the best move")

    def choose(move: str) -> None:
        if page.locator("#moves").get_attribute("open") is None:
            page.locator("#moves summary").click()
        page.locator(f'#moves button[name=move][value="{move}"]').click()

    choose(puzzle.played)
    expect(page.locator("#check")).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#check")).to_have_count(0)
    choose(puzzle.best)
    page.locator("#check").click()
    expect(page.locator("#outcome")).to_contain_text("Solved")
    expect(page.locator("#outcome")).to_contain_text("1530 (+30)")
    expect(page.locator("#solution")).to_contain_text("chance to win about 45 %")
    assert (misfits(page), serious_problems(page)) == ({}, [])
    assert PuzzleAttempt.objects.get().is_solved
