"""Pages and parts of pages, compressed so that the size of an answer tells no secret.

Whoever can put text of their own next to a secret, again and again, and sees how long the answers
are, finds the secret by what compresses well (BREACH). `docs/subsystems/boards.md`,
"Compression and secrets", says what is done against it: a page's text between `SECTION_MARK` marks
is compressed by itself or not at all, pages of accounts and of the staff are not compressed, and
the length is blurred.
"""

from __future__ import annotations

import secrets
import struct
import zlib
from collections.abc import Callable, Iterator

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware

SECTION_MARK = b"<!--apart-->"
MIN_BYTES = 500  # bytes that are worth it
# Parts of a page come with every move: level 2 takes a third of the time for a seventh more bytes.
PAGE_LEVEL, FRAGMENT_LEVEL = 6, 2
BROTLI_QUALITY = 7  # of a page: hardly longer than gzip's 6 takes, a seventh fewer bytes
MAX_MARKED_BYTES = 2500  # bytes from the first mark on that brotli's gain outweighs
LONGEST_PADDING = 100  # bytes
HEADER = b"\x1f\x8b\x08\x08" + bytes(4) + b"\x00\xff"  # deflate, with a name; no time, no system


@sync_only_middleware
def compress_responses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that compresses pages and drawings for whoever takes brotli or gzip."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not can_compress(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        is_part = "HTTP_HX_REQUEST" in request.META
        if (
            not is_part
            and is_coding_accepted(accepted, "br")
            and bytes_from_mark(response.content) <= MAX_MARKED_BYTES
        ):
            coding, content = "br", brotli_content(response.content)
        elif is_coding_accepted(accepted, "gzip"):
            coding, content = (
                "gzip",
                gzip_content(response.content, FRAGMENT_LEVEL if is_part else PAGE_LEVEL),
            )
        else:
            return response
        response.content = content
        response.headers["Content-Length"] = str(len(content))
        response.headers["Content-Encoding"] = coding
        return response

    return answer


def can_compress(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        not response.streaming
        and response.headers.get("Content-Type", "").startswith(("text/html", "image/svg"))
        and not response.has_header("Content-Encoding")
        and len(response.content) >= MIN_BYTES
        and not request.path_info.startswith(settings.NOT_COMPRESSED)
    )


def is_coding_accepted(header: str, wanted: str) -> bool:
    """Whether an Accept-Encoding header takes this coding.

    >>> is_coding_accepted("br, gzip", "gzip"), is_coding_accepted("gzip;q=0", "gzip")
    (True, False)
    >>> is_coding_accepted("gzip", "br"), is_coding_accepted("", "br")
    (False, False)
    """
    for coding in header.lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name in (wanted, "*"):
            return weight.strip("0.") != "" or not weight
    return False


def bytes_from_mark(content: bytes) -> int:
    """How many bytes there are from the first mark on."""
    return len(content) - len(content.partition(SECTION_MARK)[0])


def gzip_content(content: bytes, level: int = FRAGMENT_LEVEL) -> bytes:
    """As a gzip file with a name of random length; nothing before a mark helps what follows it."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = [HEADER, b"a" * secrets.randbelow(LONGEST_PADDING + 1), b"\0"]
    *apart, last = content.split(SECTION_MARK)
    for section in apart:
        parts += [deflate.compress(section + SECTION_MARK), deflate.flush(zlib.Z_FULL_FLUSH)]
    parts += [deflate.compress(last), deflate.flush()]
    parts.append(struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF))
    return b"".join(parts)


def brotli_content(content: bytes) -> bytes:
    """As brotli (RFC 7932), after some bytes that say nothing; from the first mark on as it is.

    Brotli cannot forget what came before, so what stands apart is not compressed at all.
    """
    before, mark, rest = content.partition(SECTION_MARK)
    packer = brotli.Compressor(quality=BROTLI_QUALITY)
    whole = [packer.process(before), packer.flush()]
    return b"".join([*whole, *_raw_blocks(mark + rest), _padding(), b"\x03"])  # an empty last block


def _raw_blocks(content: bytes) -> Iterator[bytes]:
    """Blocks of brotli that hold this as it is, each of whole bytes."""
    for start in range(0, len(content), 1 << 16):
        part = content[start : start + (1 << 16)]
        # not the last one, four digits of length, the length less one, not compressed
        yield (len(part) - 1 << 3 | 1 << 19).to_bytes(3, "little") + part


def _padding() -> bytes:
    """A block of brotli that says nothing, of random length."""
    size = secrets.randbelow(LONGEST_PADDING + 1)
    # not the last one, no data, one byte of length, the length less one
    return (0b010110 | size - 1 << 6).to_bytes(2, "little") + b"a" * size if size else b""
