"""Cached addresses: a board has hundreds of links, most of them the same as on the last one."""

from __future__ import annotations

import hashlib

from django.urls import reverse

from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes


@byte_lru_cache(MIB, fixed_bytes(400))
def url(name: str, *arguments: object) -> str:
    """The address of a page: `{{ url("games:table", table.key) }}`."""
    return reverse(name, args=arguments)


def rules_url(key: str, anchor: str) -> str:
    """The address of a section ("5.8") or component ("wharf") in a title's rules."""
    return url("games:paragraph", key, anchor)


def drawing_url(key: str, name: str, svg: str) -> str:
    """The address of a title's drawing. It contains a hash of the SVG, so browsers may cache it."""
    return f"{url('games:drawing', key, name)}?v={content_hash(svg)}"


def content_hash(svg: str) -> str:
    return hashlib.blake2b(svg.encode(), digest_size=6).hexdigest()
