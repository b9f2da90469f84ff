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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import rulebook
from games.models import Seat, Table
from games.table import play
from tests import sample
from tests.clients import signed_in
from tests.games.table.finding import random_draft
from tests.secrets.worlds import VARYING, redealt, started, tried

pytestmark = pytest.mark.same_everywhere

WORLDS = 3
CANDIDATES = 12
MOVES = 200
LOOKS_A_VERB = 2  # at positions where a move with this verb reveals something
TRIED_MOVES = 3
DRAFTS = 6  # to change in every way, of each title
LONGEST_DRAFT = 3
MOST_TABLES = 5
PARTIAL = {"HX-Request": "true"}


@dataclass(frozen=True)
class Try:
    """A request that might tell something.

    `step` is the length of the draft, `keep` how many moves of it stay before the new ones, `at`
    the place of one to take back.
    """

    door: str
    moves: tuple[str, ...] = ()
    sure: bool = False
    twice: bool = False
    step: int = 0
    keep: int | None = None
    at: int | None = None

    def send(self, client: Client, table: Table) -> Any:
        answer = self._send(client, table)
        return self._send(client, table) if self.twice else answer

    def _send(self, client: Client, table: Table) -> Any:
        address = reverse(self.door, args=[table.key])
        seen = {"version": table.version, "step": self.step}
        if not self.moves and self.at is None:
            return client.get(address, headers=PARTIAL)
        if self.door == "api:moves":
            turn = {"version": table.version, "moves": list(self.moves)}
            return client.post(address, turn, content_type="application/json")
        if self.door == "api:draft" and self.at is None:
            more = {"moves": list(self.moves), "keep": self.keep, "sure": self.sure}
            return client.post(address, {**seen, **more}, content_type="application/json")
        if self.door == "api:draft":
            return client.delete(f"{address}?{urlencode({**seen, 'at': self.at})}")
        asked = {"sure": "1" if self.sure else "", "keep": self.keep, "at": self.at}
        form = {name: value for name, value in asked.items() if value is not None}
        return client.post(address, {**seen, **form, "move": list(self.moves)}, headers=PARTIAL)


@dataclass(frozen=True)
class World:
    """A world that the seat cannot tell from the others, as it is stored and as it is."""

    state: str
    match: rules.Match

    def behind(self, seat: int, move: str) -> list[str]:
        """What the seat could play after a move: what nobody may find out without making it."""
        return sample.after(self.match, seat, move).legal_moves(seat)

    def after(self, seat: int, moves: Sequence[str]) -> World:
        """The same world, looked at behind some moves."""
        match = self.match
        for move in moves:
            match = sample.after(match, seat, move)
        return replace(self, match=match)


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
    return sample.after(match, seat, move).reveals > match.reveals


def changes(
    worlds: list[World], seat: int, moves: list[str], rng: random.Random
) -> Iterator[tuple[Try, list[World]]]:
    """Every way to look at a draft, to take one of it back, and to put others in place of its end.

    Those first that reveal something.
    """
    step = len(moves)
    for door in ("api:draft", "games:fragment"):
        yield Try(door, step=step), worlds[:WORLDS]
    for at in range(step):
        for door in ("api:draft", "games:undo"):
            yield Try(door, step=step, at=at), worlds[:WORLDS]
    keep = rng.randrange(step)
    behind = [world.after(seat, moves[:keep]) for world in worlds]
    listed = behind[0].match.legal_moves(seat)
    rng.shuffle(listed)
    listed.sort(key=lambda move: not reveals(behind[0].match, seat, move))
    for move in listed[:TRIED_MOVES]:
        chosen, follow = telling(behind, seat, move)
        for tail in ((), ("zzz",), *((tail,) for tail in follow)):
            for door in ("api:draft", "games:move"):
                for sure in (False, True):
                    yield Try(door, (move, *tail), sure, step=step, keep=keep), chosen


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
    made = tries(worlds_of(table, seat.number, rng), seat.number, rng)
    return sum(check_one(request, worlds, table, seat, client) for request, worlds in made)


