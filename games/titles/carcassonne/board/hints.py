"""What is new about each kind of decision in Carcassonne, in one line."""

from __future__ import annotations

from games.boards.base import Hint

from .wording import gettext_lazy as _

HINTS = {
    "place": Hint(
        _("All edges that touch must match: city to city, road to road, farm to farm."),
        "place",
    ),
    "extra": Hint(
        _("Your tile made the feature of your builder grow, so you play once more."),
        "extra",
    ),
    "piece": Hint(
        _("A follower takes the whole feature, if nobody stands in it. You may also wait."),
        "5.3",
    ),
}
