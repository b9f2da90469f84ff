"""What is installed, as the site sees it: titles that are gone, fail, or have other versions."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from games import boards, bots, registry, rules, titles
from games.boards import fallback, translations
from games.bots import level_ratings
from games.rulebook import sections

REMEMBERED = (
    registry.title_folders,
    registry.title_module,
    rules.catalogue,
    boards.presenter,
    fallback.fallback_presenter,
    translations.translations_for,
    sections.available_languages,
    bots.levels,
    level_ratings.read_level_ratings,
)
#: To read the rules of a title takes a fifth of a second: they are forgotten only where a change
#: is about them. (Of other versions they are others, and of what cannot be played there are none.)
RULEBOOKS = (sections._cached_rulebook,)


class TitleInstallation:
    """Changes what is installed; each change takes the place of the one before."""

    def __init__(self) -> None:
        self._patch = pytest.MonkeyPatch()
        self._concerns_rulebooks = False

    def as_before(self) -> None:
        self._patch.undo()
        self._look_again()
        self._concerns_rulebooks = False

    def without(self, *keys: str) -> None:
        """The folders of titles are gone."""
        self.as_before()
        left = {name: path for name, path in registry.title_folders().items() if name not in keys}
        self._replace_folders(left)

    def break_import(self, key: str, room: str = "rules") -> None:
        """A room of a title cannot be imported."""
        self.as_before()
        load = importlib.import_module

        def import_or_fail(name: str, package: str | None = None) -> ModuleType:
            if name == f"games.titles.{key}.{room}":
                raise ImportError("a piece is missing")
            return load(name, package)

        self._patch.setattr(importlib, "import_module", import_or_fail)
        self._concerns_rulebooks = room == "board"
        self._look_again()

    def remove_presenter(self, key: str) -> None:
        """The board of a title lacks what the house asks it for."""
        self.as_before()
        self._patch.delattr(f"games.titles.{key}.board.PRESENTER")
        self._concerns_rulebooks = True
        self._look_again()

    def also(self, folder: Path) -> None:
        """The folder of one more title lies elsewhere."""
        self.as_before()
        self._patch.setattr(titles, "__path__", [*titles.__path__, str(folder.parent)])
        self._concerns_rulebooks = True
        self._look_again()

    def versions(self, version: int, oldest: int = 1, *keys: str) -> None:
        """Titles (all, where none is named) have rules up to this version."""
        games = rules.catalogue()
        self.as_before()
        for key in keys or games:
            room = importlib.import_module(f"games.titles.{key}.rules")
            game = replace(room.GAME, version=version, oldest_version=oldest)
            self._patch.setattr(room, "GAME", game)
        self._look_again()

    def _replace_folders(self, found: dict[str, Path]) -> None:
        self._patch.setattr(registry, "title_folders", lambda: found)
        self._look_again()

    def _look_again(self) -> None:
        for remembered in (*REMEMBERED, *(RULEBOOKS if self._concerns_rulebooks else ())):
            remembered.cache_clear()
        registry._broken.clear()
        fallback._reported_kinds.clear()
