"""The input and the result of composing a notification's text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from accounts import closure_links

from ..models import Notification, Seat, Table


@dataclass
class NotificationContext:
    """A notification with the seats of its table.

    Attributes:
        notice: the row.
        seats: all seats of the table, ordered by number; empty without a table.
        is_late: whether it goes out in quiet hours, because it would be too late after them.
    """

    notice: Notification
    seats: list[Seat] = field(default_factory=list)
    is_late: bool = False

    @property
    def table(self) -> Table:
        assert self.notice.table is not None
        return self.notice.table

    @property
    def seat(self) -> Seat | None:
        """The reader's own seat."""
        mine = (seat for seat in self.seats if seat.user_id == self.notice.user_id)
        return next(mine, None)

    @property
    def url(self) -> str:
        """The path to which the notification links."""
        table, circle = self.notice.table, self.notice.data.get("circle")
        if circle is not None and self.notice.event == "webhook_stopped":
            return reverse("games:club_webhook", args=[circle])
        if circle is not None:
            is_out = self.notice.data.get("what") in ("removed", "closed")
            return reverse("games:clubs") if is_out else reverse("games:club", args=[circle])
        if self.notice.event == "contest" and table is None:
            return reverse("games:tournament", args=[self.notice.data["contest"]])
        if self.notice.event == "decided" and not self.notice.user.is_active:
            return reverse("games:closed", args=[closure_links.closure_token(self.notice.user)])
        if self.notice.event == "decided":
            return reverse("games:decisions")
        if self.notice.event == "announced":
            return reverse("home")
        if self.notice.event == "archive":
            return reverse("games:data_export")
        if table is None:
            is_wish = self.notice.event == "wish_lapsed"
            return reverse("games:lobby" if is_wish else "games:webhook")
        if self.notice.event == "invited":
            return reverse("games:invitation", args=[table.key])
        return table.get_absolute_url()

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.notice.data)


class NotificationText(list[str]):
    """The text of a notification: `title` is its first line, the list has the other lines."""

    def __init__(self, title: str, *lines: str) -> None:
        super().__init__(line for line in lines if line)
        self.title = title
