"""What the pages of documentation say, read as Markdown once: for the tests of words and prose."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
MARKDOWN = MarkdownIt("commonmark").enable("table")
GLOSSARY = "docs/glossary.md"
#: A full stop, perhaps with a bracket or a quotation mark, before the next sentence.
SENTENCE_END = re.compile(r"(?<=[.!?])[)”\"’]*\s+(?=[^a-z])")
#: Stands for code in a sentence: one word that can begin it.
CODE = "CODE"


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, a heading or a cell of a table."""

    kind: str  # "prose", "heading" or "cell"
    line: int  # the first one, from 1
    text: str  # without markup, with `CODE` for code
    column: str = ""  # of a cell: the heading of its column

    def sentences(self) -> list[str]:
        """
        >>> Block("prose", 1, "Stop. Go on (or not). Version 3.11 is old.").sentences()
        ['Stop.', 'Go on (or not).', 'Version 3.11 is old.']
        """
        ends = [0, *(found.end() for found in SENTENCE_END.finditer(self.text)), len(self.text)]
        parts = [self.text[a:b].strip() for a, b in itertools.pairwise(ends)]
        return [part for part in parts if count_words(part)]


@dataclass(frozen=True)
class Document:
    """A page in Markdown: its path from the root of the project, and its text."""

    path: str
    text: str

    @functools.cached_property
    def tokens(self) -> list[Token]:
        """Its syntax; each cell of a table knows the heading of its column."""
        tokens = MARKDOWN.parse(self.text)
        columns: list[str] = []
        place = 0
        for before, token in itertools.pairwise(tokens):
            if before.type == "table_open":
                columns = []
            elif before.type == "tr_open":
                place = 0
            if before.type == "th_open":
                columns.append(plain_text(token))
            if before.type in ("th_open", "td_open"):
                token.meta["column"] = columns[place]
                place += 1
        return tokens

    def blocks(self) -> Iterator[Block]:
        for kind, token in self._inline():
            yield Block(
                kind, _line(token), plain_text(token, CODE), str(token.meta.get("column", ""))
            )

    def _inline(self) -> Iterator[tuple[str, Token]]:
        kinds = {"th_open": "cell", "td_open": "cell", "heading_open": "heading"}
        for before, token in itertools.pairwise(self.tokens):
            if token.type == "inline":
                yield kinds.get(before.type, "prose"), token

    def prose_lines(self) -> Iterator[tuple[int, str]]:
        """The lines of headings, paragraphs and lists, with their numbers from 1."""
        lines = self.text.split("\n")
        for kind, token in self._inline():
            if kind != "cell" and token.map:
                yield from ((n + 1, lines[n]) for n in range(*token.map))

    def links(self) -> Iterator[tuple[int, str]]:
        """The targets of links and pictures, with the lines of their blocks."""
        for _, token in self._inline():
            for child in token.children or ():
                if target := child.attrGet("href") or child.attrGet("src"):
                    yield _line(token), str(target)

    def code(self) -> Iterator[tuple[int, str]]:
        """The code within sentences and tables, with the lines of its blocks."""
        for _, token in self._inline():
            for child in token.children or ():
                if child.type == "code_inline":
                    yield _line(token), child.content

    def fences(self, language: str) -> list[str]:
        """The blocks of code in a language."""
        return [token.content for token in self.tokens if token.info.strip() == language]

    def headings(self) -> list[str]:
        return [plain_text(token) for kind, token in self._inline() if kind == "heading"]

    def anchors(self) -> set[str]:
        """What can follow `#` in a link to the page."""
        seen: dict[str, int] = {}
        for heading in self.headings():
            seen[anchor(heading)] = seen.get(anchor(heading), 0) + 1
        return {f"{a}-{n}" if n else a for a, times in seen.items() for n in range(times)}

    def tables(self) -> Iterator[list[dict[str, str]]]:
        """Each table as rows, which name their cells by the columns' headings."""
        rows: list[dict[str, str]] = []
        for token in self.tokens:
            if token.type == "tbody_open":
                rows = []
            elif token.type == "tr_open":
                rows.append({})
            elif "column" in token.meta:
                rows[-1][token.meta["column"]] = plain_text(token)
            elif token.type == "tbody_close":
                yield rows


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def plain_text(token: Token, code: str = "") -> str:
    """The text of a block without its markup, with another word for code."""
    parts = []
    for child in token.children or ():
        if child.type == "code_inline":
            parts.append(code or child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "text":
            parts.append(child.content)
    return "".join(parts)


def anchor(heading: str) -> str:
    """How a link names a heading, as forges make it.

    >>> anchor("7. Translations: `locale/`")
    '7-translations-locale'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def count_words(text: str) -> int:
    """
    >>> count_words("Undo – is free, 3 times.")
    5
    """
    return sum(any(map(str.isalnum, word)) for word in text.split())


@functools.cache
def document(path: str) -> Document:
    return Document(path, (ROOT / path).read_text(encoding="utf-8"))


@functools.cache
def avoided_words() -> dict[str, str]:
    """The words not to use, each with what to write instead."""
    for table in document(GLOSSARY).tables():
        if "use instead" in table[0]:
            return {row["word"]: row["use instead"] for row in table}
    raise LookupError("the glossary has no table of words not to use")
