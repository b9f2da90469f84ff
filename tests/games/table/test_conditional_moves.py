"""Conditional moves at a table: stored, sorted, armed, removed, played, and secret until then."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games import conditional_moves
from games.conditional_moves import DecisionKind, DecisionKinds
from games.models import Message, Move, Notification, Seat, Table
from games.table.actions import player_actions
from games.table.conditional_moves import actions, execution
from games.table.session.loader import load_match
from portal.errors import Forbidden, Invalid
from tests.api.conftest import client_of
from tests.games.conftest import actor, fresh, player
from tests.refusals import expect_refusal

__all__ = ["client_of"]

ClientOf = Callable[[User], APIClient]
KINDS = DecisionKinds(
    (
        DecisionKind(
            "any",
            "any decision",
            lambda context: bool(context.legal),
            ("<verb>", "<verb> <rest>", "<verb> <rest> <rest>", "<verb> <rest> <rest> <rest>"),
            passing=("pass", "done", "end"),
        ),
    )
)


class Anything(DecisionKinds):
    def is_valid_pattern(self, kind: DecisionKind, pattern: str) -> bool:
        return pattern.replace("*", "x") != "" and "<" not in pattern


@pytest.fixture(autouse=True)
def generic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every title one kind for all decisions, like a title without a list of kinds."""
    found = Anything(KINDS.kinds)
    monkeypatch.setattr(conditional_moves, "decision_kinds_of", lambda game, options=None: found)


def seat_by_number(table: Table, number: int) -> Seat:
    return table.seat_set.select_related("user").get(number=number)


def idle(table: Table) -> Seat:
    """Return a seat that does not have to act now."""
    found = table.seat_set.filter(waiting_since__isnull=True).select_related("user").first()
    assert found is not None
    return found


def site(**more: Any) -> dict[str, Any]:
    """Return the data of a conditional move that lets the site choose."""
    return {"kind": "any", "moves": [], "otherwise": "site", "armed": True, **more}


def moves_to_hand_over(table: Table) -> tuple[Seat, list[str]]:
    """Return the seat that must act, and moves after which another seat must act."""
    seat = actor(table)
    match = load_match(table)
    moves = []
    while seat.number in match.actors:
        moves.append(match.auto_move(seat.number))
        match.play(seat.number, moves[-1])
    return seat, moves


def hand_over(table: Table) -> Table:
    seat, moves = moves_to_hand_over(table)
    turn = player_actions.confirm(table.key, player(seat), fresh(table).version, moves)
    while turn.stopped is None and turn.unread:
        turn = player_actions.confirm(table.key, player(seat), fresh(table).version, turn.unread)
    return fresh(table)


def seat_with_draft(table: Table) -> tuple[Seat, list[str]]:
    """Return a seat in the middle of a turn, with its draft."""
    for _turn in range(40):
        table = fresh(table)
        seat, moves = moves_to_hand_over(table)
        if len(moves) > 1:
            turn = player_actions.add_to_draft(table.key, player(seat), table.version, 0, moves[:1])
            if turn.draft:
                return seat, moves[:1]
        hand_over(table)
    raise AssertionError("no turn begins with a move that shows nothing and has another")


def conditional_move_seats(table: Table) -> list[int | None]:
    return list(table.moves.filter(by=Move.Source.STANDING).values_list("seat", flat=True))


def test_conditional_move_plays_after_a_commit_in_the_same_version(table: Table) -> None:
    seat = idle(table)
    actions.add(table.key, player(seat), site())
    before = fresh(table)
    assert (before.version, before.state) == (table.version, table.state)
    after = hand_over(table)
    assert seat.number in conditional_move_seats(after)
    row = after.moves.filter(by=Move.Source.STANDING).first()
    assert row is not None
    assert after.moves.filter(version=row.version, by=Move.Source.PERSON).exists()


def test_conditional_move_for_once_is_done_and_can_be_armed_again(table: Table) -> None:
    seat = idle(table)
    actions.add(table.key, player(seat), site())
    hand_over(table)
    kept = seat_by_number(table, seat.number).conditional_moves[0]
    assert (kept["armed"], kept["stopped"]) == (False, "done")
    actions.change(table.key, player(seat), kept["id"], "arm")
    kept = seat_by_number(table, seat.number).conditional_moves[0]
    assert kept["armed"] or kept["stopped"] == "done"  # or it has acted already


def test_conditional_move_for_the_current_decision_plays_immediately(table: Table) -> None:
    seat = actor(table)
    actions.add(table.key, player(seat), site())
    assert fresh(table).version == table.version + 1
    assert set(conditional_move_seats(table)) == {seat.number}


def test_conditional_move_that_does_not_play_changes_nothing_for_others(
    table: Table, client_of: ClientOf
) -> None:
    mine, other = idle(table), actor(table)
    messages = Message.objects.filter(table=table).count()
    seen = [client_of(player(other)).get(f"/api/tables/{table.key}/").json()]
    actions.add(table.key, player(mine), site(armed=False))
    actions.add(table.key, player(mine), site())
    seen.append(client_of(player(other)).get(f"/api/tables/{table.key}/").json())
    assert seen[0].pop("version") == seen[1].pop("version")
    assert set(seen[0]) == set(seen[1])
    assert fresh(table).changed_at == table.changed_at
    assert Message.objects.filter(table=table).count() == messages
    assert (
        client_of(player(other))
        .get(f"/api/tables/{table.key}/conditional-moves/")
        .json()["conditional_moves"]
        == []
    )


