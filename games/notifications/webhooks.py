"""Webhooks of people, tables and clubs: set them, post to them, switch them off when they fail."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site import configuration
from portal.errors import Conflict, Forbidden, Invalid
from portal.http import outgoing_requests

from ..clubs.access import check_leader, lock_club
from ..models import Club, Notification, Table, Webhook, WebhookDelivery
from . import outbox, test_throttle
from .backends import NotificationContent
from .outbox.events import TABLE_WEBHOOK, WEBHOOK
from .webhook_payloads import payload

KEPT = 50  # deliveries in the log of one webhook
MAX_FAILURES = 5  # in a row, over at least the period below, switch a webhook off
FAILURE_PERIOD = timedelta(hours=1)
TEST = "test"


def get_personal(user: User) -> Webhook | None:
    return Webhook.objects.select_related("user").filter(user=user).first()


def get_for_table(key: str) -> Webhook | None:
    return Webhook.objects.select_related("table__host").filter(table__key=key).first()


def get_for_club(key: str) -> Webhook | None:
    return Webhook.objects.select_related("club").filter(club__key=key).first()


# set and removed


def set_personal(user: User, kind: str, url: str) -> Webhook:
    """Set the person's webhook, in place of any other; only the returned object shows its `secret`.

    Raises:
        Invalid: the site sends nothing to this address.
    """
    hook = _build_webhook(kind, url)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Webhook.objects.filter(user=user).delete()
        hook.user = user
        hook.save()
        _update_has_webhook(hook, works=True)
    return hook


def set_for_table(key: str, user: User, kind: str, url: str) -> Webhook:
    """Set the webhook of a table. Only its host may.

    Raises:
        Table.DoesNotExist: there is no such table.
        Forbidden: the user is not its host.
        Invalid: the site sends nothing to this address.
        ActionError: the match is over.
    """
    hook = _build_webhook(kind, url)
    with transaction.atomic():
        table = _lock_hosted_table(key, user)
        if table.status in (Table.Status.CLOSED, Table.Status.CALLED_OFF, Table.Status.FINISHED):
            raise Conflict(_("This match is over, so there is nothing more to send."))
        Webhook.objects.filter(table=table).delete()
        hook.table = table
        hook.save()
        _update_has_webhook(hook, works=True)
    return hook


def set_for_club(key: str, user: User, kind: str, url: str) -> Webhook:
    """Set the webhook of a club. Its owner and its helpers may.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
        Invalid: the site sends nothing to this address.
    """
    hook = _build_webhook(kind, url)
    with transaction.atomic():
        club = lock_club(key)
        check_leader(club, user)
        Webhook.objects.filter(club=club).delete()
        hook.club = club
        hook.save()
        _update_has_webhook(hook, works=True)
    return hook


def remove_from_club(key: str, user: User) -> None:
    """Remove the webhook of a club.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
    """
    with transaction.atomic():
        club = lock_club(key)
        check_leader(club, user)
        Webhook.objects.filter(club=club).delete()
        Club.objects.filter(pk=club.pk).update(has_webhook=False)


def _build_webhook(kind: str, url: str) -> Webhook:
    try:
        outgoing_requests.parse_target(url, also=configuration.webhook_networks())
    except outgoing_requests.ForbiddenAddressError as error:
        raise Invalid(str(error), code="bad_address") from error
    secret = secrets.token_urlsafe(32) if kind == Webhook.Kind.JSON else ""
    return Webhook(kind=kind, url=url, secret=secret)


def _lock_hosted_table(key: str, user: User) -> Table:
    table = Table.objects.select_for_update(no_key=True).get(key=key)
    check_host(table, user)
    return table


def check_host(table: Table, user: User) -> None:
    """Check that the user is the host.

    Raises:
        Forbidden: the user is not the host.
    """
    if table.host_id != user.pk:
        raise Forbidden(_("Only the host can do that."), code="not_your_seat")


def remove_personal(user: User) -> None:
    """Remove the person's webhook and the notifications that wait for it."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Webhook.objects.filter(user=user).delete()
        user.notification_settings.assign(has_webhook=False)
        user.notifications.filter(channel=WEBHOOK, state=Notification.State.WAITING).delete()


def remove_from_table(key: str, user: User) -> None:
    """Remove the webhook of a table and the notifications that wait for it. Only its host may.

    Raises:
        Table.DoesNotExist: there is no such table.
        Forbidden: the user is not its host.
    """
    with transaction.atomic():
        _remove_table_webhook(_lock_hosted_table(key, user))


def delete_for(user: User) -> None:
    """Remove the webhooks of an account that is being deleted, also at tables that it hosts."""
    remove_personal(user)
    for table in Table.objects.filter(host=user, webhook__isnull=False).order_by("pk"):
        with transaction.atomic():
            _remove_table_webhook(Table.objects.select_for_update(no_key=True).get(pk=table.pk))


def exists_for(user: int) -> Q:
    """Return a condition for the database: the user has a webhook, or hosts a table with one."""
    of_tables = Webhook.objects.filter(table__host=user)
    return Exists(Webhook.objects.filter(user=user)) | Exists(of_tables)