def check_one(request: Try, worlds: list[World], table: Table, seat: Seat, client: Client) -> bool:
    """Whether a request, which must tell the same in all worlds, was made."""
    told = [outcome(request, client, table, world.state) for world in worlds]
    assert len(set(told)) == 1, f"{request} tells seat {seat.number} what is not known yet"
    return True


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
def test_a_draft_that_changes_its_mind_tells_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True
    )
    rng = random.Random(f"changing {game}")
    table = started(game, sample.three_seats(game))
    looked = 0
    for _ in range(MOVES):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running or looked == DRAFTS:
            break
        waiting = table.seat_set.filter(waiting_since__isnull=False).select_related("user")
        seat = rng.choice(list(waiting))
        assert seat.user is not None
        match = play.load(table)
        moves = random_draft(match, seat.number, rng, LONGEST_DRAFT)
        if moves and rng.random() < 0.3:
            play.draft(table.key, seat.user, table.version, 0, moves)
            worlds = worlds_of(table, seat.number, rng)
            for request, compared in changes(worlds, seat.number, moves, rng):
                check_one(request, compared, table, seat, signed_in(seat.user))
            looked += 1
        listed = match.legal_moves(seat.number)
        play.confirm(table.key, seat.user, table.version, [rng.choice(listed)])
    assert looked == DRAFTS


class Watch:
    """Fails where a match is asked to play behind something that it has revealed."""

    def __init__(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kind, self.monkeypatch = rules.get(game).match, monkeypatch
        rulebook.book(game)  # its examples are played, and refusals cite it

    @contextmanager
    def over(self, stored: rules.Match) -> Iterator[None]:
        """While this match is the stored one."""
        carried_out = self.kind._carry_out

        def watched(match: rules.Match, seat: int, move: str) -> Any:
            assert match.reveals == stored.reveals, f"{move} is looked at behind a reveal"
            return carried_out(match, seat, move)

        with self.monkeypatch.context() as patched:
            patched.setattr(self.kind, "_carry_out", watched)
            yield


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_nothing_behind_a_reveal_is_played_before_it_is_committed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules themselves are asked for no move behind one that reveals, on any copy."""
    rng = random.Random(f"behind {game}")
    table = started(game, sample.three_seats(game))
    User.objects.update(warn_reveal=False, confirm_turn=False)
    watch = Watch(game, monkeypatch)
    looked = 0
    for _ in range(40):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            break
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        match = play.load(table)
        listed = match.legal_moves(seat.number)
        revealing = [move for move in listed if reveals(match, seat.number, move)]
        move = rng.choice(revealing or listed)
        with watch.over(match):
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


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_nothing_behind_a_reveal_is_played_for_a_draft_that_changes_its_mind(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither to find out what can be changed, nor when it is changed."""
    rng = random.Random(f"behind changes {game}")
    watch = Watch(game, monkeypatch)
    replaced = 0
    for _ in range(MOST_TABLES):  # in a match drawn at random such a draft may be rare
        if not replaced:
            table = started(game, sample.three_seats(game))
            replaced = changed_behind_a_reveal(table, watch, rng)
    assert replaced


def changed_behind_a_reveal(table: Table, watch: Watch, rng: random.Random) -> int:
    """How often a draft of this match was changed to one that reveals."""
    User.objects.update(warn_reveal=False)
    replaced = 0
    for _ in range(MOVES):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running or replaced == DRAFTS:
            break
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        match = play.load(table)
        user = seat.user
        assert user is not None
        moves = random_draft(match, seat.number, rng, LONGEST_DRAFT)
        with watch.over(match):
            if moves:
                turn = play.draft(table.key, user, table.version, 0, moves)
                assert len(moves) - 1 in turn.removable
                for at in range(len(moves) - 1):
                    with suppress(play.Refused), transaction.atomic():
                        play.undo(table.key, user, table.version, len(moves), at=at)
                moves = play.look(Table.objects.get(pk=table.pk), user).draft
            loud = revealing_steps(match, seat.number, moves)
            if moves and loud:
                keep, move = rng.choice(loud)
                turn = play.draft(
                    table.key, user, table.version, len(moves), [move, "zzz"], keep=keep
                )
                assert turn.unread == ["zzz"]
                replaced += 1
                continue
        listed = match.legal_moves(seat.number)
        play.confirm(table.key, user, table.version, [rng.choice(listed)])
    return replaced


def revealing_steps(match: rules.Match, seat: int, draft: list[str]) -> list[tuple[int, str]]:
    """Moves that reveal something, each with how many drafted ones it may stand behind."""
    found = []
    for keep in range(len(draft) + 1):
        listed = match.legal_moves(seat)
        found += [(keep, move) for move in listed if reveals(match, seat, move)]
        if keep < len(draft):
            match = sample.after(match, seat, draft[keep])
    return found
