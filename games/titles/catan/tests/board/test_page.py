"""The page of a table of Catan: errors with their reasons, and automatic answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.session.loader import dump_match, load_match
from games.time_controls import PRESETS_BY_KEY

from ...rules.match import CatanMatch

Prepare = Callable[[CatanMatch], None]


def sit_down(people: list[User], scenario: str = "base") -> Table:
    """A table of these people."""
    clock = PRESETS_BY_KEY["day"].clock
    table = table_setup.open_table(
        people[0], "catan", TableSettings(len(people), {"scenario": scenario}, clock)
    )
    for user in people[1:]:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def enter_first_turn(table: Table, prepare: Prepare) -> CatanMatch:
    """Put the table into seat 0's first turn, everybody with a card of each kind."""
    match = load_match(table)
    assert isinstance(match, CatanMatch)
    while match.stack[-1][0] == "founding":
        match.play(match.active, match.auto_move(match.active))
    for seat in range(match.seats):
        for kind in range(5):
            missing = 1 - match.hands[seat][kind]
            match.hands[seat][kind] += missing
            match.bank[kind] -= missing
    match.stack = [("main",)]
    prepare(match)
    Table.objects.filter(pk=table.pk).update(state=dump_match(match))
    table.refresh_from_db()
    return match


def wagon_without_points(match: CatanMatch) -> None:
    match.stack = [("wagon",)]
    match.movement = 0


def road_apart(match: CatanMatch) -> str:
    apart = match.open_paths & ~match.frontier[0]
    return f"road {match.board.paths[apart.bit_length() - 1]}"


def settlement_too_near(match: CatanMatch) -> str:
    home = match.settlements[0].bit_length() - 1
    return f"settlement {match.board.spots[match.board.steps[home][0][0]]}"


def step(match: CatanMatch) -> str:
    return f"go {match.board.spots[match.board.steps[match.wagons[0]][0][0]]}"


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cem")]


@pytest.mark.parametrize(
    ("scenario", "prepare", "move", "reason"),
    [
        (
            "base",
            lambda match: None,
            road_apart,
            "does not connect to one of your buildings or roads",
        ),
        ("base", lambda match: None, settlement_too_near, "is too near"),
        ("base", lambda match: None, lambda match: "bank ore brick", "ore; you have 1"),
        (
            "base",
            lambda match: None,
            lambda match: "fly moon",
            "is not a move of Catan; possible now:",
        ),
        ("traders", wagon_without_points, step, "movement points; 0 are left"),
    ],
)
def test_a_bad_move_is_answered_with_its_reason_and_changes_nothing(
    people: list[User],
    client: Client,
    scenario: str,
    prepare: Prepare,
    move: Callable[[CatanMatch], str],
    reason: str,
) -> None:
    table = sit_down(people, scenario)
    match = enter_first_turn(table, prepare)
    user = table.seat_set.get(number=0).user
    assert user is not None
    client.force_login(user)
    answer = client.post(
        f"{table.get_absolute_url()}moves/",
        {"version": table.version, "step": 0, "move": move(match)},
        headers={"HX-Request": "true"},
    )
    html = answer.content.decode()
    assert 'id="refused"' in html
    assert reason in html
    before = (table.version, table.state)
    table.refresh_from_db()
    assert (table.version, table.state) == before
    assert table.seat_set.get(number=0).draft == []


def post_auto_answers(table: Table, client: Client, chosen: list[str]) -> str:
    answer = client.post(
        f"{table.get_absolute_url()}auto-answers/",
        {"order": chosen},
        headers={"HX-Request": "true"},
    )
    return answer.content.decode()


def test_automatic_answers_are_listed_in_words_and_stored(
    people: list[User], client: Client
) -> None:
    table = sit_down(people)
    enter_first_turn(table, lambda match: None)
    seat = table.seat_set.get(number=1)
    assert seat.user is not None
    client.force_login(seat.user)
    html = client.get(table.get_absolute_url()).content.decode()
    for label in ("Decline every offer of this turn", "Decline every offer that asks me for ore"):
        assert label in html
    html = post_auto_answers(table, client, ["never ore", "decline turn:1"])
    assert html.count(" checked>") == 2
    seat.refresh_from_db()
    assert seat.auto_answers == ["decline turn:1", "never ore"]


def test_unknown_automatic_answer_is_rejected_on_the_page(
    people: list[User], client: Client
) -> None:
    table = sit_down(people)
    enter_first_turn(table, lambda match: None)
    seat = table.seat_set.get(number=1)
    assert seat.user is not None
    client.force_login(seat.user)
    html = post_auto_answers(table, client, ["never <gold>"])
    assert "is not an automatic answer here. Available:" in html
    assert "<gold>" not in html
    seat.refresh_from_db()
    assert seat.auto_answers == []
