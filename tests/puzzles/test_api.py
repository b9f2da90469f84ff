"""Puzzles in the API: the position, an attempt, and no solution before it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.models import Table
from games.puzzles import work_limit
from games.puzzles.models import Puzzle, PuzzleAttempt
from tests.clients import signed_in

from .conftest import GAME

pytestmark = [pytest.mark.django_db]


def test_position_is_what_the_seat_knew_and_has_no_solution(puzzle: Puzzle) -> None:
    for name, address in (
        ("api:puzzle_daily", []),
        ("api:puzzle_next", [GAME]),
        ("api:puzzle", [puzzle.pk]),
    ):
        response = Client().get(reverse(name, args=address))
        found = response.json()
        assert (found["id"], found["seat"], found["rating"]) == (puzzle.pk, puzzle.seat, 1500)
        assert not {"best", "played"} & set(found)
        assert rules.load(GAME, found["match"]).legal_moves(puzzle.seat) == found["moves"]
        assert puzzle.table.key not in response.text
        assert puzzle.table.seed not in response.text


def test_attempt_gives_the_solution_and_changes_the_rating(
    puzzle: Puzzle, people: list[User]
) -> None:
    client, address = signed_in(people[2]), reverse("api:puzzle_attempt", args=[puzzle.pk])
    found = client.post(address, {"move": puzzle.best}, "application/json").json()
    assert (found["is_solved"], found["is_first"], found["change"]) == (True, True, 30)
    assert (found["best"]["move"], found["played"]["move"]) == (puzzle.best, puzzle.played)
    assert (found["best_chance"], found["played_chance"]) == (75, 45)
    found = client.post(address, {"move": puzzle.played}, "application/json").json()
    assert (found["is_solved"], found["is_first"], found["change"]) == (False, False, 0)
    mine = client.get(reverse("api:puzzle", args=[puzzle.pk])).json()
    assert (mine["is_tried"], mine["my_rating"]) == (True, 1530)


def test_attempt_is_refused_when_the_puzzle_is_hidden_or_the_move_illegal(
    puzzle: Puzzle, people: list[User]
) -> None:
    client, address = signed_in(people[2]), reverse("api:puzzle_attempt", args=[puzzle.pk])
    assert client.post(address, {"move": "fly"}, "application/json").status_code == 422
    Table.objects.update(visibility=Table.Visibility.LINK)
    hidden = client.post(address, {"move": puzzle.best}, "application/json")
    assert hidden.status_code == 404


def test_computing_time_of_one_person_is_limited_on_page_and_api(
    puzzle: Puzzle, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_limit, "MOST_WORK", 0.0)
    client, attempt = signed_in(people[2]), reverse("api:puzzle_attempt", args=[puzzle.pk])
    answers = (
        client.get(puzzle.get_absolute_url()),
        client.get(reverse("api:puzzle", args=[puzzle.pk])),
        client.post(attempt, {"move": puzzle.best}, "application/json"),
    )
    assert [answer.status_code for answer in answers] == [429, 429, 429]
    assert not PuzzleAttempt.objects.exists()
