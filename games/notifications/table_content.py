"""Texts for the webhook of a table: public facts only, nothing of any seat's view.

They name seats, whose turn it is and the result. They need neither the rules nor the board.
"""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.site import configuration
from portal.dates import moment_text

from ..boards import presenter
from ..boards.translations import join_list
from ..models import Notification, Seat, Table
from . import content
from .backends import NotificationContent
from .delivery_decision import awaited_seats


def compose(notification: Notification) -> NotificationContent:
    """Return the text of a table's notification, in the language and time zone of its host."""
    table, host = notification.table, notification.user
    assert table is not None
    language = host.language or configuration.default_language()
    with translation.override(language), timezone.override(host.time_zone):
        if notification.event == "started":
            title, lines = _match_started_text(notification.seats)
        elif notification.event == "turn":
            title, lines = _turn_text(awaited_seats(notification))
        else:
            title, lines = result_text(table, notification.seats)
        place = [presenter(table.game).name(), table.title]
        return NotificationContent(
            event=notification.event,
            tag=table.key,
            title=content.title_line(title, *place),
            text="\n".join(lines),
            url=settings.SITE_URL + table.get_absolute_url(),
            data=content.event_data(notification)
            | {"seats": [_seat_data(seat) for seat in notification.seats]},
        )


def _match_started_text(seats: list[Seat]) -> tuple[str, list[str]]:
    return _("A match has started"), [_seat_names(seats)]


def _turn_text(seats: list[Seat]) -> tuple[str, list[str]]:
    title = ngettext("It is %(names)s's turn", "Waiting for: %(names)s", len(seats))
    lines = [
        _("%(name)s has until %(when)s (%(zone)s).")
        % {
            "name": seat.name,
            "when": moment_text(seat.due_at),
            "zone": timezone.get_current_timezone_name(),
        }
        for seat in seats
        if seat.due_at is not None
    ]
    return title % {"names": _seat_names(seats)}, lines


def result_text(table: Table, seats: list[Seat]) -> tuple[str, list[str]]:
    """Return how a match ended: a title, and a line for each seat."""
    if table.status == Table.Status.CALLED_OFF:
        return _("The match was called off"), [_("It does not count.")]
    ranked = sorted(seats, key=lambda seat: (seat.rank or len(seats), seat.number))
    lines = [
        _("%(rank)s. %(name)s: %(total)s points")
        % {"rank": seat.rank, "name": seat.name, "total": seat.total}
        for seat in ranked
    ]
    return _("The match is over"), lines


def _seat_names(seats: list[Seat]) -> str:
    return join_list(seat.name for seat in seats)


def _seat_data(seat: Seat) -> dict[str, object]:
    return {
        "number": seat.number,
        "name": seat.name,
        "bot": bool(seat.bot),
        "waits": seat.waiting_since is not None,
        "due_at": content.due_at_iso(seat),
        "rank": seat.rank,
        "total": seat.total,
    }
