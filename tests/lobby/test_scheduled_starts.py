"""Tables with a date: they start then with those who are there, or close; people are reminded."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from celery import current_app
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games import tasks
from games.availability import start_dates
from games.availability.start_dates import StartDate
from games.availability.validation import InvalidCalendarError
from games.lobby import match_start
from games.lobby.admission import host_actions, invitations, matchmaking
from games.lobby.home import calendar_feeds
from games.lobby.models import CalendarFeed, SavedTableSettings
from games.lobby.setup import scheduled_starts, table_setup
from games.lobby.table_settings import TableSettings
from games.models import Invitation, Notification, Table
from games.notifications import content, delivery_decision
from games.table.session import heartbeat
from games.time_controls import PRESETS_BY_KEY
from portal import background
from portal.dates import moment_text
from portal.errors import ActionError
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, seats_of

DAY = PRESETS_BY_KEY["day"].clock
BERLIN = "Europe/Berlin"
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
IN = timedelta(days=3)


def open_scheduled_table(
    host: User, least: int = 2, ahead: timedelta = IN, seats: int = 4
) -> Table:
    at = (timezone.now() + ahead).replace(microsecond=0)
    return table_setup.open_table(
        host, GAME, TableSettings(seats, {}, DAY), date=StartDate(at, BERLIN, least), name="Friday"
    )


def at(table: Table) -> datetime:
    found = fresh(table).starts_at
    assert found is not None
    return found


def bell_texts(user: User) -> list[str]:
    """What somebody is told on the bell, oldest first."""
    rows = user.notifications.filter(channel="page").order_by("pk")
    return [content.one_line_text(row).split(" · ")[0] for row in rows]


def text_of(user: User, event: str) -> str:
    row = user.notifications.filter(event=event, channel="mail").latest("pk")
    return content.compose(content.NotificationContext(row, [])).text


def assert_refused(code: str, act: object) -> str:
    with pytest.raises(ActionError) as found:
        act()  # type: ignore[operator]
    assert found.value.code == code
    return found.value.message


# clocks on the wall


@pytest.fixture
def november(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is some day of February 2026 wherever dates are read."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 2, 20, tzinfo=UTC))


@pytest.mark.usefixtures("november")
def test_a_date_is_meant_by_the_clocks_of_its_zone() -> None:
    day, eight = date(2026, 3, 27), time(20, 0, 30)
    assert start_dates.resolve_wall_time(day, eight, BERLIN) == datetime(
        2026, 3, 27, 19, tzinfo=UTC
    )
    assert start_dates.resolve_wall_time(day, eight, "Asia/Tokyo") == datetime(
        2026, 3, 27, 11, tzinfo=UTC
    )
    after = day + timedelta(days=3)
    assert start_dates.resolve_wall_time(after, eight, BERLIN) == datetime(
        2026, 3, 30, 18, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("day", "clock", "zone", "field"),
    [
        (date(2026, 3, 29), time(2, 30), BERLIN, "time"),  # clocks go from 2:00 to 3:00
        (date(2026, 4, 5), time(2, 30), "Australia/Sydney", "time"),  # and from 3:00 to 2:00
        (date(2026, 3, 29), time(2, 30), "Europe/Nowhere", "zone"),
        (date(9999, 12, 31), time(23, 59), BERLIN, "day"),
        (date(1, 1, 1), time(0, 0), "Asia/Tokyo", "day"),
    ],
    ids=["missing", "twice", "no zone", "far", "long ago"],
)
@pytest.mark.usefixtures("november")
def test_a_date_that_is_none_is_refused(day: date, clock: time, zone: str, field: str) -> None:
    with pytest.raises(InvalidCalendarError) as found:
        start_dates.resolve_wall_time(day, clock, zone)
    assert found.value.field == field
    assert (
        start_dates.resolve_wall_time(date(2026, 3, 29), time(3, 0), BERLIN).hour == 1
    )  # next to it


def test_reminders_are_a_day_and_an_hour_before() -> None:
    begin = datetime(2026, 3, 27, 19, tzinfo=UTC)
    ahead = [timedelta(days=3), timedelta(days=1), HOUR + SECOND, HOUR, timedelta(minutes=10)]
    calls = [begin - start_dates.next_action_at(begin, begin - before) for before in ahead]
    assert calls == [timedelta(days=1), HOUR, HOUR, timedelta(), timedelta()]


# opening


@pytest.mark.same_everywhere
def test_a_table_with_a_date_waits_for_it(people: list[User]) -> None:
    ann, bob, _cem, dee, eva = people
    table = open_scheduled_table(ann, least=3)
    assert (table.start_mode, table.starts_zone, table.min_players_at_start) == ("date", BERLIN, 3)
    for guest in (bob, dee, eva):
        table_setup.join(table.key, guest)
    assert fresh(table).status == Table.Status.OPEN  # although it is full
    assert bell_texts(ann)[-1] == "Your table is full"
    assert table_setup.close_if_expired(table.key, at(table)) is False
    match_start.start(table.key, ann)
    assert fresh(table).status == Table.Status.RUNNING


def test_it_does_not_start_before_it_is_full(people: list[User]) -> None:
    table = open_scheduled_table(people[0])
    table_setup.join(table.key, people[1])
    assert_refused("too_early", lambda: match_start.start(table.key, people[0]))


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("ahead", "least", "field"),
    [
        (timedelta(minutes=4), 2, "time"),
        (timedelta(days=91), 2, "day"),
        (IN, 5, "least"),
        (IN, 1, "seats"),
    ],
    ids=["too soon", "too far", "more than seats", "fewer than the game allows"],
)
def test_what_cannot_be_is_refused(
    people: list[User], ahead: timedelta, least: int, field: str
) -> None:
    with pytest.raises(table_setup.InvalidTableError) as found:
        open_scheduled_table(people[0], least, ahead)
    assert found.value.field == field
    assert not Table.objects.exists()
    with pytest.raises(table_setup.InvalidTableError):
        table_setup.open_table(
            people[0], GAME, TableSettings(3, {}, DAY, start_when=Table.StartMode.DATE)
        )


@pytest.mark.same_everywhere
def test_no_other_table_gets_its_date(people: list[User]) -> None:
    """Neither the one that follows, nor a named set; and no quick match leads there."""
    ann, bob = people[:2]
    table = open_scheduled_table(ann, least=2, seats=2)
    assert TableSettings.from_table(table, seats_of(table)).start_when == Table.StartMode.FULL
    terms = TableSettings.from_table(table, [])
    SavedTableSettings.objects.create(user=bob, game=GAME, table_settings=terms.to_json())
    matchmaking.request_match(bob, GAME)
    matchmaking.match_waiting_people(table)
    assert [seat.user for seat in seats_of(table)] == [ann, None]


# when it has come


@pytest.mark.same_everywhere
def test_it_starts_with_those_who_are_there(people: list[User]) -> None:
    ann, bob, cem, dee, _eva = people
    table = open_scheduled_table(ann, least=3)
    table_setup.join(table.key, bob)
    host_actions.fill_with_bots(table.key, ann, [3], "random")
    invitations.invite(table.key, ann, [cem.username])
    assert f"It starts on {moment_text(at(table))}" in text_of(cem, "invited")
    assert "if at least 3 players are there" in text_of(cem, "invited")
    assert (
        scheduled_starts.process_due_table(table.pk, at(table) - SECOND) is True
    )  # the reminder, and nothing else
    assert fresh(table).status == Table.Status.OPEN
    assert scheduled_starts.process_due_table(table.pk, at(table)) is True
    table = fresh(table)
    assert (table.status, table.seat_count, table.rated) == (Table.Status.RUNNING, 3, False)
    assert {seat.user for seat in seats_of(table)} == {ann, bob, None}
    assert Invitation.objects.get().state == Invitation.State.LAPSED
    assert bell_texts(cem)[-1] == "The match has started on time, without you"
    assert scheduled_starts.process_due_table(table.pk, at(table)) is False
    assert not bell_texts(dee)


@pytest.mark.same_everywhere
def test_it_closes_where_too_few_are_there(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    table = open_scheduled_table(ann, least=4)
    table_setup.join(table.key, bob)
    invitations.invite(table.key, ann, [cem.username])
    scheduled_starts.process_due_table(table.pk, at(table))
    assert fresh(table).status == Table.Status.CLOSED
    for person in (ann, bob, cem):
        assert "2 players were there, but the table needed at least 4" in text_of(person, "closed")


@pytest.mark.same_everywhere
def test_a_date_that_the_site_has_missed_closes_the_table(people: list[User]) -> None:
    ann, bob = people[:2]
    one, other = open_scheduled_table(ann), open_scheduled_table(ann)
    table_setup.join(one.key, bob)
    scheduled_starts.process_due_table(one.pk, at(one) + HOUR)
    table_setup.close_if_expired(other.key, at(other) + HOUR)
    assert [fresh(table).status for table in (one, other)] == [Table.Status.CLOSED] * 2
    assert "We could not start the table on time. We are sorry." in text_of(bob, "closed")


def test_what_fails_is_tried_again(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = people[:2]
    table = open_scheduled_table(ann)
    table_setup.join(table.key, bob)
    with monkeypatch.context() as broken:
        broken.setattr(match_start, "_start", lambda *_: 1 / 0)
        assert scheduled_starts.process_due_table(table.pk, at(table)) is False
    assert scheduled_starts.find_due_tables(9, at(table)) == []
    later = at(table) + scheduled_starts.RETRY_DELAY
    assert scheduled_starts.find_due_tables(9, later) == [table.pk]
    assert scheduled_starts.process_due_table(table.pk, later) is True
    assert fresh(table).status == Table.Status.RUNNING


def test_the_sweep_calls_the_workers(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = people[:2]
    table = open_scheduled_table(ann)
    table_setup.join(table.key, bob)
    monkeypatch.setattr(heartbeat, "can_time_out", lambda: True)
    monkeypatch.setattr(background, "enqueue", lambda task, *args: current_app.tasks[task](*args))
    tasks.sweep()
    assert fresh(table).status == Table.Status.OPEN
    now = timezone.now()
    Table.objects.update(starts_at=now, next_action_at=now)
    assert tasks.sweep() == 1
    assert fresh(table).status == Table.Status.RUNNING
    assert tasks.sweep() == 0
    row = Notification(user=bob, event="started", table=fresh(table))
    assert (
        "The starting time has come." in content.compose(content.NotificationContext(row, [])).text
    )


# reminders and other dates


def test_everybody_there_is_reminded_once_for_each_date(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    table = open_scheduled_table(ann)
    table_setup.join(table.key, bob)
    invitations.invite(table.key, ann, [cem.username])
    for before in (timedelta(days=1), HOUR):
        now = at(table) - before
        assert scheduled_starts.find_due_tables(9, now - SECOND) == []
        assert scheduled_starts.find_due_tables(9, now) == [table.pk]
        scheduled_starts.process_due_table(table.pk, now)
        assert scheduled_starts.process_due_table(table.pk, now) is False  # whoever comes second
    reminders = Notification.objects.filter(event="date", channel="mail")
    assert sorted(reminders.values_list("user__username", flat=True)) == sorted(
        2 * [ann.username, bob.username]
    )
    scheduled_starts.change_start_date(table.key, ann, StartDate(at(table) + HOUR, BERLIN, 2))
    scheduled_starts.process_due_table(table.pk, at(table) - HOUR)
    assert reminders.filter(user=ann).count() == 3
    assert reminders.filter(user=bob).count() == 4  # with the change
    assert not bell_texts(cem)[2:]  # invited, and told of the change


def test_start_date_notification_is_dropped_when_outdated(people: list[User]) -> None:
    ann, bob = people[:2]
    table = open_scheduled_table(ann, ahead=timedelta(hours=5))
    table_setup.join(table.key, bob)
    scheduled_starts.process_due_table(table.pk, at(table) - HOUR)

    def is_past(user: User) -> bool:
        row = Notification.objects.select_related("table", "user").get(
            user=user, event="date", channel="mail"
        )
        row.seats = seats_of(table)
        return delivery_decision.DROP_CONDITIONS[delivery_decision.DropReason.PAST](
            row, delivery_decision.DecisionInput(timezone.now(), True)
        )

    assert not is_past(bob)
    scheduled_starts.change_start_date(table.key, ann, StartDate(at(table) + HOUR, BERLIN, 2))
    assert is_past(ann)


def test_quiet_hours_hold_a_reminder_back_unless_it_would_be_too_late(people: list[User]) -> None:
    ann, bob = people[:2]
    for user in people:
        user.notification_settings.assign(quiet_from=time(0), quiet_until=time(23, 59))
    now = timezone.now().replace(hour=12)
    for ahead, state in ((timedelta(hours=3), "sent"), (timedelta(days=2), "waiting")):
        table = open_scheduled_table(ann, ahead=IN)
        Table.objects.filter(pk=table.pk).update(starts_at=now + ahead, next_action_at=now)
        table_setup.join(table.key, bob)
        scheduled_starts.process_due_table(table.pk, now)
        row = bob.notifications.select_related("table", "user").filter(event="date", channel="mail")
        last = row.latest("pk")
        last.seats = seats_of(table)
        fate = delivery_decision.decide_delivery(last, delivery_decision.DecisionInput(now, True))
        assert (fate.state, fate.is_late) == (state, state == "sent")


def test_changed_start_date_notifies_and_shortens_invitations(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    bob.time_zone = "Asia/Tokyo"
    bob.save()
    table = open_scheduled_table(ann, ahead=timedelta(days=20))
    table_setup.join(table.key, bob)
    invitations.invite(table.key, ann, [cem.username])
    new = datetime.now(ZoneInfo(BERLIN)).replace(hour=20, minute=0, second=0, microsecond=0)
    new += timedelta(days=2)
    changed = scheduled_starts.change_start_date(table.key, ann, StartDate(new, BERLIN, 3))
    assert changed.date_changes == 1
    assert changed.closes_at == new + start_dates.MISSED_START_GRACE
    assert Invitation.objects.get().expires_at <= timezone.now() + (new - timezone.now()) / 2
    for person in (bob, cem):
        assert bell_texts(person)[-1] == f"{ann.username} has changed the date of your table"
    text = text_of(bob, "date")
    assert "(Asia/Tokyo)" in text
    assert f"20:00 in {BERLIN}" in text
    assert "if at least 3 players are there" in text
    assert not ann.notifications.filter(event="date").exists()
    version = fresh(table).version
    scheduled_starts.change_start_date(table.key, ann, StartDate(new, BERLIN, 3))  # the same again
    assert fresh(table).version == version


def test_who_may_change_a_date_and_how_often(people: list[User]) -> None:
    ann, bob = people[:2]
    table = open_scheduled_table(ann)
    later = StartDate(at(table) + HOUR, BERLIN, 2)
    assert_refused(
        "not_your_seat", lambda: scheduled_starts.change_start_date(table.key, bob, later)
    )
    undated = table_setup.open_table(ann, GAME, TableSettings(3, {}, DAY))
    assert_refused("no_date", lambda: scheduled_starts.change_start_date(undated.key, ann, later))
    Table.objects.filter(pk=table.pk).update(date_changes=scheduled_starts.MAX_DATE_CHANGES)
    assert_refused(
        "too_many_changes", lambda: scheduled_starts.change_start_date(table.key, ann, later)
    )
    Table.objects.filter(pk=table.pk).update(starts_at=timezone.now())
    assert_refused("bad_table", lambda: scheduled_starts.change_start_date(table.key, ann, later))
    table_setup.close(table.key, ann)
    assert_refused("not_running", lambda: scheduled_starts.change_start_date(table.key, ann, later))


# pages and API


def wall(ahead: timedelta = IN) -> dict[str, str]:
    there = datetime.now(ZoneInfo(BERLIN)) + ahead
    return {"day": f"{there:%Y-%m-%d}", "time": "20:00", "zone": BERLIN}


def form(**more: str) -> dict[str, str]:
    given = {f"start_{name}": value for name, value in wall().items()}
    terms = TableSettings.defaults_for(table_setup.rules.get(GAME))
    options = {f"option_{key}": value for key, value in terms.options.items()}
    return {
        "seats": "3",
        "clock": "day",
        "visibility": "public",
        "start_when": "date",
        **options,
        **given,
        "start_least": "2",
        **more,
    }


def test_the_form_opens_a_table_with_a_date(people: list[User]) -> None:
    ann, bob = people[:2]
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    client, address = signed_in(ann), f"/tables/new/{GAME}/"
    assert client.post(address, form(start_day="")).status_code == 422
    assert client.post(address, form(start_day="2020-01-01")).status_code == 422
    assert not Table.objects.exists()
    client.post(address, form())
    table = Table.objects.get()
    assert at(table).astimezone(ZoneInfo(BERLIN)).time() == time(20)
    page = signed_in(bob).get(table.get_absolute_url()).content.decode()
    assert f'<time datetime="{at(table).isoformat()}">' in page
    assert f"20:00 in {BERLIN}" in page
    assert "(Asia/Tokyo)" in page
    assert "if at least 2 players are there" in page
    assert "change-date" not in page
    assert SavedTableSettings.objects.get(user=ann).table_settings["start_when"] == "full"


def test_the_lobby_shows_dates_and_filters_by_them(people: list[User], client: Client) -> None:
    dated = open_scheduled_table(people[0])
    undated = table_setup.open_table(people[0], GAME, TableSettings(3, {}, DAY))
    for wanted, shown in (("dated", dated), ("undated", undated)):
        page = client.get("/tables/", {"start": wanted}).content.decode()
        assert [f"t-{one.key}" in page for one in (dated, undated)] == [
            shown == dated,
            shown == undated,
        ]
        rows = client.get("/api/tables/", {"start": wanted}).json()
        assert [row["key"] for row in rows] == [shown.key]
    assert at(dated).isoformat() in client.get("/tables/").content.decode()
    assert client.get("/api/tables/", {"start": "later"}).status_code == 400


@pytest.mark.same_everywhere
def test_the_host_changes_the_date_on_the_page(people: list[User]) -> None:
    ann = people[0]
    table, client = open_scheduled_table(ann), signed_in(ann)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "change-date" in page
    assert "Start now" not in page
    given = {f"start_{name}": value for name, value in wall(timedelta(days=5)).items()}
    address = f"/tables/{table.key}/date/"
    client.post(address, {**given, "start_time": "25:00"})
    assert fresh(table).date_changes == 0
    client.post(address, {**given, "start_least": "3"})
    assert fresh(table).date_changes == 1
    assert f"{at(table).astimezone(ZoneInfo(BERLIN)):%Y-%m-%d}" == given["start_day"]
    assert fresh(table).min_players_at_start == 3


@pytest.mark.same_everywhere
def test_the_api_opens_and_changes_a_date(people: list[User]) -> None:
    api = api_of(people[0])
    given = {"game": GAME, "seats": 3, "start_when": "date"}
    assert api.post("/api/tables/", given).status_code == 400
    assert api.post("/api/tables/", {**given, "date": {**wall(), "zone": "x", "least": 2}}).data[
        "error"
    ]
    answer = api.post("/api/tables/", {**given, "date": {**wall(), "least": 2}})
    assert answer.status_code == 201, answer.data
    assert answer.data["date"]["zone"] == BERLIN
    address = f"/api/tables/{answer.data['key']}/date/"
    changed = api.post(address, {**wall(), "least": 3})
    assert (changed.data["date"]["least"], changed.data["date"]["changes"]) == (3, 1)
    assert api.post(address, {**wall(timedelta(days=200)), "least": 3}).status_code == 400


# calendar files


def read(text: str) -> list[dict[str, str]]:
    """The events of a calendar file, as RFC 5545 says how one is read."""
    assert text.endswith("END:VCALENDAR\r\n")
    lines = text.split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    assert "\n" not in "".join(lines)
    whole = text.replace("\r\n ", "").split("\r\n")
    assert whole[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    events: list[dict[str, str]] = []
    for line in whole:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events:
            events[-1].setdefault(name, re.sub(r"\\(.)", _plain, value))
    return events


def _plain(escaped: re.Match[str]) -> str:
    return "\n" if escaped[1] in "nN" else escaped[1]


@pytest.mark.same_everywhere
def test_the_file_of_a_table_updates_the_event(people: list[User], client: Client) -> None:
    ann, bob = people[:2]
    table = open_scheduled_table(ann)
    table_setup.rename(table.key, ann, "金曜, 夜; 二十人 " + "木" * 20)
    address = f"/tables/{table.key}/calendar.ics"
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = read(answer.content.decode())
    assert event["SUMMARY"].endswith(": " + fresh(table).name)
    assert event["DTSTART"] == f"{at(table):%Y%m%dT%H%M%SZ}"
    assert (event["STATUS"], event["SEQUENCE"]) == ("TENTATIVE", "0")
    assert event["URL"].endswith(table.get_absolute_url())
    assert "1 of 4 seats taken" in event["DESCRIPTION"]
    known = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    table_setup.join(table.key, bob)
    scheduled_starts.change_start_date(table.key, ann, StartDate(at(table) + HOUR, BERLIN, 2))
    answer = client.get(address, headers=known)
    (moved,) = read(answer.content.decode())
    assert moved["UID"] == event["UID"]
    assert (moved["STATUS"], moved["SEQUENCE"]) == ("CONFIRMED", "1")
    assert moved["DTSTART"] == f"{at(table):%Y%m%dT%H%M%SZ}"
    table_setup.close(table.key, ann)
    (closed,) = read(client.get(address).content.decode())
    assert (closed["STATUS"], closed["SEQUENCE"]) == ("CANCELLED", "2")
    undated = table_setup.open_table(ann, GAME, TableSettings(3, {}, DAY))
    assert client.get(f"/tables/{undated.key}/calendar.ics").status_code == 404


@pytest.mark.same_everywhere
def test_a_match_in_one_sitting_has_an_end(people: list[User]) -> None:
    date = StartDate(timezone.now() + IN, BERLIN, 2)
    live = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["live-20"].clock), date=date
    )
    table_setup.join(live.key, people[1])
    (event,) = read(calendar_feeds.table_calendar(fresh(live)))
    assert event["DTEND"] > event["DTSTART"]
    match_start.start(live.key, people[0])
    (early,) = read(calendar_feeds.table_calendar(fresh(live)))
    assert early["DTSTART"] < event["DTSTART"]
    assert early["SEQUENCE"] == "1"


@pytest.mark.same_everywhere
def test_a_calendar_has_the_tables_of_its_person(people: list[User], client: Client) -> None:
    ann, bob, cem, dee, _eva = people
    mine, other = open_scheduled_table(ann), open_scheduled_table(dee)
    table_setup.join(mine.key, bob)
    invitations.invite(mine.key, ann, [cem.username])
    for person in (ann, bob, cem):
        (event,) = read(calendar_feeds.personal_calendar(person))
        assert mine.key in event["UID"]
    assert other.key in read(calendar_feeds.personal_calendar(dee))[0]["UID"]
    invitations.decline(mine.key, cem)
    table_setup.leave(mine.key, bob)
    assert (
        read(calendar_feeds.personal_calendar(cem))
        == read(calendar_feeds.personal_calendar(bob))
        == []
    )
    Table.objects.filter(pk=mine.pk).update(starts_at=timezone.now() - timedelta(days=31))
    assert not read(calendar_feeds.personal_calendar(ann))


def test_the_address_of_a_calendar_is_taken_anew_and_given_up(
    people: list[User], client: Client
) -> None:
    ann = people[0]
    open_scheduled_table(ann)
    own = signed_in(ann)
    own.post("/preferences/calendar/make/")
    first = calendar_feeds.feed_url(ann)
    assert first in own.get("/preferences/calendar/").content.decode()
    path = first.removeprefix(settings.SITE_URL)
    assert len(read(client.get(path).content.decode())) == 1
    second = api_of(ann).post("/api/my-calendar/").data["address"]
    assert second != first
    assert client.get(path).status_code == 404
    path = second.removeprefix(settings.SITE_URL)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.get(path).status_code == 404
    User.objects.filter(pk=ann.pk).update(is_active=True)
    own.post("/preferences/calendar/remove/")
    assert client.get(path).status_code == 404
    calendar_feeds.create_feed(ann)
    delete_account(ann)
    assert not CalendarFeed.objects.exists()


@pytest.mark.same_everywhere
def test_a_calendar_asks_few_queries_however_many_tables(
    people: list[User], django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        open_scheduled_table(people[0])
    with django_assert_max_num_queries(4):
        assert len(read(calendar_feeds.personal_calendar(people[0]))) == 3
