"""What is new about each kind of decision in Catan, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .wording import gettext_lazy as _

HINTS = {
    "founding": Hint(
        _("A building earns from every hex around it; numbers with many dots come often."),
        "4.9",
    ),
    "start": Hint(
        _("The number thrown gives cards to everybody on its hexes, whoever’s turn it is."),
        "roll",
    ),
    "main": Hint(
        _("Do as much as you can pay for, in any order; you say when your turn ends."),
        "5.1",
    ),
    "discard": Hint(
        _("Whoever holds too many cards gives half of them back. Choose which."),
        "discard",
    ),
    "robber": Hint(
        _("Where the robber stands, nothing is produced, and you take a card from there."),
        "5.3",
    ),
    "steal": Hint(_("The card is drawn blindly: you only choose from whom."), "steal"),
    "rob": Hint(_("This event lets you draw a card blindly from somebody you choose."), "rob"),
    "barbarian": Hint(
        _("A barbarian slows wagons on its path; on a road of another it brings you a card."),
        "5.4",
    ),
    "take": Hint(_("You may name any resource that the bank still has."), "take"),
    "gift": Hint(_("Everybody hands on a card at the same time, unseen by the others."), "gift"),
    "aid": Hint(_("Whoever leads gives a card away. Choose which, and to whom."), "aid"),
    "quake": Hint(
        _("A damaged road still counts, but until it is repaired you build no other."),
        "quake",
    ),
    "offer": Hint(
        _("Put together what you give and want; nobody sees it until you propose it."),
        "offer",
    ),
    "answers": Hint(
        _("Accepting binds you until the offer ends; declining costs nothing."),
        "accept",
    ),
    "deal": Hint(
        _("Trade with one of those who accepted, or withdraw and keep your cards."),
        "trade",
    ),
    "free_roads": Hint(
        _("This road costs nothing, but joins your roads and buildings like any other."),
        "5.5",
    ),
    "neutral": Hint(
        _("In a match of two, what you build makes a neutral player build as well."),
        "neutral",
    ),
    "return": Hint(
        _("Choose what goes back: cards you have just taken may be among it."),
        "return",
    ),
    "wagon": Hint(
        _("Your own roads are the quickest, and arriving at a plaza ends the trip."),
        "go",
    ),
    "banish": Hint(_("Choose where the barbarian goes; nobody loses a card by it."), "banish"),
}
