"""Devices: who may add and remove them, and that they end with their session."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from typing import Any
from unittest.mock import ANY

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone, translation
from rest_framework.test import APIClient

from accounts.deletion import delete_account
from accounts.models import User
from accounts.tokens import create_token
from games.models import PushSubscription, Table
from games.notifications import delivery, devices
from portal.errors import Conflict, Invalid
from portal.http import outgoing_requests
from tests.clients import api_of, signed_in
from tests.games.notifications.conftest import FIREFOX, add, of, store_mention
from tests.push_service import PushService, Subscriber
from tests.refusals import expect_refusal

PAGE, API = "/preferences/notifications/devices/", "/api/notifications/devices/"
PASSWORD = "a long enough password 42"


@pytest.mark.same_everywhere
def test_a_browser_is_added_once_and_named(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    client = signed_in(ann, user_agent=FIREFOX)
    for _ in range(2):
        answer = client.post(API, json.dumps(browser.json), content_type="application/json")
        assert answer.status_code == 200
    device = ann.devices.get()
    shown = {"id": device.pk, "name": "Firefox on Android", "created_at": ANY, "last_ok_at": None}
    assert answer.json() == client.get(f"{API}{device.pk}/").json() == shown
    assert device.name == "Firefox on Android"
    assert "Firefox on Android" in client.get(PAGE).text
    assert browser.endpoint not in client.get(PAGE).text
    listed = client.get(API)
    assert listed.json()["key"] == devices.application_server_key()
    assert listed.json()["devices"] == [shown]
    assert browser.endpoint not in listed.text
    assert listed.headers["X-CSRFToken"]


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/5 Chrome/130.0 Safari/537 Edg/130", "Edge"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604", "iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/5 Chrome/130.0 Safari/5", "Chrome on Linux"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/5", "Chrome on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/18.0 Safari/605", "Safari on macOS"),
        ("", "A program"),
        ("<script>" * 1000, "A program"),
    ],
)
def test_a_device_is_called_by_browser_and_system(user_agent: str, name: str) -> None:
    with translation.override("en"):
        assert name in devices.device_name(user_agent)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"endpoint": ""}, 400),
        ({"endpoint": [7]}, 400),
        ({"endpoint": "http://push.example.net/x"}, 422),
        ({"endpoint": "https://user:password@push.example.net/x"}, 422),
        ({"endpoint": "https://push.example.net:25/x"}, 422),
        ({"endpoint": "https://push.example.net/\r\nX: y"}, 422),
        ({"endpoint": "https://push.example.net/" + "x" * 1000}, 400),
        ({"endpoint": "javascript:alert(1)"}, 422),
        ({"keys": None}, 400),
        ({"keys": {}}, 400),
        ({"keys": "AAAA"}, 400),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, 422),
        ({"keys": {"p256dh": "B" + "A" * 86, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}, 422),
        ({"keys": {"p256dh": "~", "auth": "é"}}, 422),
        ({"keys": {"p256dh": "x" * 101, "auth": "x" * 31}}, 400),
    ],
)
def test_what_is_no_subscription_changes_nothing(
    change: dict[str, Any], status: int, ann: User
) -> None:
    given = Subscriber("https://push.example.net/push/abc").json | change
    answer = api_of(ann).post(API, given, format="json")
    assert answer.status_code == status, answer.content
    assert answer.json()["message"]
    ann.refresh_from_db()
    assert (ann.devices.count(), ann.notification_settings.has_push_device) == (0, False)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("body", ["", "[]", "{", '"x"', "null", "[1]"])
def test_what_is_no_object_changes_nothing(body: str, ann: User) -> None:
    answer = signed_in(ann, user_agent=FIREFOX).post(API, body, content_type="application/json")
    assert answer.status_code == 400
    assert not PushSubscription.objects.exists()


def test_an_address_inside_is_refused_when_it_is_added(ann: User, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)  # of webhooks alone
    with expect_refusal(Invalid, "bad_device", match="not public"):
        add(ann, Subscriber("https://127.0.0.1:6379/x"))


@pytest.mark.same_everywhere
def test_a_service_that_asks_to_wait_is_left_alone_so_long(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    browser.status, browser.headers = 429, b"Retry-After: 7200\r\n"
    add(ann, browser)
    for number in range(2):
        store_mention(ann, table, number=number)
    delivery.send_due()
    waits = [row.send_at - timezone.now() for row in of(ann) if row.send_at is not None]
    assert len(waits) == 2
    assert min(waits) > timedelta(seconds=7190)


def test_ten_devices_are_enough(ann: User) -> None:
    browsers = [Subscriber(f"https://push.example.net/{number}") for number in range(11)]
    for browser in browsers[:10]:
        add(ann, browser)
    with expect_refusal(Conflict, "too_many_devices"):
        add(ann, browsers[10])
    add(ann, browsers[3])  # known already
    answer = api_of(ann).post(API, browsers[10].json, format="json")
    assert answer.status_code == 409
    assert ann.devices.count() == 10


@pytest.mark.same_everywhere
def test_a_long_address_is_sent_to(ann: User, table: Table, service: PushService) -> None:
    path = "/push/" + "x" * 900
    browser = service.subscribers[path] = Subscriber(service.server.url(path))
    assert len(browser.endpoint) > outgoing_requests.MAX_URL_LENGTH
    devices.send_test(ann, add(ann, browser).pk)
    assert browser.messages[0].data["title"] == "Longtable: this is a test"


@pytest.mark.same_everywhere
def test_only_ones_own_devices(ann: User, bob: User, service: PushService) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    page, api = signed_in(bob, user_agent=FIREFOX), api_of(bob)
    page.post(f"{PAGE}{device.pk}/remove/")
    page.post(f"{PAGE}{device.pk}/test/")
    assert device.name not in page.get(PAGE).text
    assert api.get(API).json()["devices"] == []
    assert api.get(f"{API}{device.pk}/").status_code == 404
    assert api.delete(f"{API}{device.pk}/").status_code == 404
    assert api.post(f"{API}{device.pk}/test/").status_code == 404
    assert api.delete(API).json() == {"removed": 0}
    assert ann.devices.count() == 1
    assert browser.messages == []


@pytest.mark.same_everywhere
def test_strangers_are_turned_away(service: PushService, db: None) -> None:
    client = Client()
    assert client.get(PAGE).status_code == 302
    assert client.get(API).status_code == 401
    assert client.post(API, "{}", content_type="application/json").status_code == 401
    assert client.post(f"{PAGE}1/remove/").status_code == 302


@pytest.mark.same_everywhere
def test_a_session_needs_its_csrf_token(ann: User, service: PushService) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    body = json.dumps(service.subscribe().json)
    assert client.post(API, body, content_type="application/json").status_code == 403
    token = client.get(API).headers["X-CSRFToken"]
    headers = {"X-CSRFToken": token}
    answer = client.post(API, body, content_type="application/json", headers=headers)
    assert answer.status_code == 200


@pytest.mark.same_everywhere
def test_a_browser_is_of_whoever_used_it_last(ann: User, bob: User, service: PushService) -> None:
    browser = service.subscribe()
    add(ann, browser)
    add(bob, browser)
    assert (ann.devices.count(), bob.devices.count()) == (0, 1)
    assert not User.objects.get(pk=ann.pk).notification_settings.has_push_device


def test_nobody_takes_a_device_by_its_address_alone(
    ann: User, bob: User, service: PushService
) -> None:
    browser = service.subscribe()
    add(ann, browser)
    with expect_refusal(Invalid, "bad_device"):
        add(bob, Subscriber(browser.endpoint))
    assert ann.devices.count() == 1


def test_sign_out_removes_the_push_device(ann: User, service: PushService) -> None:
    here, elsewhere = service.subscribe(), service.subscribe()
    add(ann, elsewhere)
    client = signed_in(ann, user_agent=FIREFOX)
    client.post(API, json.dumps(here.json), content_type="application/json")
    assert ann.devices.count() == 2
    client.post("/accounts/logout/")
    assert ann.devices.get().endpoint == elsewhere.endpoint


def enter(user: User) -> Client:
    """A browser in which the person has signed in by the form."""
    client = Client(headers={"User-Agent": FIREFOX})
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)
    return client


def subscribe(client: Client, browser: Subscriber) -> None:
    answer = client.post(API, json.dumps(browser.json), content_type="application/json")
    assert answer.status_code == 200


def end_elsewhere(ann: User, client: Client) -> None:
    signed_in(ann).post("/accounts/sessions/", {"which": "others"})


def end_by_password(ann: User, client: Client) -> None:
    ann.set_password("quite-another-7")
    ann.save()


def end_by_time(ann: User, client: Client) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=client.session.session_key).update(expire_date=past)


def end_by_closure(ann: User, client: Client) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)


def end_by_another_person(ann: User, client: Client) -> None:
    client.force_login(User.objects.exclude(pk=ann.pk).earliest("pk"))


@pytest.mark.parametrize(
    "end",
    [end_elsewhere, end_by_password, end_by_time, end_by_closure, end_by_another_person],
)
def test_device_ends_with_its_session(
    end: Callable[[User, Client], None], people: list[User], table: Table, service: PushService
) -> None:
    ann, browser, client = people[0], service.subscribe(), enter(people[0])
    subscribe(client, browser)
    store_mention(ann, table)
    end(ann, client)
    delivery.send_due()
    store_mention(ann, table, number=2)
    delivery.send_due()
    assert browser.messages == []
    assert devices.active_devices(ann) == []


@pytest.mark.same_everywhere
def test_device_stays_when_its_session_gets_a_new_key(
    ann: User, table: Table, service: PushService
) -> None:
    browser, client = service.subscribe(), Client()
    client.force_login(ann)
    subscribe(client, browser)
    session = client.session
    before = session.session_key
    session.cycle_key()
    session.save()
    assert session.session_key != before
    store_mention(ann, table)
    delivery.send_due()
    assert len(browser.messages) == 1


@pytest.mark.same_everywhere
def test_password_change_leaves_the_device_on_which_it_is_made(
    ann: User, table: Table, service: PushService
) -> None:
    here, elsewhere, client = service.subscribe(), service.subscribe(), enter(ann)
    subscribe(client, here)
    add(ann, elsewhere)
    new = "quite-another-7"
    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert User.objects.get(pk=ann.pk).check_password(new)
    assert [device.endpoint for device in ann.devices.all()] == [here.endpoint]
    store_mention(ann, table)
    delivery.send_due()
    assert (len(here.messages), elsewhere.messages) == (1, [])


@pytest.mark.same_everywhere
def test_device_added_by_a_token_ends_with_it(
    ann: User, table: Table, service: PushService
) -> None:
    row, secret = create_token(ann, "program")
    browser, program = service.subscribe(), APIClient(headers={"Authorization": f"Bearer {secret}"})
    assert program.post(API, browser.json, format="json").status_code == 200
    store_mention(ann, table)
    delivery.send_due()
    assert len(browser.messages) == 1
    row.delete()
    store_mention(ann, table, number=2)
    delivery.send_due()
    assert len(browser.messages) == 1


@pytest.mark.same_everywhere
def test_devices_of_ended_sessions_are_cleared_away(ann: User, service: PushService) -> None:
    here, there = signed_in(ann), signed_in(ann)
    for client in (here, there):
        subscribe(client, service.subscribe())
    end_by_time(ann, there)
    assert devices.clear_ended() == 1
    assert ann.devices.get().session_key == here.session.session_key
    end_by_time(ann, here)
    assert devices.clear_ended() == 1
    ann.refresh_from_db()
    assert not ann.notification_settings.has_push_device


@pytest.mark.same_everywhere
def test_session_list_marks_push_devices(ann: User, service: PushService) -> None:
    client = enter(ann)
    assert "gets notifications" not in client.get("/accounts/sessions/").text
    subscribe(client, service.subscribe())
    assert "gets notifications" in client.get("/accounts/sessions/").text


@pytest.mark.same_everywhere
def test_removed_device_gets_no_notifications(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    store_mention(ann, table)
    client = signed_in(ann, user_agent=FIREFOX)
    assert "Device removed" in client.post(f"{PAGE}{device.pk}/remove/", follow=True).text
    assert of(ann) == []
    delivery.send_due()
    assert browser.messages == []
    ann.refresh_from_db()
    assert not ann.notification_settings.has_push_device


def test_one_of_two_removed_leaves_what_waits(
    ann: User, table: Table, service: PushService
) -> None:
    one, other = (add(ann, service.subscribe()) for _ in range(2))
    store_mention(ann, table)
    assert api_of(ann).delete(f"{API}{one.pk}/").json() == {"removed": True}
    assert len(of(ann)) == 1
    assert api_of(ann).delete(API).json() == {"removed": 1}
    assert of(ann) == []
    assert not PushSubscription.objects.filter(pk=other.pk).exists()


def test_an_account_that_leaves_takes_its_devices_along(ann: User, service: PushService) -> None:
    add(ann, service.subscribe())
    delete_account(ann)
    assert not PushSubscription.objects.exists()
    gone = User.objects.get(pk=ann.pk)
    assert not gone.notification_settings.has_push_device
    with expect_refusal(Invalid, "bad_device"):
        add(gone, service.subscribe())
