"""Tables of components for the text of rules, declared by their columns.

    goods = component_table(
        parts.GOODS,
        name_column(_("Good"), vocabulary.GOODS, icon="{}"),
        Column(_("Price"), parts.PRICES, vocabulary.pounds),
        Column(_("Points"), "points"),
    )

The text calls the table, `{{ goods() }}`. Headings are lazy texts, because the table exists once
and is read in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..boards.translations import capitalize_first
from ..boards.view_models import Text
from .markup import anchor_markdown, icon_images, picture_image, table

DASH = "–"

#: A text, or a function that makes one in the reader's language.
Heading = Text | Callable[[], str]
#: An attribute; values by key; values in the order of the components; a function of the component.
Value = str | Mapping[Any, object] | Sequence[object] | Callable[[Any], object]
#: Something by key: a pattern ("tile-{}"), a mapping, or a function.
ByKey = str | Mapping[Any, Any] | Callable[[Any], Any]
Rows = Callable[[], Iterable[Sequence[object]]]


class Column(NamedTuple):
    """A column of a table: its heading, the value of a component, and how the value is written."""

    heading: Heading
    value: Value
    formatter: Callable[[Any], object] = str

    def cell(self, position: int, key: object, component: object) -> object:
        """The text for a component."""
        if isinstance(self.value, str):
            found = getattr(component, self.value)
        elif isinstance(self.value, Mapping):
            found = self.value[key]
        elif isinstance(self.value, Sequence):
            found = self.value[position]
        else:
            found = self.value(component)
        return self.formatter(found)


def component_table(
    components: Iterable[Any] | Callable[..., Iterable[Any]], *columns: Column, more: Rows = tuple
) -> Callable[..., str]:
    """A function for the text that returns a table with a row for each component.

    Args:
        components: the components or their keys; or a function that returns them for the arguments
            in the text, `{{ buildings("large") }}`.
        more: returns rows that follow those of the components.
    """

    def write_table(*arguments: object) -> str:
        found = list(components(*arguments) if callable(components) else components)
        rows = [
            [column.cell(position, key_of(one), one) for column in columns]
            for position, one in enumerate(found)
        ]
        return table([_write(column.heading) for column in columns], [*rows, *more()])

    return write_table


def comparison_table(
    corner: Heading, components: Mapping[Any, Any], *rows: Column
) -> Callable[[], str]:
    """A function for the text that returns a table with a column for each component.

    Args:
        corner: the heading of the first column.
        components: by the headings of their columns, for example by number of players.
        rows: what the table compares; each `Column` is written as a row.
    """

    def write_table() -> str:
        entries = list(enumerate(components.items()))
        cells = [
            [_write(row.heading), *(row.cell(position, *entry) for position, entry in entries)]
            for row in rows
        ]
        return table([_write(corner), *components], cells)

    return write_table


def name_column(
    heading: Heading,
    names: ByKey,
    *,
    icon: ByKey = "",
    picture: ByKey = "",
    anchor: ByKey = "{}",
    value: Callable[[Any], Any] | None = None,
) -> Column:
    """The column with the name, the anchor and the symbol of each component.

    Args:
        names: names by key.
        icon: a symbol of the sprite, or a sequence of symbols; "" for none.
        picture: the name of a picture of the title, "land:{}"; "" for none.
        value: returns the key of a component; for a component, its attribute `key`.
    """

    def write_name(key: object) -> str:
        found, drawing = by_key(icon, key), by_key(picture, key)
        symbols = icon_images(*([found] * bool(found) if isinstance(found, str) else found))
        if drawing:
            symbols += f"{picture_image(drawing)} "
        name = capitalize_first(by_key(names, key))
        return symbols + anchor_markdown(by_key(anchor, key), name)

    return Column(heading, value or key_of, write_name)


def key_of(component: Any) -> Any:
    """The key of a component; a word or a number is its own key."""
    return getattr(component, "key", component)


def by_key(source: ByKey, key: object) -> Any:
    """What belongs to a key.

    >>> by_key("tile-{}", "corn"), by_key({"corn": 1}, "corn"), by_key(len, "corn")
    ('tile-corn', 1, 4)
    """
    if isinstance(source, str):
        return source.format(key)
    return source[key] if isinstance(source, Mapping) else source(key)


def or_dash(value: object) -> object:
    """The value; a dash for 0, "" and None."""
    return value or DASH


def _write(heading: Heading) -> Text:
    return heading() if callable(heading) else heading
