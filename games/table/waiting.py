"""What every page knows of the games: how many tables wait for the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from portal.quick.rows import Prepared

from ..boards import presenter
from ..models import Seat
from ..templatetags.countdown import countdown

AWAITED = Prepared(lambda user: Seat.objects.awaited(user).order_by().only("pk"))


def waiting(request: HttpRequest) -> dict[str, Any]:
    return {"waiting_count": SimpleLazyObject(lambda: count(getattr(request, "user", None)))}


def count(user: Any) -> int:
    """How many tables wait for this person."""
    known = user is not None and user.is_authenticated
    return AWAITED.count(user.pk) if known else 0


def next_label(user: Any, count: int) -> SafeString:
    """Which of the tables that wait for this person is the most urgent, and how many more wait.

    "" where none does any more.
    """
    urgent = Seat.objects.awaited(user).values_list("table__game", "due_at").first()
    if urgent is None:
        return SafeString()
    game, due = urgent
    named = {"game": presenter(game).name()}
    if due is None:
        label = format_html(_("Next: {game}"), **named)
    else:
        label = format_html(_("Next: {game}, {when} left"), when=countdown(due), **named)
    number = format_html("<b>{}</b>", count - 1)
    more = format_html(_("({n} more)"), n=number)
    kind = "" if count > 1 else "is-none"
    return format_html(
        '<span class="next-named">{}</span> <span class="{}">{}</span>', label, kind, more
    )
