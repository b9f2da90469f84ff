"""How Catan is shown: the island as a map, everything else in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games.rules as rules
from games.boards.base import Facts, Group, Panel, Points, Presenter, Scene

from . import asking, log, moves, position, terms, words
from .places import code
from .wording import gettext as _

__all__ = ["PRESENTER"]


class CatanPresenter(Presenter):
    """The island, its harbours and roads, and with wagons its castle, quarry and glassworks."""

    names = words.NAMES
    words = words.WORDS
    facts = Facts(best_with=4, minutes=43, weight=2, luck=3, interaction=4, decisions=130)

    def blurb(self) -> str:
        return _("Settle an island: gather its resources, trade, build roads, settlements, cities.")

    def prompt(self, scene: Scene) -> str:
        return asking.prompt(scene)

    def move_label(self, move: str, scene: Scene | None = None) -> str:
        return moves.label(move, scene)

    def subjects(self, move: str) -> Sequence[str]:
        return terms.subjects(move)

    def groups(self, scene: Scene) -> list[Group]:
        return asking.groups(scene)

    def order_label(self, order: str) -> str:
        return moves.order(order)

    def panels(self, scene: Scene) -> list[Panel]:
        return position.panels(scene)

    def points(self, scene: Scene) -> list[Points]:
        return position.points(scene)

    def event_line(self, event: rules.Event, names: Sequence[str]) -> str:
        return log.line(event, names)

    def is_automatic(self, event: rules.Event) -> bool:
        return log.is_automatic(event)

    def breakdown_label(self, key: str) -> str:
        return words.first_upper(self.word(key))

    def reason_word(self, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, rules.Place):
            return code(value)
        if type(value) is str and value in words.IN_REASONS:
            return str(words.IN_REASONS[value])
        return super().reason_word(value, names)


PRESENTER = CatanPresenter
