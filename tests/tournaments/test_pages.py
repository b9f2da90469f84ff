"""The pages of tournaments: what they say to whom, and what they cost."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.models import Club, Membership, Seat, Table
from games.time_controls import FixedHour
from games.tournaments import (
    creation,
    lifecycle,
    registration,
    views,
)
from games.tournaments import (
    queries as tournaments_queries,
)
from games.tournaments import tasks as tournaments_tasks
from games.tournaments.models import Tournament, TournamentEntry, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from tests.clients import signed_in
from tests.games.conftest import GAME
from tests.tournaments.conftest import Opens, terms

FORM = {
    "title": "Winter Cup",
    "about": "Be kind.",
    "places": "4",
    "entry": "everybody",
    "seats": "2",
    "score": "places",
    "clock": "day",
    "pauses": "calendars",
    "check_in": "0",
    "round_days": "7",
    "days": "0",
    "rated": "on",
    "pause": "7",
    "every": "0",
}


def new() -> str:
    return reverse("games:new_tournament", args=[GAME, "twice"])


def options(client: Client) -> dict[str, str]:
    """What the form fills in for the game's options."""
    form = client.get(new()).context["form"]
    return {field.html_name: str(field.value()) for field in form.option_fields}


def page(tournament: Tournament, client: Client, query: str = "") -> str:
    return client.get(f"{tournament.get_absolute_url()}{query}").text


HOUR = {"clock": "fixed-hour", "hour_time": "20:30", "hour_zone": "Asia/Tokyo", "hour_days": "2"}


