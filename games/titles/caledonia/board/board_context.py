"""What all zones of the board need of a scene: the legal presses and the match behind them."""

from __future__ import annotations

from games.boards import Scene
from games.boards.spots import PresenterSpots, Spot
from games.boards.view_models import Text

from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.view_types import FrameView, PlayerView, View
from . import move_labels, preview, vocabulary
from .scene_access import match_of, open_frame, own_player, view_of
from .translations import gettext_lazy

#: Short texts for the obstacle to a move, by its verb and the code of the refusal.
OBSTACLE_TEXTS: dict[tuple[str, str], Text] = {
    ("buy", "no_merchant"): gettext_lazy("no merchant"),
    ("buy", "other_area"): gettext_lazy("you sold"),
    ("buy", "trade_first"): gettext_lazy("other good"),
    ("sell", "no_merchant"): gettext_lazy("no merchant"),
    ("sell", "other_area"): gettext_lazy("you bought"),
    ("sell", "trade_first"): gettext_lazy("other good"),
    ("sell", "no_good"): gettext_lazy("none left"),
    ("take", "boxes_full"): gettext_lazy("no free export box"),
    ("ship", "track_full"): gettext_lazy("highest level"),
    ("hire", "no_merchant"): gettext_lazy("all hired"),
    ("tech", "already_flipped"): gettext_lazy("improved"),
}


class BoardContext(PresenterSpots):
    """A scene with what all zones need of it.

    Attributes:
        match: the match as far as the view shows it.
        mine, me: the viewer's belongings, as in the view and as in the rules.
        frame: the open frame of the turn.
        acts: whether the viewer can choose a main action now.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, move_labels.move_label, preview.preview_text)
        self.view: View = view_of(scene)
        self.match: Caledonia = match_of(scene)
        self.mine: PlayerView | None = own_player(scene)
        self.me: Player | None = None if scene.seat is None else self.match.players[scene.seat]
        self.frame: FrameView | None = open_frame(scene)
        self.acts = "pass" in self.legal

    def has(self, *verbs: str) -> bool:
        """Return whether a move with one of these verbs is legal."""
        return any(move.split(" ", 1)[0] in verbs for move in self.scene.legal)

    def obstacle_text(self, move: str) -> str:
        """Return the obstacle to a move of the viewer in two or three words; "" without one."""
        why = self.scene.refusal_reason(move)
        if why is None:
            return ""
        if why.code == "too_dear":
            return vocabulary.shortage_text(why.params["missing"])
        return str(OBSTACLE_TEXTS.get((move.split(" ")[0], why.code), ""))

    def ghost(self, *beginnings: str) -> Spot | None:
        """Return the last drafted move that begins with one of these texts."""
        return next(reversed(list(self.ghosts(*beginnings))), None)
