"""Examples in docstrings are true: those of every module run here."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Iterator

import pytest
from django.conf import settings

pytestmark = pytest.mark.same_everywhere

PACKAGES = ("games", "accounts", "portal", "tests")


def modules_with_examples() -> Iterator[str]:
    for package in PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            if re.search(r"^\s+>>> ", path.read_text(), re.MULTILINE):
                parts = path.relative_to(settings.BASE_DIR).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__")


MODULES = list(modules_with_examples())


def test_examples_are_found_in_modules_and_packages() -> None:
    assert {"games.rules", "games.rules.chance"} <= set(MODULES)
    assert any(module.startswith("games.titles.") for module in MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_a_modules_docstrings_are_true(module: str) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(importlib.import_module(module), module):
        runner.run(example, out=said.append)
    assert runner.tries, "what looks like an example is in no docstring"
    assert not said, "".join(said)
