"""Rules tips of Catan: one line for each kind of decision."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "founding": Tip(_("A building earns from every hex around it."), "4.9"),
    "start": Tip(_("The number brings cards to everyone, on every turn."), "roll"),
    "main": Tip(_("Build and trade in any order, as long as you can pay."), "5.1"),
    "discard": Tip(_("Players with too many cards discard half of them."), "discard"),
    "robber": Tip(_("The robber's hex produces nothing."), "5.3"),
    "steal": Tip(_("You choose the player, but not the card."), "steal"),
    "rob": Tip(_("The event lets you draw an unseen card from a player."), "rob"),
    "barbarian": Tip(_("On another player's road, a barbarian brings a card."), "5.4"),
    "take": Tip(_("You may take any resource that the bank still has."), "take"),
    "gift": Tip(_("Everyone passes on a card at once, unseen."), "gift"),
    "aid": Tip(_("The leader gives a card to a player with fewer points."), "aid"),
    "quake": Tip(_("You cannot build roads until this one is repaired."), "quake"),
    "offer": Tip(_("Nobody sees your offer until you propose it."), "offer"),
    "answers": Tip(_("If you accept, you are bound until the offer ends."), "accept"),
    "deal": Tip(_("Trade with a player who accepted, or withdraw."), "trade"),
    "free_roads": Tip(_("A free road must connect to your own, like any other."), "5.5"),
    "neutral": Tip(_("When you build, a neutral player builds too."), "neutral"),
    "return": Tip(_("You can also give back cards that you just took."), "return"),
    "wagon": Tip(_("Your own roads are quickest; a plaza ends the trip."), "go"),
    "banish": Tip(_("Choose where the barbarian goes; nobody loses a card."), "banish"),
}
