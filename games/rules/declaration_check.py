"""Checks of a title's `rules` package, made when it is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

from games.registry import TitleError

from .game import MOST_SEATS, Game, Option
from .match import Match

MAX_KEY_LENGTH = 40  # as tables and ratings store it
WORD = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
HOOKS = (
    *("_start", "_list", "_play", "_refusal", "_copy", "_dump", "_load", "_redeal"),
    *("scores", "view", "__str__"),
)

Problems = Iterator[tuple[str, str]]  # (what is wrong, what would be right)


def check(key: str, module: ModuleType) -> None:
    """Check that a title declares what the site relies on.

    Raises:
        TitleError: something is missing or wrong.
    """
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        right = f'it offers GAME = Game(key="{key}", name=…, seats=…, options=…, match=…)'
        raise TitleError(module, f"GAME is {'missing' if game is None else repr(game)}", right)
    for found in (
        _key_problems,
        _seat_problems,
        _version_problems,
        _options_problems,
        _secret_problems,
        _match_class_problems,
    ):
        for wrong, right in found(game, key):
            raise TitleError(module, wrong, right)


def _key_problems(game: Game, key: str) -> Problems:
    if game.key != key:
        yield f"key is {game.key!r}", f"it is the name of the folder, {key!r}"
    if not WORD.fullmatch(key) or len(key) > MAX_KEY_LENGTH:
        yield f"the key {key!r} is no word", f"lower_snake_case, {MAX_KEY_LENGTH} letters at most"
    if not game.name:
        yield "name is empty", "it is what people call the game, in English"


def _seat_problems(game: Game, key: str) -> Problems:
    seats = game.seats
    if not isinstance(seats, range) or seats.step != 1 or not seats:
        yield f"seats is {seats!r}", "a range, such as range(2, 5) for two to four"
    elif seats[0] < 1 or seats[-1] > MOST_SEATS:
        yield f"seats is {seats!r}", f"1 to {MOST_SEATS}: so many colours and marks seats have"


def _version_problems(game: Game, key: str) -> Problems:
    if not 1 <= game.oldest_version <= game.version:
        yield (
            f"version is {game.version} and oldest_version is {game.oldest_version}",
            "versions count from 1, and the oldest that can be played is not newer than the newest",
        )


def _options_problems(game: Game, key: str) -> Problems:
    keys = [option.key for option in game.options]
    if len(set(keys)) < len(keys):
        yield f"options has a key twice: {', '.join(keys)}", "each option has a key of its own"
    for option in game.options:
        yield from _option_problems(option)


def _option_problems(option: Option) -> Problems:
    about = f"option {option.key!r}"
    for word in (option.key, *option.choices):
        if not WORD.fullmatch(word):
            yield f"{about}: {word!r} is no word", "keys and choices are lower_snake_case"
    if len(set(option.choices)) < 2 or len(set(option.choices)) < len(option.choices):
        yield f"{about} has the choices {option.choices!r}", "two at least, all different"
    if option.default not in option.choices:
        known = ", ".join(option.choices)
        yield f"{about}: the default {option.default!r} is no choice", f"one of: {known}"
    if not option.help:
        yield f"{about} has no help", "a sentence in English that says what it does"


def _secret_problems(game: Game, key: str) -> Problems:
    choices = {(option.key, choice) for option in game.options for choice in option.choices}
    for one in game.private_events:
        if one.only_with_option is not None and one.only_with_option not in choices:
            yield (
                f"PrivateEvent({one.kind!r}) has only_with_option={one.only_with_option!r}",
                "an option and one of its choices",
            )


def _match_class_problems(game: Game, key: str) -> Problems:
    kind = game.match
    if not (isinstance(kind, type) and issubclass(kind, Match) and kind is not Match):
        yield f"match is {kind!r}", "a subclass of games.rules.Match"
        return
    for one in kind.__mro__[: kind.__mro__.index(Match)]:
        if "__slots__" not in vars(one):
            yield (
                f"class {one.__name__} has no __slots__",
                "it names the fields that the class adds, or is () where it adds none",
            )
    base = {"__str__": object.__str__}
    missing = [
        hook for hook in HOOKS if getattr(kind, hook) is base.get(hook, getattr(Match, hook))
    ]
    if missing:
        yield f"class {kind.__name__} lacks {', '.join(missing)}", "every hook is filled in"
    if (kind.auto_answers is Match.auto_answers) != (kind.auto_answer is Match.auto_answer):
        yield (
            f"class {kind.__name__} has only one of auto_answers and auto_answer",
            "a title that lists automatic answers also gives them",
        )
