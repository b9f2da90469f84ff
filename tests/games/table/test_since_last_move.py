"""Since my last move: what the panel tells, how long it stays, and the few words on my tables."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.boards.hud import Change
from games.models import Message, Move, Seat, Table
from games.table.actions import player_actions
from games.table.session import journal
from games.table.views import one_line_summary, since_last_move
from games.table.views.scenes import build_scene
from tests.clients import signed_in
from tests.games.conftest import fresh, legal, play_on, player, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

PARTIAL = {"HX-Request": "true"}


def away(table: Table, moves: int = 30) -> tuple[Table, Seat]:
    """A table after some moves, and a seat to which others' moves are news."""
    table = play_on(table, moves)
    for seat in seats_of(table):
        if since_last_move.summarize_since_last_move(table, seats_of(table), seat).activity:
            return table, seat
    raise AssertionError("nothing is news to anybody")


def panel(table: Table, user: User) -> str:
    address = reverse("games:since", args=[table.key])
    return html.unescape(signed_in(user).get(address, headers=PARTIAL).text)


def strip(table: Table, user: User) -> str:
    page = signed_in(user).get(table.get_absolute_url()).text
    found = re.search(r'<(section|p)[^>]* class="since-last-move.*?</\1>', page, re.S)
    assert found is not None
    return found[0]


def put_away(table: Table, user: User, seen: str) -> int:
    form = {"version": table.version, "step": 0, "seen": seen}
    address = reverse("games:dismiss_news", args=[table.key])
    return signed_in(user).post(address, form, headers=PARTIAL).status_code


def test_since_last_move_lists_deeds_by_player_in_move_order(table: Table) -> None:
    table, seat = away(table)
    found = since_last_move.summarize_since_last_move(table, seats_of(table), seat)
    assert seat.number not in [doings.seat for doings in found.activity]
    for doings in found.activity:
        numbers = [deed.move for deed in doings.deeds]
        assert numbers == sorted(numbers)
        assert all(number > seat.seen_move for number in numbers)
        moves = Move.objects.filter(table=table, number__in=numbers)
        assert {move.seat for move in moves} == {doings.seat}
    assert found.steps == tuple(range(seat.seen_move + 1, table.move_count + 1))


def test_looking_again_anywhere_changes_nothing(table: Table) -> None:
    table, seat = away(table)
    first = panel(table, player(seat))
    for address in (f"/tables/{table.key}/", reverse("games:fragment", args=[table.key])):
        signed_in(player(seat)).get(address, headers={"Purpose": "prefetch"})
    assert panel(table, player(seat)) == first
    assert Seat.objects.get(pk=seat.pk).seen_move == seat.seen_move
    assert "Since your last move" in strip(table, player(seat))


def test_it_goes_when_its_person_moves(table: Table) -> None:
    table, seat = away(table)
    while not Seat.objects.get(pk=seat.pk).waiting_since:
        table = play_on(table, 1)
    move = legal(table, seat)[0]
    player_actions.confirm(table.key, player(seat), table.version, [move])
    assert "Nothing new" in strip(fresh(table), player(seat))


def test_it_goes_when_it_is_put_away_and_only_for_who_did_so(table: Table) -> None:
    table, seat = away(table)
    others = {one.pk: one.seen_move for one in seats_of(table) if one.pk != seat.pk}
    version = table.version
    assert put_away(table, player(seat), str(table.move_count)) == 200
    assert "Nothing new" in strip(table, player(seat))
    assert {one.pk: one.seen_move for one in seats_of(table) if one.pk != seat.pk} == others
    assert fresh(table).version == version


def test_nothing_is_put_away_that_has_not_happened_yet_nor_brought_back(table: Table) -> None:
    table, seat = away(table)
    assert put_away(table, player(seat), str(10**6)) == 200
    assert Seat.objects.get(pk=seat.pk).seen_move == table.move_count
    assert put_away(table, player(seat), "0") == 200
    assert Seat.objects.get(pk=seat.pk).seen_move == table.move_count


@pytest.mark.parametrize("seen", ["", "-1", "x", "1" * 20])
def test_nonsense_puts_nothing_away(table: Table, seen: str) -> None:
    table, seat = away(table)
    assert put_away(table, player(seat), seen) == 400
    assert Seat.objects.get(pk=seat.pk).seen_move == seat.seen_move


def test_who_does_not_play_has_no_last_move_here(
    table: Table, django_user_model: type[User]
) -> None:
    table = play_on(table, 5)
    stranger = django_user_model.objects.create_user("stranger", "s@example.org", None)
    address = reverse("games:since", args=[table.key])
    assert signed_in(stranger).get(address).status_code == 404
    assert Client().get(address).status_code == 404
    assert put_away(table, stranger, "1") == 403


def test_without_scripts_it_is_a_page_of_its_own(table: Table) -> None:
    table, seat = away(table)
    page = signed_in(player(seat)).get(reverse("games:since", args=[table.key])).text
    assert "<h1>Since your last move</h1>" in page
    assert 'class="replay"' not in page


def test_the_lines_of_a_mail_say_what_the_panel_says(table: Table) -> None:
    table, seat = away(table)
    lines = since_last_move.since_last_move_lines(table, seats_of(table), seat)
    found = since_last_move.summarize_since_last_move(table, seats_of(table), seat)
    assert lines
    assert len(lines) == len(found.activity) + len(found.changes)
    shown = panel(table, player(seat))
    for doings in found.activity:
        assert all(deed.text in shown for deed in doings.deeds)
    assert all(change.text in shown for change in found.changes)
    assert not any("<" in line for line in lines)


