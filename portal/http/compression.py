"""Pages and parts of pages, compressed so that the size of an answer tells no secret.

Whoever can put text of their own next to a secret, again and again, and sees how long the answers
are, finds the secret by what compresses well (BREACH). `docs/architecture.md`, "What goes over the
wire", says what is done against it: a page's text between `APART` marks is compressed by itself,
pages of accounts and of the staff are not compressed, and the length is blurred.
"""

from __future__ import annotations

import secrets
import struct
import zlib
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware

APART = b"<!--apart-->"
SMALLEST = 500  # bytes that are worth it
# Parts of a page come with every move: level 3 takes a quarter of the time for a tenth more bytes.
OF_A_PAGE, OF_A_PART = 6, 3
LONGEST_PADDING = 100  # bytes
HEADER = b"\x1f\x8b\x08\x08" + bytes(4) + b"\x00\xff"  # deflate, with a name; no time, no system


@sync_only_middleware
def compressed(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that compresses answers of HTML for whoever takes gzip."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not may_be_compressed(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if takes_gzip(request.headers.get("Accept-Encoding", "")):
            is_part = "HX-Request" in request.headers
            response.content = gzipped(response.content, OF_A_PART if is_part else OF_A_PAGE)
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Content-Encoding"] = "gzip"
        return response

    return answer


def may_be_compressed(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        not response.streaming
        and response.headers.get("Content-Type", "").startswith("text/html")
        and not response.has_header("Content-Encoding")
        and len(response.content) >= SMALLEST
        and not request.path_info.startswith(settings.NOT_COMPRESSED)
    )


def takes_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header takes it.

    >>> takes_gzip("br, gzip"), takes_gzip("gzip;q=0"), takes_gzip("")
    (True, False, False)
    """
    for coding in header.lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return weight.strip("0.") != "" or not weight
    return False


def gzipped(content: bytes, level: int = OF_A_PART) -> bytes:
    """As a gzip file with a name of random length; nothing before a mark helps what follows it."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = [HEADER, b"a" * secrets.randbelow(LONGEST_PADDING + 1), b"\0"]
    *apart, last = content.split(APART)
    for section in apart:
        parts += [deflate.compress(section + APART), deflate.flush(zlib.Z_FULL_FLUSH)]
    parts += [deflate.compress(last), deflate.flush()]
    parts.append(struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF))
    return b"".join(parts)
