"""Conditional moves in Puerto Rico: answers to roles that another player picks later."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import games.rules as rules
from accounts.models import User
from games import conditional_moves
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Seat, Table
from games.table.actions import player_actions
from games.table.conditional_moves import actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Invalid
from tests.games.conftest import fresh, player
from tests.refusals import expect_refusal

KINDS = conditional_moves.decision_kinds_of("puerto_rico")


@pytest.fixture
def island(people: list[User]) -> Table:
    """Three people at the start: the governor picks."""
    table = table_setup.open_table(
        people[0], "puerto_rico", TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    return fresh(table)


def seat_in(table: Table, number: int) -> Seat:
    return table.seat_set.select_related("user").get(number=number)


def add_conditional_move(table: Table, number: int, kind: str, *moves: str, **more: Any) -> None:
    given = {"kind": kind, "moves": list(moves), "armed": True, **more}
    actions.add(table.key, player(seat_in(table, number)), given)


def pick(table: Table, role: str, *more: str) -> Table:
    """The governor, seat 0, picks a role and does its own part of it."""
    user = player(seat_in(table, 0))
    player_actions.confirm(table.key, user, fresh(table).version, [f"pick {role}", *more])
    return fresh(table)


def conditional_moves_played(table: Table) -> list[tuple[int | None, str]]:
    return list(table.moves.filter(by=Move.Source.STANDING).values_list("seat", "text"))


def test_role_is_answered_by_all_conditional_moves(island: Table) -> None:
    add_conditional_move(island, 1, "builder", "build factory", "build small_market")
    add_conditional_move(island, 2, "builder", "build small_market", "build small_indigo_plant")
    table = pick(island, "builder", "build small_market")
    assert conditional_moves_played(table) == [
        (1, "build small_market"),
        (2, "build small_indigo_plant"),
    ]
    assert load_match(table).actors == (1,)  # whose turn it is to pick
    assert seat_in(table, 1).conditional_moves[0]["stopped"] == "done"


def test_seat_with_conditional_move_gets_no_turn_notification(island: Table) -> None:
    add_conditional_move(island, 1, "builder", "build small_market", until="stop")
    add_conditional_move(island, 2, "builder", otherwise="pass")
    Notification.objects.all().delete()
    table = pick(island, "builder", "build hacienda")
    recipients = Notification.objects.filter(event="turn").values_list("user", flat=True)
    assert set(recipients) == {seat_in(table, 1).user_id}  # to pick the next role
    assert seat_in(table, 1).conditional_moves[0]["armed"]


def test_conditional_move_that_does_not_fit_stops_and_says_why(island: Table) -> None:
    add_conditional_move(island, 1, "builder", "build factory")
    Notification.objects.all().delete()
    table = pick(island, "builder", "build hacienda")
    assert load_match(table).actors == (1,)
    stored = seat_in(table, 1).conditional_moves[0]
    assert (stored["armed"], stored["stopped"]) == (False, "none_fits")
    notifications = Notification.objects.filter(event="order_stopped", user=seat_in(table, 1).user)
    assert {row.data["kind"] for row in notifications} == {"builder"}


def test_the_highest_price_is_kept(island: Table) -> None:
    more = {"guards": {"price_at_most": 1}, "otherwise": "pass"}
    add_conditional_move(island, 1, "builder", "build hospice", "build hacienda", **more)
    table = pick(island, "builder", "build small_market")
    assert conditional_moves_played(table) == [(1, "pass")]


def test_a_settler_takes_what_is_there_by_preference(island: Table) -> None:
    row = load_match(island).view(1)["row"]
    add_conditional_move(
        island, 1, "settler", *(f"take {kind}" for kind in ("quarry", *sorted(set(row))))
    )
    table = pick(island, "settler", "take quarry")
    assert conditional_moves_played(table)[0][1].startswith("take ")
    assert conditional_moves_played(table)[0][1] != "take quarry"  # the privilege is the settler's


def test_workers_are_placed_in_a_list_of_places(island: Table) -> None:
    for number in (0, 1, 2):
        add_conditional_move(
            island, number, "placement", "staff * 1", "done", otherwise="site", until="stop"
        )
    table = pick(island, "mayor", "privilege worker")
    assert {seat for seat, _text in conditional_moves_played(table)} <= {0, 1, 2}
    match = load_match(table)
    assert match.view(None)["step"] == "pick"


def test_trader_and_captain_have_guards() -> None:
    match = rules.new_match("puerto_rico", 3, seed="guards")
    view = match.view(0)
    view["seats"][0]["goods"] = {**view["seats"][0]["goods"], "corn": 2, "coffee": 1}
    view.update(step="trade", picker=1)
    context = conditional_moves.DecisionContext(
        view, ["sell corn", "sell coffee", "pass"], 0, match.options, 1
    )

    def moves(kind: str, *wanted: str, **guards: int) -> object:
        one = conditional_moves.ConditionalMove(kind, wanted, guards, armed=True)
        return conditional_moves.evaluate(one, KINDS, context, match)

    assert moves("trader", "sell *", proceeds_at_least=3) == conditional_moves.Answer("sell coffee")
    assert moves("trader", "sell corn", proceeds_at_least=1) == conditional_moves.NoAnswer(
        "none_fits"
    )
    view.update(step="load")
    context = conditional_moves.DecisionContext(
        view, ["load corn 4", "load coffee 5"], 0, match.options, 1
    )
    assert moves("captain", "load *", "load * *", barrels_at_least=2) == conditional_moves.Answer(
        "load corn 4"
    )
    assert moves("settler", "take corn") is None


@pytest.mark.parametrize(
    ("kind", "move"),
    [
        ("settler", "take gold"),
        ("settler", "sell corn"),
        ("builder", "build castle"),
        ("captain", "load corn"),
        ("trader", ""),
        ("trader", "sell <b>"),
    ],
)
def test_an_unknown_move_is_refused_and_nothing_is_kept(
    island: Table, kind: str, move: str
) -> None:
    with expect_refusal(Invalid, "bad_order", match="is not a move for this kind of decision"):
        add_conditional_move(island, 1, kind, move)
    assert seat_in(island, 1).conditional_moves == []


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS.kinds])
def test_page_shows_every_kind_of_decision(
    island: Table, people: list[User], client: Client, kind: str
) -> None:
    client.force_login(people[1])
    answer = client.get(f"/tables/{island.key}/conditional-moves/", {"kind": kind})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'form="move-form"' in html or "data-move" in html
    assert "Traceback" not in html