def test_the_lines_of_a_mail_read_no_more_of_the_journal_than_they_tell(table: Table) -> None:
    table, seat = away(table)
    journal.PASTS.clear()
    with CaptureQueriesContext(connection) as asked:
        assert since_last_move.since_last_move_lines(table, seats_of(table), seat)
    assert not [one for one in asked if Message._meta.db_table in one["sql"]]
    assert journal.PASTS.get(table.key) is None


def test_after_my_move_a_mail_has_nothing_to_say(table: Table) -> None:
    table, seat = away(table)
    seat.seen_move = table.move_count
    assert since_last_move.since_last_move_lines(table, seats_of(table), seat) == []


def test_a_presenter_that_fails_leaves_the_plain_numbers(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = away(table)

    def fails(*_: object) -> list[Change]:
        raise ZeroDivisionError

    monkeypatch.setattr(type(presenter(table.game)), "changes", fails)
    assert "Since" in strip(table, player(seat))
    assert since_last_move.summarize_since_last_move(table, seats_of(table), seat).activity


def test_since_last_move_is_limited_to_the_moves_a_board_shows(table: Table) -> None:
    table = play_on(table, 120)
    seat = seats_of(table)[0]
    seat.seen_move = 0
    found = since_last_move.summarize_since_last_move(table, seats_of(table), seat)
    assert len(found.steps) <= journal.MAX_NEWS_MOVES
    assert found.older_move_count == found.last - len(found.steps)  # others have no number yet
    Seat.objects.filter(pk=seat.pk).update(seen_move=0)
    assert f"{found.older_move_count} earlier moves" in panel(table, player(seat))


def test_watching_shows_the_moves_in_my_eyes_and_changes_nothing(table: Table) -> None:
    table, seat = away(table)
    before = Table.objects.filter(pk=table.pk).values().get()
    client = signed_in(player(seat))
    for number in since_last_move.summarize_since_last_move(table, seats_of(table), seat).steps:
        address = f"{reverse('games:step', args=[table.key])}?move={number}"
        answer = client.get(address, headers=PARTIAL)
        assert answer.status_code == 200
        assert 'id="board"' in answer.text
    assert Table.objects.filter(pk=table.pk).values().get() == before
    assert Seat.objects.get(pk=seat.pk).seen_move == seat.seen_move


# by the API


def test_the_api_tells_and_puts_away_as_the_page_does(table: Table) -> None:
    table, seat = away(table)
    client, address = signed_in(player(seat)), reverse("api:since", args=[table.key])
    found = client.get(address).json()
    assert found["since"] == seat.seen_move
    expected = since_last_move.summarize_since_last_move(table, seats_of(table), seat)
    assert found["deeds"] == [
        {"seat": doings.seat, "move": deed.move, "text": deed.text}
        for doings in expected.activity
        for deed in doings.deeds
    ]
    assert found["changes"] == [change.text for change in expected.changes]
    form = {"seen": table.move_count}
    gone = client.post(address, form, content_type="application/json").json()
    assert (gone["since"], gone["deeds"], gone["changes"]) == (table.move_count, [], [])


def test_the_api_tells_nobody_else(table: Table, django_user_model: type[User]) -> None:
    table = play_on(table, 5)
    address = reverse("api:since", args=[table.key])
    stranger = django_user_model.objects.create_user("stranger", "s@example.org", None)
    assert signed_in(stranger).get(address).status_code == 403
    assert Client().get(address).status_code == 401


@pytest.mark.parametrize("seen", [-1, "x", None, 10**12])
def test_the_api_refuses_nonsense(table: Table, seen: object) -> None:
    table, seat = away(table)
    address = reverse("api:since", args=[table.key])
    answer = signed_in(player(seat)).post(address, {"seen": seen}, content_type="application/json")
    assert answer.status_code == 400
    assert Seat.objects.get(pk=seat.pk).seen_move == seat.seen_move


# my tables, in a few words


def card_summary(table: Table, seat: Seat) -> str:
    return one_line_summary.summarize_tables([(table, seats_of(table), seat)])[table.key]


def test_a_card_says_the_last_deed_of_others_and_what_is_asked(table: Table) -> None:
    table, _seat = away(table)
    seat = next(one for one in seats_of(table) if one.waiting_since)
    while not since_last_move.summarize_since_last_move(table, seats_of(table), seat).activity:
        table = play_on(table, 1)
        seat = next(one for one in seats_of(table) if one.waiting_since)
    words = card_summary(table, seat)
    assert presenter(table.game).name() not in words
    page = html.unescape(signed_in(player(seat)).get("/my-tables/").text)
    assert f'<p class="card-since-last-move">{words}</p>' in page


def test_many_tables_cost_as_many_queries_as_one(
    new_table: Callable[..., Table],
    django_assert_num_queries: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last moves, and some states; what a page has told the next one has kept."""
    monkeypatch.setattr(one_line_summary, "ASKED_AT_ONCE", 3)
    found = []
    for _ in range(5):
        table = play_on(new_table(), 3)
        found.append((table, seats_of(table), next(s for s in seats_of(table) if s.waiting_since)))
    for queries in (2, 2, 0):
        with django_assert_num_queries(queries):
            summaries = one_line_summary.summarize_tables(found)
    assert len(summaries) == 5
    assert all(summaries.values())


# what titles say of a change


@pytest.mark.parametrize("game", rules.catalogue())
def test_where_nothing_is_different_nothing_is_said(game: str) -> None:
    match = rules.new_match(game, seats=rules.get(game).seats[-1], seed="same")
    names = [f"p{n}" for n in range(rules.get(game).seats[-1])]
    scene = build_scene(match, 0, names)
    assert list(presenter(game).changes(scene, scene)) == []
