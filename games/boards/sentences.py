"""Sentences as data: texts with placeholders, which of them applies, and what placeholders show.

    SENTENCES: Table = {
        "build": _("%(name)s builds for %(doubloons)s: %(building)s."),
        "role": Sentence(
            When("bonus", _("%(name)s picks the %(role)s and gets %(doubloons)s.")),
            _("%(name)s picks the %(role)s."),
            doubloons="bonus",
        ),
        "pass": By("step", {"trade": _("%(name)s sells nothing."), "build": _(…)}),
    }
    PLACEHOLDERS = {"building": BUILDINGS, "role": ROLES, "doubloons": vocabulary.doubloons}

The *fields* of an event are its data and three more: its `seat`, the `name` of that seat, and the
`names` of all seats. A placeholder without a formatter shows the field of its name, which must be a
text or a number. Texts are lazy; each is parsed once in each language.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.functional import Promise

import games.rules as rules
from portal.translation_cache import get_language

from .translations import join_list
from .view_models import Text

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TRUE = object()

Fields = Mapping[str, Any]
Reader = Callable[[Fields], Any]
#: A field, or what a function finds in all of them.
Field = str | Reader
#: Words by the value of a field, or a function of values.
Formatter = Mapping[Any, Text] | Callable[..., object]


class Of(NamedTuple):
    """What a placeholder shows: fields with a formatter."""

    formatter: Formatter | None
    fields: Sequence[Field]


class Plural(NamedTuple):
    """The form of a text for a number, its `n`: `Plural("tiles", lambda n: ngettext(…))`."""

    number: Field
    form: Callable[[int], str]


class By(NamedTuple):
    """Sentences by the value of a field."""

    field: Field
    sentences: Mapping[Any, AnySentence]


class Each(NamedTuple):
    """A sentence for each item of a field, about its fields, or else about `key` and `value`."""

    field: Field
    sentence: AnySentence
    join: Callable[[Iterable[str]], str] = join_list


class When(NamedTuple):
    """A sentence for events in which a field is true, or equals a value."""

    field: Field
    sentence: AnySentence
    equals: object = TRUE


class Sentence:
    """The first of its variants that applies, with placeholders of its own; "" if none does."""

    def __init__(self, *variants: When | AnySentence, **placeholders: Placeholder) -> None:
        self.variants = variants
        self.placeholders = placeholders


AnySentence = Text | Plural | By | Each | Sentence
#: Another field for the usual formatter, or a formatter, or a sentence about the same event.
Placeholder = str | Formatter | Of | AnySentence
#: Sentences by kind of event, and what placeholders show.
Table = Mapping[str, AnySentence]
Placeholders = Mapping[str, Placeholder]


def of(formatter: Formatter | None, *fields: Field) -> Of:
    """What a placeholder shows: these fields with this formatter."""
    return Of(formatter, fields)


def seat_name(field: Field) -> Of:
    """What a placeholder shows: the name of the seat in this field."""
    return of(lambda seat, names: names[int(seat)], field, "names")


class Sentences:
    """A table of sentences with the usual placeholders of a title, ready to be filled."""

    def __init__(self, table: Table, placeholders: Placeholders | None = None) -> None:
        usual = merge_placeholders({}, placeholders or {})
        self._readers: Callable[[str | None], dict[str, Reader]] = functools.cache(
            lambda _language: {kind: _reader(one, usual) for kind, one in table.items()}
        )

    def text(self, event: rules.Event, names: Sequence[str] = ()) -> str:
        """The sentence for an event; "" where the table leaves it out."""
        seat = event.seat
        name = names[seat] if names and seat is not None else ""
        return self.fill(event.kind, {**event.data, "seat": seat, "name": name, "names": names})

    def fill(self, kind: str, fields: Fields) -> str:
        """The sentence of this kind, filled from fields that are no event's, such as a move's."""
        text: str = self._readers(get_language())[kind](fields)
        return text


Known = Mapping[str, Of | AnySentence]


def merge_placeholders(usual: Known, own: Placeholders) -> Known:
    """The usual placeholders of a title with those that a sentence has of its own."""
    merged = dict(usual)
    for key, one in own.items():
        if isinstance(one, str):
            known = merged.get(key)
            known = known if isinstance(known, Of) else of(None, key)
            merged[key] = of(known.formatter, one, *known.fields[1:])
        elif isinstance(one, Of | Plural | By | Each | Sentence | Promise):
            merged[key] = one
        else:
            merged[key] = of(one, key)
    return merged


# Functions that fill sentences, in one language.


def _reader(sentence: AnySentence, placeholders: Known) -> Reader:
    match sentence:
        case Sentence(variants=variants, placeholders=own):
            merged = merge_placeholders(placeholders, own)
            return _first_reader([_variant(one, merged) for one in variants])
        case By(field, sentences):
            find = _find(field)
            readers = {value: _reader(one, placeholders) for value, one in sentences.items()}
            return lambda fields: readers[find(fields)](fields)
        case Each(field, one, join):
            find, read = _find(field), _reader(one, placeholders)
            return lambda fields: join(read({**fields, **row}) for row in _rows(find(fields)))
        case Plural(number, form):
            find, numbered = _find(number), {**placeholders, "n": of(None, number)}
            forms = functools.cache(lambda n: _text_reader(form(n), numbered))
            return lambda fields: forms(find(fields))(fields)
    return _text_reader(str(sentence), placeholders)


def _first_reader(variants: Sequence[tuple[Reader | None, Reader]]) -> Reader:
    applies, first = variants[0]
    if applies is None:
        return first
    others = _first_reader(variants[1:]) if len(variants) > 1 else lambda fields: ""
    return lambda fields: first(fields) if applies(fields) else others(fields)


def _variant(one: When | AnySentence, placeholders: Known) -> tuple[Reader | None, Reader]:
    """Whether a variant applies, and its reader. None: it always does."""
    if not isinstance(one, When):
        return None, _reader(one, placeholders)
    field, sentence, expected = one
    read = _reader(sentence, placeholders)
    if not isinstance(field, str):
        return field, read
    if expected is TRUE:
        return lambda fields: fields.get(field), read
    return lambda fields: fields.get(field) == expected, read


def _text_reader(text: str, placeholders: Known) -> Reader:
    keys = PLACEHOLDER.findall(text)
    if not any(key in placeholders for key in keys):
        return lambda fields: text % fields
    form = PLACEHOLDER.sub("%s", text)
    readers = [_value_reader(placeholders.get(key) or of(None, key), placeholders) for key in keys]
    match readers:  # a list for each sentence would take as long as the rest
        case [one]:
            return lambda fields: form % (one(fields),)
        case [one, two]:
            return lambda fields: form % (one(fields), two(fields))
        case [one, two, three]:
            return lambda fields: form % (one(fields), two(fields), three(fields))
    return lambda fields: form % tuple([read(fields) for read in readers])


def _value_reader(one: Of | AnySentence, placeholders: Known) -> Reader:
    if not isinstance(one, Of):
        return _reader(one, placeholders)
    formatter, fields = one
    finds = [_find(field) for field in fields]
    if formatter is None:
        return finds[0]
    if isinstance(formatter, Mapping):
        words = formatter
        formatter = functools.cache(lambda value: str(words[value]))
    if len(finds) > 1:
        return lambda fields: formatter(*[find(fields) for find in finds])
    [find] = finds
    return lambda fields: formatter(find(fields))


def _find(field: Field) -> Reader:
    return itemgetter(field) if isinstance(field, str) else field


def _rows(found: Mapping[Any, Any] | Iterable[Any]) -> Iterator[Fields]:
    if isinstance(found, Mapping):
        return ({"key": key, "value": value} for key, value in found.items())
    rows = enumerate(found)
    return (row if isinstance(row, dict) else {"key": key, "value": row} for key, row in rows)
