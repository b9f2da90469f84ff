"""No page and no mail shows a date or a time in another way than `portal/formats/` has it.

All pages: tests/portal/test_every_page.py, where they are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import RequestFactory
from django.utils import timezone, translation

from accounts.models import User
from games.models import (
    Notification,
    Seat,
    Table,
)
from games.models.tables import LONGEST_SLEEP
from games.notifications import content, digests
from games.notifications.backends import mail
from games.notifications.context import NotificationContext
from games.notifications.outbox.events import DIGEST, EVENTS
from tests.games.conftest import GAME, actor, new_table, play_on, seats_of
from tests.markup import Attributes, Reader

__all__ = ["new_table"]

pytestmark = pytest.mark.same_everywhere

MONTH = (
    r"\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b"
)
WRONG = {
    "numbers with slashes": r"\b\d{1,4}/\d{1,2}/\d{1,4}\b",
    "12 hours": r"\b[ap]\.m\.|\d ?[AaPp][Mm]\b|午[前後]",
    "the month first": rf"{MONTH}\.? \d{{1,2}}\b",
    "a month with a point": rf"\d {MONTH}\.",
    "ISO 8601": r"\b\d{4}-\d\d-\d\d",
    "no space before the time": r"日\d{1,2}[:時]",
}
IN_JAPANESE = {"an English date": rf"\b\d{{1,2}} {MONTH}"}
RIGHT = {"en": rf"\d{{1,2}} {MONTH}", "ja": r"\d{1,2}月\d{1,2}日"}


def wrong(text: str, language: str) -> list[tuple[str, str]]:
    """What a text has of dates that should look otherwise, with the words around it."""
    looked_for = WRONG | IN_JAPANESE if language == "ja" else WRONG
    return [
        (what, text[max(0, found.start() - 40) : found.end() + 40])
        for what, pattern in looked_for.items()
        for found in re.finditer(pattern, text)
    ]


class Visible(Reader):
    """What people read or hear of a page; not what is for programs, such as examples of code."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.code = 0

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.code += tag in ("code", "pre")
        for name, value in attrs:
            if value and name in ("title", "aria-label", "alt", "placeholder"):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        self.code -= tag in ("code", "pre")

    def handle_data(self, data: str) -> None:
        if not self.code:
            self.texts.append(data)


def visible(html: str) -> str:
    reader = Visible()
    reader.feed(html)
    return "\n".join(filter(None, (" ".join(text.split()) for text in reader.texts)))


@pytest.mark.parametrize(
    "text",
    [
        *("Nov. 28, 2026, 8:53 a.m.", "November 28, 2026", "Nov 28", "11/28/2026", "28 Nov. 2026"),
        *(
            "2026-11-28 12:14",
            "8:53 PM",
            "noon, 8 pm",
            "2026年11月24日16:53",
            "午前8時",
            "2026/11/28",
        ),
    ],
)
def test_other_formats_are_found(text: str) -> None:
    assert wrong(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        *("28 Nov 2026, 12:14", "Sat 28 Nov, 12:14", "24 December – 2 January", "November 2026"),
        *(
            "2026年11月28日 12:14",
            "11月28日(土) 12:14",
            "12月24日〜1月2日",
            "1/2",
            "maybe 3",
            "I am 5",
        ),
    ],
)
def test_our_formats_are_not_found(text: str) -> None:
    assert not wrong(text, "en")


def test_an_english_date_is_found_on_a_japanese_page() -> None:
    assert wrong("28 Nov 2026", "ja")


def test_only_what_people_read_is_looked_at() -> None:
    page = '<time datetime="2026-11-28" title="a">b</time><code>2026-11-28</code><p>c</p>'
    assert visible(page) == "a\nb\nc"


# mails


def _letter(message: EmailMultiAlternatives) -> str:
    html = " ".join(visible(str(one[0])) for one in message.alternatives)
    return f"{message.subject} {message.body} {html}"


def _check(letters: list[str], language: str, dated: int) -> None:
    assert [(one, shown) for one in letters if (shown := wrong(one, language))] == []
    assert sum(re.search(RIGHT[language], one) is not None for one in letters) >= dated


