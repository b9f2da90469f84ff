"""Matches between clubs: challenge, entries, boards, points, and who may see and do what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.club_matches import lifecycle, line_ups, proposals, scores
from games.club_matches.models import ClubMatch
from games.club_matches.proposals import MAX_UNSTARTED, challenge_club
from games.clubs import creation, membership
from games.lobby.table_settings import TableSettings
from games.models import Block, Club, Membership, Notification, Seat, Table
from games.ratings.models import Rating
from games.time_controls import PRESETS_BY_KEY, FixedHour
from portal.errors import Conflict, Forbidden, Invalid, NotFound, TooManyRequests
from tests.clients import api_of, signed_in
from tests.club_matches.conftest import DAY, make_challenge, reload
from tests.games.conftest import GAME, play_on
from tests.refusals import expect_refusal


def start(match: ClubMatch) -> ClubMatch:
    """Let the start of a match come."""
    lifecycle.advance(match.pk, match.starts_at)
    return reload(match)


def boards_of(match: ClubMatch) -> list[list[str]]:
    """The usernames at each board, in the order of their seats."""
    return [
        [seat.user.username for seat in board.table.seat_set.order_by("number") if seat.user]
        for board in match.boards.all()
    ]


def events_for(user: User) -> list[str]:
    rows = Notification.objects.filter(user=user, event="club_match", channel="page")
    return [row.data["what"] for row in rows.order_by("pk")]


def test_a_challenge_is_accepted_and_members_of_both_clubs_enter(
    challenge: ClubMatch, people: list[User]
) -> None:
    ann, bob, cem, dee, _eva = people
    assert (events_for(cem), events_for(dee)) == (["proposed"], [])
    match = proposals.answer_challenge(challenge.key, cem, accepts=True)
    assert match.is_open
    assert (events_for(ann), events_for(bob), events_for(dee)) == (["open"], ["open"], ["open"])
    assert line_ups.enter(match.key, bob).club == match.home
    assert line_ups.enter(match.key, dee).club == match.away
    line_ups.enter(match.key, dee)
    line_ups.leave(match.key, bob)
    assert [one.user for one in match.players.all()] == [dee]


def test_a_declined_challenge_is_over(challenge: ClubMatch, people: list[User]) -> None:
    match = proposals.answer_challenge(challenge.key, people[2], accepts=False)
    assert match.state == ClubMatch.State.CALLED_OFF
    assert events_for(people[0]) == ["declined"]
    with expect_refusal(Conflict, "club_match_moved"):
        proposals.answer_challenge(challenge.key, people[2], accepts=True)


def test_only_leaders_of_the_challenged_club_answer(
    challenge: ClubMatch, people: list[User]
) -> None:
    with expect_refusal(Forbidden, "not_your_circle"):
        proposals.answer_challenge(challenge.key, people[0], accepts=True)
    for user in (people[1], people[3], people[4]):
        with expect_refusal(NotFound, "no_such_club_match"):
            proposals.answer_challenge(challenge.key, user, accepts=True)


def test_only_leaders_challenge_for_a_club(home: Club, away: Club, people: list[User]) -> None:
    for user in (people[1], people[2]):
        with expect_refusal(Forbidden, "not_your_circle"):
            challenge_club(home.key, user, make_challenge())
    assert not ClubMatch.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"opponent": "Nobody"}, "opponent"),
        ({"opponent": "thursday"}, "opponent"),
        ({"table_settings": TableSettings(3, {}, PRESETS_BY_KEY["week"].clock)}, "seats"),
        ({"table_settings": TableSettings(2, {}, PRESETS_BY_KEY["live-10"].clock)}, "clock"),
        ({"table_settings": TableSettings(2, {}, PRESETS_BY_KEY["unlimited"].clock)}, "clock"),
        ({"game": "chess"}, "seats"),
        ({"pairing": "chance"}, "pairing"),
        ({"min_boards": 0}, "max_boards"),
        ({"min_boards": 3, "max_boards": 2}, "max_boards"),
        ({"max_boards": 51}, "max_boards"),
        ({"starts_at": timezone.now()}, "starts_at"),
        ({"starts_at": timezone.now() + timedelta(days=61)}, "starts_at"),
        ({"text": "a" * 501}, "text"),
    ],
)
def test_a_wrong_value_is_refused_and_named(
    home: Club, away: Club, people: list[User], changes: dict[str, Any], field: str
) -> None:
    with expect_refusal(Invalid, "bad_club_match") as refused:
        challenge_club(home.key, people[0], make_challenge(**changes))
    assert refused.value.field == field
    assert not ClubMatch.objects.exists()


def test_a_club_by_invitation_is_challenged_by_its_members_only(
    home: Club, away: Club, people: list[User]
) -> None:
    Club.objects.filter(pk=away.pk).update(join_policy=Club.JoinPolicy.INVITATION)
    with expect_refusal(Invalid, "bad_club_match"):
        challenge_club(home.key, people[0], make_challenge())
    Membership.objects.create(club=away, user=people[0])
    assert challenge_club(home.key, people[0], make_challenge()).away == away


def test_a_club_has_few_matches_that_have_not_started(
    home: Club, away: Club, people: list[User]
) -> None:
    for _number in range(MAX_UNSTARTED):
        challenge_club(home.key, people[0], make_challenge())
    with expect_refusal(TooManyRequests, "too_many_club_matches"):
        challenge_club(home.key, people[0], make_challenge())


def test_boards_are_paired_by_rating(full_match: ClubMatch, people: list[User]) -> None:
    for user, value in zip(people, (1500, 1700, 1600, 1550, 0), strict=True):
        if value:
            Rating.objects.create(user=user, game=GAME, value=value)
    match = start(full_match)
    assert match.state == ClubMatch.State.RUNNING
    assert boards_of(match) == [["bob", "cem"], ["dee", "ann"]]
    assert {board.table.status for board in match.boards.all()} == {Table.Status.RUNNING}
    assert all(board.table.rated for board in match.boards.all())


def test_leaders_choose_the_order_of_their_boards(
    home: Club, away: Club, people: list[User]
) -> None:
    ann, bob, cem, dee, _eva = people
    pairing = ClubMatch.Pairing.CHOICE
    match = challenge_club(home.key, ann, make_challenge(pairing=pairing))
    proposals.answer_challenge(match.key, cem, accepts=True)
    for user in (ann, bob, cem, dee):
        line_ups.enter(match.key, user)
    line_ups.set_order(match.key, ann, home.key, ["bob", "ann"])
    with expect_refusal(Forbidden, "not_your_circle"):
        line_ups.set_order(match.key, ann, away.key, ["dee", "cem"])
    with expect_refusal(Invalid, "bad_club_match"):
        line_ups.set_order(match.key, cem, away.key, ["dee", "ann"])
    with expect_refusal(Invalid, "bad_club_match"):
        line_ups.set_order(match.key, cem, away.key, ["dee", "dee"])
    assert boards_of(start(match)) == [["bob", "cem"], ["dee", "ann"]]


def test_the_order_of_a_match_by_rating_cannot_be_chosen(
    full_match: ClubMatch, people: list[User]
) -> None:
    with expect_refusal(Conflict, "by_rating"):
        line_ups.set_order(full_match.key, people[0], full_match.home.key, ["bob"])


def test_people_who_have_blocked_one_another_do_not_meet(
    full_match: ClubMatch, people: list[User]
) -> None:
    ann, _bob, cem, _dee, _eva = people
    Block.objects.create(blocker=cem, blocked=ann)
    assert sorted(map(sorted, boards_of(start(full_match)))) == [["ann", "dee"], ["bob", "cem"]]


def test_with_too_few_boards_the_match_is_called_off(
    open_match: ClubMatch, people: list[User]
) -> None:
    line_ups.enter(open_match.key, people[1])
    match = start(open_match)
    assert match.state == ClubMatch.State.CALLED_OFF
    assert events_for(people[1]) == ["open", "called_off"]
    assert not Table.objects.exists()


def test_a_challenge_without_an_answer_is_called_off_at_its_start(challenge: ClubMatch) -> None:
    assert start(challenge).state == ClubMatch.State.CALLED_OFF


def test_nothing_happens_before_the_start(full_match: ClubMatch) -> None:
    lifecycle.advance(full_match.pk, full_match.starts_at - timedelta(seconds=1))
    assert reload(full_match).is_open
    assert lifecycle.find_due_matches(full_match.starts_at) == [full_match.pk]


def test_who_finds_no_board_is_notified(full_match: ClubMatch, people: list[User]) -> None:
    line_ups.leave(full_match.key, people[3])
    assert boards_of(start(full_match)) == [["ann", "cem"]]
    assert events_for(people[1]) == ["open", "no_board"]


def test_points_are_added_up_and_the_match_ends_with_its_last_board(
    full_match: ClubMatch, people: list[User]
) -> None:
    match = start(full_match)
    for board in match.boards.all():
        assert lifecycle.find_due_matches(timezone.now()) == []
        play_on(board.table)
    lifecycle.advance_due_matches()
    match = reload(match)
    assert match.state == ClubMatch.State.OVER
    assert [events_for(user)[-1] for user in people[:4]] == ["over"] * 4
    score = scores.score_of(match)
    assert (score.decided_count, score.home + score.away) == (2, 2)
    for one in score.boards:
        assert one.points is not None
        assert (one.points[0] > one.points[1]) == (one.home[0].rank < one.away[0].rank)  # type: ignore[operator]


def test_annulled_tables_and_those_called_off_give_no_points(full_match: ClubMatch) -> None:
    match = start(full_match)
    first, second = (board.table for board in match.boards.all())
    play_on(first)
    Table.objects.filter(pk=first.pk).update(rated=False)
    Table.objects.filter(pk=second.pk).update(status=Table.Status.CALLED_OFF)
    score = scores.score_of(match)
    assert [one.points for one in score.boards] == [None, None]
    assert (score.home, score.away) == (0, 0)


def test_who_has_left_for_a_bot_comes_last(full_match: ClubMatch) -> None:
    match = start(full_match)
    table = match.boards.all()[0].table
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    for seat in table.seat_set.all():
        is_home = seat.user_id in match.boards.all()[0].home_users
        Seat.objects.filter(pk=seat.pk).update(rank=1 if is_home else 2, bot="easy" * is_home)
    assert scores.score_of(match).boards[0].points == (0, 1)


def test_members_enter_for_their_own_club_only(open_match: ClubMatch, people: list[User]) -> None:
    with expect_refusal(Forbidden, "not_your_circle"):
        line_ups.enter(open_match.key, people[4])
    with expect_refusal(Forbidden, "not_your_circle"):
        line_ups.enter(open_match.key, people[0], open_match.away.key)
    Membership.objects.create(club=open_match.away, user=people[1])
    assert line_ups.enter(open_match.key, people[1]).club == open_match.home
    assert line_ups.enter(open_match.key, people[1], open_match.away.key).club == open_match.away
    assert open_match.players.count() == 1


def test_who_leaves_the_club_or_the_site_does_not_play(
    full_match: ClubMatch, people: list[User]
) -> None:
    membership.leave_club(full_match.home.key, people[1])
    delete_account(people[3])
    assert boards_of(start(full_match)) == [["ann", "cem"]]


def test_nobody_enters_after_the_start(full_match: ClubMatch, people: list[User]) -> None:
    start(full_match)
    for act in (line_ups.enter, line_ups.leave, proposals.call_off):
        with expect_refusal(Conflict, "club_match_moved"):
            act(full_match.key, people[0])


def test_leaders_of_either_club_call_a_match_off_before_the_start(
    full_match: ClubMatch, people: list[User]
) -> None:
    with expect_refusal(Forbidden, "not_your_circle"):
        proposals.call_off(full_match.key, people[1])
    proposals.call_off(full_match.key, people[2])
    assert reload(full_match).state == ClubMatch.State.CALLED_OFF
    assert events_for(people[3])[-1] == "called_off"


def test_a_match_of_a_closed_club_is_called_off(full_match: ClubMatch, people: list[User]) -> None:
    creation.close_club(full_match.away.key, people[2])
    assert start(full_match).state == ClubMatch.State.CALLED_OFF


def test_a_challenge_is_visible_to_leaders_and_a_match_to_everyone(
    challenge: ClubMatch, people: list[User]
) -> None:
    address = challenge.get_absolute_url()
    statuses = [signed_in(user).get(address).status_code for user in people]
    assert statuses == [200, 404, 200, 404, 404]
    proposals.answer_challenge(challenge.key, people[2], accepts=True)
    assert [signed_in(user).get(address).status_code for user in people] == [200] * 5
    assert signed_in(None).get(address).status_code == 200


def test_a_match_with_a_club_by_invitation_is_hidden_from_strangers(
    full_match: ClubMatch, people: list[User]
) -> None:
    Club.objects.filter(pk=full_match.home.pk).update(join_policy=Club.JoinPolicy.INVITATION)
    for user, status in ((people[1], 200), (people[3], 200), (people[4], 404), (None, 404)):
        client, api = signed_in(user), signed_in(user)
        assert client.get(full_match.get_absolute_url()).status_code == status
        assert api.get(f"/api/club-matches/{full_match.key}/").status_code == status
        is_listed = full_match.key in client.get("/club-matches/").content.decode()
        assert is_listed == (status == 200)
        assert len(api.get("/api/club-matches/").json()) == (status == 200)
    match = start(full_match)
    assert {one.table.visibility for one in match.boards.all()} == {Table.Visibility.LINK}


@pytest.mark.same_everywhere
def test_pages_lead_from_the_challenge_to_the_boards(
    home: Club, away: Club, people: list[User]
) -> None:
    ann, cem = signed_in(people[0]), signed_in(people[2])
    page = ann.get(f"/club-matches/?club={home.key}").content.decode()
    assert f"/clubs/{home.key}/matches/new/" in page
    assert f"/matches/new/{GAME}/" in ann.get(f"/clubs/{home.key}/matches/new/").content.decode()
    day = (timezone.now() + 3 * DAY).date()
    form = {
        "opponent": "sunday",
        "text": "Come on",
        "seats": "2",
        "clock": "week",
        "pauses": "calendars",
        "rated": "on",
        "pairing": "strength",
        "start_least": "1",
        "max_boards": "5",
        "start_day": day.isoformat(),
        "start_time": "20:00",
        "start_zone": "Europe/Berlin",
        **{f"option_{one.key}": one.default for one in rules.get(GAME).options},
    }
    address = f"/clubs/{home.key}/matches/new/{GAME}/"
    assert ann.post(address, form | {"max_boards": "0"}).status_code == 422
    answer = ann.post(address, form)
    assert answer.status_code == 302, answer.content.decode()
    match = ClubMatch.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert "Come on" in cem.get(match.get_absolute_url()).content.decode()
    cem.post(f"{match.get_absolute_url()}answer/", {"answer": "accept"})
    ann.post(f"{match.get_absolute_url()}enter/", {"club": home.key})
    cem.post(f"{match.get_absolute_url()}enter/", {"club": away.key})
    match = start(reload(match))
    page = ann.get(match.get_absolute_url()).content.decode()
    assert match.boards.get().table.get_absolute_url() in page
    assert match.key in ann.get("/club-matches/").content.decode()


@pytest.mark.parametrize("way", ["page", "api"])
def test_turns_of_a_club_match_are_due_at_the_chosen_hour(
    home: Club, away: Club, people: list[User], way: str
) -> None:
    at = timezone.now() + 3 * DAY
    if way == "page":
        form = {
            "opponent": "Sunday",
            "seats": "2",
            "pauses": "calendars",
            "pairing": "strength",
            "start_least": "1",
            "max_boards": "5",
            "start_zone": "UTC",
            "start_day": f"{at:%Y-%m-%d}",
            "start_time": "20:00",
            "clock": "fixed-hour",
            "hour_time": "20:30",
            "hour_zone": "Asia/Tokyo",
            "hour_days": "2",
            **{f"option_{one.key}": one.default for one in rules.get(GAME).options},
        }
        address = f"/clubs/{home.key}/matches/new/{GAME}/"
        assert signed_in(people[0]).post(address, form | {"hour_time": ""}).status_code == 422
        assert signed_in(people[0]).post(address, form).status_code == 302
    else:
        given = {
            "club": home.key,
            "opponent": "Sunday",
            "game": GAME,
            "seats": 2,
            "min_boards": 1,
            "starts_at": at.isoformat(),
            "fixed_hour": {"time": "20:30", "zone": "Asia/Tokyo", "days": 2},
        }
        api = api_of(people[0])
        for wrong in ({"fixed_hour": None}, {"fixed_hour": {"time": "20:30", "zone": "Mars"}}):
            refused = api.post("/api/club-matches/", given | wrong, format="json")
            assert refused.status_code == 400
        assert api.post("/api/club-matches/", given, format="json").status_code == 201
    match = ClubMatch.objects.get()
    line_ups.enter(proposals.answer_challenge(match.key, people[2], accepts=True).key, people[0])
    line_ups.enter(match.key, people[2])
    table = start(reload(match)).boards.get().table
    assert table.fixed_hour == FixedHour("20:30", "Asia/Tokyo", 2)
    page = signed_in(people[0]).get(match.get_absolute_url()).content.decode()
    assert "every 2 days at 20:30, Asia/Tokyo" in page
    found = api_of(people[0]).get(f"/api/club-matches/{match.key}/").json()
    assert found["table_settings"]["clock"]["fixed_hour"]["time"] == "20:30"


def test_api_is_as_strong_as_the_page(home: Club, away: Club, people: list[User]) -> None:
    ann, cem = api_of(people[0]), api_of(people[2])
    clock = PRESETS_BY_KEY["week"].clock
    challenge = {
        "club": home.key,
        "opponent": "Sunday",
        "game": GAME,
        "seats": 2,
        "min_boards": 1,
        "clock": {"bank": clock.bank, "increment": clock.increment, "cap": clock.cap},
        "starts_at": (timezone.now() + DAY).isoformat(),
        "pairing": "choice",
    }
    made = ann.post("/api/club-matches/", challenge, format="json")
    assert made.status_code == 201, made.content
    address = f"/api/club-matches/{made.json()['key']}/"
    assert cem.post(f"{address}answer/", {"accepts": True}, format="json").status_code == 200
    for api in (ann, cem):
        assert api.post(f"{address}enter/", {}, format="json").status_code == 200
    order = {"club": home.key, "order": ["ann"]}
    assert ann.post(f"{address}order/", order, format="json").status_code == 200
    assert ann.post(f"{address}leave/", {}, format="json").status_code == 200
    assert ann.post(f"{address}enter/", {}, format="json").status_code == 200
    found = ann.get(address).json()
    assert [one["user"] for one in found["players"]] == ["ann", "cem"]
    assert (found["state"], found["boards"], found["points"]) == ("open", [], [0, 0])
    start(ClubMatch.objects.get())
    found = APIClient().get(address).json()
    assert [board["number"] for board in found["boards"]] == [1]
    assert found["boards"][0]["points"] is None
