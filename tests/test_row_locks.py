"""A law that reads the sources: whatever is written later was read with `select_for_update`.

A row that is read, changed and written back without being held undoes what others have written
meanwhile. So where the rows come from is followed back from every place that writes some: through
the names of its function, and through the arguments of all who call it, to rows that are held, that
were read behind one that is (the seats of a table), or that are new. A session writes its table:
`TableSession(table, …)` has to be made of one that is held.

What is written without having been read needs no lock: `filter(…).update(…)` of a condition, unless
an earlier query has picked the rows (`pk__in`).
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterator

import pytest
from django.apps import apps

from tests.imports import sources

pytestmark = pytest.mark.same_everywhere

LOCK = "select_for_update"
#: Rows that are not held with any other. (The others are held with their table or person.)
BY_THEMSELVES = re.compile(
    r"\b(Table|User|get_user_model\(\)|Rating|PlayerAbsence|Heartbeat)\.objects\b"
)
#: What is made of held rows alone: looked at where it is made.
MADE_OF_HELD = re.compile(r"\bTableSession\b")
#: New rows; and those of forms, which are looked at where the form gets them.
NOT_READ = re.compile(rf"({'|'.join(model.__name__ for model in apps.get_models())})$|super\(\)")


class Value:
    """An expression: the names and calls that it is taken from."""

    def __init__(self, node: ast.AST) -> None:
        self.text = ast.unparse(node)
        inner = list(parts_of_expression(node))
        self.names = {one.id for one in inner if isinstance(one, ast.Name)}
        self.calls = [Call(one) for one in inner if isinstance(one, ast.Call)]
        is_new = isinstance(node, ast.Call) and NOT_READ.match(ast.unparse(node.func))
        self.is_locked = LOCK in self.text or ".objects.create(" in self.text or bool(is_new)
        self.stands_alone = BY_THEMSELVES.search(self.text) is not None


def parts_of_expression(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression of which it is made: no keys, nor what is gone through for it."""
    yield node
    for inner in ast.iter_child_nodes(node):
        is_key = isinstance(node, ast.Subscript) and inner is node.slice
        if not is_key and not isinstance(inner, ast.comprehension):
            yield from parts_of_expression(inner)


class Call:
    """A call: who is called, by which name before the last dot, and with what."""

    def __init__(self, node: ast.Call) -> None:
        self.node = node
        self.before, _, self.name = ast.unparse(node.func).rpartition(".")

    @functools.cached_property
    def written_rows(self) -> Value | None:
        """The rows that it writes, if they were read."""
        match self.node:
            case ast.Call(func=ast.Attribute(value=row, attr="save")):
                return None if self.before in ("form", "super()") else Value(row)
            case ast.Call(func=ast.Attribute(attr="bulk_update"), args=[rows, *_]):
                return Value(rows)
            case ast.Call(
                func=ast.Attribute(value=ast.Name("repository"), attr="update_rows"),
                args=[rows, *_],
            ):
                return Value(rows)
            case ast.Call(func=ast.Name("TableSession"), args=[table, *_]):
                return Value(table)
            case ast.Call(func=ast.Attribute(value=query, attr="update")):
                given = [k for k in ast.walk(query) if isinstance(k, ast.keyword)]
                return next((Value(k.value) for k in given if k.arg == "pk__in"), None)
            case ast.Call(func=ast.Name(), args=[_, *_], keywords=given):
                is_form = self.name.endswith("Form")
                instances = [Value(k.value) for k in given if k.arg == "instance"]
                return instances[0] if is_form and instances else None
        return None


