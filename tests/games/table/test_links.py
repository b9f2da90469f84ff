"""Addresses in talk: links that say where they lead, and nothing else of what people write."""

from __future__ import annotations

import pytest

from games.templatetags.links import linkify

LONG = "https://a.org/" + "b" * 80


def link(address: str, shown: str = "") -> str:
    rel = 'rel="nofollow noopener ugc" target="_blank"'
    return f'<a href="{address}" {rel}>{shown or address}</a>'


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("see https://example.org/a?b=c.", f"see {link('https://example.org/a?b=c')}."),
        ("(http://example.org:81/)", f"({link('http://example.org:81/')})"),
        (
            "規則はhttps://example.org/にあります。",
            f"規則は{link('https://example.org/')}にあります。",
        ),
        ("https://exаmple.org/x", link("https://exаmple.org/x", "https://xn--exmple-4nf.org/x")),
        ("https://" + "a" * 80 + ".org", "https://" + "a" * 80 + ".org"),  # no host has such a part
        (LONG, link(LONG, f"{LONG[:60]}…")),
        ("https://known.example@evil.example/", "https://known.example@evil.example/"),
        ("javascript:alert(1) ftp://x", "javascript:alert(1) ftp://x"),
        ("<b>https://a.org/<script>", f"&lt;b&gt;{link('https://a.org/')}&lt;script&gt;"),
        ('https://a.org/" onclick="x', f"{link('https://a.org/')}&quot; onclick=&quot;x"),
        ("https://[::1", "https://[::1"),
        ("https://", "https://"),
    ],
)
def test_addresses_are_links_and_all_else_is_text(text: str, drawn: str) -> None:
    assert linkify(text) == drawn
