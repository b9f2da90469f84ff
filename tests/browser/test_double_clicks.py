"""Two clicks 150 ms apart on a slow line: one thing is created, and its maker sees no error.

With scripts the second press does nothing, whatever the form is, so that the forms which scripts
send themselves are what differs. Without scripts the browser sends every form twice.

A form that creates something has a key, and of two requests with one key only the first creates
something, whatever the form is (`tests/portal/test_idempotency.py`). So three forms with a key
stand for all: one that leads to a new page, one of a part of a page, and one whose answer shows a
secret. The others that are clicked here have no key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page, expect

from accounts.models import User
from games.lobby.admission import invitation_links
from games.lobby.models import MatchRequest
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import ApiToken, Message, Note, Seat, Table, Webhook
from games.table.actions import resignation
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation as tournaments_creation
from games.tournaments.models import TournamentEntry
from games.tournaments.tournament_settings import TournamentSettings
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import PASSWORD, SLOW_LINE, Crowd, Guard, Person, make_user
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
LATENCY = 10_000  # milliseconds: no answer comes before the second click; then all come at once
BETWEEN = 150  # milliseconds, from one click to the next
PAGE = 'input[name="csrfmiddlewaretoken"]'  # another on every page and in every part of one
PROBLEMS = ".errorlist, .alert.error, .toast.error"
CLOCK = PRESETS_BY_KEY["day"].clock


class Form(NamedTuple):
    """A form that creates something: where, which, of what it makes one, and what is filled in."""

    address: str
    submit: str
    creates: Any
    fields: Mapping[str, str] = {}


def of(model: Any, **only: Any) -> Any:
    return model.objects.filter(**only)


PLAY, GUIDED = 'form[action$="/play/"]', 'form[action$="/guided/"]'
SIGNED_IN = {
    "table": Form(f"/tables/new/{GAME}/", "#open-table", of(Table)),
    "match request": Form("/tables/", 'form[action$="/quick/"]', of(MatchRequest)),
    "match again": Form("{over}", 'form[action$="/rematch/"]', of(Table)),
    "message": Form("{running}#chat", ".chat-form", of(Message, log_code=""), {"text": "Hello"}),
    "seat by link": Form("{link}", "main form", of(Seat, user__username="Ann")),
    "seat": Form("{other}", 'form[action$="/join/"]', of(Seat, user__username="Ann")),
    "entry": Form("{contest}", 'form[action$="/enter/"]', of(TournamentEntry)),
    "token": Form("/preferences/tokens/", "main form", of(ApiToken), {"name": "x"}),
    "webhook": Form(
        "/preferences/notifications/webhook/",
        "main form",
        of(Webhook),
        {"url": "https://example.org/x"},
    ),
    "note": Form("/people/Bob/", 'form[action$="/note/"]', of(Note), {"text": "Kind"}),
}
#: What scripts send or draw anew themselves, and two that they leave to the browser.
WITH_SCRIPTS = ("table", "match request", "message", "seat", "token")
WITHOUT_SCRIPTS = tuple(name for name in SIGNED_IN if name != "match request")
VISITOR = {
    "match against bots": Form(f"/games/{GAME}/", PLAY, of(Table)),
    "This game has no tutorial.": Form(f"/games/{GAME}/", GUIDED, of(Table)),
    "seat by link": Form("{link}", "main form", of(User), {"name": "Wanda"}),
    "account": Form(
        "/accounts/signup/",
        'form[action$="/signup/"]',
        of(User),
        {"username": "Zoe", "email": "zoe@example.org", "password1": "quite-another-7"},
    ),
}


def places(ann: User, bob: User) -> dict[str, str]:
    """Where Ann finds the forms of what there is already."""
    people = [Person(one, None) for one in (ann, bob)]  # type: ignore[arg-type]
    terms = TableSettings(seats=2, options={}, clock=CLOCK)
    found: dict[str, Any] = {
        "over": start_table(GAME, people),
        "running": start_table(GAME, people),
        "other": table_setup.open_table(bob, GAME, TableSettings(3, {}, CLOCK)),
        "contest": tournaments_creation.create_tournament(
            ann,
            TournamentSettings("Cup", GAME, "swiss", {}, places=4, table_settings=terms),
        ),
    }
    for loser in (bob, ann):
        resignation.resign(found["over"].key, loser)
    return {"link": link_of(bob)} | {name: one.get_absolute_url() for name, one in found.items()}


def link_of(host: User) -> str:
    """Of a table that waits for whoever has it."""
    table = table_setup.open_table(host, GAME, TableSettings(3, {}, CLOCK, rated=False))
    link = invitation_links.create_link(table.key, host, uses=2, hours=24, guests=True)
    return f"/invited/{link.token}/"


def line_of(page: Page) -> Callable[[int], None]:
    """Sets how many milliseconds later every answer comes to this page."""
    tools: CDPSession = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    return lambda latency: tools.send(  # type: ignore[return-value]
        "Network.emulateNetworkConditions", {**unlimited, "latency": latency}
    )


def click_twice(page: Page, line: Callable[[int], None], name: str, form: Form) -> None:
    """Open the form, fill it in, and click twice on what sends it; then one thing is there."""
    page.goto(form.address)
    before = form.creates.count()
    found = page.locator(form.submit).first
    for fold in found.locator("xpath=ancestor::details[not(@open)]/summary").all():
        fold.click()
    for field, value in form.fields.items():
        found.locator(f"[name={field}]").first.fill(value)
    shown = found.locator(PAGE).get_attribute("value")
    line(LATENCY)
    button = found.get_by_role("button").last
    button.click(click_count=2, delay=BETWEEN / 2, no_wait_after=True)
    wait_for(lambda: form.creates.count() != before, name)
    line(SLOW_LINE)
    expect(page.locator(form.submit).locator(f'[value="{shown}"]')).to_have_count(0)  # answered
    page.wait_for_load_state()
    assert page.locator(PROBLEMS).all_inner_texts() == [], name
    assert len(toasts := page.locator(".toast").all_inner_texts()) <= 1, (name, toasts)
    page.goto("/healthz/web")  # whatever was still under way has been answered before this
    assert form.creates.count() == before + 1, name


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_clicks_create_one_thing(has_scripts: bool, person: NewPerson) -> None:
    ann = person("Ann", is_own=True, java_script_enabled=has_scripts)
    there = places(ann.user, person("Bob").user)
    line = line_of(ann.page)
    ann.page.goto("/accounts/reauthenticate/")  # before tokens and addresses
    ann.page.locator("[name=password]").fill(PASSWORD)
    ann.page.locator("main form").first.get_by_role("button").click()
    for name in WITH_SCRIPTS if has_scripts else WITHOUT_SCRIPTS:
        form = SIGNED_IN[name]
        click_twice(ann.page, line, name, form._replace(address=form.address.format(**there)))


@pytest.mark.parametrize(
    ("name", "has_scripts"), [("match against bots", True), *((name, False) for name in VISITOR)]
)
def test_two_clicks_of_a_visitor_create_one_thing(
    name: str, has_scripts: bool, crowd: Crowd, person: NewPerson
) -> None:
    page = crowd.visitor(is_own=True, java_script_enabled=has_scripts)
    form = VISITOR[name]
    form = form._replace(address=form.address.format(link=link_of(person("Bob").user)))
    click_twice(page, line_of(page), name, form)
    if name == "match against bots":  # they are signed in as the guest whose table it is
        page.goto("/my-tables/")
        address = Table.objects.latest("pk").get_absolute_url()
        expect(page.locator(f'a[href^="{address}"]').first).to_be_visible()


def test_form_whose_answer_was_lost_keeps_its_key(person: NewPerson, guard: Guard) -> None:
    ann = person("Ann", has_own_page=True)
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


def test_form_stays_busy_while_its_page_is_drawn_again(person: NewPerson) -> None:
    """Another button may be there by then, so a second press would undo the first."""
    ann = person("Ann", has_own_page=True)
    ben, cem = make_user("Ben"), make_user("Cem")
    table = start_table(sample_titles.usual(), [ann], others=[ben, cem])
    agreements.agree_to_call_off(table.key, ben)
    ann.page.goto(table.get_absolute_url())
    form = ann.page.locator('form:has([name="agrees"])')
    form.evaluate("form => form.setAttribute('aria-busy', 'true')")  # as while it is under way
    agreements.agree_to_call_off(table.key, ann.user)
    expect(form.locator("button")).to_have_text(["Disagree"])
    expect(form).to_have_attribute("aria-busy", "true")
