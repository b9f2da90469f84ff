"""Auto-answers are given at once, logged as such, and rejected where they are unknown."""

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
    """A table of three where a seat owes a decision, and an order that answers it."""
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    found = sample_titles.auto_answer_position(rules.get(GAME), 3)
    assert found is not None
    match, number, order = found
    Table.objects.filter(pk=table.pk).update(state=dump_match(match))
    Seat.objects.filter(table=table).update(waiting_since=None)
    for actor in match.actors:
        Seat.objects.filter(table=table, number=actor).update(waiting_since=table.changed_at)
    return fresh(table), table.seat_set.select_related("user").get(number=number), order


TableWithDecision = tuple[Table, Seat, str]


def test_an_order_answers_what_is_already_asked_in_one_version(
    table_with_decision: TableWithDecision,
) -> None:
    table, seat, order = table_with_decision
    answer = load_match(table).auto_answer(seat.number, [order])
    player_actions.set_auto_answers(table.key, player(seat), [order])
    assert fresh(table).version == table.version + 1
    made = fresh(table).moves.filter(seat=seat.number, by=Move.Source.STANDING)
    assert made.values_list("text", flat=True)[0] == answer
    assert table.seat_set.get(pk=seat.pk).auto_answers == [order]


def test_the_api_returns_the_auto_answers_that_were_set(
    table_with_decision: TableWithDecision,
) -> None:
    table, seat, order = table_with_decision
    address = reverse("api:conditional_moves", args=[table.key])
    client = signed_in(player(seat))
    answer = client.post(address, {"given": [order]}, content_type="application/json").json()
    assert (answer["given"], answer["conditional_moves"]) == ([order], [])
    assert order in answer["offered"]
    assert client.get(address).json() == answer


def test_an_order_that_answers_nothing_yet_changes_nothing(
    table_with_decision: TableWithDecision,
) -> None:
    table, _, _ = table_with_decision
    match = load_match(table)
    other = next(n for n in range(3) if n not in match.actors and match.auto_answers(n))
    user = player(table.seat_set.get(number=other))
    player_actions.set_auto_answers(table.key, user, match.auto_answers(other)[:1])
    assert (fresh(table).version, fresh(table).state) == (table.version, table.state)


@pytest.mark.parametrize("order", ["accept everything", "", "<b>"])
def test_an_unknown_order_is_refused_and_nothing_is_kept(
    table_with_decision: TableWithDecision, order: str
) -> None:
    table, seat, known = table_with_decision
    Seat.objects.filter(pk=seat.pk).update(auto_answers=[known])
    with pytest.raises(ActionError):
        player_actions.set_auto_answers(table.key, player(seat), [known, order])
    assert table.seat_set.get(pk=seat.pk).auto_answers == [known]
    assert fresh(table).version == table.version


def test_an_onlooker_has_nothing_to_order(
    table_with_decision: TableWithDecision, people: list[User]
) -> None:
    table, _, order = table_with_decision
    with expect_refusal(Forbidden, "not_your_seat"):
        player_actions.set_auto_answers(table.key, people[4], [order])
