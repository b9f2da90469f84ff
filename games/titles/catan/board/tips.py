"""What is new about each kind of decision in Catan, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .translations import gettext_lazy as _

HINTS = {
    "founding": Hint(_("A building earns from all the hexes around it."), "4.9"),
    "start": Hint(_("The number brings cards to everybody, in every turn."), "roll"),
    "main": Hint(_("Build and trade in any order, as long as you can pay."), "5.1"),
    "discard": Hint(_("Whoever has too many cards gives half of them back."), "discard"),
    "robber": Hint(_("Where the robber stands, nothing is produced."), "5.3"),
    "steal": Hint(_("You choose from whom, but draw the card blindly."), "steal"),
    "rob": Hint(_("The event lets you draw a card blindly from somebody."), "rob"),
    "barbarian": Hint(_("On somebody’s road, a barbarian brings you a card."), "5.4"),
    "take": Hint(_("You may take any resource that the bank still has."), "take"),
    "gift": Hint(_("Everybody hands on a card at once, unseen."), "gift"),
    "aid": Hint(_("Whoever leads gives a card to somebody behind."), "aid"),
    "quake": Hint(_("With a damaged road you build no other one."), "quake"),
    "offer": Hint(_("Nobody sees your offer until you propose it."), "offer"),
    "answers": Hint(_("If you accept, you are bound until the offer ends."), "accept"),
    "deal": Hint(_("Trade with one who accepted, or withdraw the offer."), "trade"),
    "free_roads": Hint(_("A free road must join your own, like any other."), "5.5"),
    "neutral": Hint(_("What you build makes a neutral player build, too."), "neutral"),
    "return": Hint(_("Cards you have just taken may go back as well."), "return"),
    "wagon": Hint(_("Your own roads are quickest; a plaza ends the trip."), "go"),
    "banish": Hint(_("Choose where the barbarian goes; nobody loses a card."), "banish"),
}
