"""Every address of the site, asked for with whatever people may send: nothing ends in a 500."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import DataError, connection
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from portal.http import input_validation
from portal.wsgi import application
from tests.games.conftest import (
    GAME,
    actor,
    fresh,
    legal,
    new_table,
    play_on,
    player,
    table,
)
from tests.portal.conftest import empty_pages

__all__ = ["new_table", "table"]

LONG = "x" * 60_000  # more than SQLite compares without regard to case
BROKEN = "/tables/\r\nSet-Cookie: stolen=1\r\n\r\n<script>"
EVIL = "https://evil.example/"
#: What asks a page to lead away from the site, with values that pages need before they do.
FORM: dict[str, Any] = {
    **dict.fromkeys(("next", "after", "redirect_to", "url", "return_to"), EVIL),
    "theme": "dark",
    "language": "en",
}
NAMES = ("login", "username", "email", "player", "name", "code")
HOSTILE: list[str | bytes] = [
    "²",
    "1" * 20,
    "\0",
    b"\xed\xa0\x80",  # half a surrogate pair
    BROKEN,
    LONG,
]
FIELDS = (
    *("move", "version", "step", "since", "sure", "order", "agrees", "text", "audience", "words"),
    *("next", "theme", "language", "name", "username", "login", "password", "email", "password1"),
    *("password2", "oldpassword", "seats", "clock", "visibility", "start_when", "seat_1", "code"),
    *("time_zone", "record", "action_add", "page", "status", "game", "free", "seat", "after"),
    *("limit", "offset", "player", "keep_tokens", "lang", "kind", "url"),
)  # "format" is not among them: the API answers every other one by 404 and reads nothing else
SKIPPED = ("/accounts/logout", "/metrics", "/healthz", "/preferences/delete")


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for found in resolver.url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from patterns(found, route)
        else:
            assert isinstance(found, URLPattern)
            yield route


def addresses(table: Table, user: User) -> list[str]:
    """The address of every page, with a table, a game and a person in their places."""
    known = {
        "<slug:key>": table.key,
        "<slug:game>": GAME,
        "<slug:channel>": "mail",
        "<slug:what>": "table",
        "<slug:name>": "nothing",
        "<slug:form>": "nothing",
        "<str:name>": "bot.py",
        "<int:number>/tables/<int:table>": "1/tables/1",
        "<str:which>": table.key,
        "<str:username>": user.username,
        "<slug:username>": user.username,
        "<int:pk>": "1",
        "<str:token>": "nonsense",
        "<str:anchor>": "1",
        "<int:key>": "1",
        "<int:at>": "0",
        "<int:move>": "1",
        "<path:object_id>": "1",
        "<path:rest>": "1/",
        "<path:old>": "circles/",
        "<path:content_type_id>": "1",
        "(?P<app_label>accounts|games|puzzles)": "games",
        "(?P<url>.*)": "nothing",
        "(?P<provider_id>[^/]+)": "oidc",
        "^confirm-email/(?P<key>[-:\\w]+)/$": "confirm-email/nonsense/",
        "^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": (
            "password/reset/key/zzzzzzzzzzzzz-x/"
        ),
        "^": "",
        "$": "",
    }
    found = []
    for route in patterns(get_resolver()):
        for part, value in known.items():
            route = route.replace(part, value)
        found.append(route.replace("\\", "").removesuffix("\\Z"))
    return found


@pytest.fixture
def strict_database(db: None) -> Iterator[None]:
    """SQLite refuses what PostgreSQL does: NUL in a text, and what no column of ours has room for.

    (Numbers of more than 64 bits and halves of pairs it refuses by itself.)
    """

    def execute(ask: Callable[..., Any], sql: str, given: Any, many: bool, context: Any) -> Any:
        keeps = sql.startswith(("INSERT", "UPDATE"))
        for row in given or () if many else (given or (),):
            for one in row:
                if isinstance(one, str) and ("\0" in one or (keeps and len(one) >= len(LONG))):
                    raise DataError(f"not to be kept: {one[:20]!r}")
        return ask(sql, given, many, context)

    with connection.execute_wrapper(execute):
        yield


def headers_of(answer: Any) -> Iterator[str]:
    for name, value in answer.headers.items():
        yield from (name, value)
    for cookie in answer.cookies.values():
        yield cookie.OutputString()


@pytest.fixture
def names_read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of parameters that were read, "*" for all, since this was cleared.

    Parsing them and the check of whole forms (`input_validation.check_form`) do not count.
    """
    names: set[str] = set()

    def ignore(owner: Any, name: str) -> None:
        usual = getattr(owner, name)

        def read(*given: Any, **named: Any) -> None:
            before = set(names)
            usual(*given, **named)
            names.intersection_update(before)

        monkeypatch.setattr(owner, name, read)

    def note(method: str, *, is_by_name: bool) -> None:
        usual = getattr(QueryDict, method)

        def read(self: Any, *given: Any, **named: Any) -> Any:
            if not self._mutable:  # one that a view makes itself can be changed
                names.add(str(given[0]) if is_by_name else "*")
            return usual(self, *given, **named)

        monkeypatch.setattr(QueryDict, method, read)

    for method in ("__getitem__", "__contains__", "_getlist"):
        note(method, is_by_name=True)
    for method in ("__iter__", "lists", "__copy__", "__deepcopy__"):
        note(method, is_by_name=False)
    ignore(QueryDict, "__init__")
    ignore(input_validation, "check_form")
    return names


