"""Devices: what they are shown, who may add and remove them, what becomes of those that fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone, translation
from rest_framework.test import APIClient

from accounts.deletion import delete_account
from accounts.models import User
from accounts.tokens import create_token
from games.models import Device, Notice, Table
from games.notices import devices, sending
from games.notices.channels import Word
from games.notices.devices import Told
from games.outbox import wishes, writing
from portal.http import outward, push
from portal.server import push_key
from tests import hook_server
from tests.clients import api_of, session_of, signed_in
from tests.games.conftest import actor, notices_fall_due, player
from tests.hook_server import HookServer
from tests.push_service import PushService, Subscriber

PAGE, API = "/preferences/notices/devices/", "/api/notices/devices/"
PASSWORD = "a long enough password 42"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"


@pytest.fixture
def ann(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def bob(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    found = PushService()
    yield found
    found.stop()


def add(user: User, browser: Subscriber, user_agent: str = FIREFOX) -> Device:
    keys = browser.json["keys"]
    session = session_of(user) if user.is_active else ""
    return devices.add(
        user, browser.endpoint, keys["p256dh"], keys["auth"], user_agent, session_key=session
    )


def tell(user: User, table: Table, text: str = "hello", number: int = 1) -> None:
    user.refresh_from_db()
    now = timezone.now()
    writing.put(writing.notices(user, "mention", table, number, now, by="bob", text=text))


def of(user: User) -> list[Notice]:
    return list(user.notices.filter(channel="push").order_by("pk"))


def rows(user: User) -> list[tuple[str, int]]:
    return [(row.state, row.tries) for row in of(user)]


# what is shown


def test_a_device_shows_what_its_person_is_told(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    tell(ann, table, "Are you there?")
    sending.send_due()
    assert service.refused == []
    (told,) = browser.told
    assert told.data["title"].startswith("bob writes to you | ")
    assert told.data["body"] == "Are you there?"
    assert told.data["url"] == f"/tables/{table.key}/"
    assert told.data["tag"] == table.key
    assert set(told.data) == {"title", "body", "url", "tag", "badge", "turn", "waits"}
    assert not told.data["turn"]
    assert (told.urgency, told.ttl) == ("normal", 24 * 3600)
    assert service.keys == {devices.key()}
    device.refresh_from_db()
    assert device.last_ok_at is not None
    assert rows(ann) == [("sent", 0)]


@pytest.mark.same_everywhere
def test_it_is_told_in_its_persons_language(ann: User, table: Table, service: PushService) -> None:
    browser = service.subscribe()
    add(ann, browser)
    User.objects.filter(pk=ann.pk).update(language="ja")
    tell(ann, table)
    sending.send_due()
    assert not browser.told[0].data["title"].isascii()


@pytest.mark.same_everywhere
def test_a_turn_is_urgent_and_kept_while_it_is_awaited(table: Table, service: PushService) -> None:
    seat = actor(table)
    user, browser = player(seat), service.subscribe()
    add(user, browser)
    user.notices.all().delete()
    seat.user = user
    writing.put(writing.of_wait(seat, table, timezone.now()))
    notices_fall_due()
    sending.send_due()
    (told,) = browser.told
    assert told.urgency == "high"
    assert seat.due_at is not None
    assert abs(told.ttl - (seat.due_at - timezone.now()).total_seconds()) < 60
    assert told.data["badge"] == 1
    assert told.data["turn"]
    assert told.data["waits"] == [table.key]


@pytest.mark.same_everywhere
def test_the_next_word_of_a_table_replaces_the_last_one(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    add(ann, browser)
    for number in range(2):
        tell(ann, table, f"number {number}", number)
        sending.send_due()
    one, other = browser.told
    assert one.topic == other.topic != ""
    assert table.key not in one.topic
    (waiting,) = service.waiting.values()
    assert waiting.data["body"] == "number 1"


@pytest.mark.same_everywhere
def test_long_words_are_cut_to_what_a_service_takes(
    ann: User, table: Table, service: PushService
) -> None:
    add(ann, browser := service.subscribe())
    word = Word("mention", "key", "題" * 900, "\x01" * 9000, "https://x.example/", {})
    assert len(devices.payload(ann, word)) <= push.LONGEST_BODY
    tell(ann, table, "言" * 1500)
    sending.send_due()
    assert service.refused == []
    assert browser.told[0].data["body"].endswith("言…")


@pytest.mark.same_everywhere
def test_a_word_of_no_table_replaces_none(ann: User, service: PushService) -> None:
    word = Word("webhook_stopped", "", "t", "x", "https://x.example/", {})
    assert "Topic" not in devices.headers(add(ann, service.subscribe()), word, timezone.now())


@pytest.mark.parametrize(("left", "seconds"), [(-5, 60), (3600, 3600), (90 * 86400, 7 * 86400)])
def test_a_turn_is_kept_no_longer_than_it_lasts(left: int, seconds: int) -> None:
    now = timezone.now()
    due = (now + timedelta(seconds=left)).isoformat()
    word = Word("turn", "key", "", "", "", {"due_at": due})
    assert devices.kept(word, now).total_seconds() == seconds
    assert devices.kept(word._replace(event="over"), now) == devices.KEPT


@pytest.mark.same_everywhere
def test_without_a_device_there_is_no_row_and_no_column(
    ann: User, table: Table, service: PushService
) -> None:
    tell(ann, table)
    assert of(ann) == []
    client = signed_in(ann, user_agent=FIREFOX)
    assert "turn:push" not in client.get("/preferences/notices/").text
    add(ann, service.subscribe())
    assert 'name="turn:push"' in client.get("/preferences/notices/").text


@pytest.mark.same_everywhere
def test_it_is_told_what_its_person_chose(ann: User, table: Table, service: PushService) -> None:
    add(ann, service.subscribe())
    ann.told = {wishes.cell("mention", "push"): False}
    ann.save()
    tell(ann, table)
    assert of(ann) == []


# several devices, and those that fail


@pytest.mark.same_everywhere
def test_all_devices_are_told(
    ann: User, table: Table, service: PushService, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    browsers = [service.subscribe() for _ in range(3)]
    for browser in browsers:
        add(ann, browser)
    Notice.objects.all().delete()
    tell(ann, table)
    assert sending.send_due() == 2
    assert [len(browser.told) for browser in browsers] == [1, 1, 1]
    assert len(mailoutbox) == 1


@pytest.mark.same_everywhere
@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed_and_the_others_are_told(
    status: int, ann: User, table: Table, service: PushService
) -> None:
    Notice.objects.all().delete()
    gone, there = service.subscribe(), service.subscribe()
    gone.status = status
    add(ann, gone)
    add(ann, there)
    tell(ann, table)
    sending.send_due()
    assert [device.endpoint for device in ann.devices.all()] == [there.endpoint]
    assert len(there.told) == 1
    assert rows(ann) == [("sent", 0)]
    there.status = status
    for number in (2, 3):
        tell(ann, table, number=number)
    sending.send_due()
    ann.refresh_from_db()
    assert not ann.has_device
    assert ann.stopped == {}
    notices_fall_due()
    sending.send_due()
    assert {(row.state, row.reason) for row in of(ann)[1:]} == {("dropped", "nowhere")}
    tell(ann, table, number=4)
    assert len(of(ann)) == 3


@pytest.mark.parametrize("status", [400, 403, 413, 429, 500, 503])
def test_what_fails_is_tried_again_for_that_device_alone(
    status: int, ann: User, table: Table, service: PushService, redis_server: Any
) -> None:
    Notice.objects.all().delete()
    bad, good = service.subscribe(), service.subscribe()
    bad.status = status
    add(ann, good)
    device = add(ann, bad)
    Device.objects.filter(pk=device.pk).update(created_at=timezone.now() - timedelta(days=1))
    tell(ann, table)
    sending.send_due()
    assert rows(ann) == [("waiting", 1)]
    assert str(status) in of(ann)[0].reason
    assert len(good.told) == 1
    bad.status = 201
    notices_fall_due()
    sending.send_due()
    assert rows(ann) == [("sent", 1)]
    assert (len(good.told), len(bad.told)) == (1, 1)
    assert ann.devices.count() == 2


@pytest.mark.same_everywhere
def test_a_service_that_fails_is_not_asked_again_in_the_same_round(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    browser.status = 503
    add(ann, browser)
    for number in range(5):
        tell(ann, table, number=number)
    sending.send_due()
    assert service.server.connections == 1
    assert set(rows(ann)) == {("waiting", 1)}


@pytest.mark.same_everywhere
def test_a_service_that_hangs_holds_nobody_else_up(
    people: list[User], table: Table, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = HookServer(behave=hook_server.hang)
    add(people[0], Subscriber(hanging.url("/push/x")))
    add(people[1], browser := service.subscribe())
    for user in people[:2]:
        tell(user, table)
    given: list[float] = []
    really = devices.tell

    def sooner(device: Device, word: Word, seconds: float) -> Told:
        """The one that hangs has less time, so that the test takes less."""
        given.append(seconds)
        hangs = device.endpoint.startswith(hanging.url(""))
        return really(device, word, 0.3 if hangs else seconds)

    monkeypatch.setattr(devices, "tell", sooner)
    sending.send_due()
    assert len(browser.told) == 1
    assert max(given) <= devices.SECONDS
    assert rows(people[0]) == [("waiting", 1)]
    hanging.stop()


@pytest.mark.same_everywhere
def test_an_address_that_has_become_private_is_not_asked(
    ann: User, table: Table, service: PushService, settings: Any
) -> None:
    add(ann, service.subscribe())
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    tell(ann, table)
    sending.send_due()
    assert service.server.connections == 0
    assert rows(ann) == [("waiting", 1)]


@pytest.mark.same_everywhere
def test_with_another_key_a_service_refuses(ann: User, service: PushService, settings: Any) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    first = devices.key()
    settings.PUSH_KEY = push_key.make()
    devices.test(ann, device.pk)
    assert service.keys == {devices.key()} != {first}


@pytest.mark.same_everywhere
def test_a_site_without_a_key_tells_no_devices(
    ann: User, table: Table, service: PushService, settings: Any
) -> None:
    add(ann, service.subscribe())
    settings.PUSH_KEY = ""
    tell(ann, table)
    sending.send_due()
    assert [row.reason for row in of(ann)] == ["nowhere"]
    assert (
        "This site does not send notices to devices"
        in signed_in(ann, user_agent=FIREFOX).get(PAGE).text
    )
    assert api_of(ann).get(API).json()["key"] == ""
    with pytest.raises(devices.BadDevice):
        add(ann, service.subscribe())


# added and removed


@pytest.mark.same_everywhere
def test_a_browser_is_added_once_and_named(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    client = signed_in(ann, user_agent=FIREFOX)
    for _ in range(2):
        answer = client.post(API, json.dumps(browser.json), content_type="application/json")
        assert answer.status_code == 200
    device = ann.devices.get()
    assert answer.json()["id"] == device.pk
    assert device.name == "Firefox on Android"
    assert "Firefox on Android" in client.get(PAGE).text
    assert browser.endpoint not in client.get(PAGE).text
    listed = client.get(API)
    assert listed.json()["key"] == devices.key()
    assert [one["name"] for one in listed.json()["devices"]] == ["Firefox on Android"]
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
        assert name in devices.name_of(user_agent)


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
    assert (ann.devices.count(), ann.has_device) == (0, False)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("body", ["", "[]", "{", '"x"', "null", "[1]"])
def test_what_is_no_object_changes_nothing(body: str, ann: User) -> None:
    answer = signed_in(ann, user_agent=FIREFOX).post(API, body, content_type="application/json")
    assert answer.status_code == 400
    assert not Device.objects.exists()


def test_an_address_inside_is_refused_when_it_is_added(ann: User, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)  # of webhooks alone
    with pytest.raises(devices.BadDevice, match="not public"):
        add(ann, Subscriber("https://127.0.0.1:6379/x"))


@pytest.mark.same_everywhere
def test_a_service_that_asks_to_wait_is_left_alone_so_long(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    browser.status, browser.headers = 429, b"Retry-After: 7200\r\n"
    add(ann, browser)
    for number in range(2):
        tell(ann, table, number=number)
    sending.send_due()
    waits = [row.send_at - timezone.now() for row in of(ann) if row.send_at is not None]
    assert len(waits) == 2
    assert min(waits) > timedelta(seconds=7190)


def test_ten_devices_are_enough(ann: User) -> None:
    browsers = [Subscriber(f"https://push.example.net/{number}") for number in range(11)]
    for browser in browsers[:10]:
        add(ann, browser)
    with pytest.raises(devices.TooManyDevices):
        add(ann, browsers[10])
    add(ann, browsers[3])  # known already
    answer = api_of(ann).post(API, browsers[10].json, format="json")
    assert answer.status_code == 409
    assert ann.devices.count() == 10


@pytest.mark.same_everywhere
def test_a_long_address_is_sent_to(ann: User, table: Table, service: PushService) -> None:
    path = "/push/" + "x" * 900
    browser = service.subscribers[path] = Subscriber(service.server.url(path))
    assert len(browser.endpoint) > outward.LONGEST_URL
    devices.test(ann, add(ann, browser).pk)
    assert browser.told[0].data["title"] == "Longtable: this is a test"


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
    assert browser.told == []


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
    assert not User.objects.get(pk=ann.pk).has_device


def test_nobody_takes_a_device_by_its_address_alone(
    ann: User, bob: User, service: PushService
) -> None:
    browser = service.subscribe()
    add(ann, browser)
    with pytest.raises(devices.BadDevice):
        add(bob, Subscriber(browser.endpoint))
    assert ann.devices.count() == 1


def test_signing_out_of_a_browser_ends_its_notices(ann: User, service: PushService) -> None:
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
    tell(ann, table)
    end(ann, client)
    sending.send_due()
    tell(ann, table, number=2)
    sending.send_due()
    assert browser.told == []
    assert devices.reachable(ann) == []


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
    tell(ann, table)
    sending.send_due()
    assert len(browser.told) == 1


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
    tell(ann, table)
    sending.send_due()
    assert (len(here.told), elsewhere.told) == (1, [])


@pytest.mark.same_everywhere
def test_device_added_by_a_token_ends_with_it(
    ann: User, table: Table, service: PushService
) -> None:
    row, secret = create_token(ann, "program")
    browser, program = service.subscribe(), APIClient(headers={"Authorization": f"Bearer {secret}"})
    assert program.post(API, browser.json, format="json").status_code == 200
    tell(ann, table)
    sending.send_due()
    assert len(browser.told) == 1
    row.delete()
    tell(ann, table, number=2)
    sending.send_due()
    assert len(browser.told) == 1


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
    assert not ann.has_device


@pytest.mark.same_everywhere
def test_list_of_sign_ins_shows_which_get_notices(ann: User, service: PushService) -> None:
    client = enter(ann)
    assert "shows notices" not in client.get("/accounts/sessions/").text
    subscribe(client, service.subscribe())
    assert "shows notices" in client.get("/accounts/sessions/").text


@pytest.mark.same_everywhere
def test_a_removed_device_is_told_nothing_more(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    tell(ann, table)
    client = signed_in(ann, user_agent=FIREFOX)
    assert "Device removed" in client.post(f"{PAGE}{device.pk}/remove/", follow=True).text
    assert of(ann) == []
    sending.send_due()
    assert browser.told == []
    ann.refresh_from_db()
    assert not ann.has_device


def test_one_of_two_removed_leaves_what_waits(
    ann: User, table: Table, service: PushService
) -> None:
    one, other = (add(ann, service.subscribe()) for _ in range(2))
    tell(ann, table)
    assert api_of(ann).delete(f"{API}{one.pk}/").json() == {"removed": True}
    assert len(of(ann)) == 1
    assert api_of(ann).delete(API).json() == {"removed": 1}
    assert of(ann) == []
    assert not Device.objects.filter(pk=other.pk).exists()


def test_an_account_that_leaves_takes_its_devices_along(ann: User, service: PushService) -> None:
    add(ann, service.subscribe())
    delete_account(ann)
    assert not Device.objects.exists()
    gone = User.objects.get(pk=ann.pk)
    assert not gone.has_device
    with pytest.raises(devices.BadDevice):
        add(gone, service.subscribe())


# tests


def test_a_test_shows_a_word_at_once(ann: User, service: PushService, redis_server: Any) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    client = signed_in(ann, user_agent=FIREFOX)
    assert "Test sent" in client.post(f"{PAGE}{device.pk}/test/", follow=True).text
    (told,) = browser.told
    assert (told.data["title"], told.data["url"]) == ("Longtable: this is a test", "/")
    assert told.urgency == "high"
    assert api_of(ann).post(f"{API}{device.pk}/test/").status_code == 429


@pytest.mark.same_everywhere
def test_a_test_says_what_went_wrong(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    browser.status = 500
    device = add(ann, browser)
    answer = api_of(ann).post(f"{API}{device.pk}/test/")
    assert answer.status_code == 409
    assert "500" in answer.json()["message"]


@pytest.mark.same_everywhere
def test_a_test_of_a_device_that_is_gone_removes_it(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    browser.status = 410
    device = add(ann, browser)
    with pytest.raises(devices.NotSent, match="no longer accepts notices"):
        devices.test(ann, device.pk)
    assert not ann.devices.exists()
