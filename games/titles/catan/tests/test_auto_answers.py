"""Automatic answers to offers play immediately, are logged as such, and are rejected if unknown."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Table
from games.table.actions import player_actions
from games.table.session.drafts import Pov
from games.table.session.loader import dump_match, load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Forbidden
from tests.games.conftest import fresh, player
from tests.refusals import expect_refusal

from ..rules.match import CatanMatch

OFFER = ["offer", "give brick", "want ore", "propose"]


@pytest.fixture
def trade_table(people: list[User]) -> Table:
    """Three people who trade, seat 0 in the main part of its first turn, everybody with cards."""
    table = table_setup.open_table(
        people[0], "catan", TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    match = load_match(fresh(table))
    assert isinstance(match, CatanMatch)
    while match.stack[-1][0] == "founding":
        match.play(match.active, match.auto_move(match.active))
    for seat in range(3):
        for kind in range(5):
            match.take(seat, kind)
    match.stack = [("main",)]
    Table.objects.filter(pk=table.pk).update(state=dump_match(match))
    return fresh(table)


def seat_in(table: Table, number: int) -> User:
    return player(table.seat_set.get(number=number))


def propose(table: Table) -> Pov:
    return player_actions.confirm(table.key, seat_in(table, 0), table.version, OFFER)


def test_an_offer_is_declined_at_once_in_the_same_version(trade_table: Table) -> None:
    for number in (1, 2):
        player_actions.set_auto_answers(
            trade_table.key, seat_in(trade_table, number), ["decline all"]
        )
    turn = propose(trade_table)
    assert turn.table.version == trade_table.version + 1
    assert turn.match.actors == (0,)
    rows = turn.table.moves.filter(version=trade_table.version + 1)
    assert list(rows.values_list("seat", "text", "by")) == [
        *((0, text, Move.Source.PERSON) for text in OFFER),
        (1, "decline", Move.Source.STANDING),
        (2, "decline", Move.Source.STANDING),
    ]


def test_seat_without_fitting_automatic_answer_must_act(trade_table: Table) -> None:
    player_actions.set_auto_answers(trade_table.key, seat_in(trade_table, 1), ["never ore"])
    player_actions.set_auto_answers(trade_table.key, seat_in(trade_table, 2), ["never brick"])
    assert propose(trade_table).match.actors == (2,)


def test_automatic_answer_declines_an_open_offer(trade_table: Table) -> None:
    propose(trade_table)
    for number in (1, 2):
        player_actions.set_auto_answers(
            trade_table.key, seat_in(trade_table, number), ["decline turn:1"]
        )
    table = fresh(trade_table)
    assert load_match(table).actors == (0,)
    assert table.moves.filter(text="decline", by=Move.Source.STANDING).count() == 2


def test_automatic_answer_that_does_not_play_changes_nothing(trade_table: Table) -> None:
    player_actions.set_auto_answers(trade_table.key, seat_in(trade_table, 1), ["decline all"])
    assert (fresh(trade_table).version, fresh(trade_table).state) == (
        trade_table.version,
        trade_table.state,
    )


@pytest.mark.parametrize("auto_answer", ["accept all", "decline turn:999", "never gold", "", "<b>"])
def test_unknown_automatic_answer_is_rejected_and_nothing_is_stored(
    trade_table: Table, auto_answer: str
) -> None:
    user = seat_in(trade_table, 1)
    player_actions.set_auto_answers(trade_table.key, user, ["never ore"])
    with pytest.raises(ActionError, match="never brick"):
        player_actions.set_auto_answers(trade_table.key, user, ["never wool", auto_answer])
    assert trade_table.seat_set.get(user=user).auto_answers == ["never ore"]


def test_onlooker_cannot_set_automatic_answers(trade_table: Table, people: list[User]) -> None:
    with expect_refusal(Forbidden, "not_your_seat"):
        player_actions.set_auto_answers(trade_table.key, people[4], ["decline all"])
