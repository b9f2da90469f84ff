"""Fields of a match, declared once: slots, copies, dumps and loads follow from their types.

A class with `@fields` declares its fields as annotations and does not list them again:

>>> @fields
... class Purse(MatchPart):
...     coins: int
...     cards: list[str]
>>> purse = Purse()
>>> purse.coins, purse.cards = 3, ["ace"]
>>> purse.dump()
{'coins': 3, 'cards': ['ace']}
>>> twin = purse.copy()
>>> twin.cards.append("king")
>>> purse.cards
['ace']

A mark says what a type cannot: `best: Annotated[int, UNSTORED]`. Lists, dicts, byte arrays and
parts are copied; immutable values are shared. A tuple is stored as a list. A class that stores
more, or stores it differently, writes its own `_dump` and `_load` (of a match) or `dump` and `load`
(of a part) around `dump_fields` and `load_fields`. `@fields` creates the class again with slots,
so `super()` needs its arguments there.

The methods are generated as source and compiled once per class. They run as fast as hand-written
ones, which matters because bots make thousands of copies.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, Literal, Self, TypeVar, Union, cast, get_args, get_origin


class FieldMark(Enum):
    """What the type of a field cannot say."""

    SHARED = "copies share it: it is never changed in place"
    UNSTORED = "dumps leave it out: it follows from the rest, and whoever loads sets it"


SHARED, UNSTORED = FieldMark.SHARED, FieldMark.UNSTORED


class FieldError(TypeError):
    """A field has a type that does not say how to copy or store it."""


class Fields:
    """The methods that `fields` adds to a class to store and restore its fields."""

    __slots__ = ()

    def dump_fields(self) -> dict[str, Any]:
        """The stored fields as JSON-ready data, in the order of their declaration."""
        raise NotImplementedError

    def load_fields(self, data: Mapping[str, Any]) -> None:
        """Set the stored fields from what `dump_fields` returned."""
        raise NotImplementedError


class Constant:
    """Something that never changes once it is made, such as a kind of tile. Copies share it."""

    __slots__ = ()


class Copyable:
    """Something changeable with fields of its own, which a load builds again."""

    __slots__ = ()

    def copy(self) -> Self:
        """An independent, equal copy."""
        raise NotImplementedError


class MatchPart(Copyable, Fields):
    """A part of a match that is copied and stored, such as a seat's board."""

    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        """The part as JSON-ready data."""
        return self.dump_fields()

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The part that `dump` returned as data."""
        part = cls.__new__(cls)
        part.load_fields(data)
        part.derive_fields()
        return part

    def derive_fields(self) -> None:
        """Set the fields that are UNSTORED from those that are stored."""


Kind = TypeVar("Kind", bound=type)


def fields(kind: Kind) -> Kind:
    """Give a match, `MatchPart` or `Copyable` its slots and the methods that its annotations imply.

    Raises:
        FieldError: neither a type nor a mark says how to copy or store a field.
    """
    slotted = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)
    made: Any = slotted(kind)
    names: dict[str, Any] = {"made": made, "new": made.__new__}
    own = vars(made)
    methods = {
        head: body
        for head, body in _method_bodies(made, names).items()
        if _method_name(head) not in own
    }
    source = "\n".join(
        line
        for head, body in methods.items()
        for line in (f"def {head}:", *(f"    {step}" for step in body or ["pass"]))
    )
    exec(compile(source, f"<fields of {made.__qualname__}>", "exec"), names)  # noqa: S102
    for name in map(_method_name, methods):
        setattr(made, name, names[name])
    return cast(Kind, made)


def generated_methods(made: type, own: Collection[str]) -> list[str]:
    """The methods that `fields` adds to a class with its `own` methods, as source code."""
    new = f"{made.__name__}.__new__({made.__name__})"
    return [
        f"def {TYPED_SIGNATURES[head]}: {'; '.join(body) or 'pass'}".replace("new(made)", new)
        for head, body in _method_bodies(made, {}).items()
        if _method_name(head) not in own
    ]


def _method_name(head: str) -> str:
    return head.partition("(")[0]


def _method_bodies(made: Any, names: dict[str, Any]) -> dict[str, list[str]]:
    """The bodies of the methods that the annotations of a class imply, by method head."""
    field_types = inspect.get_annotations(made, eval_str=True)
    copies, dumps, loads = [], [], []
    for name, annotated in field_types.items():
        type_, marks = _split_marks(annotated)
        try:
            own = f"self.{name}"
            copies.append(f"twin.{name} = {_copy_expression(annotated, own)}")
            if issubclass(made, Fields) and UNSTORED not in marks:
                dumps.append(f"{name!r}: {_dump_expression(type_, own)}")
                loads.append(f"{own} = {_load_expression(type_, f'data[{name!r}]', names)}")
        except FieldError as wrong:
            raise FieldError(f"{made.__name__}.{name}: {wrong}") from None
    if issubclass(made, Copyable):
        methods = {"copy(self)": ["twin = new(made)", *copies, "return twin"]}
    else:
        methods = {"_copy(self, twin)": copies}
    if issubclass(made, Fields):
        methods["dump_fields(self)"] = [f"return {{{', '.join(dumps)}}}"]
        methods["load_fields(self, data)"] = loads
    if not issubclass(made, Copyable):
        methods["_dump(self)"] = ["return self.dump_fields()"]
        methods["_load(self, state)"] = ["self.load_fields(state)"]
    return methods


#: The typed signatures of these method heads.
TYPED_SIGNATURES = {
    "copy(self)": "copy(self) -> Self_",
    "_copy(self, twin)": "_copy(self, twin: Self_) -> None",
    "dump_fields(self)": "dump_fields(self) -> dict[str, Any_]",
    "load_fields(self, data)": "load_fields(self, data: Any_) -> None",
    "_dump(self)": "_dump(self) -> dict[str, Any_]",
    "_load(self, state)": "_load(self, state: Any_) -> None",
}


def _split_marks(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type and its marks."""
    marks = getattr(annotation, "__metadata__", ())
    return (annotation.__origin__ if marks else annotation), marks


