"""The presenter of Catan: it draws the island as a map, and shows the rest in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.base import MAP_SCRIPTS, Presenter, Scene, Zone
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Facts, Text
from games.rules.reasons import to_json_value

from ..rules.components import RESOURCES
from . import (
    changes,
    dice_panel,
    figures,
    hud,
    log,
    luck,
    move_labels,
    picture,
    position,
    preview,
    prompts,
    rule_links,
    seat_area,
    thumbnail,
    trade,
    vocabulary,
)
from .places import map_code, with_map_names
from .spots import Spots
from .tips import TIPS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]


class CatanPresenter(Presenter):
    """Shows Catan: the island with harbours and roads, and with wagons the three goal hexes."""

    is_drawn = True
    covered_stat_keys = changes.COVERED_STATS
    stylesheets = ("css/map.css",)
    scripts = MAP_SCRIPTS
    opening_verb = "settlement"
    opening_kind = "first_cards"
    opening_title = gettext_lazy("Starting cards")
    luck_title = gettext_lazy("Cards from rolls, compared with the expected number")
    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Won the match"),)
    event_sentences = log.SENTENCES
    event_placeholders = log.PLACEHOLDERS
    event_highlights = log.HIGHLIGHTS
    silent_event_kinds = log.SILENT_EVENT_KINDS
    names = vocabulary.NAMES
    template_words = {**vocabulary.TEMPLATE_WORDS, "auto_answer": move_labels.auto_answer_label}
    tips = TIPS
    closing_verbs = tuple(hud.CLOSING_LABELS)
    closing_labels = hud.CLOSING_LABELS
    # The dock of a phone has the hand, the build list and the trade.
    board_zones = (
        Zone("ct-island", gettext_lazy("The island"), gettext_lazy("Island")),
        Zone("ct-chance", gettext_lazy("Dice"), gettext_lazy("Dice")),
        Zone("ct-words", gettext_lazy("The position in words"), gettext_lazy("In words")),
    )
    words = vocabulary.WORDS
    facts = Facts(best_with=4, minutes=43, weight=2, luck=3, interaction=4, decisions=150)

    result_text = staticmethod(prompts.result_text)
    decision_kind = waiting_kind = staticmethod(prompts.decision_kind)
    move_label = staticmethod(move_labels.move_label)
    move_groups = staticmethod(prompts.move_groups)
    auto_answer_label = staticmethod(move_labels.auto_answer_label)
    rule_anchors = staticmethod(rule_links.rule_anchors)
    preview_text = staticmethod(preview.preview_text)
    unfinished_warning = staticmethod(hud.unfinished_warning)
    stats = staticmethod(hud.stats)
    title_changes = staticmethod(changes.title_changes)
    thumbnail_data = staticmethod(thumbnail.thumbnail_data)
    panels = staticmethod(position.panels)
    points = staticmethod(position.points)
    is_automatic = staticmethod(log.is_automatic)
    figures = staticmethod(figures.figures)
    luck = staticmethod(luck.luck)
    waiting_prompts = prompts.WAITING
    prompts = prompts.PROMPTS  # from here on, it hides the module

    def blurb(self) -> str:
        return _(
            "Settle an island: gather resources, trade, and build roads, settlements and cities."
        )

    def opening_key(self, data: Mapping[str, Any]) -> str:
        return "+".join(ware for ware in RESOURCES if ware in data["gains"]) or "none"

    def opening_label(self, opening: str) -> str:
        wares = [vocabulary.WARES[one] for one in opening.split("+") if one in vocabulary.WARES]
        return capitalize_first(join_list(wares) or _("nothing"))

    def verdict(
        self, score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]
    ) -> str:
        return hud.verdict(score, order, names) or super().verdict(score, order, names)

    def board(self, scene: Scene) -> dict[str, Any]:
        spots = Spots(scene)
        return {
            "island": picture.picture(spots),
            "chance": dice_panel.dice_panel(scene),
            **seat_area.seat_area(spots),
            "words": position.panels(scene) if scene.is_in_words else [],
        }

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        if move == "offer":
            return trade.press_selectors(then)
        verb, *arguments = move.split(" ")
        sheets = {"buy": "ct-build", "play": "ct-hand", "bank": f"ct-bank-{''.join(arguments[:1])}"}
        opener = [f'[data-sheet="{sheets[verb]}"]'] if verb in sheets else []
        return (*super().press_selectors(move), *opener)

    def reason_value(self, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, rules.Place):
            return map_code(value)
        if isinstance(value, rules.MoveSyntax | rules.UserInput):
            return with_map_names(super().reason_value(value, names), str(to_json_value(value)))
        if type(value) is str and value in vocabulary.REASON_WORDS:
            return str(vocabulary.REASON_WORDS[value])
        return super().reason_value(value, names)


PRESENTER = CatanPresenter
