"""Links from things at the table to paragraphs of the rules."""

from __future__ import annotations

from django.utils.safestring import SafeString

from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes

from ..boards import presenter
from ..boards.cached_urls import rules_url
from .sections import LINK, load_rulebook

COURSE_SECTION = "5"  # the turn, in every title's rules


def rules_url_or_empty(key: str, anchor: str) -> str:
    """The address of a section or component; "" if the rules of the title do not have it."""
    known = load_rulebook(key)
    return rules_url(key, anchor) if known is not None and known.has(anchor) else ""


def course_url(key: str) -> str:
    """The number of the chapter about the course of a turn; "" if the rules do not have it."""
    known = load_rulebook(key)
    return COURSE_SECTION if known is not None and known.has(COURSE_SECTION) else ""


def link_as_tips(key: str, html: str) -> SafeString:
    """A part of the rules whose links open as tips at the table."""
    return SafeString(LINK.sub(lambda to: f'href="{rules_url(key, to[1])}" data-rules-tip', html))


@byte_lru_cache(MIB, fixed_bytes(400))
def move_rules_url(key: str, move: str) -> str:
    """The address of the rules about a move; "" if the rules do not mention it."""
    known = load_rulebook(key)
    if known is None:
        return ""
    subject = next(filter(known.has, presenter(key).rule_anchors(move)), "")
    return rules_url(key, subject) if subject else ""
