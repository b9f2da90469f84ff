"""The presenter of Clans of Caledonia."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.base import MAP_SCRIPTS, STEPPER_SCRIPTS, Presenter, Scene
from games.boards.view_models import Facts, SeatPoints, Text

from ..rules.components import CORNERS
from ..rules.scoring import AT_THE_END
from . import (
    changes,
    contract_tiles,
    decision_cards,
    figures,
    hud,
    log,
    market,
    move_labels,
    picture,
    player_mats,
    position,
    preview,
    prompts,
    rounds,
    rule_links,
    terrain,
    vocabulary,
)
from .board_context import BoardContext
from .scene_access import view_of
from .tips import TIPS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]


class CaledoniaPresenter(Presenter):
    """Draws the map, the market and the export contracts."""

    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Leftover money that scores no point"),)
    stepper_verbs = frozenset({"butter", "cellar"})
    is_drawn = True
    scripts = (*STEPPER_SCRIPTS, *MAP_SCRIPTS)
    stylesheets = ("css/stepper.css", "css/map.css")
    names = vocabulary.NAMES
    tips = TIPS
    board_zones = hud.ZONES
    closing_verbs = hud.CLOSING_MOVES
    words = vocabulary.WORDS
    template_words: Mapping[str, Mapping[Any, Text] | Callable[..., Any]] = {
        **vocabulary.TEMPLATE_WORDS,
        "bodies": picture.BODIES,
        "place": picture.place,
        "ring": lambda: picture.RING,
    }
    opening_verb = "choose"
    opening_title = gettext_lazy("Clan")
    event_sentences = log.SENTENCES
    event_placeholders = log.PLACEHOLDERS
    event_highlights = log.HIGHLIGHTS
    facts = Facts(best_with=4, minutes=36, weight=4, luck=1, interaction=3, decisions=50)

    result_text = staticmethod(prompts.result_text)
    decision_kind = staticmethod(prompts.decision_kind)
    move_label = staticmethod(move_labels.move_label)
    move_groups = staticmethod(prompts.move_groups)
    rule_anchors = staticmethod(rule_links.rule_anchors)
    preview_text = staticmethod(preview.preview_text)
    unfinished_warning = staticmethod(hud.unfinished_warning)
    stats = staticmethod(hud.stats)
    title_changes = staticmethod(changes.title_changes)
    thumbnail_data = staticmethod(picture.thumbnail_data)
    panels = staticmethod(position.panels)
    drawing = staticmethod(terrain.drawing_by_name)
    figures = staticmethod(figures.figures)
    waiting_prompts = prompts.WAITING
    prompts = prompts.PROMPTS  # from here on, it hides the module

    def blurb(self) -> str:
        return _(
            "Settle the Highlands, trade at prices that move with every deal, and export whisky."
        )

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        verb, *rest = move.split(" ")
        send, listed = super().press_selectors(move)
        if verb in ("place", "expand"):  # choose the unit, then the space
            unit, at = rest
            spaces = f'#cal-spots [data-at="{at}"]'
            return send, f'#cal [data-choose="{unit}"]:not(.is-chosen)', spaces, listed
        if verb in ("buy", "sell"):
            row = f"#cal-row-{rest[0]}"
            return send, f"{row} .cal-{'more' if verb == 'buy' else 'less'}", listed
        if verb == "nbuy":
            return send, f"#cal-nbuy-{rest[0]} [data-send]", listed
        return send, listed

    def reason_value(self, value: Any, names: Sequence[str] = ()) -> str:
        """Return spaces and corners as the map names them, other values as the base class does."""
        if isinstance(value, rules.Place):
            return vocabulary.corner(value) if value in CORNERS else vocabulary.space(value)
        return super().reason_value(value, names)

    def board(self, scene: Scene) -> dict[str, Any]:
        look = BoardContext(scene)
        rows = market.market(look)
        return {
            "rounds": rounds.rounds(scene),
            "map": picture.picture(look),
            "market": rows,
            "asks_trade": any(row.trade and row.trade.keep < 0 for row in rows),
            "harbours": market.port_sheets(look),
            "contracts": contract_tiles.contracts(look),
            "mat": player_mats.own_mat(look),
            "draft": decision_cards.clan_draft(look),
            "production": decision_cards.production(look),
            "deed": decision_cards.decision_card(look),
            "end": rounds.final_scoring(scene),
            "verbs": hud.action_links(look),
            "seats": player_mats.other_mats(look),
            "words": position.panels(scene) if scene.is_in_words else [],
        }

    def can_score(self, key: str, options: Mapping[str, str], seats: int) -> bool:
        if key == "auction":
            return options.get("clans") == "auction" and seats > 1
        return key != "glory" or "on" in (options.get("ports"), options.get("scoring"))

    def points(self, scene: Scene) -> list[SeatPoints]:
        return [self.seat_points(scene, player["worth"]) for player in view_of(scene)["players"]]

    def points_key(self, event: rules.Event) -> str:
        reason = str(event.data["reason"])
        return reason if reason in AT_THE_END or reason == "auction" else "glory"


PRESENTER = CaledoniaPresenter
