"""Page chunks: parts of a page that are not sent again if the browser already has them.

A chunk is an element with the hash of its own HTML (`data-h`). Equal chunks are equal at every
table, seat and version, so the site stores nothing about what it sent. A request lists the chunks
that the page has; the response has a stub in the place of each. The page then puts its own HTML
back (`static/js/page-chunks.js`, and `fill_stubs` here). A stub is a `template` element, which HTML
allows in lists, tables and drawings alike.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 4096  # bytes of the list of hashes in a request; the page's script sends less
MIN_CHUNK_LENGTH = 120  # characters; a mark and a stub do not pay for shorter chunks
NO_HASHES: frozenset[str] = frozenset()

HASHES = re.compile(r" *[\w-]{8} *(?:, *[\w-]{8} *)*", re.ASCII)
START_TAG = re.compile(r"\s*<([a-zA-Z][\w-]*)(?=[\s/>])", re.ASCII)
MARKED_START_TAG = re.compile(r'<(?!template )([a-zA-Z][\w-]*) data-h="([\w-]{8})"', re.ASCII)
STUB = re.compile(r'<template data-h="([\w-]{8})"></template>', re.ASCII)


class Chunk(NamedTuple):
    """A marked element, with the white space around it, and the stub that may replace it."""

    hash: str
    whole: str
    stub: str

    def html(self, have: frozenset[str]) -> str:
        """The HTML to send to a page that has chunks with these hashes."""
        return self.stub if self.hash in have else self.whole


def stub(hash_: str) -> str:
    return f'<template data-h="{hash_}"></template>'


def parse_chunk(html: str) -> Chunk | None:
    """This HTML as a chunk; None if it is not one element or hardly longer than a stub."""
    whole = html.rstrip()
    opening = START_TAG.match(html) if len(whole) >= MIN_CHUNK_LENGTH else None
    if opening is None or not _is_single_element(whole, opening):
        return None
    at = opening.end(1)
    before, name, rest = html[: opening.start(1) - 1], html[opening.start(1) - 1 : at], whole[at:]
    digest = hashlib.blake2b(f"{name}{rest}".encode(), digest_size=6).digest()
    hash_ = base64.urlsafe_b64encode(digest).decode()
    after = html[len(whole) :]
    marked = f'{before}{name} data-h="{hash_}"{rest}{after}'
    return Chunk(hash_, marked, f"{before}{stub(hash_)}{after}")


def _is_single_element(html: str, opening: re.Match[str]) -> bool:
    """Whether the element that starts here ends the HTML; mostly no other of its name is inside."""
    start, end = f"<{opening[1]}", f"</{opening[1]}>"
    if html.count(start) == html.count(end) == 1:
        return html.endswith(end)
    return element_end(html, opening.start(1) - 1) == len(html)


def element_end(html: str, start: int) -> int | None:
    """The end of the element that starts here; None if its end tag is missing."""
    opening = START_TAG.match(html, start)
    if opening is None:
        return None
    depth = 0
    for tag in _tag_pattern(opening[1]).finditer(html, start):
        if tag[1]:
            depth -= 1
        elif not tag[2]:
            depth += 1
        if not depth:
            return tag.end()
    return None


@functools.cache
def _tag_pattern(name: str) -> re.Pattern[str]:
    """Start and end tags of elements with this name: (is an end tag, closes itself)."""
    return re.compile(rf"<(/?){name}(?=[\s/>])(?:[^>\"'/]++|/(?!>)|\"[^\"]*+\"|'[^']*+')*+(/?)>")


def find_chunks(html: str) -> Iterator[tuple[str, int, int]]:
    """The chunks in this HTML, in their order: (hash, start, end)."""
    end = 0
    for mark in MARKED_START_TAG.finditer(html):
        found = element_end(html, mark.start())
        if mark.start() >= end and found is not None:
            end = found
            yield mark[2], mark.start(), end


def replace_with_stubs(html: str, have: frozenset[str]) -> str:
    """The HTML to send to a page that has chunks with these hashes."""
    if not have:
        return html
    parts, last = [], 0
    for hash_, start, end in find_chunks(html):
        if hash_ in have:
            parts += [html[last:start], stub(hash_)]
            last = end
    return "".join([*parts, html[last:]])


def fill_stubs(page: str, answer: str) -> str:
    """A response with the page's own chunks in the place of its stubs.

    Raises:
        KeyError: the page does not have one of the chunks.
    """
    have = {hash_: page[start:end] for hash_, start, end in find_chunks(page)}
    return STUB.sub(lambda found: have[found[1]], answer)


def parse_hashes(header: str) -> frozenset[str]:
    """The hashes in a header that lists the chunks of a page; none if it cannot be parsed."""
    is_read = len(header) <= LONGEST and HASHES.fullmatch(header)
    return frozenset(header.replace(" ", "").split(",")) if is_read else NO_HASHES
