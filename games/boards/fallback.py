"""The plain board: what is shown of a game, with a word of regret, where its own board fails.

A mistake in a drawing must not cost anybody a turn, so this one relies on nothing but the generic
presenter: the position as it stands, and every legal move as a button.
"""

from __future__ import annotations

import functools

from . import presenter
from .base import Presenter


class PlainPresenter(Presenter):
    """The generic presenter with the words of the game's own one."""

    template = "games/boards/plain.html"

    def __init__(self, show: Presenter) -> None:
        super().__init__(show.game)
        self.words = show.words


@functools.cache
def plain(key: str) -> Presenter:
    """The presenter to fall back on."""
    return PlainPresenter(presenter(key))
