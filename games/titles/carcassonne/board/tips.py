"""Rules tips of Carcassonne: one line for each kind of decision."""

from __future__ import annotations

from games.boards.base import Tip

from .translations import gettext_lazy as _

TIPS = {
    "place": Tip(_("Edges that touch must match: city, road or farm."), "place"),
    "extra": Tip(_("Your builder's feature grew: place a second tile."), "extra"),
    "piece": Tip(_("A follower claims a feature without followers."), "5.3"),
}
