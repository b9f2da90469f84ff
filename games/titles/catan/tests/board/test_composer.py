"""What is composed of taps (static/composer.js): all moves can be, and all that can be is legal."""

from __future__ import annotations

import itertools
import random
import re
from typing import NamedTuple

import pytest
from django.template.loader import render_to_string

from games.boards import presenter
from tests.boards.walks import scene
from tests.markup import Reader

from ...rules.components import RESOURCES
from ...rules.match import CatanMatch
from ..rules.positions import main_phase_match

SHOW = presenter("catan")


class CardPick(NamedTuple):
    """What can be picked: form, how many in all, and of each thing the most."""

    form: str
    limit: int
    most: dict[str, int]


class CardPickReader(Reader):
    """The pickings of a page, and the moves of its cards that need none."""

    def __init__(self, html: str) -> None:
        self.found: list[CardPick] = []
        self.moves: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = {name: value or "" for name, value in attrs}
        if "data-pick" in data:
            self.found.append(CardPick(data["data-pick"], int(data.get("data-limit", "0")), {}))
        if "data-take" in data:
            self.found[-1].most[data["data-take"]] = int(data["data-most"])
        if "data-move" in data:
            self.moves.add(data["data-move"])


def card_picks(match: CatanMatch, seat: int) -> CardPickReader:
    seen = scene(match, seat)
    board = SHOW.board(seen)
    return CardPickReader(render_to_string(SHOW.template, {"board": board, "scene": seen}))


def card_pick(match: CatanMatch, seat: int, form: str) -> CardPick:
    return next(one for one in card_picks(match, seat).found if one.form == form)


def match_with_hands(*hands: tuple[int, ...], seats: int = 3, **options: str) -> CatanMatch:
    """A match in its main part, everybody with these cards."""
    match = main_phase_match(seats, **options)
    for seat, hand in enumerate(hands):
        for kind, n in enumerate(hand):
            match.bank[kind] += match.hands[seat][kind] - n
            match.hands[seat][kind] = n
    return match


def choices(here: CardPick) -> list[dict[str, int]]:
    """Every way to pick exactly as many as are asked for."""
    ranges = [range(most + 1) for most in here.most.values()]
    return [
        dict(zip(here.most, numbers, strict=True))
        for numbers in itertools.product(*ranges)
        if sum(numbers) == here.limit
    ]


def test_every_discard_is_part_of_a_choice_and_every_choice_is_legal() -> None:
    match = match_with_hands((3, 0, 2, 1, 2))
    match.stack = [("main",), ("robber",), ("discard", (4, 0, 0))]
    match.actors = (0,)
    made = set()
    for chosen in choices(card_pick(match, 0, "discard")):
        trial = match.copy()
        for kind, n in chosen.items():
            if n:
                trial.play(0, f"discard {kind} {n}")
                made.add(f"discard {kind} {n}")
        assert trial.stack[-1] == ("robber",)
    assert made == set(match.legal_moves(0))


def composed_moves(here: CardPick) -> set[str]:
    """What the script makes of a choice that is a single move."""
    return {
        " ".join([here.form, *(kind for kind, n in chosen.items() for _ in range(n))])
        for chosen in choices(here)
    }


def test_every_pair_can_be_given_back() -> None:
    match = match_with_hands((2, 1, 0, 0, 3), (0, 0, 0, 0, 0), seats=2)
    match.stack = [("main",), ("return",)]
    match.actors = (0,)
    assert composed_moves(card_pick(match, 0, "return")) == set(match.legal_moves(0))


@pytest.mark.parametrize("bank", [(19, 19, 19, 19, 19), (0, 1, 2, 0, 1), (0, 0, 1, 0, 0)])
def test_every_pair_of_the_bank_can_be_taken_with_a_year_of_plenty(bank: tuple[int, ...]) -> None:
    match = main_phase_match(3)
    give_cards(match, "plenty")
    match.bank = list(bank)
    wanted = {move for move in match.legal_moves(0) if move.startswith("play plenty")}
    found = {
        one
        for one in composed_moves(card_pick(match, 0, "play plenty"))
        if can_bank_pay(one, match.bank)
    }
    assert found == wanted


def can_bank_pay(move: str, bank: list[int]) -> bool:
    return all(move.split(" ").count(kind) <= n for kind, n in zip(RESOURCES, bank, strict=True))


def give_cards(match: CatanMatch, *cards: str) -> None:
    from ...rules import cards as rules
    from ...rules.components import CARD_INDEX

    for card in cards:
        match.cards[0] = rules.with_count_changed(match.cards[0], CARD_INDEX[card], 1)
    match.playable[0] = rules.playable_kinds(match, 0)


def test_all_other_cards_are_played_with_one_tap() -> None:
    match = main_phase_match(3)
    give_cards(match, "knight", "road_building", "monopoly", "plenty")
    moves = {move for move in match.legal_moves(0) if re.match("play (?!plenty)", move)}
    assert len(moves) == 7
    assert moves <= card_picks(match, 0).moves


@pytest.mark.parametrize("scenario", ["base", "traders"])
def test_offers_of_all_kinds_can_be_composed(scenario: str) -> None:
    match = match_with_hands((1, 1, 0, 2, 1), (3, 1, 1, 0, 0), (0, 0, 2, 0, 1), scenario=scenario)
    here = card_pick(match, 0, "offer")
    draft = match.copy()
    draft.play(0, "offer")
    assert set(here.most) == {move for move in draft.legal_moves(0) if move != "cancel"}
    rng = random.Random(scenario)
    for _ in range(60):
        trial = draft.copy()
        for _more in range(rng.randrange(2, 6)):
            move = rng.choice([one for one in trial.legal_moves(0) if one.split(" ")[1:]])
            trial.play(0, move)
            _kind, give, want = trial.stack[-1]
            for verb, wares in (("give", give), ("want", want)):
                for ware, n in zip((*RESOURCES, "gold"), wares, strict=True):
                    assert n <= here.most.get(f"{verb} {ware}", 0)


def test_an_offer_that_is_drafted_by_moves_goes_on_by_moves() -> None:
    match = match_with_hands((1, 1, 0, 2, 1), (3, 1, 1, 0, 0), (0, 0, 2, 0, 1))
    for move in ("offer", "give grain", "want wool"):
        match.play(0, move)
    found = card_picks(match, 0)
    assert not found.found
    assert set(match.legal_moves(0)) <= found.moves
