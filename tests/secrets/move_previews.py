"""Requests that might tell something, and worlds in which to compare what they do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.test import Client, RequestFactory
from django.urls import reverse
from rest_framework.test import APIRequestFactory

import games.rules as rules
from accounts.models import User
from games.models import Table
from games.table.session.loader import load_match
from tests import sample_titles
from tests.secrets.worlds import VARYING, answer, redeal_state, trial_world

CANDIDATES = 12
PARTIAL = {"HX-Request": "true"}


@dataclass(frozen=True)
class PreviewResponse:
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

    route: str
    moves: tuple[str, ...] = ()
    sure: bool = False
    twice: bool = False
    whole: bool = False
    step: int = 0
    keep: int | None = None
    at: int | None = None

    @property
    def is_program(self) -> bool:
        return self.route.startswith("api:")

    def in_process(self, table: Table, state: str, user: User) -> PreviewResponse:
        """The answer of the view by itself, in a world with this stored state."""
        return self._response(table, state, lambda: self._by_view(table, user))

    def over_http(self, table: Table, state: str, client: Client) -> PreviewResponse:
        """The answer to the request itself."""

        def send() -> tuple[int, bytes]:
            client.cookies.pop("messages", None)  # what the last answer left to say on the next
            answered = self._ask(client, table)
            return answered.status_code, answered.content

        return self._response(table, state, send)

    def _response(
        self, table: Table, state: str, send: Callable[[], tuple[int, bytes]]
    ) -> PreviewResponse:
        with trial_world(table, state):
            for _ in range(1 + self.twice):
                status, content = send()
            assert status < 500
            version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
            if version != table.version:
                return PreviewResponse(changed=True)
            return PreviewResponse(False, status, VARYING.sub(b"", content))

    def _by_view(self, table: Table, user: User) -> tuple[int, bytes]:
        factory = APIRequestFactory() if self.is_program else RequestFactory()
        request = self._ask(factory, table)
        answered = answer(request, user)
        return answered.status_code, answered.content

    def _ask(self, client: Any, table: Table) -> Any:
        """Made by this client, or by a factory of requests."""
        address = reverse(self.route, args=[table.key])
        seen = {"version": table.version, "step": self.step}
        headers = {} if self.whole or self.is_program else PARTIAL
        words = {"words": "1"} if self.whole else {}
        if not self.moves and self.at is None:
            return client.get(address, words, headers=headers)
        if self.route == "api:moves":
            turn = {"version": table.version, "moves": list(self.moves)}
            return client.post(address, json.dumps(turn), content_type="application/json")
        if self.route == "api:draft" and self.at is None:
            turn = {**seen, "moves": list(self.moves), "keep": self.keep, "sure": self.sure}
            return client.post(address, json.dumps(turn), content_type="application/json")
        if self.route == "api:draft":
            return client.delete(f"{address}?{urlencode({**seen, 'at': self.at})}")
        asked = {"sure": "1" if self.sure else "", "keep": self.keep, "at": self.at}
        form: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        form |= {**seen, **words, "move": list(self.moves)}
        return client.post(address, form, headers=headers)


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
            match = sample_titles.after(match, seat, move)
        return Behind(match.legal_moves(seat), match.view(seat))


class Worlds:
    """Worlds that a seat cannot tell apart, the real one first; each is made when it is needed."""

    def __init__(self, table: Table, seat: int, rng: random.Random) -> None:
        self.table, self.seat, self.rng = table, seat, rng
        self.real = World(table.state, load_match(table))
        self._others: list[World] = []

    def others(self) -> Iterator[World]:
        for number in range(CANDIDATES):
            if number == len(self._others):
                state = redeal_state(self.table, self.seat, self.rng, f"world {number}")
                match = rules.load(self.table.game, json.loads(state))
                self._others.append(World(state, match))
            yield self._others[number]

    def comparison_world(self, moves: Sequence[str]) -> ComparisonWorld:
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
                return ComparisonWorld(other, only_here[:1] + only_there[:1], lists_differ=True)
            if there.view != here.view and not differs:
                best, differs = other, True
        return ComparisonWorld(best, tails, view_differs=differs)


@dataclass(frozen=True)
class ComparisonWorld:
    """A world to compare the real one with, and moves by which it might be told apart.

    The seat may have other moves behind those that were asked about, or see something else.
    """

    other: World
    tails: list[str]
    lists_differ: bool = False
    view_differs: bool = False
