"""What the sources of the site import, read from their text: for the tests of its laws."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("accounts", "games", "portal")
# A room is a folder of the site; what stands beside them in an app is a room of its own.
NOT_OURS = {"tests", "migrations", "benchmarks", "__pycache__"}


@dataclass(frozen=True)
class Source:
    """A module of the site: its dotted name, its file and its syntax."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    def imports(self, *, for_types: bool = True) -> Iterator[str]:
        """The modules it imports, dotted; without those that only a type checker reads."""
        ignored = set() if for_types else set(self._only_for_types())
        for node in ast.walk(self.tree):
            if node in ignored:
                continue
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    yield inner if is_module(inner) else base

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        above = self.package.split(".")
        kept = above[: len(above) - node.level + 1]
        return ".".join([*kept, node.module] if node.module else kept)

    def _only_for_types(self) -> Iterator[ast.AST]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                for inner in node.body:
                    yield from ast.walk(inner)


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def sources(*folders: str) -> list[Source]:
    """The modules below these folders ("games/rules"), tests and migrations left out."""
    found = []
    for folder in folders or PACKAGES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if not NOT_OURS & set(parts):
                name = ".".join(parts).removesuffix(".__init__")
                found.append(Source(name, path, ast.parse(path.read_text(encoding="utf-8"))))
    return found


def room(module: str) -> str:
    """The room that a module of ours belongs to: "games.table", "portal.quick", "accounts"."""
    parts = module.split(".")
    if parts[0] == "accounts":
        return "accounts"
    return ".".join(parts[: 3 if parts[:2] == ["games", "titles"] else 2])
