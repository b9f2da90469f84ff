"""What is new about each kind of decision in Catan, in one line."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "founding": Tip(_("A building earns from all the hexes around it."), "4.9"),
    "start": Tip(_("The number brings cards to everybody, in every turn."), "roll"),
    "main": Tip(_("Build and trade in any order, as long as you can pay."), "5.1"),
    "discard": Tip(_("Whoever has too many cards gives half of them back."), "discard"),
    "robber": Tip(_("Where the robber stands, nothing is produced."), "5.3"),
    "steal": Tip(_("You choose from whom, but draw the card blindly."), "steal"),
    "rob": Tip(_("The event lets you draw a card blindly from somebody."), "rob"),
    "barbarian": Tip(_("On somebody’s road, a barbarian brings you a card."), "5.4"),
    "take": Tip(_("You may take any resource that the bank still has."), "take"),
    "gift": Tip(_("Everybody hands on a card at once, unseen."), "gift"),
    "aid": Tip(_("Whoever leads gives a card to somebody behind."), "aid"),
    "quake": Tip(_("With a damaged road you build no other one."), "quake"),
    "offer": Tip(_("Nobody sees your offer until you propose it."), "offer"),
    "answers": Tip(_("If you accept, you are bound until the offer ends."), "accept"),
    "deal": Tip(_("Trade with one who accepted, or withdraw the offer."), "trade"),
    "free_roads": Tip(_("A free road must join your own, like any other."), "5.5"),
    "neutral": Tip(_("What you build makes a neutral player build, too."), "neutral"),
    "return": Tip(_("Cards you have just taken may go back as well."), "return"),
    "wagon": Tip(_("Your own roads are quickest; a plaza ends the trip."), "go"),
    "banish": Tip(_("Choose where the barbarian goes; nobody loses a card."), "banish"),
}
