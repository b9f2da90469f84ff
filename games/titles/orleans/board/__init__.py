"""How Orléans is shown."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.base import STEPPER_SCRIPTS, Facts, Group, Panel, Points, Presenter, Scene, Text

from . import asking, log, moves, position, seen, terms, words
from .wording import gettext as _
from .wording import gettext_lazy

__all__ = ["PRESENTER"]


class OrleansPresenter(Presenter):
    """Followers, places and the roads around Orléans."""

    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Development"),)
    counting_verbs = frozenset({"draw"})
    scripts = STEPPER_SCRIPTS
    stylesheets = ("css/stepper.css",)
    names = words.NAMES
    words = words.WORDS
    facts = Facts(best_with=4, minutes=30, weight=3, luck=2, interaction=2, decisions=200)

    def blurb(self) -> str:
        return _("Gather followers in your bag, send them to work, and trade along the Loire.")

    def prompt(self, scene: Scene) -> str:
        return asking.prompt(scene)

    def move_label(self, move: str, scene: Scene | None = None) -> str:
        return moves.label(move, scene)

    def subjects(self, move: str) -> Sequence[str]:
        return terms.subjects(move)

    def groups(self, scene: Scene) -> list[Group]:
        return moves.groups(scene)

    def panels(self, scene: Scene) -> list[Panel]:
        return position.panels(scene)

    def points(self, scene: Scene) -> list[Points]:
        """What the possessions of every seat are worth now."""
        return [
            Points(
                sum(seat["worth"].values()),
                [(self.breakdown_label(key), n) for key, n in seat["worth"].items()],
            )
            for seat in seen.view(scene)["seats"]
        ]

    def breakdown_label(self, key: str) -> str:
        return str(words.BREAKDOWN[key])

    def event_line(self, event: rules.Event, names: Sequence[str]) -> str:
        return log.line(event, names)


PRESENTER = OrleansPresenter
