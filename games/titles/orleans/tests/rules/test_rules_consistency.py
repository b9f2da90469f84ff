"""A rule is said once: its list, what it lets through, and why it refuses everything else."""

from __future__ import annotations

import functools
import random

import pytest

import games.rules as rules
from games.rulebook import load_rulebook

from ...rules import decisions
from ...rules.match import OrleansMatch
from ...rules.move_query import AttemptedMove
from .test_play import eager, rich

every_version = pytest.mark.parametrize("version", [1, 2])


@functools.cache
def attempted_moves(version: int) -> list[tuple[OrleansMatch, int, list[str]]]:
    """Positions of a match, who decides there, and moves of that and of other positions."""
    rng = random.Random(f"tries {version}")
    match = rich(3, version)
    known: dict[str, None] = {}
    found = []
    for number in range(700):
        seat, move = eager(match, rng)
        listed = match.legal_moves(seat)
        known.update(dict.fromkeys(listed))
        if number % 20 == 0 or match.step:
            more = rng.sample(list(known), min(len(known), 30))
            found.append((match.copy(), seat, [*listed, *more]))
        match.play(seat, move)
        if match.over:
            break
    return found


@every_version
def test_a_rule_lets_through_what_it_lists_and_nothing_else(version: int) -> None:
    verbs = set()
    for match, seat, moves in attempted_moves(version):
        listed = set(match.legal_moves(seat))
        rules_now = decisions.rules_for(match, decisions.current_decision(match, seat))
        for move in moves:
            verb, *words = move.split(" ")
            if verb in rules_now:
                one = AttemptedMove(match.boards[seat], words)
                possible = list(rules_now[verb](match, seat, one))
                assert (possible == [move] and not one.left) == (move in listed), move
                assert (one.why is None) == (move in listed), move
                verbs.add(verb)
    assert verbs >= {"draw", "recall", "place", "act", "deed", "tech", "settle"}


@every_version
def test_every_refusal_cites_a_paragraph(version: int) -> None:
    text = load_rulebook("orleans")
    assert text is not None
    paragraphs = set(text.by_number)
    codes = set()
    for match, seat, moves in attempted_moves(version):
        listed = set(match.legal_moves(seat))
        for move in moves[::6]:
            for words in (move, move.rsplit(" ", 1)[0], f"{move} monk", f"{move[:-1]}x"):
                if words not in listed:
                    with pytest.raises(rules.IllegalMove) as refused:
                        match.play(seat, words)
                    section = refused.value.section
                    if refused.value.why.code == "not_now":  # no verb of the game
                        continue
                    assert section in paragraphs, (words, section)
                    assert "." in section, words
                    assert not section.startswith("6"), words
                    codes.add(refused.value.why.code)
    assert len(codes) > 12
