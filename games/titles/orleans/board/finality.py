"""Which moves reveal something, so that they cannot be taken back."""

from __future__ import annotations

from games.boards.base import Scene

from . import trial

TOGETHER = ("place", "done", "feed", "pay", "shield", "torture")


def is_final(move: str, scene: Scene) -> bool:
    """Whether a legal move draws from a bag, shows the plans or begins a round."""
    verb = move.split(" ")[0]
    if move.startswith(trial.CHANCE):
        return True
    if verb in TOGETHER and len(scene.actors) > 1:
        return False  # the others are still asked
    return trial.reveals(scene, move)


def may_reveal(scene: Scene) -> bool:
    """Whether ending my plan shows all plans: the others have ended theirs."""
    return list(scene.actors) == [scene.seat]
