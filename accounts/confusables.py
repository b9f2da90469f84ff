"""Which names look alike: what is left of a name when look-alikes have become one letter.

This is the one rule for all names that must differ: of people, clubs, and players at one device.
Unicode's table of confusables (UTS #39) says what may be taken for what. Names do not differ by
their capitals either, so "I", "i", "l" and "1" are one letter here, and so are the Cyrillic "Н" and
"н" and the Latin "h", although only the capital looks like one; nor by punctuation and spaces, so
nobody is "Ada." or "a_da" beside "ada".
"""

from __future__ import annotations

import functools
import unicodedata

from django.db.models import Func

# What the table says of the letters that a name in addresses can have.
ASCII_PROTOTYPES = {"0": "o", "1": "l", "i": "l", "m": "rn"}
SEPARATORS = "-_"  # that a name in addresses can have
IGNORED_CATEGORIES = (
    "P",
    "Z",
    "Cf",
)  # categories of characters: punctuation, spaces, what nobody sees


def skeleton(name: str) -> str:
    """The same for two names that somebody may take for each other."""
    name = "".join(one for one in name if not _is_ignored(one)) or name
    letters = unicodedata.normalize("NFKD", name).replace("ς", "σ")
    if any(map(_is_latin, letters)):  # among Latin letters a capital is taken for a Latin one
        letters = "".join(_capitals().get(letter, letter) for letter in letters)
    once = "".join(map(_prototype, letters)).casefold()
    return "".join(map(_prototype, unicodedata.normalize("NFKD", once))).replace("i", "l")


def username_skeleton() -> Func:
    """The likeness of names in addresses, as the database counts it: they hold plain letters.

    SQLite finds the index only where the letters stand in the statement itself.
    """
    sql = "LOWER(%(expressions)s)"
    for letter, prototype in (*((one, "") for one in SEPARATORS), *ASCII_PROTOTYPES.items()):
        sql = f"REPLACE({sql}, '{letter}', '{prototype}')"
    return Func("username", template=sql)


def _is_ignored(letter: str) -> bool:
    return unicodedata.category(letter).startswith(IGNORED_CATEGORIES)


def _prototype(letter: str) -> str:
    alike = _prototypes().get(letter, letter)
    small, large = letter.lower(), letter.upper()
    if letter.isascii() or len(small + large) > 2 or small == large:
        return alike
    of_both = [_prototypes().get(one, one) for one in (small, large)]
    return next(filter(_is_latin, of_both), of_both[0])


@functools.cache
def _capitals() -> dict[str, str]:
    """The capitals that look like another Latin letter than their small letters do: Greek "Ν"."""
    return {
        letter: alike
        for letter, alike in _prototypes().items()
        if letter.isupper() and _is_latin(alike) and _prototype(letter) != alike
    }


def _is_latin(letters: str) -> bool:
    return len(letters) == 1 and letters.isascii() and letters.isalpha()


@functools.cache
def _prototypes() -> dict[str, str]:
    """The letters that stand for others; read when the first name is chosen in this process.

    The package lists for each letter the one it stands for, and for that one all that it is for.
    """
    from confusable_homoglyphs.confusables import confusables_data

    found = {}
    for letter, alike in confusables_data.items():
        if len(letter) > 1 or len(alike) > 1:
            continue
        prototype = alike[0]["c"]
        if len(confusables_data[prototype]) > 1 or len(prototype) > 1 or prototype < letter:
            found[letter] = prototype.strip("\u200e").casefold()
    return found
