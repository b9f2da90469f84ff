"""The site's picture: a PNG that is parsed and rewritten, so that only its pixels remain.

The server never renders it. The size is checked before the pixels are decompressed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 512 * 1024
LEAST, MOST = 64, 1024  # pixels per side
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = struct.Struct(">IIBBBBB")
# Bytes per pixel by PNG colour type: grey, RGB, palette, grey with alpha, RGB with alpha.
BYTES_PER_PIXEL = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
INVALID_PICTURE = _(
    "Choose a square PNG picture with a side of 64 to 1024 pixels and up to 512 KiB."
)


def sanitize_png(data: bytes) -> bytes:
    """Return the same picture with only the chunks that are needed to draw it.

    Raises:
        ValidationError: it is no square PNG of 8 bits per channel within the limits.
    """
    try:
        return _sanitize(data)
    except (ValueError, struct.error, zlib.error) as error:
        raise ValidationError(INVALID_PICTURE, code="picture") from error


def side_length(data: bytes) -> int:
    """Return the side length in pixels of a PNG that `sanitize_png` wrote."""
    return int(HEADER.unpack_from(data, 16)[0])


def _sanitize(data: bytes) -> bytes:
    if len(data) > MOST_BYTES or not data.startswith(SIGNATURE):
        raise ValueError("not a PNG, or too large")
    chunks = list(_read_chunks(data))
    if [kind for kind, _body in chunks[:1]] != [b"IHDR"] or chunks[-1][0] != b"IEND":
        raise ValueError("the first or the last chunk is missing")
    width, height, depth, colours, packing, filters, interlaced = HEADER.unpack(chunks[0][1])
    if width != height or not LEAST <= width <= MOST:
        raise ValueError("not square, or too small or large")
    if (depth, packing, filters, interlaced) != (8, 0, 0, 0) or colours not in BYTES_PER_PIXEL:
        raise ValueError("an unsupported kind of PNG")
    rows = height * (1 + width * BYTES_PER_PIXEL[colours])
    unpacking = zlib.decompressobj()
    pixels = unpacking.decompress(b"".join(b for kind, b in chunks if kind == b"IDAT"), rows + 1)
    if len(pixels) != rows or not unpacking.eof:
        raise ValueError("the number of pixels is wrong")
    if max(pixels[:: rows // height]) > 4:
        raise ValueError("an unknown filter")
    kept = [chunks[0], *_palette_chunks(chunks, colours)]
    kept += [(b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return SIGNATURE + b"".join(_write_chunk(*one) for one in kept)


def _palette_chunks(chunks: list[tuple[bytes, bytes]], colours: int) -> list[tuple[bytes, bytes]]:
    """Return the palette and transparency chunks that fit the colour type."""
    found = {kind: body for kind, body in reversed(chunks) if kind in (b"PLTE", b"tRNS")}
    palette = found.get(b"PLTE", b"")
    if colours != 3:
        found.pop(b"PLTE", None)
    elif not palette or len(palette) % 3 or len(palette) > 768:
        raise ValueError("the palette is missing")
    if colours in (4, 6):
        found.pop(b"tRNS", None)
    longest = {0: 2, 2: 6, 3: len(palette) // 3}.get(colours, 0)
    if len(found.get(b"tRNS", b"")) > longest:
        raise ValueError("more transparent colours than the palette has")
    return sorted(found.items())


def _read_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(kind + body) != checksum:
            raise ValueError("broken")
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + length
    raise ValueError("truncated")


def _write_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