class Function:
    """A function or method of the site; those inside it belong to it."""

    def __init__(
        self, module: str, owner: str, node: ast.FunctionDef | ast.AsyncFunctionDef
    ) -> None:
        self.module, self.owner, self.node, self.name = module, owner, node, node.name
        self.inner = list(ast.walk(node))

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.owner, self.name)))

    @functools.cached_property
    def parameters(self) -> list[ast.arg]:
        """Without `self`."""
        given = self.node.args
        return [*given.posonlyargs, *given.args, *given.kwonlyargs][bool(self.owner) :]

    @functools.cached_property
    def calls(self) -> list[Call]:
        return [Call(node) for node in self.inner if isinstance(node, ast.Call)]

    @functools.cached_property
    def returned_values(self) -> list[Value]:
        """What it returns or yields."""
        found = [n.value for n in self.inner if isinstance(n, ast.Return | ast.Yield)]
        return [Value(node) for node in found if node is not None]

    @functools.cached_property
    def bindings(self) -> list[tuple[set[str], Value]]:
        """Names, and the value that they stand for, are taken from or are filled with."""
        found: list[tuple[ast.AST, ast.AST | None]] = []
        for node in self.inner:
            match node:
                case ast.Assign(targets=targets, value=value):
                    found += [(target, value) for target in targets]
                case ast.AnnAssign() | ast.NamedExpr():
                    found.append((node.target, node.value))
                case ast.For() | ast.comprehension():
                    found.append((node.target, node.iter))
                case ast.withitem(optional_vars=ast.AST() as target):
                    found.append((target, node.context_expr))
                case ast.Call(func=ast.Attribute(value=target, attr="append" | "extend")):
                    found += [(target, value) for value in node.args]
        return [
            (set(bound_names(target)), Value(value)) for target, value in found if value is not None
        ]

    def origins(self, value: Value) -> set[str]:
        """All names that a value was made of."""
        known = set(value.names)
        while (
            more := {name for made, of in self.bindings if made & known for name in of.names}
            - known
        ):
            known |= more
        return known

    def is_meant(self, caller: Function, call: Call) -> bool:
        """Whether this call of somebody's may be one of this function."""
        if call.name != self.name:
            return False
        if self.owner:
            return bool(call.before)
        if call.before:
            return call.before.rpartition(".")[2] == self.module.rpartition(".")[2]
        return caller.module == self.module or not self.name.startswith("_")

    def argument_for(self, call: Call, parameter: ast.arg) -> Value | None:
        """What a call hands in for a parameter."""
        for keyword in call.node.keywords:
            if keyword.arg == parameter.arg:
                return Value(keyword.value)
        place = self.parameters.index(parameter)
        return Value(call.node.args[place]) if place < len(call.node.args) else None


def bound_names(target: ast.AST) -> Iterator[str]:
    """The names that an assignment gives a value, or puts it into."""
    match target:
        case ast.Name(name):
            yield name
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from bound_names(inner)
        case ast.Call(func=ast.Attribute(value=inner)):  # `found.setdefault(key, []).append(row)`
            yield from bound_names(inner)
        case ast.Tuple(elts=inners) | ast.List(elts=inners):
            for inner in inners:
                yield from bound_names(inner)


