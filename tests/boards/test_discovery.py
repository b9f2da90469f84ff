"""What a title's folder holds is what its presenter uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

import games.rules as rules
from games import registry
from games.boards import presenter

KEYS = [key for key in rules.catalogue() if registry.title_module(key, "board") is not None]


def names_used(tree: ast.Module, own: str) -> Iterator[tuple[str, str]]:
    """The (module, name) pairs that a source uses; `own` is the name of its module."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(module), name):
                yield module, name
            case ast.ImportFrom(str(module), names):
                yield from ((module.rpartition(".")[2], one.name) for one in names)
            case ast.Name(name):
                yield own, name


@pytest.mark.parametrize("key", KEYS)
def test_every_public_function_of_a_board_is_used(key: str) -> None:
    """So a hook that its presenter does not name, and that would do nothing, is seen."""
    folder = registry.title_folders()[key]
    sources = {
        path: ast.parse(path.read_text())
        for path in folder.rglob("*.py")
        if "tests" not in path.relative_to(folder).parts
    }
    used = {pair for path, tree in sources.items() for pair in names_used(tree, path.stem)}
    functions = {
        (path.stem, node.name)
        for path, tree in sources.items()
        if path.parent == folder / "board"
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    assert functions - used == set()


@pytest.mark.parametrize("key", KEYS)
def test_presenter_has_the_files_of_its_folder(key: str) -> None:
    show, folder = presenter(key), registry.title_folders()[key]
    own = {f"titles/{key}/{path.name}" for path in folder.glob("static/*.css")}
    assert own <= set(show.stylesheets)
    assert (show.template == f"{key}/templates/board.html") == (
        folder / "templates/board.html"
    ).is_file()
