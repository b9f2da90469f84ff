"""What is new about each kind of decision in Orléans, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .wording import gettext_lazy as _

HINTS = {
    "followers": Hint(
        _("You can plan only with what you draw; followers who have worked go back in the bag."),
        "draw",
    ),
    "planning": Hint(
        _("Fill all slots of a place to use it; followers on others wait there."),
        "place",
    ),
    "actions": Hint(
        _("Everybody uses one place at a time; if you pass, you are out for this round."),
        "act",
    ),
    "deed": Hint(
        _("A follower sent to a deed brings something at once, but stays there for good."),
        "deed",
    ),
    "settle": Hint(
        _("It goes straight onto a place, which may still be used in this round."),
        "settle",
    ),
    "technology": Hint(
        _("Technology stands in for a follower for good. It is laid only when you pass."),
        "technology",
    ),
    "event": Hint(_("The event of the round happens now: choose how to meet it."), "5.6"),
    "torture": Hint(
        _("For every coin you cannot pay, something that you choose leaves the game."),
        "torture",
    ),
}
