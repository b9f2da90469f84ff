"""Quick match: who is brought together, who waits on, what people are told, who may ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.lobby.admission import matchmaking
from games.lobby.models import MatchRequest
from games.lobby.setup import saved_settings, table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.ratings.models import Rating
from games.time_controls import PRESETS_BY_KEY
from portal.errors import NotFound
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal

LATER = timedelta(days=1)


def likes(user: User, seats: int = 2, clock: str = "day", **more: Any) -> None:
    """What this person used last."""
    options = rules.get(GAME).check(seats)
    saved_settings.save_last_used(
        user, GAME, TableSettings(seats, options, PRESETS_BY_KEY[clock].clock, **more)
    )


def rate(user: User, value: int) -> None:
    Rating.objects.create(user=user, game=GAME, value=value, played=20)


def at_table(table: Table | None) -> set[str]:
    assert table is not None
    return {seat.name for seat in table.seat_set.select_related("user")}


def some_time_later(*match_requests: MatchRequest, step: timedelta) -> None:
    """The clock goes on for these wishes, and the sweep looks at them."""
    for match_request in match_requests:
        match_request.refresh_from_db()
        match_request.created_at -= step
        match_request.retry_at -= step
        match_request.expires_at -= step
        match_request.save()
    matchmaking.process_due_requests()


def test_two_who_wait_for_the_same_are_brought_to_one_table(people: list[User]) -> None:
    ann, bob = people[:2]
    likes(ann)
    likes(bob)
    assert matchmaking.request_match(ann, GAME).table is None
    match_request = matchmaking.request_match(bob, GAME)
    assert at_table(match_request.table) == {"ann", "bob"}
    assert match_request.table is not None
    assert match_request.table.is_running
    assert match_request.table.host == ann
    assert [one.table for one in matchmaking.requests_of(ann)] == [match_request.table]


@pytest.mark.same_everywhere
def test_a_table_for_three_waits_for_the_third_who_presses(people: list[User]) -> None:
    for user in people[:3]:
        likes(user, seats=3)
    matchmaking.request_match(people[0], GAME)
    table = matchmaking.request_match(people[1], GAME).table
    assert table is not None
    assert table.status == Table.Status.OPEN
    notifications = Notification.objects.filter(event="matched")
    assert {row.user_id for row in notifications} == {people[0].pk}
    assert matchmaking.request_match(people[2], GAME).table == table
    table.refresh_from_db()
    assert table.is_running
    assert Table.objects.count() == 1


@pytest.mark.same_everywhere
def test_an_open_table_that_fits_is_joined(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    likes(bob)
    other = PRESETS_BY_KEY["week"].clock
    table_setup.open_table(cem, GAME, TableSettings(2, {}, other))
    table_setup.open_table(
        cem, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, rated=False)
    )
    table_setup.open_table(
        cem, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, visibility="link")
    )
    table = table_setup.open_table(ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
    assert matchmaking.request_match(bob, GAME).table == table


@pytest.mark.same_everywhere
def test_a_table_that_fits_is_found_behind_many_that_do_not(people: list[User]) -> None:
    ann, bob = people[:2]
    likes(bob)
    table = table_setup.open_table(ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
    others = [
        Table(
            **{
                field.attname: getattr(table, field.attname)
                for field in Table._meta.concrete_fields
                if field.name not in ("id", "key", "pauses", "created_at")
            },
            pauses=Table.PausePolicy.NONE,
            created_at=table.created_at - LATER,
        )
        for _ in range(matchmaking.MAX_TABLES_CHECKED)
    ]
    Seat.objects.bulk_create(
        Seat(table=other, number=number)
        for other in Table.objects.bulk_create(others)
        for number in range(2)
    )
    assert matchmaking.request_match(bob, GAME).table == table


@pytest.mark.same_everywhere
def test_a_table_that_is_opened_takes_who_waits_for_one_like_it(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    likes(ann)
    likes(cem, clock="week", seats=3)
    matchmaking.request_match(ann, GAME)
    matchmaking.request_match(cem, GAME)
    sent = {"game": GAME, "seats": 2, "clock": "day"}
    assert api_of(bob).post("/api/tables/", sent, format="json").status_code == 201
    assert at_table(Table.objects.get()) == {"ann", "bob"}
    assert [match_request.table for match_request in matchmaking.requests_of(cem)] == [None]


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "other",
    [{"seats": 3}, {"clock": "live-20"}, {"clock": "unlimited"}, {"rated": False}],
    ids=str,
)
def test_nobody_meets_who_wants_something_else(people: list[User], other: dict[str, Any]) -> None:
    likes(people[0])
    likes(people[1], **other)
    match_requests = [matchmaking.request_match(user, GAME) for user in people[:2]]
    some_time_later(*match_requests, step=timedelta(minutes=25))
    assert not Table.objects.exists()


@pytest.mark.same_everywhere
def test_ratings_that_are_far_apart_meet_later(people: list[User]) -> None:
    ann, bob = people[:2]
    for user, value in ((ann, 1500), (bob, 1650)):
        likes(user)
        rate(user, value)
    match_requests = [matchmaking.request_match(user, GAME) for user in (ann, bob)]
    some_time_later(*match_requests, step=timedelta(minutes=59))
    assert not Table.objects.exists()
    some_time_later(*match_requests, step=timedelta(minutes=2))
    assert at_table(Table.objects.get()) == {"ann", "bob"}


@pytest.mark.same_everywhere
def test_other_clocks_of_the_same_pace_fit_later(people: list[User]) -> None:
    likes(people[0], clock="day")
    likes(people[1], clock="three-days")
    match_requests = [matchmaking.request_match(user, GAME) for user in people[:2]]
    assert not Table.objects.exists()
    some_time_later(*match_requests, step=timedelta(minutes=61))
    assert Table.objects.get().clock == PRESETS_BY_KEY["day"].clock


@pytest.mark.same_everywhere
def test_whoever_has_waited_for_long_and_a_newcomer_both_have_to_agree(
    people: list[User],
) -> None:
    ann, bob = people[:2]
    for user, value in ((ann, 1500), (bob, 1900)):
        likes(user)
        rate(user, value)
    old = matchmaking.request_match(ann, GAME)
    some_time_later(old, step=timedelta(hours=9))
    assert matchmaking.request_match(bob, GAME).table is None


@pytest.mark.same_everywhere
def test_pressing_again_goes_on_waiting_and_cancelling_ends_it(people: list[User]) -> None:
    likes(people[0])
    since = matchmaking.request_match(people[0], GAME).created_at
    assert matchmaking.request_match(people[0], GAME).created_at == since
    matchmaking.cancel_request(people[0], GAME)
    assert matchmaking.requests_of(people[0]) == []
    with expect_refusal(NotFound, "no_wish"):
        matchmaking.cancel_request(people[0], GAME)


@pytest.mark.same_everywhere
def test_match_request_expires_on_time_and_notifies_its_person(people: list[User]) -> None:
    likes(people[0])
    match_request = matchmaking.request_match(people[0], GAME)
    some_time_later(match_request, step=timedelta(hours=71, minutes=59))
    assert MatchRequest.objects.exists()
    some_time_later(match_request, step=timedelta(minutes=1))
    assert not MatchRequest.objects.exists()
    notification = Notification.objects.get(event="wish_lapsed", channel="page")
    assert notification.user == people[0]
    assert "No players found" in signed_in(people[0]).get("/notifications/").content.decode()


@pytest.mark.same_everywhere
def test_usual_options_are_the_last_ones_with_people_at_every_seat(people: list[User]) -> None:
    first = matchmaking.request_settings(people[0], GAME)
    assert first.clock == PRESETS_BY_KEY["day"].clock
    likes(people[0], seats=3, clock="unlimited", bots=("random",), visibility="link")
    usual = matchmaking.request_settings(people[0], GAME)
    assert (usual.seats, usual.bots, usual.visibility, usual.rated) == (3, (), "public", False)


def test_an_account_that_is_deleted_waits_for_nothing(people: list[User]) -> None:
    likes(people[0])
    likes(people[1])
    matchmaking.request_match(people[0], GAME)
    delete_account(people[0])
    assert not MatchRequest.objects.exists()
    assert matchmaking.request_match(people[1], GAME).table is None


@pytest.mark.same_everywhere
def test_a_press_asks_as_much_however_many_wait(people: list[User]) -> None:
    def press() -> int:
        MatchRequest.objects.filter(user=people[0]).delete()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert matchmaking.request_match(people[0], GAME).table is None
        return len(asked)

    likes(people[0])
    rate(people[0], 1500)
    few = press()
    match_request = MatchRequest.objects.get()
    others = [User(username=f"w{n}", email=f"w{n}@example.org") for n in range(60)]
    crowd = User.objects.bulk_create(others)
    now = timezone.now()
    MatchRequest.objects.bulk_create(
        MatchRequest(
            user=user, game=GAME, table_settings=match_request.table_settings,
            compatibility_key=match_request.compatibility_key, rating=300_000 + n * 20_000,
            created_at=now, retry_at=now + LATER, expires_at=now + LATER,
        )
        for n, user in enumerate(crowd)
    )  # fmt: skip
    assert press() == few


def test_a_meeting_is_few_statements_and_tells_each_once(people: list[User]) -> None:
    ann, bob = people[:2]
    likes(ann)
    likes(bob)
    matchmaking.request_match(ann, GAME)
    with CaptureQueriesContext(connection) as queries:
        table = matchmaking.request_match(bob, GAME).table
    assert table is not None
    assert len(queries) <= 32
    rows = Notification.objects.values_list("event", "user__username", "channel")
    assert {event for event, _user, _channel in rows} <= {"turn", "started"}
    assert {user for _event, user, _channel in rows} == {"ann", "bob"}


@pytest.mark.same_everywhere
def test_lobby_and_game_page_show_what_i_wait_for(people: list[User]) -> None:
    likes(people[0])
    client = signed_in(people[0])
    assert client.post(f"/games/{GAME}/quick/").headers["Location"] == "/tables/#quick"
    for address in ("/tables/", f"/games/{GAME}/", "/quick-match/"):
        page = client.get(address).content.decode()
        assert "Stop looking" in page
        assert "up to 100 points apart" in page
    table = table_setup.open_table(
        people[1], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    matchmaking.match_waiting_people(table)
    page = client.get("/quick-match/").content.decode()
    assert table.get_absolute_url() in page
    late = client.post(f"/games/{GAME}/quick/cancel/")
    assert late.headers["Location"] == table.get_absolute_url()


@pytest.mark.same_everywhere
def test_the_api_presses_lists_and_cancels(people: list[User]) -> None:
    client = api_of(people[0])
    likes(people[0])
    pressed = client.post(f"/api/match-requests/{GAME}/").json()
    assert (pressed["table"], pressed["steps"][0]["points"]) == (None, 100)
    assert (pressed["game"], pressed["rating"], pressed["settings"]["seats"]) == (GAME, 1500, 2)
    assert (pressed["terms"], pressed["lapses_at"]) == (pressed["settings"], pressed["expires_at"])
    assert client.get("/api/match-requests/").json() == [pressed]
    assert client.delete(f"/api/match-requests/{GAME}/").json() == {"removed": True}
    assert client.delete(f"/api/match-requests/{GAME}/").json()["error"] == "no_wish"
    assert client.post("/api/match-requests/nothing/").json()["error"] == "bad_table"


# Each address: what a visitor gets, and whoever has no wish there.
@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("method", "address", "visitor", "stranger"),
    [
        ("post", "/games/{}/quick/cancel/", 302, 302),
        ("get", "/quick-match/", 204, 200),
        ("get", "/api/match-requests/", 401, 200),
        ("delete", "/api/match-requests/{}/", 401, 404),
        ("post", "/games/{}/quick/", 302, 302),
        ("post", "/api/match-requests/{}/", 401, 200),
    ],
)
def test_match_request_is_private(
    people: list[User], method: str, address: str, visitor: int, stranger: int
) -> None:
    likes(people[0])
    match_request = matchmaking.request_match(people[0], GAME)
    address = address.format(GAME)
    for client, status in ((signed_in(None), visitor), (signed_in(people[1]), stranger)):
        answer = getattr(client, method)(address)
        assert answer.status_code == status
        assert "ann" not in answer.content.decode()
    assert list(MatchRequest.objects.filter(user=people[0])) == [match_request]
