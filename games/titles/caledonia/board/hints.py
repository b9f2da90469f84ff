"""What is new about each kind of decision in Clans of Caledonia, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .wording import gettext_lazy as _

HINTS = {
    "clans": Hint(
        _("Every clan has a strength of its own; the tile beside it comes with it."),
        "choose",
    ),
    "auction": Hint(
        _("The winner pays the bid in points and chooses first; the rest bid again."),
        "bid",
    ),
    "place": Hint(
        _("Any fitting space will do now. Later, you grow from where your units reach."),
        "place",
    ),
    "action": Hint(
        _("One main action in a turn. The round goes on until everybody has passed."),
        "phase:action",
    ),
    "must_trade": Hint(
        _("A port tile has moved this price for you, and a trade must follow."),
        "port",
    ),
    "after": Hint(_("Port tiles can still be used before you end your turn."), "port"),
    "meat": Hint(
        _("Animals slaughtered for meat leave the map, and their spaces are free again."),
        "slaughter",
    ),
    "rewards": Hint(
        _("Take the rewards of the contract in any order; what you leave is lost."),
        "fulfil",
    ),
    "bonus": Hint(
        _("Beside other clans you buy what they make for less; they lose nothing."),
        "nbuy",
    ),
    "draw": Hint(
        _("All buildings of a type are on the map: you may draw contracts for that."),
        "buildingbonus",
    ),
    "keep": Hint(_("A contract that you keep costs as usual, and fills an export box."), "keep"),
    "swap": Hint(
        _("A unit comes back, and one of another type takes its space for nothing."),
        "swap",
    ),
    "second": Hint(_("Your clan may fulfil another contract in the same turn."), "fulfil"),
    "produce": Hint(
        _("Your buildings can turn milk and grain into goods that are worth more."),
        "produce",
    ),
    "cellar": Hint(
        _("A barrel ages with every production: the longer it lies, the more money."),
        "cellar",
    ),
    "butter": Hint(
        _("Your clan sells milk as butter at a fixed price, without merchants."),
        "butter",
    ),
}
