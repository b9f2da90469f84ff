"""What a person may press, and the match behind it: one look at a scene for all zones."""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards import Scene
from games.boards.addresses import paragraph
from games.boards.base import Text

from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.view import FrameView, PlayerView, View
from . import moves, preview, words
from .seen import match_of, view_of
from .terms import KEY
from .wording import gettext_lazy


class Spot(NamedTuple):
    """A move that can be pressed.

    Attributes:
        move: its notation.
        label: what it does, with place, cost and gain.
        preview: what it changes, for the bar.
        is_final: whether it reveals something.
        keep: of an alternative of the last drafted step, how many drafted moves stay; else -1.
    """

    move: str
    label: str
    preview: str = ""
    is_final: bool = False
    keep: int = -1


#: What is in the way of a move, by its verb and what the rules say.
WHY_NOT: dict[tuple[str, str], Text] = {
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


class Ghost(NamedTuple):
    """A drafted move: its place in the draft, -1 where it cannot be taken back by itself."""

    move: str
    undo: int


class Sight:
    """A scene with what all zones ask of it.

    Attributes:
        match: the match as far as the view tells it.
        mine, me: the belongings of the person who looks, as the view and as the rules have them.
        frame: the frame of the turn that is open.
        acts: whether a main action may be chosen now.
        keep: how many drafted moves stay when the last one is replaced.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: View = view_of(scene)
        self.match: Caledonia = match_of(scene)
        self.mine: PlayerView | None = None
        self.me: Player | None = None
        if scene.seat is not None:
            self.mine = self.view["players"][scene.seat]
            self.me = self.match.players[scene.seat]
        self.frame: FrameView | None = moves.frame(scene)
        self.legal = frozenset(scene.legal)
        self.others = frozenset(scene.alternatives) - self.legal
        self.keep = len(scene.drafted) - 1
        self.acts = "pass" in self.legal

    def has(self, *verbs: str) -> bool:
        """Whether a move of one of these verbs is legal."""
        return any(move.split(" ", 1)[0] in verbs for move in self.scene.legal)

    def spot(self, move: str) -> Spot | None:
        """The move as it can be pressed: legal, or in place of the last drafted one."""
        if move in self.legal:
            return Spot(
                move,
                moves.label(move, self.scene),
                preview.line(move, self.scene),
                self.scene.reveals(move),
            )
        if move in self.others:
            return Spot(move, moves.label(move, self.scene), keep=self.keep)
        return None

    def why_not(self, move: str) -> str:
        """What is in the way of a move of mine, in two or three words; "" where nothing is."""
        why = self.scene.why_not(move)
        if why is None:
            return ""
        if why.code == "too_dear":
            return words.short(why.params["missing"])
        return str(WHY_NOT.get((move.split(" ")[0], why.code), ""))

    def first(self, *candidates: str) -> Spot | None:
        """The first of these moves that can be pressed."""
        return next(filter(None, map(self.spot, candidates)), None)

    def ghost(self, verb: str, *arguments: str) -> Ghost | None:
        """The last drafted move that begins so."""
        start = [verb, *arguments]
        for place in range(self.keep, -1, -1):
            move = self.scene.drafted[place]
            if move.split(" ")[: len(start)] == start:
                return Ghost(move, place if place in self.scene.removable else -1)
        return None


@functools.cache
def note(anchor: str) -> str:
    """The address of what the rules say of something."""
    return paragraph(KEY, anchor)
