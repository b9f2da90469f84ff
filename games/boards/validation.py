"""Checks of a title's `board` package, made when it is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import games.rules as rules
from games.registry import TitleError

from .base import Presenter


def check_presenter(key: str, module: ModuleType) -> None:
    """Check that the presenter of a title is as the site expects.

    Raises:
        TitleError: it is not.
    """
    kind = getattr(module, "PRESENTER", None)
    if not (isinstance(kind, type) and issubclass(kind, Presenter)):
        wrong = f"PRESENTER is {'missing' if kind is None else repr(kind)}"
        raise TitleError(module, wrong, "a subclass of games.boards.base.Presenter")
    unknown = {name for name in dir(kind) if not name.startswith("_")} - {*dir(Presenter)}
    if unknown:
        right = "a name of games.boards.base.Presenter, or one that begins with _"
        raise TitleError(module, f"PRESENTER has no hook {', '.join(sorted(unknown))}", right)
    game = rules.catalogue().get(key)
    if game is None:
        return
    missing = list(_missing_words(kind, game))
    if missing:
        right = "`words` has them, as lazy messages"
        raise TitleError(module, f"the words {', '.join(missing)} are missing", right)
    if kind.facts is not None and kind.facts.best_with not in game.seats:
        right = f"one of the numbers of seats, {', '.join(map(str, game.seats))}"
        raise TitleError(module, f"facts: best_with is {kind.facts.best_with}", right)


def _missing_words(kind: type[Presenter], game: rules.Game) -> Iterator[str]:
    """Words of the options that have neither a text nor a method that words them."""
    for option in game.options:
        if kind.option_label is Presenter.option_label and f"option:{option.key}" not in kind.words:
            yield f"option:{option.key}"
        if kind.option_help is Presenter.option_help and f"help:{option.key}" not in kind.words:
            yield f"help:{option.key}"
        if kind.choice_label is Presenter.choice_label:
            for choice in option.choices:
                if not {f"choice:{option.key}:{choice}", choice} & set(kind.words):
                    yield f"choice:{option.key}:{choice}"
