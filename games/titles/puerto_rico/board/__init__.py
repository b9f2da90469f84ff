"""How Puerto Rico is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games.rules as rules
from games.boards.around import Change
from games.boards.base import Choice, Facts, Group, Panel, Presenter, Scene, Stat, Text, Zone

from . import around, asking, changes, glimpse, log, picture, position, preview, words
from .wording import gettext as _
from .wording import gettext_lazy

__all__ = ["PRESENTER"]


class PuertoRicoPresenter(Presenter):
    """Islands, ships and roles."""

    names = words.NAMES
    words = words.WORDS
    is_drawn = True
    tiebreak_labels: tuple[Text, ...] = (gettext_lazy("Doubloons and barrels"),)
    facts = Facts(best_with=4, minutes=45, weight=4, luck=1, interaction=3, decisions=90)

    def blurb(self) -> str:
        return _("Pick roles that everybody plays, grow and ship goods, and build up your town.")

    def prompt(self, scene: Scene) -> str:
        return asking.prompt(scene)

    def move_label(self, move: str, scene: Scene | None = None) -> str:
        return asking.label(move, scene)

    def groups(self, scene: Scene) -> list[Group]:
        return asking.groups(scene)

    def glimpse_of(self, scene: Scene) -> glimpse.Glimpse:
        return glimpse.glimpse(scene)

    def board(self, scene: Scene) -> dict[str, Any]:
        board = picture.board(scene)
        return {
            "pieces": board,
            "seats": dict(board.others),
            "words": position.spelled(board) if scene.in_words else [],
        }

    def closing(self, scene: Scene) -> list[Choice]:
        return around.closing(scene)

    def preview(self, move: str, scene: Scene) -> str:
        return preview.line(move, scene)

    def stats(self, scene: Scene, seat: int) -> Sequence[Stat]:
        return around.stats(scene, seat)

    def changes(self, before: Scene, after: Scene) -> list[Change]:
        numbers = self.changed_numbers(before, after, changes.TOLD)
        return [*changes.changes(before, after), *numbers]

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return around.zones(scene)

    def panels(self, scene: Scene) -> list[Panel]:
        return position.panels(picture.board(scene))

    def event_line(self, event: rules.Event, names: Sequence[str]) -> str:
        return log.line(event, names)

    def breakdown_label(self, key: str) -> str:
        return words.first_upper(self.word(key))

    def subjects(self, move: str) -> Sequence[str]:
        return asking.subjects(move)

    def reason_word(self, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, rules.Place):
            return str(words.PLACES[value])
        if type(value) is str and value in words.IN_REASONS:
            return str(words.IN_REASONS[value])
        return super().reason_word(value, names)


PRESENTER = PuertoRicoPresenter
