"""All matches of mine: narrowed down, a page at a time, as files; nobody else's."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from django.test import Client
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.history import my_matches, saved_searches, views
from games.models import Seat, Table
from tests.clients import signed_in
from tests.games.conftest import GAME, play_on

pytestmark = pytest.mark.same_everywhere
OPTION = rules.get(GAME).options[0]


def keys(client: Client, **asked: str) -> list[str]:
    found = client.get(f"/my-matches/matches.json?{urlencode(asked)}").json()
    return [one["table"] for one in found]


@pytest.fixture
def three(new_table: Callable[..., Table]) -> list[Table]:
    """Matches of ann's: one that ann has won against bob, one of three that ann has lost, and a
    friendly one with a bot that somebody took over for ann; none of them played."""
    won, lost, left = new_table(), new_table(3), new_table(bots=("random",))
    now = timezone.now()
    for table in (won, lost, left):
        Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, ended_at=now)
        table.seat_set.update(rank=2, total=7, waiting_since=None)
    Table.objects.filter(pk=left.pk).update(rated=False)
    ann = User.objects.get(username="ann")
    Seat.objects.filter(table=won, user=ann).update(rank=1)
    Seat.objects.filter(table=left, user=ann).update(leave_reason=Seat.LeaveReason.RESIGNED)
    return [won, lost, left]


def test_a_search_is_saved_by_a_name_found_again_and_deleted(
    three: list[Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, other = signed_in(people[0]), signed_in(people[1])
    asked = {"game": GAME, "result": "won", "with": "Bob", f"option_{OPTION.key}": OPTION.default}
    for name in ("Beaten Bob", "Bob"):
        answer = here.post("/my-matches/searches/", {**asked, "name": name, "seats": "x"})
    address = answer["Location"]
    assert parse_qs(address.partition("?")[2]) == {name: [value] for name, value in asked.items()}
    text = here.get(address).text
    assert text.count(f'href="{address.replace("&", "&amp;")}"') == 2
    assert three[0].key in text
    assert three[1].key not in text
    assert "Bob" not in other.get("/my-matches/").text
    (mine_, _other) = saved_searches.searches_of(people[0])
    delete = f"/my-matches/searches/{mine_.pk}/delete/"
    assert other.post(delete).status_code == 404
    monkeypatch.setattr(saved_searches, "MOST", 2)
    for name, more in (("Third", asked), ("", asked), ("x" * 41, asked), ("All", {})):
        here.post("/my-matches/searches/", {**more, "name": name})
        assert saved_searches.searches_of(people[0]).count() == 2
    here.post("/my-matches/searches/", {"name": "Bob", "result": "lost"})
    assert [one.query for one in saved_searches.searches_of(people[0])][1] == "result=lost"
    here.post(delete)
    assert [one.name for one in saved_searches.searches_of(people[0])] == ["Bob"]


def test_programs_find_them_and_keep_searches_as_pages_do(
    three: list[Table], people: list[User]
) -> None:
    here, other = signed_in(people[0]), signed_in(people[1])
    search = {"name": "Lost", "query": f"game={GAME}&result=lost&colour=red"}
    saved = here.post("/api/my-matches/searches/", search, "application/json").json()
    assert (saved["name"], saved["query"]) == ("Lost", f"game={GAME}&result=lost")
    assert here.get("/api/my-matches/searches/").json() == [saved]
    found = here.get(f"/api/my-matches/?{saved['query']}&limit=1").json()
    assert [one["table"] for one in found] == [three[2].key]
    more = here.get(f"/api/my-matches/?{saved['query']}&offset=1").json()
    assert [one["table"] for one in more] == [three[1].key]
    all_of_them = here.post(
        "/api/my-matches/searches/", {"name": "All", "query": ""}, "application/json"
    )
    assert all_of_them.status_code in (400, 422)
    address = f"/api/my-matches/searches/{saved['id']}/"
    assert other.delete(address).status_code == 404
    assert here.delete(address).json() == {"removed": True}
    assert here.get("/api/my-matches/searches/").json() == []


def test_they_are_narrowed_down_by_everything_that_is_asked(
    three: list[Table], people: list[User]
) -> None:
    won, lost, left = (table.key for table in three)
    here = signed_in(people[0])
    assert keys(here) == [left, lost, won]
    assert keys(here, result="won") == [won]
    assert keys(here, result="lost") == [left, lost]
    assert keys(here, result="left") == [left]
    assert keys(here, rated="no") == [left]
    assert keys(here, rated="yes", seats="2") == [won]
    assert keys(here, **{"with": people[2].username.upper()}) == [lost]
    assert keys(here, **{"with": "nobody-of-this-name"}) == []
    today = timezone.localdate().isoformat()
    assert keys(here, since=today, until=today) == [left, lost, won]
    assert keys(here, since="2999-01-01") == keys(here, until="1999-01-01") == []
    default = {"game": GAME, f"option_{OPTION.key}": three[0].options[OPTION.key]}
    assert keys(here, **default) == [left, lost, won]
    other = next(one for one in OPTION.choices if one != three[0].options[OPTION.key])
    assert keys(here, **{**default, f"option_{OPTION.key}": other}) == []


def test_head_to_head_counts_matches_ahead_and_behind(
    three: list[Table], people: list[User]
) -> None:
    with_bob = my_matches.MatchFilter(with_=people[1].username)
    assert my_matches.head_to_head(people[0], with_bob) == my_matches.HeadToHead(
        matches=2, ahead=1, behind=0
    )
    assert my_matches.head_to_head(people[1], my_matches.MatchFilter(with_="ann")) == (2, 0, 1)
    assert (
        my_matches.head_to_head(people[0], my_matches.MatchFilter(with_="nobody-of-this-name"))
        is None
    )
    assert (
        "you finished ahead in 1 and behind in 0."
        in signed_in(people[0]).get("/my-matches/?with=bob").text
    )


def test_what_is_asked_badly_is_as_if_it_was_not_asked(
    three: list[Table], people: list[User]
) -> None:
    bad = {"game": "go", "result": "?", "rated": "x", "seats": "²", "since": "2026-13-40"}
    assert len(keys(signed_in(people[0]), **bad)) == len(three)


def test_the_page_shows_them_a_page_at_a_time(
    three: list[Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MATCHES_AT_ONCE", 2)
    here = signed_in(people[0])
    first = here.get("/my-matches/?rated=").text
    assert three[2].key in first
    assert three[0].key not in first
    older = first.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    assert three[0].key in here.get(f"/my-matches/{older}").text
    assert "matches.csv?" not in first
    assert "matches.csv?result=won" in here.get("/my-matches/?result=won").text


def test_files_are_read_in_parts(
    three: list[Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(my_matches, "AT_ONCE", 1)
    assert len(keys(signed_in(people[0]))) == len(three)
    monkeypatch.setattr(my_matches, "MOST", 2)
    assert len(keys(signed_in(people[0]))) == 2


def test_the_file_for_spreadsheets_tells_the_same_and_holds_no_formula(
    three: list[Table], people: list[User]
) -> None:
    Seat.objects.filter(table=three[0], user=people[1]).update(user=None, record_name="=1+1")
    here = signed_in(people[0])
    text = b"".join(here.get("/my-matches/matches.csv")).decode()
    rows = list(csv.DictReader(StringIO(text)))
    as_json: list[dict[str, Any]] = here.get("/my-matches/matches.json").json()
    assert [row["table"] for row in rows] == [row["table"] for row in as_json]
    assert [row["points"] for row in rows] == [str(row["points"]) for row in as_json]
    assert rows[-1]["others"].startswith("'=1+1")


def test_my_matches_include_rating_change(table: Table, people: list[User]) -> None:
    play_on(table)
    (row,) = signed_in(people[0]).get("/my-matches/matches.json").json()
    assert row["rating_change"] == float(table.rating_changes.get(user=people[0]).delta)
    assert row["others"] == [{"name": people[1].display_name, "rank": row["others"][0]["rank"]}]


def test_nobody_sees_those_of_others(three: list[Table], people: list[User]) -> None:
    assert keys(signed_in(people[3])) == []
    assert Client().get("/my-matches/").status_code == 302
    assert Client().get("/my-matches/matches.csv").status_code == 302
    assert "not finished a match" in signed_in(people[3]).get("/my-matches/").text
