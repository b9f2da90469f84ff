"""Devices: browsers that subscribed to notifications, and what their push services are sent.

A device ends with the session, or the token, by which it was added. It is removed when that ends.
Even before it is removed, nothing is sent to it any more (`active_devices`).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.models import User
from accounts.site.configuration import get_site
from portal.errors import Conflict, Invalid, NotFound
from portal.http import outgoing_requests, web_push

from ..models import ApiToken, Notification, PushSubscription
from ..table.views import turn_counter
from . import test_throttle
from .backends import NotificationContent
from .outbox.events import EVENTS, PUSH, TURN_EVENTS
from .webhook_payloads import truncate

MOST = 10  # devices of one person
MAX_ENDPOINT_LENGTH = 1000
MAX_TITLE_LENGTH = 200
MAX_TEXT_LENGTH = 600
SECONDS = 5.0  # time-out for one device
KEPT = timedelta(days=1)  # how long the service stores a notification for a device that is off
MAX_TTL = timedelta(days=7)
TEST = "test"
CLOSE = "close"
MAX_TAGS = 50
MAX_SILENT_PUSHES = 4  # a day to one device: browsers allow few messages that show nothing
#: Push services whose browsers allow none.
NOISY_SERVICES = ("push.apple.com", "push.services.mozilla.com")


# added and removed


def application_server_key() -> str:
    """Return the key with which browsers subscribe, or "" if the site sends nothing to devices."""
    return web_push.public_key(settings.PUSH_KEY) if settings.PUSH_KEY else ""


def add_device(
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    user_agent: str,
    session_key: str = "",
    token: ApiToken | None = None,
) -> PushSubscription:
    """Register this browser for the person's notifications, and for nobody else's.

    It gets them until the session or the token ends by which it is added.

    Raises:
        Invalid: nothing can be sent to this subscription.
        Conflict: the person has `MOST` devices already.
    """
    made = _parse_subscription(endpoint, p256dh, auth)
    made.name = device_name(user_agent)
    with transaction.atomic():
        # The browser's previous user gets nothing there any more. Users are locked by id.
        before = (
            PushSubscription.objects.filter(endpoint=endpoint)
            .values_list("user", flat=True)
            .first()
        )
        held = {row.pk: row for row in _lock_users(user.pk, before or user.pk)}
        if not held[user.pk].is_active:
            raise Invalid(_("This account no longer exists."), code="bad_device")
        known = PushSubscription.objects.filter(endpoint=endpoint).first()
        if known is not None and known.user_id != user.pk:
            if known.user_id not in held or (known.p256dh, known.auth) != (made.p256dh, made.auth):
                raise Invalid(_("These keys do not belong to this address."), code="bad_device")
            _remove(held[known.user_id], [known])
            known = None
        if known is None:
            if user.devices.count() >= MOST:
                _remove(
                    user, [one for one in user.devices.all() if one not in active_devices(user)]
                )
            if user.devices.count() >= MOST:
                raise Conflict(
                    _("You already have ten devices. Remove one first."), code="too_many_devices"
                )
            known = PushSubscription(user=user, endpoint=endpoint)
        known.p256dh, known.auth, known.name = made.p256dh, made.auth, made.name
        known.session_key, known.token = session_key, token
        known.save()
        _update_has_device(user)
    return known


def _parse_subscription(endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    if not settings.PUSH_KEY:
        raise Invalid(_("This site does not send notifications to devices."), code="bad_device")
    try:
        outgoing_requests.parse_target(endpoint, MAX_ENDPOINT_LENGTH)
        web_push.parse_subscription(endpoint, p256dh, auth)
    except outgoing_requests.ForbiddenAddressError as error:
        raise Invalid(str(error), code="bad_device") from error
    except ValueError as error:
        raise Invalid(_("These are not valid browser keys."), code="bad_device") from error
    p256dh, auth = (
        web_push.encode_base64url(web_push.decode_base64url(text)) for text in (p256dh, auth)
    )
    return PushSubscription(endpoint=endpoint, p256dh=p256dh, auth=auth)


def _lock_users(*people: int) -> list[User]:
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=people)
    return list(rows.order_by("pk"))


def get_device(user: User, pk: int) -> PushSubscription:
    """Return an active device of this person.

    Raises:
        NotFound: the person has no such device.
    """
    found = next((device for device in active_devices(user) if device.pk == pk), None)
    if found is None:
        raise NotFound(_("You have no such device."), code="no_device")
    return found


def remove_devices(user: User, *numbers: int) -> int:
    """Remove these devices of the person (all, without numbers); return how many were removed."""
    with transaction.atomic():
        _lock_users(user.pk)
        found = PushSubscription.objects.filter(user=user)
        count = _remove(user, list(found.filter(pk__in=numbers) if numbers else found))
        if not user.notification_settings.has_push_device:
            user.notifications.filter(channel=PUSH, state=Notification.State.WAITING).delete()
    return count


def active_devices(user: User) -> list[PushSubscription]:
    """Return the person's devices with a valid session or token; only these are sent anything."""
    found, now = list(user.devices.select_related("token")), timezone.now()
    keys = sessions.filter_valid_keys(user.pk, {device.session_key for device in found})
    return [
        device
        for device in found
        if device.session_key in keys or (device.token and not device.token.has_expired(now))
    ]


