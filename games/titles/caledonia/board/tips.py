"""What is new about each kind of decision in Clans of Caledonia, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .translations import gettext_lazy as _

HINTS = {
    "clans": Hint(_("Every clan has a strength and brings a starting tile."), "choose"),
    "auction": Hint(_("The winner pays in points and chooses first."), "bid"),
    "place": Hint(_("Later you can only grow from where your units reach."), "place"),
    "action": Hint(_("One main action a turn, until everybody has passed."), "phase:action"),
    "must_trade": Hint(_("A port tile moved this price: now you trade the good."), "port"),
    "after": Hint(_("Port tiles can still be used before your turn ends."), "port"),
    "meat": Hint(_("Slaughtered animals leave the map and free a space."), "slaughter"),
    "rewards": Hint(_("Take rewards in any order; what you leave is lost."), "fulfil"),
    "bonus": Hint(_("Beside other clans you buy what they make for less."), "nbuy"),
    "draw": Hint(_("All buildings of a type are out: draw contracts."), "buildingbonus"),
    "keep": Hint(_("A contract that you keep takes an export box."), "keep"),
    "swap": Hint(_("A unit of another type takes the space for nothing."), "swap"),
    "second": Hint(_("Your clan can fulfil another contract at once."), "fulfil"),
    "produce": Hint(_("Buildings turn milk and grain into dearer goods."), "produce"),
    "cellar": Hint(_("The longer a barrel lies, the more money it brings."), "cellar"),
    "butter": Hint(_("Your clan sells milk as butter without merchants."), "butter"),
}
