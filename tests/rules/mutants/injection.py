"""Titles got wrong on purpose: put into the catalogue, inspected, and told which law they break."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import games.rules as rules
from games.rules.chance import Chance
from tests.rules import contract

MATCHES = 12


def law_broken_by(game: rules.Game, seats: int, options: dict[str, str] | None = None) -> str:
    """The law that the title breaks first; fails if it keeps them all."""
    contract.hearsay_by_type.clear()
    contract.looked_at.clear()  # what the right rules have shown says nothing of wrong ones
    for number in range(MATCHES):
        name = f"{game.match.__name__} {number}"
        try:
            contract.Inspection(game.key, seats, options or {}, name, thorough=True).run()
        except contract.BrokenLawError as broken:
            return broken.law
    pytest.fail(f"{game.match.__name__} slipped through")


def enter(
    monkeypatch: pytest.MonkeyPatch, game: rules.Game, match: type[rules.Match]
) -> rules.Game:
    """Put a title with this match class into the catalogue, until the test is over."""
    entered = dataclasses.replace(game, match=match)
    monkeypatch.setitem(rules.catalogue(), game.key, entered)
    return entered


def publicize_events(key: str, *kinds: str) -> type[rules.Match]:
    """The title's match, which tells everybody the events of these kinds."""

    class PublicizingMatch(rules.get(key).match):  # type: ignore[misc]
        __slots__ = ()

        def emit(
            self, kind: str, seat: int | None, data: dict[str, Any], audience: int | None = None
        ) -> None:
            self._events.append(rules.Event(kind, seat, data, None if kind in kinds else audience))

    return PublicizingMatch


def forget(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on rules that note this reveal note nothing."""

    def forgetful(self: Chance, revealed: str) -> None:
        self.reveals += revealed != name

    monkeypatch.setattr(Chance, "reveal", forgetful)
