"""What a move would do is told beforehand: for every title, that it is true and tells no secret.

How is said in `tests/rules/contract/`.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator

import pytest

import games.rules as rules
from tests.rules.mutants.injection import enter
from tests.titles.barter.rules import GAME, Barter

from . import contract

EVERY = 31  # a position of so many
MOVES = 3


def positions(game: rules.Game, rng: random.Random) -> Iterator[tuple[rules.Match, int]]:
    """Some positions of a match with options at random, each with a seat that is asked."""
    seats = rng.choice(game.seats)
    options = {option.key: rng.choice(option.choices) for option in game.options}
    if game.conflict is not None and game.conflict(seats, options) is not None:
        options = {}
    match = rules.new_match(game.key, seats, options, seed=str(rng.random()))
    for number in itertools.count():
        if match.over:
            return
        seat = rng.choice(match.actors)
        if number % EVERY == 0:
            yield match, seat
        listed = match.legal_moves(seat)
        match.play(seat, rng.choice(listed) if rng.random() < 0.5 else match.auto_move(seat))


def inspect(game: rules.Game, name: str) -> None:
    rng = random.Random(name)
    for match, seat in positions(game, rng):
        verbs = contract.one_of_every_verb(match.legal_moves(seat), rng)
        contract.check_consequences(match, seat, verbs[:MOVES], rng)


@pytest.mark.parametrize("key", rules.catalogue())
@pytest.mark.parametrize("number", range(2))
def test_consequences_come_true_and_depend_on_nothing_hidden(key: str, number: int) -> None:
    inspect(rules.get(key), f"consequences {key} {number}")


@pytest.mark.parametrize("key", rules.catalogue())
def test_why_a_move_is_refused_is_what_the_match_itself_says(key: str) -> None:
    rng = random.Random(f"refusals {key}")
    known = ["nothing of the kind"]  # and what was legal earlier
    for match, seat in positions(rules.get(key), rng):
        ahead, listed = rules.Consequences(match, seat), match.legal_moves(seat)
        assert ahead.refusal_reason(listed[0]) is None
        for move in known:
            if move not in listed:
                with pytest.raises(rules.IllegalMove) as error:
                    match.copy().play(seat, move)
                why = ahead.refusal_reason(move)
                assert why is not None
                assert why.code == error.value.why.code
        known += listed[:MOVES]


def first_broken_law(game: rules.Game) -> str:
    for number in range(12):
        try:
            inspect(game, f"wrong {number}")
        except contract.BrokenLawError as broken:
            return broken.law
    pytest.fail("it slipped through")


def test_the_right_title_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = enter(monkeypatch, GAME, Barter)
    for number in range(4):
        inspect(game, f"right {number}")


def test_a_title_whose_redealing_looks_at_what_is_hidden_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class RedealsNowAndThen(Barter):
        __slots__ = ()

        def _redeal(self, seat: int | None, chance: rules.Dealer) -> None:
            if self.deck[-1] % 2:
                super()._redeal(seat, chance)

    assert first_broken_law(enter(monkeypatch, GAME, RedealsNowAndThen)) == contract.KNOWN


def test_what_others_chose_in_secret_must_be_guessed_or_declared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it is told as if they had chosen nothing."""
    title = next(game for game in rules.catalogue().values() if game.reveals_not_redealt)
    bare = dataclasses.replace(title, reveals_not_redealt=frozenset())
    assert first_broken_law(enter(monkeypatch, bare, bare.match)) == contract.CONSEQUENCES


# one position


@pytest.fixture
def barter(monkeypatch: pytest.MonkeyPatch) -> rules.Match:
    """Seat 0 is to play, with cards that it knows."""
    enter(monkeypatch, GAME, Barter)
    match = rules.new_match("barter", 2, seed="effects")
    for seat in (0, 1):
        match.play(seat, match.legal_moves(seat)[0])
    return match


def test_consequences_of_a_move_without_chance_are_complete(barter: rules.Match) -> None:
    hand = barter.view(0)["hand"]
    effect = rules.Consequences(barter, 0).effect_of(f"play {hand[0]}")
    assert not effect.is_revealing
    assert effect.ends_decision is True
    assert effect.points == (0, hand[0])
    assert [event.kind for event in effect.events] == ["play", "score"]
    changes = {change.path: change[1:] for change in effect.changes}
    assert changes["scores",] == ([0, 0], [hand[0], 0], True)
    assert changes["hand",] == (hand, hand[1:], True)


def test_consequences_mark_a_throw_as_chance(barter: rules.Match) -> None:
    effect = rules.Consequences(barter, 0).effect_of("roll")
    assert effect.is_revealing
    assert effect.ends_decision is None
    assert effect.points == (0, None)
    assert effect.events == []
    assert ("scores",) in {change.path for change in effect.changes if not change.is_sure}


def test_consequences_of_a_draw_include_the_deck_but_not_the_card(barter: rules.Match) -> None:
    effect = rules.Consequences(barter, 0).effect_of("draw")
    changes = {change.path: change for change in effect.changes}
    left = barter.view(0)["deck"]
    assert changes["deck",][1:] == (left, left - 1, True)
    assert not changes["hand",].is_sure
    assert [event.kind for event in effect.events] == ["drawn"]


def test_several_moves_are_one_effect_up_to_the_first_reveal(barter: rules.Match) -> None:
    barter.play(0, "roll")
    barter.play(1, "roll")  # a new round: offers are made and taken back
    consequences = rules.Consequences(barter, 0)
    card = barter.view(0)["hand"][0]
    both = consequences.effect_of(f"offer {card}", "withdraw")
    assert not both.is_revealing
    assert both.changes == []
    assert both.events[-1].kind == "withdraw"
    assert consequences.effect_of(f"offer {card}", "withdraw") is both
    with pytest.raises(rules.IllegalMove):
        consequences.effect_of("withdraw")
    again = rules.Consequences(barter, 0)
    assert (
        again.effect_of(f"offer {card}").trial_events == both.trial_events[:-1]
    )  # what follows begins where it ends
    longer = again.effect_of(f"offer {card}", "withdraw")
    assert longer.after.dump() == both.after.dump()
    assert (longer.trial_events, longer.events, longer.changes) == (
        both.trial_events,
        both.events,
        both.changes,
    )


def test_nothing_is_looked_at_behind_a_reveal(barter: rules.Match) -> None:
    consequences = rules.Consequences(barter, 0)
    with pytest.raises(ValueError, match="nothing follows"):
        consequences.effect_of("roll", "roll")
    with pytest.raises(ValueError, match="spectators"):
        rules.Consequences(barter, None).effect_of("roll")
