"""Turns the Markdown of rules, which titles write, into safe HTML.

Titles write CommonMark with tables, `{#anchor}` after a `[span]` or on the line before a block, and
`![description](picture:name)` for a drawing of the title. A drawing without a description is only
decoration. HTML in the text is shown as text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin

ALLOWED = ["id", "class"]
TAGS = {
    *("a", "br", "code", "em", "span", "strong"),
    *("blockquote", "div", "hr", "li", "ol", "p", "pre", "ul"),
    *("table", "tbody", "td", "th", "thead", "tr"),
}
ATTRIBUTES = {
    "*": {"id", "class"},
    "a": {"href"},
    "ol": {"start"},
    "div": {"tabindex"},
    "th": {"scope"},
}
# Marks around a drawing: characters that occur nowhere else and survive the cleaning.
OPEN, PICTURE_MIDDLE, CLOSE = "\ue000", "\ue001", "\ue002"
PICTURE = re.compile(f"{OPEN}([^{PICTURE_MIDDLE}]*){PICTURE_MIDDLE}([^{CLOSE}]*){CLOSE}")
SCHEME = "picture:"
OF_SPRITE = "icon:"  # prefix of the id of a symbol in the sprite that the board is drawn with

LONG_CELL = 45  # UTF-8 bytes: as many letters, or a third as many in Japanese
Pictures = Callable[[str], str]


class Renderer(RendererHTML):
    """Keeps the places of drawings, and lets keyboard users scroll wide tables sideways."""

    def image(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
        token = tokens[at]
        name = str(token.attrGet("src") or "").removeprefix(SCHEME)
        return f"{OPEN}{html.escape(name)}{PICTURE_MIDDLE}{html.escape(token.content)}{CLOSE}"

    def table_open(self, *given: object) -> str:
        return '<div class="scroll-x" tabindex="0"><table class="table">\n'

    def table_close(self, *given: object) -> str:
        return "</table></div>\n"


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")
    made.use(attrs_plugin, spans=True, allowed=ALLOWED)
    made.use(attrs_block_plugin, allowed=ALLOWED)
    return made


MARKDOWN = _markdown()


def parse_markdown(text: str) -> list[Token]:
    """The tokens of a Markdown text; the first cell of a table's row becomes the row's head.

    Cells with a sentence get the class `long`, because they need space where a table is narrow.
    """
    tokens = MARKDOWN.parse(text)
    for at, token in enumerate(tokens):
        if (
            token.type == "td_open"
            and len(plain_text(tokens[at + 1].children or []).encode()) > LONG_CELL
        ):
            token.attrSet("class", "long")
        if token.type == "tr_open" and tokens[at + 1].type == "td_open":
            tokens[at + 1].tag = "th"
            tokens[at + 1].attrSet("scope", "row")
            closing = next(one for one in tokens[at:] if one.type == "td_close")
            closing.tag = "th"
    return tokens


def render_html(tokens: Sequence[Token], pictures: Pictures) -> SafeString:
    """Tokens as safe HTML; `pictures` returns the drawing with a name."""
    raw = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    clean = nh3.clean(raw, tags=TAGS, attributes=ATTRIBUTES, link_rel=None, url_schemes={"https"})

    def picture(found: re.Match[str]) -> str:
        name, what = found.groups()
        said = f'role="img" aria-label="{html.escape(what)}"' if what else 'aria-hidden="true"'
        return f'<span class="rules-picture" {said}>{pictures(html.unescape(name))}</span>'

    return SafeString(PICTURE.sub(picture, clean))


def plain_text(tokens: Iterable[Token]) -> str:
    """The text of inline tokens."""
    return "".join(
        " " if token.type in ("softbreak", "hardbreak") else token.content for token in tokens
    )


# for the titles


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown.

    >>> print(table(["Good", "Price"], [["corn", 0], ["indigo", 1]]))
    | Good | Price |
    | --- | --- |
    | corn | 0 |
    | indigo | 1 |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(table_cell, line))} |" for line in lines)


def table_cell(value: object) -> str:
    """A value as a table cell, with characters escaped that would end the cell."""
    return str(value).replace("|", "\\|").replace("\n", " ")


def icon_images(*symbols: str) -> str:
    """Decorative symbols of the title's sprite, before the text; screen readers skip them.

    >>> icon_images("grain", "grain")
    '![](picture:icon:grain)![](picture:icon:grain) '
    """
    return "".join(picture_image(f"{OF_SPRITE}{symbol}") for symbol in symbols) + " " * bool(
        symbols
    )


def picture_image(name: str, description: object = "") -> str:
    """A picture of the title; without a description it is only decoration.

    >>> picture_image("ship", "a ship")
    '![a ship](picture:ship)'
    """
    return f"![{description}]({SCHEME}{name})"


def amount_icons(amounts: Mapping[str, int]) -> str:
    """A decorative symbol for each piece.

    >>> amount_icons({"grain": 2, "milk": 0})
    '![](picture:icon:grain)![](picture:icon:grain) '
    """
    return icon_images(*(symbol for symbol, n in amounts.items() for _one in range(n)))


def counted_amounts(names: Mapping[str, object], amounts: Mapping[str, int]) -> str:
    """Symbols for each kind of thing with its name and number as description.

    >>> counted_amounts({"grain": "grain", "milk": "milk"}, {"grain": 2, "milk": 0})
    '![grain ×2](picture:icon:grain)![](picture:icon:grain)'
    """
    return "".join(counted_icons(symbol, names[symbol], n) for symbol, n in amounts.items())


def link_markdown(anchor: str, text: object) -> str:
    """A link to a section or component of the rules.

    >>> link_markdown("wharf", "Wharf")
    '[Wharf](#wharf)'
    """
    return f"[{text}](#{anchor})"


def counted_icons(symbol: str, name: object, n: int = 1) -> str:
    """`n` symbols of a thing, the first with its name and number as description; "" for none.

    >>> counted_icons("grain", "grain", 2)
    '![grain ×2](picture:icon:grain)![](picture:icon:grain)'
    """
    said = name if n == 1 else f"{name} ×{n}"
    first = picture_image(f"{OF_SPRITE}{symbol}", said)
    return f"{first}{icon_images(*[symbol] * (n - 1)).rstrip()}" * (n > 0)


def anchor_markdown(anchor: str, text: object) -> str:
    """A name with the anchor of a component, so that links and tips can lead to it.

    >>> anchor_markdown("wharf", "Wharf")
    '[Wharf]{#wharf}'
    """
    return f"[{text}]{{#{anchor}}}"
