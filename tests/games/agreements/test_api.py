"""Proposals in the API: the same power as the page, and nothing for those who do not play."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Club, Membership, Proposal, Table
from tests.clients import api_of, signed_in
from tests.games.agreements.test_agreements import quiet_turn
from tests.games.conftest import fresh, play_on, player

pytestmark = pytest.mark.django_db
SECRET = "I am in hospital"


def in_days(days: int) -> str:
    return (timezone.now() + timedelta(days=days)).isoformat()


def proposals(table: Table) -> str:
    return reverse("api:proposals", args=[table.key])


def propose(table: Table, user: User, kind: str, **given: Any) -> Any:
    return api_of(user).post(proposals(table), {"kind": kind, **given}, format="json")


def open_number(table: Table, user: User) -> int:
    return int(api_of(user).get(proposals(table)).data["open"]["id"])


def vote(table: Table, user: User, number: int, *, agrees: bool) -> Any:
    to = reverse("api:answer_proposal", args=[table.key, number])
    return api_of(user).post(to, {"agrees": agrees}, format="json")


@pytest.mark.parametrize("kind", ["pause", "clock", "end", "call_off"])
def test_each_kind_is_proposed_and_agreed_to(table: Table, people: list[User], kind: str) -> None:
    given = {"pause": {"until": in_days(5)}, "clock": {"clock": "three-days"}}.get(kind, {})
    play_on(table, 2)
    assert propose(table, people[0], kind, **given).status_code == 200
    seen = api_of(people[1]).get(proposals(table)).data["open"]
    assert (seen["kind"], seen["is_asked"], seen["is_mine"]) == (kind, True, False)
    assert vote(table, people[1], seen["id"], agrees=True).status_code == 200
    assert Proposal.objects.get(table=table).outcome == "accepted"


def test_turn_is_taken_back(new_table: Callable[..., Table], people: list[User]) -> None:
    table = new_table(rated=False)
    seat, before = quiet_turn(table)
    proposer, other = player(seat), next(one for one in people[:2] if one.pk != seat.user_id)
    count = fresh(table).move_count
    assert propose(table, proposer, "take_back").status_code == 200
    seen = api_of(other).get(proposals(table)).data["open"]
    assert (seen["kind"], seen["seat"], seen["what"]) == (
        "take_back",
        seat.number,
        "to take back their last turn",
    )
    assert (seen["until"], seen["clock"]) == (None, None)
    assert "to_move" not in seen, "hidden moves could be counted"
    assert fresh(table).move_count == count
    answer = vote(table, other, seen["id"], agrees=True)
    assert answer.status_code == 200
    now = fresh(table)
    assert now.move_count < count
    assert json.loads(now.state)["state"] == json.loads(before)["state"]
    assert answer.data["version"] == now.version
    assert [one["outcome"] for one in api_of(other).get(proposals(table)).data["earlier"]] == [
        "accepted"
    ]


def test_no_turn_of_a_rated_match_is_taken_back(table: Table) -> None:
    seat, _state = quiet_turn(table)
    answer = propose(table, player(seat), "take_back")
    assert (answer.status_code, answer.data["error"]) == (409, "not_possible")
    kinds = {one["kind"]: one["reason"] for one in seen_kinds(table, player(seat))}
    assert kinds["take_back"] == "This is possible in friendly matches only."


def test_takeback_is_void_once_someone_has_moved(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(rated=False)
    seat, _state = quiet_turn(table)
    other = next(one for one in people[:2] if one.pk != seat.user_id)
    propose(table, player(seat), "take_back")
    number = open_number(table, other)
    count = play_on(table, 1).move_count
    vote(table, other, number, agrees=True)
    assert Proposal.objects.get(pk=number).outcome == "void"
    assert fresh(table).move_count == count


def seen_kinds(table: Table, user: User) -> Any:
    return api_of(user).get(proposals(table)).data["kinds"]


def test_pause_ends_early(table: Table, people: list[User]) -> None:
    propose(table, people[0], "pause", until=in_days(5))
    vote(table, people[1], open_number(table, people[1]), agrees=True)
    assert api_of(people[0]).get(proposals(table)).data["paused_until"] is not None
    assert propose(table, people[1], "continue").status_code == 200
    vote(table, people[0], open_number(table, people[0]), agrees=True)
    assert fresh(table).paused_until is None


def test_proposal_is_declined(table: Table, people: list[User]) -> None:
    propose(table, people[0], "call_off")
    number = open_number(table, people[1])
    assert vote(table, people[1], number, agrees=False).status_code == 200
    assert vote(table, people[1], number, agrees=True).status_code == 409
    answer = api_of(people[1]).get(proposals(table)).data
    assert answer["open"] is None
    assert [one["outcome"] for one in answer["earlier"]] == ["declined"]


def test_only_its_maker_withdraws_a_proposal(table: Table, people: list[User]) -> None:
    propose(table, people[0], "call_off")
    to = reverse("api:proposal", args=[table.key, open_number(table, people[0])])
    assert api_of(people[1]).delete(to).status_code == 403
    assert api_of(people[0]).delete(to).status_code == 200
    assert Proposal.objects.get(table=table).outcome == "withdrawn"


@pytest.mark.parametrize(
    ("kind", "given", "status"),
    [
        ("pause", {}, 422),
        ("pause", {"until": "2020-01-01T00:00:00Z"}, 422),
        ("clock", {"clock": "day"}, 422),
        ("clock", {"clock": "unlimited"}, 422),
        ("continue", {}, 409),
        ("take_back", {}, 409),
        ("nothing", {}, 400),
        ("call_off", {"text": "x" * 301}, 400),
    ],
)
def test_impossible_proposals_are_refused(
    table: Table, people: list[User], kind: str, given: dict[str, str], status: int
) -> None:
    assert propose(table, people[0], kind, **given).status_code == status
    assert not Proposal.objects.exists()


def test_onlooker_learns_neither_message_nor_votes(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(3)
    propose(table, people[0], "pause", until=in_days(5), text=SECRET)
    number = open_number(table, people[1])
    assert SECRET in json.dumps(api_of(people[1]).get(proposals(table)).data, default=str)
    onlooker = people[3]
    assert api_of(onlooker).get(proposals(table)).status_code == 403
    assert vote(table, onlooker, number, agrees=True).status_code == 403
    assert propose(table, onlooker, "call_off").status_code == 403
    for client in (signed_in(onlooker), signed_in(None)):
        for name in ("table", "log", "chat"):
            page = client.get(reverse(f"games:{name}", args=[table.key])).text
            assert SECRET not in page
            assert 'id="proposal"' not in page
    seen = json.dumps(
        api_of(onlooker).get(reverse("api:table", args=[table.key])).data, default=str
    )
    assert SECRET not in seen
    assert "silent" not in seen


def test_stranger_to_a_club_table_finds_nothing(table: Table, people: list[User]) -> None:
    """Not even that the table exists."""
    propose(table, people[0], "pause", until=in_days(5), text=SECRET)
    number = open_number(table, people[1])
    club = Club.objects.create(name="Thursday")
    for user in people[:2]:
        Membership.objects.create(club=club, user=user)
    Table.objects.filter(pk=table.pk).update(club=club, visibility=Table.Visibility.CIRCLE)
    assert api_of(people[0]).get(proposals(table)).status_code == 200
    assert api_of(people[3]).get(proposals(table)).status_code == 404
    assert vote(table, people[3], number, agrees=True).status_code == 404
    assert signed_in(people[3]).get(reverse("games:proposals", args=[table.key])).status_code == 404
