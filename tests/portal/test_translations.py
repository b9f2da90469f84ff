"""Everything a person reads is there in Japanese: no message is missing, fuzzy or uncompiled."""

from __future__ import annotations

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import program

ROOT = Path(__file__).parents[2]
ROOMS = ("accounts", "games", "portal", "templates", "locale")
CATALOGUE = Path("locale/ja/LC_MESSAGES/django")


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Japanese catalogue, merged anew with all messages that the sources hold now."""
    program("xgettext")
    copy = tmp_path_factory.mktemp("sources")
    for room in ROOMS:
        kinds = shutil.ignore_patterns("__pycache__", "*.svg", "*.mo")
        shutil.copytree(ROOT / room, copy / room, ignore=kinds)
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "ja", "--no-location"],
        cwd=copy,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": ""},
        check=True,
        capture_output=True,
    )
    return copy / CATALOGUE.with_suffix(".po")


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


def test_no_message_is_untranslated(merged: Path) -> None:
    assert messages(merged, "--untranslated") == []


def test_no_message_is_fuzzy(merged: Path) -> None:
    assert messages(merged, "--only-fuzzy") == []


def test_there_are_messages_to_translate(merged: Path) -> None:
    assert len(messages(merged)) > 1000


def test_the_compiled_catalogue_is_that_of_its_source(tmp_path: Path) -> None:
    program("msgfmt")
    compiled = tmp_path / "django.mo"
    source = ROOT / CATALOGUE.with_suffix(".po")
    subprocess.run(
        ["msgfmt", "--check-format", "-o", compiled, source], check=True, capture_output=True
    )
    with (ROOT / CATALOGUE.with_suffix(".mo")).open("rb") as ours, compiled.open("rb") as fresh:
        mine, theirs = gettext.GNUTranslations(ours), gettext.GNUTranslations(fresh)
    assert mine._catalog == theirs._catalog  # type: ignore[attr-defined]
