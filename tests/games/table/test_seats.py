"""The seat strip: everybody at the table with what may be shown of their points."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import games.rules as rules
from accounts.models import User
from games.boards import Presenter, Scene, SeatPoints, Stat, presenter, rendering
from games.boards.view_models import ScorePart
from games.models import Table
from games.table.session.loader import load_match
from games.table.views import seat_strip
from games.table.views.scenes import build_scene
from tests import sample_titles
from tests.boards.walks import Page
from tests.browser_fixtures import make_user
from tests.games.conftest import GAME, play_on, seats_of
from tests.games.table.reliability_at import PositionTable

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


COINS = Stat("coins", "Coins", "7")


class HiddenPointsPresenter(Presenter):
    """The points of others are hidden, and my own leave something out."""

    def points(self, scene: Scene) -> list[SeatPoints]:
        mine = SeatPoints(7, [ScorePart("coins", "Coins", 7)], "Cards are counted at the end.")
        return [mine if seat == scene.seat else SeatPoints() for seat in range(len(scene.names))]

    def stats(self, scene: Scene, seat: int) -> Sequence[Stat]:
        return (COINS,) if seat == scene.seat else ()


def players(
    table: Table, me: int | None, kind: type[Presenter] | None = None
) -> list[seat_strip.Player]:
    show = kind(rules.get(GAME)) if kind else presenter(GAME)
    match, sitting = load_match(table), seats_of(table)
    legal = match.legal_moves(me) if me is not None else []
    scene = build_scene(match, me, [seat.name for seat in sitting], legal)
    return seat_strip.build_players(
        show, sitting, scene, rendering.RenderedBoard(show, scene), match
    )


def test_whoever_owes_a_decision_acts_and_i_am_me(table: Table) -> None:
    acting = set(load_match(table).actors)
    found = players(table, 1)
    assert [player.number for player in found] == [0, 1]
    assert {player.number for player in found if player.head.is_actor} == acting
    assert [player.head.is_me for player in found] == [False, True]
    assert not any(player.head.is_me for player in players(table, None))


def test_hidden_points_have_no_total_and_a_note_goes_with_its_own(table: Table) -> None:
    other, mine = players(table, 1, HiddenPointsPresenter)
    assert (other.head.total, other.facts.points, other.note) == (None, (), "")
    assert (mine.head.total, mine.facts.points) == (7, (("Coins", 7, ""),))
    assert other.head.stats == ()
    assert mine.note == "Cards are counted at the end."
    assert mine.head.stats == (COINS,)


def test_final_points_are_nobodys_secret(table: Table) -> None:
    table = play_on(table)
    for me in (0, None):
        for player, score in zip(
            players(table, me, HiddenPointsPresenter),
            load_match(table).scores(),
            strict=True,
        ):
            assert player.head.total == score.total
            assert player.note == ""


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
def test_the_board_of_every_other_seat_is_in_its_card(key: str, people: list[User]) -> None:
    match = rules.new_match(key, rules.get(key).seats[-1], seed="strip")
    table = PositionTable(match, people)
    table.put(match)
    for me in (None, 0):
        html = table.fragment(me)
        assert html.count('class="seat-card') == match.seats
        page = Page(html)
        for number in range(match.seats):
            assert page.ids.count(f"seat-{number}") == 1
        assert len(page.ids) == len(set(page.ids))


def test_seat_strip_of_an_unloadable_match_shows_stored_values_only(table: Table) -> None:
    sitting = seats_of(table)
    sitting[0].total = 12
    found = seat_strip.on_hold_players(presenter(GAME), sitting, sitting[1])
    assert [player.head.total for player in found] == [12, None]
    assert [player.head.is_me for player in found] == [False, True]
    assert not any(player.head.is_actor for player in found)


def test_strip_shows_unsent_turn_as_mine_and_next_seat_as_next() -> None:
    match, seat, move = next(
        (one.copy(), one.actors[0], move)
        for one in sample_titles.positions(rules.get(GAME), 2)
        if len(one.actors) == 1
        for move in one.legal_moves(one.actors[0])
        if sample_titles.hands_over(one, one.actors[0], move)
        and not sample_titles.after(one, one.actors[0], move).over
    )
    at = PositionTable(match, [make_user("Ann"), make_user("Bob")])
    at.put(match)
    at.draft(seat, move)
    cards = seat_states(at.fragment(seat))
    assert "to send" in cards[seat]
    assert "moves next" in cards[1 - seat]
    others = seat_states(at.fragment(1 - seat))
    assert ["to move" in card for card in others] == [one == seat for one in range(2)]


def seat_states(html: str) -> list[str]:
    """What the cards of the strip say of whose turn it is, by seat."""
    return re.findall(r'class="seat-state clock">(.*?)</summary>', html, re.DOTALL)
