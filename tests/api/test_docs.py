"""The readable pages of the API: by resource, short, and with a first match that works."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import Scope, create_token
from games.api import docs
from games.api.first_match import KEY, MOVE, VERSION, first_match_calls
from games.models import Seat
from tests.plugin import EnqueuedTasks

pytestmark = pytest.mark.same_everywhere

LARGEST = 170_000  # bytes of the page of operations


def fetch_page(language: str, path: str = "/api/") -> str:
    return APIClient().get(path, headers={"accept-language": language}).content.decode()


def fill_placeholders(value: Any, known: dict[str, Any]) -> Any:
    """What a call sends, with what earlier answers have said in its places."""
    if isinstance(value, dict):
        return {name: fill_placeholders(one, known) for name, one in value.items()}
    if isinstance(value, list):
        return [fill_placeholders(one, known) for one in value]
    return known.get(value, value)


def test_first_match_takes_five_calls(
    people: list[User], enqueued_tasks: EnqueuedTasks, transactional_db: None
) -> None:
    client = APIClient()
    token = create_token(people[0], "test", scopes=[Scope.READ, Scope.PLAY, Scope.HOST])[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    known: dict[str, Any] = {}
    calls = first_match_calls()
    assert len(calls) == 5
    for call in calls:
        path = call.path.replace(KEY, str(known.get(KEY)))
        send = getattr(client, call.method.lower())
        answer = (
            send(path) if call.body is None else send(path, fill_placeholders(call.body, known))
        )
        while path == "/api/my-tables/" and not answer.json():
            enqueued_tasks.run()  # the bots before us
            answer = send(path)
        assert answer.status_code in (200, 201), answer.json()
        found = answer.json()
        if path == "/api/tables/":
            known[KEY] = found["key"]
        elif path == f"/api/tables/{known.get(KEY)}/":
            known |= {VERSION: found["version"], MOVE: found["legal_moves"][0]}
    assert found["played"] == 1 or found["version"] > known[VERSION]
    assert Seat.objects.filter(user=people[0], table__key=known[KEY]).exists()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_api_page_is_short_and_says_errors_once(db: None, language: str) -> None:
    page = fetch_page(language)
    assert len(page.encode()) < LARGEST
    for text in docs.common_errors(docs.openapi_schema(language)).values():
        assert page.count(text.replace("'", "&#x27;")) == 1


def test_api_page_lists_every_operation_that_is_not_deprecated(db: None) -> None:
    schema = docs.openapi_schema("en")
    ids = [
        operation["operationId"]
        for methods in schema["paths"].values()
        for operation in methods.values()
        if not operation.get("deprecated")
    ]
    resources = docs.resources(schema)
    assert sorted(ids) == sorted(one.id for part in resources for one in part.operations)
    assert docs.OTHER_RESOURCES not in [part.key for part in resources], (
        "say to which resource it belongs"
    )


@pytest.mark.parametrize("path", ["/api/", "/api/shapes/"])
def test_links_of_the_api_pages_lead_somewhere(db: None, path: str) -> None:
    pages = {one: fetch_page("en", one) for one in ("/api/", "/api/shapes/")}
    ids = {one: re.findall(r' id="([^"]+)"', text) for one, text in pages.items()}
    assert len(ids[path]) == len(set(ids[path]))
    for target, anchor in re.findall(r'href="(/api/|/api/shapes/)?#([^"]+)"', pages[path]):
        assert anchor in ids[target or path], anchor


def test_examples_are_linked_and_served_as_they_are(db: None) -> None:
    page = fetch_page("en")
    files = {file.name for file in (settings.BASE_DIR / "examples").glob("*.py")}
    assert set(docs.EXAMPLES) == files - {"__init__.py"}
    for name in docs.EXAMPLES:
        assert f'href="/api/examples/{name}"' in page
        answer = APIClient().get(f"/api/examples/{name}")
        assert answer.content == (settings.BASE_DIR / "examples" / name).read_bytes()
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert APIClient().get("/api/examples/__init__.py").status_code == 404


def test_first_match_has_a_bot() -> None:
    table = first_match_calls()[1].body
    assert table is not None
    assert len(table["bots"]) == table["seats"] - 1 > 0


def test_bodies_of_the_first_match_are_json() -> None:
    for call in first_match_calls():
        assert call.body is None or json.loads(call.request_body) == call.body
