"""Proposals and answers at the very same moment: each is decided once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Message, Proposal, Table
from games.table.actions import resignation
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, fresh
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = PRESETS_BY_KEY["day"].clock
NAMES = ("ann", "bob", "cem")


@pytest.fixture
def trio() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


def start_table(trio: list[User], seats: int = 3) -> Table:
    """A new running table of the first people, the only one there is."""
    Table.objects.update(status=Table.Status.CALLED_OFF)
    table = table_setup.open_table(trio[0], GAME, TableSettings(seats, {}, CLOCK))
    for user in trio[1:seats]:
        table_setup.join(table.key, user)
    return fresh(table)


def propose_pause(table: Table, by: User) -> None:
    until = timezone.now() + timedelta(days=10)
    agreements.propose(table.key, by, "pause", {"until": until})


def only_proposal(table: Table) -> Proposal:
    return Proposal.objects.get(table=table)


def test_two_people_agree_at_once(trio: list[User], race: Race) -> None:
    """The last answer decides, although neither knows which of them is the last."""
    for _ in range(ROUNDS):
        table = start_table(trio)
        propose_pause(table, trio[0])
        number = only_proposal(table).pk
        codes = race(
            lambda: agreements.answer(table.key, trio[1], number, agrees=True),  # noqa: B023
            lambda: agreements.answer(table.key, trio[2], number, agrees=True),  # noqa: B023
        )
        assert codes == ["", ""]
        assert only_proposal(table).outcome == Proposal.Outcome.ACCEPTED
        assert fresh(table).paused_until is not None
        assert Message.objects.filter(table=table, log_code="paused").count() == 1


def test_one_agrees_while_the_proposer_withdraws(trio: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(trio, seats=2)
        propose_pause(table, trio[0])
        number = only_proposal(table).pk
        agreed, withdrawn = race(
            lambda: agreements.answer(table.key, trio[1], number, agrees=True),  # noqa: B023
            lambda: agreements.withdraw(table.key, trio[0], number),  # noqa: B023
        )
        assert sorted([agreed, withdrawn]) == ["", "over"]
        assert (fresh(table).paused_until is not None) == (agreed == "")


def test_answer_meets_the_deadline(trio: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(trio, seats=2)
        propose_pause(table, trio[0])
        proposal = only_proposal(table)
        agreed, _settled = race(
            lambda: agreements.answer(table.key, trio[1], proposal.pk, agrees=True),  # noqa: B023
            lambda: agreements.settle(table.key, proposal.expires_at),  # noqa: B023
        )
        assert agreed in ("", "over")
        outcome = only_proposal(table).outcome
        assert outcome == ("accepted" if agreed == "" else "expired")
        if agreed == "over":
            assert fresh(table).paused_until is None


def test_answer_meets_the_resignation_of_the_proposer(trio: list[User], race: Race) -> None:
    """Nobody escapes a loss: either all had agreed before, or the proposal is void."""
    ways = Counter[str]()
    for _ in range(ROUNDS):
        table = start_table(trio)
        agreements.propose(table.key, trio[0], "call_off")
        number = only_proposal(table).pk
        agreements.answer(table.key, trio[1], number, agrees=True)
        agreed, resigned = race(
            lambda: agreements.answer(table.key, trio[2], number, agrees=True),  # noqa: B023
            lambda: resignation.resign(table.key, trio[0]),  # noqa: B023
        )
        assert agreed == ""
        outcome = only_proposal(table).outcome
        assert outcome == ("void" if resigned == "" else "accepted")
        assert fresh(table).is_running == (outcome == "void")
        ways[outcome] += 1
    assert ways.total() == ROUNDS


def test_two_people_propose_at_once(trio: list[User], race: Race) -> None:
    for _ in range(ROUNDS):
        table = start_table(trio)
        codes = race(
            lambda: propose_pause(table, trio[0]),  # noqa: B023
            lambda: propose_pause(table, trio[1]),  # noqa: B023
        )
        assert sorted(codes) == ["", "proposal_open"]
        assert only_proposal(table).user == trio[codes.index("")]
