"""Calendars at tables: what a wait counts by, vacations, and what people at the table read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.availability import descriptions
from games.availability.preferences import settings
from games.availability.seat_calendars import (
    MAX_VACATION_PER_MATCH,
    Vacation,
    allowed_absences,
    vacations_of,
)
from games.availability.validation import InvalidCalendarError, build_window
from games.clock_calendar import Calendar
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Heartbeat, Message, Notification, Seat, Table
from games.notifications.outbox import notification_settings, turns
from games.table import vacations
from games.table.actions import automation, player_actions
from games.table.session import heartbeat, seat_clock
from games.table.session.loader import load_match
from games.time_controls import (
    DAY,
    HOUR,
    INACTIVITY_CALL_OFF_DAYS,
    PRESETS_BY_KEY,
    deadline,
    remaining_seconds,
)
from portal.errors import ActionError
from tests.games.conftest import GAME, fresh

pytestmark = pytest.mark.django_db(transaction=True)
DAYTIME = [(8 * 60, 23 * 60)] * 7
MakeTable = Callable[..., Table]


def waiting_seat(table: Table) -> Any:
    """The seat that is waited for, with its person."""
    seats = Seat.objects.select_related("user", "table")
    return seats.filter(table=table, waiting_since__isnull=False).first() or pytest.fail("nobody")


def move(seat: Any) -> None:
    match = load_match(fresh(seat.table))
    assert seat.user is not None
    player_actions.confirm(
        seat.table.key, seat.user, fresh(seat.table).version, [match.auto_move(seat.number)]
    )


def person_of(seat: Any) -> User:
    assert seat.user is not None
    return User.objects.get(pk=seat.user_id)


def forget_what_was_said(user: User, hours: float) -> None:
    """As if this person had not been heard of for so long."""
    User.objects.filter(pk=user.pk).update(last_seen_at=timezone.now() - timedelta(hours=hours))


def nearly_due(seat: Any) -> None:
    """Half an hour is left."""
    now = timezone.now()
    bank = (now - seat.waiting_since).total_seconds() + HOUR / 2
    Seat.objects.filter(pk=seat.pk).update(bank=bank, due_at=now + timedelta(minutes=30))


# hours and days off


def test_a_wait_counts_only_while_its_persons_calendar_is_open(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people:
        settings.set_week(user, "UTC", DAYTIME)
    seat = waiting_seat(new_table())
    assert seat.calendar is not None
    assert seat.due_at == deadline(seat.bank, seat.waiting_since, seat.calendar)
    assert seat.due_at > seat.waiting_since + timedelta(seconds=seat.bank)


def test_new_hours_count_from_the_next_wait_on(people: list[User], new_table: MakeTable) -> None:
    table = new_table()
    seat = waiting_seat(table)
    before = seat.due_at
    settings.set_week(person_of(seat), "UTC", DAYTIME)
    assert waiting_seat(table).due_at == before
    for _turn in range(10):
        move(waiting_seat(table))
        now_waits = waiting_seat(table)
        if now_waits.user_id == seat.user_id:
            assert now_waits.pauses["own"]["week"][0] == [8 * 60, 23 * 60]
            return
    pytest.fail("the seat was not asked again")


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("pauses", "week"),
    [("calendars", [480, 1380]), ("days", [0, 1440]), ("none", None)],
)
def test_a_table_says_which_pauses_its_clock_keeps(
    people: list[User], new_table: MakeTable, pauses: str, week: list[int] | None
) -> None:
    for user in people:
        settings.set_week(user, "UTC", [*DAYTIME[:6], None])
    kept = waiting_seat(new_table(pauses=pauses)).pauses
    assert (kept["own"]["week"][0] if kept else None) == week
    assert (kept["own"]["week"][6] if kept else None) is None


@pytest.mark.same_everywhere
def test_clocks_of_minutes_ignore_calendars(people: list[User], new_table: MakeTable) -> None:
    for user in people:
        settings.set_week(user, "UTC", DAYTIME)
    table = new_table(clock="live-20")
    assert table.pauses == Table.PausePolicy.NONE
    assert waiting_seat(table).pauses == {}


@pytest.mark.same_everywhere
def test_outside_of_a_play_window_nobodys_clock_runs(
    people: list[User], new_table: MakeTable
) -> None:
    evenings = build_window("Europe/Berlin", [4, 5], 19 * 60, 23 * 60)
    table = new_table(window=evenings)
    seat = waiting_seat(table)
    assert seat.due_at - seat.waiting_since > timedelta(days=14)
    assert "19:00" in descriptions.time_rules_text(table)
    assert "Europe/Berlin" in descriptions.time_rules_text(table)


@pytest.mark.same_everywhere
def test_hours_that_leave_nothing_of_a_play_window_do_not_count(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people:
        settings.set_week(user, "UTC", [(0, 6 * 60)] * 7)
    evenings = build_window("UTC", [4, 5], 19 * 60, 23 * 60)
    seat = waiting_seat(new_table(window=evenings))
    assert seat.calendar == Calendar(window=evenings)


def test_a_play_window_goes_with_a_clock_of_days(people: list[User], new_table: MakeTable) -> None:
    with pytest.raises(table_setup.InvalidTableError):
        new_table(clock="live-20", window=build_window("UTC", [0], 0, 120))


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "week",
    [
        [(8 * 60, 11 * 60)] * 7,
        [None] * 5 + [(8 * 60, 20 * 60)] * 2,
        [(8 * 60, 20 * 60)] * 6,
        [(20 * 60, 8 * 60)] * 7,
        [(0, 2000)] * 7,
    ],
)
def test_nonsense_is_refused_and_changes_nothing(people: list[User], week: list) -> None:
    with pytest.raises(InvalidCalendarError):
        settings.set_week(people[0], "UTC", week)
    assert User.objects.get(pk=people[0].pk).availability.calendar == {}


@pytest.mark.same_everywhere
def test_an_unknown_zone_is_refused(people: list[User]) -> None:
    with pytest.raises(InvalidCalendarError, match="Europe/Atlantis"):
        settings.set_week(people[0], "Europe/Atlantis", DAYTIME)


@pytest.mark.same_everywhere
def test_400_days_off_are_refused(people: list[User]) -> None:
    today = date.today()
    with pytest.raises(InvalidCalendarError):
        settings.set_days_off(people[0], [today + timedelta(days=n) for n in range(400)])
    assert User.objects.get(pk=people[0].pk).availability.calendar == {}


# vacations


def test_a_vacation_counts_at_once_for_waits_that_run(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table()
    seat = waiting_seat(table)
    user = person_of(seat)
    before, version = seat.due_at, fresh(table).version
    today = timezone.now().date()
    vacations.add_vacation(user, today, today + timedelta(days=2))
    after = waiting_seat(table)
    away = vacations_of(user)[0]
    assert after.due_at == before + (away.end - away.start)
    assert fresh(table).version == version + 1
    assert descriptions.seat_state_text(after, timezone.now()).startswith("away until")
    vacations.end_vacation(user, away.start)
    assert abs(waiting_seat(table).due_at - before) < timedelta(seconds=5)


@pytest.mark.same_everywhere
def test_no_pauses_means_no_vacation_either(people: list[User], new_table: MakeTable) -> None:
    table = new_table(pauses="none")
    seat = waiting_seat(table)
    today = timezone.now().date()
    vacations.add_vacation(person_of(seat), today, today + timedelta(days=2))
    assert waiting_seat(table).due_at == seat.due_at


@pytest.mark.same_everywhere
def test_a_vacation_takes_its_days_and_gives_back_the_rest(people: list[User]) -> None:
    user, now = people[0], timezone.now()
    first = now.date() + timedelta(days=10)
    vacation = vacations.add_vacation(user, first, first + timedelta(days=3), now)
    assert vacations.saved_days(user, now) == pytest.approx(6.0)
    vacations.end_vacation(user, vacation.start, now)
    assert vacations.saved_days(user, now) == pytest.approx(10.0)


def test_days_grow_daily_to_at_most_thirty(people: list[User]) -> None:
    user, now = people[0], timezone.now()
    user.availability.vacation_counted_at = now
    assert vacations.saved_days(user, now + timedelta(days=73)) == pytest.approx(16.0)
    assert vacations.saved_days(user, now + timedelta(days=2000)) == 30.0


@pytest.mark.same_everywhere
@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 2), (0, 40), (400, 401)])
def test_a_vacation_that_cannot_be_is_refused(people: list[User], first: int, last: int) -> None:
    today = timezone.now().date()
    with pytest.raises(InvalidCalendarError):
        vacations.add_vacation(
            people[0], today + timedelta(days=first), today + timedelta(days=last)
        )
    assert User.objects.get(pk=people[0].pk).availability.vacations == []


@pytest.mark.same_everywhere
def test_two_vacations_do_not_overlap(people: list[User]) -> None:
    first = timezone.now().date() + timedelta(days=5)
    vacations.add_vacation(people[0], first, first + timedelta(days=2))
    with pytest.raises(InvalidCalendarError):
        vacations.add_vacation(people[0], first + timedelta(days=2), first + timedelta(days=3))


@pytest.mark.same_everywhere
def test_one_match_waits_for_at_most_21_days_of_vacation() -> None:
    now = datetime(2026, 11, 23, tzinfo=UTC)
    long = Vacation(now, now + timedelta(days=28))
    seat = Seat(vacation_used=0)
    assert allowed_absences(seat, [long], now)[0].end == now + MAX_VACATION_PER_MATCH
    seat.vacation_used = 20 * DAY
    assert allowed_absences(seat, [long], now)[0].end == now + timedelta(days=1)
    seat.vacation_used = 21 * DAY
    assert allowed_absences(seat, [long], now) == ()


def test_a_vacation_begins_by_itself_before_the_first_time_out_of_an_absence(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table()
    seat = waiting_seat(table)
    nearly_due(seat)
    forget_what_was_said(person_of(seat), 7)
    assert tasks.begin_vacations() == 1
    after = waiting_seat(table)
    assert after.due_at > timezone.now() + timedelta(days=2, hours=23)
    assert {row.channel for row in Notification.objects.filter(event="away")} == {"page", "mail"}
    assert tasks.begin_vacations() == 0


@pytest.mark.same_everywhere
def test_whoever_has_just_been_there_is_not_away(people: list[User], new_table: MakeTable) -> None:
    nearly_due(waiting_seat(new_table()))
    assert tasks.begin_vacations() == 0


def test_nobody_is_sent_on_vacation_who_does_not_want_it(
    people: list[User], new_table: MakeTable
) -> None:
    seat = waiting_seat(new_table())
    nearly_due(seat)
    forget_what_was_said(person_of(seat), 7)
    settings.set_auto_vacation(person_of(seat), wanted=False)
    assert tasks.begin_vacations() == 0


def test_a_vacation_that_began_by_itself_ends_with_the_first_move(
    people: list[User], new_table: MakeTable
) -> None:
    table, other = new_table(), new_table()
    seat = waiting_seat(table)
    user = person_of(seat)
    nearly_due(seat)
    forget_what_was_said(user, 7)
    assert tasks.begin_vacations() == 1
    move(waiting_seat(table))
    user.refresh_from_db()
    assert vacations_of(user) == []
    assert vacations.saved_days(user, timezone.now()) == pytest.approx(10.0, abs=0.01)
    theirs = Seat.objects.filter(table=other, user=user, waiting_since__isnull=False).first()
    if theirs is not None:
        assert theirs.due_at is not None
        assert theirs.due_at < timezone.now() + timedelta(days=1, minutes=1)


@pytest.mark.same_everywhere
def test_an_absence_has_one_vacation_and_then_time_runs_out(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table()
    seat = waiting_seat(table)
    nearly_due(seat)
    forget_what_was_said(person_of(seat), 7)
    tasks.begin_vacations()
    later = waiting_seat(table).due_at - timedelta(minutes=30)
    assert vacations.begin_automatic_vacations(later) == 0
    assert automation.time_out_seats([seat.pk], later + timedelta(hours=1)) == 1


# what else moves a wait


@pytest.mark.same_everywhere
def test_the_reminder_comes_when_three_quarters_of_the_open_time_are_over(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people:
        settings.set_week(user, "UTC", DAYTIME)
    seat = waiting_seat(new_table())
    moment = turns.reminder_due_at(seat)
    assert moment is not None
    left = remaining_seconds(seat.bank, seat.waiting_since, moment, seat.calendar)
    assert left == pytest.approx(seat.bank / 4)


@pytest.mark.same_everywhere
def test_quiet_hours_come_from_the_calendar_where_none_are_set(people: list[User]) -> None:
    user = people[0]
    settings.set_week(user, "UTC", DAYTIME)
    night = datetime(2026, 11, 23, 3, tzinfo=UTC)
    assert notification_settings.quiet_hours_end(user, night) == datetime(
        2026, 11, 23, 8, tzinfo=UTC
    )
    assert notification_settings.quiet_hours_end(user, night + timedelta(hours=9)) is None


def test_the_sites_absence_is_given_back_by_the_calendar(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people:
        settings.set_week(user, "UTC", DAYTIME)
    seat = waiting_seat(new_table())
    start = seat.calendar.opens(seat.waiting_since + timedelta(hours=30))
    end = start + timedelta(hours=1)
    assert seat_clock.compensate_downtime([seat], start, end) == 1
    again = Seat.objects.get(pk=seat.pk)
    assert again.bank == pytest.approx(seat.bank, abs=1e-6)
    assert again.due_at == deadline(again.bank, again.waiting_since, again.calendar)


@pytest.mark.same_everywhere
def test_an_absence_of_the_site_at_night_gives_nothing(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people:
        settings.set_week(user, "UTC", DAYTIME)
    seat = waiting_seat(new_table())
    night = (seat.waiting_since + timedelta(days=2)).replace(hour=2, minute=0)
    before = seat.due_at
    seat_clock.compensate_downtime([seat], night, night + timedelta(hours=2))
    assert Seat.objects.get(pk=seat.pk).due_at == before


def test_heartbeat_knows_seats_with_and_without_calendars(
    people: list[User], new_table: MakeTable
) -> None:
    plain = waiting_seat(new_table())
    for user in people:
        settings.set_week(user, "UTC", [(0, 1440)] * 6 + [None])
    own = waiting_seat(new_table())
    end = timezone.now()
    for seat in (plain, own):
        Seat.objects.filter(pk=seat.pk).update(waiting_since=end - timedelta(hours=2))
    Heartbeat.objects.update_or_create(
        process="web",
        defaults={
            "beat_at": end,
            "missed_from": end - timedelta(hours=1),
            "missed_until": end,
        },
    )
    assert heartbeat.return_lost_time() >= 2
    assert Seat.objects.get(pk=plain.pk).bank == plain.bank + HOUR
    counted = Seat.objects.get(pk=own.pk)
    assert counted.due_at == deadline(counted.bank, counted.waiting_since, counted.calendar)


# more time, no limit


def test_an_opponent_may_be_given_a_day_and_the_log_says_so(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table()
    seat = waiting_seat(table)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    player_actions.give_time(table.key, other, seat.number)
    assert waiting_seat(table).due_at == seat.due_at + timedelta(days=1)
    assert Message.objects.filter(table=table, log_code="more_time").count() == 1


@pytest.mark.same_everywhere
def test_nobody_gives_time_to_themselves_to_bots_or_without_end(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table()
    seat = waiting_seat(table)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    with pytest.raises(ActionError):
        player_actions.give_time(table.key, person_of(seat), seat.number)
    with pytest.raises(ActionError):
        player_actions.give_time(table.key, people[3], seat.number)
    for _day in range(seat_clock.MAX_EXTRA_DAYS):
        player_actions.give_time(table.key, other, seat.number)
    with pytest.raises(ActionError):
        player_actions.give_time(table.key, other, seat.number)


@pytest.mark.same_everywhere
def test_without_a_limit_nobodys_time_runs_out(people: list[User], new_table: MakeTable) -> None:
    table = new_table(clock="unlimited")
    seat = waiting_seat(table)
    assert not table.rated
    assert seat.due_at is None
    move(seat)
    assert waiting_seat(table).due_at is None
    client = Client()
    client.force_login(seat.user)
    assert client.get(table.get_absolute_url()).status_code == 200
    assert client.get("/my-tables/").status_code == 200


def test_a_match_without_a_limit_that_nobody_touches_is_called_off(new_table: MakeTable) -> None:
    table = new_table(clock="unlimited")
    assert tasks.close_stale_tables() == 0
    Table.objects.filter(pk=table.pk).update(
        changed_at=timezone.now() - timedelta(days=INACTIVITY_CALL_OFF_DAYS + 1)
    )
    assert tasks.close_stale_tables() == 1
    assert fresh(table).status == Table.Status.CALLED_OFF


def test_no_combination_makes_an_endless_match(people: list[User]) -> None:
    """The worst calendar, a window, vacations and the longest clock: it ends by time-outs."""
    today = timezone.now().date()
    for user in people[:2]:
        settings.set_week(user, "UTC", [(12 * 60, 16 * 60)] * 3 + [None] * 4)
        settings.set_days_off(user, [today + timedelta(days=n) for n in range(30)])
        User.objects.filter(pk=user.pk).update(last_seen_at=timezone.now())
        user.availability.assign(vacation_days=30.0)
        vacations.add_vacation(user, today, today + timedelta(days=27))
    table = table_setup.open_table(
        people[0],
        GAME,
        TableSettings(
            2,
            {},
            PRESETS_BY_KEY["week"].clock,
            window=build_window("UTC", range(7), 12 * 60, 18 * 60),
        ),
    )
    table_setup.join(table.key, people[1])
    longest = timedelta()
    for _wait in range(20):
        table = fresh(table)
        if not table.is_running or table.asleep_since:
            break
        seat = waiting_seat(table)
        longest = max(longest, seat.due_at - seat.waiting_since)
        assert automation.time_out_seats([seat.pk], seat.due_at) == 1
    assert table.asleep_since or not table.is_running
    assert longest <= timedelta(days=7 * 5) + MAX_VACATION_PER_MATCH
