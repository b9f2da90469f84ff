"""Tournaments in the API: the same as on their pages, for programs."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.serializers import Serializer
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Club, Membership
from games.tournaments import creation, lifecycle, registration
from games.tournaments.api import tournament_views as shapes
from games.tournaments.models import Tournament, TournamentEntry, TournamentTable
from tests.clients import api_of
from tests.games.conftest import GAME
from tests.tournaments.conftest import WAITING, Opens


def address(name: str, tournament: Tournament) -> str:
    return reverse(f"api:{name}", args=[tournament.key])


def fetch_json(client: APIClient, name: str, tournament: Tournament, **query: Any) -> Any:
    answer = client.get(address(name, tournament), query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def is_of(shape: type[Serializer], answer: dict[str, Any]) -> bool:
    return set(answer) == set(shape().fields)


def start_tournament(tournament: Tournament, people: list[User]) -> None:
    for user in people:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)


def test_tournament_accepts_entries_until_it_is_full(people: list[User], opens: Opens) -> None:
    ann, bob, cem, dee, _eva = map(api_of, people)
    tournament = opens(places=3, about="Be kind.")
    found = fetch_json(APIClient(), "tournament", tournament)
    assert is_of(shapes.TournamentSerializer, found)
    assert (found["title"], found["about"], found["entry"]) == (
        "Autumn Cup",
        "Be kind.",
        "everybody",
    )
    assert (found["places"], found["taken"], found["takes"]) == (3, 0, True)
    assert (found["table_settings"]["seats"], found["settings"]["table_size"]) == (2, 2)
    assert found["mine"] is None
    assert (found["terms"], found["asks"]) == (found["table_settings"], {})
    entered = ann.post(address("enter_tournament", tournament), {"at_once": 2}).json()
    assert is_of(shapes.TournamentSerializer, entered)
    assert is_of(shapes.MyEntrySerializer, entered["mine"])
    assert (entered["mine"]["state"], entered["mine"]["at_once"]) == ("entered", 2)
    for one in (bob, cem, dee):
        assert one.post(address("enter_tournament", tournament)).status_code == 200
    found = fetch_json(dee, "tournament", tournament)
    assert [one["user"] for one in found["people"]] == ["ann", "bob", "cem"]
    assert is_of(shapes.TournamentPlayerSerializer, found["people"][0])
    assert (found["taken"], found["mine"]["state"]) == (3, "waiting")
    assert fetch_json(dee, "tournament_standings", tournament)["lines"] == []
    assert fetch_json(dee, "tournament_rounds", tournament) == []
    for _again in range(2):
        assert bob.post(address("withdraw_from_tournament", tournament)).json() == {"gone": True}
    assert fetch_json(bob, "tournament", tournament)["mine"] is None
    assert fetch_json(dee, "tournament", tournament)["mine"]["state"] == "entered"


def test_tournament_entry_errors_have_status_codes(people: list[User], opens: Opens) -> None:
    tournament = opens()
    wrong = api_of(people[1]).post(address("enter_tournament", tournament), {"at_once": 6})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["at_once"])
    creation.call_off_tournament(tournament.key, people[0])
    late = api_of(people[1]).post(address("enter_tournament", tournament))
    assert (late.status_code, late.json()["error"]) == (409, "contest_moved")
    assert not fetch_json(api_of(people[1]), "tournament", tournament)["takes"]


def test_running_tournament_has_standings_and_rounds(people: list[User], opens: Opens) -> None:
    tournament = opens(places=3)
    start_tournament(tournament, people[1:4])
    (one,) = fetch_json(APIClient(), "tournament_rounds", tournament)
    table, bye = one["tables"]
    assert is_of(shapes.RoundSerializer, one)
    assert is_of(shapes.TournamentTableSerializer, table)
    assert is_of(shapes.TournamentSeatSerializer, table["seats"][0])
    played = TournamentTable.objects.get(table__key=table["table"]).table
    assert played is not None
    seated = played.seat_set.order_by("number").values_list("user__username", flat=True)
    assert [seat["user"] for seat in table["seats"]] == list(seated)
    assert [seat["place"] for seat in table["seats"]] == [None, None]
    assert (bye["table"], [seat["place"] for seat in bye["seats"]]) == (None, [None])
    resting = User.objects.get(username=bye["seats"][0]["user"])
    assert (
        fetch_json(api_of(resting), "tournament", tournament)["mine"]["why_waits"]
        == WAITING.message
    )
    playing = User.objects.get(username=seated[0])
    assert fetch_json(api_of(playing), "tournament", tournament)["mine"]["why_waits"] == ""

    ann, ruling = api_of(people[0]), {"places": [2, 1], "why": "Ill."}
    at = reverse("api:decide_tournament_table", args=[tournament.key, 1, 1])
    assert api_of(playing).post(at, ruling).status_code == 403
    assert is_of(shapes.TournamentSerializer, ann.post(at, ruling).json())
    table = fetch_json(APIClient(), "tournament_rounds", tournament)[0]["tables"][0]
    assert [seat["place"] for seat in table["seats"]] == [2, 1]
    assert (table["over"], table["ruled_by"], table["ruling"]) == (True, "ann", "Ill.")
    found = fetch_json(APIClient(), "tournament_standings", tournament)
    assert is_of(shapes.TournamentStandingsSerializer, found)
    assert all(is_of(shapes.TournamentStandingsRowSerializer, line) for line in found["lines"])
    keys = [tie["key"] for tie in found["tie_breaks"]]
    assert keys == ["opponents", "head_to_head", "share", "wins"]
    assert found["tie_breaks"][1]["name"] == "Head to head"
    assert all(list(line["tie_breaks"]) == keys for line in found["lines"])
    part = fetch_json(APIClient(), "tournament_standings", tournament, limit=1, offset=1)
    assert (part["size"], part["lines"]) == (3, found["lines"][1:2])
    assert ann.post(address("end_tournament", tournament), {"why": " "}).status_code == 400
    over = ann.post(address("end_tournament", tournament), {"why": "Nobody plays."}).json()
    assert (over["state"], over["ended_by"], over["why_ended"]) == ("over", "ann", "Nobody plays.")


def test_whoever_runs_it_asks_people_in_and_takes_them_out(
    people: list[User], opens: Opens
) -> None:
    ann, bob = people[0], people[1].username
    tournament, client = opens(entry="invitation"), api_of(ann)
    invited = client.post(address("invite_to_tournament", tournament), {"user": bob})
    assert is_of(shapes.TournamentSerializer, invited.json())
    registration.enter(tournament.key, people[1])
    client.post(address("disqualify", tournament), {"user": bob, "why": "Rude."})
    mine = fetch_json(api_of(people[1]), "tournament", tournament)["mine"]
    assert (mine["state"], mine["why_out"]) == ("out", "Rude.")
    off = api_of(people[1]).post(address("call_off_tournament", tournament))
    assert off.json()["error"] == "not_your_contest"
    assert client.post(address("call_off_tournament", tournament)).json()["state"] == "called_off"


def test_the_list_is_asked_by_state_and_game(people: list[User], opens: Opens) -> None:
    first, second = opens(places=3), opens()
    start_tournament(first, people[:3])

    def listed_keys(**query: str) -> list[str]:
        return [one["key"] for one in APIClient().get(reverse("api:tournaments"), query).json()]

    assert listed_keys() == [second.key, first.key]
    assert listed_keys(state="running") == [first.key]
    assert listed_keys(game=GAME, limit="1") == [second.key]
    assert listed_keys(game="none") == []
    assert APIClient().get(reverse("api:tournaments"), {"state": "x"}).status_code == 400
    (one,) = APIClient().get(reverse("api:tournaments"), {"state": "running"}).json()
    assert is_of(shapes.TournamentSummarySerializer, one)
    assert one["taken"] == 3


def test_club_tournament_is_visible_to_members_only(people: list[User], opens: Opens) -> None:
    club = Club.objects.create(name="Thursday")
    for user, role in zip(people, ("owner", "member"), strict=False):
        Membership.objects.create(club=club, user=user, role=role)
    tournament = opens(club=club)
    stranger, member = api_of(people[2]), api_of(people[1])
    for name in ("tournament", "tournament_standings", "tournament_rounds"):
        for client in (APIClient(), stranger):
            answer = client.get(address(name, tournament))
            assert (answer.status_code, answer.json()["error"]) == (404, "no_such_contest")
    for name in ("enter_tournament", "withdraw_from_tournament"):
        assert stranger.post(address(name, tournament)).status_code == 404
    assert stranger.get(reverse("api:tournaments")).json() == []
    assert fetch_json(member, "tournament", tournament)["club"] == club.key
    assert [one["key"] for one in member.get(reverse("api:tournaments")).json()] == [tournament.key]


def test_many_people_cost_no_more_statements(people: list[User], opens: Opens) -> None:
    tournament = opens(places=60)
    names = [f"p{n}" for n in range(59)]
    User.objects.bulk_create([User(username=name, email=f"{name}@x.org") for name in names])
    for user in User.objects.filter(username__in=names):
        TournamentEntry.objects.create(tournament=tournament, user=user)
    start_tournament(tournament, people[:1])
    client = api_of(people[0])
    # of each: as nobody has read it yet, and as it is kept
    most = {"tournament": (6, 3), "tournament_standings": (4, 1), "tournament_rounds": (4, 2)}
    for name, each in most.items():
        cache.clear()
        for statements in each:
            with CaptureQueriesContext(connection) as queries:
                fetch_json(client, name, tournament)
            assert len(queries) <= statements, [one["sql"][:90] for one in queries]
