"""What runs processes knows no model, and what replaces a part of a framework knows no game."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.same_everywhere

PORTAL: Path = settings.BASE_DIR / "portal"
SITE = ("games", "accounts", "tests", "benchmarks")
FORBIDDEN = {
    "server": (*SITE, "django.db", "django.contrib", "django.apps"),
    "performance": SITE,
}


def imported_modules(path: Path) -> Iterator[str]:
    """Every module that a file imports, at its top or further in."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: name the module in full"
            module = node.module or ""
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@pytest.mark.parametrize(
    "path",
    [path for room in FORBIDDEN for path in sorted((PORTAL / room).glob("*.py"))],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_a_room_imports_only_what_it_may_know(path: Path) -> None:
    forbidden = FORBIDDEN[path.parent.name]
    assert not [
        module
        for module in imported_modules(path)
        for package in forbidden
        if is_in(module, package)
    ]


def test_starting_the_site_loads_no_model() -> None:
    script = (
        "import sys, portal.server.serve, portal.server.beat; portal.server.beat.app.conf.timezone;"
        "print([name for name in sys.modules if name.split('.')[0] in ('games', 'accounts')"
        " or name == 'django.db.models'])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert found.stdout == "[]\n", found.stdout + found.stderr
