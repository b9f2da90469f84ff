"""How Clans of Caledonia is shown."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

import games.rules as rules

from ..base import Group, Panel, Points, Presenter, Scene
from . import asking, log, moves, position, words

__all__ = ["PRESENTER"]


class CaledoniaPresenter(Presenter):
    """The map of the Highlands, the market and the export contracts."""

    template = "games/boards/caledonia.html"
    stylesheets = ("boards/caledonia.css",)
    scripts = ("boards/caledonia.js",)
    words = words.WORDS

    def blurb(self) -> str:
        return _("Settle the Highlands, trade at prices that every deal moves, and export whisky.")

    def prompt(self, scene: Scene) -> str:
        return asking.prompt(scene)

    def move_label(self, move: str, scene: Scene | None = None) -> str:
        return moves.label(move, scene)

    def groups(self, scene: Scene) -> list[Group]:
        return asking.groups(scene)

    def panels(self, scene: Scene) -> list[Panel]:
        return position.panels(scene)

    def points(self, scene: Scene) -> list[Points]:
        return [
            Points(
                player["glory"] - player["bid"],
                [
                    (self.breakdown_label("glory"), player["glory"]),
                    (self.breakdown_label("auction"), -player["bid"]),
                ],
            )
            for player in scene.view["players"]
        ]

    def event_line(self, event: rules.Event, names: Sequence[str]) -> str:
        return log.line(event, names)


PRESENTER = CaledoniaPresenter
