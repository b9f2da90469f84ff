"""No page and no mail shows a date or a time in another way than `portal/formats/` has it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.conf import settings
from django.contrib import admin
from django.core.mail import EmailMultiAlternatives
from django.db.models import Model
from django.template import VariableDoesNotExist
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.announcements import downtime
from games.clubs import creation as club_creation
from games.lobby import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    Announcement,
    ApiToken,
    Block,
    Case,
    Club,
    ClubMessage,
    DataExport,
    Decision,
    FairPlaySignal,
    Invitation,
    InvitationLink,
    Message,
    Note,
    Notification,
    PublicDump,
    PushSubscription,
    Report,
    Seat,
    Study,
    Table,
    Tournament,
    TournamentEntry,
    Webhook,
    WebhookDelivery,
)
from games.models.tables import LONGEST_SLEEP
from games.notifications import content, digests
from games.notifications.backends import mail
from games.notifications.context import NotificationContext
from games.notifications.outbox.events import DIGEST, EVENTS
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, registration
from tests.games.conftest import GAME, actor, new_table, play_on, seats_of
from tests.markup import Attributes, Reader
from tests.portal.test_hostile_requests import SKIPPED, addresses

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


# pages


@pytest.fixture
def boss(people: list[User]) -> User:
    """The owner, who moderates too: nothing is hidden from them."""
    now = timezone.now()
    user = people[0]
    far = timedelta(days=30)
    user.is_superuser = user.is_staff = user.is_moderator = True
    user.nickname, user.nickname_changed_at = "Anna", now
    user.open_table_ban_until = user.suspended_until = None
    user.vacations = [
        [(now + timedelta(days=2)).isoformat(), (now + timedelta(days=3)).isoformat(), False],
        [(now + far).isoformat(), (now + 2 * far).isoformat(), True],
    ]
    week = [[0, 1440]] * 7
    user.calendar = {"week": week, "off": [f"{now + timedelta(days=n):%Y-%m-%d}" for n in (2, 40)]}
    user.save()
    return user


@pytest.fixture
def pages(boss: User, people: list[User], new_table: Callable[..., Table]) -> list[str]:
    """The address of every page, where there is one of everything that has a date."""
    now, old = timezone.now(), timezone.now() - timedelta(days=100)
    soon, later = now + timedelta(days=2, hours=3), now + timedelta(days=50)
    host, other = people[0], people[1]
    waiting = table_setup.open_table(host, GAME, 3, {}, PRESETS_BY_KEY["day"].clock)
    dated = table_setup.open_table(other, GAME, 3, {}, PRESETS_BY_KEY["day"].clock)
    Table.objects.filter(pk=dated.pk).update(
        start_mode="date",
        starts_at=soon,
        starts_zone="Europe/Berlin",
        min_players_at_start=2,
        next_action_at=soon,
    )
    running, over, asleep = play_on(new_table(), moves=10), play_on(new_table()), new_table()
    Table.objects.filter(pk=over.pk).update(ended_at=old, started_at=old)
    Table.objects.filter(pk=asleep.pk).update(asleep_since=now)
    for table, until in ((waiting, soon), (dated, later)):
        by, to = (host, other) if table is waiting else (other, host)
        Invitation.objects.create(table=table, user=to, inviter=by, expires_at=until)
        InvitationLink.objects.create(table=table, max_uses=3, expires_at=until)
    club = club_creation.create_club(host, "Thursday", "Cards", "request")
    study = Study.objects.create(owner=host, name="Openings", changed_at=old)
    for at in (now, old):
        Message.objects.create(table=running, user=other, text="hello", at=at)
        ClubMessage.objects.create(club=club, user=host, text="hello", at=at)
        Announcement.objects.create(text_en="hello", starts_at=at, ends_at=later)
        Note.objects.create(author=host, person=other if at == now else people[2], changed_at=at)
        Block.objects.create(blocker=host, blocked=people[3 + (at == now)], since=at)
        ApiToken.objects.create(
            user=host, name="bot", digest=f"{at}", created_at=at, used_at=at, expires_at=later
        )
        FairPlaySignal.objects.create(
            kind="purpose", user=other, dedup_key=f"{at}", found_at=at, evidence={"n": 2}
        )
        PushSubscription.objects.create(
            user=host, endpoint=f"https://{at:%j}.example", name="a", created_at=at, last_ok_at=at
        )
        which = (running if at == now else over).key
        case = Case.objects.create(
            target_kind="table", target_key=which, subject=other, opened_at=at
        )
        Report.objects.create(case=case, reporter=host, kind="insult", at=at)
        case.decided_at = at if at == old else None
        case.save()
        Decision.objects.create(
            action="mute", moderator=host, subject=host, case=case.pk, until=later, at=at,
            digest=f"{at}", previous=f"before {at}"
        )  # fmt: skip
        Notification.objects.create(
            user=host, event="replaced", table=running, channel="page", dedup_key=f"{at}",
            created_at=at, state="sent", settled_at=at
        )  # fmt: skip
    hook = Webhook.objects.create(user=host, kind="json", url="https://a.example", disabled_at=old)
    WebhookDelivery.objects.create(webhook=hook, event="turn", at=old, status=500)
    DataExport.objects.create(user=host, requested_at=old, ready_at=now, size=5)
    PublicDump.objects.create(started_at=old, ready_at=old, size=5, matches=5)
    absences_at = soon.replace(second=0, microsecond=0)
    downtime.plan_downtime(absences_at, absences_at + timedelta(hours=3), tells=True, now=now)
    terms = TableSettings(seats=2, options={}, clock=PRESETS_BY_KEY["day"].clock)
    tournaments = [
        creation.create_tournament(
            host, f"Cup {n}", GAME, "arena", {}, terms, 4, starts_at=at, check_in=60, days=7
        )
        for n, at in enumerate((soon, later, soon))
    ]
    for tournament in tournaments:
        registration.enter(tournament.key, host)
    Tournament.objects.filter(pk=tournaments[2].pk).update(
        state="over", started_at=old, ended_at=old
    )
    TournamentEntry.objects.filter(tournament=tournaments[2]).update(place=1)
    found = [at for one in (dated, running, over) for at in addresses(one, host)]
    pages: list[Any] = [club, study, *tournaments]
    for one in pages:
        listed = addresses(SimpleNamespace(key=one.key), host)  # type: ignore[arg-type]
        found += [at for at in listed if at.startswith(one.get_absolute_url())]
    found += [waiting.get_absolute_url(), asleep.get_absolute_url(), *_in_administration()]
    skipped = (*SKIPPED, "/admin/logout")
    return [one for one in dict.fromkeys(found) if not one.startswith(skipped) and is_page(one)]


def is_page(address: str) -> bool:
    """The API answers programs, but for the page that describes it."""
    return address == "/api/" or not address.startswith("/api/")


def _in_administration() -> Iterator[str]:
    """The list of each model there, and each first page of a row, with its history."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        row = model._default_manager.first()
        if row is not None:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])


