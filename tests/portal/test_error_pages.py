"""The pages that say what went wrong, in English and Japanese."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.tournaments import queries
from portal.errors import ActionError, Conflict, Forbidden, Invalid, NotFound, TooManyRequests

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

PAGE = {"en": "Page not found", "ja": "ページが見つかりません"}
TABLE = {"en": "Table not found", "ja": "テーブルが見つかりません"}
NO_ACCESS = {"en": "You do not have access", "ja": "アクセスできません"}


def visit(client: Client, address: str, language: str, status: int) -> str:
    page = client.get(address, headers={"accept-language": language})
    assert page.status_code == status
    assert f'lang="{language}"' in page.text
    return page.text


def check_title_and_heading(page: str, text: str) -> None:
    assert f"<h1>{text}</h1>" in page
    assert text in page.partition("<title>")[2].partition("</title>")[0]


@pytest.mark.parametrize("language", PAGE)
@pytest.mark.parametrize("address", ["/no/such/page/", "/people/nobody/", "/games/no-such-game/"])
def test_unknown_address_is_a_page_not_found(client: Client, address: str, language: str) -> None:
    page = visit(client, address, language, 404)
    check_title_and_heading(page, PAGE[language])
    main = page.partition("<main")[2].partition("</main>")[0]
    for link in ("/", "/tables/", "/games/"):
        assert f'href="{link}"' in main


@pytest.mark.parametrize("language", TABLE)
def test_unknown_table_is_a_table_not_found(client: Client, language: str) -> None:
    check_title_and_heading(visit(client, "/tables/nowhere/", language, 404), TABLE[language])


@pytest.mark.parametrize("language", NO_ACCESS)
def test_page_of_the_staff_says_that_there_is_no_access(client: Client, language: str) -> None:
    client.force_login(User.objects.create_user("Ada", language=language))
    check_title_and_heading(visit(client, "/site/", language, 403), NO_ACCESS[language])


@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (NotFound("No."), 404, PAGE["ja"]),
        (Forbidden("No."), 403, NO_ACCESS["ja"]),
        (Conflict("It has begun."), 409, "これはできません"),
        (Invalid("It is too long."), 422, "これはできません"),
        (TooManyRequests("No."), 429, "リクエストが多すぎます"),
    ],
)
def test_refusal_that_a_view_does_not_handle_is_a_page(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: ActionError, status: int, heading: str
) -> None:
    def refuse(*_args: object) -> None:
        raise error

    monkeypatch.setattr(queries, "get_tournament", refuse)
    page = visit(client, "/tournaments/any/", "ja", status)
    check_title_and_heading(page, heading)
    assert (error.message in page) == isinstance(error, Conflict | Invalid)


def test_unknown_address_of_the_api_is_answered_in_json(client: Client) -> None:
    answer = client.get("/api/no/such/page/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/json")
    assert answer.json()["error"] == "not_found"
