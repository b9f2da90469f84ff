"""Which names look alike: the skeleton of a name, in which look-alikes become one letter.

This is the one rule for all names that must differ: of users, clubs, and players at one device.
Unicode's table of confusables (UTS #39) says which letters look alike. Names do not differ by their
capitals either, so "I", "i", "l" and "1" are one letter here. So are the Cyrillic "Н" and "н" and
the Latin "h", although only the capital looks like one. Punctuation and spaces do not count, so
"Ada." and "a_da" are taken where "ada" is.
"""

from __future__ import annotations

import functools
import unicodedata

from django.db.models import Func

# The prototypes (UTS #39) of the letters that a user name can have.
ASCII_PROTOTYPES = {"0": "o", "1": "l", "i": "l", "m": "rn"}
SEPARATORS = "-_"  # the separators that a user name can have
IGNORED_CATEGORIES = (
    "P",
    "Z",
    "Cf",
)  # Unicode categories: punctuation, separators, invisible format characters


def skeleton(name: str) -> str:
    """Return a text that is the same for two names which a reader may confuse."""
    name = "".join(one for one in name if not _is_ignored(one)) or name
    letters = unicodedata.normalize("NFKD", name).replace("ς", "σ")
    if any(map(_is_latin, letters)):  # in a name with Latin letters, a capital reads as Latin
        letters = "".join(_capitals().get(letter, letter) for letter in letters)
    once = "".join(map(_prototype, letters)).casefold()
    return "".join(map(_prototype, unicodedata.normalize("NFKD", once))).replace("i", "l")


def username_skeleton() -> Func:
    """Return the SQL expression for the skeleton of `User.username`, which has ASCII letters only.

    SQLite uses the index only if the statement contains the letters literally.
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
    """The capitals that look like another Latin letter than their lower case does: Greek "Ν"."""
    return {
        letter: alike
        for letter, alike in _prototypes().items()
        if letter.isupper() and _is_latin(alike) and _prototype(letter) != alike
    }


def _is_latin(letters: str) -> bool:
    return len(letters) == 1 and letters.isascii() and letters.isalpha()


@functools.cache
def _prototypes() -> dict[str, str]:
    """The prototype of each confusable letter, loaded when a process first needs it.

    The package lists each letter with its prototype, and each prototype with all its letters.
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
