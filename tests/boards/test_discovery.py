"""What a board's files say is what its presenter says: found by name, held against the hooks."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

import games.rules as rules
from games import registry
from games.boards import Presenter, presenter
from games.boards.discovery import HOOK_FILES, HOOK_MODULES, find_hooks
from games.registry import TitleError

KEYS = [key for key in rules.catalogue() if registry.title_module(key, "board") is not None]
FOUND = {f"{file}.{hook}" for hook, files in HOOK_FILES.items() for file in files}


def room_of(key: str) -> ModuleType:
    room = registry.title_module(key, "board")
    assert room is not None
    return room


@pytest.mark.parametrize("key", KEYS)
def test_a_presenter_says_what_its_files_say(key: str) -> None:
    show = presenter(key)
    found = dict(find_hooks(room_of(key), type(show)))
    assert "log_line" in found or show.event_sentences
    assert all(getattr(show, hook) is function for hook, function in found.items())
    assert show.has_figures == ("figures" in found)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_found_takes_what_a_hook_is_asked_with(key: str) -> None:
    for hook, function in find_hooks(room_of(key), type(presenter(key))):
        wanted, given = get_type_hints(getattr(Presenter, hook)), get_type_hints(function)
        del wanted["return"]
        assert {name: given[name] for name in wanted} == wanted, hook


@pytest.mark.parametrize("key", KEYS)
def test_a_function_beside_the_hooks_is_one_or_serves_another(key: str) -> None:
    """So a hook that is misspelt, and would do nothing, is seen."""
    folder = registry.title_folders()[key]
    sources = {
        path: path.read_text()
        for path in folder.rglob("*.py")
        if "tests" not in path.relative_to(folder).parts
    }
    idle = []
    for name in HOOK_MODULES:
        path = folder / "board" / f"{name}.py"
        for function in public(sources.get(path, "")):
            serves = len(re.findall(rf"\b{function}\b", sources[path])) > 1 or any(
                re.search(rf"\b{name}\.{function}\b", text)
                or re.search(rf"\.{name} import (\([^)]*|[^\n]*)\b{function}\b", text)
                for text in sources.values()
            )
            if f"{name}.{function}" not in FOUND and not serves:
                idle.append(f"{name}.{function}")
    assert idle == []


def public(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def make_board(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> ModuleType:
    """A board with these files."""
    board = folder / "made_board"
    board.mkdir()
    for name, source in {"__init__": "", **files}.items():
        (board / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(folder)
    for name in [one for one in sys.modules if one.partition(".")[0] == "made_board"]:
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module("made_board")


LABEL = "def move_label(move, scene=None): return move"


def test_a_hook_that_the_presenter_says_itself_is_not_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Own(Presenter):
        def move_label(self, move: str, scene: object = None) -> str:
            return "mine"

    room = make_board(
        tmp_path, monkeypatch, move_labels=LABEL, prompts="def prompt(scene): return 'now'"
    )
    assert [hook for hook, _function in find_hooks(room, Own)] == ["prompt"]
    assert [hook for hook, _function in find_hooks(room, Presenter)] == ["prompt", "move_label"]


@pytest.mark.parametrize(
    ("files", "wrong"),
    [
        (
            {"move_labels": LABEL, "prompts": LABEL},
            "prompts.py: move_label is also in move_labels.py",
        ),
        (
            {"move_labels": "def move_label(move, scene): return move"},
            r"parameters must be \(move, scene=None\)",
        ),
        (
            {"prompts": "def prompt(): return ''"},
            r"prompt\(\) does not match its hook; its parameters must be \(scene\)",
        ),
        ({"prompts": "def prompt(view): return ''"}, r"must be \(scene\)"),
        (
            {"preview": "def preview_text(move, scene, land): return ''"},
            r"must be \(move, scene\)",
        ),
    ],
)
def test_discovery_rejects_invalid_hooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], wrong: str
) -> None:
    room = make_board(tmp_path, monkeypatch, **files)
    with pytest.raises(TitleError, match=wrong):
        list(find_hooks(room, Presenter))
