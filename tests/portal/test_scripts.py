"""Scripts speak through the page: what people read comes from the server, in their language."""

from __future__ import annotations

import posixpath
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

import games.rules as rules
from games.boards import presenter
from games.boards.base import Presenter
from portal.http import script_modules
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
GUIDED = re.compile(r"{% if is_guided %}.+?{% else %}")
LOADED = re.compile(r"{% modules ([^%]+) %}")


def file_of(name: str) -> Path:
    found = finders.find(name)
    assert found, name
    return Path(found)


def modules_of_a_table(show: Presenter) -> list[str]:
    """Our own modules on the page of a table where nobody is guided, in the order of running."""
    templates = Path(settings.BASE_DIR, "templates")
    pages = [(templates / name).read_text() for name in ("base.html", "games/table/page.html")]
    loaded = " ".join(" ".join(LOADED.findall(GUIDED.sub("", page))) for page in pages)
    return script_modules.modules_of([*re.findall(r'"([^"]+)"', loaded), *show.scripts])


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_table_loads_little_script(game: str) -> None:
    names = modules_of_a_table(presenter(game))
    assert {"js/site.js", "js/table.js"} <= set(names)
    assert "js/tutorial.js" not in names
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


CLASSIC = ("js/device-settings.js", "js/service-worker.js")  # before anything is drawn; no page


@pytest.mark.parametrize("name", own_scripts())
def test_a_script_is_a_module_or_strict(name: str) -> None:
    """A module is strict, and shares only what it exports."""
    code = re.sub(r"^(?://[^\n]*\n)+", "", own_scripts()[name].read_text())
    assert code.startswith('"use strict";\n') == (name in CLASSIC)
    assert not re.search(r"\bwindow\.\w+ = |\bglobalThis\b", code)


# Modules

LATER = re.compile(r"\bimport\(\"([^\"]+)\"\)")


def imports_at_any_time(name: str) -> list[str]:
    later = LATER.findall(own_scripts()[name].read_text())
    folder = posixpath.dirname(name)
    return [
        *script_modules.imports_of(name),
        *(posixpath.normpath(posixpath.join(folder, one)) for one in later),
    ]


def test_imports_form_no_cycle() -> None:
    """Names with a checksum need that: the checksum of a module depends on what it imports."""
    graph = {name: imports_at_any_time(name) for name in own_scripts()}
    order = list(TopologicalSorter(graph).static_order())
    assert set(order) == set(graph)


def test_a_page_names_what_its_modules_import(settings: Any, tmp_path: Path) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    files = {
        "page.js": 'import "./board.js";\nimport {\n  a,\n  b,\n} from "../js/both.js";\n',
        "board.js": '// import "./none.js";\nexport { a } from "./both.js";\nimport("./c.js");\n',
        "both.js": 'const text = "import";\n',
    }
    (tmp_path / "js").mkdir()
    for name, code in files.items():
        (tmp_path / "js" / name).write_text(code)
    assert script_modules.modules_of(["js/page.js"]) == ["js/both.js", "js/board.js", "js/page.js"]
    tags = script_modules.module_tags(("js/page.js", "js/board.js"))
    assert tags == (
        '<link rel="modulepreload" href="/static/js/both.js" fetchpriority="low">'
        '<script type="module" src="/static/js/page.js" fetchpriority="low"></script>'
        '<script type="module" src="/static/js/board.js" fetchpriority="low"></script>'
    )
    with pytest.raises(FileNotFoundError, match=r"js/c\.js"):
        script_modules.modules_of(["js/c.js"])


def test_a_changed_module_is_noticed_in_development(settings: Any, tmp_path: Path) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    settings.DEBUG = True
    (tmp_path / "a.js").write_text("")
    (tmp_path / "b.js").write_text("")
    assert "b.js" not in script_modules.modules(("a.js",))
    (tmp_path / "a.js").write_text('import "./b.js";')
    assert "b.js" in script_modules.modules(("a.js",))
