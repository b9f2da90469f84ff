"""What the sources of the site say, read from their text once: for the tests of its laws."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("accounts", "games", "portal")
# Folders of an app that are not part of the site.
NOT_OURS = {"tests", "migrations", "benchmarks", "__pycache__"}


@dataclass(frozen=True)
class Source:
    """A module of the site: its dotted name, its file and its syntax."""

    name: str
    path: Path

    @functools.cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @functools.cached_property
    def nodes(self) -> list[ast.AST]:
        """All of its syntax."""
        return list(ast.walk(self.tree))

    @functools.cached_property
    def calls(self) -> list[tuple[ast.Call, str]]:
        """Its calls, each with what is called."""
        return [(node, ast.unparse(node.func)) for node in self.nodes if isinstance(node, ast.Call)]

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    def imports(self) -> Iterator[str]:
        """The modules it imports, dotted; those that only a type checker reads, too."""
        for node in self.nodes:
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


@functools.cache
def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


@functools.cache
def _of_package(package: str) -> list[Source]:
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not NOT_OURS & set(parts):
            found.append(Source(".".join(parts).removesuffix(".__init__"), path))
    return found


def sources(*folders: str) -> Iterator[Source]:
    """The modules below these folders ("games/rules"), tests and migrations left out."""
    for folder in folders or PACKAGES:
        for source in _of_package(folder.partition("/")[0]):
            if ROOT / folder in source.path.parents:
                yield source


# Parts of a package that are packages of their own: what they hold is used below it.
NESTED = (
    "games.availability.preferences",
    "games.notifications.outbox",
    "games.table.dispatch",
    "games.table.realtime.publish",
)


# Modules and packages of an app that connect it to the site: only lists of addresses import them.
WIRING = {"api", "apps", "urls"}


def package_of(module: str) -> str:
    """The package that a module belongs to: "games.table", "portal.performance", "accounts"."""
    parts = module.split(".")
    if len(parts) > 2 and parts[2] in WIRING:
        return ".".join(parts[:3])
    if parts[0] == "accounts":
        return "accounts"
    if nested := next((one for one in NESTED if f"{module}.".startswith(f"{one}.")), ""):
        return nested
    return ".".join(parts[: 3 if parts[:2] == ["games", "titles"] else 2])


def site() -> Iterator[Source]:
    """The modules of the site, without those of titles."""
    return (source for source in sources() if not source.name.startswith("games.titles."))
