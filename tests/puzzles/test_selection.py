"""Which decisions become puzzles, and which puzzle is that of a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.bots import suggestions, turning_points
from games.bots.suggestions import MoveValue, Suggestion
from games.bots.turning_points import TurningPoint
from games.models import Review, Table
from games.puzzles import daily, selection, tasks
from games.puzzles.models import DailyPuzzle, Puzzle
from portal import background
from tests.clients import signed_in

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The calls of workers, which the test answers."""
    made: list[int] = []
    monkeypatch.setattr(background, "enqueue", lambda _task, *given: made.extend(given))
    return made


def run(calls: list[int]) -> None:
    while calls:
        tasks.check_puzzle(calls.pop())


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch, decision: tuple[int, int, str, str]) -> Any:
    """What the two searches find: the best move, whether it is close, whether it wins."""

    def give(move: str = decision[3], *, is_close: bool = False, wins: bool = True) -> None:
        best, second = MoveValue(move, 0.7, 30), MoveValue(decision[2], 0.4, 20)
        monkeypatch.setattr(
            suggestions,
            "suggest",
            lambda *_given: Suggestion("strong", move, best, second, is_close),
        )
        found = TurningPoint(*decision, 0.3, 0.02, 7.4, 1.2, is_sure=True) if wins else None
        monkeypatch.setattr(turning_points, "verify_suspect", lambda *_given: found)

    give()
    return give


def state() -> str:
    return Puzzle.objects.get().state


@pytest.mark.usefixtures("searches", "review")
def test_sure_turning_point_that_two_searches_confirm_becomes_a_puzzle(
    calls: list[int], decision: tuple[int, int, str, str]
) -> None:
    assert selection.create_due(timezone.now()) == 1
    assert state() == Puzzle.State.CANDIDATE
    run(calls)
    puzzle = Puzzle.objects.get()
    assert (puzzle.after_move, puzzle.seat, puzzle.played, puzzle.best) == decision
    assert (puzzle.state, puzzle.best_chance) == (Puzzle.State.OPEN, 0.7)


@pytest.mark.usefixtures("review")
@pytest.mark.parametrize("found", [{"move": "another"}, {"is_close": True}, {"wins": False}])
def test_candidate_is_rejected_when_a_search_disagrees(
    calls: list[int], searches: Any, found: dict[str, Any]
) -> None:
    searches(**found)
    selection.create_due(timezone.now())
    run(calls)
    assert state() == Puzzle.State.REJECTED


@pytest.mark.usefixtures("searches")
def test_turning_point_that_is_only_likely_is_no_candidate(review: Review) -> None:
    review.results["costly"][0][-1] = False
    review.save()
    assert selection.create_due(timezone.now()) == 0


@pytest.mark.usefixtures("searches", "review")
@pytest.mark.parametrize(
    "change", [{"visibility": "link"}, {"is_imported": True}, {"status": "running"}]
)
def test_daily_selection_takes_public_finished_matches_that_were_played_here(
    change: dict[str, Any],
) -> None:
    Table.objects.update(**change)
    assert selection.create_due(timezone.now()) == 0


@pytest.mark.usefixtures("searches", "review")
def test_selection_makes_candidates_once_a_day_and_never_twice(calls: list[int]) -> None:
    now = timezone.now()
    assert [selection.create_due(now + timedelta(days=n)) for n in (0, 0, 2)] == [1, 0, 0]


@pytest.mark.usefixtures("searches", "review")
def test_players_make_puzzles_of_their_own_match(
    over: Table, people: list[User], calls: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    Table.objects.update(visibility=Table.Visibility.LINK)
    address = reverse("games:match_puzzles", args=[over.key])
    assert signed_in(people[2]).post(address).status_code == 404
    client = signed_in(people[0])
    assert address in client.get(reverse("games:review", args=[over.key])).text
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address)
    assert "Two more searches" in client.get(address).text
    run(calls)
    assert Puzzle.objects.get().get_absolute_url() in client.get(address).text


def test_puzzle_of_the_day_stays_when_others_are_added(puzzle: Puzzle) -> None:
    day = date(2026, 12, 1)
    daily.store_daily(day)
    for number in range(1, 9):
        other = Puzzle.objects.get(pk=puzzle.pk)
        other.pk, other.after_move = None, puzzle.after_move + number
        other.save()
    assert daily.find_daily(day) == puzzle
    assert daily.choose(day) != puzzle  # it had its day
    daily.store_daily(day)
    assert DailyPuzzle.objects.count() == 1


def test_puzzle_of_the_day_is_another_when_it_is_withdrawn(puzzle: Puzzle) -> None:
    daily.store_daily(daily.today())
    assert (
        Client().get(reverse("games:daily_puzzle")).headers["Location"] == puzzle.get_absolute_url()
    )
    Puzzle.objects.update(state=Puzzle.State.WITHDRAWN)
    assert daily.find_daily(daily.today()) is None


def test_staff_withdraw_a_puzzle(puzzle: Puzzle, people: list[User]) -> None:
    User.objects.filter(pk=people[4].pk).update(is_staff=True, is_superuser=True)
    given = {"action": "withdraw", "_selected_action": [puzzle.pk]}
    address = reverse("admin:puzzles_puzzle_changelist")
    assert signed_in(people[4]).post(address, given).status_code == 302
    assert state() == Puzzle.State.WITHDRAWN
