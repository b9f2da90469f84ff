"""My draft in the API: as strong as on the pages, with the same refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from games.boards import presenter
from games.models import Table
from games.table.actions import player_actions
from games.table.session.drafts import load_pov
from games.table.views import page_context
from tests.games.conftest import GAME, actor, fresh, legal, player, seats_of
from tests.games.table.page_lookups import (
    find_choice,
    find_choice_to_reveal,
    find_draft_without,
    find_reveal,
)

ClientOf = Callable[[User], APIClient]


def at(name: str, *args: str) -> str:
    return reverse(f"api:{name}", args=args)


def add(client: APIClient, table: Table, step: int, moves: list[str], **more: Any) -> Any:
    data = {"version": table.version, "step": step, "moves": moves, **more}
    return client.post(at("draft", table.key), data)


def take_back(client: APIClient, table: Table, step: int, place: int | None = None) -> Any:
    more = "" if place is None else f"&at={place}"
    address = at("draft", table.key)
    return client.delete(f"{address}?version={table.version}&step={step}{more}")


def test_a_draft_is_made_looked_at_and_sent(table: Table, client_of: ClientOf) -> None:
    table, seat, (first, others) = find_choice(table)
    client = client_of(player(seat))
    assert add(client, table, 0, [first]).status_code == 200
    assert add(client, table, 1, [others[0]]).status_code == 200
    data = client.get(at("draft", table.key)).json()
    turn = load_pov(table, player(seat))
    steps = page_context.draft_steps(
        presenter(GAME), turn, page_context.seat_names(seats_of(table))
    )
    drafted_steps = [(one["move"], one["label"], one["removable"]) for one in data["drafted"]]
    assert drafted_steps == [tuple(step) for step in steps]
    assert [n for n, step in enumerate(steps) if step.is_removable] == sorted(turn.removable)
    assert data["alternatives"] == turn.alternatives
    assert data["draft"] == [first, others[0]]
    assert data["legal_moves"] == turn.legal_moves()
    assert (data["version"], data["lost"], data["unread"]) == (table.version, False, [])
    for _ in range(2):
        sent = client.post(at("confirm_draft", table.key), {"version": table.version, "step": 2})
        assert (sent.json()["version"], sent.json()["drafted"]) == (table.version + 1, [])
    assert [move.text for move in table.moves.filter(version__gt=table.version)][:2] == [
        first,
        others[0],
    ]


@pytest.mark.same_everywhere
def test_the_last_step_is_replaced(table: Table, client_of: ClientOf) -> None:
    table, seat, (first, others) = find_choice(table)
    client = client_of(player(seat))
    add(client, table, 0, [first, others[0]])
    for _ in range(2):
        answer = add(client, table, 2, [others[1]], keep=1).json()
        assert answer["draft"] == [first, others[1]]
        assert others[0] in answer["alternatives"]
    answer = add(client, table, 2, [others[1]], keep=3)
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")


@pytest.mark.same_everywhere
def test_any_step_is_taken_back_that_the_rest_stands_without(
    table: Table, client_of: ClientOf
) -> None:
    table, seat, moves = find_draft_without(table, 1, 3, standing=True)
    client = client_of(player(seat))
    answer = add(client, table, 0, moves).json()
    assert answer["drafted"][1]["removable"]
    for _ in range(2):
        assert take_back(client, table, 3, 1).json()["draft"] == [moves[0], moves[2]]


@pytest.mark.same_everywhere
def test_a_step_that_the_rest_needs_is_not_taken_back(table: Table, client_of: ClientOf) -> None:
    table, seat, moves = find_draft_without(table, 0, 2, standing=False)
    client = client_of(player(seat))
    answer = add(client, table, 0, moves).json()
    assert [one["removable"] for one in answer["drafted"]] == [False, True]
    answer = take_back(client, table, 2, 0)
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert client.get(at("draft", table.key)).json()["draft"] == moves


@pytest.mark.same_everywhere
def test_the_whole_draft_is_taken_back(table: Table, client_of: ClientOf) -> None:
    table, seat, (first, others) = find_choice(table)
    client = client_of(player(seat))
    add(client, table, 0, [first, others[0]])
    for _ in range(2):
        assert take_back(client, table, 2).json()["draft"] == []


@pytest.mark.same_everywhere
def test_a_step_that_reveals_asks_whether_one_is_sure(table: Table, client_of: ClientOf) -> None:
    table, seat, (first, quiet, loud) = find_choice_to_reveal(table)
    client = client_of(player(seat))
    add(client, table, 0, [first, quiet])
    answer = add(client, table, 2, [loud, "fly moon"], keep=1)
    assert (answer.status_code, answer.json()["error"]) == (409, "reveals")
    answer = add(client, table, 2, [loud, "fly moon"], keep=1, sure=True).json()
    assert (answer["draft"], answer["unread"]) == ([], ["fly moon"])
    assert answer["version"] == table.version + 1


@pytest.mark.same_everywhere
def test_a_bad_step_says_which_it_was_and_why(table: Table, client_of: ClientOf) -> None:
    table, seat, (first, _others) = find_choice(table)
    answer = add(client_of(player(seat)), table, 0, [first, "fly moon"])
    assert (answer.status_code, answer.json()["number"]) == (422, 2)
    assert answer.json()["reason"]["code"]


@pytest.mark.same_everywhere
def test_a_draft_for_another_version_is_a_409(table: Table, client_of: ClientOf) -> None:
    table, seat, move = find_reveal(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move], sure=True)
    client = client_of(player(actor(fresh(table))))
    answer = add(client, table, 0, legal(table, actor(fresh(table)))[:1])
    assert (answer.status_code, answer.json()["error"]) == (409, "stale_version")


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"version": 1, "moves": ["pass"]},
        {"version": 1, "step": 0},
        {"version": 1, "step": -1, "moves": ["pass"]},
        {"version": 1, "step": 0, "moves": ["pass"], "keep": "x"},
    ],
)
def test_a_malformed_step_is_a_400(table: Table, client_of: ClientOf, body: Any) -> None:
    answer = client_of(player(actor(table))).post(at("draft", table.key), body)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "asked", ["", "?version=1", "?version=1&step=x", "?version=1&step=1&at=-1"]
)
def test_what_is_taken_back_is_said_in_numbers(
    table: Table, client_of: ClientOf, asked: str
) -> None:
    answer = client_of(player(actor(table))).delete(at("draft", table.key) + asked)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_only_whoever_sits_there_has_a_draft(
    table: Table, people: list[User], client_of: ClientOf
) -> None:
    table, seat, (first, others) = find_choice(table)
    add(client_of(player(seat)), table, 0, [first, others[0]])
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    data = client_of(player(other)).get(at("draft", table.key)).json()
    assert (data["drafted"], data["alternatives"], data["draft"]) == ([], [], [])
    answer = client_of(people[4]).get(at("draft", table.key))
    assert (answer.status_code, answer.json()["error"]) == (403, "not_your_seat")
    assert APIClient().get(at("draft", table.key)).status_code in (401, 403)


@pytest.mark.same_everywhere
def test_a_table_that_has_not_started_has_no_drafts(
    people: list[User], client_of: ClientOf
) -> None:
    client = client_of(people[0])
    opened = client.post(at("tables"), {"game": GAME, "seats": 2}).json()
    answer = client.get(at("draft", opened["key"]))
    assert (answer.status_code, answer.json()["error"]) == (409, "not_running")


@pytest.mark.same_everywhere
def test_labels_that_fail_are_generic(
    table: Table, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat, (first, _others) = find_choice(table)
    monkeypatch.setattr(presenter(GAME), "move_label", lambda *given: 1 / 0)
    answer = add(client_of(player(seat)), table, 0, [first])
    assert answer.status_code == 200
    assert answer.json()["drafted"][0]["label"]
