"""Text by users, shown so that it does not disturb the text around it.

A name in Hebrew or Arabic can reverse words beside it, and a pile of combining marks can cover the
lines above. The site's own texts never use right-to-left scripts, so any such letters come from
users. Each run of them is enclosed in Unicode isolates (UAX 9), which work in pages, attributes,
titles, mails and notifications of devices.

Both template engines pass values through `isolate` (`install_isolation` and
`games/boards/jinja.py`), and so do notifications. The API returns texts unchanged. Forms show them
unchanged, too (`editable`). Long texts are in elements with `dir="auto"`, which sets their
direction (`prose`).
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
# The right-to-left mark, and the blocks of scripts written from right to left.
RIGHT_TO_LEFT = (
    "\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
EMBEDDINGS = "\u202a-\u202e"
ISOLATES = "\u2066-\u2069"


def _marks() -> str:
    """Return the combining marks without a width of their own, as ranges of a character class."""
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
    """A text to show unchanged: in a form, or in an element with `dir="auto"`."""

    __slots__ = ()


def has_too_many_marks(text: str) -> bool:
    """Whether a letter has more combining marks than fit into its line.

    >>> has_too_many_marks("\\u1ec7"), has_too_many_marks("e" + "\\u0301" * 5)
    (False, True)
    """
    return not text.isascii() and EXCESS_MARKS_PATTERN.search(text) is not None


def check_marks(text: str) -> None:
    """Validate a name or message.

    Raises:
        ValidationError: a letter has too many combining marks.
    """
    if has_too_many_marks(text):
        raise ValidationError(_("One letter has too many marks."), code="marks")


def limit_marks(text: str) -> str:
    """Return the text without the combining marks that would leave its line."""
    return text if text.isascii() else EXCESS_MARKS_PATTERN.sub(r"\1", text)


def isolate(text: str) -> str:
    """Return a text in which right-to-left runs cannot reorder the text around them.

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
    """Template filter: the value of an input or a text area, unchanged."""
    return UnisolatedText(value)


def prose(value: object) -> UnisolatedText:
    """Template filter: a text in an element of its own with `dir="auto"`, or in `bdi`."""
    return UnisolatedText(limit_marks(str(value)))


def join(value: Any, between: str, autoescape: bool = True) -> Any:
    """Django's `join` filter, with each text of the list isolated."""
    parts = [isolate(one) if type(one) is str else one for one in value]
    return defaultfilters.join(parts, between, autoescape)


_render_value = base.render_value_in_context


def _render_user_value(value: Any, context: Any) -> str:
    """Return what a Django template shows for a value; form widgets show it unchanged."""
    if isinstance(value, SafeData):
        # Markup may contain inputs, which must not change; escaped text has no tags.
        text = str(value)
        value = SafeString(limit_marks(text) if "<" in text else isolate(text))
    elif (
        isinstance(value, str) and not isinstance(value, UnisolatedText) and "widget" not in context
    ):
        value = isolate(value)
    return _render_value(value, context)


def install_isolation() -> None:
    """Make Django's templates isolate user text, in variables and in translated blocks."""
    for module in (base, defaulttags, i18n):
        module.render_value_in_context = _render_user_value  # type: ignore[attr-defined]
