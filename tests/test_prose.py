"""The pages of documentation are plain, short and right about the files that they name."""

from __future__ import annotations

import dataclasses
import functools
import os
import re
from pathlib import Path

import pytest

from games.boards import Presenter, presenter
from games.rules.game import Game, catalogue
from tests.documents import (
    ROOT,
    Document,
    anchor,
    avoided_words,
    count_words,
    document,
)

pytestmark = pytest.mark.same_everywhere

LONGEST_LINE = 100
LONGEST_SENTENCE = 40
SHORT_SENTENCE = 18

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
]
NOTES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("static", "games", "tests")
    for path in (ROOT / folder).rglob("README.md")
    if "node_modules" not in path.parts
)
MOST_WORDS = {
    page: 1500 if "subsystems" in page else 1200
    for page in PAGES
    if page.startswith("docs/subsystems/") or page == "docs/architecture.md"
}
MOST_LINES = {"benchmarks/README.md": 250}


def page(text: str) -> Document:
    return Document("docs/sample.md", text)


# lines and sentences


def long_lines(doc: Document) -> list[str]:
    """Lines of prose that are too long, but for those that cannot be broken."""
    return [
        f"{doc.path}:{number}: {len(line)} characters"
        for number, line in doc.prose_lines()
        if len(line) > LONGEST_LINE and not is_one_link(line) and " " in line.lstrip("#->* ")
    ]


def is_one_link(line: str) -> bool:
    """Whether a line is a link or a picture and nothing else."""
    return re.fullmatch(r"\s*(?:[-*] |\d+\. )?!?\[[^]]*\]\([^)]*\)[.,;:]?", line) is not None


def long_sentences(doc: Document) -> list[str]:
    return [
        f"{doc.path}:{block.line}: {count_words(sentence)} words: {sentence[:60]}…"
        for block in doc.blocks()
        if block.kind == "prose"
        for sentence in block.sentences()
        if count_words(sentence) > LONGEST_SENTENCE
    ]


def share_of_short_sentences(doc: Document) -> float:
    prose = (block for block in doc.blocks() if block.kind == "prose")
    lengths = [count_words(sentence) for block in prose for sentence in block.sentences()]
    return sum(n <= SHORT_SENTENCE for n in lengths) / len(lengths) if lengths else 1.0


@pytest.mark.parametrize("path", PAGES)
def test_page_is_short_in_lines_and_sentences(path: str) -> None:
    doc = document(path)
    assert long_lines(doc) == []
    assert long_sentences(doc) == []
    assert share_of_short_sentences(doc) >= 0.5


@pytest.mark.parametrize(("path", "most"), MOST_WORDS.items())
def test_page_has_no_more_words_than_one_reads(path: str, most: int) -> None:
    assert len(document(path).text.split()) <= most


@pytest.mark.parametrize(("path", "most"), MOST_LINES.items())
def test_page_has_no_more_lines_than_a_table_needs(path: str, most: int) -> None:
    assert document(path).text.count("\n") <= most


def test_long_line_is_found_in_prose_only() -> None:
    line = "word " * 21
    assert long_lines(page(line)) == ["docs/sample.md:1: 105 characters"]
    assert long_lines(page(f"- a\n- b {line}")) == ["docs/sample.md:2: 109 characters"]
    assert long_lines(page(f"```\n{line}\n```\n\n| a |\n| - |\n| {line} |\n")) == []
    assert long_lines(page(f"![{line}](x.png)\n\nhttps://example.org/{'x' * 90}")) == []


def test_long_sentence_is_found() -> None:
    assert long_sentences(page("Word " * 40 + "\n\nNext " * 20)) == []
    (found,) = long_sentences(page("Short one. " + "Word " * 20 + "`c o d e`\n" + "word " * 20))
    assert "41 words" in found


def test_share_of_short_sentences_counts_sentences() -> None:
    assert share_of_short_sentences(page("One. Two. " + "Three " * 19)) == pytest.approx(2 / 3)
    assert share_of_short_sentences(page("# Title\n")) == 1


# links


def broken_links(doc: Document) -> list[str]:
    return [f"{doc.path}:{line}: {link}" for line, link in doc.links() if not _leads(doc, link)]


