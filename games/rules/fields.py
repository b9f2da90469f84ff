"""Fields of a match, declared once: slots, copies, dumps and loads follow from their types.

A class with `@fields` says what it holds as annotations, and nothing else lists them again:

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

What a type does not say, a mark does: `best: Annotated[int, UNSTORED]`. Lists, dicts, byte arrays
and parts are copied, what cannot change is shared. A tuple is stored as a list. A class that stores
more, or otherwise, writes its own `_dump` and `_load` (of a match) or `dump` and `load` (of a part)
around `dump_fields` and `load_fields`. A class with `@fields` is made anew with its slots, so that
`super()` wants its arguments there.

The methods are written as source and compiled, once per class, so that they run as if somebody
had written them: bots make thousands of copies.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, Literal, Self, TypeVar, Union, cast, get_args, get_origin


class FieldMark(Enum):
    """What a type does not say about a field."""

    SHARED = "copies share it: it is never changed in place"
    UNSTORED = "dumps leave it out: it follows from the rest, and whoever loads sets it"


SHARED, UNSTORED = FieldMark.SHARED, FieldMark.UNSTORED


class FieldError(TypeError):
    """A field has a type of which nobody knows how it is copied or stored."""


class Fields:
    """What `fields` gives to a class: all that its annotations say is stored, and back."""

    __slots__ = ()

    def dump_fields(self) -> dict[str, Any]:
        """The stored fields as JSON-ready data, in the order of their declaration."""
        raise NotImplementedError

    def load_fields(self, data: Mapping[str, Any]) -> None:
        """Set the stored fields from what `dump_fields` gave."""
        raise NotImplementedError


class Constant:
    """What never changes once it is made, such as a kind of tile: copies share it."""

    __slots__ = ()


class Copyable:
    """What has fields of its own and can be changed, and is put together anew by a load."""

    __slots__ = ()

    def copy(self) -> Self:
        """An independent one that is equal."""
        raise NotImplementedError


class MatchPart(Copyable, Fields):
    """A part of a match that is copied and stored, such as a seat's board."""

    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        """The part as JSON-ready data."""
        return self.dump_fields()

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The part that `dump` described."""
        part = cls.__new__(cls)
        part.load_fields(data)
        part.derive_fields()
        return part

    def derive_fields(self) -> None:
        """Set the fields that are UNSTORED from those that are."""


Kind = TypeVar("Kind", bound=type)


def fields(kind: Kind) -> Kind:
    """Give a match, `MatchPart` or `Copyable` its slots, and the methods that its annotations
    describe.

    Raises:
        FieldError: a type does not say how it is copied or stored, and no mark does.
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
    """What `fields` gave to a class that defines its `own` methods, as lines for a compiler."""
    new = f"{made.__name__}.__new__({made.__name__})"
    return [
        f"def {TYPED_SIGNATURES[head]}: {'; '.join(body) or 'pass'}".replace("new(made)", new)
        for head, body in _method_bodies(made, {}).items()
        if _method_name(head) not in own
    ]


def _method_name(head: str) -> str:
    return head.partition("(")[0]


def _method_bodies(made: Any, names: dict[str, Any]) -> dict[str, list[str]]:
    """What the annotations of a class describe: the bodies of methods, by their heads."""
    told = inspect.get_annotations(made, eval_str=True)
    copies, dumps, loads = [], [], []
    for name, annotated in told.items():
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


#: The heads of these methods, with their types.
TYPED_SIGNATURES = {
    "copy(self)": "copy(self) -> Self_",
    "_copy(self, twin)": "_copy(self, twin: Self_) -> None",
    "dump_fields(self)": "dump_fields(self) -> dict[str, Any_]",
    "load_fields(self, data)": "load_fields(self, data: Any_) -> None",
    "_dump(self)": "_dump(self) -> dict[str, Any_]",
    "_load(self, state)": "_load(self, state: Any_) -> None",
}


