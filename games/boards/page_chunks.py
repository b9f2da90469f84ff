"""Pieces of a page that a browser has need not be sent again: a stub takes their place.

A piece of a page is an element that says the hash of its own HTML (`data-h`); equal pieces are
equal in every table, seat and version, so nothing has to be remembered of what was sent to whom.
A page tells which ones it has; the answer holds a stub for each of them, and the page puts its own
HTML back in their places (`static/js/patch.js`, and `fill_stubs` here). A stub is a `template`,
which HTML allows in lists, tables and drawings alike.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 4096  # bytes of what a page says it has; its script sends less
MIN_CHUNK_LENGTH = 120  # characters of a piece that is worth a mark and a stub
NO_HASHES: frozenset[str] = frozenset()

HASHES = re.compile(r" *[\w-]{8} *(?:, *[\w-]{8} *)*", re.ASCII)
START_TAG = re.compile(r"\s*<([a-zA-Z][\w-]*)(?=[\s/>])", re.ASCII)
MARKED_START_TAG = re.compile(r'<(?!template )([a-zA-Z][\w-]*) data-h="([\w-]{8})"', re.ASCII)
STUB = re.compile(r'<template data-h="([\w-]{8})"></template>', re.ASCII)


class Chunk(NamedTuple):
    """A marked element, with the white space around it, and the stub that may take its place."""

    hash: str
    whole: str
    stub: str

    def html(self, have: frozenset[str]) -> str:
        """The piece as it is sent to a page that has those with these hashes."""
        return self.stub if self.hash in have else self.whole


def stub(hash_: str) -> str:
    return f'<template data-h="{hash_}"></template>'


def parse_chunk(html: str) -> Chunk | None:
    """This HTML as a piece; None where it is not one element, or hardly longer than a stub."""
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
    """Whether the element that begins here ends it; most have no other of their name inside."""
    start, end = f"<{opening[1]}", f"</{opening[1]}>"
    if html.count(start) == html.count(end) == 1:
        return html.endswith(end)
    return element_end(html, opening.start(1) - 1) == len(html)


def element_end(html: str, start: int) -> int | None:
    """Where the element that begins here ends; None where its end tag is not written."""
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
    """Start and end tags of elements with this name: (is an end, closes itself)."""
    return re.compile(rf"<(/?){name}(?=[\s/>])(?:[^>\"'/]++|/(?!>)|\"[^\"]*+\"|'[^']*+')*+(/?)>")


def find_chunks(html: str) -> Iterator[tuple[str, int, int]]:
    """The pieces in this HTML, in their order: (hash, start, end)."""
    end = 0
    for mark in MARKED_START_TAG.finditer(html):
        found = element_end(html, mark.start())
        if mark.start() >= end and found is not None:
            end = found
            yield mark[2], mark.start(), end


def replace_with_stubs(html: str, have: frozenset[str]) -> str:
    """This HTML as it is sent to a page that has the pieces with these hashes."""
    if not have:
        return html
    parts, last = [], 0
    for hash_, start, end in find_chunks(html):
        if hash_ in have:
            parts += [html[last:start], stub(hash_)]
            last = end
    return "".join([*parts, html[last:]])


def fill_stubs(page: str, answer: str) -> str:
    """An answer with the pieces of a page in the places of its stubs.

    Raises:
        KeyError: the page has no such piece.
    """
    have = {hash_: page[start:end] for hash_, start, end in find_chunks(page)}
    return STUB.sub(lambda found: have[found[1]], answer)


def parse_hashes(header: str) -> frozenset[str]:
    """The hashes in what a page says it has; none where that cannot be read."""
    is_read = len(header) <= LONGEST and HASHES.fullmatch(header)
    return frozenset(header.replace(" ", "").split(",")) if is_read else NO_HASHES