def _leads(doc: Document, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return True
    path, _, fragment = link.partition("#")
    there = os.path.normpath((Path(doc.path).parent / path).as_posix()) if path else doc.path
    if path and not (ROOT / there).exists():
        return False
    return not fragment or fragment in (document(there) if path else doc).anchors()


@pytest.mark.parametrize("path", [*PAGES, *NOTES])
def test_links_lead_somewhere(path: str) -> None:
    assert broken_links(document(path)) == []


def test_broken_link_is_found() -> None:
    good = "# Here\n\n[a](testing.md) [b](../README.md#start) [c](#here) [d](https://example.org)"
    assert broken_links(page(good)) == []
    bad = "[a](nowhere.md) [b](../README.md#stop) ![c](images/no.png) [d](#there)"
    assert len(broken_links(page(bad))) == 4


# what the sources say of the pages

CITATION = re.compile(
    r"(?P<path>docs/[\w/-]+\.md)(?:#(?P<anchor>[\w-]+)|`{0,2},[\s#*/]+\"(?P<heading>[^\"]+)\")?"
)
SOURCES = (".py", ".html", ".txt", ".xml", ".js", ".mjs", ".css", ".yaml", ".yml", ".toml")


def wrong_citations(text: str) -> list[str]:
    """Pages and sections that a source cites and that are not there."""
    found = []
    for cited in CITATION.finditer(text):
        if not (ROOT / cited["path"]).is_file():
            found.append(cited[0])
            continue
        heading = anchor(re.sub(r"[\s#*/]+", " ", cited["heading"])) if cited["heading"] else ""
        if (wanted := cited["anchor"] or heading) and wanted not in _numberless(cited["path"]):
            found.append(cited[0])
    return found


def _numberless(path: str) -> set[str]:
    """Anchors of a page, with and without the numbers of its sections."""
    anchors = document(path).anchors()
    return anchors | {re.sub(r"^\d+-", "", one) for one in anchors}


def test_sources_cite_pages_and_sections_that_exist() -> None:
    wrong = {
        path.relative_to(ROOT).as_posix(): found
        for path in project_files()
        if path.suffix in SOURCES and path != Path(__file__)
        if "docs/" in (text := path.read_text(encoding="utf-8"))
        if (found := wrong_citations(text))
    }
    assert wrong == {}


def test_wrong_citation_is_found() -> None:
    assert wrong_citations('`docs/operations/upgrade.md`, "Dependencies" and docs/voice.md.') == []
    assert wrong_citations('# docs/operations/upgrade.md, "Depend\n    # encies"') != []
    assert wrong_citations("`docs/nothing.md` and docs/chance.md#nothing") == [
        "docs/nothing.md",
        "docs/chance.md#nothing",
    ]


# files and names

SUFFIXES = {"css", "html", "ico", "json", "jsonl", "md", "mjs", "po", "py", "toml", "ts", "yaml"}
FILE = re.compile(r"(?!/)[\w./*<>-]+")
MODULE = re.compile(r"(accounts|games|portal|tests|benchmarks)(?:\.\w+)+")
#: Files of a running site, of a machine for development, of an example, and what a command writes.
ELSEWHERE = re.compile(r"var/|weights\.json|\.venv|\.pytest_cache/|FILE\.|pebbles/")
#: Folders of the project that hold nothing of its own.
UNREAD = {"__pycache__", "node_modules", "var"}


@functools.cache
def project_files() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [n for n in folders if n not in UNREAD and (n[0] != "." or n == ".ci")]
        found += [Path(folder, name) for name in names]
    return sorted(found)


@functools.cache
def _ends_of_paths() -> set[str]:
    """Each file and folder of the project, named from any folder above it."""
    ends = set()
    for path in project_files():
        parts = path.relative_to(ROOT).parts
        for last in range(1, len(parts) + 1):
            ends |= {"/".join(parts[first:last]) for first in range(last)}
    return ends


def missing_files(doc: Document) -> list[str]:
    """Files, folders and modules that a page names as code and that the project does not have."""
    return [
        f"{doc.path}:{line}: {word}"
        for line, code in doc.code()
        for word in code.split()
        if not _is_there(word)
    ]


def _is_there(word: str) -> bool:
    if module := MODULE.match(word):
        return _is_name(module[0])
    if not FILE.fullmatch(word) or ELSEWHERE.match(word):
        return True
    is_folder = "/" in word and (ROOT / word.partition("/")[0]).is_dir()
    if not is_folder and word.rpartition(".")[2] not in SUFFIXES:
        return True
    if word.startswith("."):
        return word.strip(".") in SUFFIXES or (ROOT / word).exists()
    pattern = re.sub(r"<\w+>", "*", word).rstrip("/")
    if "*" in pattern:
        return any(ROOT.glob(pattern))
    return pattern in _ends_of_paths()


def _is_name(dotted: str) -> bool:
    """Whether it is a package, a module, or a name that the text of a module has."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if source.is_file():
            rest = parts[length:]
            text = source.read_text(encoding="utf-8") if rest else ""
            return all(re.search(rf"\b{name}\b", text) for name in rest)
    return (ROOT / parts[0]).is_dir() and len(parts) == 1


@pytest.mark.parametrize("path", [p for p in PAGES if p != "CHANGELOG.md"])
def test_files_that_a_page_names_exist(path: str) -> None:
    assert missing_files(document(path)) == []


def test_missing_file_is_found() -> None:
    good = "`games/table/`, `python3 manage.py`, `games/titles/<key>/rules/`, `journal.py`"
    assert missing_files(page(f"{good}, `/lobby/`, `1/2`, `.mo`, `var/x.py`, `a/b`")) == []
    assert missing_files(page("`games.rules.match.Match`, `games.registry`")) == []
    bad = ["games/tableau/", "nobody.py", "games/titles/<key>/nobody.py", "table/journal.py"]
    bad += ["games.rules.match.Macht", "games.nobody", "games/table/session/nobody"]
    text = "\n".join(f"- `{name}`" for name in bad)
    assert [found.rpartition(" ")[2] for found in missing_files(page(text))] == bad


#: A name with an underscore, or one after a dot.
NAME = re.compile(r"[A-Za-z]\w*_\w*[A-Za-z0-9]|(?<=[a-z]\.)[A-Za-z]\w*")


@functools.cache
def _words_of_sources() -> set[str]:
    return {
        word
        for path in project_files()
        if (path.suffix in (*SOURCES, ".ts") or path.name == "Dockerfile")
        if path != Path(__file__)
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    }


def missing_names(doc: Document) -> list[str]:
    """Names that a page gives as code and that no source has."""
    return [
        f"{doc.path}:{line}: {name}"
        for line, code in doc.code()
        for word in re.sub(r"<\w+>", " ", code).split()
        if "/" not in word and not ELSEWHERE.match(word)
        for name in NAME.findall(word)
        if name not in _words_of_sources()
    ]


@pytest.mark.parametrize("path", [p for p in PAGES if p != "CHANGELOG.md"])
def test_names_that_a_page_uses_exist(path: str) -> None:
    assert missing_names(document(path)) == []


def test_missing_name_is_found() -> None:
    assert missing_names(page("`has_`, `Seat.due_at`, `open_table(key)`, `tests/x_y.py`")) == []
    found = missing_names(page("`Seat.dew_at`, `open_tabel(key)`, `Source.NOBODIES`"))
    assert [one.split(" ")[1] for one in found] == ["dew_at", "open_tabel", "NOBODIES"]


ADDING_A_GAME = "docs/adding-a-game.md"


def test_adding_a_game_names_every_hook_and_its_file() -> None:
    rows = [[*row.values()] for table in document(ADDING_A_GAME).tables() for row in table]
    for kind in {type(presenter(key)) for key in catalogue()} - {Presenter}:
        for hook, value in vars(kind).items():
            if hook.startswith("_"):
                continue
            assert re.search(rf"`{hook}\b", document(ADDING_A_GAME).text), hook
            if isinstance(value, staticmethod) and getattr(value, "__name__", "") == hook:
                file = value.__module__.rpartition(".")[2]
                (said,) = [row[1] for row in rows if file in re.findall(r"(\w+)\.py", row[0])][:1]
                assert re.search(rf"\b({hook}|named like the file)\b", said), (file, hook)


def test_adding_a_game_names_every_field_of_a_game() -> None:
    missing = [
        field.name
        for field in dataclasses.fields(Game)
        if not re.search(
            rf"\b{field.name}\b", " ".join(c for _, c in document(ADDING_A_GAME).code())
        )
        and f"    {field.name}=" not in document(ADDING_A_GAME).text
    ]
    assert missing == []


# words


#: Columns of tables that list what not to write.
WRONG = {"avoid", "word", "not", "before"}
#: Words that name something else in these pages.
ORDINARY = {"incident": "trouble of a running site, as operators call it"}


def avoided_uses(doc: Document) -> list[str]:
    """Words not to use, in all that a page says but in columns that list them."""
    return [
        f"{doc.path}:{block.line}: {word[0]} (use {avoided_words()[word[1].lower()]})"
        for block in doc.blocks()
        if block.column not in WRONG
        for word in _avoided_pattern().finditer(block.text)
    ]


@functools.cache
def _avoided_pattern() -> re.Pattern[str]:
    """The words and their plurals, but for plurals that are terms themselves."""
    words = "|".join(avoided_words().keys() - ORDINARY.keys())
    return re.compile(rf"(?<![\w-])(?!standings\b)({words})e?s?(?![\w-])", re.IGNORECASE)


@pytest.mark.parametrize("path", [p for p in PAGES if p != "CHANGELOG.md"])
def test_page_avoids_words_with_several_meanings(path: str) -> None:
    assert avoided_uses(document(path)) == []


def test_avoided_word_is_found() -> None:
    assert (
        avoided_uses(page("Standings and `notice` in [a](docs/notice.md), untold outdoors.")) == []
    )
    found = avoided_uses(page("# A Notice\n\nWishes are\ntold.\n\n| a |\n| - |\n| doors |\n"))
    assert [one.split(" ")[1] for one in found] == ["Notice", "Wishes", "told", "doors"]
    assert avoided_uses(page("| avoid | a |\n| - | - |\n| doors | b |\n")) == []


# the example in the README


def test_code_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = document("README.md").fences("python")
    assert code.count("\n") <= 10
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\[(\(\d, \d+\)(, )?){3}\]", printed[-1])
