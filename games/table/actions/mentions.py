"""Mentions: finds the people whom a message names with "@" and a name.

A name follows an "@" at the start of a word and ends at the end of a word. If several names fit,
the longest counts. Names are compared by their skeletons (`accounts/confusables.py`), as everywhere
on the site.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from accounts.confusables import skeleton

if TYPE_CHECKING:
    from accounts.models import User

AT = re.compile("[@\uff20]")
IN_ADDRESS = ".+-_%"  # characters before the "@" of an address, besides letters and digits
IN_NAME = ("L", "M", "N")  # Unicode categories of characters in names
# Scripts that are written without spaces: a word ends where the next script begins.
UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI")
MAX_MENTIONS = 20  # in one message
MAX_NAME_LENGTH = 100  # characters, including combining marks

NameWords = tuple[str, ...]  # the skeletons of the words of a name


def find_mentions(text: str, people: Iterable[User]) -> set[int]:
    """Return the ids of the people whom this message mentions, out of `people`."""
    named: dict[NameWords, int] = {}
    for person in people:
        for name in (person.own_name, person.username):
            named[tuple(map(skeleton, name.split()))] = person.pk
    longest = max(map(len, named), default=0)
    begins = (at.end() for at in AT.finditer(text) if _begins_name(text, at.start()))
    found = set()
    for begin in islice(begins, MAX_MENTIONS):
        names = _names_in(text[begin : begin + MAX_NAME_LENGTH], longest)
        fitting = next((one for one in names if one in named), None)
        if fitting is not None:
            found.add(named[fitting])
    return found


def _begins_name(text: str, at: int) -> bool:
    """Return whether the "@" at this place starts a mention: not in a word or an address."""
    before, after = text[:at][-1:], text[at + 1 : at + 2]
    if not after or not _is_in_name(after):
        return False
    if not before or _script(before) in UNSPACED:
        return True
    return not (_is_in_name(before) or before in IN_ADDRESS or AT.fullmatch(before))


def _names_in(text: str, longest: int) -> Iterator[NameWords]:
    """Yield possible names at the start of a text, of up to `longest` words, longest first."""
    words = text.split(" ", longest)[:longest]
    for count in range(len(words), 0, -1):
        *first, last = words[:count]
        before = tuple(map(skeleton, first))
        for end in range(len(last), 0, -1):
            if end == len(last) or _ends_word(last, end):
                yield (*before, skeleton(last[:end]))


def _ends_word(text: str, at: int) -> bool:
    """Return whether a word may end before this character."""
    after = text[at]
    if AT.fullmatch(after):
        return False
    if after == ".":  # the end of a sentence, or a part of an address
        return not text[at + 1 : at + 2].isalnum()
    if _is_in_name(after) or after in "-_":
        return _script(after) in UNSPACED and _script(after) != _script(text[at - 1])
    return True


def _is_in_name(letter: str) -> bool:
    return unicodedata.category(letter).startswith(IN_NAME)


def _script(letter: str) -> str:
    """Return the first word of a character's Unicode name: "LATIN", "HIRAGANA", "DIGIT"."""
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]
