"""Schemathesis asks the whole API by its own description: no 5xx, nothing that is not described.

Requests are made up from the description, good ones and broken ones, for visitors and for people
with a token, at tables that wait, run and are over. Each is rolled back, so they do not add up.

Few of them are granted. Successful answers are checked where requests are written by hand, in
tests/portal/test_authorisation.py and test_described_answers.py.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from rest_framework.throttling import AnonRateThrottle
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from accounts.tokens import create_token
from games.lobby.admission import invitation_links, invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.notifications import devices
from games.studies import creation as studies_creation
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, lifecycle, registration
from games.tournaments.tournament_settings import RepeatSchedule, TournamentSettings
from portal.wsgi import application
from tests.clients import session_of
from tests.games.conftest import GAME, new_table, play_on
from tests.push_service import Subscriber

__all__ = ["new_table"]

# Requests of each kind for each operation; SCHEMA_EXAMPLES=200 digs deeper than a run of all tests.
# Another database sees fewer: its answers differ by the statement, not by what is asked.
USUAL = 2 if connection.vendor == "sqlite" else 1
EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", USUAL))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PATIENT = hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})


@pytest.fixture(autouse=True)
def _texts_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis would look through every module of the site for texts and numbers to send."""
    none = providers._local_constants
    monkeypatch.setattr(providers, "_get_local_constants", lambda: none, raising=False)


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The application leaves the test's connection open, as Django's own test client sees to."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def api_schema() -> Any:
    description = SchemaGenerator().get_schema(request=None, public=True)
    loaded = schemathesis.openapi.from_dict(description)
    loaded.app = application
    # It would look through every module of the site for texts to send, as hypothesis would, and
    # try every character there is: without a codec it sends the same ones.
    loaded.config.analysis.constants.enabled = False
    loaded.config.generation.codec = None
    return loaded


@pytest.fixture
def places(new_table: Callable[..., Table], people: list[User]) -> dict[str, list[str]]:
    """What stands in addresses besides what schemathesis makes up."""
    waiting = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    tables = [waiting, new_table(), play_on(new_table(), moves=30), play_on(new_table())]
    browser = Subscriber("https://push.invalid/").json
    by = {"user_agent": "", "session_key": session_of(people[0])}
    device = devices.add_device(people[0], browser["endpoint"], **browser["keys"], **by)
    (asked,) = invitations.invite(waiting.key, people[0], [people[1].username])
    link = invitation_links.create_link(waiting.key, people[0], uses=1, hours=1)
    chapter = studies_creation.add_chapter_from_table(people[0], "", tables[-1], None)
    terms = TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings("Cup", GAME, "swiss", {}, terms, 3, least=2, repeats=RepeatSchedule(7)),
    )
    for user in people[:3]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    series = str(tournament.series and tournament.series.key)
    return {
        "id": [str(one.pk) for one in (device, asked, link, chapter)],
        "token": [link.token],
        "key": [*(table.key for table in tables), chapter.study.key, tournament.key, series],
        "at": ["0", "1"],
        "move": ["1", "2"],
        "number": ["1"],
        "table": ["1"],
        "game": [GAME],
        "username": [people[0].username],
    }


def cases(operation: Any, mode: GenerationMode, places: dict[str, list[str]]) -> Any:
    """Requests for one operation, most of them about something that there is."""

    @st.composite
    def make(draw: st.DrawFn) -> Any:
        case = draw(operation.as_strategy(generation_mode=mode))
        for name in case.path_parameters or {}:
            there_is = draw(st.sampled_from([*places[name], ""]))
            if there_is:
                case.path_parameters[name] = there_is
        return case

    return make()


def can_be_broken(operation: Any) -> bool:
    """Whether a request holds anything of a form: a body, a parameter, a token. (A text in the
    address has none, and hypothesis would try hundreds before it gave up.)"""
    numbers = [
        part for part in operation.path_parameters if part.definition["schema"]["type"] != "string"
    ]
    return any((operation.body.items, operation.query.items, operation.headers.items, numbers))


#: What a broken request is refused for stands in the description, not in a database.
MODES = [
    GenerationMode.POSITIVE,
    pytest.param(GenerationMode.NEGATIVE, marks=pytest.mark.same_everywhere),
]


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_one_that_the_description_knows(
    api_schema: Any, places: dict[str, list[str]], people: list[User], mode: GenerationMode
) -> None:
    """Each request is made by somebody with a token, and each good one by a visitor."""
    token = create_token(people[0], "test")[1]
    askers = {"person": {"Authorization": f"Bearer {token}"}}
    # most is refused them, before a database or what is wrong with the request is looked at
    if connection.vendor == "sqlite" and mode is GenerationMode.POSITIVE:
        askers["visitor"] = {}
    statuses = {who: set[int]() for who in askers}
    for found in api_schema.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not can_be_broken(operation):
            continue

        @PATIENT
        @given(case=cases(operation, mode, places))
        def ask(case: Any) -> None:
            for who, headers in askers.items():
                with transaction.atomic():
                    answer = case.call(headers={**headers, "Host": settings.ALLOWED_HOSTS[0]})
                    transaction.set_rollback(True)
                statuses[who].add(answer.status_code)
                case.validate_response(answer, checks=CHECKS)

        with contextlib.suppress(Unsatisfiable):  # where nothing is asked, nothing can be wrong
            ask()
    read = {200} if mode is GenerationMode.POSITIVE else {200, 400}  # and not only turned away
    assert all(seen & read for seen in statuses.values()), statuses
