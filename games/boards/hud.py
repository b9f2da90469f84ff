"""What a title supplies for the parts around every board: seat strip, purse, jump row, turn bar.

The site draws the parts, with one template each (`templates/jinja2/games/table/`). A title only
supplies their content, as values that are equal if they look equal.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.templatetags.static import static

from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import cache_per_language

from .cached_urls import rules_url
from .translations import capitalize_first
from .view_models import Text

STATS_BYTES = 5_000  # of the numbers of a seat, about


class Stat(NamedTuple):
    """A number of a seat, for the seat strip and the purse.

    Attributes:
        key: identifies the number; the same for all seats of a game.
        label: its name in the reader's language ("Doubloons").
        value: the number as text, or a short word.
        art: address of its picture, a symbol of a sprite ("…/sprite.svg#doubloon"); "" for none.
        note: address of the rules about it; "" for none.
        seat: the seat in whose colour and with whose mark a piece is drawn; None for other numbers.
        was: the earlier value, where a change is shown.
    """

    key: str
    label: str
    value: str
    art: str = ""
    note: str = ""
    seat: int | None = None
    was: str = ""


class StatColumn(NamedTuple):
    """A number in a `StatTable` whose key, symbol or anchor is another word than its name there.

    `note` is None if the rules have no paragraph about it.
    """

    label: Text
    art: str = ""
    note: str | None = ""
    key: str = ""


class StatTable:
    """The numbers that a title shows of a seat: names and pictures, without the values.

        STATS = StatTable("pebbles", "sprite.svg", {"coin": _("Coins"), "bag": _("In the bag")})
        STATS({"coin": 3, "bag": "2/5"})

    Where a label is all, the name of the number is also its key, its symbol in the sprite and its
    anchor in the rules.
    """

    def __init__(self, game: str, sprite: str, columns: Mapping[str, Text | StatColumn]) -> None:
        self._game, self._sprite, self._columns = game, sprite, columns
        self._stats = cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(STATS_BYTES)))(
            self._uncached_stats
        )

    def __call__(self, values: Mapping[str, object]) -> tuple[Stat, ...]:
        """The numbers in the reader's language; those that are None are left out."""
        return self._stats(tuple(values.items()))

    def _uncached_stats(self, values: tuple[tuple[str, object], ...]) -> tuple[Stat, ...]:
        return tuple(self._stat(name, value) for name, value in values if value is not None)

    def _stat(self, name: str, value: object) -> Stat:
        known = self._columns[name]
        column = known if isinstance(known, StatColumn) else StatColumn(known)
        key = column.key or name
        return Stat(
            key,
            capitalize_first(column.label),
            str(value),
            sprite_symbol(self._game, self._sprite, column.art or key),
            "" if column.note is None else rules_url(self._game, column.note or key),
        )


@functools.cache
def sprite_symbol(game: str, sprite: str, symbol: str) -> str:
    """The address of a symbol: ("pebbles", "sprite.svg", "coin") → "…/sprite.svg#coin"."""
    return f"{static(f'titles/{game}/{sprite}')}#{symbol}"


class Zone(NamedTuple):
    """A part of a board that the jump row links to: the id of an element, and its name.

    `short` is the name for a chip of the jump row, at most about ten letters. `is_own` is set if
    onlookers do not have the part.
    """

    id: str
    title: Text
    short: Text = ""
    is_own: bool = False


def translate_zones(zones: Sequence[Zone], has_seat: bool) -> tuple[Zone, ...]:
    """The zones of a viewer in the reader's language."""
    return tuple(
        Zone(zone.id, str(zone.title), str(zone.short))
        for zone in zones
        if has_seat or not zone.is_own
    )


class Change(NamedTuple):
    """A change for a seat while others moved, as a sentence.

    `zone` is the id of the part of the board that shows it; "" for none.
    """

    text: str
    zone: str = ""


class Tip(NamedTuple):
    """A tip about a kind of decision, in one line; `anchor` is the place in the rules for more."""

    text: Text
    anchor: str
