"""What a screen reader is told at a table: what others did, and my turn, once and in brief."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Seat, Table
from tests import sample_titles
from tests.browser.modules import call
from tests.browser.table_play import start_table
from tests.browser.test_news import move, play_at, waiting_seat
from tests.browser_fixtures import Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
GAME = sample_titles.usual()
#: Notes what the live region says from now on, and whether it is still the same element.
LISTEN = """() => {
  window.said = [];
  window.region = document.getElementById("announcer");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) window.said.push(one.textContent);
  }).observe(window.region, { childList: true, subtree: true, characterData: true });
}"""


FOUR_BACK = """() => {
  for (let press = 0; press < 4; press++) {
    const key = new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true });
    document.body.dispatchEvent(key);
  }
}"""


def listen(page: Page, table: Table) -> None:
    page.goto(table.get_absolute_url())
    expect(page.locator("#announcer")).to_have_attribute("aria-atomic", "true")
    page.evaluate(LISTEN)


def announcements(page: Page, *, least: int = 1) -> list[str]:
    """What the region has said, once it has said so much and the page shows what is stored."""
    wait_for(lambda: len(page.evaluate("said")) >= least, "the region to speak")
    found: list[str] = page.evaluate("said")
    return found


def test_a_move_of_another_player_is_announced_once_with_my_turn(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    play_at(table, lambda seat: seat.user == bob.user)
    listen(ann.page, table)
    play_at(table, lambda seat: seat.user == ann.user)
    prompt = ann.page.locator("#prompt")
    text = " ".join(announcements(ann.page))
    expect(ann.page.locator("#turn-bar")).to_have_class(re.compile("is-mine"))
    wait_for(lambda: "Your turn." in " ".join(ann.page.evaluate("said")), "my turn to be said")
    text = " ".join(ann.page.evaluate("said"))
    assert "Bob" in text
    assert text.count("Your turn.") == 1
    assert prompt.inner_text().strip() in text
    assert ann.page.evaluate("region.isConnected && region.getAttribute('role') === 'status'")
    live = ann.page.locator("#turn-bar [aria-live], #log [aria-live]")
    expect(live).to_have_count(0)


def test_moves_of_ones_own_are_not_announced(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    play_at(table, lambda seat: seat.user == ann.user)
    listen(ann.page, table)
    mine = Seat.objects.get(table=table, user=ann.user).number
    before = ann.page.locator(f'#log-lines li[data-seat="{mine}"]').count()
    play_at(table, lambda seat: seat.user == bob.user)
    lines = ann.page.locator(f'#log-lines li[data-seat="{mine}"]')
    wait_for(lambda: lines.count() != before, "the page to show my moves")
    table.refresh_from_db()
    position = ann.page.locator("#position")  # all my moves, or my turn would not begin again
    expect(position).to_have_attribute("data-version", str(table.version))
    play_at(table, lambda seat: seat.user == ann.user)
    wait_for(lambda: "Your turn." in " ".join(ann.page.evaluate("said")), "my turn to be said")
    own = lines.first.locator("p").first.inner_text()
    assert own not in " ".join(ann.page.evaluate("said"))


def test_many_moves_at_once_are_one_announcement(person: NewPerson) -> None:
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve", is_own=True)
    table = start_table(GAME, [ann, bob])
    listen(eve.page, table)
    eve.page.context.set_offline(True)
    for _ in range(5):
        move(table)
    before = eve.page.locator("#position").get_attribute("data-moves")
    eve.page.context.set_offline(False)
    call(eve.page, "js/table.js", "refresh")
    expect(eve.page.locator("#position")).not_to_have_attribute("data-moves", str(before))
    texts = announcements(eve.page)
    assert len(texts) == 1
    assert re.match(r"\d+ moves; last: \S", texts[0])
    assert len(texts[0]) < 250


def test_a_draft_of_another_player_is_never_announced(person: NewPerson) -> None:
    """What is hidden is not in the log of who looks, so it is not in the region."""
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    play_at(table, lambda seat: seat.user == bob.user)
    listen(ann.page, table)
    log = ann.page.locator("#log-lines").inner_text
    play_at(table, lambda seat: seat.user == ann.user)
    wait_for(lambda: "Your turn." in " ".join(ann.page.evaluate("said")), "my turn to be said")
    shown = re.sub(r"\s+", " ", log())
    prompt = ann.page.locator("#prompt").inner_text().strip()
    for sentence in ann.page.evaluate("said"):
        moves = sentence.split("last: ")[-1].partition("Your turn.")[0].replace(prompt, "").strip()
        assert moves in shown


def test_the_viewer_announces_the_move_at_which_one_stays(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    for _ in range(8):
        move(table)
    assert waiting_seat(table)
    table.refresh_from_db()
    page = ann.page
    page.goto(f"{table.get_absolute_url()}replay/?move=1")
    for _ in range(4):
        page.locator("body").press("ArrowRight")
    expect(page.locator("#board")).to_have_attribute("data-at", "5")
    expect(page.locator("#viewer-announcement")).to_contain_text(f"Move 5 of {table.move_count}")
    page.evaluate(LISTEN.replace('"announcer"', '"viewer-announcement"'))
    page.evaluate(FOUR_BACK)  # at once: one who waits for a position stays at the one before it
    expect(page.locator("#board")).to_have_attribute("data-at", "1")
    texts = announcements(page)
    assert [text.split(":")[0] for text in texts] == [f"Move 1 of {table.move_count}"]