def is_the_same_whatever_is_sent(answer: Any, names_read: set[str]) -> bool:
    """Whether neither method nor kind of body is known there, or nothing looked at the parameters:
    not even a redirect, which would carry them on."""
    is_unread = names_read.isdisjoint({*FIELDS, "*"})
    carries = answer.wsgi_request.method == "GET" and "?" in answer.headers.get("Location", "")
    return answer.status_code in (405, 415) or (is_unread and not carries)


def post_form(client: Client, address: str, form: dict[str, Any]) -> Any:
    """Send a form as browsers do without a file; `Client.post` sends it as one with files."""
    return client.generic(
        "POST", address, urlencode(form), content_type="application/x-www-form-urlencoded"
    )


def leads_away(answer: Any) -> bool:
    """Whether a redirect leads to another site."""
    location = getattr(answer, "headers", {}).get("Location", "")
    return re.match(r"/(?![/\\])|$", location) is None


def has_strict_policy(answer: Any) -> bool:
    policy = answer.headers.get("Content-Security-Policy", "")
    return "default-src 'none'" in policy and "unsafe" not in policy


def is_error_page(template: str) -> bool:
    """Whether a template says that a request was refused; those have tests of their own."""
    return re.fullmatch(r"4\d\d\.html", template) is not None


@pytest.mark.same_everywhere
def test_no_address_with_hostile_parameters_ends_in_a_500_adds_a_header_or_leads_away(
    new_table: Callable[..., Table],
    people: list[User],
    strict_database: None,
    names_read: set[str],
) -> None:
    """More forms are sent wherever the first one was read. Every answer has the strict policy."""
    user = people[0]
    unstarted = table_setup.open_table(
        user, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    tables = [new_table(), unstarted, play_on(new_table())]
    client = Client(raise_request_exception=False)
    client.force_login(user)
    wrong = []
    forms = [dict.fromkeys(NAMES if value == LONG else FIELDS, value) for value in HOSTILE]
    forms.append(FORM)
    for address in dict.fromkeys(at for one in tables for at in addresses(one, user)):
        if address.startswith(SKIPPED):
            continue
        for ask in (Client.get, post_form):
            for form in forms:
                names_read.clear()
                with empty_pages(is_error_page):
                    answer = ask(client, address, form)
                broken = any("\n" in text or "\r" in text for text in headers_of(answer))
                is_fault = broken or "stolen" in answer.cookies
                is_fault |= form is FORM and leads_away(answer)
                if answer.status_code >= 500 or is_fault or not has_strict_policy(answer):
                    what = next(iter(form.values()))[:10]
                    wrong.append((ask.__name__, address, what, answer.status_code))
                if form is forms[0] and is_the_same_whatever_is_sent(answer, names_read):
                    break
    assert not wrong


@pytest.mark.same_everywhere
@pytest.mark.parametrize("value", HOSTILE)
def test_a_hostile_format_is_not_found(strict_database: None, value: str | bytes) -> None:
    client = Client(raise_request_exception=False)
    assert client.get("/api/tables/", {"format": value}).status_code in (400, 404)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("value", HOSTILE)
def test_no_name_in_an_address_ends_in_a_500(strict_database: None, value: str | bytes) -> None:
    client = Client(raise_request_exception=False)
    quoted = quote(value, safe="")
    for route in patterns(get_resolver()):
        if route.startswith(SKIPPED):
            continue
        address = re.sub(r"<\w+:\w+>|\(\?P<\w+>[^)]*\)", quoted, route)
        if address == route:
            continue  # no name in it
        with empty_pages(is_error_page):
            answer = client.get(address.replace("^", "").replace("$", ""))
        assert answer.status_code < 500, address


IN_MATCH = (
    *("moves", "undo", "restart", "confirm", "auto_answers", "resign", "come_back", "call_off"),
    *("hand_over", "suggestion", "take_back"),
)
PAGE = {
    "move": "pass",
    "version": "1",
    "step": "0",
    "since": "0",
    "order": "x",
    "agrees": "1",
    "seat": "0",
}
BODY = {"version": 1, "moves": ["pass"], "given": [], "agrees": True}


@pytest.mark.same_everywhere
@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("name", IN_MATCH)
def test_a_move_at_an_unstarted_table_is_refused_on_its_page(
    people: list[User], name: str, partial: bool
) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    client = Client(headers={"HX-Request": "true"} if partial else {})
    client.force_login(people[0])
    address = reverse("games:move" if name == "moves" else f"games:{name}", args=[table.key])
    answer = client.post(address, PAGE)
    assert answer.status_code == 409
    assert 'id="position"' in answer.text
    assert "This table is not running." in answer.text


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "name", ["moves", "conditional_moves", "resign", "call_off", "suggestion", "take_back"]
)
def test_the_api_refuses_a_move_at_an_unstarted_table(people: list[User], name: str) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    client = Client()
    client.force_login(people[0])
    address = reverse(f"api:{name}", args=[table.key])
    answer = client.post(address, BODY, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (409, "not_running")


@pytest.mark.same_everywhere
def test_conditional_moves_of_a_pending_table_are_rejected(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    client = Client()
    client.force_login(people[0])
    answer = client.get(reverse("api:conditional_moves", args=[table.key]))
    assert (answer.status_code, answer.json()["error"]) == (409, "not_running")


@pytest.mark.same_everywhere
@pytest.mark.parametrize("since", ["²", "-1", "1" * 20, "x"])
def test_a_move_with_an_unreadable_number_is_not_played(table: Table, since: str) -> None:
    seat = actor(table)
    client = Client()
    client.force_login(player(seat))
    form = {"version": table.version, "step": 0, "move": legal(table, seat)[0], "since": since}
    answer = client.post(reverse("games:move", args=[table.key]), {**form, "sure": "1"})
    assert answer.status_code == 400
    assert "since must be a whole number" in answer.text
    seat.refresh_from_db()
    assert fresh(table).move_count == 0
    assert seat.draft == []


@pytest.mark.same_everywhere
@pytest.mark.parametrize("name", ["limit", "offset"])
@pytest.mark.parametrize("value", ["²", "-1", "x", str(10**20)])
def test_a_part_of_a_list_that_cannot_be_is_refused(db: None, name: str, value: str) -> None:
    for address in ("/api/tables/", f"/api/ratings/{GAME}/"):
        answer = Client().get(address, {name: value})
        assert answer.status_code == 400
        assert f"{name} must be a whole number" in answer.json()["message"]


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"a":' * 50_000, rb'{"game": "\ud800"}', rb'{"options": {"\u0000": "x"}}'],
)
def test_json_that_cannot_be_kept_is_refused(people: list[User], body: bytes) -> None:
    client = Client()
    client.force_login(people[0])
    answer = client.generic("POST", "/api/tables/", body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["error"] == "parse_error"


def test_a_charset_that_nobody_can_look_up_is_refused(db: None) -> None:
    started: list[str] = []
    environ = RequestFactory().get("/").environ
    environ["CONTENT_TYPE"] = "text/plain; charset*=utf-8''%00"
    body = application(environ, lambda status, headers: started.append(status))
    assert started == ["400 Bad Request"]
    body.close()


@pytest.mark.parametrize("login", ["x" * 100_000, "x" * 60_000 + "@example.org"])
def test_sign_in_rejects_an_overlong_name(db: None, login: str) -> None:
    answer = Client().post("/accounts/login/", {"login": login, "password": "walnut-plank-7"})
    assert answer.status_code == 200
    assert 'aria-invalid="true"' in answer.text
