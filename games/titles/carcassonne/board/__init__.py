"""The presenter of Carcassonne."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.base import MAP_SCRIPTS, Presenter, Scene
from games.boards.view_models import Facts, SeatPoints

from ..rules.components import NO_PIECE
from . import changes, hud, log, luck, picture, position, preview, prompts, thumbnail, vocabulary
from .scene_access import view_of
from .tips import TIPS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]


class CarcassonnePresenter(Presenter):
    """Draws the growing landscape."""

    is_drawn = True
    stylesheets = ("css/map.css",)
    scripts = MAP_SCRIPTS
    names = vocabulary.NAMES
    tips = TIPS
    words = vocabulary.WORDS
    template_words = vocabulary.TEMPLATE_WORDS
    closing_verbs = (NO_PIECE,)
    board_zones = hud.ZONES
    opening_verb = "meeple"
    luck_title = gettext_lazy("Monasteries drawn, compared with the expected number")
    opening_title = gettext_lazy("First piece")
    event_sentences = log.SENTENCES
    event_placeholders = log.PLACEHOLDERS
    event_highlights = log.HIGHLIGHTS
    facts = Facts(best_with=2, minutes=18, weight=1, luck=3, interaction=3, decisions=60)

    decision_kind = staticmethod(prompts.decision_kind)
    waiting_kind = staticmethod(prompts.waiting_kind)
    move_label = staticmethod(prompts.move_label)
    move_groups = staticmethod(prompts.move_groups)
    preview_text = staticmethod(preview.preview_text)
    stats = staticmethod(hud.stats)
    title_changes = staticmethod(changes.title_changes)
    thumbnail_data = staticmethod(thumbnail.thumbnail_data)
    panels = staticmethod(position.panels)
    merge_events = staticmethod(log.merge_events)
    luck = staticmethod(luck.luck)
    waiting_prompts = prompts.WAITING
    prompts = prompts.PROMPTS  # from here on, it hides the module

    def blurb(self) -> str:
        return _(
            "Place tiles, extend the landscape, and claim roads, cities and farms with "
            "your followers."
        )

    def board(self, scene: Scene) -> dict[str, Any]:
        panels = position.panels(scene) if scene.is_in_words else []
        return {**picture.board(scene), "words": panels}

    def can_score(self, key: str, options: Mapping[str, str], seats: int) -> bool:
        return key != "goods" or options.get("traders") != "off"

    def points(self, scene: Scene) -> list[SeatPoints]:
        return [self.seat_points(scene, one) for one in view_of(scene)["worth"]]

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        verb, where, *_more = move.split(" ")
        if verb != "place":
            return super().press_selectors(move)
        return (  # place the tile, turn it, submit it
            f'#carc-place[value="{move}"]',
            f'#carc-ghost[data-cell="{where}"]',
            f"#c{where.replace(',', '_')}",
        )

    def rule_anchors(self, move: str) -> Sequence[str]:
        verb, where, *more = move.split(" ")
        if verb == "place":
            return [*(f"tile:{id}" for id in more[1:]), verb]
        return ["none"] if where == "none" else [verb, where.partition(":")[0]]

    def reason_value(self, value: Any, names: Sequence[str] = ()) -> str:
        known = vocabulary.reason_value_text(value) if isinstance(value, str) else None
        return super().reason_value(value, names) if known is None else known


PRESENTER = CarcassonnePresenter
