"""The input and the result of composing a notification's text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import closure_links

from ..models import Notification, Seat, Table

# The pages of events without a table. A new event stores its own `path` instead; the last two do,
# but older rows of theirs have none.
PAGES_OF_EVENTS = {
    "announced": "home",
    "archive": "games:data_export",
    "decided": "games:decisions",
    "webhook_stopped": "games:webhook",
    "wish_lapsed": "games:lobby",
    "household": "games:households",
    "private_message": "games:conversations",
}


@dataclass
class NotificationContext:
    """A notification with the seats of its table.

    Attributes:
        notification: the row.
        seats: all seats of the table, ordered by number; empty without a table.
        is_late: whether it goes out in quiet hours, because it would be too late after them.
    """

    notification: Notification
    seats: list[Seat] = field(default_factory=list)
    is_late: bool = False

    @property
    def table(self) -> Table:
        assert self.notification.table is not None
        return self.notification.table

    @property
    def seat(self) -> Seat | None:
        """The reader's own seat."""
        mine = (seat for seat in self.seats if seat.user_id == self.notification.user_id)
        return next(mine, None)

    @property
    def url(self) -> str:
        """The path to which the notification links; "" for a digest."""
        table, club = self.notification.table, self.notification.data.get("circle")
        if club is not None and self.notification.event == "webhook_stopped":
            return reverse("games:club_webhook", args=[club])
        if club is not None:
            is_out = self.notification.data.get("what") in ("removed", "closed")
            return reverse("games:clubs") if is_out else reverse("games:club", args=[club])
        if self.notification.event == "contest" and table is None:
            return reverse("games:tournament", args=[self.notification.data["contest"]])
        if self.notification.event == "decided" and not self.notification.user.is_active:
            return reverse(
                "games:closed", args=[closure_links.closure_token(self.notification.user)]
            )
        if "path" in self.notification.data:
            return str(self.notification.data["path"])
        if table is None:
            page = PAGES_OF_EVENTS.get(self.notification.event)
            return "" if page is None else reverse(page)
        if self.notification.event == "invited":
            return reverse("games:invitation", args=[table.key])
        return table.get_absolute_url()

    @property
    def by(self) -> str:
        """The name of the person who did something; anonymous tables store none."""
        return self.data["by"] or _("A player")

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.notification.data)


class NotificationText(list[str]):
    """The text of a notification: `title` is its first line, the list has the other lines."""

    def __init__(self, title: str, *lines: str) -> None:
        super().__init__(line for line in lines if line)
        self.title = title
