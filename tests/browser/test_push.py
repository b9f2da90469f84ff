"""Devices in Chromium: asking for notices, showing one, and what is there without the site.

Chromium without Google reaches no push service: what `subscribe` says is put in its place, and a
push is handed to the worker by the browser's own developer tools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from games.models import Notification, PushSubscription
from games.notifications import delivery
from games.table.actions import chat_messages
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import PHONE, Crowd, Guard, Person
from tests.polling import wait_for
from tests.push_service import PushService, Subscriber

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
PAGE = "/preferences/notifications/devices/"
ADDRESS = "https://push.invalid/of-this-browser"
STAND_IN = """(subscription) => {
  PushManager.prototype.subscribe = function () {
    return Promise.resolve({ ...subscription, toJSON: () => subscription });
  };
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.stop()


def person_with_push(person: NewPerson, name: str = "Ann", **options: Any) -> Person:
    """Somebody whose browser shows notifications of the site."""
    return person(name, permissions=["notifications"], **options)  # in a window of its own


def add_here(page: Page, browser: Subscriber) -> None:
    page.goto(PAGE)
    page.evaluate(STAND_IN, browser.json | {"endpoint": ADDRESS})
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("no notifications yet")).to_be_visible()


def with_worker(page: Page) -> None:
    """Let the worker serve this page."""
    page.evaluate("navigator.serviceWorker.register('/service-worker.js')")
    wait_for(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), "the worker")


def worker_of(page: Page) -> Worker:
    """What Chromium has told meanwhile is heard when the page is asked something."""
    found = wait_for(lambda: page.evaluate("true") and page.context.service_workers, "the worker")
    (worker,) = found
    return worker


#: Makes the worker count what it has shown.
COUNTING = """() => {
  if ("count" in self) return count;
  self.count = 0;
  const show = registration.showNotification.bind(registration);
  registration.showNotification = (...given) => show(...given).then(() => { count += 1; });
  return count;
}"""


def deliver(page: Page, data: dict[str, Any]) -> None:
    """A push comes in for the worker, and is shown.

    The worker itself says so: whoever asks Chromium for its notifications while it shows one makes
    it forget that one.
    """
    worker = worker_of(page)
    before = worker.evaluate(COUNTING)
    push(page, data)
    wait_for(lambda: worker.evaluate("count") > before, "a notification")


