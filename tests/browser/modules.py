"""Functions of a page's modules, for tests: `call(page, "js/table.js", "refresh")`."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.live_site import STATIC_FOLDER

CALL = """async ([address, name, given]) => (await import(address))[name](...given)"""


@cache
def _manifest() -> dict[str, str]:
    manifest = STATIC_FOLDER / "staticfiles.json"
    paths: dict[str, str] = json.loads(manifest.read_text())["paths"]
    return paths


def module_address(name: str) -> str:
    """Where the site that runs serves a module."""
    return f"/static/{_manifest()[name]}"


def call(page: Page, module: str, name: str, *given: Any) -> Any:
    """Call a function that a module exports, and return what it returns."""
    return page.evaluate(CALL, [module_address(module), name, list(given)])
