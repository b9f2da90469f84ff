"""How Catan is shown: the island as a map, everything else in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.base import MAP_SCRIPTS, Presenter, Scene
from games.boards.translations import first_upper, listed
from games.boards.view_models import Facts, Text
from games.rules.reasons import bare

from . import (
    changes,
    dice_panel,
    hud,
    log,
    picture,
    position,
    seat_area,
    trade,
    vocabulary,
)
from .places import code, on_map
from .spots import Spots
from .tips import HINTS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]


class CatanPresenter(Presenter):
    """The island, its harbours and roads, and with wagons its castle, quarry and glassworks."""

    is_drawn = True
    told_changes = changes.TOLD
    stylesheets = ("css/map.css",)
    scripts = MAP_SCRIPTS
    opening_verb = "settlement"
    opening_kind = "first_cards"
    opening_title = gettext_lazy("First cards")
    luck_title = gettext_lazy("Cards of the throws, against expectation")
    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Won the match"),)
    silent = log.SILENT
    names = vocabulary.NAMES
    hints = HINTS
    words = vocabulary.WORDS
    facts = Facts(best_with=4, minutes=43, weight=2, luck=3, interaction=4, decisions=150)

    def blurb(self) -> str:
        return _("Settle an island: gather its resources, trade, build roads, settlements, cities.")

    def opening(self, data: Mapping[str, Any]) -> str:
        return "+".join(ware for ware in vocabulary.RESOURCES if ware in data["gains"]) or "none"

    def opening_label(self, opening: str) -> str:
        wares = [
            str(vocabulary.WARES[ware]) for ware in opening.split("+") if ware in vocabulary.WARES
        ]
        return first_upper(listed(wares)) if wares else first_upper(_("nothing"))

    def verdict(
        self, score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]
    ) -> str:
        return hud.verdict(score, order, names) or super().verdict(score, order, names)

    def board(self, scene: Scene) -> dict[str, Any]:
        spots = Spots(scene)
        return {
            "island": picture.picture(spots),
            "chance": dice_panel.chance(scene),
            **seat_area.of(spots),
            "words": position.panels(scene) if scene.in_words else [],
        }

    def ways(self, move: str, *then: str) -> tuple[str, ...]:
        if move == "offer":
            return trade.ways(then)
        verb, *arguments = move.split(" ")
        sheets = {"buy": "ct-build", "play": "ct-hand", "bank": f"ct-bank-{''.join(arguments[:1])}"}
        opener = [f'[data-sheet="{sheets[verb]}"]'] if verb in sheets else []
        return (*super().ways(move), *opener)

    def reason_word(self, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, rules.Place):
            return code(value)
        if isinstance(value, rules.Form | rules.Given):
            return on_map(super().reason_word(value, names), str(bare(value)))
        if type(value) is str and value in vocabulary.IN_REASONS:
            return str(vocabulary.IN_REASONS[value])
        return super().reason_word(value, names)


PRESENTER = CatanPresenter
