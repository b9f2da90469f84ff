"""Whom a message names: "@" and a name, as parsed tokens.

A name is what follows an "@" that begins a word. Of several names that fit, the longest counts; it
is compared as names are everywhere (accounts/confusables.py), and ends where a word ends.
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
IN_ADDRESS = ".+-_%"  # before an "@" besides letters and digits
IN_NAME = ("L", "M", "N")  # categories of characters
# Scripts that are written without spaces: a word ends where another of them begins.
UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI")
MAX_MENTIONS = 20  # in one message
MAX_NAME_LENGTH = 100  # characters, with marks

NameWords = tuple[str, ...]  # of a name, by their likeness


def find_mentions(text: str, people: Iterable[User]) -> set[int]:
    """The keys of the people whom this message names."""
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
    """Whether an "@" stands before a name, and not within a word or in an address."""
    before, after = text[:at][-1:], text[at + 1 : at + 2]
    if not after or not _is_in_name(after):
        return False
    if not before or _script(before) in UNSPACED:
        return True
    return not (_is_in_name(before) or before in IN_ADDRESS or AT.fullmatch(before))


def _names_in(text: str, longest: int) -> Iterator[NameWords]:
    """What may be a name of at most so many words at the beginning of a text, the longest first."""
    words = text.split(" ", longest)[:longest]
    for count in range(len(words), 0, -1):
        *first, last = words[:count]
        before = tuple(map(skeleton, first))
        for end in range(len(last), 0, -1):
            if end == len(last) or _ends_word(last, end):
                yield (*before, skeleton(last[:end]))


def _ends_word(text: str, at: int) -> bool:
    """Whether a word may end before this character."""
    after = text[at]
    if AT.fullmatch(after):
        return False
    if after == ".":  # of a sentence, or of an address
        return not text[at + 1 : at + 2].isalnum()
    if _is_in_name(after) or after in "-_":
        return _script(after) in UNSPACED and _script(after) != _script(text[at - 1])
    return True


def _is_in_name(letter: str) -> bool:
    return unicodedata.category(letter).startswith(IN_NAME)


def _script(letter: str) -> str:
    """The first word of a character's name: "LATIN", "HIRAGANA", "DIGIT"."""
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]
