"""The short way answers as the whole way does: the same bodies, headers, cookies and refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guest_access, sessions
from accounts.models import User
from games.models import Table
from games.table.session import loader
from games.table.views import fast_path
from tests.games.conftest import actor, fresh, legal

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

SHORT = "games.table.views.fast_path.fast_path_middleware"
OTHERS = [name for name in settings.MIDDLEWARE if name != SHORT]
# What forms have against forgeries and second presses is new on every page.
NEW = re.compile(rb'"(?:[A-Za-z0-9]{64}|[0-9a-f-]{36})"')
CHANGING = re.compile(r"(?<==)[^;]*(?=; expires)|expires=[^;]*")  # of a cookie
SCRIPT = {"HX-Request": "true"}


@contextmanager
def whole_way() -> Iterator[None]:
    with override_settings(MIDDLEWARE=OTHERS):
        yield


def comparable_response(answer: Any) -> tuple[int, dict[str, str], list[str], bytes]:
    cookies = sorted(CHANGING.sub("", one.OutputString()) for one in answer.cookies.values())
    head = {**answer.headers, "Vary": str(sorted(answer.headers.get("Vary", "").split(", ")))}
    return answer.status_code, head, cookies, NEW.sub(b"", answer.content)


def same(ask: Callable[[Client], Any], user: User | None, **more: Any) -> Any:
    """The answer of both ways, each asked by a browser of its own; nothing may be changed by it."""
    answers = []
    for way in (nullcontext, whole_way):
        with way():
            client = Client(headers=SCRIPT, **more)
            if user is not None:
                client.force_login(user)
            answers.append(ask(client))
    assert comparable_response(answers[0]) == comparable_response(answers[1])
    return answers[0]


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways answer at one moment."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def fast_path_requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of requests that went the short way to the end."""
    paths: list[str] = []
    view = fast_path._call_view

    def call_and_record(request: Any) -> Any:
        paths.append(request.path)
        return view(request)

    monkeypatch.setattr(fast_path, "_call_view", call_and_record)
    return paths


def test_what_the_other_middlewares_do_was_looked_at() -> None:
    """Whoever adds one sees to it that the short way does the same."""
    assert [name.rpartition(".")[2] for name in OTHERS] == [
        "measure_requests",
        "add_security_headers",
        "compress_responses",
        "SecurityMiddleware",
        "WhiteNoiseMiddleware",
        "CSPMiddleware",
        "IdempotencyMiddleware",  # forms with a key; none of them goes the short way
        "SessionMiddleware",
        "LocaleMiddleware",
        "CommonMiddleware",
        "CsrfViewMiddleware",
        "AuthenticationMiddleware",
        "MessageMiddleware",
        "XFrameOptionsMiddleware",
        "AccountMiddleware",
        "ProviderErrorMiddleware",
        "PreferencesMiddleware",
        "GuestAccessMiddleware",
        "track_last_seen",
        "StrictRequestMiddleware",
        "RefusalMiddleware",
    ]
    assert settings.MIDDLEWARE[3] == SHORT
    changes = [does for does, method in fast_path.METHODS.items() if method == "POST"]
    assert {fast_path._resolve_action(does).view_name for does in changes} <= guest_access.OPEN


@pytest.mark.parametrize("language", ["", "ja"])
def test_a_part_is_the_same(
    table: Table, people: list[User], fast_path_requests: list[str], language: str
) -> None:
    User.objects.filter(pk=people[0].pk).update(language=language, time_zone="Asia/Tokyo")
    path = f"/tables/{table.key}/live/"
    for header in ("en", "ja"):
        headers = {"Accept-Language": header}
        answer = same(lambda client: client.get(path, headers=headers), people[0])  # noqa: B023
        assert answer.headers["Content-Language"] == (language or header)
    assert "Content-Security-Policy" in answer.headers
    assert len(fast_path_requests) == 2


def test_a_step_of_the_viewer_is_the_same(
    table: Table, people: list[User], fast_path_requests: list[str]
) -> None:
    for query, status in (("move=0", 200), ("move=-1", 400)):
        path = f"/tables/{table.key}/replay/step/?{query}"
        assert same(lambda client: client.get(path), people[0]).status_code == status  # noqa: B023
    assert len(fast_path_requests) == 2


def test_over_https_it_is_the_same(
    table: Table, people: list[User], fast_path_requests: list[str]
) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True, SECURE_HSTS_SECONDS=3600):
        path = f"/tables/{table.key}/live/"
        assert same(lambda client: client.get(path), people[0]).status_code == 301
        assert not fast_path_requests
        answer = same(lambda client: client.get(path, secure=True), people[0])
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=3600")
        assert len(fast_path_requests) == 1


