"""Addresses in what people write, as links that say where they lead."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

register = template.Library()
# In Japanese nothing stands between an address and what follows; beyond the host it is plain.
ADDRESS = re.compile(r"https?://[^\s/?#<>\"'、。「」（）]+([/?#][!#-&(-;=?-~]*)?", re.IGNORECASE)
AT_THE_END = ".,;:!?)]}"  # of a sentence, and not of an address
LONGEST = 60


@register.filter
def linkify(text: str) -> SafeString:
    """Text with its addresses as links that show what a browser asks for: a plain host.

    What names a user is none, for "https://known.example@other.example" leads to the other.
    """
    parts, end = [], 0
    for found in ADDRESS.finditer(text):
        address = found[0].rstrip(AT_THE_END)
        shown = _readable_address(address)
        if shown:
            parts += [conditional_escape(text[end : found.start()]), _link(address, shown)]
            end = found.start() + len(address)
    return SafeString("".join([*parts, conditional_escape(text[end:])]))


def _link(address: str, shown: str) -> SafeString:
    return format_html(
        '<a href="{}" rel="nofollow noopener ugc" target="_blank">{}</a>', address, shown
    )


def _readable_address(address: str) -> str:
    """An address for people to read; "" where it is none that a link leads to."""
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if not host or "@" in parts.netloc:
        return ""
    rest = address.partition(parts.netloc)[2]
    shown = f"{parts.scheme}://{host}{port}{rest}"
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
