"""Everything a person reads is there in Japanese: no message is missing or fuzzy.

And catalogues are compiled by the site itself, as gettext's own tools would.
"""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jinja2
import jinja2.ext
import pytest

from games import registry
from portal import translations
from tests.requirements import program

pytestmark = pytest.mark.same_everywhere

ROOT = Path(__file__).parents[2]
ROOMS = ("accounts", "games", "portal", "templates")
CATALOGUE = Path("locale/ja/LC_MESSAGES/django.po")
SITE = "the site"
HOW = (
    f"make {CATALOGUE} in its folder: mkdir -p locale && django-admin makemessages -l ja, there; "
    "then translate every message"
)
IGNORED = ("__pycache__", "*.svg", "*.mo", "tests", "titles", "benchmarks")


def sources(owner: str, copy: Path) -> None:
    """Copy what the messages of a catalogue are taken from, and the catalogue."""
    rooms = [ROOT / room for room in ROOMS] if owner == SITE else [registry.title_folders()[owner]]
    for room in rooms:
        shutil.copytree(room, copy / room.name, ignore=shutil.ignore_patterns(*IGNORED))
    kept = (ROOT if owner == SITE else registry.title_folders()[owner]) / CATALOGUE
    if not kept.is_file():
        pytest.fail(f"{owner} has no words in Japanese: {HOW}", pytrace=False)
    (copy / CATALOGUE).parent.mkdir(parents=True)
    shutil.copy(kept, copy / CATALOGUE)


@pytest.fixture(scope="module", params=[SITE, *registry.title_folders()])
def merged_catalogue(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A Japanese catalogue, merged anew with all messages that its sources hold now."""
    program("xgettext")
    copy = tmp_path_factory.mktemp("sources")
    sources(request.param, copy)
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "ja", "--no-location"],
        cwd=copy,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": ""},
        check=True,
        capture_output=True,
    )
    return copy / CATALOGUE


def messages(catalogue: Path, *filters: str) -> list[str]:
    """The message ids that msgattrib lets through, header left out."""
    found = subprocess.run(
        ["msgattrib", "--no-obsolete", "--no-wrap", *filters, catalogue],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    texts = re.findall(r'^msgid ((?:".*"\n)+)', found, re.M)
    return [text.strip() for text in texts if text.strip() != '""']


def test_no_message_is_untranslated(merged_catalogue: Path) -> None:
    assert messages(merged_catalogue, "--untranslated") == []


def test_no_message_is_fuzzy(merged_catalogue: Path) -> None:
    assert messages(merged_catalogue, "--only-fuzzy") == []


GETTEXT_FUNCTIONS = ("_", "gettext", "ngettext", "pgettext")


def jinja_messages(owner: str) -> Iterator[tuple[str, str | None]]:
    """Each text that a Jinja template hands to gettext or its kin; None where it is no literal."""
    folder = ROOT / "templates" / "jinja2" if owner == SITE else registry.title_folders()[owner]
    jinja = jinja2.Environment(autoescape=True)
    for template in sorted(folder.rglob("*.html")):
        tree = jinja.parse(template.read_text(encoding="utf-8"))
        for _, function, given in jinja2.ext.extract_from_ast(tree, GETTEXT_FUNCTIONS):
            texts = given if isinstance(given, tuple) else (given,)
            yield template.name, texts[function == "pgettext"]


def translated_ids(folder: Path) -> set[str]:
    """The message ids of the catalogue of a room that are translated."""
    texts = messages(folder / CATALOGUE, "--translated")
    return {"".join(ast.literal_eval(line) for line in text.splitlines()) for text in texts}


@pytest.mark.parametrize("owner", [SITE, *registry.title_folders()])
def test_templates_say_nothing_that_a_catalogue_lacks(owner: str) -> None:
    """makemessages reads no `ngettext` in Jinja templates, and `_` only where it comes first."""
    program("msgattrib")
    translated = translated_ids(ROOT) | (
        set() if owner == SITE else translated_ids(registry.title_folders()[owner])
    )
    assert [one for one in jinja_messages(owner) if one[1] not in translated] == []


TRANSLATES = re.compile(r"_|n?p?gettext(_lazy|_noop)?")
TRANSLATORS = {"translations.py", "jinja.py"}  # in games/boards: they hand on what templates say


def test_only_literal_texts_are_translated() -> None:
    """A text that comes out of a variable is in no catalogue, and nobody notices."""
    found = []
    for source in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        if source.parent.name == "boards" and source.name in TRANSLATORS:
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if TRANSLATES.fullmatch(name) and not isinstance(node.args[0], ast.Constant):
                    found.append(f"{source.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_translating_functions_have_names_that_makemessages_knows() -> None:
    """makemessages finds the texts of `_` and of Django's own names, but not of another alias."""
    aliases = [
        f"{source.relative_to(ROOT)}: {alias.name} as {alias.asname}"
        for source in (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if TRANSLATES.fullmatch(alias.name) and alias.asname not in (None, "_")
    ]
    assert aliases == []


def test_there_are_messages_to_translate(merged_catalogue: Path) -> None:
    assert messages(merged_catalogue)


@pytest.mark.parametrize("owner", [SITE, *registry.title_folders()])
def test_a_catalogue_is_compiled_as_gettext_would(owner: str, tmp_path: Path) -> None:
    program("msgfmt")
    sources(owner, tmp_path)
    source = tmp_path / CATALOGUE
    translations.compile_outdated([tmp_path / "locale"])
    theirs = tmp_path / "theirs.mo"
    subprocess.run(["msgfmt", "--check-format", "-o", theirs, source], check=True)
    assert words(source.with_suffix(".mo")) == words(theirs)


def words(compiled: Path) -> dict[object, str]:
    with compiled.open("rb") as file:
        known: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {**known, "": re.sub("POT-Creation-Date: .*\n", "", known[""])}  # gettext leaves it out


PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "ship"
msgstr "%s"
"""


def test_a_catalogue_is_compiled_again_when_its_text_has_changed(tmp_path: Path) -> None:
    source = tmp_path / "ja" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    for word in ("船", "舟"):
        source.write_text(PO % word)
        translations.compile_outdated([tmp_path])
        assert words(source.with_suffix(".mo"))["ship"] == word
    before = source.with_suffix(".mo").stat().st_ino
    translations.compile_outdated([tmp_path])
    assert source.with_suffix(".mo").stat().st_ino == before


def test_an_old_catalogue_serves_on_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "ja" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO % "船")

    def refuse(*args: object) -> None:
        raise PermissionError("read-only")

    with monkeypatch.context() as patch:
        patch.setattr(translations, "_compile", refuse)
        with pytest.raises(PermissionError):
            translations.compile_outdated([tmp_path])
    translations.compile_outdated([tmp_path])
    source.write_text(PO % "舟")
    monkeypatch.setattr(translations, "_compile", refuse)
    translations.compile_outdated([tmp_path])
    assert words(source.with_suffix(".mo"))["ship"] == "船"
