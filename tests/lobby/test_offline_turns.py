"""What a device stores of the tables that wait for a person: the page and the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import Scope
from games.api import scopes
from games.lobby.home import offline_turns
from games.lobby.home.offline_turns import load_offline_turns
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.table.views import thumbnails
from tests import sample_titles
from tests.clients import api_of, signed_in
from tests.games.conftest import new_table

__all__ = ["new_table"]

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

GAME = sample_titles.usual()
API = "/api/my-tables/offline/"
NewTable = Callable[..., Table]


def mover_of(table: Table) -> Seat:
    return table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]


def test_offline_turns_list_the_legal_moves(new_table: NewTable) -> None:
    table = new_table()
    seat = mover_of(table)
    answer = api_of(seat.user).get(API)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-CSRFToken"]
    assert answer.data["user"] == User.objects.get(pk=seat.user_id).username
    (one,) = answer.data["tables"]
    assert (one["key"], one["version"], one["draft"]) == (table.key, table.version, [])
    legal = load_match(table).legal_moves(seat.number)
    assert {move["move"] for move in one["moves"]} <= set(legal)
    assert one["has_more"] == (len(legal) > offline_turns.MAX_MOVES)
    assert one["prompt"]
    assert all(move["label"] for move in one["moves"])


def test_offline_turns_are_for_the_person_to_move_alone(
    new_table: NewTable, people: list[User], client: Client
) -> None:
    table = new_table()
    mover = mover_of(table)
    for user in people:
        keys = [one["key"] for one in api_of(user).get(API).data["tables"]]
        assert keys == ([table.key] if user == mover.user else [])
    assert APIClient().get(API).status_code in {401, 403}
    assert client.get(reverse("games:offline_turns")).status_code == 302


def test_offline_turns_show_only_what_the_seat_may_see(new_table: NewTable) -> None:
    """No other seat's draft changes what is stored."""
    table = new_table()
    seat = mover_of(table)
    before = api_of(seat.user).get(API).content
    other = table.seat_set.exclude(pk=seat.pk)[0]
    other.draft = load_match(table).legal_moves(seat.number)[:1]
    other.save(update_fields=["draft"])
    offline_turns._decision_cache.clear()
    assert api_of(seat.user).get(API).content == before


def test_offline_turns_have_bounds(new_table: NewTable, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = mover_of(new_table())
    monkeypatch.setattr(offline_turns, "MAX_MOVES", 1)
    offline_turns._decision_cache.clear()
    (one,) = load_offline_turns(seat.user).turns
    assert (len(one.decision.moves), one.decision.has_more) == (1, True)
    monkeypatch.setattr(offline_turns, "MAX_TABLES", 0)
    assert load_offline_turns(seat.user).turns == []
    offline_turns._decision_cache.clear()


def test_offline_turns_compute_few_tables_per_request(
    new_table: NewTable, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = mover_of(new_table())
    while Seat.objects.to_move(seat.user).count() < 3:
        new_table()
    monkeypatch.setattr(offline_turns, "MAX_COMPUTED", 2)
    offline_turns._decision_cache.clear()
    first, second = (api_of(seat.user).get(API).data for _request in range(2))
    assert (len(first["tables"]), first["has_more"]) == (2, True)
    assert (len(second["tables"]), second["has_more"]) == (3, False)
    offline_turns._decision_cache.clear()
    address = reverse("games:offline_turns")
    assert "More tables are waiting for you" in signed_in(seat.user).get(address).text
    assert "More tables are waiting for you" not in signed_in(seat.user).get(address).text


def test_offline_turns_load_no_state_twice(new_table: NewTable) -> None:
    seat = mover_of(new_table())
    load_offline_turns(seat.user)
    with CaptureQueriesContext(connection) as found:
        load_offline_turns(seat.user)
    assert not [query for query in found if '"games_table"."state"' in query["sql"]]


def test_offline_turns_continue_my_draft(new_table: NewTable) -> None:
    table = new_table()
    seat = mover_of(table)
    (one,) = load_offline_turns(seat.user).turns
    first = next(move for move in one.decision.moves if not move.reveals)
    player_actions.replace_draft(table.key, seat.user, [first.move])
    (one,) = load_offline_turns(seat.user).turns
    assert one.draft == [first.move]
    assert one.has_steps or not one.decision.moves or one.decision.moves[0].is_final
    page = signed_in(seat.user).get(reverse("games:offline_turns"))
    assert f'id="turn-{table.key}"' in page.text


def test_offline_turns_need_the_scope_to_read() -> None:
    assert scopes.required_scope("GET", "offline_turns") == Scope.READ
    assert scopes.required_scope("POST", "offline_turns") is None
    assert thumbnails.MAX_RENDERED_PER_PAGE <= offline_turns.MAX_TABLES
