"""What people have written, shown so that it disturbs nothing around it.

A name in Hebrew or Arabic turns the words beside it around, and a pile of combining marks covers
the lines above. The site's own words are never written from right to left, so every letter of such
a script in an answer was written by somebody: each run of them is put between the isolates of
Unicode (UAX 9). They work in pages, attributes, titles, mails and on screens of devices alike.

Both template engines pass what they show through `isolate` (`install_isolation` and
`games/boards/jinja.py`), and so does every notice. The API says what was written, as it was.
Forms show it as it was, too (`editable`), and long texts stand in elements with `dir="auto"`, where
they turn by themselves (`prose`).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError
from django.template import base, defaultfilters, defaulttags
from django.templatetags import i18n
from django.utils.safestring import SafeData, SafeString
from django.utils.translation import gettext_lazy as _

OPEN, CLOSE = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
MAX_MARKS = 3  # combining marks on one letter
# The mark that stands for such a letter, and the blocks of scripts written from right to left.
RIGHT_TO_LEFT = (
    "\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
EMBEDDINGS = "\u202a-\u202e"
ISOLATES = "\u2066-\u2069"


def _marks() -> str:
    """The combining marks that take no place of their own, as ranges of a character class."""
    places = (*range(0x300, 0x3100), *range(0xA66F, 0xABEE), 0xFB1E, *range(0xFE20, 0xFE30))
    marks = [chr(at) for at in places if unicodedata.category(chr(at)) in ("Mn", "Me")]
    return "".join(map(re.escape, marks)) + "\U000101fd-\U00010f50\U0001da00-\U0001e94a"


MARK_CLASS = _marks()
EXCESS_MARKS_PATTERN = re.compile(f"([{MARK_CLASS}]{{{MAX_MARKS}}})[{MARK_CLASS}]+")
BIDI_PATTERN = re.compile(f"[{RIGHT_TO_LEFT}{EMBEDDINGS}{ISOLATES}]")
ISOLATION_PATTERN = re.compile(
    f"(?P<kept>[\u2066-{OPEN}][^{ISOLATES}]*{CLOSE})"
    f"|(?P<run>[{RIGHT_TO_LEFT}](?:(?:[^\\w\\n{ISOLATES}]|[\\d_{RIGHT_TO_LEFT}])*"
    f"[{RIGHT_TO_LEFT}])?)"
    f"|[{EMBEDDINGS}{ISOLATES}]"
)


class UnisolatedText(str):
    """A text that is shown as it was written: in a form, or in an element with `dir="auto"`."""

    __slots__ = ()


def has_too_many_marks(text: str) -> bool:
    """Whether more combining marks stand on one letter than stay inside its line.

    >>> has_too_many_marks("\\u1ec7"), has_too_many_marks("e" + "\\u0301" * 5)
    (False, True)
    """
    return not text.isascii() and EXCESS_MARKS_PATTERN.search(text) is not None


def check_marks(text: str) -> None:
    """A validator of names and messages.

    Raises:
        ValidationError: too many combining marks stand on one letter.
    """
    if has_too_many_marks(text):
        raise ValidationError(_("One letter has too many marks."), code="marks")


def limit_marks(text: str) -> str:
    """The text without the combining marks that would leave its line."""
    return text if text.isascii() else EXCESS_MARKS_PATTERN.sub(r"\1", text)


def isolate(text: str) -> str:
    """A text in which no run from right to left turns what stands around it.

    >>> isolate("Ada: 5"), isolate("\\u05d0\\u05d1 5") == "\\u2068\\u05d0\\u05d1\\u2069 5"
    ('Ada: 5', True)
    >>> isolate(isolate("\\u05d0")) == isolate("\\u05d0")
    True
    """
    if text.isascii():
        return text
    text = EXCESS_MARKS_PATTERN.sub(r"\1", text)
    return ISOLATION_PATTERN.sub(_isolate_run, text) if BIDI_PATTERN.search(text) else text


def _isolate_run(part: re.Match[str]) -> str:
    if part["kept"]:
        return part["kept"]
    return f"{OPEN}{part['run']}{CLOSE}" if part["run"] else ""


def editable(value: object) -> UnisolatedText:
    """A filter of templates: the value of an input or a text area."""
    return UnisolatedText(value)


def prose(value: object) -> UnisolatedText:
    """A filter of templates: a text in an element of its own with `dir="auto"` or in `bdi`."""
    return UnisolatedText(limit_marks(str(value)))


def join(value: Any, between: str, autoescape: bool = True) -> Any:
    """Django's filter, with every text of the list isolated by itself."""
    parts = [isolate(one) if type(one) is str else one for one in value]
    return defaultfilters.join(parts, between, autoescape)


_render_value = base.render_value_in_context


def _render_user_value(value: Any, context: Any) -> str:
    """What a Django template shows for a value; inputs of forms show it as it is."""
    if isinstance(value, SafeData):
        # Markup has inputs in it; a text that a filter has escaped has no tags.
        text = str(value)
        value = SafeString(limit_marks(text) if "<" in text else isolate(text))
    elif (
        isinstance(value, str) and not isinstance(value, UnisolatedText) and "widget" not in context
    ):
        value = isolate(value)
    return _render_value(value, context)


def install_isolation() -> None:
    """Let Django's templates show user text isolated, in variables and in translated blocks."""
    for module in (base, defaulttags, i18n):
        module.render_value_in_context = _render_user_value  # type: ignore[attr-defined]
