"""Titles as they are loaded: what is wrong is said clearly, and takes nothing else down."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps

import games.rules as rules
from games import bots, registry, titles
from games.boards import Facts, Presenter, validation
from games.bots.title_bots import TitleBots
from games.registry import TitleError
from games.rulebook import rules_data
from games.rules import declaration_check
from tests.titles.barter.rules import GAME, Barter

SIZE = rules.Option("size", ("small", "large"), "small", "how many cards")


def test_every_title_here_can_be_loaded_whole() -> None:
    assert registry.broken_modules() == {}
    assert list(rules.catalogue()) == list(registry.title_folders())


# rules


def room_with(**offers: Any) -> ModuleType:
    """A room of a title that offers this."""
    room = ModuleType("games.titles.barter.rules")
    room.__file__ = str(registry.FOLDER / "barter" / "rules" / "__init__.py")
    vars(room).update(offers)
    return room


def complaint(check: Callable[[str, ModuleType], None], key: str, room: ModuleType) -> str:
    with pytest.raises(TitleError) as error:
        check(key, room)
    return str(error.value)


class WithoutSlots(Barter):
    pass


class WithoutHooks(rules.Match):
    __slots__ = ()


class UndeclaredAutoAnswers(Barter):
    __slots__ = ()

    def auto_answers(self, seat: int) -> list[str]:
        return ["always roll"]


def optional(**changes: Any) -> tuple[rules.Option, ...]:
    return (dataclasses.replace(SIZE, **changes),)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"key": "bartering"}, "key is 'bartering'", "the name of the folder, 'barter'"),
    ({"name": ""}, "name is empty", "what people call the game"),
    ({"seats": (2, 3)}, "seats is (2, 3)", "range(2, 5)"),
    ({"seats": range(2, 2)}, "seats is range(2, 2)", "range(2, 5)"),
    ({"seats": range(2, 7)}, "seats is range(2, 7)", "1 to 5"),
    ({"oldest_version": 3}, "version is 2 and oldest_version is 3", "not newer than the newest"),
    ({"options": (SIZE, SIZE)}, "a key twice: size, size", "a key of its own"),
    ({"options": optional(choices=("small",))}, "option 'size' has the choices", "two at least"),
    ({"options": optional(default="huge")}, "'huge' is no choice", "one of: small, large"),
    ({"options": optional(key="the size")}, "'the size' is no word", "lower_snake_case"),
    ({"options": optional(help="")}, "option 'size' has no help", "a sentence"),
    (
        {"private_events": (rules.PrivateEvent("draw", only_with_option=("hand", "3")),)},
        "'hand', '3'",
        "an option",
    ),
    ({"match": Barter.__mro__[-1]}, "match is <class 'object'>", "a subclass of games.rules.Match"),
    ({"match": WithoutSlots}, "class WithoutSlots has no __slots__", "names the fields"),
    ({"match": WithoutHooks}, "lacks _start, _list, _play", "every hook is filled in"),
    (
        {"match": UndeclaredAutoAnswers},
        "only one of auto_answers and auto_answer",
        "also gives them",
    ),
]


@pytest.mark.parametrize(("changes", "wrong", "right"), WRONG, ids=lambda part: str(part)[:40])
def test_declaration_check_explains_errors(changes: dict[str, Any], wrong: str, right: str) -> None:
    room = room_with(GAME=dataclasses.replace(GAME, **changes))
    message = complaint(declaration_check.check, "barter", room)
    assert message.startswith("games/titles/barter/rules/__init__.py: ")
    what, _, how = message.partition("; ")
    assert wrong in what
    assert right in how


def test_declaration_check_shows_what_is_missing() -> None:
    assert "GAME is missing; it offers GAME = Game(" in complaint(
        declaration_check.check, "barter", room_with()
    )


def test_the_toy_title_is_declared_rightly() -> None:
    declaration_check.check("barter", room_with(GAME=GAME))


# boards


@pytest.fixture
def barter(monkeypatch: pytest.MonkeyPatch) -> rules.Game:
    """A title with an option, in the catalogue."""
    game = dataclasses.replace(GAME, options=(SIZE,))
    monkeypatch.setitem(rules.catalogue(), "barter", game)
    return game


class WordedPresenter(Presenter):
    words = {"option:size": "Size", "help:size": "how many", "small": "few", "large": "many"}


class HalfSpoken(Presenter):
    words = {"option:size": "Size", "large": "many"}


class MisspeltPresenter(WordedPresenter):
    prompted = staticmethod(str)


class ForManyMore(WordedPresenter):
    facts = Facts(best_with=5, minutes=10, weight=1, luck=1, interaction=1)


@pytest.mark.parametrize(
    ("offers", "message"),
    [
        ({}, "PRESENTER is missing; a subclass of games.boards.base.Presenter"),
        ({"PRESENTER": Barter}, "PRESENTER is <class"),
        ({"PRESENTER": HalfSpoken}, "the words help:size, choice:size:small are missing"),
        (
            {"PRESENTER": MisspeltPresenter},
            "PRESENTER has no hook prompted; a name of games.boards.base.Presenter",
        ),
        ({"PRESENTER": ForManyMore}, "best_with is 5; one of the numbers of seats, 2, 3"),
    ],
)
@pytest.mark.usefixtures("barter")
def test_presenter_check_explains_errors(offers: dict[str, Any], message: str) -> None:
    assert message in complaint(validation.check_presenter, "barter", room_with(**offers))


@pytest.mark.usefixtures("barter")
def test_a_presenter_with_all_words_of_its_options_is_taken() -> None:
    validation.check_presenter("barter", room_with(PRESENTER=WordedPresenter))


def test_check_of_the_rules_data_explains_errors() -> None:
    assert "RULES_DATA is missing; RulesData(context=" in complaint(
        rules_data.check, "barter", room_with()
    )


# bots

Bot = bots.RandomBot


@pytest.mark.parametrize(
    ("offers", "message"),
    [
        ({}, "BOTS is missing; TitleBots("),
        ({"BOTS": TitleBots({"strong": Bot})}, '; TitleBots({"steady": …})'),
        (
            {"BOTS": TitleBots({"strong": Bot, "steady": Bot})},
            "of these, weakest first: easy, steady, ",
        ),
        (
            {"BOTS": TitleBots({"steady": Bot, "greedy": Bot})},
            "the levels of BOTS are steady, greedy",
        ),
        (
            {"BOTS": TitleBots({"steady": Barter})},  # type: ignore[dict-item]
            "'steady' has no method choose",
        ),
    ],
)
def test_bot_check_explains_errors(offers: dict[str, Any], message: str) -> None:
    assert message in complaint(bots.check, "barter", room_with(**offers))


# on a site


@pytest.fixture
def titles_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of titles of the test's own."""
    monkeypatch.setattr(registry, "FOLDER", tmp_path)
    monkeypatch.setattr(titles, "__path__", [str(tmp_path)])
    monkeypatch.setattr(registry, "_broken", {})
    caches = (registry.title_folders, registry.title_module, rules.catalogue, bots.levels)
    modules = set(sys.modules)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()
    for name in set(sys.modules) - modules:
        if name.startswith("games.titles."):
            del sys.modules[name]


