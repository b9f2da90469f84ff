"""Following, presence and private notes: seen by one person, and nothing of it by anybody else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from accounts.user_locks import AccountClosedError
from games.models import Follow, Note, Seat, Table
from games.social import follow_list
from games.table import notes
from portal.errors import Forbidden, Invalid
from tests.games.conftest import new_table, table
from tests.refusals import expect_refusal

__all__ = ["new_table", "table"]


def at(user: User, minutes: int = 0, **fields: Any) -> None:
    """They were last heard of so many minutes ago."""
    heard = timezone.now() - timedelta(minutes=minutes)
    User.objects.filter(pk=user.pk).update(last_seen_at=heard, **fields)


def browser(user: User | None) -> Client:
    found = Client()
    if user is not None:
        found.force_login(user)
    return found


def names(user: User) -> list[tuple[str, str]]:
    found = follow_list.list_followed_people(user, timezone.now())
    return [(one.user.username, one.presence.value) for one in found]


def test_who_is_here_stands_first_and_then_who_was_here_lately(people: list[User]) -> None:
    ann, bob, cem, dee, _eva = people
    for other, minutes in ((bob, 60 * 24 * 2), (cem, 60 * 5), (dee, 1)):
        follow_list.follow(ann, other)
        at(other, minutes)
    assert names(ann) == [("dee", "here"), ("cem", "lately"), ("bob", "")]
    assert names(dee) == []


def visible_texts(user: User, table: Table) -> list[str]:
    """All that somebody who follows is told, without what differs from one request to the next."""
    pages = ("/", "/following/", "/people/bob/", "/api/following/", f"/tables/{table.key}/")
    client = browser(user)
    texts = [client.get(page).text for page in pages]
    varies = (
        r'(?:csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|X-CSRFToken": "[^"]*"'
        r'|data-now="[^"]*"'
    )
    return [re.sub(varies, "", text) for text in texts]


def test_whoever_hides_looks_as_somebody_who_is_away(people: list[User], table: Table) -> None:
    ann, bob, cem, *_ = people
    follow_list.follow(ann, bob)
    follow_list.follow(ann, cem)
    at(cem, 60 * 24 * 2)
    at(bob, 60 * 24 * 2)
    away = visible_texts(ann, table)
    for minutes in (0, 60 * 5):
        at(bob, minutes, shows_presence=False)
        assert visible_texts(ann, table) == away
    at(bob, shows_presence=True)
    assert visible_texts(ann, table) != away


def test_clicks_note_a_sign_of_life_every_five_minutes(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people[0]
    client, noted = browser(ann), set()
    began = timezone.now() + timedelta(hours=1)
    for minute in range(13):
        now = began + timedelta(minutes=minute)
        monkeypatch.setattr("games.ratings.last_seen.timezone.now", lambda now=now: now)
        client.get("/my-notes/")
        noted.add(User.objects.get(pk=ann.pk).last_seen_at)
    assert sorted(noted) == [began + timedelta(minutes=minute) for minute in (0, 6, 12)]


def test_one_watches_only_what_one_may_find(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob, _cem, dee, _eva = people
    public, hidden = new_table(), new_table(visibility=Table.Visibility.LINK)
    follow_list.follow(dee, bob)
    follow_list.follow(ann, bob)
    keys = [
        {table.key for table in follow_list.list_followed_people(user, timezone.now())[0].tables}
        for user in (dee, ann)
    ]
    assert keys == [{public.key}, {public.key, hidden.key}]
    page = browser(dee).get("/").text
    assert public.key in page
    assert hidden.key not in page


def test_who_does_not_want_to_be_followed_is_on_nobodys_list(people: list[User]) -> None:
    ann, bob, cem, *_ = people
    follow_list.follow(ann, bob)
    preferences = browser(bob)
    form = {
        "language": "",
        "time_zone": "UTC",
        "theme": "auto",
        "motion": "full",
        "tips": "first",
        "shows_presence": "on",
    }
    assert preferences.post("/preferences/", form).status_code == 302
    assert names(ann) == []
    assert "/people/bob/follow/" not in browser(ann).get("/people/bob/").text
    answer = browser(cem).put("/api/people/bob/follow/")
    assert (answer.status_code, answer.json()["error"]) == (403, "cannot_follow")
    assert not Follow.objects.filter(follower=cem).exists()


def test_following_twice_is_following_once_and_the_list_is_bounded(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cem, *_ = people
    monkeypatch.setattr(follow_list, "MOST_FOLLOWED", 1)
    follow_list.follow(ann, bob)
    follow_list.follow(ann, bob)
    assert Follow.objects.count() == 1
    for other in (ann, cem):
        with expect_refusal(Forbidden, "cannot_follow"):
            follow_list.follow(ann, other)
    follow_list.unfollow(ann, bob)
    follow_list.follow(ann, cem)
    assert names(ann) == [("cem", "here")]


def test_the_pages_follow_and_unfollow(people: list[User]) -> None:
    ann = browser(people[0])
    assert (
        "“" not in ann.post("/following/add/", {"name": "BOB"}, follow=True).text.split("main")[0]
    )
    assert 'value="0"' in ann.get("/people/bob/").text
    assert "There is no account" in ann.post("/following/add/", {"name": "x"}, follow=True).text
    ann.post("/people/bob/follow/", {"follow": "0"})
    assert 'value="1"' in ann.get("/people/bob/").text
    assert ann.put("/api/people/cem/follow/").json() == {"following": True}
    assert ann.get("/api/following/").json() == [
        {"user": "cem", "name": "cem", "presence": "here", "tables": []},
    ]
    assert ann.delete("/api/people/cem/follow/").json() == {"following": False}
    assert ann.get("/api/people/cem/follow/").json() == {"following": False}


def test_api_names_tables_where_followed_people_may_be_watched(
    table: Table, people: list[User]
) -> None:
    ann, bob = people[:2]
    follow_list.follow(ann, bob)
    (found,) = browser(ann).get("/api/following/").json()
    assert (found["user"], found["tables"]) == ("bob", [table.key])


@pytest.mark.same_everywhere
def test_the_list_costs_few_queries(
    new_table: Callable[..., Table], people: list[User], django_assert_max_num_queries: Any
) -> None:
    for other in people[1:]:
        follow_list.follow(people[0], other)
    for _ in range(3):
        new_table(seats=4)
    client = browser(people[0])
    with django_assert_max_num_queries(6):
        client.get("/following/")
    client.get("/")  # positions and what happened there are kept from now on
    with django_assert_max_num_queries(12):
        client.get("/")


# notes


@pytest.mark.same_everywhere
def test_a_note_is_read_by_whoever_wrote_it_and_by_nobody_else(
    table: Table, people: list[User]
) -> None:
    ann, bob, cem, *_ = people
    client = browser(ann)
    at_table = f"/tables/{table.key}/"
    assert client.post(f"{at_table}note/", {"text": "watch the wharf"}).status_code == 302
    client.post("/people/bob/note/", {"text": "likes corn"})
    api = f"/api/tables/{table.key}/note/"
    pages = [at_table, f"{at_table}replay/", "/people/bob/", "/my-notes/", "/api/my-notes/", api]
    words = ("watch the wharf", "likes corn")
    assert all(any(word in client.get(page).text for word in words) for page in pages)
    assert len(client.get("/api/my-notes/").json()) == 2
    for other in (bob, cem, None):
        for page in pages:
            text = browser(other).get(page).text
            assert not any(word in text for word in words), page


def test_a_note_takes_the_place_of_the_one_before_and_empty_is_none(
    table: Table, people: list[User]
) -> None:
    ann, bob, *_ = people
    client = browser(ann)
    for text, kept in ((" one ", "one"), ("two", "two"), ("  ", "")):
        answer = client.put("/api/people/bob/note/", {"text": text}, "application/json")
        assert answer.json() == client.get("/api/people/bob/note/").json() == {"text": kept}
    assert not Note.objects.exists()
    at_table = f"/api/tables/{table.key}/note/"
    answer = client.put(at_table, {"text": "mine"}, "application/json")
    assert answer.json() == client.get(at_table).json() == {"text": "mine"}
    (note,) = client.get("/api/my-notes/").json()
    assert (note["table"], note["user"], note["text"]) == (table.key, None, "mine")
    Note.objects.all().delete()
    too_long = client.put("/api/people/bob/note/", {"text": "x" * 2001}, "application/json")
    assert too_long.status_code == 400
    for about, text in ((bob, "x" * 2001), (ann, "me")):
        with expect_refusal(Invalid, "bad_note"):
            notes.save_note(ann, about, text)


def test_nothing_of_it_stays_when_an_account_is_deleted(table: Table, people: list[User]) -> None:
    ann, bob, cem, *_ = people
    follow_list.follow(ann, bob)
    follow_list.follow(bob, cem)
    notes.save_note(ann, bob, "likes corn")
    notes.save_note(bob, table, "watch the wharf")
    notes.save_note(cem, table, "stays")
    delete_account(bob)
    assert not Follow.objects.exists()
    assert [note.text for note in Note.objects.all()] == ["stays"]
    assert Seat.objects.filter(user=bob).exists()
    with pytest.raises(AccountClosedError):
        follow_list.follow(ann, bob)
