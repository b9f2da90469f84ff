"""Tournaments that repeat: who is in the next season, in which division, and when it all ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Site, User
from games.models import Block, Club, Membership, Notification, Seat, Table
from games.notifications import content
from games.ratings.models import Rating
from games.tournaments import (
    creation,
    lifecycle,
    registration,
    results,
    tournament_series,
)
from games.tournaments import tasks as tournaments_tasks
from games.tournaments.formats.groups import LastSeason, assign_divisions
from games.tournaments.models import Tournament, TournamentEntry, TournamentSeries, TournamentTable
from games.tournaments.tournament_settings import MIN_PLAYERS, RepeatSchedule, TournamentSettings
from portal.errors import Forbidden
from tests.clients import signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal
from tests.tournaments.conftest import Opens, terms
from tests.tournaments.test_pages import FORM, new, options

DAY = timedelta(days=1)


def in_divisions(tournament: Tournament) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for entry in tournament.entries.filter(seed__gt=0).select_related("user"):
        found.setdefault(entry.division, set()).add(entry.user.username)
    return found


def play_out(tournament: Tournament, at: datetime, order: str, gone: str = "") -> None:
    """Play a season from its start; who stands further on in the order loses, who is gone is
    played for by bots."""
    lifecycle.advance(tournament.pk, at)
    while Tournament.objects.get(pk=tournament.pk).is_running:
        runs = TournamentTable.objects.filter(round__tournament=tournament, finished_at=None)
        for one in runs:
            seats = list(Seat.objects.filter(table=one.table_id).select_related("user"))
            seats.sort(key=lambda seat: order.index(seat.user.username[0]))  # type: ignore[union-attr]
            for place, seat in enumerate(seats, 1):
                seat.rank, seat.total, seat.waiting_since, seat.due_at = place, 9, None, None
                seat.bot = "easy" if seat.user and seat.user.username[0] in gone else ""
                seat.save()
        tables = Table.objects.filter(pk__in=runs.values("table"))
        tables.update(status=Table.Status.FINISHED, ended_at=at)
        assert lifecycle.advance(tournament.pk, at)


@pytest.fixture
def league(people: list[User]) -> Tournament:
    """Two divisions of two, one up and one down; Ann is the strongest, Dee the weakest."""
    for value, user in zip((1800, 1700, 1600, 1500), people, strict=False):
        Rating.objects.create(user=user, game=GAME, value=value)
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings(
            "League",
            GAME,
            "groups",
            {"division_size": 2, "promoted": 1, "relegated": 1},
            terms(),
            4,
            starts_at=timezone.now() + DAY,
            repeats=RepeatSchedule(7),
        ),
    )
    for user in people[:4]:
        registration.enter(tournament.key, user)
    return tournament


def test_the_first_of_a_division_move_up_and_the_last_move_down(
    people: list[User], league: Tournament
) -> None:
    at = timezone.now() + DAY
    assert not tournament_series.find_due_series(9)
    play_out(league, at, "abcd")
    assert in_divisions(league) == {1: {"ann", "bob"}, 2: {"cem", "dee"}}
    assert (tournaments_tasks.open_due_seasons(), tournament_series.find_due_series(9)) == (
        1,
        [league.series_id],
    )
    assert tournament_series.open_next_season(league.series_id or 0, at)
    assert not tournament_series.open_next_season(league.series_id or 0, at)  # another worker
    second = Tournament.objects.get(season_number=2)
    assert (league.title, second.title) == ("League 1", "League 2")
    assert league.starts_at is not None
    assert (second.starts_at, second.state) == (league.starts_at + 7 * DAY, "open")
    assert second.entries.filter(state="entered").count() == 4
    notifications = Notification.objects.filter(channel="page", data__what="season").order_by(
        "user"
    )
    assert [one.data["move"] for one in notifications] == ["", "down", "up", ""]
    assert (
        "You are promoted to the next division."
        in content.compose(content.NotificationContext(notifications[2])).text
    )

    registration.withdraw(second.key, people[0])
    registration.enter(second.key, people[4])
    play_out(second, at + 7 * DAY, "abcde")
    # Ann's place goes to the best of those who stay below; the newcomer begins in the lowest
    assert in_divisions(second) == {1: {"cem", "dee"}, 2: {"bob", "eva"}}


def test_who_let_bots_play_all_of_it_is_only_asked(people: list[User], league: Tournament) -> None:
    at = timezone.now() + DAY
    play_out(league, at, "abcd", gone="d")
    tournament_series.open_next_season(league.series_id or 0, at)
    asked = Tournament.objects.get(season_number=2).entries.filter(
        state=TournamentEntry.State.INVITED
    )
    assert [one.user for one in asked] == [people[3]]


def test_it_goes_on_until_too_few_enter_or_somebody_ends_it(
    people: list[User], league: Tournament
) -> None:
    at = timezone.now() + DAY
    play_out(league, at, "abcd")
    tournament_series.open_next_season(league.series_id or 0, at)
    second = Tournament.objects.get(season_number=2)
    for user in people[:3]:
        registration.withdraw(second.key, user)
    lifecycle.advance(second.pk, at + 7 * DAY)
    assert tournament_series.open_next_season(league.series_id or 0, at + 7 * DAY)
    assert not TournamentSeries.objects.get().is_on
    assert (tournament_series.find_due_series(9), Tournament.objects.count()) == ([], 2)

    TournamentSeries.objects.update(ended_at=None)
    found = TournamentSeries.objects.get()
    with expect_refusal(Forbidden, "not_your_contest"):
        tournament_series.end_series(found.key, people[1])
    tournament_series.end_series(found.key, people[0])
    assert tournament_series.find_due_series(9) == []


@pytest.mark.parametrize("until", ["suspended_until", "open_table_ban_until", "muted_until"])
def test_it_waits_for_an_organiser_who_may_not_for_a_time(
    people: list[User], league: Tournament, until: str
) -> None:
    at = timezone.now() + DAY
    play_out(league, at, "abcd")
    people[0].restrictions.assign(**{until: timezone.now() + DAY})
    assert not tournament_series.open_next_season(league.series_id or 0, at)
    assert (Tournament.objects.count(), tournament_series.find_due_series(9)) == (
        1,
        [league.series_id],
    )
    people[0].restrictions.assign(**{until: None})
    assert tournament_series.open_next_season(league.series_id or 0, at)
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize("why", ["closed", "no_member", "no_helper"])
def test_it_ends_with_an_organiser_who_may_open_none_any_more(
    people: list[User], league: Tournament, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    at = timezone.now() + DAY
    play_out(league, at, "abcd")
    if why == "closed":
        User.objects.filter(pk=people[0].pk).update(is_active=False)
    elif why == "no_member":
        site = Site(members_can_open_tournaments=False)
        monkeypatch.setattr(creation.configuration, "get_site", lambda: site)
    else:
        club = Club.objects.create(name="Thursday")
        Tournament.objects.update(club=club)
        Membership.objects.create(club=club, user=people[0], role=Membership.Role.MEMBER)
    assert tournament_series.open_next_season(league.series_id or 0, at)
    assert (Tournament.objects.count(), TournamentSeries.objects.get().is_on) == (1, False)


def test_next_season_keeps_people_whom_the_organiser_has_blocked(
    people: list[User], league: Tournament
) -> None:
    """Ann plays herself. Who has blocked her has decided so, and is not taken along."""
    ann, bob, cem, dee, *_rest = people
    at = timezone.now() + DAY
    play_out(league, at, "abcd")
    Block.objects.create(blocker=ann, blocked=bob)
    Block.objects.create(blocker=cem, blocked=ann)
    tournament_series.open_next_season(league.series_id or 0, at)
    season = Tournament.objects.get(season_number=2)
    assert {one.user for one in season.entries.all()} == {ann, bob, dee}
    assert Notification.objects.filter(data__what="season", user=bob).exists()
    assert not Notification.objects.filter(data__what="season", user=cem).exists()


def test_a_month_begins_a_month_after_the_last(people: list[User], opens: Opens) -> None:
    at = timezone.now()
    tournament = opens(places=2 + 1, repeats=RepeatSchedule(3, 30))
    for user in people[:3]:
        registration.enter(tournament.key, user)
    Tournament.objects.update(next_action_at=at)
    play_out(tournament, at, "abc")
    tournament_series.open_next_season(tournament.series_id or 0, at + DAY)
    second = Tournament.objects.get(season_number=2)
    assert (second.starts_at, second.min_players) == (
        at + 30 * DAY,
        MIN_PLAYERS,
    )


def test_series_keeps_its_hour_and_its_day(people: list[User], opens: Opens) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    today = timezone.localdate(timezone.now() + 2 * DAY, berlin)
    first = datetime(today.year, today.month, today.day, 20, tzinfo=berlin)
    tournament = opens(starts_at=first, zone=berlin.key, repeats=RepeatSchedule(1, 49))
    for user in people[:3]:
        registration.enter(tournament.key, user)
    starts: list[datetime] = []
    for _season in range(6):
        start = tournament.starts_at
        assert start is not None
        at = start + timedelta(seconds=1.7)
        if len(starts) == 3:
            at += 50 * DAY  # the site was away
        play_out(tournament, at, "abc")
        assert tournament_series.open_next_season(
            tournament.series_id or 0, at + timedelta(seconds=1.7)
        )
        tournament = Tournament.objects.latest("season_number")
        starts.append((tournament.starts_at or start).astimezone(berlin))
    assert {(one.weekday(), f"{one:%H:%M:%S}") for one in starts} == {(first.weekday(), "20:00:00")}
    assert starts[-1].date() == first.date() + timedelta(days=7 * 49)


def test_rounds_end_at_the_hour_of_the_start(people: list[User], opens: Opens) -> None:
    first = timezone.now() + DAY
    tournament = opens(starts_at=first, round_days=7)
    for user in people[:4]:
        registration.enter(tournament.key, user, at_once=2)
    late = timedelta(seconds=1.7)
    lifecycle.advance(tournament.pk, first + late)
    assert tournament.rounds.get().ends_at == first + 7 * DAY
    lifecycle.advance(tournament.pk, first + 7 * DAY + late)
    assert tournament.rounds.latest("number").ends_at == first + 14 * DAY


def test_whoever_waits_takes_over_the_tables_of_who_leaves_a_group(people: list[User]) -> None:
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings("League", GAME, "groups", {"division_size": 4}, terms(), 4),
    )
    for user in people:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    registration.withdraw(tournament.key, people[1])
    taken = TournamentEntry.objects.get(user=people[4])
    assert (taken.state, taken.replaces) == (
        "entered",
        TournamentEntry.objects.get(user=people[1]),
    )
    play_out(tournament, timezone.now(), "abcde")
    assert sum(taken.pk in one.entries for one in results.tables_of(tournament)) == 2  # of three


@pytest.mark.parametrize(
    ("people", "size", "divisions"),
    [
        # nobody leaves: one up, one down
        ("1a 1b2 2c1 2d", 2, "ac bd"),
        # the best of those who stay below fill a place, not those who have just come up
        ("1a 2b 2c 3d2", 2, "ab cd"),
        # who has earned a place has it, though nobody above has left one
        ("1a 1b 1c 2d1", 2, "ad bc"),
        # newcomers begin in the lowest, where there are enough for one
        ("1a 1b n n n", 2, "ab nnn"),
        ("1a n", 2, "an"),
    ],
)
def test_free_places_are_filled_from_below(people: str, size: int, divisions: str) -> None:
    """Each is the division, a name, and where they go if not there."""
    entrants: list[tuple[int, LastSeason | None]] = []
    for rank, one in enumerate(people.split()):
        last = None
        if one[0] != "n":
            now = int(one[0])
            last = LastSeason(int(one[2:] or now), now, rank)
        entrants.append((rank, last))
    found = assign_divisions(entrants, size)
    letters = [one[0] if one[0] == "n" else one[1] for one in people.split()]
    made: dict[int, str] = {}
    for number, letter in enumerate(letters):
        made[found[number]] = made.get(found[number], "") + letter
    assert [set(made[one]) for one in sorted(made)] == [set(one) for one in divisions.split()]


def test_the_page_tells_seasons_winners_and_ways(people: list[User], league: Tournament) -> None:
    play_out(league, timezone.now() + DAY, "abcd")
    tournament_series.open_next_season(league.series_id or 0)
    found = TournamentSeries.objects.get()
    text = Client().get(found.get_absolute_url()).text
    for phrase in ("League 1", "League 2", "Places in the last seasons", "Division 2"):
        assert phrase in text, phrase
    assert "End the series" not in text
    ann = signed_in(people[0])
    assert "End the series" in ann.get(found.get_absolute_url()).text
    assert found.get_absolute_url() in ann.get(league.get_absolute_url()).text
    data = APIClient().get(reverse("api:tournament_series", args=[found.key])).json()
    assert [one["season"] for one in data["seasons"]] == [2, 1]
    assert data["seasons"][1]["winners"] == ["ann"]
    ann.post(reverse("games:end_tournament_series", args=[found.key]))
    assert not TournamentSeries.objects.get().is_on


def test_a_form_opens_a_series_and_one_like_it(people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post(new(), FORM | options(ann) | {"repeats": "on", "pause": "3", "every": "30"})
    tournament = Tournament.objects.get()
    assert tournament.series is not None
    assert (tournament.title, tournament.series.pause_days, tournament.series.interval_days) == (
        "Winter Cup 1",
        3,
        30,
    )
    form = ann.get(new(), {"like": tournament.key}).context["form"]
    assert form["title"].value() == "Winter Cup"
    assert (form["places"].value(), form["round_days"].value()) == (4, 7)
