"""How Catan is shown: the island as a map, everything else in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.around import Change, Zone
from games.boards.base import (
    MAP_SCRIPTS,
    Choice,
    Facts,
    Figure,
    Group,
    Panel,
    Points,
    Presenter,
    Scene,
    Stat,
    Text,
)
from games.rules.reasons import bare

from . import (
    around,
    asking,
    chance,
    changes,
    figures,
    glimpse,
    log,
    moves,
    picture,
    position,
    preview,
    table,
    terms,
    words,
    zones,
)
from .places import code, on_map
from .spots import Spots
from .wording import gettext as _
from .wording import gettext_lazy

__all__ = ["PRESENTER"]


class CatanPresenter(Presenter):
    """The island, its harbours and roads, and with wagons its castle, quarry and glassworks."""

    is_drawn = True
    has_figures = True
    stylesheets = ("css/map.css",)
    scripts = MAP_SCRIPTS
    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Won the match"),)
    silent = log.SILENT
    names = words.NAMES
    words = words.WORDS
    facts = Facts(best_with=4, minutes=43, weight=2, luck=3, interaction=4, decisions=130)

    def blurb(self) -> str:
        return _("Settle an island: gather its resources, trade, build roads, settlements, cities.")

    def figures(
        self, events: Sequence[rules.Event], names: Sequence[str], options: Mapping[str, str]
    ) -> Sequence[Figure]:
        return figures.figures(events, names, options)

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

    def closing(self, scene: Scene) -> list[Choice]:
        return around.closing(scene)

    def preview(self, move: str, scene: Scene) -> str:
        return preview.line(move, scene)

    def caution(self, scene: Scene) -> str:
        return around.caution(scene)

    def stats(self, scene: Scene, seat: int) -> Sequence[Stat]:
        return around.stats(scene, seat)

    def verdict(
        self, score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]
    ) -> str:
        return around.verdict(score, order, names) or super().verdict(score, order, names)

    def changes(self, before: Scene, after: Scene) -> list[Change]:
        return [
            *changes.changes(before, after),
            *self.changed_numbers(before, after, but=frozenset({"race", "hand"})),
        ]

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return zones.zones(scene)

    def glimpse_of(self, scene: Scene) -> glimpse.Glimpse:
        return glimpse.glimpse(scene)

    def board(self, scene: Scene) -> dict[str, Any]:
        spots = Spots(scene)
        return {
            "island": picture.picture(spots),
            "chance": chance.chance(scene),
            **table.of(spots),
            "words": position.panels(scene) if scene.in_words else [],
        }

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
        if isinstance(value, rules.Form | rules.Given):
            return on_map(super().reason_word(value, names), str(bare(value)))
        if type(value) is str and value in words.IN_REASONS:
            return str(words.IN_REASONS[value])
        return super().reason_word(value, names)


PRESENTER = CatanPresenter
