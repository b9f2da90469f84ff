"""Puzzles: who sees which one, what an attempt does, and what a page may not give away."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Seat, Table
from games.puzzles import puzzles
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating
from games.ratings.models import Rating
from portal.errors import Invalid
from tests.clients import signed_in

from .conftest import GAME

pytestmark = [pytest.mark.django_db]


def page(puzzle: Puzzle, client: Client, **given: str) -> str:
    address = puzzle.get_absolute_url()
    response = client.post(address, given) if given else client.get(address)
    assert response.status_code == 200
    return " ".join(response.text.split())


def test_page_names_no_people_and_does_not_lead_to_the_match(
    puzzle: Puzzle, people: list[User]
) -> None:
    Seat.objects.filter(table=puzzle.table).update(record_name="")
    for text in (page(puzzle, Client()), page(puzzle, Client(), move=puzzle.best)):
        assert puzzle.table.key not in text
        for person in people[:2]:
            assert person.username not in text
        assert "Player 1" in text
        assert "Solution" not in text


def test_move_is_tried_without_an_attempt_and_checked_with_one(
    puzzle: Puzzle, people: list[User]
) -> None:
    client = signed_in(people[2])
    text = page(puzzle, client, move=puzzle.best)
    assert "Check my move" in text
    assert not PuzzleAttempt.objects.exists()
    text = page(puzzle, client, check=puzzle.best)
    assert "Solved: this is the best move." in text
    assert "chance to win about 75 %" in text
    assert "chance to win about 45 %" in text
    assert puzzle.table.key in text
    assert PuzzleAttempt.objects.get().is_solved


def test_first_attempt_alone_changes_both_ratings(puzzle: Puzzle, people: list[User]) -> None:
    wrong = puzzles.submit_attempt(people[2], puzzle.pk, puzzle.played)
    again = puzzles.submit_attempt(people[2], puzzle.pk, puzzle.best)
    assert (wrong.is_solved, wrong.is_first) == (False, True)
    assert (again.is_solved, again.is_first) == (True, False)
    mine = PuzzleRating.objects.get()
    puzzle.refresh_from_db()
    assert (mine.rating, mine.attempts, mine.solved) == (1470_00, 1, 0)
    assert (puzzle.rating, puzzle.attempts, puzzle.solved) == (1530_00, 1, 0)
    assert not Rating.objects.filter(user=people[2]).exists()


def test_visitors_guests_and_players_of_the_match_are_not_rated(
    puzzle: Puzzle, people: list[User]
) -> None:
    guest = User.objects.create_user("gus", guest_network="somewhere")
    for reader in (None, guest, people[puzzle.seat]):
        assert puzzles.submit_attempt(reader, puzzle.pk, puzzle.best).is_solved
    assert not PuzzleRating.objects.exists()
    assert [one.is_rated for one in PuzzleAttempt.objects.all()] == [False]


def test_illegal_move_is_no_attempt(puzzle: Puzzle, people: list[User]) -> None:
    with pytest.raises(Invalid):
        puzzles.submit_attempt(people[2], puzzle.pk, "fly to the moon")
    assert not PuzzleAttempt.objects.exists()
    response = signed_in(people[2]).post(puzzle.get_absolute_url(), {"check": "fly"})
    assert response.status_code == 422


def test_puzzle_of_a_link_only_match_is_only_for_its_players(
    puzzle: Puzzle, people: list[User]
) -> None:
    Table.objects.update(visibility=Table.Visibility.LINK)
    for reader, status in ((people[0], 200), (people[1], 200), (people[2], 404)):
        assert signed_in(reader).get(puzzle.get_absolute_url()).status_code == status
        assert puzzles.next_puzzle(reader, GAME) is None
    assert Client().get(puzzle.get_absolute_url()).status_code == 404
    assert Client().get(reverse("games:daily_puzzle")).headers["Location"] == reverse(
        "games:puzzles"
    )


@pytest.mark.parametrize(
    "state", [Puzzle.State.CANDIDATE, Puzzle.State.REJECTED, Puzzle.State.WITHDRAWN]
)
def test_only_open_puzzles_can_be_solved(puzzle: Puzzle, state: str) -> None:
    Puzzle.objects.update(state=state)
    assert Client().get(puzzle.get_absolute_url()).status_code == 404
    assert puzzles.next_puzzle(None, GAME) is None


def test_puzzle_disappears_when_its_match_runs_again(puzzle: Puzzle) -> None:
    Table.objects.update(status=Table.Status.RUNNING)
    assert Client().get(puzzle.get_absolute_url()).status_code == 404
    again = {"after": 1, "version": puzzle.version + 1, "seed": "", "commitment": ""}
    Table.objects.update(status=Table.Status.FINISHED, reseeds=[again])
    assert Client().get(puzzle.get_absolute_url()).status_code == 404


def test_next_puzzle_is_the_nearest_that_was_not_tried(puzzle: Puzzle, people: list[User]) -> None:
    address = reverse("games:next_puzzle", args=[GAME])
    client = signed_in(people[2])
    far = Puzzle.objects.get(pk=puzzle.pk)
    far.pk, far.after_move, far.rating = None, puzzle.after_move + 1, 1900_00
    far.save()
    assert client.get(address).headers["Location"] == puzzle.get_absolute_url()
    puzzles.submit_attempt(people[2], puzzle.pk, puzzle.best)
    assert client.get(address).headers["Location"] == far.get_absolute_url()
    assert Client().get(address, {"after": puzzle.pk}).headers["Location"] == far.get_absolute_url()
    assert Client().get(address, {"after": far.pk}).headers["Location"] == puzzle.get_absolute_url()
    assert signed_in(people[0]).get(address).headers["Location"] == reverse("games:puzzles")
