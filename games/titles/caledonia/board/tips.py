"""Rules tips of Clans of Caledonia: one line for each kind of decision."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "clans": Tip(_("Every clan has a strength and brings a starting tile."), "choose"),
    "auction": Tip(_("The winner pays in points and chooses first."), "bid"),
    "place": Tip(_("Later you can only expand to where your units reach."), "place"),
    "action": Tip(_("One main action a turn, until everyone has passed."), "phase:action"),
    "must_trade": Tip(_("A port tile moved this price: now trade the good."), "port"),
    "after": Tip(_("Port tiles can still be used before your turn ends."), "port"),
    "meat": Tip(_("Slaughtered animals leave the map and free a space."), "slaughter"),
    "rewards": Tip(_("Take rewards in any order; what you leave is lost."), "fulfil"),
    "bonus": Tip(_("Next to other clans, you buy their goods for less."), "nbuy"),
    "draw": Tip(_("All buildings of a type are placed: draw contracts."), "buildingbonus"),
    "keep": Tip(_("A contract that you keep takes an export box."), "keep"),
    "swap": Tip(_("A unit of another type takes the space for free."), "swap"),
    "second": Tip(_("Your clan can fulfil another contract at once."), "fulfil"),
    "produce": Tip(_("Buildings make milk and grain more valuable."), "produce"),
    "cellar": Tip(_("The longer a barrel ages, the more money it brings."), "cellar"),
    "butter": Tip(_("Your clan sells milk as butter without merchants."), "butter"),
}
