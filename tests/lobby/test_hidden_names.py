"""Tables that hide names and ratings until the match is over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.lobby.admission import (
    host_actions,
    invitation_links,
    invitations,
    rematch,
    seat_takeover,
)
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Block, Follow, Message, Notification, Table
from games.notifications import content
from games.private_messages import eligibility as private_messages
from games.table.actions import chat_messages, resignation
from games.table.agreements import actions as agreements
from games.table.session.loader import seats_of
from portal.errors import ActionError
from portal.http.url_patterns import url_patterns
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME

pytestmark = [pytest.mark.django_db]

NAMES = ("ann", "bob", "cem")


def settings(seats: int = 3, **more: object) -> TableSettings:
    terms = replace(TableSettings.defaults_for(rules.get(GAME)), seats=seats, options={})
    return replace(terms, has_hidden_names=True, **more)


def open_hidden(people: list[User], seats: int = 3) -> Table:
    """Open a table of Ann; Bob joins, and Cem if there are three seats."""
    table = table_setup.open_table(people[0], GAME, settings(seats))
    for person in people[1:seats]:
        table_setup.join(table.key, person)
    table.refresh_from_db()
    return table


def names_in(answer: HttpResponse, *but: str) -> set[str]:
    """Return the names of players that a response has, except these."""
    return {name for name in NAMES if re.search(rf"\b{name}\b", text_of(answer))} - set(but)


def text_of(answer: Any) -> str:
    return "" if answer.streaming else answer.content.decode(errors="replace")


def test_hidden_names_are_a_setting_of_the_table(people: list[User]) -> None:
    page = signed_in(people[0]).get(reverse("games:new_of", args=[GAME]))
    assert 'name="has_hidden_names"' in page.content.decode()
    answer = api_of(people[0]).post(
        reverse("api:tables"), {"game": GAME, "seats": 2, "has_hidden_names": True}
    )
    assert answer.status_code == 201, answer.json()
    assert (answer.json()["has_hidden_names"], answer.json()["host"]) == (True, "")


def test_people_are_called_by_their_seats_until_the_end(people: list[User]) -> None:
    table = open_hidden(people)
    assert {seat.name for seat in seats_of(table)} == {"Player 1", "Player 2", "Player 3"}
    assert all(seat.player is None for seat in seats_of(table))
    for person in people[:3]:
        agreements.agree_to_call_off(table.key, person, agrees=True)
    table.refresh_from_db()
    assert {seat.name for seat in seats_of(table)} == {"ann", "bob", "cem"}


def test_people_find_their_own_seat_before_the_start(people: list[User]) -> None:
    table = table_setup.open_table(people[0], GAME, settings(3))
    table_setup.join(table.key, people[1])
    page = signed_in(people[1]).get(table.get_absolute_url()).content.decode()
    seats = re.findall(r'<li class="seat-row">.*?</li>', page, re.DOTALL)
    assert [">you<" in seat for seat in seats] == [False, True, False]


def test_bots_keep_their_names(people: list[User]) -> None:
    level = "random"
    table = table_setup.open_table(people[0], GAME, settings(3, bots=(level,)))
    table_setup.join(table.key, people[1])
    bot = next(seat for seat in seats_of(table) if seat.user_id is None)
    assert not bot.name.startswith("Player")


def addresses_of(table: Table) -> list[str]:
    """Return every address that needs only the key of a table."""
    return [
        prefix + str(found.pattern).replace("<slug:key>", table.key)
        for module, prefix in (("games.urls", "/"), ("games.api.urls", "/api/"))
        for found in url_patterns(module)
        if list(found.pattern.converters) == ["key"]
    ]


@pytest.mark.parametrize("seats", [2, 3], ids=["running", "open"])
def test_no_page_of_the_table_names_its_players(people: list[User], seats: int) -> None:
    """Ann plays against Bob, or waits with him for a third player; Dee only looks."""
    table = open_hidden(people[:2] if seats == 2 else [people[0], people[1]], 2)
    if seats == 3:
        table = table_setup.open_table(people[0], GAME, settings(3))
        table_setup.join(table.key, people[1])
    say(table, people[1])
    leaks = []
    shown = 0
    for address in addresses_of(table):
        for reader, name in ((people[0], "ann"), (people[3], "dee"), (None, "")):
            client = api_of(reader) if address.startswith("/api/") else page_client(reader)
            answer = client.get(address)
            shown += answer.status_code == 200
            leaks += [(address, name, one) for one in names_in(answer, name)]
    assert leaks == []
    assert shown > 30


def page_client(reader: User | None) -> Client:
    return Client() if reader is None else signed_in(reader)


def say(table: Table, author: User) -> Message:
    return chat_messages.post_message(table, author, "Hello", "", Message.Audience.PUBLIC)


def test_no_list_names_the_players_and_no_page_of_a_person_has_the_table(
    people: list[User],
) -> None:
    """Every address without the key of a table; Ann plays there, and Dee follows Bob."""
    ann, bob, _cem, dee, _eva = people
    running = open_hidden([ann, bob], 2)
    waiting = table_setup.open_table(ann, GAME, settings(3))
    table_setup.join(waiting.key, bob)
    Follow.objects.create(follower=dee, followed=bob)
    leaks, shown = [], 0
    for address in addresses_without_table():
        for reader in (ann, dee):
            client = api_of(reader) if address.startswith("/api/") else signed_in(reader)
            answer = client.get(address)
            shown += answer.status_code == 200
            text = text_of(answer)
            has_key = running.key in text or waiting.key in text
            if (has_key or "bob" not in address) and names_in(answer, reader.username):
                leaks.append((address, reader.username))
            if has_key and "bob" in address:
                leaks.append((address, reader.username))
    assert [leak for leak in leaks if "/following/" not in leak[0]] == []
    assert shown > 150


def addresses_without_table() -> Iterator[str]:
    """Yield addresses that need nothing, the name of Bob or the game."""
    for module, prefix in (("games.urls", "/"), ("games.api.urls", "/api/")):
        for found in url_patterns(module):
            route = prefix + str(found.pattern)
            match list(found.pattern.converters):
                case []:
                    yield route
                case [name] if name != "key":
                    yield from (re.sub("<.+>", value, route) for value in ("bob", GAME))


def test_filters_by_person_do_not_find_the_table(people: list[User]) -> None:
    ann, bob, _cem, dee, _eva = people
    table = open_hidden([ann, bob], 2)
    Follow.objects.create(follower=dee, followed=bob)
    pages: list[Any] = [
        signed_in(dee).get(reverse("games:following")),
        api_of(dee).get(reverse("api:tables"), {"player": "bob", "status": "running"}),
        signed_in(ann).get(reverse("games:mine"), {"person": "bob"}),
        api_of(ann).get(reverse("api:my_table_list"), {"person": "bob"}),
    ]
    for page in pages:
        assert page.status_code == 200
        assert table.key not in page.content.decode()


def test_notifications_do_not_name_the_players(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    table = table_setup.open_table(ann, GAME, settings(3))
    table_setup.join(table.key, bob)
    host_actions.transfer_host(table.key, ann, 1)
    table_setup.join(table.key, cem)
    table.refresh_from_db()
    say(table, bob)
    agreements.propose(table.key, cem, "call_off")
    rows = list(Notification.objects.select_related("user", "table"))
    assert {row.event for row in rows} >= {"joined", "handed_on", "message", "proposal"}
    for row in rows:
        assert not set(re.findall(r"\w+", str(row.data))) & set(NAMES), row.event
        text = content.one_line_text(row)
        assert not set(re.findall(r"\w+", text)) & set(NAMES), text


def test_person_who_takes_over_a_seat_is_not_named(people: list[User]) -> None:
    ann, bob, cem, dee, eva = people
    table = open_hidden([ann, bob, cem], 3)
    number = next(seat.number for seat in seats_of(table) if seat.user == bob)
    resignation.resign(table.key, bob)
    seat_takeover.take_over(table.key, dee, number)
    everybody = (*NAMES, "dee")
    for address in addresses_of(table):
        client = api_of(eva) if address.startswith("/api/") else signed_in(eva)
        assert not set(re.findall(r"\w+", text_of(client.get(address)))) & set(everybody), address
    for row in Notification.objects.filter(event="substitute").select_related("user", "table"):
        assert not set(re.findall(r"\w+", f"{row.data} {content.one_line_text(row)}")) & set(
            everybody
        )
    mine = Notification.objects.select_related("user", "table").get(event="substitute", user=bob)
    assert "has taken over your seat" in content.one_line_text(mine)


def test_host_who_hands_over_to_a_guest_does_not_learn_their_name(people: list[User]) -> None:
    guest = User.objects.create_user("gus", guest_network="somewhere")
    table = table_setup.open_table(people[0], GAME, settings(3, rated=False))
    link = invitation_links.create_link(table.key, people[0], uses=1, hours=24, guests=True)
    invitation_links.use_link(link.token, guest)
    with pytest.raises(ActionError) as refused:
        host_actions.transfer_host(table.key, people[0], 1)
    assert refused.value.code == "needs_account"
    assert "gus" not in refused.value.message


def test_host_removes_the_player_of_a_seat_and_learns_nothing_by_names(people: list[User]) -> None:
    ann, bob, *_others = people
    table = table_setup.open_table(ann, GAME, settings(3))
    table_setup.join(table.key, bob)
    for name in ("bob", "cem"):
        with pytest.raises(ActionError) as refused:
            host_actions.remove_player(table.key, ann, name)
        assert refused.value.code == "not_your_seat"
    signed_in(ann).post(reverse("games:remove", args=[table.key]), {"seat": "1"})
    assert not table.seat_set.filter(user=bob).exists()


def test_nobody_is_invited_by_name(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    table = table_setup.open_table(ann, GAME, settings(3))
    table_setup.join(table.key, bob)
    for person in (bob, cem):
        with pytest.raises(ActionError) as refused:
            invitations.invite(table.key, ann, [person.username])
        assert refused.value.code == "hidden_names"
    link = invitation_links.create_link(table.key, ann, uses=1, hours=24)
    page = Client().get(reverse("games:invited_by_link", args=[link.token]))
    assert (page.status_code, names_in(page)) == (200, set())


def test_block_does_not_fold_messages_there(people: list[User]) -> None:
    ann, bob, *_others = people
    table = open_hidden([ann, bob], 2)
    Block.objects.create(blocker=ann, blocked=bob)
    say(table, bob)
    page = signed_in(ann).get(reverse("games:chat", args=[table.key])).content.decode()
    assert "Hello" in page
    assert "Collapsed" not in page
    assert Notification.objects.filter(user=ann, event="message").exists()


def test_names_in_messages_mention_nobody_there(people: list[User]) -> None:
    table = open_hidden(people[:2], 2)
    chat_messages.post_message(table, people[0], "@bob hello", "", Message.Audience.PUBLIC)
    assert not Notification.objects.filter(event="mention").exists()


def test_table_makes_nobody_a_person_one_has_played_with_before_its_end(
    people: list[User],
) -> None:
    table = open_hidden(people[:2], 2)
    assert invitations.recent_opponents(people[0]) == []
    assert api_of(people[0]).get(reverse("api:played_with")).json() == {"users": []}
    for person in people[:2]:
        agreements.agree_to_call_off(table.key, person, agrees=True)
    assert invitations.recent_opponents(people[0]) == [("bob", "bob")]


def test_table_does_not_connect_its_players_for_private_messages(people: list[User]) -> None:
    open_hidden(people[:2], 2)
    assert not private_messages.are_connected(people[0], people[1])


def test_person_who_reports_a_message_does_not_learn_its_author(people: list[User]) -> None:
    table = open_hidden(people[:2], 2)
    message = say(table, people[1])
    page = signed_in(people[0]).get(reverse("games:report", args=["message", message.pk]))
    assert (page.status_code, names_in(page, "ann")) == (200, set())
    assert "Player" in page.content.decode()


def test_rematch_shows_names(people: list[User]) -> None:
    table = open_hidden(people[:2], 2)
    for person in people[:2]:
        agreements.agree_to_call_off(table.key, person, agrees=True)
    table.refresh_from_db()
    assert not table.is_anonymous
    assert not rematch.open_or_join_rematch(table.key, people[0]).has_hidden_names


def test_hot_seat_and_a_table_with_bots_alone_hide_nothing(people: list[User]) -> None:
    hot = table_setup.open_table(people[0], GAME, settings(2), local_names=["Anna"])
    alone = table_setup.open_table(people[0], GAME, settings(2, bots=("random",)))
    assert (hot.has_hidden_names, alone.has_hidden_names) == (False, False)
