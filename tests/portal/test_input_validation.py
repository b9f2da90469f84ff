"""What comes from outside is read strictly: refused with a sentence, before anything is done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from portal.http.input_validation import (
    InvalidInputError,
    parse_json,
    parse_whole_number,
    validate_text,
)

pytestmark = pytest.mark.same_everywhere


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 10**9 - 1)]
)
def test_digits_are_a_number(text: str, number: int) -> None:
    assert parse_whole_number(text, "move") == number


@pytest.mark.parametrize(
    "text",
    ["", " 1", "1 ", "-1", "+1", "1.0", "1e3", "²", "①", "٣", "１", "1_0", "0x1", "1\n", "9" * 10],
)
def test_what_is_not_digits_from_zero_to_nine_is_no_number(text: str) -> None:
    with pytest.raises(InvalidInputError, match="move must be a whole number from 0 to 999999999"):
        parse_whole_number(text, "move")


def test_a_number_has_limits() -> None:
    assert parse_whole_number("5", "seat", 1, 5) == 5
    for text in ("0", "6"):
        with pytest.raises(InvalidInputError, match="from 1 to 5"):
            parse_whole_number(text, "seat", 1, 5)


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x" * 21])
def test_a_text_that_cannot_be_stored_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        validate_text(text, "player", 20)


def test_any_other_text_is_taken() -> None:
    assert validate_text("卓 \U0001f3b2\n", "player", 20) == "卓 \U0001f3b2\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"NaN",
        b"[Infinity]",
        b'"\xff"',
        "{}".encode("utf-16"),
        rb'"\ud800"',
        rb'{"a\u0000": 1}',
        rb'[{"a": ["\udfff"]}]',
        b"[" * 100_000,
        b"[" * 61 + b"]" * 61,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b"1" * 5000,
    ],
)
def test_json_that_is_none_or_cannot_be_stored_is_refused(raw: bytes) -> None:
    with pytest.raises(InvalidInputError):
        parse_json(raw)


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, True, "卓"]}, [], "x", 3, None])
def test_other_json_is_read(value: Any) -> None:
    assert parse_json(json.dumps(value, ensure_ascii=False).encode()) == value
    assert parse_json(json.dumps(value).encode()) == value


FORM = "application/x-www-form-urlencoded"


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-16", "shift_jis", "latin-1", "utf-7", "nonsense"])
def test_a_form_in_another_charset_is_refused(client: Client, charset: str) -> None:
    answer = client.generic("POST", "/theme/", "theme=dark", f"{FORM}; charset={charset}")
    assert answer.status_code == 400
    assert "UTF-8" in answer.text
    assert "theme" not in answer.cookies


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=UTF-8", '; charset="utf-8"'])
def test_a_form_in_utf_8_is_taken(client: Client, charset: str) -> None:
    answer = client.generic("POST", "/theme/", "theme=dark", FORM + charset)
    assert answer.status_code == 302
    assert answer.cookies["theme"].value == "dark"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/tables/?game=%00", "/tables/?%00=1", "/tables/?game=%ff", "/people/a%00b/"]
)
def test_an_address_that_is_no_text_is_refused(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert "request" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("body", [b"theme=dark%00", b"th%00eme=dark", b"theme=dark&next=%ff"])
def test_a_form_that_is_no_text_is_refused(client: Client, body: bytes) -> None:
    answer = client.post("/theme/", body, content_type=FORM)
    assert answer.status_code == 400
    assert "theme" not in answer.cookies


@pytest.mark.django_db
def test_a_form_in_parts_that_is_no_text_is_refused(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "\0"})
    assert answer.status_code == 400
    assert "theme" not in answer.cookies


@pytest.mark.django_db
@pytest.mark.parametrize("key", ['"a\\000bcdefghijk"', "x" * 100_000, "short", "A" * 32])
def test_a_session_cookie_that_is_not_ours_is_nobody(client: Client, key: str) -> None:
    answer = client.get("/preferences/", headers={"cookie": f"sessionid={key}"})
    assert answer.status_code in (302, 400)


@pytest.mark.django_db
def test_the_api_says_so_in_json(client: Client) -> None:
    answer = client.get("/api/tables/?game=%00")
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"
