"""Rules tips of Orléans: one line for each kind of decision."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "followers": Tip(_("You plan with what you draw from your bag."), "draw"),
    "planning": Tip(_("A place can be used once all its slots are filled."), "place"),
    "actions": Tip(_("Use one place at a time. Passing ends your round."), "act"),
    "deed": Tip(_("A follower on a deed stays there permanently."), "deed"),
    "settle": Tip(_("The place may still be used in this round."), "settle"),
    "technology": Tip(_("Technology permanently replaces a follower."), "technology"),
    "event": Tip(_("The event of the round happens now."), "5.6"),
    "torture": Tip(_("For each missing coin, you give something up."), "torture"),
}
