"""The menu of a table's bar, as a page chunk: it rarely changes, so pages rarely need it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Menu(NamedTuple):
    """The menu behind the three dots of the bar: further actions and links.

    `keeps` and `can_restart` are about the draft. `terms` is what the table plays, a
    `page_context.SettingsSummary`.
    """

    key: str
    terms: Any
    keys: bool
    keeps: bool
    can_restart: bool
    takes_back: bool
    has_suggestions: bool
    has_device: bool
    can_analyze: bool
    can_comment: bool
    has_auto_answers: bool
    has_conditional_moves: bool
    may_end: bool


def build_menu(page: Mapping[str, Any]) -> Menu:
    """Return the menu of a page with this context."""
    table, turn = page["table"], page["turn"]
    drafts = page["is_playing"] and bool(page["draft"])
    return Menu(
        table.key,
        page["terms"],
        keys=page["keys"],
        keeps=drafts and not turn.must_confirm,
        can_restart=drafts,
        takes_back=page["takes_back"],
        has_suggestions=page["advice"] is not None and len(page["legal"]) > 1,
        has_device=bool(page["others_here"]),
        can_analyze=page["seat"] is not None and not table.is_hot_seat,
        can_comment=page["seat"] is not None and not table.is_hot_seat,
        has_auto_answers=bool(page["auto_answers"]),
        has_conditional_moves=page["conditional_moves"] is not None,
        may_end=page["may_call_off"],
    )
