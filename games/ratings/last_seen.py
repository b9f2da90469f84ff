"""When users were last active, by what they do, not by background requests of open pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

from . import absence_tracking, device_fingerprints

UPDATE_INTERVAL = timedelta(minutes=5)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def track_last_seen(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that records when a user opens a page or sends anything.

    It needs a query only after an absence and once every five minutes.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and is_user_action(request):
            update_last_seen(request.user, request)
        return get_response(request)

    return answer


def update_last_seen(user: User, request: HttpRequest | None = None) -> None:
    """Record that this user is active, at most every five minutes unless they were absent."""
    now = timezone.now()
    if user.absent_since is not None:
        absence_tracking.end_absence(user.pk)
    was_away = user.availability.auto_vacation_since is not None
    if now - user.last_seen_at > UPDATE_INTERVAL or was_away:
        User.objects.filter(pk=user.pk).update(last_seen_at=now)
        user.last_seen_at = now
        if was_away:
            user.availability.assign(auto_vacation_since=None)
        if request is not None:
            device_fingerprints.record_fingerprint(request, user, now)


def is_user_action(request: HttpRequest) -> bool:
    """Whether a request is a user's action; scripts fetch fragments and browsers prefetch pages."""
    if request.method not in SAFE_METHODS:
        return True
    headers = request.headers
    by_itself = headers.get("HX-Request") == "true" or "prefetch" in headers.get("Sec-Purpose", "")
    return not by_itself and not request.path.startswith("/api/")
