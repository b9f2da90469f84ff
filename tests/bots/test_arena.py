"""The arena: programs by lines, what is no answer, and the table."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Iterator

import pytest

import games.rules as rules
from benchmarks import arena
from tests import sample_titles

GAME = sample_titles.usual()
FIRST = "json.loads(line)['legal_moves'][0]"


def command(answer: str) -> str:
    """A program that answers each line so."""
    text = f"import json, sys\nfor line in sys.stdin:\n    {answer}\n    sys.stdout.flush()"
    return shlex.join([sys.executable, "-c", text])


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[arena.Program]:
    answer, seconds = request.param
    made = arena.Program(command(answer), seconds)
    yield made
    made.stop()


def request_move(program: arena.Program) -> str:
    match = rules.new_match(GAME, 2, seed="arena")
    return program.choose(match, match.actors[0], random.Random(1))


@pytest.mark.parametrize("program", [(f"print({FIRST})", 20)], indirect=True)
def test_a_program_is_asked_by_lines(program: arena.Program) -> None:
    match = rules.new_match(GAME, 2, seed="arena")
    assert [request_move(program) for _ in range(2)] == [match.legal_moves(match.actors[0])[0]] * 2


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (("print('fly away')", 20), "illegal: fly away"),
        (("pass", 0.01), "no answer within 0.01 seconds"),
        (("sys.exit()", 20), "it has ended"),
        (("print('x' * 100_000)", 20), "an answer of more than"),
    ],
    indirect=["program"],
)
def test_arena_reports_invalid_answers(program: arena.Program, why: str) -> None:
    with pytest.raises(arena.Fault, match=why):
        request_move(program)


@pytest.mark.parametrize("program", [(f"print({FIRST} + '\\n' + {FIRST})", 20)], indirect=True)
def test_two_answers_are_one_too_many(program: arena.Program) -> None:
    request_move(program)
    with pytest.raises(arena.Fault, match="more than it was asked"):
        request_move(program)
    assert request_move(program), "it has begun anew"


def test_two_programs_play_and_a_table_says_how_it_went() -> None:
    again = [arena.compete(GAME, ("steady", command("print('?')")), 2, 1) for _ in range(2)]
    (ours, theirs), other = again[0], again[1]
    assert (ours.points, theirs.points) == (other[0].points, other[1].points)
    assert ours.wins + theirs.wins == 1
    assert not ours.faults
    assert theirs.faults.total() == theirs.decisions
    assert "| steady | 1 of 1 |" in arena.table((ours, theirs), 1)
