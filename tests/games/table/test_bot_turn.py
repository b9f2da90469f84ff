"""Bots that fail or think too long are cut off; who stands in for a person makes no offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games import bots, tasks
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.lobby.admission import host_actions
from games.lobby.pending import InvalidTableError
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import automation
from games.table.bots import turn, turn_queue
from games.table.session.loader import load_match
from games.table.views import seat_strip
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.clients import api_of
from tests.games.conftest import GAME, actor, fresh, play_on

SEARCHED = sample_titles.title(lambda game: bots.BEST in bots.levels(game.key))
LEVEL = bots.STEADY


class FailingBot:
    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        raise LookupError("no idea")


class Lawless:
    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        return "win at once"


class Endless:
    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        while True:
            pass


class Last:
    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        return match.legal_moves(seat)[-1]


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture
def bot(new_table: Callable[..., Table]) -> Seat:
    """A bot that is to move."""
    table = new_table(2, bots=(LEVEL,))
    while not actor(table).bot:
        table = play_on(table, moves=1)
    return actor(table)


def by_policy(seat: Seat) -> list[str]:
    match, found = load_match(seat.table), []
    reveals = match.reveals
    while seat.number in match.actors and match.reveals == reveals:
        found.append(match.auto_move(seat.number))
        match.play(seat.number, found[-1])
    return found


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("wrong", "named"),
    [(FailingBot, "no idea"), (Lawless, "win at once"), (Endless, "more than 0.05 seconds")],
)
def test_a_bot_that_goes_wrong_is_cut_off_and_named_and_the_policy_plays(
    bot: Seat,
    wrong: bots.BotFactory,
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(bots.levels(GAME), LEVEL, wrong)
    monkeypatch.setitem(bots.MOST_SECONDS, LEVEL, 0.05)
    expected = by_policy(bot)
    before = bot.table.move_count
    assert automation.play_bot_turn(bot.pk)
    moves = fresh(bot.table).moves.filter(number__gt=before).order_by("number")
    assert [move.text for move in moves] == expected
    assert f"bot {LEVEL} of {GAME} is cut off" in caplog.text
    assert named in caplog.text
    assert turn.failure_counts() == {f"{GAME} {LEVEL}": 1}
    metric = f'longtable_bots_cut_off{{bot="{GAME} {LEVEL}"}} 1.0'
    assert metric in Client().get("/metrics").text


@pytest.mark.same_everywhere
def test_what_is_decided_in_time_is_entered_before_a_long_turn_goes_on(
    bot: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "AT_ONCE", -1)
    assert len(turn.choose_turn(bot, load_match(bot.table))) == 1


class BudgetRecordingSearch(Search):
    """Notes what it may think, and plays what is listed first."""

    budget = SearchBudget(seconds=10)
    seen: ClassVar[list[float]] = []

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        self.seen.append(self.budget.seconds)
        return match.legal_moves(seat)[0]


@pytest.mark.parametrize(("waiting", "seconds"), [(0, 10), (3, 2.5), (8, 10 / 9)])
def test_while_others_wait_to_search_it_thinks_the_shorter_and_one_thing_at_a_time(
    bot: Seat, waiting: int, seconds: float, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.levels(GAME), bots.BEST, BudgetRecordingSearch)
    monkeypatch.setattr(BudgetRecordingSearch, "seen", [])
    bot.bot = bots.BEST
    bot.save()
    alone = len(by_first(bot))
    for _ in range(waiting):
        table = table_setup.open_table(
            people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, bots=(bots.STRONG,))
        )
        table.seat_set.exclude(bot="").update(due_at=timezone.now(), claimed_until=None)
    moves = turn.choose_turn(bot, load_match(bot.table))
    assert BudgetRecordingSearch.seen == [pytest.approx(seconds)] * len(moves)
    assert len(moves) == (1 if waiting else alone)


def by_first(seat: Seat) -> list[str]:
    """The turn of whoever plays what is listed first."""
    match, found = load_match(seat.table), list[str]()
    reveals = match.reveals
    while seat.number in match.actors and match.reveals == reveals:
        found.append(match.legal_moves(seat.number)[0])
        match.play(seat.number, found[-1])
    return found


def test_however_many_wait_a_bot_thinks_for_a_while() -> None:
    assert SearchBudget(seconds=10).split_among(200) == SearchBudget(seconds=0.5)
    assert SearchBudget(seconds=0.1).split_among(200) == SearchBudget(seconds=0.1)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("left", [Seat.LeaveReason.STAYED, Seat.LeaveReason.TIMED_OUT])
def test_only_who_stands_in_for_a_person_makes_no_offers(
    bot: Seat, left: Seat.LeaveReason, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.levels(GAME), LEVEL, Last)
    match = load_match(bot.table)
    wanted = Last().choose(match, bot.number, random.Random())
    assert wanted != match.auto_move(bot.number)
    asking = frozenset({wanted.split(" ")[0]})
    offered = replace(bots.title_bots(GAME), personal_verbs=asking)
    monkeypatch.setattr(bots, "title_bots", lambda game: offered)
    bot.leave_reason = left
    own = wanted if left == Seat.LeaveReason.STAYED else match.auto_move(bot.number)
    assert turn.choose_turn(bot, match)[0] == own


def test_the_seat_says_what_who_stands_in_may_not_do(bot: Seat) -> None:
    assert seat_strip.bot_description(bot).startswith("steady")
    assert "offers" not in seat_strip.bot_description(bot)
    bot.leave_reason = Seat.LeaveReason.RESIGNED
    assert seat_strip.bot_description(bot).endswith("makes no offers and does not resign.")


def test_bots_that_search_have_a_queue_of_their_own(bot: Seat) -> None:
    Seat.objects.filter(pk=bot.pk).update(bot=bots.STRONG, claimed_until=None)
    assert turn_queue.claim_next_seat() is None
    assert turn_queue.claim_next_seat(searching=True) == bot.pk
    assert not tasks.bot_turn()


@pytest.mark.parametrize(("clock", "is_slow"), [("live-10", False), ("live-45", True)])
def test_the_best_bot_plays_by_no_hasty_clock(
    people: list[User], clock: str, is_slow: bool
) -> None:
    table = {"game": SEARCHED, "seats": 3, "clock": clock, "bots": [bots.BEST]}
    answer = api_of(people[0]).post("/api/tables/", table, format="json")
    assert answer.status_code == (201 if is_slow else 422), answer.content
    free = table_setup.open_table(
        people[1], SEARCHED, TableSettings(3, {}, PRESETS_BY_KEY[clock].clock)
    )
    if is_slow:
        host_actions.fill_with_bots(free.key, people[1], [2], bots.BEST)
    else:
        assert "The best bot thinks for up to ten seconds per decision." in answer.content.decode()
        with pytest.raises(InvalidTableError):
            host_actions.fill_with_bots(free.key, people[1], [2], bots.BEST)
