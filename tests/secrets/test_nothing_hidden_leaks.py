"""Whole random matches through pages, API and log: two worlds that a seat cannot tell apart look
the same to it, wherever it looks, and the seed is nowhere before the end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.clients import signed_in
from tests.secrets.worlds import (
    VARYING,
    ask,
    people,
    play_on,
    redeal_state,
    start_table,
    trial_world,
)

pytestmark = pytest.mark.same_everywhere

LOOKS = 3
MOVES = 30  # from one look to the next
PLACES = (
    "games:table",
    "games:fragment",
    "games:log",
    "games:replay",
    "games:step",
    "api:table",
    "api:log",
    "api:clocks",
)
ALIKE = ("games:table", "games:fragment", "games:step", "api:table")  # in two worlds


class Visitor(NamedTuple):
    """Somebody who looks at a table: from a seat, or as one who does not play."""

    user: User | None
    seat: int | None
    over_http: bool = False

    def visible_responses(self, table: Table, places: Sequence[str] = PLACES) -> dict[str, bytes]:
        """What they are shown of a table, all its news seen before."""
        table.seat_set.update(seen_move=table.move_count)
        client = signed_in(self.user)
        found = {}
        for place in places:
            headers = {"HX-Request": "true"} if place == "games:fragment" else {}
            query = "?words=1" if place == "games:table" else ""
            address = reverse(place, args=[table.key]) + query
            answer: Any = (
                client.get(address, headers=headers)
                if self.over_http
                else ask(address, self.user, **headers)
            )
            assert answer.status_code == 200, (place, answer.status_code)
            found[place] = VARYING.sub(b"", answer.content)
        return found


def visitors(table: Table, *, over_http: bool = False) -> Iterator[Visitor]:
    yield Visitor(None, None, over_http)
    for seat in table.seat_set.select_related("user"):
        yield Visitor(seat.user, seat.number, over_http)


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_no_page_api_answer_or_log_line_tells_a_secret(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What changes with the position is looked at again and again; everything, over HTTP, last."""
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", None, raising=False)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", _always)
    rng = random.Random(f"secrets {game}")
    table = start_table(game, sample_titles.three_seats(game))
    for _ in range(LOOKS):
        for visitor in visitors(table):
            look_around(table, visitor, rng, ALIKE)
            check_log(table, visitor)
        table = play_on(table, rng, MOVES)
        if not table.is_running:  # a short match: another one
            table = start_table(game, sample_titles.three_seats(game))
    for visitor in visitors(table, over_http=True):
        look_around(table, visitor, rng, PLACES)
        check_log(table, visitor)


def _always(*args: object) -> bool:
    return True


def look_around(table: Table, visitor: Visitor, rng: random.Random, places: Sequence[str]) -> None:
    before = visitor.visible_responses(table, places)
    for place, content in before.items():
        assert table.seed.encode() not in content, f"the seed is shown in {place}"
    with trial_world(table, redeal_state(table, visitor.seat, rng)):
        after = visitor.visible_responses(table, ALIKE)
    for place in ALIKE:
        assert before[place] == after[place], f"{place} tells seat {visitor.seat} a secret"


def check_log(table: Table, visitor: Visitor) -> None:
    """It gives nobody the notation or the private events of another seat's move."""
    eyes = visitor.seat
    answer = ask(reverse("api:log", args=[table.key]), visitor.user)
    rows = {move.number: move for move in Move.objects.filter(table=table)}
    for entry in json.loads(answer.content)["entries"]:
        assert entry["move"] is None or entry["seat"] == eyes
        events = rows[entry["number"]].events
        if any(event[3] not in (None, eyes) for event in events):
            public = [[e[0], e[1], e[2]] for e in events if e[3] in (None, eyes)]
            assert [[e["kind"], e["seat"], e["data"]] for e in entry["events"]] == public


@pytest.mark.django_db
def test_a_draft_is_seen_by_its_own_seat_alone() -> None:
    users = people(2)
    table = table_setup.open_table(
        users[0], sample_titles.usual(), TableSettings(2, {}, PRESETS_BY_KEY["week"].clock)
    )
    table_setup.join(table.key, users[1])
    table = Table.objects.get(pk=table.pk)
    seat = table.seat_set.get(waiting_since__isnull=False)
    other = table.seat_set.exclude(pk=seat.pk).get()
    others = [Visitor(other.user, other.number), Visitor(None, None)]
    before = [visitor.visible_responses(table) for visitor in others]
    match = load_match(table)
    listed = match.legal_moves(seat.number)
    move = next(one for one in listed if sample_titles.leaves_to_move(match, seat.number, one))
    player_actions.add_to_draft(table.key, seat.user, table.version, 0, [move])  # type: ignore[arg-type]
    assert Seat.objects.get(pk=seat.pk).draft == [move]
    assert [visitor.visible_responses(table) for visitor in others] == before
