"""What is new about each kind of decision in Puerto Rico, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .wording import gettext_lazy as _

HINTS = {
    "pick": Hint(
        _("Everybody plays the role that you pick; its privilege is yours alone."),
        "pick",
    ),
    "settle": Hint(_("A plantation grows nothing until a worker stands on it."), "take"),
    "mayor_privilege": Hint(
        _("This worker comes on top of those that the ship brings everybody."),
        "5.4",
    ),
    "placement": Hint(
        _("Nothing works without a worker; most goods need one on a field and in a building."),
        "staff",
    ),
    "trade": Hint(
        _("The trading house takes each kind of goods once, and is emptied when full."),
        "sell",
    ),
    "build": Hint(
        _("A building is worth its points at once, but works only with a worker in it."),
        "build",
    ),
    "craftsman_privilege": Hint(
        _("Only of a kind that you have just produced, while the supply has some."),
        "privilege:craftsman",
    ),
    "load": Hint(
        _("If you can load, you must. Each barrel brings a point; a ship carries one kind."),
        "load",
    ),
    "store": Hint(_("What you do not store or keep now is lost."), "store"),
}
