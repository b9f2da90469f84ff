"""Two clicks 150 ms apart on a slow line: one thing is created, and its maker comes to it.

With scripts the second press does nothing. Without them the browser sends the form twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from games.models import Circle, Study, Table
from tests import sample
from tests.browser.playing import start_table
from tests.browsing import SLOW_LINE, Crowd, Guard, Person, make_user
from tests.waiting import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample.usual()
NewPerson = Callable[..., Person]
LATENCY = SLOW_LINE or 700  # milliseconds
BETWEEN = 150  # milliseconds, from one click to the next


class Form(NamedTuple):
    """A form that creates something: where, which, what is filled in, and of what it makes one."""

    address: str
    submit: str
    creates: Any
    fields: dict[str, str] = {}


SIGNED_IN = {
    "table": Form(f"/tables/new/{GAME}/", "#open-table", Table),
    "bots": Form(f"/games/{GAME}/", 'form[action$="/play/"]', Table),
    "circle": Form("/circles/new/", "main form.panel", Circle, {"name": "Lamp"}),
    "study": Form("/studies/", "main form.panel", Study, {"name": "Openings"}),
}
VISITOR = {
    "bots": Form(f"/games/{GAME}/", 'form[action$="/play/"]', Table),
}


def slow(page: Page) -> None:
    """Let every answer come later to this page."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", {**unlimited, "latency": LATENCY})


def click_twice(page: Page, form: Form) -> None:
    """Open the form, fill it in, and click twice on what sends it; then one thing is there."""
    page.goto(form.address)
    before = form.creates.objects.count()
    found = page.locator(form.submit).first
    for name, text in form.fields.items():
        found.locator(f"[name={name}]").fill(text)
    slow(page)
    button = found.get_by_role("button").last
    button.click(click_count=2, delay=BETWEEN / 2, no_wait_after=True)
    wait_for(lambda: form.creates.objects.count() > before, "the thing")
    page.wait_for_url(lambda url: not url.endswith(form.address), wait_until="load")
    expect(page.locator(".errorlist, .notice.danger, .toast.error")).to_have_count(0)
    page.goto("/healthz/web")  # whatever was still under way has been answered before this
    assert form.creates.objects.count() == before + 1


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("name", SIGNED_IN)
def test_two_clicks_create_one_thing(name: str, has_scripts: bool, person: NewPerson) -> None:
    ann = person("Ann", is_own=True, java_script_enabled=has_scripts)
    click_twice(ann.page, SIGNED_IN[name])


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("name", VISITOR)
def test_two_clicks_of_a_visitor_create_one_thing(
    name: str, has_scripts: bool, crowd: Crowd
) -> None:
    page = crowd.visitor(is_own=True, java_script_enabled=has_scripts)
    click_twice(page, VISITOR[name])
    page.goto("/my-tables/" if name == "bots" else "/")
    if name == "bots":  # they are signed in as the guest whose table it is
        expect(page.locator(f'a[href^="/tables/{Table.objects.get().key}/"]').first).to_be_visible()


def test_form_whose_answer_was_lost_keeps_its_key(person: NewPerson, guard: Guard) -> None:
    ann = person("Ann", is_own=True)
    guard.allow("Failed to fetch")
    table = start_table(GAME, [ann], others=[make_user("Ben")])
    page = ann.page
    page.goto(f"{table.get_absolute_url()}#chat")
    keys = []
    key = page.locator(".chat-form [name=idempotency_key]")
    page.route("**/chat/", lambda route: route.abort())
    page.locator(".chat-form [name=text]").fill("hello")
    for _press in range(2):
        keys.append(key.input_value())
        with page.expect_event("requestfailed"):
            page.locator(".chat-form").get_by_role("button").click()
        page.wait_for_timeout(200)  # for what follows the failure
    assert keys[0] == keys[1] == key.input_value()