def test_templates_read_attributes_that_models_have(
    boss: User, pages: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Django renders an attribute that does not exist as nothing, so a stale name is silent."""
    club = Club.objects.get()
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    waiting.update(club=club, visibility=Table.Visibility.CIRCLE)
    Study.objects.update(club=club, visibility=Study.Visibility.CIRCLE)
    client = Client()
    client.force_login(boss)
    with caplog.at_level(logging.DEBUG, logger="django.template"):
        for address in pages:
            client.get(address)
    errors = [record.exc_info[1] for record in caplog.records if record.exc_info]
    missing = [error.params for error in errors if isinstance(error, VariableDoesNotExist)]
    assert len(missing) > 10, "Django logs what it cannot look up"
    assert sorted({f"{type(on).__name__}.{name}" for name, on in missing if is_row(on)}) == []


def is_row(value: object) -> bool:
    return isinstance(value, Model)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_shows_dates_in_our_formats(language: str, boss: User, pages: list[str]) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(boss)
    found: dict[str, list[tuple[str, str]]] = {}
    shown = dated = 0
    for address in pages:
        answer = client.get(address)
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        text = visible(answer.text)
        shown += answer.status_code == 200
        dated += re.search(RIGHT[language], text) is not None
        if others := wrong(text, language):
            found[address] = others
    assert found == {}
    assert shown > 120
    assert dated > 50


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
WHATS = {
    "circle": ("invited", "admitted", "helper", "owner", "member", "closed", "removed"),
    "contest": (
        *("invited", "season", "challenged", "not_taken", "place_lost", "dropped", "moved_up"),
        *("check_in", "not_here", "round", "ends_soon", "called_off", "bye", "sits_out"),
        *("put_out", "ruled", "corrected", "over"),
    ),
    "date": ("soon", "changed"),
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
            data = DATA | times | {"what": what}
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
