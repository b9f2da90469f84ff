"""Which paragraph of the rules a thing at the table leads to."""

from __future__ import annotations

from django.utils.safestring import SafeString

from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes

from ..boards import presenter
from ..boards.cached_urls import rules_url
from .sections import LINK, load_rulebook

COURSE_SECTION = "5"  # the turn, in every title's rules


def rules_url_or_empty(key: str, anchor: str) -> str:
    """The address of a section or component; "" where the rules of the title have none such."""
    known = load_rulebook(key)
    return rules_url(key, anchor) if known is not None and known.has(anchor) else ""


def course_url(key: str) -> str:
    """The chapter that tells whose turn it is and what comes when; "" where there is none."""
    known = load_rulebook(key)
    return COURSE_SECTION if known is not None and known.has(COURSE_SECTION) else ""


def link_as_tips(key: str, html: str) -> SafeString:
    """A part of the rules on its own: what it links to opens as a note."""
    return SafeString(LINK.sub(lambda to: f'href="{rules_url(key, to[1])}" data-note', html))


@byte_lru_cache(MIB, fixed_bytes(400))
def move_rules_url(key: str, move: str) -> str:
    """The address of what a move of this title is about; "" where its rules say nothing of it."""
    known = load_rulebook(key)
    if known is None:
        return ""
    subject = next(filter(known.has, presenter(key).subjects(move)), "")
    return rules_url(key, subject) if subject else ""