def test_a_move_and_its_refusals_are_the_same(
    table: Table, people: list[User], fast_path_requests: list[str]
) -> None:
    seat = actor(table)
    mover, other = seat.user, next(user for user in people if user.pk != seat.user_id)
    path, version = f"/tables/{table.key}", table.version
    for form, user, status in (
        ({"version": version, "step": 0, "move": "nonsense"}, mover, 422),
        ({"version": version, "step": 0}, mover, 409),
        ({"version": "x", "step": 0}, mover, 400),
        ({"version": version, "step": 0, "move": legal(table, seat)[0], "since": "x"}, mover, 400),
        ({"version": version + 5, "step": 0, "move": legal(table, seat)[0]}, mover, 409),
        ({"version": version, "step": 0, "move": "pass"}, other, 422),
        ({"version": version, "step": 0, "move": "pass"}, people[2], 403),
    ):
        answer = same(lambda client, form=form: client.post(f"{path}/moves/", form), user)
        assert answer.status_code == status, form
    assert len(fast_path_requests) == 7
    assert fresh(table).version == version
    client = Client(headers=SCRIPT)
    client.force_login(mover)
    draft = {"version": version, "step": 0, "move": legal(table, seat)[0]}
    assert client.post(f"{path}/moves/", draft).status_code == 200
    assert (
        client.post(f"{path}/undo/", {"version": fresh(table).version, "step": 1}).status_code
        == 200
    )
    assert len(fast_path_requests) == 9


def test_what_is_out_of_the_ordinary_goes_the_whole_way(
    table: Table, people: list[User], fast_path_requests: list[str]
) -> None:
    path = f"/tables/{table.key}"
    form = {"version": table.version, "step": 0, "move": "pass"}
    for ask, user, status in (
        (lambda client: client.get(f"{path}/live/"), None, 200),
        (lambda client: client.post(f"{path}/moves/", form), None, 302),
        (lambda client: client.get(f"{path}/moves/"), people[0], 405),
        (lambda client: client.post(f"{path}/live/"), people[0], 405),
        (lambda client: client.get(f"{path}/live/", headers={"HX-Request": "no"}), people[0], 200),
        (lambda client: client.get(f"{path}/live/?since=%00"), people[0], 400),
        (lambda client: client.post(f"{path}/moves/", {**form, "move": "a\0b"}), people[0], 400),
        (
            lambda client: client.get(f"{path}/live/", headers={"Host": "evil.example"}),
            people[0],
            400,
        ),
    ):
        answer = same(ask, user)
        assert answer.status_code == status
    forged = same(
        lambda client: client.post(f"{path}/moves/", form), people[0], enforce_csrf_checks=True
    )
    assert forged.status_code == 403
    assert not fast_path_requests


def test_a_table_that_does_not_exist_is_not_found_in_either_way(people: list[User]) -> None:
    assert same(lambda client: client.get("/tables/nowhere/live/"), people[0]).status_code == 404
    form = {"version": 1, "step": 0, "move": "pass"}
    assert (
        same(lambda client: client.post("/tables/nowhere/moves/", form), people[0]).status_code
        == 404
    )


def test_fast_path_answers_an_outage_like_the_regular_path(
    table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*parameters: Any) -> None:
        raise DatabaseError from psycopg.OperationalError("no answer")

    for query in (
        sessions.SESSION_BY_KEY,
        loader.TABLE_QUERY,
    ):  # before somebody is known, and afterwards

        def ask(client: Client, query: Any = query) -> Any:
            client.raise_request_exception = False
            with monkeypatch.context() as broken:
                broken.setattr(query, "all", fail)
                broken.setattr(query, "get", fail)
                return client.get(f"/tables/{table.key}/live/")

        answer = same(ask, people[0])
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "15")


def test_a_session_counts_only_as_it_stands(
    table: Table, people: list[User], fast_path_requests: list[str]
) -> None:
    """Signed out elsewhere, a new password, a closed account: each counts at once."""
    user = people[0]
    path = f"/tables/{table.key}/moves/"
    form = {"version": table.version, "step": 0, "move": "nonsense"}

    def signed_in() -> Client:
        client = Client(headers=SCRIPT)
        client.force_login(user)
        for _ in range(2):  # it is known by the second time
            assert client.post(path, form).status_code in (403, 422)
        fast_path_requests.clear()
        return client

    client = signed_in()
    Session.objects.all().delete()
    assert client.post(path, form).status_code == 302
    client = signed_in()
    session = Session.objects.get()
    Session.objects.update(expire_date=session.expire_date.replace(year=2000))
    assert client.post(path, form).status_code == 302
    client = signed_in()
    user.set_password("another one entirely")
    user.save()
    assert client.post(path, form).status_code == 302
    client = signed_in()
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.post(path, form).status_code == 302
    assert not fast_path_requests


def test_whoever_is_known_is_found_in_one_statement(table: Table, people: list[User]) -> None:
    client = Client(headers=SCRIPT)
    client.force_login(people[0])
    path = f"/tables/{table.key}/live/"
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    assert ["accounts_user" in one["sql"] for one in asked if "session" in one["sql"]] == [True]
    assert len(asked) == 4  # these, the table, its seats, how many wait


def test_a_move_is_played_with_the_field_of_the_part_before(
    table: Table, people: list[User]
) -> None:
    seat = actor(table)
    assert seat.user is not None
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat.user)
    address = f"/tables/{table.key}/"
    page = client.get(address)
    assert page.cookies["csrftoken"].value
    part = client.get(f"{address}live/", headers={"HX-Request": "true"})
    assert "csrftoken" not in part.cookies, "the page has brought it"
    token = part.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    form = {"version": fresh(table).version, "step": 0, "move": legal(table, seat)[0]}
    refused = client.post(f"{address}moves/", {**form, "csrfmiddlewaretoken": token[::-1]})
    assert refused.status_code == 403
    given = {**form, "csrfmiddlewaretoken": token}
    answer = client.post(f"{address}moves/", given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
