"""A running table that can be put into any position, and looked at from every side."""

from __future__ import annotations

import json
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Snapshot, Table
from games.table.session import journal
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY

PARTIAL = {"HX-Request": "true"}


class PositionTable:
    """A table of people whose match is replaced at will; its journal begins where it stands."""

    def __init__(self, match: rules.Match, people: list[User]) -> None:
        clock = PRESETS_BY_KEY["day"].clock
        opened = table_setup.open_table(
            people[0], match.game.key, TableSettings(match.seats, dict(match.options), clock)
        )
        for user in people[1 : match.seats]:
            table_setup.join(opened.key, user)
        self.table = Table.objects.get(pk=opened.pk)
        seats = self.table.seat_set.select_related("user")
        self.people = {seat.number: seat.user for seat in seats if seat.user is not None}
        self.pages: dict[int | None, Client] = {None: Client()}
        self.apis: dict[int | None, APIClient] = {None: APIClient()}
        for number, user in self.people.items():
            self.pages[number] = Client()
            self.pages[number].force_login(user)
            self.apis[number] = APIClient()
            self.apis[number].force_authenticate(user)

    def put(self, match: rules.Match) -> None:
        """The position is that of this match, and nothing has been drafted or played since."""
        journal.REPLAY_CACHE.clear()
        self.table.moves.filter(number__gt=0).delete()
        self.table.move_count = 0
        self.table.revealed_version = self.table.version + 1  # as where it is set back
        state = self._store(match)
        Snapshot.objects.filter(table=self.table, after=0).update(state=state)

    def _store(self, match: rules.Match) -> str:
        self.table.version += 1
        self.table.status = Table.Status.FINISHED if match.over else Table.Status.RUNNING
        self.table.state = json.dumps(match.dump(history=False))
        self.table.save()
        self.table.seat_set.update(draft=[])
        return self.table.state

    def draft(self, seat: int, *moves: str) -> None:
        Seat.objects.filter(table=self.table, number=seat).update(draft=list(moves))

    def play(self, seat: int, text: str) -> None:
        """One move on from where the table was put."""
        match = load_match(self.table)
        events = match.play(seat, text)
        self.table.move_count += 1
        self._store(match)
        Move.objects.create(
            table=self.table,
            number=self.table.move_count,
            seat=seat,
            text=text,
            by=Move.Source.PERSON,
            version=self.table.version,
            events=[list(event) for event in events],
        )

    def fragment(self, seat: int | None, *, in_words: bool = False) -> str:
        """The page's part for a seat; `in_words`: with what a drawn board folds away."""
        asked = {"words": "1"} if in_words else {}
        return self._get(self.pages[seat], "fragment", asked, headers=PARTIAL)

    def step(self, seat: int | None) -> str:
        """The board after the last move, as the viewer's script gets it."""
        return self._get(self.pages[seat], "step", headers=PARTIAL)

    def api(self, seat: int | None, part: str = "") -> None:
        """The table, or a part of it, as a program of this seat gets it."""
        cache.clear()  # which counts how often a person asks
        answer = self.apis[seat].get(f"/api/tables/{self.table.key}/{part}")
        assert answer.status_code == 200, answer.content

    def _get(self, client: Client, name: str, *asked: dict[str, str], **more: Any) -> str:
        answer = client.get(reverse(f"games:{name}", args=[self.table.key]), *asked, **more)
        assert answer.status_code == 200, (name, answer.content)
        return answer.content.decode()
