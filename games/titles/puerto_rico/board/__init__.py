"""The presenter of Puerto Rico."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games.rules as rules
from games.boards.base import Presenter, Scene
from games.boards.view_models import Facts, SeatPoints, Text

from ..rules.notation import DONE
from . import changes, hud, log, picture, position, preview, prompts, thumbnail, vocabulary
from .scene_access import view_of
from .tips import TIPS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]


class PuertoRicoPresenter(Presenter):
    """Draws islands, ships and roles."""

    names = vocabulary.NAMES
    tips = TIPS
    board_zones = hud.ZONES
    closing_verbs = hud.CLOSING_MOVES
    words = vocabulary.WORDS
    template_words = {**vocabulary.TEMPLATE_WORDS, "panel": position.panel}
    is_drawn = True
    covered_stat_keys = changes.COVERED_STATS
    event_sentences = log.SENTENCES
    event_placeholders = log.PLACEHOLDERS
    event_highlights = log.HIGHLIGHTS
    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Doubloons and barrels"),)
    opening_verb = "pick"
    opening_title = gettext_lazy("First role")
    facts = Facts(best_with=4, minutes=45, weight=4, luck=1, interaction=3, decisions=90)

    result_text = staticmethod(prompts.result_text)
    decision_kind = staticmethod(prompts.decision_kind)
    waiting_kind = staticmethod(prompts.waiting_kind)
    move_label = staticmethod(prompts.move_label)
    rule_anchors = staticmethod(prompts.rule_anchors)
    preview_text = staticmethod(preview.preview_text)
    stats = staticmethod(hud.stats)
    panels = staticmethod(position.panels)
    title_changes = staticmethod(changes.title_changes)
    thumbnail_data = staticmethod(thumbnail.thumbnail_data)
    move_headings = prompts.HEADINGS
    waiting_prompts = prompts.WAITING
    prompts = prompts.PROMPTS  # from here on, it hides the module

    def blurb(self) -> str:
        return _("Pick roles that everyone plays, grow and ship goods, and build up your town.")

    def board(self, scene: Scene) -> dict[str, Any]:
        words = position.pieces(scene) if scene.is_in_words else []
        return {**picture.board(scene), "words": words}

    def points(self, scene: Scene) -> list[SeatPoints]:
        return [self.seat_points(scene, seat["worth"]) for seat in view_of(scene)["seats"]]

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        moves = [one.split(" ") for one in (move, *then)]
        staffed = [slot for verb, *more in moves if verb == "staff" for slot in more[:1]]
        if not staffed and move != DONE:
            return super().press_selectors(move)
        circles = (f'.pr-mine [data-circle="{slot}"][aria-pressed="false"]' for slot in staffed)
        return (*circles, "[data-placing-done]:enabled")

    def reason_value(self, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, rules.Place):
            return str(vocabulary.PLACES[value])
        if type(value) is str and value in vocabulary.REASON_WORDS:
            return str(vocabulary.REASON_WORDS[value])
        return super().reason_value(value, names)


PRESENTER = PuertoRicoPresenter
