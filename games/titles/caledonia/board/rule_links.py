"""Links to the rules page, and the anchors that a move refers to.

Numbered tiles, levels and phases have anchors like "contract:17", "shipping:2" or "phase:action".
"""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.cached_urls import rules_url
from games.boards.view_models import RuleLink

KEY = "caledonia"


def rule_link(anchor: str, text: object) -> RuleLink:
    """Return a name that links to its section of the rules page."""
    return RuleLink(text, rules_url(KEY, anchor))


def rule_anchors(move: str) -> Sequence[str]:
    """Return the anchors that a move refers to, the most specific first."""
    verb, *arguments = move.split(" ")
    if verb in ("take", "keep", "fulfil"):
        return [*(f"contract:{one}" for one in arguments if one.isdecimal()), verb]
    if verb == "upgrade":
        what, _mark, _which = arguments[0].replace("_", ":").partition(":")
        return [what, verb]
    if verb == "port":  # the move does not say which tile lies there
        return [verb]
    # A plain number is an amount here, but as an anchor it would be a section of the rules.
    return [*(one for one in arguments if not one.isdecimal()), verb]
