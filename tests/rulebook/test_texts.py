"""The rules of every title that has them: both languages alike, and as the code plays and cites."""

from __future__ import annotations

import ast
import functools
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import games.rules as rules
from games import registry, rulebook
from games.rulebook import sections
from games.rulebook.examples import example_problems, example_table, examples
from games.rulebook.rules_data import rules_data
from games.rulebook.sections import Rulebook
from games.rules import coverage
from portal.translation_cache import pin_language

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WITH_RULES = [key for key in rules.catalogue() if rulebook.available_languages(key)]
SECTION = r"\d+(?:\.\d+)*"
CITED = re.compile(rf"\brules ({SECTION}(?:(?:, | and |–|-){SECTION})*)(?![\w.]*\d)")
SOURCES = ("*.py", "*.js", "*.css", "*.html")
NUMBER = re.compile(r"\d+")
TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
TRIALS = 12
LEAST_EXAMPLES = 3

each_title = pytest.mark.parametrize("key", WITH_RULES)


def both(key: str) -> list[Rulebook]:
    books = [rulebook.load_rulebook(key, language) for language in LANGUAGES]
    assert [book.language for book in books if book] == LANGUAGES
    return [book for book in books if book]


@each_title
def test_rules_are_there_in_every_language_of_the_site(key: str) -> None:
    assert rulebook.available_languages(key) == LANGUAGES


