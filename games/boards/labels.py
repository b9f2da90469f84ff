"""Labels as data: a text with placeholders, and what each of them shows.

    LABELS = {
        "roll": label(_("Roll the dice")),
        "steal": label(_("Take a card from %(name)s"), name=player_name),
        "buy": label(_("Buy a card for %(gold)s"), gold=PRICE),
    }

A label is a function. It takes whatever its placeholders take, for example the words of a move and
the scene. A label that branches is a function of the title's own, which takes the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from portal.translation_cache import cache_per_language

from .view_models import Text


def label(text: Text, /, **values: object) -> Callable[..., str]:
    """A function that fills the placeholders of a lazy text.

    Args:
        text: in the language of its reader.
        values: by placeholder, a function of what the label gets, or a constant value.
    """

    @cache_per_language()
    def message() -> str:
        return str(text)

    if not values:
        return lambda *context: message()
    functions = {name: value for name, value in values.items() if callable(value)}
    constants = {name: value for name, value in values.items() if not callable(value)}

    def fill(*context: object) -> str:
        found = {name: value(*context) for name, value in functions.items()}
        return message() % {**constants, **found}

    return fill


def argument(
    names: Mapping[str, Text] | Callable[[str], object], place: int = 0
) -> Callable[..., object]:
    """What a placeholder shows: the word at this place of a move, as these names call it."""
    find = names if callable(names) else names.__getitem__
    return lambda arguments, *context: find(arguments[place])