def push(page: Page, data: dict[str, Any]) -> None:
    """A push comes in for the worker."""
    tools = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda params: found.extend(params["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_for(lambda: page.evaluate("true") and found, "the worker's registration")
    params = {
        "origin": page.evaluate("location.origin"),
        "registrationId": found[-1]["registrationId"],
        "data": json.dumps(data),
    }
    tools.send("ServiceWorker.deliverPushMessage", params)
    tools.detach()


def shown_notifications(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
          ({ title, body, tag, data }) => ({ title, body, tag, data }))"""
    )
    return found


def test_a_press_makes_this_browser_a_device(person: NewPerson, service: PushService) -> None:
    ann = person_with_push(person, **PHONE)
    page = ann.page
    page.goto("/preferences/notifications/")
    page.get_by_role("link", name="Get notifications on this device even when").click()
    page.wait_for_url(re.compile(f"{PAGE}$"))
    add_here(page, service.subscribe())
    found = PushSubscription.objects.get(user=ann.user)
    assert found.endpoint == ADDRESS
    assert " on " in found.name
    asked = page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)")
    assert asked == page.evaluate("location.origin + '/'")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is as wide as its screen"
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Device removed")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_push_page_explains_blocked_notifications(person: NewPerson) -> None:
    page = person("Ann").page
    page.goto(PAGE)
    page.evaluate("Notification.requestPermission = () => Promise.resolve('denied')")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("Your browser blocks notifications")).to_be_visible()
    page.evaluate(
        """() => { Notification.requestPermission = () => Promise.resolve("granted");
        PushManager.prototype.subscribe = () => Promise.reject(new Error("away")); }"""
    )
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("cannot reach its push service")).to_be_visible()
    assert not PushSubscription.objects.exists()


@pytest.mark.whole_browser
def test_what_comes_is_shown_and_the_next_of_a_table_replaces_it(
    person: NewPerson, crowd: Crowd, service: PushService, settings: Any
) -> None:
    """All the way: the word of a notice, encrypted, taken by the service, shown by the worker."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    ann, bob = person_with_push(person), person("Bob")
    table = start_table(GAME, [ann, bob])
    page, browser = ann.page, service.subscribe()
    add_here(page, browser)
    crowd.site.stop("beat", "worker")  # they send nothing to the loopback
    PushSubscription.objects.update(endpoint=browser.endpoint)
    Notification.objects.all().delete()
    ann.user.refresh_from_db()
    for number in range(2):
        chat_messages.send_message(table, bob.user, f"Are you there, @Ann? {number}", "public")
    delivery.send_due()
    assert service.refused == []
    assert len(browser.messages) == 2
    for pushed in browser.messages:
        deliver(page, pushed.data)
    (one,) = shown_notifications(page)
    assert one["body"].endswith("1"), "the second one alone"
    assert one["title"].startswith("Bob writes to you – ")
    assert one["tag"] == table.key
    assert one["data"] == {"url": f"/tables/{table.key}/"}


@pytest.mark.whole_browser
def test_a_press_on_a_notification_leads_to_its_table(person: NewPerson) -> None:
    """Chromium lets nobody but a hand press on one: what the worker would do then is noted."""
    ann, bob = person_with_push(person), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto(f"/tables/{table.key}/")
    with_worker(page)
    worker = worker_of(page)
    worker.evaluate(
        """() => { self.led = [];
        WindowClient.prototype.focus = function () { led.push("focus " + this.url); };
        clients.openWindow = (url) => led.push("open " + url);
        navigator.setAppBadge = async (count) => led.push("badge " + count); }"""
    )
    for path in (f"/tables/{table.key}/", "/tables/other/", "https://evil.example/"):
        data = {"title": "x", "body": "y", "url": path, "tag": path, "badge": 3}
        deliver(page, data)
        assert path in [one["tag"] for one in shown_notifications(page)]
        worker.evaluate(
            """async (tag) => { const [notification] = await registration.getNotifications({ tag });
            dispatchEvent(new NotificationEvent("notificationclick", { notification })); }""",
            path,
        )
        wait_for(lambda: not shown_notifications(page), "it to go")
    here = page.evaluate("location.origin")
    wait_for(lambda: worker.evaluate("led.some((one) => one.startsWith('open'))"), "a window")
    led = worker.evaluate("led.filter((one) => !one.startsWith('badge'))")
    assert led == [f"focus {here}/tables/{table.key}/", f"open {here}/tables/other/"]
    badges = "led.filter((one) => one === 'badge 3').length"
    wait_for(lambda: worker.evaluate(badges) == 3, "the number on the icon")


def turn_of(tag: str, waits: list[str]) -> dict[str, Any]:
    """What a push says of a turn."""
    data = {"title": tag, "body": "y", "url": f"/tables/{tag}/", "tag": tag, "badge": len(waits)}
    return {**data, "turn": True, "waits": waits}


@pytest.mark.whole_browser
def test_next_push_closes_turns_that_were_made_elsewhere(person: NewPerson) -> None:
    page = person_with_push(person).page
    page.goto("/offline/")  # a page without a socket
    with_worker(page)
    deliver(page, turn_of("one", ["one"]))
    deliver(page, turn_of("two", ["one", "two"]))
    deliver(page, {"title": "chat", "body": "y", "url": "/", "tag": "three", "waits": ["two"]})
    assert {one["tag"] for one in shown_notifications(page)} == {"two", "three"}


@pytest.mark.whole_browser
def test_silent_push_closes_turns_and_shows_nothing(person: NewPerson) -> None:
    page = person_with_push(person).page
    page.goto("/offline/")  # a page without a socket
    with_worker(page)
    for tag in ("one", "two"):
        deliver(page, turn_of(tag, ["one", "two"]))
    deliver(page, {"title": "chat", "body": "y", "url": "/", "tag": "three"})
    push(page, {"closes": ["one", "three"], "badge": 1})
    wait_for(
        lambda: {one["tag"] for one in shown_notifications(page)} == {"two", "three"},
        "the turn to go, and nothing else",
    )


@pytest.mark.whole_browser
def test_open_page_closes_turns_that_were_made_elsewhere(person: NewPerson) -> None:
    ann, bob = person_with_push(person), person("Bob")
    table = start_table(GAME, [ann, bob])
    waits = table.seat_set.filter(user=ann.user, waiting_since__isnull=False).exists()
    page = ann.page
    page.goto("/offline/")
    with_worker(page)
    deliver(page, turn_of("another", []))
    deliver(page, {**turn_of(table.key, []), "waits": None})
    page.goto("/my-tables/")
    left = [table.key] if waits else []
    wait_for(
        lambda: [one["tag"] for one in shown_notifications(page)] == left, "the notification to go"
    )


def test_a_browser_that_subscribes_anew_stays_a_device(
    person: NewPerson, service: PushService
) -> None:
    ann = person_with_push(person)
    page = ann.page
    page.goto("/my-tables/")
    with_worker(page)
    worker = worker_of(page)
    worker.evaluate(
        """(subscription) => dispatchEvent(Object.assign(
        new ExtendableEvent("pushsubscriptionchange"), { newSubscription: subscription }))""",
        service.subscribe().json | {"endpoint": ADDRESS},
    )
    wait_for(PushSubscription.objects.filter(user=ann.user, endpoint=ADDRESS).exists, "a device")


def test_the_icon_of_the_app_says_how_many_tables_wait(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    page = ann.page
    page.add_init_script(
        "self.badges = []; navigator.setAppBadge = async (count) => badges.push(count);"
    )
    page.goto("/people/Bob/")
    wait_for(lambda: page.evaluate("badges.at(-1)") == 0, "no number")
    table = start_table(GAME, [ann, bob])
    waits = table.seat_set.filter(user=ann.user, waiting_since__isnull=False).count()
    page.goto("/people/Bob/")
    wait_for(lambda: page.evaluate("badges.at(-1)") == waits, "the number")
    page.evaluate("document.getElementById('waiting-mark').textContent = '7'")
    # no longer the last one where the page's socket has said its own number since
    wait_for(lambda: page.evaluate("badges.includes(7)"), "the next number")


def test_without_the_site_there_is_a_page_and_my_tables_as_they_were(
    person: NewPerson, guard: Guard
) -> None:
    guard.allow("ERR_INTERNET_DISCONNECTED")
    ann, bob = person("Ann", is_own=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto("/my-tables/")
    with_worker(page)
    expect(page.get_by_text("You are offline.")).to_be_hidden()
    page.goto("/my-tables/")
    page.goto("/people/Bob/")
    wait_for(lambda: is_kept(page), "a copy of my tables")
    kept = page.evaluate(
        """async () => { const found = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys())
            found.push(new URL(url).pathname);
        return found.sort(); }"""
    )
    stored = ["/my-tables/", "/my-tables/offline/", "/offline/"]
    assert [one for one in kept if not one.startswith("/static/")] == stored
    away(page, True)
    page.goto("/people/Bob/")
    expect(page.get_by_role("heading", name="Longtable cannot be reached")).to_be_visible()
    page.get_by_role("link", name="My tables, as last loaded on this device").click()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page.get_by_role("link", name=table.title).first).to_be_visible()
    away(page, False)
    page.goto("/my-tables/")
    expect(page.get_by_text("You are offline.")).to_be_hidden()


def test_signing_out_takes_the_copy_along(person: NewPerson) -> None:
    page = person("Ann", is_own=True).page
    page.goto("/my-tables/")
    with_worker(page)
    page.goto("/my-tables/")
    wait_for(lambda: is_kept(page), "a copy of my tables")
    page.locator("button[popovertarget=person-menu]").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    wait_for(lambda: not is_kept(page), "the copy to go")
    away(page, True)
    page.goto("/my-tables/")
    expect(page.get_by_role("heading", name="Longtable cannot be reached")).to_be_visible()


def test_a_session_that_has_ended_takes_the_copy_along(person: NewPerson) -> None:
    page = person("Ann", is_own=True).page
    page.goto("/my-tables/")
    with_worker(page)
    page.goto("/my-tables/")
    wait_for(lambda: is_kept(page), "a copy of my tables")
    page.goto("about:blank")  # or the page's socket could knock without the cookies, and be refused
    page.context.clear_cookies()
    page.goto("/games/")
    wait_for(lambda: not is_kept(page), "the copy to go")


def is_kept(page: Page) -> bool:
    return bool(page.evaluate("caches.match('/my-tables/').then(Boolean)"))


def away(page: Page, is_so: bool) -> None:
    """Whether the network is gone, for pages and for the worker."""
    page.context.set_offline(is_so)
