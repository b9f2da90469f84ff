"""Requests that might tell something, and worlds in which to compare what they do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse
from rest_framework.test import APIRequestFactory

import games.rules as rules
from accounts.models import User
from games.api.errors import described
from games.models import Table
from games.table import play
from tests import sample
from tests.secrets.worlds import VARYING, answer, ask, redealt, tried

CANDIDATES = 12
PARTIAL = {"HX-Request": "true"}


@dataclass(frozen=True)
class Told:
    """What came back, and whether the table has changed for it."""

    changed: bool
    status: int = 0
    content: bytes = b""


@dataclass(frozen=True)
class Try:
    """A request that might tell something.

    `step` is the length of the draft, `keep` how many moves of it stay before the new ones, `at`
    the place of one to take back; `whole`: a browser asks for the page, not a script for a part.
    """

    door: str
    moves: tuple[str, ...] = ()
    sure: bool = False
    twice: bool = False
    whole: bool = False
    step: int = 0
    keep: int | None = None
    at: int | None = None

    @property
    def is_program(self) -> bool:
        return self.door.startswith("api:")

    def in_process(self, table: Table, state: str, user: User) -> Told:
        """What the views make their answer of, in a world with this stored state."""
        return self._told(table, state, lambda: self._without_http(table, user))

    def over_http(self, table: Table, state: str, client: Client) -> Told:
        """The answer to the request itself."""

        def send() -> tuple[int, bytes]:
            client.cookies.pop("messages", None)  # what the last answer left to say on the next
            answered = self._ask(client, table)
            return answered.status_code, answered.content

        return self._told(table, state, send)

    def _told(self, table: Table, state: str, send: Callable[[], tuple[int, bytes]]) -> Told:
        with tried(table, state):
            for _ in range(1 + self.twice):
                status, content = send()
            assert status < 500
            version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
            if version != table.version:
                return Told(changed=True)
            return Told(False, status, VARYING.sub(b"", content))

    def _without_http(self, table: Table, user: User) -> tuple[int, bytes]:
        """The API's view itself; of a page what the door says, or the part that is drawn anew.

        Where the door refuses, that part is of the table as it was.
        """
        if self.is_program:
            answered = answer(self._ask(APIRequestFactory(), table), user)
            return answered.status_code, answered.content
        try:
            seen = (table.key, user, table.version, self.step)
            if self.at is not None:
                play.undo(*seen, at=self.at)
            elif self.moves:
                play.draft(*seen, self.moves, keep=self.keep, sure=self.sure)
        except play.Refused as refused:
            return refused.status, json.dumps(described(refused)).encode()
        answered = ask(reverse("games:fragment", args=[table.key]), user, **PARTIAL)
        return answered.status_code, answered.content

    def _ask(self, client: Any, table: Table) -> Any:
        """Made by this client, or by a factory of requests."""
        address = reverse(self.door, args=[table.key])
        seen = {"version": table.version, "step": self.step}
        headers = {} if self.whole or self.is_program else PARTIAL
        if not self.moves and self.at is None:
            return client.get(address, headers=headers)
        if self.door == "api:moves":
            turn = {"version": table.version, "moves": list(self.moves)}
            return client.post(address, json.dumps(turn), content_type="application/json")
        if self.door == "api:draft" and self.at is None:
            turn = {**seen, "moves": list(self.moves), "keep": self.keep, "sure": self.sure}
            return client.post(address, json.dumps(turn), content_type="application/json")
        if self.door == "api:draft":
            return client.delete(f"{address}?{urlencode({**seen, 'at': self.at})}")
        asked = {"sure": "1" if self.sure else "", "keep": self.keep, "at": self.at}
        form = {name: value for name, value in asked.items() if value is not None}
        return client.post(address, {**seen, **form, "move": list(self.moves)}, headers=headers)


@dataclass(frozen=True)
class Behind:
    """What a seat has behind moves in a world: what nobody may find out without making them."""

    legal: list[str]
    view: dict[str, Any]


@dataclass(frozen=True)
class World:
    """A world that the seat cannot tell from the others, as it is stored and as it is."""

    state: str
    match: rules.Match

    def behind(self, seat: int, moves: Sequence[str]) -> Behind:
        match = self.match
        for move in moves:
            match = sample.after(match, seat, move)
        return Behind(match.legal_moves(seat), match.view(seat))


class Worlds:
    """Worlds that a seat cannot tell apart, the real one first; each is made when it is needed."""

    def __init__(self, table: Table, seat: int, rng: random.Random) -> None:
        self.table, self.seat, self.rng = table, seat, rng
        self.real = World(table.state, play.load(table))
        self._others: list[World] = []

    def others(self) -> Iterator[World]:
        for number in range(CANDIDATES):
            if number == len(self._others):
                state = redealt(self.table, self.seat, self.rng, f"world {number}")
                match = rules.load(self.table.game, json.loads(state))
                self._others.append(World(state, match))
            yield self._others[number]

    def telling(self, moves: Sequence[str]) -> Telling:
        """The other world that differs most behind these moves, and moves that tell it apart.

        Of those one that is possible in the real world only, and one in the other only; where both
        list the same, one of theirs.
        """
        here = self.real.behind(self.seat, moves)
        best, tails, differs = next(self.others()), here.legal[:1], False
        for other in self.others():
            there = other.behind(self.seat, moves)
            if set(there.legal) != set(here.legal):
                only_here = [move for move in here.legal if move not in there.legal]
                only_there = [move for move in there.legal if move not in here.legal]
                return Telling(other, only_here[:1] + only_there[:1], differs=True)
            if there.view != here.view and not differs:
                best, differs = other, True
        return Telling(best, tails, differs)


@dataclass(frozen=True)
class Telling:
    """A world to compare the real one with, and moves by which it might be told apart.

    `differs`: whether the seat sees a difference behind the moves that were asked about.
    """

    other: World
    tails: list[str]
    differs: bool
