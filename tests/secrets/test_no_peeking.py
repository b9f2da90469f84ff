"""Nobody learns what a move would reveal without making it.

The same requests are made in worlds that a seat cannot tell apart: hidden parts re-dealt, another
seed. What a request that changes nothing answers must be the same in all of them, byte for byte;
and whether it changes something must be the same, too. So whatever tells something has been paid
for with the move.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.models import Seat, Table
from games.table import play
from tests import sample
from tests.secrets.worlds import VARYING, redealt, signed_in, started, tried

pytestmark = pytest.mark.same_everywhere

WORLDS = 3
CANDIDATES = 12
MOVES = 200
LOOKS_A_VERB = 2  # at positions where a move with this verb reveals something
TRIED_MOVES = 3
PARTIAL = {"HX-Request": "true"}


@dataclass(frozen=True)
class Try:
    """A request that might tell something."""

    door: str
    moves: tuple[str, ...]
    sure: bool = False
    twice: bool = False

    def send(self, client: Client, table: Table) -> Any:
        answer = self._send(client, table)
        return self._send(client, table) if self.twice else answer

    def _send(self, client: Client, table: Table) -> Any:
        if self.door == "api:moves":
            data: dict[str, Any] = {"version": table.version, "moves": list(self.moves)}
            address = reverse("api:moves", args=[table.key])
            return client.post(address, data, content_type="application/json")
        seen = {"version": table.version, "step": 0, "sure": "1" if self.sure else ""}
        address = reverse("games:move", args=[table.key])
        return client.post(address, {**seen, "move": list(self.moves)}, headers=PARTIAL)


@dataclass(frozen=True)
class World:
    """A world that the seat cannot tell from the others, as it is stored and as it is."""

    state: str
    match: rules.Match

    def behind(self, seat: int, move: str) -> list[str]:
        """What the seat could play after a move: what nobody may find out without making it."""
        after = self.match.copy()
        after.play(seat, move)
        return after.legal_moves(seat)


def worlds_of(table: Table, seat: int, rng: random.Random) -> list[World]:
    states = [redealt(table, seat, rng, f"world {n}") for n in range(CANDIDATES)]
    return [World(s, rules.load(table.game, json.loads(s))) for s in (table.state, *states)]


def telling(worlds: list[World], seat: int, move: str) -> tuple[list[World], list[str]]:
    """Worlds to compare, and moves that are possible behind this one in some of them only."""
    real, *others = worlds
    known = set(real.behind(seat, move))
    others.sort(key=lambda world: set(world.behind(seat, move)) == known)
    chosen = [real, *others[: WORLDS - 1]]
    lists = [set(world.behind(seat, move)) for world in chosen]
    tails = sorted(set.union(*lists) - set.intersection(*lists)) or sorted(known)
    return chosen, tails[:1] + tails[-1:]


def tries(worlds: list[World], seat: int, rng: random.Random) -> Iterator[tuple[Try, list[World]]]:
    """Every door with moves, good and bad tails; those first that reveal something."""
    match = worlds[0].match
    listed = match.legal_moves(seat)
    rng.shuffle(listed)
    listed.sort(key=lambda move: not reveals(match, seat, move))
    by_verb = {move.split(" ")[0]: move for move in reversed(listed)}
    for move in list(reversed(by_verb.values()))[:TRIED_MOVES]:
        chosen, follow = telling(worlds, seat, move)
        tails: list[tuple[str, ...]] = [(), ("zzz",), *((tail,) for tail in follow)]
        tails += [(tail, "zzz") for tail in follow]
        for tail in tails:
            yield Try("api:moves", (move, *tail)), chosen
            yield Try("games:move", (move, *tail)), chosen
            yield Try("games:move", (move, *tail), sure=True), chosen
        yield Try("api:moves", (move, "zzz"), twice=True), chosen
        yield Try("games:move", ("zzz", move), sure=True), chosen


def reveals(match: rules.Match, seat: int, move: str) -> bool:
    trial = match.copy()
    trial.play(seat, move)
    return trial.reveals > match.reveals


@dataclass(frozen=True)
class Told:
    """What came back, and whether the table has changed for it."""

    changed: bool
    status: int = 0
    content: bytes = b""


def outcome(request: Try, client: Client, table: Table, state: str) -> Told:
    with tried(table, state):
        answer = request.send(client, table)
        version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        assert answer.status_code < 500
        if version != table.version:
            return Told(changed=True)
        return Told(False, answer.status_code, VARYING.sub(b"", answer.content))


def check(table: Table, seat: Seat, client: Client, rng: random.Random) -> int:
    """Try everything a seat can in several worlds; return how many tries there were."""
    count = 0
    for request, worlds in tries(worlds_of(table, seat.number, rng), seat.number, rng):
        told = [outcome(request, client, table, world.state) for world in worlds]
        assert len(set(told)) == 1, f"{request} tells seat {seat.number} what is not known yet"
        count += 1
    return count


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_what_changes_nothing_tells_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True
    )
    rng = random.Random(f"peeking {game}")
    table = started(game, sample.three_seats(game))
    User.objects.update(confirm_turn=False)
    looked: Counter[str] = Counter()
    count = 0
    for _ in range(MOVES):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            break
        waiting = table.seat_set.filter(waiting_since__isnull=False).select_related("user")
        seat = rng.choice(list(waiting))
        assert seat.user is not None
        match = play.load(table)
        listed = match.legal_moves(seat.number)
        verbs = {m.split(" ")[0] for m in listed if reveals(match, seat.number, m)}
        if any(looked[verb] < LOOKS_A_VERB for verb in verbs):
            User.objects.update(warn_reveal=count % 2 == 0)
            count += check(table, seat, signed_in(seat.user), rng)
            looked.update(verbs)
        play.confirm(table.key, seat.user, table.version, [rng.choice(listed)])
    assert looked


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_nothing_behind_a_reveal_is_played_before_it_is_committed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules themselves are asked for no move behind one that reveals, on any copy."""
    rng = random.Random(f"behind {game}")
    table = started(game, sample.three_seats(game))
    User.objects.update(warn_reveal=False, confirm_turn=False)
    kind = rules.get(game).match
    carried_out = kind._carry_out
    stored = [play.load(table).reveals]

    def watched(match: rules.Match, seat: int, move: str) -> Any:
        assert match.reveals == stored[0], f"{move} is looked at behind something revealed"
        return carried_out(match, seat, move)

    looked = 0
    for _ in range(40):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            break
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        match = play.load(table)
        stored[0] = match.reveals
        listed = match.legal_moves(seat.number)
        revealing = [move for move in listed if reveals(match, seat.number, move)]
        move = rng.choice(revealing or listed)
        with monkeypatch.context() as patched:
            patched.setattr(kind, "_carry_out", watched)
            user = seat.user
            assert user is not None
            turn = (
                play.draft(table.key, user, table.version, 0, [move, "zzz"], sure=True)
                if (revealing)
                else play.confirm(table.key, user, table.version, [move])
            )
        if revealing:
            assert turn.unread == ["zzz"]
            looked += 1
    assert looked
