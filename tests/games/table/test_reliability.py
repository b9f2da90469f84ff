"""Standing orders through the door: obeyed at once, noted as such, and refused where unknown."""

from __future__ import annotations

import pytest

import games.rules as rules
from accounts.models import User
from games.lobby import table_setup
from games.models import Move, Seat, Table
from games.table.actions import player_actions
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.conftest import fresh, player

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.title(sample_titles.takes_orders)


@pytest.fixture
def asked(people: list[User]) -> tuple[Table, Seat, str]:
    """A table of three where a seat owes a decision, and an order that answers it."""
    table = table_setup.open_table(people[0], GAME, 3, {}, PRESETS_BY_KEY["day"].clock)
    for user in people[1:3]:
        table_setup.join(table.key, user)
    found = sample_titles.ordering(rules.get(GAME), 3)
    assert found is not None
    match, number, order = found
    Table.objects.filter(pk=table.pk).update(state=player_actions.dump_match(match))
    Seat.objects.filter(table=table).update(waiting_since=None)
    for actor in match.actors:
        Seat.objects.filter(table=table, number=actor).update(waiting_since=table.changed_at)
    return fresh(table), table.seat_set.select_related("user").get(number=number), order


Asked = tuple[Table, Seat, str]


def test_an_order_answers_what_is_already_asked_in_one_version(asked: Asked) -> None:
    table, seat, order = asked
    answer = player_actions.load_match(table).auto_answer(seat.number, [order])
    player_actions.set_auto_answers(table.key, player(seat), [order])
    assert fresh(table).version == table.version + 1
    made = fresh(table).moves.filter(seat=seat.number, by=Move.By.STANDING)
    assert made.values_list("text", flat=True)[0] == answer
    assert table.seat_set.get(pk=seat.pk).standing == [order]


def test_an_order_that_answers_nothing_yet_changes_nothing(asked: Asked) -> None:
    table, _, _ = asked
    match = player_actions.load_match(table)
    other = next(n for n in range(3) if n not in match.actors and match.auto_answers(n))
    user = player(table.seat_set.get(number=other))
    player_actions.set_auto_answers(table.key, user, match.auto_answers(other)[:1])
    assert (fresh(table).version, fresh(table).state) == (table.version, table.state)


@pytest.mark.parametrize("order", ["accept everything", "", "<b>"])
def test_an_unknown_order_is_refused_and_nothing_is_kept(asked: Asked, order: str) -> None:
    table, seat, known = asked
    Seat.objects.filter(pk=seat.pk).update(standing=[known])
    with pytest.raises(player_actions.ActionError):
        player_actions.set_auto_answers(table.key, player(seat), [known, order])
    assert table.seat_set.get(pk=seat.pk).standing == [known]
    assert fresh(table).version == table.version


def test_an_onlooker_has_nothing_to_order(asked: Asked, people: list[User]) -> None:
    table, _, order = asked
    with pytest.raises(player_actions.NotYourSeatError):
        player_actions.set_auto_answers(table.key, people[4], [order])