def test_turns_of_a_tournament_are_due_at_the_chosen_hour(people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post(new(), FORM | HOUR | options(ann))
    tournament = Tournament.objects.get()
    assert "every 2 days at 20:30, Asia/Tokyo" in page(tournament, Client())
    like = ann.get(new(), {"like": tournament.key}).context["form"]
    assert {name: like[name].value() for name in HOUR} == HOUR
    shown = Client().get(reverse("api:tournament", args=[tournament.key])).json()
    hour = {"time": "20:30", "zone": "Asia/Tokyo", "days": 2}
    assert shown["table_settings"]["clock"]["fixed_hour"] == hour
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    tables = Table.objects.filter(tournament_table__isnull=False)
    assert len(tables) == 2
    for table in tables:
        assert table.fixed_hour == FixedHour("20:30", "Asia/Tokyo", 2)
        due = table.seat_set.exclude(due_at=None)[0].due_at
        assert due is not None
        assert f"{due.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}" == "20:30"


@pytest.mark.parametrize("change", [{"hour_time": ""}, {"hour_zone": "Mars"}, {"hour_days": "5"}])
def test_wrong_hour_of_a_tournament_is_refused_beside_its_field(
    people: list[User], change: dict[str, str]
) -> None:
    ann = signed_in(people[0])
    answer = ann.post(new(), FORM | HOUR | change | options(ann))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(change)
    assert not Tournament.objects.exists()


def test_opening_and_entering_are_a_form_and_a_press(people: list[User]) -> None:
    ann, bob = signed_in(people[0]), signed_in(people[1])
    assert new() == ann.get("/tournaments/new/", {"game": GAME, "format": "twice"})["Location"]
    answer = ann.post(new(), FORM | options(ann))
    tournament = Tournament.objects.get()
    assert answer["Location"] == tournament.get_absolute_url()
    assert (tournament.title, tournament.round_days, tournament.min_players) == ("Winter Cup", 7, 4)
    assert "Winter Cup" in Client().get("/tournaments/").text
    assert "Sign in to enter" in page(tournament, Client())
    bob.post(reverse("games:enter_tournament", args=[tournament.key]))
    assert TournamentEntry.objects.get().user == people[1]
    assert "Withdraw" in page(tournament, bob)
    bob.post(reverse("games:withdraw_from_tournament", args=[tournament.key]))
    assert not TournamentEntry.objects.exists()


@pytest.mark.same_everywhere
def test_the_form_speaks_the_language_of_its_reader(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(language="ja")
    form = signed_in(people[0]).get(new()).text
    assert "順位点" in form
    assert "Points by place" not in form


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": ""}, "title"),
        ({"places": "1"}, "places"),
        ({"rating_from": "1700", "rating_to": "1600"}, "rating_to"),
        ({"start_day": "2020-01-01", "start_time": "20:00", "start_least": "3"}, "start_day"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    people: list[User], wrong: dict[str, str], field: str
) -> None:
    ann = signed_in(people[0])
    answer = ann.post(new(), FORM | options(ann) | wrong)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Tournament.objects.exists()


@pytest.mark.same_everywhere
def test_running_tournament_page_shows_standings_rounds_and_pairings(
    people: list[User], opens: Opens
) -> None:
    tournament = opens(places=5)
    for user in people:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    sue = signed_in(User.objects.create_user("sue", "sue@example.org", is_staff=True))
    text = page(tournament, sue)
    for words in (
        "Standings",
        "Table 1",
        "Table 2",
        "Bye",
        "Crosstable",
        "Decide the result of table 1",
    ):
        assert words in text, words
    assert "Decide the result of table" not in page(tournament, signed_in(people[1]))
    address = reverse("games:decide_tournament_table", args=[tournament.key, 1, 1])
    sue.post(address, {"place_0": "2", "place_1": "1", "why": "Ill."})
    assert "Decided by sue: Ill." in page(tournament, Client(), "?round=1")


def test_what_those_who_run_it_see_besides(
    people: list[User], opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is expected, how the tournament ends, and nothing to decide where they sit themselves."""
    monkeypatch.setattr(views, "SHOWN", 1)
    tournament = opens(places=4)
    registration.invite_player(tournament.key, people[0], people[4])
    for user in people[:4]:
        registration.enter(tournament.key, user)
    fay = User.objects.create_user("fay", "fay@example.org")
    registration.enter(tournament.key, fay)
    lifecycle.advance(tournament.pk)
    ann, bob = signed_in(people[0]), signed_in(people[1])
    text = page(tournament, ann)
    for words in (
        "1 invited",
        "1 on the waiting list",
        "You play in this tournament yourself.",
        "More tables",
    ):
        assert words in text, words
        assert (words in page(tournament, bob)) == (words == "More tables")
    assert "Decide the result of table" not in text
    registration.withdraw(tournament.key, people[0])
    for number in (1, 2):
        part = page(tournament, ann, f"?round=1&tables={number}")
        assert f">Table {number}<" in part
        sits = Seat.objects.filter(table__tournament_table__number=number, user=people[0]).exists()
        assert ("You sit at this table yourself" in part) == sits
        assert (f"Decide the result of table {number}" in part) != sits
    assert "End the tournament now" in page(tournament, ann)
    ann.post(reverse("games:end_tournament", args=[tournament.key]), {"why": "Nobody plays."})
    assert "ann ended this tournament early: Nobody plays." in page(tournament, Client())
    assert "does not count" in page(tournament, Client())


def test_who_enters_says_how_many_matches_at_once_where_there_are_no_rounds(
    people: list[User],
) -> None:
    bob = signed_in(people[1])
    for format_key, asked in (("swiss", False), ("groups", True)):
        tournament = creation.create_tournament(
            people[0],
            TournamentSettings("Cup", GAME, format_key, {}, terms(), places=4, least=2),
        )
        assert ("Matches at once" in page(tournament, bob)) == asked
        bob.post(reverse("games:enter_tournament", args=[tournament.key]), {"at_once": "3"})
    assert TournamentEntry.objects.get(tournament=tournament).max_concurrent == 3


def test_only_those_who_run_it_have_rounds_read_for_a_ruling(
    people: list[User], opens: Opens
) -> None:
    tournament = opens()
    address = reverse("games:decide_tournament_table", args=[tournament.key, 77, 1])
    for user in people[1::-1]:
        with CaptureQueriesContext(connection) as queries:
            signed_in(user).post(address, {"place_0": "1", "why": "x"})
        read = any(TournamentTable._meta.db_table in one["sql"] for one in queries)
        assert read == (user == people[0])


@pytest.mark.same_everywhere
def test_only_formats_that_end_rounds_ask_for_their_days(people: list[User]) -> None:
    ann = signed_in(people[0])
    for form, asked in (
        ("swiss", {"round_days", "days"}),
        ("groups", {"days"}),
        ("knockout", set()),
    ):
        fields = ann.get(reverse("games:new_tournament", args=[GAME, form])).context["form"].fields
        assert {"round_days", "days"} & {*fields} == asked


def test_club_tournament_page_is_for_members(people: list[User], opens: Opens) -> None:
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=people[0], role="owner")
    tournament = opens(club=club)
    for client in (Client(), signed_in(people[1])):
        assert client.get(tournament.get_absolute_url()).status_code == 404
        assert tournament.title not in client.get("/tournaments/").text
    assert tournament.title in signed_in(people[0]).get("/tournaments/").text


def test_who_looks_does_not_wait_for_the_standings(people: list[User], opens: Opens) -> None:
    tournament = opens(places=3)
    for user in people[:3]:
        registration.enter(tournament.key, user)
    assert tournaments_tasks.advance_tournament(tournament.pk)
    tournament.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        assert len(tournaments_queries.get_summary(tournament).lines) == 3
    assert len(queries) == 0


def test_many_people_cost_no_more_statements(people: list[User], opens: Opens) -> None:
    """The page of a tournament reads few rows, however many people are in it, once it is known."""
    tournament = opens(places=64)
    User.objects.bulk_create([User(username=f"p{n}", email=f"p{n}@x.org") for n in range(60)])
    for user in User.objects.filter(username__startswith="p"):
        TournamentEntry.objects.create(tournament=tournament, user=user)
    Tournament.objects.update(max_players=60)
    registration.enter(tournament.key, people[0])
    Tournament.objects.update(next_action_at=tournament.created_at)
    lifecycle.advance(tournament.pk)
    client = signed_in(people[1])
    page(tournament, client)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        text = page(tournament, client)
    assert text.count("<tr") == 51  # a page of the standings
    assert len(queries) <= 8, [one["sql"][:90] for one in queries]


def test_organiser_is_warned_when_a_swiss_has_too_many_rounds(people: list[User]) -> None:
    """On the page and by the API; nobody else is, and no tournament with enough people."""
    text = "With 4 places, only 3 rounds are possible without anyone meeting twice. 5 are planned."
    for places, is_warned in ((4, True), (6, False)):
        tournament = creation.create_tournament(
            people[0],
            TournamentSettings("Cup", GAME, "swiss", {"rounds": 5}, terms(), places=places),
        )
        ann, bob = signed_in(people[0]), signed_in(people[1])
        assert (text in page(tournament, ann)) == is_warned
        assert text not in page(tournament, bob)
        address = reverse("api:tournament", args=[tournament.key])
        assert [text in one for one in ann.get(address).json()["warnings"]] == [True] * is_warned
        assert bob.get(address).json()["warnings"] == []


def test_tournament_form_warns_of_too_many_rounds(people: list[User]) -> None:
    """It is opened when the warning was read, or when there is none any more."""
    ann, warning = signed_in(people[0]), "only 3 rounds are possible without anyone meeting twice"
    address = reverse("games:new_tournament", args=[GAME, "swiss"])
    posted = FORM | options(ann) | {"setting_rounds": "5"}
    warned = ann.post(address, posted)
    assert (warned.status_code, Tournament.objects.count()) == (422, 0)
    assert warning in warned.text
    read = {"read": warned.context["warnings"]}
    more = ann.post(address, posted | read | {"setting_rounds": "6"})
    assert " 6 are planned" in more.text
    for rounds in ("5", "3"):
        ann.post(address, posted | read | {"setting_rounds": rounds})
    assert [one.format_settings["rounds"] for one in Tournament.objects.order_by("pk")] == [5, 3]
