"""Reasons with the section of the rules that they come from."""

from __future__ import annotations

from typing import Any

from games.rules.reasons import Reason


class RuleReason(Reason):
    """Why something is refused, and the section of the rules that says so ("5.4")."""

    __slots__ = ("section",)

    def __init__(self, section: str, code: str, message: str, /, **params: Any) -> None:
        super().__init__(code, message, **params)
        self.section = section


OptionalReason = RuleReason | None