DECLARED = """
import dataclasses
from tests.titles.barter import rules as barter
GAME = dataclasses.replace(barter.GAME, key={key!r})
"""


def put(shelf: Path, key: str, name: str, text: str) -> None:
    room = shelf / key / name
    room.mkdir(parents=True)
    (room / "__init__.py").write_text(text)


def test_a_title_that_is_wrong_is_left_out_and_the_others_go_on(
    titles_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(titles_folder, "sound", "rules", DECLARED.format(key="sound"))
    put(titles_folder, "misnamed", "rules", DECLARED.format(key="other"))
    put(titles_folder, "torn", "rules", "import no_such_module")
    assert list(rules.catalogue()) == ["sound"]
    assert sorted(registry.broken_modules()) == ["misnamed.rules", "torn.rules"]
    assert "misnamed/rules/__init__.py: key is 'other'" in str(
        registry.broken_modules()["misnamed.rules"]
    )
    assert "title torn: cannot use its rules" in caplog.text


def test_bots_that_are_wrong_leave_those_that_every_title_has(titles_folder: Path) -> None:
    put(titles_folder, "sound", "rules", DECLARED.format(key="sound"))
    put(titles_folder, "sound", "bots", "BOTS = {}")
    assert list(bots.levels("sound")) == ["random", "easy", "steady"]
    assert list(registry.broken_modules()) == ["sound.bots"]


def test_without_django_only_rooms_that_do_without_it_are_judged(
    titles_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(titles_folder, "sound", "rules", DECLARED.format(key="sound"))
    put(titles_folder, "sound", "board", "import no_such_module")
    with monkeypatch.context() as without:
        without.setattr(apps, "ready", False)
        assert registry.broken_modules() == {}
    assert list(registry.broken_modules()) == ["sound.board"]


def test_the_toy_title_as_a_folder_is_played(titles_folder: Path) -> None:
    put(titles_folder, "sound", "rules", DECLARED.format(key="sound"))
    match = rules.new_match("sound", 2, seed="a shelf")
    match.play(0, match.legal_moves(0)[0])
    assert registry.broken_modules() == {}
