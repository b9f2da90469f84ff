"""Sources of the rules as mypyc wants them: each line stays where it is, so tracebacks are right.

The sources themselves are plain Python and know of no compiler. What it must be told is written
between their lines: which classes may have subclasses that are not compiled, which are none of its
own kind, and the methods that `@fields` writes, since it knows no decorators of classes.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Collection
from pathlib import Path

from games.rules.fields import generated_methods

#: Kinds of classes that mypyc knows by themselves.
KNOWN = {"NamedTuple", "Enum", "Protocol", "TypedDict"}
#: What stands in the sources, and in its place.
REPLACEMENTS = (
    # it stumbles over loops through these
    (r"(: |-> )bytearray\b", r"\1Any_"),
    # what anybody sends: the refusals say what is wrong with it, and there is no TypeError
    (r"(def play\(self, seat): int, move: str\)", r"\1: Any_, move: Any_)"),
)


def prepare_source(name: str, path: Path) -> str:
    """The source of a module, for mypyc."""
    text = path.read_text(encoding="utf-8")
    for code, other in REPLACEMENTS:
        text = re.sub(code, other, text)
    lines = text.splitlines()
    module = importlib.import_module(name)
    tree = ast.parse(text)
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef):
            _annotate_class(lines, node, getattr(module, node.name))
    code = "\n".join(lines)
    wanted = [
        f"from {where} import {what}"
        for where, what, used in (
            ("mypy_extensions", "mypyc_attr", "@mypyc_attr("),
            ("mypy_extensions", "trait", "@trait"),
            ("typing", "Any as Any_", "Any_"),
            ("typing", "Self as Self_", "Self_"),
        )
        if used in code
    ]
    if wanted:
        _insert_line(lines, _after_future(tree), "; ".join(wanted))
    return "\n".join(lines) + "\n"


def _annotate_class(lines: list[str], node: ast.ClassDef, kind: type) -> None:
    """Write above a class, and into it, what mypyc must be told of it."""
    marks = {ast.unparse(mark): mark.lineno for mark in node.decorator_list}
    own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    methods = []
    if "fields" in marks:
        methods = generated_methods(kind, own)
        lines[marks.pop("fields") - 1] = ""
    if "__lt__" in own and not {"__eq__", "__hash__"} & own:
        # a class that compares is not hashed otherwise
        methods.append("def __hash__(self) -> int: return object.__hash__(self)")
    if methods:
        first, last = _docstring_lines(node)  # which gives its room
        written = [f"    {line}  # type: ignore" for line in methods]
        lines[first - 1 : last - 1] = written + [""] * (last - first - len(written))
    for mark, number in marks.items():
        if mark.startswith("dataclass("):
            lines[number - 1] = lines[number - 1].replace(", slots=True", "")
    first = min([node.lineno, *marks.values()])
    bases = {ast.unparse(base) for base in node.bases}
    if KNOWN & bases:
        return
    builtin = {base for base in kind.__mro__[1:] if base.__module__ == "builtins"}
    if builtin - {object}:
        _insert_line(lines, first - 1, "@mypyc_attr(native_class=False)")
    else:
        _insert_line(
            lines, first - 1, "@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)"
        )
        if kind.__name__ == "Fields":
            _insert_line(lines, first - 2, "@trait")


def _docstring_lines(node: ast.ClassDef) -> tuple[int, int]:
    """The numbers of its first line and of the line behind it."""
    start = node.body[0]
    end = start.end_lineno if ast.get_docstring(node) is not None else None
    return start.lineno, (end or start.lineno - 1) + 1


def has_only_compiled_bases(name: str, compiled: Collection[str]) -> bool:
    """Whether no class of a module has a base among ours that is not `compiled`."""
    return not any(
        base.__module__.startswith("games.") and base.__module__ not in {*compiled, name}
        for kind in vars(importlib.import_module(name)).values()
        if isinstance(kind, type) and kind.__module__ == name
        for base in kind.__mro__
    )


def _after_future(tree: ast.Module) -> int:
    """The number of the line after `from __future__ import annotations`."""
    return next(
        node.lineno + 1
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    )


def _insert_line(lines: list[str], number: int, line: str) -> None:
    """Write into an empty line, and where it is not empty above it."""
    if lines[number - 1]:
        lines.insert(number, line)
    else:
        lines[number - 1] = line
