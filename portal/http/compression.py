"""Compression of responses whose size must not reveal secrets.

An attacker who can place text next to a secret, again and again, and sees the sizes of responses
can find the secret by what compresses well (BREACH). The defence is described in
`docs/subsystems/boards.md`, "Compression and secrets". A page's text between `SECTION_MARK`s is
compressed alone or not at all. Pages of accounts and of the staff are not compressed, and padding
blurs the size.
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
MIN_BYTES = 500  # smaller responses are not worth it
# Fragments come with every move: level 2 takes a third of the time for a seventh more bytes.
PAGE_LEVEL, FRAGMENT_LEVEL = 6, 2
BROTLI_QUALITY = 7  # for pages: hardly slower than gzip at level 6, and a seventh smaller
MAX_MARKED_BYTES = 2500  # bytes after the first mark up to which brotli still beats gzip
LONGEST_PADDING = 100  # bytes
HEADER = b"\x1f\x8b\x08\x08" + bytes(4) + b"\x00\xff"  # deflate; a name; no time; unknown system


@sync_only_middleware
def compress_responses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that compresses pages and drawings with brotli or gzip, as the client accepts."""

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
    """Whether an Accept-Encoding header accepts this coding.

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
    """Return the number of bytes from the first mark on."""
    return len(content) - len(content.partition(SECTION_MARK)[0])


def gzip_content(content: bytes, level: int = FRAGMENT_LEVEL) -> bytes:
    """Return a gzip file with a name of random length; each section is compressed alone."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = [HEADER, b"a" * secrets.randbelow(LONGEST_PADDING + 1), b"\0"]
    *apart, last = content.split(SECTION_MARK)
    for section in apart:
        parts += [deflate.compress(section + SECTION_MARK), deflate.flush(zlib.Z_FULL_FLUSH)]
    parts += [deflate.compress(last), deflate.flush()]
    parts.append(struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF))
    return b"".join(parts)


def brotli_content(content: bytes) -> bytes:
    """Return brotli data (RFC 7932) with random padding; text from the first mark on is stored.

    Brotli cannot reset its window, so the marked sections are not compressed at all.
    """
    before, mark, rest = content.partition(SECTION_MARK)
    packer = brotli.Compressor(quality=BROTLI_QUALITY)
    whole = [packer.process(before), packer.flush()]
    return b"".join([*whole, *_raw_blocks(mark + rest), _padding(), b"\x03"])  # an empty last block


def _raw_blocks(content: bytes) -> Iterator[bytes]:
    """Yield uncompressed brotli blocks with this content, each of whole bytes."""
    for start in range(0, len(content), 1 << 16):
        part = content[start : start + (1 << 16)]
        # bits: not the last block, four hex digits of length, the length minus one, uncompressed
        yield (len(part) - 1 << 3 | 1 << 19).to_bytes(3, "little") + part


def _padding() -> bytes:
    """Return a brotli metadata block of random length, which decoders skip."""
    size = secrets.randbelow(LONGEST_PADDING + 1)
    # bits: not the last block, no data, one byte of length, the length minus one
    return (0b010110 | size - 1 << 6).to_bytes(2, "little") + b"a" * size if size else b""
