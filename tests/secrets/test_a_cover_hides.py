"""While a hot seat is covered, its host is told nothing that onlookers are not, wherever they look.

Random matches of every title in two worlds that onlookers cannot tell apart: hidden parts are
re-dealt, and what the journal keeps for one seat only is gone. All answers are the same in both.
"""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Table
from games.table.actions import player_actions
from games.table.session import hot_seat as session_hot_seat
from games.table.session.loader import seats_of
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.table.pages import OpenPage
from tests.secrets.worlds import VARYING, ask, forget, people, redeal_state, trial_world, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 2
MOVES = 24  # from one look to the next
AT_THE_TABLE = (
    "games:table",
    "games:fragment",
    "games:log",
    "games:since",
    "games:conditional_moves",
)
IN_THE_API = ("table", "log", "since", "legal_moves", "draft", "conditional_moves")


def visible_responses(table: Table) -> dict[str, tuple[int, bytes]]:
    """What the host is answered, and what their page's socket brings."""
    host = people(1)[0]
    names = (*AT_THE_TABLE, *(f"api:{name}" for name in IN_THE_API))
    places = {name: reverse(name, args=[table.key]) for name in names}
    places["games:mine"] = reverse("games:mine")
    found = {}
    for name, address in places.items():
        headers = {"HX-Request": "true"} if name == "games:fragment" else {}
        try:
            answer = ask(address, host, **headers)
        except Exception as error:
            found[name] = (404, repr(error).encode())
        else:
            found[name] = (answer.status_code, VARYING.sub(b"", answer.content))
    return found


def hot_seat(game: str) -> Table:
    """A match that has just begun, with everything hidden that the title can hide."""
    host, seats = people(1)[0], sample_titles.three_seats(game)
    options = {
        one.only_with_option[0]: one.only_with_option[1]
        for one in rules.get(game).private_events
        if one.only_with_option
    }
    return table_setup.open_table(
        host,
        game,
        TableSettings(seats, options, PRESETS_BY_KEY["day"].clock),
        local_names=["Anna", "Ben"][: seats - 1],
    )


@pytest.mark.parametrize(
    "game", [key for key, game in rules.catalogue().items() if game.private_events]
)
def test_a_covered_seat_shows_what_onlookers_see(game: str) -> None:
    rng = random.Random(f"cover {game}")
    host = people(1)[0]
    table = hot_seat(game)
    page = OpenPage(table, host)

    def look(table: Table) -> None:
        at = session_hot_seat.device_holder(seats_of(table))
        assert at is not None
        assert at.is_covered
        forget()
        real = visible_responses(table)
        page.look()
        pushed = page.html
        with trial_world(table, redeal_state(table, None, rng)):
            moves = list(Move.objects.filter(table=table))
            for move in moves:
                move.events = [event for event in move.events if event[3] is None]
            Move.objects.bulk_update(moves, ["events"])
            assert visible_responses(table) == real
            page.look()
            assert page.html == pushed

    walk(table, rng, LOOKS, MOVES, look)


@pytest.mark.parametrize(
    "game", [key for key, game in rules.catalogue().items() if game.private_events]
)
def test_who_says_that_the_device_has_come_sees_and_plays_their_seat(game: str) -> None:
    table = hot_seat(game)
    at = session_hot_seat.device_holder(seats_of(table))
    assert at is not None
    covered = visible_responses(table)
    player_actions.hand_over_device(table.key, people(1)[0], at.number, has_come=True)
    open_now = visible_responses(table)
    assert open_now["api:table"] != covered["api:table"]
    assert all(open_now[f"api:{name}"][0] == 200 for name in ("table", "log", "legal_moves"))
