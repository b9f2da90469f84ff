"""Scripts speak through the page: what people read comes from the server, in their language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

import games.rules as rules
from games.boards import presenter
from games.boards.base import Presenter
from portal.http.static_files import minify_script

pytestmark = pytest.mark.same_everywhere

STATIC = Path(settings.BASE_DIR, "static")
SCRIPTS = sorted([*STATIC.glob("js/**/*.js"), *STATIC.glob("boards/*.js")])
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
    r"""|(?P<pattern>(?<=[(,=])\s*/(?![*/])(?:\\.|\[[^\]]*\]|[^/\\\n])+/[a-z]*)""",
    re.S,
)
SHOWN = re.compile(  # where a text is put before people's eyes or ears
    r"(?:\.(?:textContent|innerText|innerHTML|title|placeholder|alt|ariaLabel)\s*=(?!=)"
    r"|\b(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*:"
    r"|setAttribute\(\s*\"(?:aria-label|aria-description|title|alt|placeholder)\"\s*,"
    r"|\b(?:alert|confirm|prompt|createTextNode)\()"
    r"(?P<what>[^;\n]*)"
)
SENTENCE = re.compile(r"^[^.#\[({$]*\b[A-Z][a-z]+\b.*\s\S|\w[.!?…]\s*$")
LOOKED_UP = re.compile(r"\.(?:closest|querySelector|getAttribute)\([^()]*\)")
LETTERS = re.compile(r"[^\W\d_]{2,}")


def texts(code: str) -> list[str]:
    """The literals of a script, without quotes and without what is filled in."""
    found = [match["text"] for match in TOKEN.finditer(code) if match["text"]]
    return [re.sub(r"\$\{[^}]*\}", "", text[1:-1]) for text in found]


def english(code: str) -> list[str]:
    """Words that a script shows to people itself, and literals that read like sentences."""
    bare = TOKEN.sub(lambda match: match["text"] or "", code)
    shown = [LOOKED_UP.sub("", match["what"]) for match in SHOWN.finditer(bare)]
    return [
        *(text for what in shown for text in texts(what) if LETTERS.search(text)),
        *(text for text in texts(code) if SENTENCE.search(text)),
    ]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_no_script_brings_words_of_its_own(script: Path) -> None:
    assert english(script.read_text()) == []


@pytest.mark.parametrize(
    "code",
    [
        'badge.textContent = is ? "offline" : "";',
        "clock.textContent = `${n} left`;",
        'button.setAttribute("aria-label", "close");',
        'element("button", { textContent: "back" })',
        'say("The table has moved on");',
        'const words = { none: "Nothing fits here." };',
        'alert("gone")',
    ],
)
def test_words_in_a_script_are_found(code: str) -> None:
    assert english(code)


def test_no_template_uses_the_id_of_what_a_script_makes() -> None:
    made = {id_ for path in SCRIPTS for id_ in re.findall(r'\.id = "([^"]+)"', path.read_text())}
    assert "rules-tip" in made
    pages = Path(settings.BASE_DIR, "templates").rglob("*.html")
    used = {id_ for page in pages for id_ in re.findall(r'\bid="([^"{]+)"', page.read_text())}
    assert not made & used


def minified_source(script: Path) -> str:
    """A script as browsers get it."""
    return minify_script(script.read_text())


def test_the_script_of_every_page_is_small() -> None:
    assert len(minified_source(STATIC / "js/turn-counter.js")) <= 3000


# How much script a page loads

LONGEST = 12_000
A_TABLE = 65 * 1024  # without the guide of a first match, which alone has a script for it
GUIDED = re.compile(r"{% if is_guided %}<script .+?{% endif %}")
LOADED = re.compile(r"<script src=\"{% static '(?!vendor/)([^']+)' %}")


def file_of(name: str) -> Path:
    found = finders.find(name)
    assert found, name
    return Path(found)


def scripts_of_a_table(show: Presenter) -> list[str]:
    """Our own scripts on the page of a table where nobody is guided, in their order."""
    templates = Path(settings.BASE_DIR, "templates")
    pages = [(templates / name).read_text() for name in ("base.html", "games/table/page.html")]
    always = (GUIDED.sub("", page) for page in pages)
    return [*(name for page in always for name in LOADED.findall(page)), *show.scripts]


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_table_loads_little_script(game: str) -> None:
    names = scripts_of_a_table(presenter(game))
    assert {"js/site.js", "js/table.js"} <= set(names)
    assert sum(len(minified_source(file_of(name))) for name in names) <= A_TABLE


def own_scripts() -> dict[str, Path]:
    """Every script of ours by the name that pages load it by."""
    titles_ = Path(settings.BASE_DIR, "games/titles")
    theirs = {path: path.relative_to(titles_).parts for path in titles_.glob("*/static/**/*.js")}
    return {
        **{str(path.relative_to(STATIC)): path for path in SCRIPTS},
        **{"/".join(("titles", key, *name)): path for path, (key, _, *name) in theirs.items()},
    }


@pytest.mark.parametrize("name", own_scripts())
def test_a_script_is_one_short_piece(name: str) -> None:
    assert own_scripts()[name].stat().st_size <= LONGEST


@pytest.mark.parametrize("name", own_scripts())
def test_a_script_is_sent_without_comments_and_is_otherwise_the_same(name: str) -> None:
    script = own_scripts()[name]
    bare = TOKEN.sub(lambda match: "" if match["comment"] else match[0], script.read_text())
    assert re.sub(r"\s+", "", minified_source(script)) == re.sub(r"\s+", "", bare)
    assert texts(minified_source(script)) == texts(bare)


@pytest.mark.parametrize("name", own_scripts())
def test_a_script_is_strict(name: str) -> None:
    code = re.sub(r"^(?://[^\n]*\n)+", "", own_scripts()[name].read_text())
    assert code.startswith('"use strict";\n')