# source of the expressions that copy, dump or load a value of a type


def _copy_expression(annotation: Any, value: str) -> str:
    if _is_immutable(annotation):
        return value
    annotation, _ = _split_marks(annotation)
    if inner := _optional_type(annotation):
        return f"None if {value} is None else {_copy_expression(inner, value)}"
    origin, inside = get_origin(annotation), get_args(annotation)
    if annotation is bytearray or (origin is list and _is_immutable(inside[0])):
        return f"{value}[:]"
    if origin is list:
        return f"[{_copy_expression(inside[0], LOOP_VARIABLE)} for {LOOP_VARIABLE} in {value}]"
    if origin is dict and _is_immutable(inside[1]):
        return f"{value}.copy()"
    if isinstance(annotation, type) and issubclass(annotation, Copyable):
        return f"{value}.copy()"
    raise FieldError(f"how is {annotation} copied? Mark it SHARED if it never changes")


def _dump_expression(type_: Any, value: str) -> str:
    if _is_json(type_):
        return value
    if inner := _optional_type(type_):
        return f"None if {value} is None else {_dump_expression(inner, value)}"
    inner = _item_type(type_)
    if inner is not None:
        whole = f"{value}[:]" if get_origin(type_) is list else f"list({value})"
        return (
            whole
            if _is_json(inner)
            else f"[{_dump_expression(inner, LOOP_VARIABLE)} for {LOOP_VARIABLE} in {value}]"
        )
    if isinstance(type_, type) and issubclass(type_, MatchPart):
        return f"{value}.dump()"
    raise FieldError(f"how is {type_} stored? Mark it UNSTORED if the class does so itself")


def _load_expression(type_: Any, value: str, names: dict[str, Any]) -> str:
    if _is_json(type_):
        return value
    if inner := _optional_type(type_):
        return f"None if {value} is None else {_load_expression(inner, value, names)}"
    inner = _item_type(type_)
    if inner is not None:
        of = (type_ if type_ is bytearray else get_origin(type_)).__name__
        if not _is_json(inner):
            value = (
                f"[{_load_expression(inner, LOOP_VARIABLE, names)} for {LOOP_VARIABLE} in {value}]"
            )
            return value if of == "list" else f"{of}({value})"
        return f"{of}({value})"
    names[type_.__name__] = type_
    return f"{type_.__name__}.load({value})"


LOOP_VARIABLE = "each"
JSON_TYPES = (int, bool, str, float, type(None))  # as JSON has them


def _is_immutable(annotation: Any) -> bool:
    """Whether copies may share such a value. Values of type Any count as immutable."""
    annotation, marks = _split_marks(annotation)
    if SHARED in marks or annotation is Any or get_origin(annotation) is Literal:
        return True
    if get_origin(annotation) in (Union, types.UnionType, tuple):
        return all(one is Ellipsis or _is_immutable(one) for one in get_args(annotation))
    if not inspect.isclass(annotation):
        return False
    frozen = (
        dataclasses.is_dataclass(annotation) and vars(annotation)["__dataclass_params__"].frozen
    )
    return issubclass(annotation, (*JSON_TYPES, bytes, tuple, Constant)) or frozen


def _is_json(type_: Any) -> bool:
    """Whether such a value is stored unchanged."""
    if get_origin(type_) in (Union, types.UnionType):
        return all(map(_is_json, get_args(type_)))
    return type_ in JSON_TYPES or get_origin(type_) is Literal


def _optional_type(type_: Any) -> Any:
    """The X of `X | None`; None for other types."""
    inside = get_args(type_)
    if get_origin(type_) in (Union, types.UnionType) and inside[1:] == (type(None),):
        return inside[0]
    return None


def _item_type(type_: Any) -> Any:
    """The item type of a list, tuple or byte array, if all items are stored alike; else None."""
    if type_ is bytearray:
        return int
    if get_origin(type_) in (list, tuple):
        inside = [one for one in get_args(type_) if one is not Ellipsis]
        return inside[0] if len(inside) == 1 or all(map(_is_json, inside)) else None
    return None
