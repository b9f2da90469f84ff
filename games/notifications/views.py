"""The pages of notifications: the list, the settings, the digest, and unsubscribing from a kind."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import authenticated_user

from ..models import Notification
from . import content, digests, unsubscribe_links
from .context import NotificationContext
from .delivery_decision import outcome_text
from .forms import NotificationSettingsForm
from .outbox import inbox, turns, writer
from .outbox.channels import CHANNELS
from .outbox.events import DIGEST, EVENTS


class NotificationRow(NamedTuple):
    """A notification as its reader's list shows it; `fate` says what became of it."""

    notification: Notification
    text: str
    url: str
    channel: Promise | str
    fate: str
    is_new: bool


def recent_rows(user: User) -> list[NotificationRow]:
    """Return a person's last notifications with their outcome, the latest first."""
    return [
        NotificationRow(
            notification,
            content.one_line_text(notification),
            NotificationContext(notification).url,
            CHANNELS[notification.channel].label
            if notification.channel in CHANNELS
            else notification.channel,
            outcome_text(notification),
            inbox.is_unread(notification),
        )
        for notification in inbox.recent_notifications(user)
    ]


@login_required
def notification_list(request: HttpRequest) -> HttpResponse:
    """List my last notifications; a POST marks those of the bell as read."""
    if request.method == "POST":
        inbox.mark_read(authenticated_user(request))
        return redirect("games:notifications")
    return render(
        request,
        "games/notifications/list.html",
        {"lines": recent_rows(authenticated_user(request))},
    )


@login_required
def edit_settings(request: HttpRequest) -> HttpResponse:
    user = authenticated_user(request)
    form = NotificationSettingsForm(instance=user.notification_settings, user=user)
    if request.method == "POST":
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
            form = NotificationSettingsForm(
                request.POST, instance=user.notification_settings, user=user
            )
            if form.is_valid():
                save_settings(form, user)
        if not form.errors:
            messages.success(request, _("Notification settings saved."))
            return redirect("games:notification_settings")
    context = {"form": form, "channels": form.ways}
    return render(request, "games/notifications/settings.html", context)


def save_settings(form: NotificationSettingsForm, user: User) -> None:
    """Save the valid form of a person whose row is locked, and plan what depends on it again."""
    form.save()
    _reschedule_digest(user)
    if form.changes_reminders:
        turns.reschedule_reminders(user, timezone.now())


def _reschedule_digest(user: User) -> None:
    """Plan the person's next digest again, at the hour that they have now chosen."""
    coming = user.notifications.filter(event=DIGEST, state=Notification.State.WAITING)
    is_owed = coming.exists() or user.notification_settings.has_daily_digest
    coming.delete()
    if is_owed:
        writer.store_notifications([writer.build_digest(user, timezone.now())])


@login_required
def digest(request: HttpRequest) -> HttpResponse:
    """Show the digest as it would go out now."""
    found = digests.collect_digest(authenticated_user(request), timezone.now())
    context = {"digest": found, "headline": digests.headline(found)}
    return render(request, "games/notifications/digest.html", context)


@require_POST
@login_required
def enable_channel(request: HttpRequest, channel: str) -> HttpResponse:
    """Switch a channel on again that had stopped."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=authenticated_user(request).pk)
        chosen = user.notification_settings
        chosen.disabled_channels.pop(channel, None)
        chosen.save(update_fields=["disabled_channels"])
    return redirect("games:notification_settings")


@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop one kind of notification. The signed link is the permission: one click, no login."""
    kind = unsubscribe_links.read_token(token)
    if kind is None:
        raise Http404(_("This link is not valid."))
    if request.method == "POST":
        unsubscribe_links.unsubscribe(kind)
    event = EVENTS.get(kind.event)
    context = {
        "done": request.method == "POST",
        "event": _("The daily digest") if event is None else event.label,
        "channel": CHANNELS[kind.channel].label,
    }
    return render(request, "games/notifications/unsubscribe.html", context)
