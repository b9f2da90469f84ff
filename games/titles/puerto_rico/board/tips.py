"""Tips for each kind of decision in Puerto Rico, one line each."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "pick": Tip(_("Everyone plays the role. Only you get the privilege."), "pick"),
    "settle": Tip(_("A plantation produces nothing without a worker."), "take"),
    "mayor_privilege": Tip(_("This worker is in addition to those from the ship."), "5.4"),
    "placement": Tip(_("Most goods need a worker on a field and a building."), "staff"),
    "trade": Tip(_("The trading house takes each kind of good once."), "sell"),
    "build": Tip(_("A building works only with a worker in it."), "build"),
    "craftsman_privilege": Tip(
        _("Choose a kind that you have just produced."), "privilege:craftsman"
    ),
    "load": Tip(_("If you can load, you must. Each barrel brings a point."), "load"),
    "store": Tip(_("What you do not store or keep now is lost."), "store"),
}
