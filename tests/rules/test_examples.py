"""Every public method of a match and of a game has an example, and the examples are true."""

from __future__ import annotations

import doctest
import functools
import sys
from collections.abc import Iterator
from types import FunctionType

import pytest

from games.rules import Game, Match

METHODS = (FunctionType, property, functools.cached_property, classmethod, staticmethod)


def public_methods() -> Iterator[tuple[type, str]]:
    for owner in (Match, Game):
        for name, value in vars(owner).items():
            is_field = name in owner.__annotations__
            if isinstance(value, METHODS) and not name.startswith("_") and not is_field:
                yield owner, name


@pytest.mark.parametrize(("owner", "name"), list(public_methods()))
def test_example_of_public_method_is_true(owner: type, name: str) -> None:
    text = vars(owner)[name].__doc__ or ""
    variables = vars(sys.modules[owner.__module__]).copy()
    title = f"{owner.__name__}.{name}"
    example = doctest.DocTestParser().get_doctest(text, variables, title, None, None)
    assert example.examples, f"{title} has no example in its docstring"
    printed: list[str] = []
    failed, _ = doctest.DocTestRunner().run(example, out=printed.append)
    assert not failed, "".join(printed)


def test_methods_of_each_kind_are_found() -> None:
    found = set(public_methods())
    assert {(Match, "play"), (Match, "over"), (Game, "private_kinds")} <= found
    assert not {(Match, "moves"), (Game, "has_hidden_parts")} & found