def move_to_session(before: str, after: str, **_more: Any) -> None:
    """Receiver: give the devices of a session its new key."""
    PushSubscription.objects.filter(session_key=before).update(session_key=after)


def remove_for_ended_session(user: int, key: str, **_more: Any) -> None:
    """Receiver: remove the devices of a session that has ended.

    Without a key, several sessions ended; `clear_ended` finds their devices later.
    """
    if key:
        _remove_matching(Q(user=user, session_key=key))


def remove_for_changed_password(
    user: User, request: HttpRequest | None = None, **_more: Any
) -> None:
    """Receiver: a new password ends all sessions of the person except the one that set it."""
    here = request.session.session_key if request is not None and request.user == user else None
    valid = {device.pk for device in active_devices(user)}
    _remove_matching(Q(user=user) & ~Q(pk__in=valid) & ~Q(session_key=here or "-"))


def clear_ended() -> int:
    """Remove the devices whose session is gone or whose token has expired; return how many."""
    now = timezone.now()
    stored = Session.objects.filter(expire_date__gt=now).values("session_key")
    return _remove_matching(
        Q(token=None) & ~Q(session_key__in=stored) | Q(token__expires_at__lte=now)
    )


def _remove_matching(condition: Q) -> int:
    people: dict[int, list[int]] = {}
    for pk, person in PushSubscription.objects.filter(condition).values_list("pk", "user"):
        people.setdefault(person, []).append(pk)
    return sum(remove_devices(User(pk=person), *found) for person, found in people.items())


def _remove(user: User, devices: list[PushSubscription]) -> int:
    PushSubscription.objects.filter(pk__in=[device.pk for device in devices]).delete()
    _update_has_device(user)
    return len(devices)


def _update_has_device(user: User) -> None:
    """Store in the person's settings whether they have any device."""
    has_one = PushSubscription.objects.filter(user=user).exists()
    user.notification_settings.assign(has_push_device=has_one)


# The first mark found decides. Browsers also contain the names of browsers further down.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Return the name of a device for lists.

    >>> device_name("Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0")
    'Firefox on Android'
    >>> device_name("curl/8")
    'A program'
    """
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), "")
    system = next(
        (name for mark, name in SYSTEMS.items() if re.search(rf"\b{mark}\b", user_agent)), ""
    )
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A program")


# sent


class PushResult(NamedTuple):
    """The result for one device: `problem` is "" if its push service accepted the notification."""

    device: PushSubscription
    problem: str = ""
    is_gone: bool = False
    is_service_failure: bool = False  # all devices of this service would have failed
    wait: timedelta | None = None  # for which the service asks


def payload(user: User, content: NotificationContent) -> bytes:
    """Return what a browser shows. A notification replaces earlier ones with its tag.

    `waits` are the tags of the tables that wait for the person. The browser closes what it still
    shows about turns at other tables (`close_turns` lets some browsers do it sooner).
    """
    title, text = truncate(content.title, MAX_TITLE_LENGTH), truncate(content.text, MAX_TEXT_LENGTH)
    tables = turn_counter.keys_of_tables_to_move(user)
    while True:
        shown: dict[str, Any] = {
            "turn": content.event in TURN_EVENTS,
            "waits": tables if len(tables) <= MAX_TAGS else None,
            "title": title,
            "body": text,
            "url": content.url.removeprefix(settings.SITE_URL) or "/",
            "tag": content.tag,
            "badge": len(tables),
        }
        body = json.dumps(shown, ensure_ascii=False).encode()
        if len(body) <= web_push.MAX_BODY_BYTES:
            return body
        title, text = truncate(title, len(title) // 2 + 1), truncate(text, len(text) // 2 + 1)


def push_headers(
    device: PushSubscription, content: NotificationContent, now: datetime
) -> dict[str, str]:
    """Return the headers for the service: time to live, urgency, and the topic that it replaces."""
    event = EVENTS.get(content.event)
    is_urgent = content.event == TEST or (event is not None and event.is_urgent)
    found = {
        "Authorization": web_push.vapid_authorization(
            device.endpoint, settings.PUSH_KEY, vapid_contact(), now.timestamp()
        ),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(time_to_live(content, now).total_seconds())),
        "Urgency": "high" if is_urgent else "normal",
    }
    return {**found, "Topic": web_push.message_topic(content.tag)} if content.tag else found


def time_to_live(content: NotificationContent, now: datetime) -> timedelta:
    """Return how long the service stores it for a device that is off: a turn until its deadline."""
    event, due = EVENTS.get(content.event), content.data.get("due_at")
    if event is None or not event.waits or not isinstance(due, str):
        return KEPT
    return min(max(datetime.fromisoformat(due) - now, timedelta(minutes=1)), MAX_TTL)


def vapid_contact() -> str:
    """Return how those who run push services can reach those who run the site."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return "mailto:" + settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip("> ")


