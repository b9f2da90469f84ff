"""Which names look alike: what is left of a name when look-alikes have become one letter.

This is the one rule for all names that must differ: of people, clubs, and players at one device.
Unicode's table of confusables (UTS #39) says what may be taken for what. Names do not differ by
their capitals either, so "I", "i", "l" and "1" are one letter here; nor by punctuation and spaces,
so nobody is "Ada." or "a_da" beside "ada".
"""

from __future__ import annotations

import functools
import unicodedata

from django.db.models import Func

# What the table says of the letters that a name in addresses can have.
PLAIN = {"0": "o", "1": "l", "i": "l", "m": "rn"}
SEPARATORS = "-_"  # that a name in addresses can have
UNCOUNTED = ("P", "Z", "Cf")  # categories of characters: punctuation, spaces, what nobody sees


def likeness(name: str) -> str:
    """The same for two names that somebody may take for each other."""
    name = "".join(one for one in name if not _is_uncounted(one)) or name
    once = "".join(map(_prototype, unicodedata.normalize("NFKD", name))).casefold()
    return "".join(map(_prototype, unicodedata.normalize("NFKD", once))).replace("i", "l")


def of_username() -> Func:
    """The likeness of names in addresses, as the database counts it: they hold plain letters.

    SQLite finds the index only where the letters stand in the statement itself.
    """
    sql = "LOWER(%(expressions)s)"
    for letter, prototype in (*((one, "") for one in SEPARATORS), *PLAIN.items()):
        sql = f"REPLACE({sql}, '{letter}', '{prototype}')"
    return Func("username", template=sql)


def _is_uncounted(letter: str) -> bool:
    return unicodedata.category(letter).startswith(UNCOUNTED)


def _prototype(letter: str) -> str:
    return _prototypes().get(letter, letter)


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
