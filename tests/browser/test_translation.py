"""A message is translated where it stands, by keyboard, and the translation stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from games.table.actions import chat_messages
from tests import sample_titles
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import PHONE, Person
from tests.live_site import LiveSite
from tests.translation.libretranslate import LibreTranslate

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them


@pytest.fixture
def service() -> Iterator[LibreTranslate]:
    found = LibreTranslate()
    yield found
    found.stop()


def test_message_is_translated_in_place_by_keyboard(
    person: Callable[..., Person], live_site: LiveSite, service: LibreTranslate
) -> None:
    ann, bob = person("Ann", is_own=True, **PHONE), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    chat_messages.send_message(table, bob.user, "Guten <b>Abend</b>!", "public")
    with live_site.another_web(TRANSLATION_URL=service.server.url("")) as url:
        page = ann.page
        page.goto(f"{url}{table.get_absolute_url()}")
        button = page.get_by_role("button", name="Translate what Bob wrote")
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        button.focus()
        page.keyboard.press("Enter")
        translation = page.locator("#chat-messages .translation")
        expect(translation).to_contain_text("[en] Guten <b>Abend</b>!")
        expect(translation).to_contain_text("Translated by machine")
        expect(button).to_be_focused()
        assert serious_problems(page) == []
        page.get_by_label("Your message").fill("Good evening")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator("#chat-messages")).to_contain_text("Good evening")
        expect(translation).to_contain_text("[en] Guten <b>Abend</b>!")
        page.goto("about:blank")  # its socket ends before the process does
    assert len(service.requests) == 1
