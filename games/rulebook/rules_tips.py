"""Which paragraph of the rules a thing at the table leads to."""

from __future__ import annotations

from django.utils.safestring import SafeString

from portal.performance.byte_lru import MIB, each, kept

from ..boards import presenter
from ..boards.cached_urls import paragraph
from .sections import LINK, book

COURSE = "5"  # the turn, in every title's rules


def address_of(key: str, anchor: str) -> str:
    """The address of a section or component; "" where the rules of the title have none such."""
    known = book(key)
    return paragraph(key, anchor) if known is not None and known.has(anchor) else ""


def course_of(key: str) -> str:
    """The chapter that tells whose turn it is and what comes when; "" where there is none."""
    known = book(key)
    return COURSE if known is not None and known.has(COURSE) else ""


def linked(key: str, html: str) -> SafeString:
    """A part of the rules on its own: what it links to opens as a note."""
    return SafeString(LINK.sub(lambda to: f'href="{paragraph(key, to[1])}" data-note', html))


@kept(MIB, each(400))
def about(key: str, move: str) -> str:
    """The address of what a move of this title is about; "" where its rules say nothing of it."""
    known = book(key)
    if known is None:
        return ""
    subject = next(filter(known.has, presenter(key).subjects(move)), "")
    return paragraph(key, subject) if subject else ""