def _remove_table_webhook(table: Table) -> None:
    Webhook.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(has_webhook=False)
    waiting = Notification.objects.filter(table=table, channel=TABLE_WEBHOOK)
    waiting.filter(state=Notification.State.WAITING).delete()


def _update_has_webhook(hook: Webhook, *, works: bool) -> None:
    """Store on the row of its person, table or club whether a webhook works there."""
    if hook.user is not None:
        hook.user.notification_settings.assign(has_webhook=works)
    elif hook.table is not None:
        Table.objects.filter(pk=hook.table.pk).update(has_webhook=works)
    elif hook.club is not None:
        Club.objects.filter(pk=hook.club.pk).update(has_webhook=works)


# delivered


def deliver(
    hook: Webhook, content: NotificationContent, seconds: float = outgoing_requests.TOTAL_SECONDS
) -> WebhookDelivery:
    """Post a notification to a webhook, in so many seconds at most, and log the result.

    The log is in its owner's language. A webhook that fails too often is switched off.
    """
    now = timezone.now()
    done = WebhookDelivery(webhook=hook, event=content.event, at=now)
    with translation.override(hook.owner.language or configuration.default_language()):
        try:
            posted = payload(hook, content, now)
            answer = outgoing_requests.post(
                hook.url,
                posted.body,
                posted.headers,
                seconds,
                also=configuration.webhook_networks(),
            )
        except (
            outgoing_requests.ForbiddenAddressError,
            outgoing_requests.RequestFailedError,
        ) as error:
            done.problem = str(error)[:200]
        else:
            done.status = answer.status
            if not 200 <= answer.status < 300:
                done.wait = answer.wait
                done.problem = _("The answer was %(status)d.") % {"status": answer.status}
        _log_delivery(done)
    return done


def send_test(hook: Webhook, user: User) -> WebhookDelivery:
    """Send a test now. If it succeeds, a webhook that was switched off is on again.

    Raises:
        TooManyRequests: the person's last test was a moment ago, or another test is running.
    """
    with test_throttle.throttle_test(user):
        return deliver(hook, _test_content(hook), test_throttle.SECONDS)


def _test_content(hook: Webhook) -> NotificationContent:
    return NotificationContent(
        event=TEST,
        tag=TEST,
        title=_("%(site_name)s: this is a test") % {"site_name": configuration.get_site().name},
        text=_("This webhook works. It will receive the events you have chosen."),
        url=settings.SITE_URL + "/",
        data={
            "event": TEST,
            "table": None if hook.table is None else hook.table.key,
            "circle": None if hook.club is None else hook.club.key,
        },
    )


def _log_delivery(done: WebhookDelivery) -> None:
    """Log a delivery and count failures, unless the webhook was removed in the meantime."""
    with transaction.atomic():
        _lock_owner(done.webhook)
        found = Webhook.objects.select_related("user", "table__host", "club")
        hook = found.filter(pk=done.webhook_id).first()
        if hook is None:
            return
        done.save()
        old = hook.deliveries.order_by("-pk").values_list("pk", flat=True)[KEPT:]
        WebhookDelivery.objects.filter(pk__in=list(old)).delete()
        if not done.problem:
            _handle_success(hook)
        elif done.event != TEST:
            _handle_failure(hook, done)


def _lock_owner(hook: Webhook) -> None:
    """Lock the row of its person, table or club, as all code does that changes a webhook."""
    if hook.user is not None:
        list(User.objects.select_for_update(no_key=True).filter(pk=hook.user.pk))
    elif hook.table is not None:
        list(Table.objects.select_for_update(no_key=True).filter(pk=hook.table.pk).only("pk"))
    elif hook.club is not None:
        list(Club.objects.select_for_update(no_key=True).filter(pk=hook.club.pk).only("pk"))


def _handle_success(hook: Webhook) -> None:
    if hook.failures or not hook.is_working:
        hook.failures, hook.failing_since, hook.disabled_at = 0, None, None
        hook.save(update_fields=["failures", "failing_since", "disabled_at"])
        _update_has_webhook(hook, works=True)


def _handle_failure(hook: Webhook, done: WebhookDelivery) -> None:
    hook.failures += 1
    hook.failing_since = hook.failing_since or done.at
    is_long = hook.failures >= MAX_FAILURES and done.at - hook.failing_since >= FAILURE_PERIOD
    if hook.is_working and (done.status in outgoing_requests.GONE_STATUSES or is_long):
        hook.disabled_at = done.at
        _update_has_webhook(hook, works=False)
        _notify_owner(hook, done)
    hook.save(update_fields=["failures", "failing_since", "disabled_at"])


def _notify_owner(hook: Webhook, done: WebhookDelivery) -> None:
    period = f"{hook.pk}:{done.at:%Y-%m-%dT%H:%M:%S}"
    about: dict[str, Any] = {"host": hook.host, "reason": done.problem}
    if hook.club is not None:
        about["circle"] = hook.club.key
    outbox.send(
        hook.owner, "webhook_stopped", table=hook.table, period=period, now=done.at, **about
    )


def recent_deliveries(hook: Webhook) -> list[WebhookDelivery]:
    """Return the log of a webhook, the latest first."""
    return list(hook.deliveries.all()[:KEPT])
