"""The presenter of Orléans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.boards.base import MAP_SCRIPTS, STEPPER_SCRIPTS, Presenter, Scene
from games.boards.view_models import Facts, SeatPoints, Text

from ..rules.components import HARBOR, PLACES
from . import (
    changes,
    component_data,
    dock,
    hud,
    log,
    map_pieces,
    move_labels,
    picture,
    player_boards,
    position,
    preview,
    prompts,
    rule_links,
    scene_access,
    vocabulary,
)
from .spots import Spots
from .tips import TIPS
from .translations import gettext as _
from .translations import gettext_lazy

__all__ = ["PRESENTER"]

PLAN_DONE = "#or-plan [data-plan-done]"


class OrleansPresenter(Presenter):
    """Shows Orléans: the map with its roads and waterways, the boards, tracks and deeds."""

    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Development"),)
    stepper_verbs = frozenset({"draw"})
    opening_verb = "act"
    opening_title = gettext_lazy("First place used")
    is_drawn = True
    scripts = (*STEPPER_SCRIPTS, *MAP_SCRIPTS)
    stylesheets = ("css/stepper.css", "css/map.css")
    names = vocabulary.NAMES
    tips = TIPS
    board_zones = hud.ZONES
    words = vocabulary.WORDS
    template_words = component_data.TEMPLATE_WORDS
    event_sentences = log.SENTENCES
    event_placeholders = log.PLACEHOLDERS
    event_highlights = log.HIGHLIGHTS
    facts = Facts(best_with=4, minutes=30, weight=3, luck=2, interaction=2, decisions=200)

    result_text = staticmethod(prompts.result_text)
    decision_kind = staticmethod(prompts.decision_kind)
    waiting_kind = staticmethod(prompts.waiting_kind)
    move_label = staticmethod(move_labels.move_label)
    move_groups = staticmethod(move_labels.move_groups)
    rule_anchors = staticmethod(rule_links.rule_anchors)
    preview_text = staticmethod(preview.preview_text)
    closing_moves = staticmethod(hud.closing_moves)
    unfinished_warning = staticmethod(hud.unfinished_warning)
    stats = staticmethod(hud.stats)
    verdict = staticmethod(hud.verdict)
    title_changes = staticmethod(changes.title_changes)
    panels = staticmethod(position.panels)
    waiting_prompts = prompts.WAITING
    prompts = prompts.PROMPTS  # from here on, it hides the module

    def blurb(self) -> str:
        return _("Gather followers in your bag, send them to work, and trade along the Loire.")

    def board(self, scene: Scene) -> dict[str, Any]:
        spots, view = Spots(scene), scene_access.view_of(scene)
        mine = player_boards.my_board(scene, spots)
        others = (seat for seat in range(len(scene.names)) if seat != scene.seat)
        return {
            "print": picture.PRINTED,
            "round": picture.round_of(scene),
            "own": mine,
            "is_asked": mine is not None and scene.seat in scene.actors,
            "land": map_pieces.map_pieces(scene, spots),
            "track_spaces": [*picture.occupied_spaces(scene)],
            "track_targets": [*picture.track_targets(scene, spots)],
            "payments": [*picture.payments(spots)],
            "deeds": picture.deeds(scene, spots),
            "offer": picture.offer(scene, spots),
            "supply": picture.supply(view),
            "products": player_boards.products(scene),
            "dock": dock.dock(scene, spots, mine),
            "seats": {seat: player_boards.other_board(scene, seat) for seat in others},
            "words": position.panels(scene) if scene.is_in_words else [],
        }

    def thumbnail_data(self, scene: Scene) -> tuple[Any, ...]:
        goods = map_pieces.goods(scene_access.view_of(scene))
        return goods, tuple(map_pieces.towns(scene, Spots(scene)))

    def press_selectors(self, move: str, *then: str) -> tuple[str, ...]:
        verb = move.split(" ")[0]
        if verb == "place":  # fill each place, with any slot first; then finish the plan
            places = dict.fromkeys(one.split(" ")[2] for one in (move, *then) if one != "done")
            return (*map(_to_fill, places), PLAN_DONE)
        if verb == "torture":  # losses that are not on the board are in a sheet
            return (*super().press_selectors(move), '[data-sheet="or-losses"]')
        return (*([PLAN_DONE] if verb == "done" else []), *super().press_selectors(move))

    def points(self, scene: Scene) -> list[SeatPoints]:
        return [self.seat_points(scene, worth) for worth in scene_access.points_if_ended(scene)]

    def can_score(self, key: str, options: Mapping[str, str], seats: int) -> bool:
        return key != "harbor" or options.get(f"set_{PLACES[HARBOR].set}") == "on"

    def breakdown_label(self, key: str) -> str:
        return str(vocabulary.BREAKDOWN[key])


def _to_fill(place: str) -> str:
    """The selector to press until a place is filled; one slot is enough for one-tile places."""
    if place in component_data.ONE_TILE_PLACES:
        return f"#or-own-{place}:not(:has(.is-planned)) [data-fits]"
    return f"#or-own-{place}:not(.is-ready) [data-fill]"


PRESENTER = OrleansPresenter