#: What each event keeps, all at once.
DATA: dict[str, Any] = {
    **dict.fromkeys(("by", "to", "name", "title", "word", "text", "words", "en", "ja"), "hello"),
    **dict.fromkeys(("host", "reason", "staff", "why", "move"), "hello"),
    **dict.fromkeys(("n", "seats", "least", "rank", "of", "total", "delta", "round"), 2),
    **dict.fromkeys(("place", "days", "from", "points"), 2),
    "ready": "",
    "mine": True,
    "is_in": True,
    "answer": "accepted",
    "kind": "x",
    "game": GAME,
    "circle": "nothing",
    "contest": "nothing",
}
DATA_OF_EVENTS: dict[str, dict[str, Any]] = {
    "alert": {"kind": "tables", "query": "", "path": "/tables/", "count": 2},
    "club_match": {"home": "Thursday", "away": "Sunday", "game": GAME, "path": "/club-matches/"},
    "private_message": {"by": "ann", "path": "/messages/ann/", "tag": "private_message-1"},
    "proposal": {"kind": "call_off", "terms": {}},
    "proposal_over": {"kind": "call_off", "terms": {}, "outcome": "declined"},
}
WHATS = {
    "circle": ("invited", "admitted", "helper", "owner", "member", "closed", "removed"),
    "contest": (
        *("invited", "season", "challenged", "not_taken", "place_lost", "dropped", "moved_up"),
        *("check_in", "not_here", "round", "ends_soon", "called_off", "bye", "sits_out"),
        *("put_out", "ruled", "corrected", "over"),
    ),
    "date": ("soon", "changed"),
    "household": ("asked", "accepted"),
    "decided": ("mute", "suspend"),
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("days", [2, 50])
def test_every_notification_by_mail_shows_dates_in_our_formats(
    language: str, days: int, new_table: Callable[..., Table], mailoutbox: list[Any]
) -> None:
    table = play_on(new_table(), moves=3)
    user = actor(table).user
    assert user is not None
    User.objects.filter(pk=user.pk).update(language=language, time_zone="Asia/Tokyo")
    user.refresh_from_db()
    at = timezone.now() + timedelta(days=days)
    times = dict.fromkeys(("until", "at", "start", "end"), at.isoformat())
    date = {
        "start_mode": "date",
        "starts_at": at,
        "starts_zone": "Europe/Berlin",
        "min_players_at_start": 2,
    }
    Table.objects.filter(pk=table.pk).update(**date, asleep_since=at - LONGEST_SLEEP)
    Seat.objects.filter(table=table, user=user).update(due_at=at)
    table.refresh_from_db()
    assert set(content.TEXT_COMPOSERS) == set(EVENTS)
    for event in content.TEXT_COMPOSERS:
        for what in WHATS.get(event, ("",)):
            data = DATA | times | {"what": what} | DATA_OF_EVENTS.get(event, {})
            notification = Notification(
                user=user, table=table, event=event, channel="mail", data=data
            )
            mail.send(user, content.compose(NotificationContext(notification, seats_of(table))))
    Notification.objects.create(
        user=user, table=table, event="away", channel="mail", state="digest", data=times
    )
    mail.send(user, digests.compose(Notification(user=user, event=DIGEST, channel="mail")))
    letters = list(map(_letter, mailoutbox))
    assert len(letters) > 50
    _check(letters, language, dated=15)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_mail_about_an_account_shows_dates_in_our_formats(
    language: str, people: list[User], mailoutbox: list[Any]
) -> None:
    folder = settings.BASE_DIR / "templates" / "account" / "email"
    names = [one.name.removesuffix("_message.txt") for one in sorted(folder.glob("*_message.txt"))]
    names.remove("base")
    request = RequestFactory().get("/")
    request.user = people[0]
    mail_context = {
        "user": people[0],
        "timestamp": timezone.now() - timedelta(days=30),
        "ip": "::1",
    }
    with translation.override(language), context.request_context(request):
        for name in names:
            get_adapter().send_mail(f"account/email/{name}", "ann@example.org", mail_context)
    assert len(mailoutbox) == len(names) > 10
    _check(list(map(_letter, mailoutbox)), language, dated=5)
