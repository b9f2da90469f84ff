"""How Barter is shown: in words, for the drawing is the generic one."""

from __future__ import annotations

from games.boards.base import Presenter
from games.boards.sentences import seat_name
from games.boards.translations import translations_for

__all__ = ["PRESENTER"]

gettext_lazy = translations_for("barter").gettext_lazy


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
    prompts = {
        "offers": gettext_lazy("Offer a card: the next seat gets it."),
        "turns": gettext_lazy("Play a card, draw one, or roll the die."),
    }
    event_sentences = {
        "offered": gettext_lazy("%(name)s offers a card."),
        "offered_card": gettext_lazy("%(name)s offers card %(card)s."),
        "given": gettext_lazy("%(name)s gives a card to %(to)s."),
        "given_card": gettext_lazy("It is card %(card)s."),
        "drawn": gettext_lazy("%(name)s draws a card; %(left)s are left."),
        "drawn_card": gettext_lazy("%(name)s draws card %(card)s."),
        "play": gettext_lazy("%(name)s plays card %(card)s."),
        "bonus": gettext_lazy("Cards are worth %(number)s more in this round."),
        "roll": gettext_lazy("%(name)s rolls a %(number)s."),
        "withdraw": gettext_lazy("%(name)s takes the offer back."),
        "score": "",  # the sentence of the card or the die says it
        "over": gettext_lazy("The match is over."),
    }
    event_placeholders = {"to": seat_name("to")}

    def blurb(self) -> str:
        return str(gettext_lazy("Offer a card in secret, and make the most of those that you get."))


PRESENTER = BarterPresenter
