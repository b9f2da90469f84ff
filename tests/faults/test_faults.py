"""What must survive: races for one version, repeated requests, processes that die at any moment."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from django.db.models import F
from django.utils import timezone

import games.rules as rules
from accounts.tokens import create_token
from games.bots import STEADY
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import player_actions
from games.table.bots import turn_queue
from games.table.session import journal
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError
from tests import sample_titles
from tests.browser_fixtures import make_user
from tests.games.races import ROUNDS
from tests.live_site import LiveSite
from tests.polling import wait_for

GAME = sample_titles.usual()


@pytest.fixture
def clients(live_site: LiveSite) -> Callable[[str], httpx.Client]:
    def make(name: str) -> httpx.Client:
        token = create_token(make_user(name), "test")[1]
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=live_site.url, headers=headers, timeout=30)

    return make


def consistent(table: Table) -> None:
    """Journal, state and version tell one and the same match, with nothing lost or doubled."""
    for _attempt in range(20):
        table = Table.objects.get(pk=table.pk)
        numbers = list(table.moves.values_list("number", flat=True))
        record = journal.export_record(table)
        if Table.objects.get(pk=table.pk).version == table.version:
            break  # nobody moved between these queries
    assert numbers == list(range(table.move_count + 1))
    replayed = rules.replay(record)
    assert replayed.dump(history=False) == load_match(table).dump(history=False)


def state_of(client: httpx.Client, table: Table) -> dict[str, Any]:
    answer = client.get(f"/api/tables/{table.key}/")
    assert answer.status_code == 200
    return answer.json()


def hand_in_at_once(
    client: httpx.Client, table: Table, *turns: dict[str, object]
) -> list[httpx.Response]:
    """Send several turns at the same moment; the answers in the order of the turns."""
    gate = threading.Barrier(len(turns))
    answers: list[httpx.Response | None] = [None] * len(turns)

    def run(index: int, turn: dict[str, object]) -> None:
        gate.wait()
        answers[index] = client.post(f"/api/tables/{table.key}/moves/", json=turn)

    threads = [threading.Thread(target=run, args=(n, turn)) for n, turn in enumerate(turns)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(answer is not None for answer in answers)
    return [answer for answer in answers if answer is not None]


def test_of_two_different_moves_for_one_version_exactly_one_is_taken(
    clients: Callable[[str], httpx.Client],
) -> None:
    people = [clients("Ann"), clients("Bob")]
    played = 0
    table: Table | None = None
    while played < ROUNDS:
        if table is None or not Table.objects.get(pk=table.pk).is_running:
            key = people[0].post("/api/tables/", json={"game": GAME, "seats": 2}).json()["key"]
            people[1].post(f"/api/tables/{key}/join/")
            table = Table.objects.get(key=key)
        for client in people:
            state = state_of(client, table)
            if state["status"] != "running" or state["seat"] not in state["actors"]:
                continue
            first, second = state["legal_moves"][0], state["legal_moves"][-1]
            turns = [{"version": state["version"], "moves": [m]} for m in (first, second)]
            answers = hand_in_at_once(client, table, *turns)
            statuses = Counter(answer.status_code for answer in answers)
            assert statuses == Counter([200, 409]), [a.text for a in answers]
            refused = next(answer for answer in answers if answer.status_code == 409)
            assert refused.json()["error"] == "stale_version"
            assert refused.json()["version"] == state["version"] + 1
            played += 1
    assert table is not None
    consistent(table)


def test_the_same_request_sent_twice_at_once_plays_once(
    clients: Callable[[str], httpx.Client],
) -> None:
    ann, bob = clients("Ann"), clients("Bob")
    key = ann.post("/api/tables/", json={"game": GAME, "seats": 2}).json()["key"]
    bob.post(f"/api/tables/{key}/join/")
    table = Table.objects.get(key=key)
    for _ in range(10):
        for client in (ann, bob):
            state = state_of(client, table)
            if state["seat"] not in state["actors"]:
                continue
            turn = {"version": state["version"], "moves": [state["legal_moves"][0]]}
            answers = hand_in_at_once(client, table, turn, turn)
            assert [answer.status_code for answer in answers] == [200, 200]
            assert state_of(client, table)["move_count"] == state["move_count"] + 1
    consistent(table)


def one_among_bots(live_site: LiveSite) -> Table:
    """A table of one person and four bots."""
    return table_setup.open_table(
        make_user("Ann"),
        GAME,
        TableSettings(5, {}, PRESETS_BY_KEY["day"].clock, bots=(STEADY,) * 4),
    )


def moves_of(table: Table) -> int:
    return Table.objects.values_list("move_count", flat=True).get(pk=table.pk)


def has_got_to(table: Table, moves: int) -> bool:
    """Play for the person where they are to move; whether the match has so many moves."""
    now = Table.objects.get(pk=table.pk)
    seat = now.seat_set.filter(waiting_since__isnull=False, bot="").select_related("user").first()
    if now.is_running and seat is not None and seat.user is not None:
        legal = load_match(now).legal_moves(seat.number)  # none if a bot has moved since
        with contextlib.suppress(ActionError):
            player_actions.confirm(now.key, seat.user, now.version, legal[:1])
    return now.move_count >= moves or not now.is_running


def most_of_the_claims_pass(table: Table) -> None:
    """It is so much later that what a dead worker has claimed is free in a moment."""
    later = turn_queue.CLAIM_DURATION - timedelta(seconds=1)
    table.seat_set.update(claimed_until=F("claimed_until") - later)


def test_a_worker_killed_in_the_middle_of_bot_moves_loses_and_doubles_nothing(
    live_site: LiveSite,
) -> None:
    table = one_among_bots(live_site)
    for _round in range(2):
        wait_for(partial(has_got_to, table, moves_of(table) + 5), "bots to move", 90)
        live_site.kill("worker")
        consistent(table)
        most_of_the_claims_pass(table)
        live_site.start("worker")
    wait_for(partial(has_got_to, table, moves_of(table) + 5), "bots to go on", 90)
    consistent(table)


def test_redis_killed_and_started_again_everything_goes_on(live_site: LiveSite) -> None:
    table = one_among_bots(live_site)
    wait_for(partial(has_got_to, table, 5), "bots to move", 90)
    live_site.kill("redis")
    consistent(table)
    live_site.start("redis")
    Seat.objects.filter(table=table).update(claimed_until=None)
    wait_for(partial(has_got_to, table, moves_of(table) + 10), "bots to go on", 120)
    consistent(table)


def test_a_move_is_taken_while_redis_is_away(
    live_site: LiveSite, clients: Callable[[str], httpx.Client]
) -> None:
    ann, bob = clients("Ann"), clients("Bob")
    key = ann.post("/api/tables/", json={"game": GAME, "seats": 2}).json()["key"]
    bob.post(f"/api/tables/{key}/join/")
    table = Table.objects.get(key=key)
    acting = next(c for c in (ann, bob) if state_of(c, table)["legal_moves"])
    state = state_of(acting, table)
    live_site.kill("redis")
    turn = {"version": state["version"], "moves": [state["legal_moves"][0]]}
    answer = acting.post(f"/api/tables/{key}/moves/", json=turn)
    live_site.start("redis")
    assert answer.status_code == 200, answer.text
    assert moves_of(table) == state["move_count"] + 1
    consistent(table)


def hand_in_carelessly(client: httpx.Client, table: Table, turn: dict[str, object]) -> None:
    with contextlib.suppress(httpx.HTTPError):
        client.post(f"/api/tables/{table.key}/moves/", json=turn)


def test_a_web_process_killed_during_commits_loses_and_doubles_nothing(
    live_site: LiveSite, clients: Callable[[str], httpx.Client]
) -> None:
    ann, bob = clients("Ann"), clients("Bob")
    key = ann.post("/api/tables/", json={"game": GAME, "seats": 2}).json()["key"]
    bob.post(f"/api/tables/{key}/join/")
    table = Table.objects.get(key=key)
    for delay_ms in (2, 8, 25):
        acting = next(c for c in (ann, bob) if state_of(c, table)["legal_moves"])
        state = state_of(acting, table)
        turn = {"version": state["version"], "moves": [state["legal_moves"][0]]}
        thread = threading.Thread(target=hand_in_carelessly, args=(acting, table, turn))
        thread.start()
        thread.join(delay_ms / 1000)
        live_site.kill("web")
        thread.join(30)
        live_site.start("web")
        assert moves_of(table) - state["move_count"] in (0, 1)
        consistent(table)
        again = acting.post(f"/api/tables/{key}/moves/", json=turn)
        assert again.status_code == 200, "the same request again plays it once"
        assert moves_of(table) == state["move_count"] + 1
        consistent(table)


def test_a_time_out_that_two_workers_hold_is_played_once(live_site: LiveSite) -> None:
    users = [make_user("Ann"), make_user("Bob")]
    table = table_setup.open_table(
        users[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(table.key, users[1])
    seat = table.seat_set.get(waiting_since__isnull=False)
    live_site.stop("worker")
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    from games.tasks import time_out_seats

    for _ in range(5):
        time_out_seats.apply_async(args=([seat.pk],))
    live_site.start("worker")
    wait_for(lambda: table.moves.filter(by=Move.Source.CLOCK).exists(), "the time-out", 30)
    wait_for(lambda: live_site.redis.client.llen("deadlines") == 0, "the queue to be empty", 30)
    assert table.messages.filter(log_code="timed_out").count() == 1
    consistent(table)
