"""Automatic answers are given at once, logged as such, and rejected where they are unknown."""

from __future__ import annotations

import pytest
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import dump_match, load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Forbidden
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import fresh, player
from tests.refusals import expect_refusal

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.title(sample_titles.has_auto_answers)


@pytest.fixture
def table_with_decision(people: list[User]) -> tuple[Table, Seat, str]:
    """A table of three, a seat that must act, and an automatic answer to its decision."""
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    found = sample_titles.auto_answer_position(rules.get(GAME), 3)
    assert found is not None
    match, number, auto_answer = found
    Table.objects.filter(pk=table.pk).update(state=dump_match(match))
    Seat.objects.filter(table=table).update(waiting_since=None)
    for actor in match.actors:
        Seat.objects.filter(table=table, number=actor).update(waiting_since=table.changed_at)
    return fresh(table), table.seat_set.select_related("user").get(number=number), auto_answer


TableWithDecision = tuple[Table, Seat, str]


def test_automatic_answer_to_the_current_decision_plays_in_one_version(
    table_with_decision: TableWithDecision,
) -> None:
    table, seat, auto_answer = table_with_decision
    answer = load_match(table).auto_answer(seat.number, [auto_answer])
    player_actions.set_auto_answers(table.key, player(seat), [auto_answer])
    assert fresh(table).version == table.version + 1
    made = fresh(table).moves.filter(seat=seat.number, by=Move.Source.STANDING)
    assert made.values_list("text", flat=True)[0] == answer
    assert table.seat_set.get(pk=seat.pk).auto_answers == [auto_answer]


def test_the_api_returns_the_auto_answers_that_were_set(
    table_with_decision: TableWithDecision,
) -> None:
    table, seat, auto_answer = table_with_decision
    address = reverse("api:conditional_moves", args=[table.key])
    client = signed_in(player(seat))
    answer = client.post(address, {"given": [auto_answer]}, content_type="application/json").json()
    assert (answer["given"], answer["conditional_moves"]) == ([auto_answer], [])
    assert auto_answer in answer["offered"]
    assert client.get(address).json() == answer


def test_automatic_answer_that_does_not_play_changes_nothing(
    table_with_decision: TableWithDecision,
) -> None:
    table, _, _ = table_with_decision
    match = load_match(table)
    other = next(n for n in range(3) if n not in match.actors and match.auto_answers(n))
    user = player(table.seat_set.get(number=other))
    player_actions.set_auto_answers(table.key, user, match.auto_answers(other)[:1])
    assert (fresh(table).version, fresh(table).state) == (table.version, table.state)


@pytest.mark.parametrize("auto_answer", ["accept everything", "", "<b>"])
def test_unknown_automatic_answer_is_rejected_and_nothing_is_stored(
    table_with_decision: TableWithDecision, auto_answer: str
) -> None:
    table, seat, known = table_with_decision
    Seat.objects.filter(pk=seat.pk).update(auto_answers=[known])
    with pytest.raises(ActionError):
        player_actions.set_auto_answers(table.key, player(seat), [known, auto_answer])
    assert table.seat_set.get(pk=seat.pk).auto_answers == [known]
    assert fresh(table).version == table.version


def test_onlooker_cannot_set_automatic_answers(
    table_with_decision: TableWithDecision, people: list[User]
) -> None:
    table, _, auto_answer = table_with_decision
    with expect_refusal(Forbidden, "not_your_seat"):
        player_actions.set_auto_answers(table.key, people[4], [auto_answer])
