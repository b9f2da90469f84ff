"""Tables that the rules of every title share, made from its declaration: options, keys, events."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from typing import Any

import games.rules as rules

from ..boards import presenter
from ..boards.translations import gettext as _
from ..boards.translations import join_list
from .markup import anchor_markdown, table


def common_context(key: str) -> dict[str, Any]:
    """The functions and values that every title's text may use."""
    return {
        "options": lambda: options_table(key),
        "view_keys": lambda: view_keys_table(key),
        "breakdown_keys": lambda: breakdown_table(key),
        "private_events": lambda: private_events_table(key),
        "join": join_list,
        "names": presenter(key).names,
        "seats": presenter(key).seats_text(),
        "version": rules.get(key).version,
    }


def options_table(key: str) -> str:
    """The options as a table, with the anchors option:<key> and choice:<key>:<choice>."""
    show = presenter(key)
    head = [_("Option"), _("In records"), _("Choices"), _("Default"), _("What it changes")]
    rows = []
    for option in rules.get(key).options:
        choices = [
            anchor_markdown(f"choice:{option.key}:{choice}", show.choice_label(option, choice))
            + f" `{choice}`"
            for choice in option.choices
        ]
        rows.append(
            [
                anchor_markdown(f"option:{option.key}", show.option_label(option)),
                f"`{option.key}`",
                join_list(choices),
                show.choice_label(option, option.default),
                show.option_help(option),
            ]
        )
    return table(head, rows)


def breakdown_table(key: str) -> str:
    """The parts of a score, by their keys in records and the API, as a table."""
    show, game = presenter(key), rules.get(key)
    match = rules.new_match(key, game.seats[-1], seed="rules")
    return table(
        [_("Key"), _("Points for")],
        [[f"`{part}`", show.breakdown_label(part)] for part in match.scores()[0].breakdown],
    )


def private_events_table(key: str) -> str:
    """The kinds of events that not everyone may see, as a table."""
    rows = []
    for private in rules.get(key).private_events:
        field = f"`{private.field}`" if private.field else ""
        value = f"`{private.value}`" if private.value is not None else ""
        rows.append([f"`{private.kind}`", field, value])
    return table([_("Event"), _("if it has the field"), _("with the value")], rows)


def view_keys_table(key: str) -> str:
    """The keys of `match.view(seat)` with their types, as a table; nested keys have dots."""
    view = rules.get(key).view
    rows = [[f"`{path}`", f"`{kind}`"] for path, kind in _view_fields(view)] if view else []
    return table([_("Key"), _("Type")], rows)


def _view_fields(kind: Any, before: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in typing.get_type_hints(kind).items():
        path = f"{before}{name}"
        yield path, _type_name(inner)
        for nested, mark in _typed_dicts(inner):
            yield from _view_fields(nested, f"{path}{mark}.")


def _typed_dicts(kind: Any, mark: str = "") -> Iterator[tuple[Any, str]]:
    """The typed dicts within a type, each with marks for its containers: [] list, {} mapping."""
    if typing.is_typeddict(kind):
        yield kind, mark
        return
    origin = typing.get_origin(kind)
    inner = typing.get_args(kind)
    if origin in (list, tuple):
        mark += "[]"
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        inner, mark = inner[1:], mark + "{}"
    for one in inner:
        yield from _typed_dicts(one, mark)


def _type_name(kind: Any) -> str:
    """The name of a type in JSON terms.

    >>> _type_name(list[int]), _type_name(dict[str, bool] | None)
    ('[integer]', '{string: boolean} | null')
    """
    simple = {int: "integer", str: "string", bool: "boolean", float: "number", type(None): "null"}
    if kind in simple:
        return simple[kind]
    if typing.is_typeddict(kind):
        return "object"
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return " | ".join(repr(one) for one in inner)
    if origin is list:
        return f"[{_type_name(inner[0])}]"
    if origin is tuple:
        return f"[{', '.join(map(_type_name, inner))}]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{{_type_name(inner[0])}: {_type_name(inner[1])}}}"
    if inner:
        return " | ".join(map(_type_name, inner))
    return "any"
