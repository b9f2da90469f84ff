"""The page of proposals in a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.table.agreements import actions as agreements
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import Person

pytestmark = pytest.mark.same_everywhere
GAME = sample_titles.usual()
NewPerson = Callable[..., Person]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_page_of_proposals_fits(person: NewPerson, language: str) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    agreements.propose(table.key, ann.user, "call_off", text="Sorry")
    agreements.answer(table.key, bob.user, table.proposals.get().pk, agrees=False)
    type(ann.user).objects.filter(pk=ann.user.pk).update(language=language)
    ann.page.goto(f"{table.get_absolute_url()}proposals/")
    expect(ann.page.locator("html")).to_have_attribute("lang", language)
    for fold in ("pause", "clock"):
        ann.page.locator(f"#kind-{fold} summary").click()
        assert misfits(ann.page) == {}, fold
        assert serious_problems(ann.page) == [], fold