def _split_marks(told: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type and its marks."""
    marks = getattr(told, "__metadata__", ())
    return (told.__origin__ if marks else told), marks


# what a type says: source of the expression that copies, dumps or loads a value


def _copy_expression(told: Any, value: str) -> str:
    if _is_immutable(told):
        return value
    told, _ = _split_marks(told)
    if inner := _optional_type(told):
        return f"None if {value} is None else {_copy_expression(inner, value)}"
    origin, inside = get_origin(told), get_args(told)
    if told is bytearray or (origin is list and _is_immutable(inside[0])):
        return f"{value}[:]"
    if origin is list:
        return f"[{_copy_expression(inside[0], LOOP_VARIABLE)} for {LOOP_VARIABLE} in {value}]"
    if origin is dict and _is_immutable(inside[1]):
        return f"{value}.copy()"
    if isinstance(told, type) and issubclass(told, Copyable):
        return f"{value}.copy()"
    raise FieldError(f"how is {told} copied? Mark it SHARED if it never changes")


def _dump_expression(told: Any, value: str) -> str:
    if _is_json(told):
        return value
    if inner := _optional_type(told):
        return f"None if {value} is None else {_dump_expression(inner, value)}"
    inner = _item_type(told)
    if inner is not None:
        whole = f"{value}[:]" if get_origin(told) is list else f"list({value})"
        return (
            whole
            if _is_json(inner)
            else f"[{_dump_expression(inner, LOOP_VARIABLE)} for {LOOP_VARIABLE} in {value}]"
        )
    if isinstance(told, type) and issubclass(told, MatchPart):
        return f"{value}.dump()"
    raise FieldError(f"how is {told} stored? Mark it UNSTORED if the class does so itself")


def _load_expression(told: Any, value: str, names: dict[str, Any]) -> str:
    if _is_json(told):
        return value
    if inner := _optional_type(told):
        return f"None if {value} is None else {_load_expression(inner, value, names)}"
    inner = _item_type(told)
    if inner is not None:
        of = (told if told is bytearray else get_origin(told)).__name__
        if not _is_json(inner):
            value = (
                f"[{_load_expression(inner, LOOP_VARIABLE, names)} for {LOOP_VARIABLE} in {value}]"
            )
            return value if of == "list" else f"{of}({value})"
        return f"{of}({value})"
    names[told.__name__] = told
    return f"{told.__name__}.load({value})"


LOOP_VARIABLE = "each"
JSON_TYPES = (int, bool, str, float, type(None))  # as JSON has them


def _is_immutable(told: Any) -> bool:
    """Whether copies may share such a value; what a tuple holds of Any kind is frozen."""
    told, marks = _split_marks(told)
    if SHARED in marks or told is Any or get_origin(told) is Literal:
        return True
    if get_origin(told) in (Union, types.UnionType, tuple):
        return all(one is Ellipsis or _is_immutable(one) for one in get_args(told))
    if not inspect.isclass(told):
        return False
    frozen = dataclasses.is_dataclass(told) and vars(told)["__dataclass_params__"].frozen
    return issubclass(told, (*JSON_TYPES, bytes, tuple, Constant)) or frozen


def _is_json(told: Any) -> bool:
    """Whether such a value is stored as it is."""
    if get_origin(told) in (Union, types.UnionType):
        return all(map(_is_json, get_args(told)))
    return told in JSON_TYPES or get_origin(told) is Literal


def _optional_type(told: Any) -> Any:
    """X, of `X | None`."""
    inside = get_args(told)
    if get_origin(told) in (Union, types.UnionType) and inside[1:] == (type(None),):
        return inside[0]
    return None


def _item_type(told: Any) -> Any:
    """What a list, a tuple or an array of bytes holds, if all is stored alike."""
    if told is bytearray:
        return int
    if get_origin(told) in (list, tuple):
        inside = [one for one in get_args(told) if one is not Ellipsis]
        return inside[0] if len(inside) == 1 or all(map(_is_json, inside)) else None
    return None
