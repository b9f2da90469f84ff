"""Alerts: who is notified of what, when, and how often."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.alerts import searches
from games.alerts.models import Alert
from games.clubs import creation as clubs
from games.lobby.setup import table_setup
from games.lobby.table_filter import TableFilter
from games.lobby.table_settings import TableSettings
from games.models import Block, Notification, Table
from games.time_controls import PRESETS, PRESETS_BY_KEY
from games.tournaments import creation
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import Invalid
from tests import sample_titles
from tests.elapsed_time import let_time_pass

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

GAME = sample_titles.usual()
LIVE = next(one.key for one in PRESETS if one.clock.is_live)
TABLES, TOURNAMENTS = Alert.Kind.TABLES, Alert.Kind.TOURNAMENTS


def open_table(host: User, seats: int = 3, clock: str = "day", **more: Any) -> Table:
    club = more.pop("club", None)
    settings = TableSettings(seats, {}, PRESETS_BY_KEY[clock].clock, **more)
    return table_setup.open_table(host, GAME, settings, club=club)


def run(later: timedelta = timedelta(minutes=1)) -> int:
    let_time_pass(later)
    return searches.send_due_alerts(timezone.now())


def alerts_for(user: User) -> list[dict[str, Any]]:
    rows = Notification.objects.filter(user=user, event="alert", channel="page")
    return [row.data for row in rows.order_by("pk")]


def test_a_person_is_notified_when_a_matching_table_opens(people: list[User]) -> None:
    ann, bob, cem, *_ = people
    searches.create_alert(bob, TABLES, f"game={GAME}&free=2&clock=days&colour=red")
    searches.create_alert(cem, TABLES, "clock=live")
    assert run() == 0
    open_table(ann)
    assert run() == 1
    assert alerts_for(cem) == []
    (found,) = alerts_for(bob)
    assert found["count"] == 1
    assert found["path"] == f"/tables/?game={GAME}&free=2&clock=days"
    assert run() == 0, "the same table is not sent twice"


def test_tables_that_do_not_match_are_not_sent(people: list[User]) -> None:
    ann, bob, *_ = people
    searches.create_alert(bob, TABLES, "clock=live&free=2")
    open_table(ann)  # over days
    open_table(ann, 2, LIVE)  # one free seat
    assert run() == 0
    open_table(ann, 3, LIVE)
    assert run() == 1


def test_an_alert_is_sent_at_most_once_a_day_and_then_counts_what_is_still_open(
    people: list[User],
) -> None:
    ann, bob, *_ = people
    searches.create_alert(bob, TABLES, "")
    open_table(ann)
    assert run() == 1
    open_table(ann)
    table_setup.close(open_table(ann).key, ann)
    open_table(ann)
    assert run(timedelta(hours=23)) == 0
    assert run(timedelta(hours=25)) == 1
    assert [one["count"] for one in alerts_for(bob)] == [1, 2]


def test_tables_that_a_person_may_not_join_are_not_sent(people: list[User]) -> None:
    ann, bob, cem, *_ = people
    club = clubs.create_club(ann, "Lamp", "", "closed")
    for one in (ann, bob, cem):
        searches.create_alert(one, TABLES, "")
    Block.objects.create(blocker=ann, blocked=cem)
    open_table(ann)
    open_table(bob, visibility=Table.Visibility.LINK)
    open_table(ann, club=club)
    assert run() == 1
    assert alerts_for(ann) == alerts_for(cem) == []
    assert [one["count"] for one in alerts_for(bob)] == [1], "not that of the club"


def test_a_table_that_is_just_being_opened_is_left_for_the_next_run(people: list[User]) -> None:
    """Its transaction may end after a run that is later than its `created_at`."""
    ann, bob, *_ = people
    searches.create_alert(bob, TABLES, "")
    table = open_table(ann)
    assert searches.send_due_alerts(table.created_at + searches.SETTLE / 2) == 0
    assert searches.send_due_alerts(table.created_at + 2 * searches.SETTLE) == 1


def test_two_workers_send_an_alert_once(people: list[User]) -> None:
    ann, bob, *_ = people
    alert, _new = searches.create_alert(bob, TABLES, "")
    open_table(ann)
    now = timezone.now() + timedelta(minutes=1)
    until = now - searches.SETTLE
    assert [searches._process(alert.pk, now, until) for _ in range(2)] == [True, False]
    assert len(alerts_for(bob)) == 1


def open_tournament(organiser: User, game: str = GAME) -> None:
    organiser.is_staff = True
    organiser.save()
    clock = PRESETS_BY_KEY["day"].clock
    settings = TournamentSettings("Cup", game, "swiss", {}, TableSettings(2, {}, clock), 8)
    creation.create_tournament(organiser, settings)


def test_a_person_is_notified_when_a_tournament_of_a_game_opens(people: list[User]) -> None:
    ann, bob, cem, *_ = people
    searches.create_alert(ann, TOURNAMENTS, "")
    searches.create_alert(bob, TOURNAMENTS, f"game={GAME}")
    searches.create_alert(cem, TABLES, "")
    open_tournament(ann)
    assert run() == 1
    (found,) = alerts_for(bob)
    assert (found["kind"], found["path"]) == (TOURNAMENTS, f"/tournaments/?game={GAME}")


def test_runs_without_anything_new_look_at_no_alert(
    people: list[User], django_assert_num_queries: Callable[..., Any]
) -> None:
    ann, bob, *_ = people
    searches.create_alert(bob, TABLES, "")
    open_table(ann)
    run()
    let_time_pass(timedelta(days=2))
    with django_assert_num_queries(3):
        assert searches.send_due_alerts(timezone.now()) == 0


def test_the_same_search_is_one_alert_and_there_are_at_most_twenty(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "MOST", 2)
    first, is_new = searches.create_alert(people[0], TABLES, "free=2&clock=days")
    again, is_new_again = searches.create_alert(people[0], TABLES, "clock=days&free=2&page=3")
    assert (first.pk, is_new, is_new_again) == (again.pk, True, False)
    searches.create_alert(people[0], TABLES, "")
    with pytest.raises(Invalid, match="at most 2 alerts"):
        searches.create_alert(people[0], TABLES, "clock=live")
    searches.create_alert(people[1], TABLES, "clock=live")


@pytest.mark.parametrize(("kind", "query"), [("people", ""), ("tables", "status=running")])
def test_an_alert_about_something_else_is_refused(
    kind: str, query: str, people: list[User]
) -> None:
    with pytest.raises(Invalid):
        searches.create_alert(people[0], kind, query)
    assert not Alert.objects.exists()


@pytest.mark.parametrize(
    "query",
    ["", "free=2", "start=dated", "clock=live&joinable=1", "pauses=none", f"game={GAME}&free=3"],
)
def test_a_filter_survives_as_a_query(query: str) -> None:
    wanted = TableFilter.of(dict(part.split("=") for part in query.split("&") if part))
    assert wanted.query == query
    assert wanted.describe()


def test_a_person_adds_and_deletes_an_alert_from_the_lobby(people: list[User]) -> None:
    client = Client()
    client.force_login(people[0])
    page = client.get(f"/tables/?game={GAME}&clock=days").text
    assert f'name="query" value="game={GAME}&amp;clock=days"' in page
    sent = {"kind": "tables", "query": f"game={GAME}&clock=days"}
    page = client.post("/alerts/add/", sent, follow=True).text
    assert "Alert added" in page
    (alert,) = searches.alerts_of(people[0])
    assert f"/alerts/{alert.pk}/delete/" in page
    client.post(f"/alerts/{alert.pk}/delete/")
    assert not searches.alerts_of(people[0]).exists()


def test_programs_read_add_and_delete_alerts(people: list[User]) -> None:
    client, other = Client(), Client()
    client.force_login(people[0])
    other.force_login(people[1])
    sent = {"kind": "tournaments", "query": f"game={GAME}"}
    added = client.post("/api/alerts/", sent, "application/json")
    assert added.status_code == 201
    assert client.get("/api/alerts/").json() == [added.json()]
    assert datetime.fromisoformat(added.json()["created_at"]) <= timezone.now()
    assert other.get("/api/alerts/").json() == []
    address = f"/api/alerts/{added.json()['id']}/"
    assert other.delete(address).status_code == 404
    assert client.delete(address).json() == {"removed": True}
    bad = client.post("/api/alerts/", sent | {"kind": "people"}, "application/json")
    assert bad.status_code == 400
