"""The end of a journal is kept and read on: it shows what the database holds, at every version."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from html import unescape

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import games.rules as rules
from games.models import Message, Move, Table
from games.table.actions import player_actions
from games.table.agreements import actions as agreements
from games.table.session import journal
from games.table.session.loader import dump_match, load_match
from portal.byte_lru import ByteLRUCache
from tests.games.conftest import actor, fresh, play_on, seats_of
from tests.games.title_installation import TitleInstallation
from tests.memory_size import weight


def texts(past: journal.JournalTail) -> list[tuple[int, str]]:
    return [(move.number, move.text) for move in past.moves]


def stored_moves(table: Table, start: int) -> list[tuple[int, str]]:
    return list(table.moves.filter(number__gt=start).values_list("number", "text"))


def test_the_log_has_the_last_moves_however_it_was_read_before(table: Table) -> None:
    for moves in (1, 3, 30, 2):
        table = play_on(table, moves=moves)
        start = max(table.move_count - journal.LOG_LENGTH, -1)
        assert texts(journal.recent_tail(table)) == stored_moves(table, start)
        assert texts(journal.recent_tail(table, since=2)) == stored_moves(table, min(start, 2))


def test_an_older_version_of_a_table_shows_no_later_move(table: Table) -> None:
    table = play_on(table, moves=4)
    old = fresh(table)
    journal.recent_tail(play_on(table, moves=3))
    assert texts(journal.recent_tail(old)) == stored_moves(old, -1)[: old.move_count + 1]


def test_site_log_lines_appear_once_and_in_order(table: Table) -> None:
    journal.recent_tail(table)
    user = actor(table).user
    assert user is not None
    agreements.agree_to_call_off(table.key, user)
    agreements.agree_to_call_off(table.key, user, agrees=False)
    past = journal.recent_tail(fresh(table))
    assert [log_message.log_code for log_message in past.log_messages] == [
        "started",
        "call_off_yes",
        "call_off_no",
    ]


@pytest.mark.same_everywhere
def test_what_a_person_enters_is_not_read_again(
    table: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    journal.recent_tail(table)
    seat = actor(table)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        moves = load_match(table).legal_moves(seat.number)[:1]
        turn = player_actions.confirm(table.key, seat.user, table.version, moves)  # type: ignore[arg-type]
    with django_assert_num_queries(0):
        past = journal.recent_tail(turn.table)
    assert texts(past) == stored_moves(table, -1)
    assert not any(move._state.fields_cache for move in past.moves), "keeps a whole table alive"


@pytest.mark.same_everywhere
def test_what_is_rolled_back_with_an_outer_transaction_is_not_remembered(table: Table) -> None:
    kept = journal.recent_tail(table)
    seat = actor(table)
    with contextlib.suppress(RuntimeError), transaction.atomic():
        moves = load_match(table).legal_moves(seat.number)[:1]
        player_actions.confirm(table.key, seat.user, table.version, moves)  # type: ignore[arg-type]
        raise RuntimeError("whoever opened the transaction gives up")
    assert journal.recent_tail(table) == kept


def test_site_log_line_read_before_publishing_appears_once(table: Table) -> None:
    """Whoever reads between a commit and its telling reads notices of the next version."""
    before = table.version
    journal.recent_tail(table)
    seat = actor(table)
    agreements.agree_to_call_off(table.key, seat.user)  # type: ignore[arg-type]
    said = list(table.messages.exclude(log_code=""))
    journal.PASTS.clear()
    early = journal.recent_tail(table)
    assert [log_message.pk for log_message in early.log_messages] == [
        log_message.pk for log_message in said
    ]
    journal.cache_commit(fresh(table), before, (), said[-1:])
    assert [log_message.pk for log_message in journal.recent_tail(fresh(table)).log_messages] == [
        n.pk for n in said
    ]


def test_the_kept_pasts_are_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PASTS", ByteLRUCache(100))
    journal.recent_tail(table)
    assert len(journal.PASTS) == 0


@pytest.mark.same_everywhere
def test_the_size_of_a_kept_past_is_about_what_it_weighs(table: Table) -> None:
    past = journal.recent_tail(play_on(table, moves=60))
    assert 0.5 < past.size / weight(past.moves) < 2
    some = past.since(past.moves[-5].number - 1)
    assert 0.5 < some.size / weight(some.moves) < 2


def parts_of(client: Client, table: Table) -> list[str]:
    """The log of a table as a page shows it first, and every part before, as links lead to them."""
    found = [client.get(f"/tables/{table.key}/live/").text]
    while (link := re.search(r'href="([^"]*/log/[^"]*)"', found[-1])) is not None:
        found.append(client.get(unescape(link[1])).text)
    return found


def numbers(part: str) -> list[int]:
    return [int(number) for number in re.findall(r'data-number="(\d+)"', part)]


def test_the_parts_of_a_log_are_the_whole_journal_each_entry_once(table: Table) -> None:
    table = play_on(table, moves=3)
    user = actor(table).user
    assert user is not None
    agreements.agree_to_call_off(table.key, user)
    table = play_on(table, moves=50)
    parts = parts_of(Client(headers={"HX-Request": "true"}), table)
    assert len(parts) == 4
    entry_numbers = [number for part in parts for number in numbers(part)]
    assert entry_numbers == sorted(entry_numbers, reverse=True)
    log_messages = [*table.messages.exclude(log_code="").values_list("after_move", flat=True)]
    moves = list(range(table.move_count + 1))
    assert set(entry_numbers) <= {*moves, *log_messages}
    assert "".join(parts).count("system-line") == len(log_messages)
    whole = journal.log_entries(table, *everything(table), None, ["", ""])
    assert sorted(entry_numbers) == sorted(entry.number for entry in whole)


def everything(table: Table) -> tuple[list[Move], list[Message]]:
    return list(table.moves.all()), list(table.messages.all())


@pytest.mark.same_everywhere
def test_a_part_of_the_log_is_a_page_where_no_script_asks(table: Table) -> None:
    table = play_on(table, moves=30)
    page = Client().get(f"/tables/{table.key}/log/?before=11")
    assert numbers(page.text)[0] == 10
    assert "<title>" in page.text
    assert Client().get(f"/tables/{table.key}/log/?before=x").status_code == 400
    assert Client().get("/tables/nobody/log/").status_code == 404


def test_a_part_of_the_log_tells_a_seat_what_it_may_know(table: Table) -> None:
    table = play_on(table, moves=30)
    hidden = table.moves.get(number=3)
    kind = hidden.events[0][0] if hidden.events else "pass"
    seat, other = seats_of(table)
    hidden.events = [[kind, None, {"secret": "a hidden word"}, seat.number, 1]]
    hidden.save()
    address = f"/tables/{table.key}/log/?before=5"
    for user, may_know in ((seat.user, True), (other.user, False), (None, False)):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert ("hidden word" in client.get(address).text) == may_know


@pytest.mark.same_everywhere
def test_a_page_left_open_for_long_reads_no_more_than_one_that_was_just_opened(
    table: Table,
) -> None:
    table = play_on(table, moves=60)
    past = journal.recent_tail(table, since=3)
    assert len(past.moves) == journal.MAX_NEWS_MOVES
    log = journal.build_log(table, past, None, ["", ""], since=3)
    assert log.first == table.move_count - journal.LOG_LENGTH + 1
    assert log.unseen == table.move_count - journal.LOG_LENGTH - 3


@pytest.mark.same_everywhere
def test_a_match_that_is_kept_is_changed_by_nobody(table: Table) -> None:
    seat = actor(table)
    before = dump_match(journal.current_match(table))
    for _ in range(2):
        match = journal.current_match(table)
        assert dump_match(match) == before == table.state
        match.play(seat.number, match.legal_moves(seat.number)[0])
    assert dump_match(journal.current_match(table)) == before


@pytest.mark.same_everywhere
def test_a_match_just_played_is_kept_as_it_is_stored(
    table: Table, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = play_on(table, moves=3)
    kept = journal.MATCHES.get(table.key)
    assert kept is not None
    assert kept.state == table.state == dump_match(kept.match)
    assert (kept.match.moves, kept.match.complete) == ([], False)
    journal.current_match(table)
    assert journal.MATCHES.get(table.key) is kept


@pytest.mark.same_everywhere
def test_a_match_is_known_by_what_is_stored_alone(
    table: Table, title_installation: TitleInstallation
) -> None:
    first = journal.current_match(table)
    table = play_on(table, moves=3)
    assert dump_match(journal.current_match(table)) == table.state != dump_match(first)
    kept = journal.MATCHES.get(table.key)
    assert kept is not None
    journal.current_match(table)
    assert journal.MATCHES.get(table.key) is kept
    Table.objects.filter(pk=table.pk).update(state=table.state.replace('"seats":2', '"seats":1'))
    with pytest.raises(rules.RecordError):
        journal.current_match(fresh(table))
    title_installation.without(table.game)
    with pytest.raises(rules.RecordError):
        journal.current_match(table)