def push_to_device(
    device: PushSubscription,
    content: NotificationContent,
    seconds: float = SECONDS,
    message: bytes | None = None,
) -> PushResult:
    """Send a notification to one device; remove the device if its service reports it as gone.

    `message` is what the browser gets instead of the notification.
    """
    now = timezone.now()
    to = web_push.parse_subscription(device.endpoint, device.p256dh, device.auth)
    try:
        body = web_push.encrypt_body(message or payload(device.user, content), to)
        asked = push_headers(device, content, now)
        answer = outgoing_requests.post(device.endpoint, body, asked, seconds, MAX_ENDPOINT_LENGTH)
    except (outgoing_requests.ForbiddenAddressError, outgoing_requests.RequestFailedError) as error:
        return PushResult(device, str(error), is_service_failure=True)
    if answer.status in outgoing_requests.GONE_STATUSES:
        with transaction.atomic():
            _lock_users(device.user_id)
            _remove(device.user, [device])
        return PushResult(device, _("This browser no longer accepts notifications."), is_gone=True)
    if not 200 <= answer.status < 300:
        is_services = answer.status == 429 or answer.status >= 500
        problem = _("The answer was %(status)d.") % {"status": answer.status}
        return PushResult(device, problem, is_service_failure=is_services, wait=answer.wait)
    PushSubscription.objects.filter(pk=device.pk).update(last_ok_at=now)
    return PushResult(device)


def push_to_devices(
    user: User, content: NotificationContent, but: set[int], services: dict[str, timedelta | None]
) -> list[PushResult]:
    """Send a notification to all devices of a person except those in `but`.

    `services` has the services that failed in this round; they get no request. Devices that a
    service reached last come first, because time is limited.
    """
    until = time.monotonic() + outgoing_requests.TOTAL_SECONDS
    found = [device for device in active_devices(user) if device.pk not in but]
    results = []
    for device in sorted(found, key=lambda one: one.last_ok_at or one.created_at, reverse=True):
        device.user = user
        left = until - time.monotonic()
        if device.service in services or left <= 0:
            problem = _("This browser's push service does not answer.")
            results.append(PushResult(device, problem, wait=services.get(device.service)))
            continue
        done = push_to_device(device, content, min(left, SECONDS))
        if done.is_service_failure:
            services[device.service] = done.wait
        results.append(done)
    return results


def close_turns(user: User, sent: Mapping[str, datetime]) -> int:
    """Let devices of a person close what has ended; return how many were reached.

    Nothing is sent to services that punish a message that shows nothing, and only a few such
    messages a day to others.

    Args:
        user: the person.
        sent: when it was sent to their devices, by its tag: the key of a table for turns.
    """
    if not (settings.PUSH_KEY and user.is_active):
        return 0
    waits = turn_counter.keys_of_tables_to_move(user)
    over = sorted(sent.keys() - set(waits))
    if not over:
        return 0
    body = json.dumps({"closes": over[:MAX_TAGS], "badge": len(waits)}).encode()
    content = NotificationContent(
        event=CLOSE, tag=over[0] if len(over) == 1 else "", title="", text="", url="", data={}
    )
    until = time.monotonic() + outgoing_requests.TOTAL_SECONDS
    reached = 0
    for device in active_devices(user):
        left = until - time.monotonic()
        had_one = any(device.created_at <= sent[key] for key in over)
        if left > 0 and had_one and _may_send_silently(device):
            reached += not push_to_device(device, content, min(left, SECONDS), body).problem
    return reached


def _may_send_silently(device: PushSubscription) -> bool:
    """Whether a device may get a message that shows nothing, which is counted from now on."""
    host = (urlsplit(device.endpoint).hostname or "").lower()
    if any(host == name or host.endswith(f".{name}") for name in NOISY_SERVICES):
        return False
    name = f"silent-pushes:{device.pk}:{timezone.now():%Y-%m-%d}"
    cache.add(name, 0, timedelta(days=1).total_seconds())
    is_counted = cache.get(name) is not None  # None while the cache is away
    return is_counted and cache.incr(name) <= MAX_SILENT_PUSHES


def send_test(user: User, pk: int) -> None:
    """Send a test to one device of the person now.

    Raises:
        NotFound: the person has no such device.
        TooManyRequests: the person's last test was a moment ago, or another test is running.
        Conflict: the test did not get through.
    """
    device = get_device(user, pk)
    with test_throttle.throttle_test(user):
        done = push_to_device(device, _test_content(), test_throttle.SECONDS)
    if done.problem:
        raise Conflict(_("The test failed: %(reason)s") % {"reason": done.problem}, code="not_sent")


def _test_content() -> NotificationContent:
    return NotificationContent(
        event=TEST,
        tag=TEST,
        title=_("%(site_name)s: this is a test") % {"site_name": get_site().name},
        text=_("This device will show the notifications you have chosen."),
        url=settings.SITE_URL + "/",
        data={"event": TEST},
    )