@each_title
def test_rules_are_in_their_own_language_on_a_page_in_another_one(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for a reader of Japanese where a title has its rules in English alone."""
    known = rulebook.load_rulebook(key, "en")
    monkeypatch.setattr(sections, "_cached_rulebook", sections._cached_rulebook.__wrapped__)
    with translation.override("ja"), pin_language():
        assert rulebook.load_rulebook(key, "en") == known


@each_title
def test_both_languages_have_the_same_sections_and_anchors(key: str) -> None:
    first, *others = both(key)
    for other in others:
        assert [part.number for part in other.parts] == [part.number for part in first.parts]
        assert list(other.entries) == list(first.entries)


@each_title
def test_both_languages_have_the_same_tables_and_drawings(key: str) -> None:
    first, *others = both(key)
    for other in others:
        for one, same in zip(first.parts, other.parts, strict=True):
            assert shapes(one.html) == shapes(same.html), one.number
            assert one.html.count("rules-picture") == same.html.count("rules-picture"), one.number


def shapes(html: str) -> list[tuple[int, int]]:
    """(rows, cells) of the tables."""
    return [
        (table.count("<tr"), table.count("<td") + table.count("<th>"))
        for table in TABLE.findall(html)
    ]


@each_title
def test_both_languages_tell_the_same_numbers(key: str) -> None:
    first, *others = both(key)
    for other in others:
        for one, same in zip(first.parts, other.parts, strict=True):
            assert numbers(one.text) == numbers(same.text), f"section {one.number}"


def numbers(text: str) -> set[str]:
    """Numbers in digits but 1: where English says "a barrel", Japanese may count one."""
    return set(NUMBER.findall(unicodedata.normalize("NFKC", text))) - {"1"}


@each_title
def test_sections_stand_in_order_and_chapters_before_their_parts(key: str) -> None:
    for book in both(key):
        known = [part.number for part in book.parts]
        assert len(known) == len(set(known))
        assert known == sorted(known, key=lambda number: [int(n) for n in number.split(".")])
        for number in known:
            assert "." not in number or number.rpartition(".")[0] in known[: known.index(number)]


@each_title
def test_links_within_the_text_lead_somewhere(key: str) -> None:
    for book in both(key):
        for part in book.parts:
            for anchor in re.findall(r'href="#([^"]+)"', part.html):
                assert book.has(anchor), f"{part.number}: #{anchor}"


@each_title
def test_every_section_that_is_cited_is_there(key: str) -> None:
    for book in both(key):
        missing = {
            f"{path.name}: {cited}" for path, cited in citations(key) if cited not in book.by_number
        }
        assert not missing


@each_title
def test_refusals_cite_paragraphs(key: str) -> None:
    """Neither whole chapters nor what is told to programmers answers a player."""
    book, *_ = both(key)
    paragraphs = {
        part.number for part in book.parts if "." in part.number and not part.for_programmers
    }
    cited = set(refusal_sections(key))
    assert cited
    assert {
        f"{path.name}: {section}" for path, section in cited if section not in paragraphs
    } == set()


def citations(key: str) -> Iterator[tuple[Path, str]]:
    """(file, section) of what comments say and refusals name."""
    folder = registry.title_folders()[key]
    for path in sorted(path for kind in SOURCES for path in folder.rglob(kind)):
        text = path.read_text("utf-8")
        for found in CITED.finditer(text):
            yield from ((path, section) for section in re.findall(SECTION, found.group(1)))
    yield from refusal_sections(key)


def refusal_sections(key: str) -> Iterator[tuple[Path, str]]:
    """(file, section) of the rules' code."""
    for path in sorted((registry.title_folders()[key] / "rules").rglob("*.py")):
        for section in sections_in_code(ast.parse(path.read_text("utf-8"))):
            yield path, section


def sections_in_code(tree: ast.Module) -> Iterator[str]:
    """Sections that refusals are given in the code of the rules."""
    for node in ast.walk(tree):
        inner: list[ast.expr] = []
        if isinstance(node, ast.Call) and name_of(node.func) in (
            "illegal_move",
            "malformed_move",
            "IllegalMove",
        ):
            inner = node.args
        elif isinstance(node, ast.Assign) and "SECTIONS" in map(name_of, node.targets):
            inner = [one for one in ast.walk(node.value) if isinstance(one, ast.expr)]
        for one in inner:
            if isinstance(one, ast.Constant) and re.fullmatch(SECTION, str(one.value)):
                yield str(one.value)


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def test_citations_are_found() -> None:
    text = "# rules 5.8 and 5.9, 7\nillegal_move('x', 'y', '4')\nSECTIONS = {'a': '5.5.1'}\n'1.5'"
    assert re.findall(SECTION, "".join(CITED.findall(text))) == ["5.8", "5.9", "7"]
    assert set(sections_in_code(ast.parse(text))) == {"4", "5.5.1"}


@functools.cache
def trial_matches(key: str) -> tuple[rules.Match, ...]:
    game = rules.get(key)
    return tuple(
        coverage.trial_matches(game, [coverage.play_auto_move], TRIALS, game.version, "rulebook")
    )


@each_title
def test_every_component_has_its_paragraph(key: str) -> None:
    components = rules_data(key).anchors
    assert components
    for book in both(key):
        assert [one for one in components if one not in book.entries] == []


@each_title
def test_every_option_and_choice_has_its_paragraph(key: str) -> None:
    for book in both(key):
        for option in rules.get(key).options:
            assert f"option:{option.key}" in book.entries
            for choice in option.choices:
                assert f"choice:{option.key}:{choice}" in book.entries


@each_title
def test_rulebook_links_version_differences_to_their_sections(key: str) -> None:
    game = rules.get(key)
    for book in both(key):
        for version in range(game.oldest_version, game.version):
            section = book.section_of(f"version:{version}")
            assert section is not None
            about = re.findall(r'href="#([0-9.]+)"', section.html)
            assert about
            leads = f'href="#{section.number}"'
            assert [number for number in about if leads not in book.by_number[number].html] == []


def chapter_html(book: Rulebook, chapter: str) -> str:
    inner = [book.by_number[chapter], *book.below(book.by_number[chapter])]
    return " ".join(part.html for part in inner)


@each_title
def test_rulebook_documents_every_move_notation(key: str) -> None:
    verbs = {move.split(" ")[0] for match in trial_matches(key) for _seat, move in match.moves}
    for book in both(key):
        said = chapter_html(book, "6")
        assert {verb for verb in verbs if not re.search(rf"<code>{verb}\b", said)} == set()


@each_title
def test_rulebook_documents_every_chance_name(key: str) -> None:
    names = {
        name.split(":")[0] for match in trial_matches(key) for name in match.record()["chance"]
    }
    for book in both(key):
        said = chapter_html(book, "7")
        assert {name for name in names if not re.search(rf"<code>{name}\b", said)} == set()


@each_title
def test_rulebook_documents_every_key_of_views_breakdowns_and_records(key: str) -> None:
    match = rules.new_match(key, rules.get(key).seats[-1], seed="rulebook")
    for book in both(key):
        said = " ".join(part.html for part in book.parts if part.for_programmers)
        keys = {*match.view(0), *match.scores()[0].breakdown, *match.record()}
        assert {one for one in keys if f"<code>{one}</code>" not in said} == set()


@each_title
def test_examples_say_moves_as_the_buttons_do(key: str) -> None:
    for name, example in examples(key).items():
        moves = [line for line in example_table(key, name).splitlines() if ".notation}" in line]
        assert len(moves) == len(example.record["moves"]) - example.start + len(example.refused)
        assert [line for line in moves if re.search(r"\| *\[`", line)] == [], name


@each_title
def test_there_are_worked_examples_and_the_text_tells_them_all(key: str) -> None:
    assert len(examples(key)) >= LEAST_EXAMPLES
    for language in LANGUAGES:
        text = (registry.title_folders()[key] / f"RULES.{language}.md").read_text("utf-8")
        assert {name for name in examples(key) if f'example("{name}")' not in text} == set()


@pytest.mark.parametrize(
    ("key", "name"), [(key, name) for key in WITH_RULES for name in examples(key)]
)
def test_a_worked_example_is_what_the_rules_play(key: str, name: str) -> None:
    example = examples(key)[name]
    assert list(example_problems(example)) == []
    assert example.scores is not None or example.legal or example.not_legal or example.refused
