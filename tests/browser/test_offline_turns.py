"""Turns that are prepared without a connection, and sent when it is back."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.models import Move, Table
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser.test_push import NewPerson, away, with_worker, worker_of
from tests.browser_fixtures import Guard, Person, make_session, make_user
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
PAGE = "/my-tables/offline/"


def is_stored(page: Page) -> bool:
    return bool(page.evaluate(f"caches.match('{PAGE}').then(Boolean)"))


def start_with_mover(person: NewPerson) -> tuple[Table, Person]:
    """Start a table of two, and return it with whoever must move, on the stored page."""
    people = [person("Ann", is_own=True), person("Bob", is_own=True)]
    table = start_table(GAME, people)
    seat = table.seat_set.get(waiting_since__isnull=False)
    mover = next(one for one in people if one.user.pk == seat.user_id)
    mover.page.goto(PAGE)
    with_worker(mover.page)
    mover.page.goto(PAGE)
    wait_for(lambda: is_stored(mover.page), "a copy of the page")
    return table, mover


def prepare(page: Page, key: str) -> str:
    """Choose the first move without a connection, and return it."""
    page.goto(f"/tables/{key}/")
    expect(page).to_have_url(f"{page.evaluate('location.origin')}{PAGE}#turn-{key}")
    expect(page.get_by_text("You are offline.")).to_be_visible()
    choice = page.locator("input[name=move]").first
    choice.check()
    page.get_by_role("button", name="Send when online").click()
    expect(page.get_by_text("Waiting to be sent.")).to_be_visible()
    return choice.input_value()


def test_turn_prepared_offline_is_sent_once(person: NewPerson, guard: Guard) -> None:
    guard.allow("ERR_INTERNET_DISCONNECTED")
    table, mover = start_with_mover(person)
    page = mover.page
    before = table.moves.count()
    away(page, True)
    move = prepare(page, table.key)
    assert table.moves.count() == before
    away(page, False)
    expect(page.get_by_text("Waiting to be sent.")).to_be_hidden()
    seat = table.seat_set.get(user=mover.user)
    sent = table.moves.filter(by=Move.Source.PERSON, seat=seat.number)
    assert [*sent.values_list("text", flat=True), *seat.draft] == [move]
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("heading", name="Prepared turns")).to_be_hidden()


def test_turn_is_not_sent_after_the_match_has_moved_on(person: NewPerson, guard: Guard) -> None:
    guard.allow("ERR_INTERNET_DISCONNECTED")
    table, mover = start_with_mover(person)
    page = mover.page
    away(page, True)
    prepare(page, table.key)
    before = table.moves.count()
    Table.objects.filter(pk=table.pk).update(version=table.version + 5)
    away(page, False)
    expect(page.get_by_text("the match has moved on")).to_be_visible()
    assert table.moves.count() == before
    assert table.seat_set.get(user=mover.user).draft == []
    page.goto("/people/Bob/")
    expect(page.get_by_role("link", name="Turns not sent: 1")).to_be_visible()


def test_signing_out_deletes_stored_and_prepared_turns(person: NewPerson, guard: Guard) -> None:
    guard.allow("ERR_INTERNET_DISCONNECTED")
    table, mover = start_with_mover(person)
    page = mover.page
    Table.objects.filter(pk=table.pk).update(version=table.version + 5)
    away(page, True)
    prepare(page, table.key)
    away(page, False)
    expect(page.get_by_text("the match has moved on")).to_be_visible()
    page.locator("button[popovertarget=person-menu]").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    wait_for(lambda: not is_stored(page) and not count_prepared(page), "the turns to go")


def count_prepared(page: Page) -> int:
    return int(
        page.evaluate(
            """() => new Promise((resolve) => {
          indexedDB.open("turns", 1).onsuccess = ({ target }) => {
            const count = target.result.transaction("turns").objectStore("turns").count();
            count.onsuccess = () => { target.result.close(); resolve(count.result); };
          };
        })"""
        )
    )


def test_next_person_on_the_device_neither_sees_nor_sends_prepared_turns(
    person: NewPerson, guard: Guard
) -> None:
    """The first session ends without a sign-out, as when its cookie is replaced."""
    guard.allow("ERR_INTERNET_DISCONNECTED")
    table, mover = start_with_mover(person)
    page, cal = mover.page, make_user("Cal")
    before = table.moves.count()
    away(page, True)
    prepare(page, table.key)
    name, session = settings.SESSION_COOKIE_NAME, make_session(cal)
    address = page.evaluate("location.origin")
    page.context.add_cookies([{"name": name, "value": session, "url": address}])
    away(page, False)
    page.goto(PAGE)
    expect(page.get_by_text("No table is waiting for you.")).to_be_visible()
    wait_for(lambda: not count_prepared(page), "the turn of the other person to go")
    expect(page.get_by_role("heading", name="Prepared turns")).to_be_hidden()
    wait_for(lambda: f"turn-{table.key}" not in stored_text(page), "a copy of the own page")
    assert table.moves.count() == before
    assert table.seat_set.get(user=mover.user).draft == []


def stored_text(page: Page) -> str:
    return str(page.evaluate(f"caches.match('{PAGE}').then((copy) => copy?.text() ?? '')"))


def test_turn_that_is_denied_twice_is_refused(person: NewPerson, guard: Guard) -> None:
    guard.allow("ERR_INTERNET_DISCONNECTED")
    table, mover = start_with_mover(person)
    page = mover.page
    worker_of(page).evaluate(
        """() => {
          const real = self.fetch;
          const denial = '{"code": "permission_denied", "message": "This is not yours."}';
          self.fetch = (to, options) => options?.method === "POST"
            ? Promise.resolve(new Response(denial, { status: 403 })) : real(to, options);
        }"""
    )
    away(page, True)
    prepare(page, table.key)
    away(page, False)
    page.goto(PAGE)
    page.goto(PAGE)
    expect(page.get_by_text("Not sent: This is not yours.")).to_be_visible()
    assert table.seat_set.get(user=mover.user).draft == []
