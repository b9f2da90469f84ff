"""Reads pages of ours: `html.parser` repairs what is broken, which takes far longer than reading.

A page that is broken fails the test that reads it.
"""

from __future__ import annotations

import re
from html import unescape

TOKEN = re.compile(
    r"""<!--.*?-->|<![^>]*>|<(/?)([a-zA-Z][\w:-]*)((?:[^"'<>]+|"[^"]*"|'[^']*')*+)>""", re.DOTALL
)
ATTRIBUTE = re.compile(r"""([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")
OPAQUE = ("script", "style")  # what is in them are no tags
VOID = frozenset({"input", "br", "hr", "img", "meta", "link", "source", "wbr"})
Attributes = list[tuple[str, str | None]]


class Reader:
    """Calls `handle_starttag`, `handle_endtag` and `handle_data` as `html.parser` does."""

    def feed(self, html: str) -> None:
        says = type(self).handle_data is not Reader.handle_data
        at = 0
        while token := TOKEN.search(html, at):
            begin = token.start()
            assert html.find("<", at, begin) < 0, html[at:begin]
            if says and at < begin:
                self.handle_data(unescape(html[at:begin]))
            at = token.end()
            closes, name, rest = token.groups()
            if name is None:
                continue
            tag = name.lower()
            if closes:
                self.handle_endtag(tag)
                continue
            self.handle_starttag(tag, attributes(rest))
            if rest.endswith("/") and tag not in VOID:
                self.handle_endtag(tag)
            elif tag in OPAQUE:
                at = html.index(f"</{tag}>", at)
        assert "<" not in html[at:], html[at:]
        if says and html[at:]:
            self.handle_data(unescape(html[at:]))

    def handle_starttag(self, tag: str, attrs: Attributes) -> None: ...

    def handle_endtag(self, tag: str) -> None: ...

    def handle_data(self, data: str) -> None: ...


def attributes(text: str) -> Attributes:
    found: Attributes = []
    for name, double, single, bare in ATTRIBUTE.findall(text):
        value = double or single or bare
        found.append((name.lower(), unescape(value) if "&" in value else value))
    return found
