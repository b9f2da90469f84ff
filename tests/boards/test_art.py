"""Art that is built ahead: what is checked in is what the `art/` packages of the titles build."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.boards import art
from tests.imports import sources

KEYS = art.titles_with_art()


@pytest.mark.parametrize("key", KEYS)
def test_drawings_are_up_to_date(key: str) -> None:
    assert sorted(art.stale_files(key)) == []


def test_nothing_else_imports_a_painter() -> None:
    """A page never waits for a painter: neither a board nor the site imports one."""
    painters = tuple(f"games.titles.{key}.art" for key in KEYS)
    for source in sources():
        if not source.name.startswith(painters):
            for name in source.imports():
                assert not name.startswith((*painters, "games.boards.svg_paths")), source.path


@pytest.fixture
def drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only drawing of the only title with art."""
    path = tmp_path / "stones.svg"
    monkeypatch.setattr(art, "titles_with_art", lambda: ["pebbles"])
    monkeypatch.setattr(art, "build", lambda key: {path: "<svg/>"})
    monkeypatch.setattr("games.registry.FOLDER", tmp_path / "games" / "titles")
    return path


def test_command_writes_what_differs(drawing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("build_art", "pebbles")
    assert drawing.read_text() == "<svg/>"
    written = drawing.stat().st_mtime_ns
    assert capsys.readouterr().out == "stones.svg\n"
    call_command("build_art")
    assert drawing.stat().st_mtime_ns == written
    assert "up to date" in capsys.readouterr().out


def test_check_names_what_is_out_of_date_and_writes_nothing(drawing: Path) -> None:
    drawing.write_text("<svg></svg>")
    with pytest.raises(CommandError, match=r"stones\.svg"):
        call_command("build_art", "--check")
    assert drawing.read_text() == "<svg></svg>"


def test_command_refuses_a_title_without_art(drawing: Path) -> None:
    with pytest.raises(CommandError, match="'marbles' has no art"):
        call_command("build_art", "marbles")