class Sources:
    """Functions that call one another, and which of them hand out rows that are held."""

    def __init__(self, modules: Collection[Module]) -> None:
        self.functions = [function for module in modules for function in module.functions]
        composed = {(module.last, name) for module in modules for name in module.constants}
        self.constants = {
            module.name: module.constants | {name for _of, name in module.imported & composed}
            for module in modules
        }
        self.calling: dict[str, list[tuple[Function, Call]]] = {}
        for function in self.functions:
            for call in function.calls:
                self.calling.setdefault(call.name, []).append((function, call))
        self.handing_out: dict[str, list[Function]] = {}
        waiting = [f for f in self.functions if not f.owner and f.returned_values]
        while more := [f for f in waiting if self._hands_out(f)]:
            for function in more:
                waiting.remove(function)
                self.handing_out.setdefault(function.name, []).append(function)

    def _hands_out(self, function: Function) -> bool:
        """Whether a function returns or yields held rows."""
        held = self._extend_held(function, set())
        return any(self.is_held(value, function, held) for value in function.returned_values)

    def held_names(self, function: Function) -> set[str]:
        """Names in a function of rows that are held, or were read behind one that is."""
        made_of = {
            arg.arg
            for arg in function.parameters
            if arg.annotation is not None and MADE_OF_HELD.search(ast.unparse(arg.annotation))
        }
        if MADE_OF_HELD.match(function.owner):
            made_of.add("self")
        return self._extend_held(function, made_of)

    def _extend_held(self, function: Function, held: set[str]) -> set[str]:
        while (
            more := {
                name
                for made, of in function.bindings
                if not made <= held and self.is_held(of, function, held)
                for name in made
            }
            - held
        ):
            held = held | more
        return held

    def is_held(self, value: Value, function: Function, held: set[str]) -> bool:
        """Whether a value in a function is, or was taken from, held rows or a new one."""
        if value.is_locked:
            return True
        if value.stands_alone:
            return False
        return bool(value.names & (held | self.constants[function.module])) or any(
            holder.is_meant(function, call)
            for call in value.calls
            for holder in self.handing_out.get(call.name, ())
        )

    def is_held_by_all(
        self, value: Value, function: Function, asked: tuple[Function, ...] = ()
    ) -> bool:
        """Whether a value is held in this function, or by all who call it with what it is of."""
        if self.is_held(value, function, self.held_names(function)):
            return True
        origins = function.origins(value)
        handed_in = [arg for arg in function.parameters if arg.arg in origins]
        calls = [one for one in self.calling.get(function.name, ()) if function.is_meant(*one)]
        if not calls or function in asked:
            return False
        return all(
            any(
                given is not None and self.is_held_by_all(given, caller, (*asked, function))
                for given in (function.argument_for(call, arg) for arg in handed_in)
            )
            for caller, call in calls
        )

    def unlocked_writes(self) -> set[str]:
        """Where rows are written that were read, and that not all who write them hold."""
        return {
            f"{function}: {call.written_rows.text}"
            for function in self.functions
            for call in function.calls
            if call.written_rows is not None
            and not self.is_held_by_all(call.written_rows, function)
        }


class Module:
    """The functions of a module, and its queries that are composed once and hold what they read."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.last = name.rpartition(".")[2]
        self.constants = set(re.findall(rf"^([A-Z]+) = .*{LOCK}", text, re.MULTILINE))
        self.imported: set[tuple[str, str]] = set()
        self.functions: list[Function] = []
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                of = node.module.rpartition(".")[2]
                self.imported |= {(of, alias.name) for alias in node.names}
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = node.name if isinstance(node, ast.ClassDef) else ""
            self.functions += [
                Function(name, owner, inner)
                for inner in inside
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            ]


@functools.cache
def site() -> dict[str, Module]:
    """The modules that know rows, without those of titles."""
    found = {
        source.name: source.path.read_text(encoding="utf-8")
        for source in sources()
        if not source.name.startswith("games.titles.")
    }
    knowing = re.compile(r"\bmodels?\b|\brepository\b|\bTableSession\b")
    return {name: Module(name, text) for name, text in found.items() if knowing.search(text)}


def test_whatever_is_written_was_read_with_a_lock() -> None:
    assert Sources(site().values()).unlocked_writes() == set()


@pytest.mark.parametrize(
    ("module", "locked", "found"),
    [
        (
            "games.table.session.transaction",
            "held = Table.objects.select_for_update()",
            "open_tables_of_seats: table",
        ),
        (
            "games.table.session.transaction",
            "lambda key: Table.objects.select_for_update()",
            "open_table: table",
        ),
        ("games.table.session.seat_clock", "tables.select_for_update()", "_write_seats: seats"),
        (
            "games.ratings.rating_changes",
            "list(Rating.objects.select_for_update()",
            "recompute_all: rating",
        ),
        ("games.tasks", "due.select_for_update(skip_locked=True)", "claim_due: found"),
        (
            "games.lobby.pending",
            "lambda key: Table.objects.select_for_update()",
            "publish_change: table",
        ),
        ("accounts.views", "User.objects.select_for_update(no_key=True)", "preferences: user"),
    ],
)
def test_a_lock_that_is_left_out_is_found(module: str, locked: str, found: str) -> None:
    text = site()[module].text
    assert locked in text
    without = text.replace(locked, locked.partition(".select_for_update")[0])
    changed = {**site(), module: Module(module, without)}
    assert f"{module}.{found}" in Sources(changed.values()).unlocked_writes()
