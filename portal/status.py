"""The staff's status page: health checks, the numbers of /metrics in words, and a test mail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from prometheus_client import REGISTRY

from .health import ALL_CHECKS, run_checks
from .mail_test import send_test_mail

LABELS = {
    "longtable_tables": gettext_lazy("Tables"),
    "longtable_held_tables": gettext_lazy("Tables on hold"),
    "longtable_broken_title_rooms": gettext_lazy("Parts of games that cannot be loaded"),
    "longtable_due_seats": gettext_lazy("Seats past their deadline"),
    "longtable_due_seats_seconds": gettext_lazy("Longest overdue, in seconds"),
    "longtable_due_notices": gettext_lazy("Notifications to send"),
    "longtable_due_notices_seconds": gettext_lazy("Longest overdue, in seconds"),
    "longtable_failed_notices": gettext_lazy("Notifications that failed within a week"),
    "longtable_bots_cut_off": gettext_lazy("Bots cut off in the last week"),
    "longtable_queue_length": gettext_lazy("Waiting tasks"),
    "longtable_heartbeat_age_seconds": gettext_lazy("Seconds since the last heartbeat"),
    "longtable_backup_age_seconds": gettext_lazy("Seconds since the last backup"),
}


# The admin lists of the things that a number counts; `{of}` is the metric's label.
LISTS = {
    "longtable_held_tables": ("games_table", "stuck=held"),
    "longtable_due_seats": ("games_table", "stuck=late"),
    "longtable_due_notices": ("games_notification", "state__exact=waiting"),
    "longtable_failed_notices": ("games_notification", "state__exact=failed&channel__exact={of}"),
}


class SiteMetric(NamedTuple):
    label: str
    of: str
    value: int
    address: str


def site_metrics() -> Iterator[SiteMetric]:
    for family in REGISTRY.collect():
        for sample in family.samples if family.name in LABELS else ():
            of = ", ".join(sample.labels.values())
            yield SiteMetric(
                str(LABELS[family.name]), of, round(sample.value), _changelist_url(family.name, of)
            )


def _changelist_url(name: str, of: str) -> str:
    if name not in LISTS:
        return ""
    rows, asked = LISTS[name]
    return f"{reverse(f'admin:{rows}_changelist')}?{asked.format(of=of)}"


def status(request: HttpRequest) -> HttpResponse:
    """Show the status; a POST sends the user a test mail and shows the server's response."""
    context = {
        **admin.site.each_context(request),
        "title": _("Site status"),
        "checks": run_checks(ALL_CHECKS),
        "numbers": list(site_metrics()),
        "mail": send_test_mail(request.user.email) if request.method == "POST" else "",  # type: ignore[union-attr]
        "sender": settings.DEFAULT_FROM_EMAIL,
    }
    return render(request, "admin/status.html", context)
