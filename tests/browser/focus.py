"""Where the keyboard's focus is, and moves made with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.table_play import open_list, state_of
from tests.polling import wait_for

FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body || one.id === "main") return "the page";
  if (one.id === "prompt") return "the prompt";
  if (!one.closest("#table")) return "outside";
  if (one.closest("#moves")) return "the list";
  return one.closest(".board-area") ? "the board" : "the table";
}"""
ON_THE_BOARD = (
    ".board-area :is([data-move], [data-choices], button[name=move]:not(:disabled)):not(#moves *)"
)
IN_THE_LIST = "#moves button.move"


def press_first(page: Page, control: str) -> str:
    """Press Enter on the first of these controls; say where the focus is afterwards."""
    open_list(page)
    before = state_of(page)
    first = page.locator(control).locator("visible=true").first
    first.focus()
    first.press("Enter")
    if page.locator("dialog[open]").count():  # a space where several moves are possible asks which
        page.locator("dialog[open] button").first.press("Enter")
    wait_for(lambda: state_of(page) != before, "the move to be taken")
    wait_for(lambda: not page.locator("#table[aria-busy]").count(), "the answer to be drawn")
    return str(page.evaluate(FOCUSED))
