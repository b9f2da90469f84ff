"""How Barter is shown: in words, for the drawing is the generic one."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.base import Presenter, Scene

from .wording import gettext as _
from .wording import gettext_lazy

__all__ = ["PRESENTER"]


class BarterPresenter(Presenter):
    """Cards that are given, played and drawn."""

    words = {
        "barter": gettext_lazy("Barter"),
        "phase": gettext_lazy("Phase"),
        "offers": gettext_lazy("offers"),
        "turns": gettext_lazy("turns"),
        "over": gettext_lazy("the end"),
        "round": gettext_lazy("Round"),
        "turn": gettext_lazy("Turn"),
        "bonus": gettext_lazy("Bonus for cards"),
        "actors": gettext_lazy("To decide"),
        "deck": gettext_lazy("Cards in the deck"),
        "hands": gettext_lazy("Cards in hand"),
        "offered": gettext_lazy("Has offered"),
        "points": gettext_lazy("Points"),
        "hand": gettext_lazy("My hand"),
        "offer": gettext_lazy("offer"),
        "verb:offer": gettext_lazy("offer a card"),
        "withdraw": gettext_lazy("take the offer back"),
        "play": gettext_lazy("play"),
        "verb:play": gettext_lazy("play a card"),
        "draw": gettext_lazy("draw a card"),
        "roll": gettext_lazy("roll the die"),
        "cards": gettext_lazy("Cards"),
        "luck": gettext_lazy("Luck"),
    }
    final_verbs = frozenset({"draw", "roll"})

    def blurb(self) -> str:
        return _("Offer a card in secret, and make the most of those that you get.")

    def prompt(self, scene: Scene) -> str:
        if scene.seat not in scene.actors or scene.over:
            return super().prompt(scene)
        if scene.view["phase"] == "offers":
            return _("Offer a card: the next seat gets it.")
        return _("Play a card, draw one, or roll the die.")

    def event_line(self, event: rules.Event, names: Sequence[str]) -> str:
        told = {**event.data, "name": "" if event.seat is None else names[event.seat]}
        match event.kind:
            case "offered":
                return _("%(name)s offers a card.") % told
            case "offered_card":
                return _("%(name)s offers card %(card)s.") % told
            case "given":
                return _("%(name)s gives a card to %(to)s.") % {**told, "to": names[told["to"]]}
            case "given_card":
                return _("It is card %(card)s.") % told
            case "drawn":
                return _("%(name)s draws a card; %(left)s are left.") % told
            case "drawn_card":
                return _("%(name)s draws card %(card)s.") % told
            case "play":
                return _("%(name)s plays card %(card)s.") % told
            case "bonus":
                return _("Cards are worth %(number)s more in this round.") % told
            case "roll":
                return _("%(name)s rolls a %(number)s.") % told
        return super().event_line(event, names)


PRESENTER = BarterPresenter