def test_endless_conditional_move_stops_and_notifies_its_owner(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(execution, "MOST_ANSWERS", 3)
    for seat in table.seat_set.select_related("user"):
        Seat.objects.filter(pk=seat.pk).update(
            conditional_moves=[conditional_moves.parse(site(until="stop"), KINDS).arm(None).data()]
        )
    Notification.objects.all().delete()
    hand_over(table)
    stopped = [one["stopped"] for s in table.seat_set.all() for one in s.conditional_moves]
    assert "too_long" in stopped
    assert len(conditional_move_seats(table)) <= 6
    assert "do not end" in caplog.text
    notifications = Notification.objects.filter(event="order_stopped")
    assert {row.data["why"] for row in notifications} == {"too_long"}


def test_conditional_move_whose_title_fails_stops_and_the_match_continues(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("a broken title")

    seat = idle(table)
    actions.add(table.key, player(seat), site())
    monkeypatch.setattr(conditional_moves, "evaluate", breaks)
    hand_over(table)
    kept = seat_by_number(table, seat.number).conditional_moves[0]
    assert (kept["armed"], kept["stopped"]) == (False, "failed")
    assert conditional_move_seats(table) == []


def test_conditional_moves_do_not_play_while_their_owner_drafts(table: Table) -> None:
    seat, draft = seat_with_draft(table)
    actions.add(table.key, player(seat), site())
    assert conditional_move_seats(table) == []
    assert seat_by_number(table, seat.number).draft == draft


def test_conditional_moves_do_not_play_while_a_bot_plays(table: Table) -> None:
    seat = idle(table)
    actions.add(table.key, player(seat), site())
    Seat.objects.filter(pk=seat.pk).update(bot="random")
    hand_over(table)
    assert conditional_move_seats(table) == []


def test_conditional_moves_are_sorted_disarmed_and_removed(table: Table) -> None:
    seat = idle(table)
    user = player(seat)
    for otherwise in ("site", "pass"):
        actions.add(table.key, user, site(otherwise=otherwise, armed=False))

    def stored_ids() -> list[int]:
        return [one["id"] for one in seat_by_number(table, seat.number).conditional_moves]

    assert stored_ids() == [1, 2]
    actions.change(table.key, user, 2, "up")
    assert stored_ids() == [2, 1]
    actions.change(table.key, user, 2, "up")
    assert stored_ids() == [2, 1]
    actions.change(table.key, user, 2, "down")
    actions.change(table.key, user, 1, "arm")
    assert seat_by_number(table, seat.number).conditional_moves[0]["armed"]
    actions.change(table.key, user, 1, "disarm")
    assert not seat_by_number(table, seat.number).conditional_moves[0]["armed"]
    actions.change(table.key, user, 1, "remove")
    assert stored_ids() == [2]


@pytest.mark.parametrize(("number", "what"), [(7, "arm"), (1, "explode"), (1, "")])
def test_invalid_conditional_move_change_is_rejected(table: Table, number: int, what: str) -> None:
    seat = idle(table)
    actions.add(table.key, player(seat), site(armed=False))
    before = seat_by_number(table, seat.number).conditional_moves
    with expect_refusal(Invalid, "bad_order", match="conditional move"):
        actions.change(table.key, player(seat), number, what)
    assert seat_by_number(table, seat.number).conditional_moves == before


def test_number_of_conditional_moves_is_limited(table: Table) -> None:
    seat = idle(table)
    given = [site(armed=False)] * conditional_moves.MAX_CONDITIONAL_MOVES
    actions.give(table.key, player(seat), given)
    with expect_refusal(Invalid, "bad_order", match="at most 40 conditional moves"):
        actions.add(table.key, player(seat), site(armed=False))
    with expect_refusal(Invalid, "bad_order", match="at most 40 conditional moves"):
        actions.give(table.key, player(seat), [*given, site()])
    assert (
        len(seat_by_number(table, seat.number).conditional_moves)
        == conditional_moves.MAX_CONDITIONAL_MOVES
    )


def test_onlookers_cannot_add_conditional_moves(table: Table, people: list[User]) -> None:
    with expect_refusal(Forbidden, "not_your_seat"):
        actions.add(table.key, people[4], site())


# the API


def test_api_sets_and_returns_conditional_moves(table: Table, client_of: ClientOf) -> None:
    seat = idle(table)
    client, address = client_of(player(seat)), f"/api/tables/{table.key}/conditional-moves/"
    given = {"conditional_moves": [site(armed=False, until="stop")]}
    answer = client.put(address, given, format="json")
    assert answer.status_code == 200, answer.content
    data = client.get(address).json()
    assert data["conditional_moves"] == answer.json()["conditional_moves"]
    assert data["conditional_moves"] == seat_by_number(table, seat.number).conditional_moves
    assert data["conditional_moves"][0]["otherwise"] == "site"
    assert [kind["key"] for kind in data["kinds"]] == ["any"]
    assert (
        client.put(address, {"conditional_moves": data["conditional_moves"]}, format="json").json()
        == data
    )
    assert (
        client.put(address, {"conditional_moves": []}, format="json").json()["conditional_moves"]
        == []
    )


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ([], 400),
        ({"conditional_moves": 5}, 422),
        ({"conditional_moves": [5]}, 422),
        ({"conditional_moves": [{"kind": "war", "moves": []}]}, 422),
    ],
)
def test_api_rejects_invalid_conditional_moves_with_a_message(
    table: Table, client_of: ClientOf, body: Any, status: int
) -> None:
    seat = idle(table)
    client, address = client_of(player(seat)), f"/api/tables/{table.key}/conditional-moves/"
    client.put(address, {"conditional_moves": [site(armed=False)]}, format="json")
    answer = client.put(address, body, format="json")
    assert answer.status_code == status, answer.content
    assert ("“conditional_moves”" in answer.json()["message"]) == (status == 400)
    assert len(seat_by_number(table, seat.number).conditional_moves) == 1


