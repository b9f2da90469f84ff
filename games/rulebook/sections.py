"""A title's rules in one language: read from its folder, filled in, and cut into sections."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined
from markdown_it.token import Token

import games.rules as rules
from games import registry
from portal.translation_cache import get_language, override_language

from ..boards import presenter, rendering
from ..boards.translations import gettext as _
from . import common_tables, markup, setup_picture
from .examples import EXAMPLE_PREFIX, example_table, examples, final_match
from .rules_data import SPRITE_REFERENCE, drawing_files, rules_data
from .setup_picture import SetupPicture

logger = logging.getLogger(__name__)

NUMBERED = re.compile(r"(\d+(?:\.\d+)*)\s+(.+)")
PROGRAMMERS_CLASS = "programmers"
FALLBACK_LANGUAGE = "en"
SNIPPET_LENGTH = 60  # characters on each side of the search words
BLOCK_TAGS = ("tr", "li", "p")
VERSION = "version:"
LINK = re.compile(r'href="#([^"]+)"')
ICON = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>'
TEMPLATES = Environment(
    undefined=StrictUndefined,
    autoescape=False,  # the result is Markdown, in which HTML is text, and is cleaned later
    comment_start_string="{##",
    comment_end_string="##}",
    keep_trailing_newline=True,
)


class RulebookError(Exception):
    """A text of rules is malformed; the message says what is wrong and what would be right."""

    def __init__(self, key: str, language: str, wrong: str, right: str) -> None:
        super().__init__(f"games/titles/{key}/RULES.{language}.md: {wrong}; right: {right}")


@dataclass(frozen=True)
class Entry:
    """The row or paragraph of the rules that describes a component, card, option or the like.

    `anchor` is its anchor, `section` the number of its section, `html` the short text.
    """

    anchor: str
    title: str
    section: str
    html: SafeString


@dataclass(frozen=True)
class Section:
    """A section with its own text, up to the next heading.

    `number` is "5.8"; `level` is 1 for a chapter; `for_programmers` marks sections of the appendix.
    """

    number: str
    title: str
    level: int
    html: SafeString
    text: str
    for_programmers: bool

    @property
    def heading(self) -> str:
        return f"{self.number} {self.title}"

    @property
    def later(self) -> SafeString:
        """The HTML with drawings whose sprite a script loads when they come near the screen."""
        return SafeString(self.html.replace("<use href=", "<use data-href="))


@dataclass(frozen=True)
class SearchHit:
    """A section with a search result, and the text around it."""

    part: Section
    before: str
    found: str
    after: str


@dataclass(frozen=True)
class Rulebook:
    """The rules of a title in one language; `parts` are sorted by number."""

    key: str
    language: str
    parts: tuple[Section, ...]
    entries: Mapping[str, Entry] = field(repr=False)

    @property
    def chapters(self) -> list[tuple[Section, list[Section]]]:
        """Each chapter with its sections."""
        return [(part, self.below(part)) for part in self.parts if part.level == 1]

    @functools.cached_property
    def by_number(self) -> dict[str, Section]:
        return {part.number: part for part in self.parts}

    def has(self, anchor: str) -> bool:
        """Whether there is such a section ("5.8") or component ("wharf")."""
        return anchor in self.by_number or anchor in self.entries

    def section_of(self, anchor: str) -> Section | None:
        """The section with this number, or the section of this component; None if unknown."""
        entry = self.entries.get(anchor)
        return self.by_number.get(entry.section if entry else anchor)

    def below(self, part: Section) -> list[Section]:
        """The sections within a section."""
        return [one for one in self.parts if one.number.startswith(f"{part.number}.")]

    def search(self, words: str) -> list[SearchHit]:
        """The sections that contain these words, ignoring case, in their order."""
        wanted = " ".join(words.split()).casefold()
        if not wanted:
            return []
        hits = []
        for part in self.parts:
            text = f"{part.title}. {part.text}"
            at = text.casefold().find(wanted)
            if at >= 0:
                end = at + len(wanted)
                before = text[max(0, at - SNIPPET_LENGTH) : at]
                hits.append(SearchHit(part, before, text[at:end], text[end : end + SNIPPET_LENGTH]))
        return hits


@functools.cache
def available_languages(key: str) -> list[str]:
    """The languages in which the title has rules."""
    folder = registry.title_folders().get(key)
    return [
        code for code, _ in settings.LANGUAGES if folder and (folder / f"RULES.{code}.md").is_file()
    ]


def language_fallbacks(wanted: str) -> tuple[str, ...]:
    """The languages to try, best first.

    >>> language_fallbacks("ja-hira")
    ('ja-hira', 'ja', 'en')
    """
    return tuple(dict.fromkeys((wanted, wanted.split("-")[0], FALLBACK_LANGUAGE)))


def load_rulebook(key: str, language: str | None = None) -> Rulebook | None:
    """The rules of a title in this language or the reader's; in English where those do not exist.

    None if the title has no rules, cannot be played here, or its text cannot be filled in. Such an
    error is logged, and tables do without the rules.
    """
    game = rules.catalogue().get(key)
    return (
        _cached_rulebook(game, language or get_language() or FALLBACK_LANGUAGE)
        if game is not None
        else None
    )


@functools.cache
def _cached_rulebook(game: rules.Game, wanted: str) -> Rulebook | None:
    known = available_languages(game.key)
    chosen = next((code for code in language_fallbacks(wanted) if code in known), "")
    if chosen != wanted:
        return _cached_rulebook(game, chosen) if chosen else None
    try:
        return _read_rulebook(game.key, chosen)
    except Exception:
        logger.exception("the rules of %s in %s cannot be read", game.key, chosen)
        return None


def _read_rulebook(key: str, language: str) -> Rulebook:
    text = (registry.title_folders()[key] / f"RULES.{language}.md").read_text("utf-8")
    with override_language(language):
        return build_rulebook(key, language, render_text(key, text), pictures_of(key))


def build_rulebook(key: str, language: str, text: str, pictures: markup.Pictures) -> Rulebook:
    """A rulebook from its Markdown.

    Raises:
        RulebookError: a heading has no number, or an anchor is used twice.
    """
    parts: list[Section] = []
    entries: dict[str, Entry] = {}
    is_ours = True
    for heading, classes, body in chapters(markup.parse_markdown(text)):
        found = NUMBERED.fullmatch(markup.plain_text(heading.children or []))
        if not found:
            raise RulebookError(key, language, f"“{heading.content}” has no number", "5.8 Builder")
        number, title = found.groups()
        level = number.count(".") + 1
        if level == 1:
            is_ours = PROGRAMMERS_CLASS not in classes
        drawn = markup.render_html(body, pictures)
        parts.append(Section(number, title, level, drawn, search_text(body), not is_ours))
        for entry in entries_of(body, number, pictures):
            other = entries.get(entry.anchor)
            if other is not None:
                wrong = f"the anchor {entry.anchor} stands twice, in {other.section} and {number}"
                raise RulebookError(key, language, wrong, "one place for each anchor")
            entries[entry.anchor] = entry
    parts.sort(key=lambda part: [int(n) for n in part.number.split(".")])
    return Rulebook(key, language, tuple(add_version_notes(parts, entries)), entries)


def add_version_notes(parts: Sequence[Section], entries: Mapping[str, Entry]) -> Iterator[Section]:
    """The sections, with a note in those that older versions play differently.

    The section with the anchor `version:1` (and so on) describes the difference and links to them.
    """
    version_sections = {
        entry.section for anchor, entry in entries.items() if anchor.startswith(VERSION)
    }
    links_by_section = {
        part.number: set(LINK.findall(part.html))
        for part in parts
        if part.number in version_sections
    }
    for part in parts:
        html = part.html
        for number in (
            number for number, about in links_by_section.items() if part.number in about
        ):
            html += format_html(
                '<p class="small soft">{} <a href="#{}">{}</a></p>',
                _("Matches that began with an older version of the rules play this differently:"),
                *(number, number),
            )
        yield replace(part, html=html)


# filling in


def render_text(key: str, text: str, **more: object) -> str:
    """The text, filled in with the title's `board/rulebook.py` and with `common_context`.

    Functions are called by name, `{{ buildings() }}`; other names are values, and those in capitals
    the constants of the rules: `{{ CITY_SPACES }}`.
    """
    data = rules_data(key)
    return TEMPLATES.from_string(text).render(
        {
            **common_tables.common_context(key),
            "example": lambda name: example_table(key, name, data.example_context),
            "mark": lambda name: setup_picture.mark_number(setup_of(key)[1], name),
            **data.constants,
            **data.context,
            **more,
        }
    )


def sprite_url(key: str) -> str:
    """The address of the sprite that the board is drawn with."""
    return static(f"titles/{key}/{rules_data(key).sprite}")


@functools.cache
def setup_of(key: str) -> tuple[rules.Match, SetupPicture]:
    """The match and the marks of the picture of the set-up, of a title that has one."""
    data = rules_data(key)
    assert data.setup_picture is not None, key
    match = setup_picture.first_match(key, data.setup_options)
    return match, data.setup_picture(match)


def pictures_of(key: str) -> markup.Pictures:
    data = rules_data(key)

    def picture(name: str) -> str:
        if name.startswith(markup.OF_SPRITE):
            return format_html(ICON, sprite_url(key), name.removeprefix(markup.OF_SPRITE))
        if name == setup_picture.PICTURE:
            return setup_picture.draw_setup(*setup_of(key), sprite_url(key))
        if name in data.pictures:
            return data.pictures[name]()
        if not name.startswith(EXAMPLE_PREFIX):
            drawing = render_text(key, drawing_files(key)[name])
            return SafeString(drawing.replace(SPRITE_REFERENCE, f'href="{sprite_url(key)}#'))
        example = examples(key)[name.removeprefix(EXAMPLE_PREFIX)]
        return rendering.render_thumbnail(presenter(key), final_match(example))

    return picture


# cutting


def chapters(tokens: Sequence[Token]) -> Iterator[tuple[Token, str, list[Token]]]:
    """(heading, its classes, body) for each heading except the title of the book."""
    heading, classes, body = None, "", list[Token]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "heading_open":
            if heading is not None:
                yield heading, classes, body
            heading = tokens[at + 1] if token.tag != "h1" else None
            classes, body = str(token.attrGet("class") or ""), []
            at += 3
            continue
        body.append(token)
        at += 1
    if heading is not None:
        yield heading, classes, body


def search_text(tokens: Sequence[Token]) -> str:
    """The text of tokens, for searching."""
    lines = (markup.plain_text(token.children or []) for token in tokens if token.type == "inline")
    return " ".join(lines)


def entries_of(tokens: Sequence[Token], section: str, pictures: markup.Pictures) -> Iterator[Entry]:
    """The blocks with anchors: rows of tables, items of lists, paragraphs."""
    blocks: list[int] = []  # start indices of the open rows, items and paragraphs
    head: list[Token] = []
    for at, token in enumerate(tokens):
        if token.nesting == 1 and token.tag in BLOCK_TAGS:
            blocks.append(at)
        elif token.nesting == -1 and token.tag in BLOCK_TAGS:
            blocks.pop()
        if token.type == "thead_open":
            head = [one for one in tokens[at : block_end(tokens, at)] if one.type == "inline"]
        for anchor, title in token_anchors(tokens, at):
            start = blocks[0] if tokens[blocks[0]].tag == "tr" else blocks[-1]
            block = tokens[start : block_end(tokens, start) + 1]
            if block[0].tag == "tr":
                yield Entry(anchor, title, section, row_html(head, block, pictures))
            else:
                yield Entry(anchor, title, section, markup.render_html(block, pictures))


def token_anchors(tokens: Sequence[Token], at: int) -> Iterator[tuple[str, str]]:
    """(anchor, name) of the spans in an inline token, or of a paragraph with its own anchor."""
    token = tokens[at]
    if token.type == "paragraph_open" and token.attrGet("id"):
        strong = strong_text(tokens[at + 1].children or [])
        yield str(token.attrGet("id")), strong or tokens[at + 1].content
    for number, child in enumerate(token.children or []):
        if child.type == "span_open" and child.attrGet("id"):
            inner = (token.children or [])[number + 1 :]
            end = next(n for n, one in enumerate(inner) if one.type == "span_close")
            yield str(child.attrGet("id")), markup.plain_text(inner[:end])


def strong_text(children: Sequence[Token]) -> str:
    """The first bold words of a paragraph, which name its subject; "" if there are none."""
    opened = [n for n, one in enumerate(children) if one.type == "strong_open"]
    closed = [n for n, one in enumerate(children) if one.type == "strong_close"]
    return markup.plain_text(children[opened[0] : closed[0]]) if opened else ""


def block_end(tokens: Sequence[Token], start: int) -> int:
    """The index at which the block that starts at `start` is closed."""
    depth = 0
    for at in range(start, len(tokens)):
        depth += tokens[at].nesting
        if depth == 0:
            return at
    return len(tokens) - 1


def row_html(head: Sequence[Token], row: Sequence[Token], pictures: markup.Pictures) -> SafeString:
    """A table row by itself: each cell under the heading of its column."""
    cells = [token for token in row if token.type == "inline"]
    pairs = list(zip(head, cells, strict=True))[1:] if head else [(None, one) for one in cells[1:]]
    said = [
        (
            markup.plain_text(name.children or []) if name else "",
            markup.render_html([one], pictures),
        )
        for name, one in pairs
    ]
    lines = format_html_join("", "<dt>{}</dt><dd>{}</dd>", [pair for pair in said if pair[1]])
    return format_html('<dl class="facts">{}</dl>', lines)
