"""Previews compare numbers before and after a move, and say only what is certain."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.utils.translation import gettext_lazy, override

import games.rules as rules
from games.boards.move_preview import MovePreview, Numbers, PreviewTable
from tests.boards.walks import scene
from tests.rules.mutants.injection import enter
from tests.titles.barter.rules import GAME, Barter

BarterPreview = MovePreview[Barter, Barter]


class Fast(BarterPreview):
    """Previews of a title that excludes uncertain numbers itself."""

    compares_worlds = False


def card_worth(preview: BarterPreview) -> Iterable[str]:
    yield f"worth {preview.first_event('score')['amount']}"


CARDS = Numbers("cards", lambda match, seat: len(match.hands[seat]))
HAND = Numbers("sum of the hand", lambda match, seat: sum(match.hands[seat]))
POINTS = Numbers(("cards of mine", "luck"), lambda match, seat: match.points[seat])
TOTAL = Numbers("", lambda match, seat: sum(match.points[seat]), lambda n: f"£{n}")
TURN = Numbers(gettext_lazy("Moves"), "turn")


@pytest.fixture
def barter(monkeypatch: pytest.MonkeyPatch) -> rules.Match:
    """Seat 0 is to play, draw or roll."""
    enter(monkeypatch, GAME, Barter)
    match = rules.new_match("barter", 2, seed="effects")
    for seat in (0, 1):
        match.play(seat, match.legal_moves(seat)[0])
    return match


def test_preview_names_each_number_that_changes_in_the_order_of_rows(barter: rules.Match) -> None:
    card = barter.view(0)["hand"][0]
    text = PreviewTable(
        BarterPreview, first=(TURN, POINTS), by_verb={"play": (card_worth,)}, last=(TOTAL, CARDS)
    )
    assert text(f"play {card}", scene(barter, 0)) == (
        f"Moves 0 → 1 · cards of mine 0 → {card} · worth {card} · £0 → £{card} · cards 3 → 2"
    )


def test_preview_leaves_out_what_depends_on_chance(barter: rules.Match) -> None:
    text = PreviewTable(BarterPreview, last=(CARDS, HAND, POINTS))
    assert text("draw", scene(barter, 0)) == "Cards 3 → 4"
    assert text("roll", scene(barter, 0)) == ""
    assert "luck 0 → " in PreviewTable(Fast, last=(POINTS,))("roll", scene(barter, 0)).lower()


def test_moves_of_chance_verbs_have_only_rows_of_their_own(barter: rules.Match) -> None:
    text = PreviewTable(
        BarterPreview,
        by_verb={"roll": (lambda _: ["a die"],)},
        last=(TURN,),
        chance_verbs=("roll",),
    )
    assert text("roll", scene(barter, 0)) == "A die"


def test_preview_without_rows_or_seat_is_empty(barter: rules.Match) -> None:
    text = PreviewTable(BarterPreview, by_verb={"roll": (TURN,)})
    assert text("draw", scene(barter, 0)) == ""
    assert text("roll", scene(barter, None)) == ""


def test_preview_is_in_the_language_of_its_reader(barter: rules.Match) -> None:
    text, seen = PreviewTable(BarterPreview, last=(TURN,)), scene(barter, 0)
    assert text("draw", seen) == "Moves 0 → 1"
    with override("ja"):
        assert text("draw", seen) not in ("", "Moves 0 → 1")


def test_preview_of_several_moves_starts_from_the_first(barter: rules.Match) -> None:
    seen = scene(barter, 0)
    preview = BarterPreview(seen, f"play {barter.view(0)['hand'][0]}")
    assert preview.next_moves("play") == []
    assert POINTS.changes([1, 2], [1, 5]) == ["luck 2 → 5"]
    with pytest.raises(rules.IllegalMove):
        _ = preview.then("draw").effect
