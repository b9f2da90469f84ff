"""Pages are compressed, and the length of what is sent tells nothing that it should not."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable

import brotli  # type: ignore[import-untyped]
import pytest
import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client

from accounts.models import User
from games.models import Message, Table
from portal.http import compression
from tests.games.conftest import actor, new_table, player, table

pytestmark = pytest.mark.same_everywhere

__all__ = ["new_table", "table"]

GZIP = {"Accept-Encoding": "gzip, deflate"}
BROTLI = {"Accept-Encoding": "gzip, deflate, br"}
TEXT = b"<p>A row of a page that is like the row before.</p>" * 40
VARYING = re.compile(
    rb'(?:csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|"X-CSRFToken": "[^"]*"'
    rb'|data-now="[^"]*"'
)


def compress_response(
    response: HttpResponse, path: str = "/tables/", **headers: str
) -> HttpResponse:
    request = HttpRequest()
    request.path_info = path
    request.META.update(headers or {"HTTP_ACCEPT_ENCODING": "gzip"})
    return compression.compress_responses(lambda _: response)(request)


def test_a_page_and_its_part_are_the_same_compressed(table: Table) -> None:
    client = Client()
    client.force_login(player(actor(table)))
    page, part = f"/tables/{table.key}/", f"/tables/{table.key}/live/"
    for address, more, coding in (
        (page, GZIP, "gzip"),
        (page, BROTLI, "br"),
        (part, {**GZIP, **HX}, "gzip"),
        (part, {**BROTLI, **HX}, "gzip"),
    ):
        plain = client.get(address, headers=HX if "HX-Request" in more else {})
        answer = client.get(address, headers=more)
        assert "Content-Encoding" not in plain.headers
        assert answer.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.content)
        whole = UNPACKED[coding](answer.content)
        assert VARYING.sub(b"", whole) == VARYING.sub(b"", plain.content)
        assert len(answer.content) < len(plain.content) / 3


HX = {"HX-Request": "true"}
UNPACKED: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "br": brotli.decompress}


@pytest.mark.parametrize(
    ("response", "path"),
    [
        (HttpResponse(b"<p>short</p>"), "/tables/"),
        (HttpResponse(TEXT, content_type="application/json"), "/api/games/"),
        (HttpResponse(TEXT, headers={"Content-Encoding": "br"}), "/tables/"),
        (StreamingHttpResponse([TEXT]), "/tables/"),
        (HttpResponse(TEXT), "/accounts/login/"),
        (HttpResponse(TEXT), "/preferences/tokens/"),
        (HttpResponse(TEXT), "/admin/"),
    ],
    ids=["short", "json", "encoded", "streaming", "accounts", "preferences", "staff"],
)
def test_what_is_small_or_secret_or_no_page_is_left_as_it_is(
    response: HttpResponse, path: str
) -> None:
    before = response.headers.get("Content-Encoding")
    assert compress_response(response, path).headers.get("Content-Encoding") == before


@pytest.mark.parametrize("accepts", ["", "zstd", "gzip;q=0", "br;q=0", "identity"])
def test_whoever_takes_neither_gets_the_page_plain(accepts: str) -> None:
    answer = compress_response(HttpResponse(TEXT), HTTP_ACCEPT_ENCODING=accepts)
    assert answer.content == TEXT
    assert answer.headers["Vary"] == "Accept-Encoding"


PACKERS = pytest.mark.parametrize("packed", [compression.gzip_content, compression.brotli_content])


@PACKERS
def test_the_same_page_has_many_lengths(packed: Callable[[bytes], bytes]) -> None:
    assert len({len(packed(TEXT)) for _ in range(100)}) > 20


@PACKERS
def test_what_stands_apart_is_as_long_whatever_stands_beside_it(
    packed: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guess that is right costs as many bytes as one that is wrong."""
    monkeypatch.setattr(compression, "LONGEST_PADDING", 0)
    secret = b'<button data-move="build the-thing-in-my-hand">Build</button>'
    right, wrong = b"<p>build the-thing-in-my-hand</p>", b"<p>build any-other-in-my-band</p>"
    page = TEXT + secret + TEXT
    mark = compression.SECTION_MARK
    lengths = {len(packed(page + mark + guess + mark + TEXT)) for guess in (right, wrong)}
    assert len(lengths) == 1
    beside = {len(packed(page + guess + TEXT)) for guess in (right, wrong)}
    assert len(beside) == 2, "the test would not notice"


def test_chat_is_apart_from_everything_else_on_a_page(table: Table) -> None:
    seat = actor(table)
    client = Client()
    client.force_login(player(seat))
    assert compression.SECTION_MARK not in client.get(f"/tables/{table.key}/").content, (
        "nothing is there"
    )
    Message.objects.create(table=table, user=seat.user, text="a guess of what you hold")
    page = client.get(f"/tables/{table.key}/").content
    sections = page.split(compression.SECTION_MARK)
    [number] = [n for n, part in enumerate(sections) if b"a guess of what you hold" in part]
    assert 0 < number < len(sections) - 1, "a mark on either side"
    assert b'id="position"' not in sections[number]


def test_the_proxy_compresses_nothing_but_static_files() -> None:
    compose = yaml.safe_load((settings.BASE_DIR / "compose.yaml").read_text())
    (used,) = compose["services"]["proxy"]["configs"]
    lines = compose["configs"][used["source"]]["content"].split("\n")
    encoding = [line.split() for line in lines if "encode" in line]
    assert encoding == [["encode", "@static", "zstd", "gzip"]]
    assert "  @static path /static/*" in lines


def test_a_gzip_file_is_whole() -> None:
    sent = compression.gzip_content(TEXT + compression.SECTION_MARK + TEXT)
    decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert decoder.decompress(sent) == TEXT + compression.SECTION_MARK + TEXT
    assert decoder.eof
    assert decoder.unused_data == b""


@pytest.mark.parametrize("size", [0, 1, 1 << 16, (1 << 17) + 1])
def test_a_brotli_file_is_whole(size: int) -> None:
    content = TEXT + compression.SECTION_MARK + b"a" * size
    assert all(brotli.decompress(compression.brotli_content(content)) == content for _ in range(10))


def test_a_page_with_much_that_stands_apart_comes_as_gzip() -> None:
    content = TEXT + compression.SECTION_MARK + TEXT * 2
    answer = compress_response(HttpResponse(content), HTTP_ACCEPT_ENCODING="gzip, br")
    assert answer.headers["Content-Encoding"] == "gzip"


def test_a_page_of_an_account_is_plain(client: Client, people: list[User]) -> None:
    client.force_login(people[0])
    answer = client.get("/preferences/", headers=BROTLI)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
