"""How Barter is shown: in words, for the drawing is the generic one."""

from __future__ import annotations

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

    def blurb(self) -> str:
        return _("Offer a card in secret, and make the most of those that you get.")

    def prompt(self, scene: Scene) -> str:
        if scene.seat not in scene.actors or scene.over:
            return super().prompt(scene)
        if scene.view["phase"] == "offers":
            return _("Offer a card: the next seat gets it.")
        return _("Play a card, draw one, or roll the die.")


PRESENTER = BarterPresenter
