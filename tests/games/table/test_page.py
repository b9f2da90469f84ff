"""What stands around a board: what is new since I looked, and which buttons ask twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.boards.fallback import LogLine
from games.models import Seat, Table
from games.table.session import journal
from games.table.session.drafts import load_pov
from games.table.views import page_context
from tests.games.conftest import actor, fresh, legal, play_on, player, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def entry(number: int, seat: int | None, *texts: str, new: bool = True) -> journal.LogEntry:
    lines = tuple(LogLine(text) for text in texts)
    return journal.LogEntry(number, seat, "person", NOW, lines, new)


def strip(*entries: journal.LogEntry) -> page_context.SinceStrip | None:
    """The strip of these entries, given oldest first."""
    table = Table(key="abc")
    newest_first = journal.log_pieces(table, list(reversed(entries)))
    return page_context.build_since_strip(table, journal.Log(newest_first, 1, len(entries), "", 0))


def chips(*entries: journal.LogEntry) -> Sequence[page_context.NewsChip]:
    found = strip(*entries)
    return found.chips if found else ()


def my_strip(table: Table, seat: Seat, since: int) -> page_context.SinceStrip | None:
    """What this seat's page shows that last looked after so many moves."""
    names = page_context.seat_names(seats_of(table))
    past = journal.recent_tail(table, since)
    return page_context.build_since_strip(
        table, journal.build_log(table, past, seat.number, names, since)
    )


# since I looked


def test_moves_of_a_seat_in_a_row_are_one_chip_that_leads_to_the_first() -> None:
    found = chips(entry(1, 0, "A."), entry(2, 1, "B."), entry(3, 1, "C."), entry(4, 0, "D."))
    assert found == (
        page_context.NewsChip(0, 1, "A."),
        page_context.NewsChip(1, 2, "B. C."),
        page_context.NewsChip(0, 4, "D."),
    )


def test_what_was_seen_is_in_no_chip() -> None:
    assert chips(entry(1, 0, "A.", new=False), entry(2, 1, "B.")) == (
        page_context.NewsChip(1, 2, "B."),
    )
    assert strip(entry(1, 0, "A.", new=False)) is None


def test_what_the_rules_did_by_themselves_is_left_to_the_log() -> None:
    automatic = LogLine("Rent is paid.", automatic=True)
    both = journal.LogEntry(1, 0, "person", NOW, (LogLine("A."), automatic), True)
    alone = journal.LogEntry(2, 1, "person", NOW, (automatic,), True)
    assert chips(both, alone) == (page_context.NewsChip(0, 1, "A."),)


def test_site_log_lines_are_no_news_of_a_seat() -> None:
    log_message = journal.LogEntry(
        2, None, "", NOW, (LogLine("Ann resigned."),), True, is_site_line=True
    )
    assert chips(entry(1, 0, "A."), log_message, entry(3, 0, "B.")) == (
        page_context.NewsChip(0, 1, "A. B."),
    )


def test_the_strip_is_bounded_and_keeps_the_newest() -> None:
    many = [entry(number, number % 2, f"{number}.") for number in range(1, 30)]
    found = chips(*many)
    assert [one.move for one in found] == [*range(30 - page_context.MAX_SINCE_CHIPS, 30)]


def test_the_replay_begins_with_the_first_news() -> None:
    found = strip(*[entry(number, number % 2, f"{number}.") for number in range(5, 25)])
    assert found is not None
    assert found.replay.endswith("?move=5")


def test_my_own_moves_are_never_in_my_strip(table: Table) -> None:
    table = play_on(table, moves=12)
    for seat in seats_of(table):
        for since in range(table.move_count):
            found = my_strip(table, seat, since)
            assert not found or seat.number not in {news.seat for news in found.chips}


def test_everybody_else_finds_my_moves_in_their_strip(table: Table) -> None:
    before = table.move_count
    mover = actor(table)
    while actor(table) == mover:
        table = play_on(table, moves=1)
    for seat in seats_of(table):
        found = my_strip(table, seat, before)
        assert bool(found) == (seat != mover)
        assert found is None or found.chips[0].seat == mover.number


# asking twice


def test_a_final_move_asks_twice_unless_it_is_forced_or_its_person_does_not_want_that(
    table: Table,
) -> None:
    seat = actor(table)
    assert page_context.should_double_confirm(seat, ["roll", "play knight"])
    assert not page_context.should_double_confirm(seat, ["roll"])
    assert not page_context.should_double_confirm(seat, [])
    player(seat).warn_reveal = False
    assert not page_context.should_double_confirm(seat, ["roll", "play knight"])


def test_nothing_asks_twice_of_a_bot(new_table: Callable[..., Table]) -> None:
    table = new_table(bots=("random",))
    (bot,) = [seat for seat in seats_of(table) if seat.bot]
    assert not page_context.should_double_confirm(bot, ["roll", "play knight"])


def test_the_page_says_whether_it_asks_twice(table: Table) -> None:
    for warns in (True, False):
        User.objects.update(warn_reveal=warns)
        seat = actor(table)
        turn = load_pov(fresh(table), player(seat))
        assert len(legal(table, seat)) > 1
        assert page_context.table_context(turn)["arms"] == warns
