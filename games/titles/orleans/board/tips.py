"""What is new about each kind of decision in Orléans, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .translations import gettext_lazy as _

HINTS = {
    "followers": Hint(_("You plan with what you draw from your bag."), "draw"),
    "planning": Hint(_("A place can be used once all its slots are filled."), "place"),
    "actions": Hint(_("One place at a time; who passes is out for the round."), "act"),
    "deed": Hint(_("A follower on a deed stays there for good."), "deed"),
    "settle": Hint(_("The place may still be used in this round."), "settle"),
    "technology": Hint(_("Technology stands in for a follower for good."), "technology"),
    "event": Hint(_("The event of the round happens now."), "5.6"),
    "torture": Hint(_("For each coin you lack, something leaves the game."), "torture"),
}