def test_api_does_not_return_conditional_moves_of_others(
    table: Table, client_of: ClientOf, people: list[User]
) -> None:
    address = f"/api/tables/{table.key}/conditional-moves/"
    assert client_of(people[4]).get(address).status_code == 403
    assert (
        client_of(people[4]).put(address, {"conditional_moves": []}, format="json").status_code
        == 403
    )


# the pages


@pytest.mark.same_everywhere
def test_page_collects_moves_and_saves_a_conditional_move(table: Table, client: Client) -> None:
    seat = idle(table)
    client.force_login(player(seat))
    address = f"/tables/{table.key}/conditional-moves/"
    html = client.get(address).content.decode()
    assert 'id="move-form"' in html
    legal = load_match(table).legal_moves(actor(table).number)
    move = random.Random(1).choice(legal)
    html = client.post(address, {"kind": "any", "move": move}).content.decode()
    assert f'name="list" value="{move}"' in html
    assert seat_by_number(table, seat.number).conditional_moves == []
    answer = client.post(address, {"kind": "any", "list": [move], "until": "stop", "save": "1"})
    assert answer.status_code == 302
    kept = seat_by_number(table, seat.number).conditional_moves[0]
    assert (kept["moves"], kept["armed"], kept["until"]) == ([move], False, "stop")
    html = client.get(f"/tables/{table.key}/").content.decode()
    assert 'id="conditional-moves"' in html
    assert "any decision" in html
    answer = client.post(
        f"/tables/{table.key}/conditional-moves/change/", {"order": 1, "what": "remove"}
    )
    assert answer.status_code == 302
    assert seat_by_number(table, seat.number).conditional_moves == []


def test_list_of_moves_is_sorted_on_the_page(table: Table, client: Client) -> None:
    client.force_login(player(idle(table)))
    given = {"kind": "any", "list": ["a one", "b two", "c three"], "down": "0"}
    html = client.post(f"/tables/{table.key}/conditional-moves/", given).content.decode()
    places = [html.index(f'name="list" value="{one}"') for one in ("b two", "a one", "c three")]
    assert places == sorted(places)
    given = {"kind": "any", "list": ["a one", "b two"], "remove": "1"}
    html = client.post(f"/tables/{table.key}/conditional-moves/", given).content.decode()
    assert 'value="b two"' not in html


def test_page_shows_the_error_and_saves_nothing(table: Table, client: Client) -> None:
    seat = idle(table)
    client.force_login(player(seat))
    given = {"kind": "any", "list": ["<b>"], "save": "1"}
    answer = client.post(f"/tables/{table.key}/conditional-moves/", given)
    assert answer.status_code == 422
    assert "is not a move" in answer.content.decode()
    assert seat_by_number(table, seat.number).conditional_moves == []


def test_page_rejects_guard_with_thousands_of_digits(table: Table, client: Client) -> None:
    seat = idle(table)
    client.force_login(player(seat))
    given = {"kind": "any", "list": ["*"], "guard:most": "9" * 5000, "save": "1"}
    assert client.post(f"/tables/{table.key}/conditional-moves/", given).status_code == 422


def test_ids_with_thousands_of_digits_are_replaced(table: Table, client_of: ClientOf) -> None:
    seat = idle(table)
    body = {"conditional_moves": [{**site(armed=False), "id": int("9" * 4300)}] * 2}
    answer = client_of(player(seat)).put(
        f"/api/tables/{table.key}/conditional-moves/", body, format="json"
    )
    assert [one["id"] for one in answer.json()["conditional_moves"]] == [1, 2]


def test_others_cannot_open_the_page(table: Table, client: Client, people: list[User]) -> None:
    assert client.get(f"/tables/{table.key}/conditional-moves/").status_code == 302
    client.force_login(people[4])
    assert client.get(f"/tables/{table.key}/conditional-moves/").status_code == 404
    html = client.get(f"/tables/{table.key}/").content.decode()
    assert 'id="conditional-moves"' not in html
