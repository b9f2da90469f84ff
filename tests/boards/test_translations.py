"""What boards say agrees with the rules: no number of theirs is typed into prose."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import games.rules as rules
from games import registry
from games.boards import Facts, Presenter, presenter
from tests import sample_titles

ROOT = Path(__file__).parents[2]
GETTEXT = {"_", *(f"{kind}gettext{lazy}" for kind in ("", "n", "p") for lazy in ("", "_lazy"))}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
# digits that are no numbers of the rules: a rate is "for 1" by the way it is written; a key
NO_RULES = re.compile(r"%\(\w+\)s:1\b|\(\d\)$")


def messages_of(source: Path) -> Iterator[str]:
    """The messages that a module hands to gettext."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in GETTEXT:
                skipped = 1 if name.startswith("p") else 0  # the context
                for argument in node.args[skipped:]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def messages_of_template(source: Path) -> list[str]:
    return re.findall(r'_\("([^"]*)"\)', source.read_text(encoding="utf-8"))


def has_number(message: str) -> bool:
    return bool(re.search(r"\d", PLACEHOLDER.sub("", NO_RULES.sub("", message))))


BOARDS = [
    ROOT / "games/boards",
    *(folder / "board" for folder in registry.title_folders().values()),
]
TEMPLATES = [
    ROOT / "templates/jinja2/games/boards",
    *(folder / "templates" for folder in registry.title_folders().values()),
]


@pytest.mark.parametrize("folder", BOARDS, ids=lambda folder: folder.parent.name)
def test_no_number_of_the_rules_is_typed_into_prose(folder: Path) -> None:
    said = [message for source in folder.rglob("*.py") for message in messages_of(source)]
    assert [message for message in said if has_number(message)] == []


@pytest.mark.parametrize("folder", TEMPLATES, ids=lambda folder: folder.parent.name)
def test_no_number_of_the_rules_is_typed_into_a_template(folder: Path) -> None:
    said = [one for source in folder.rglob("*.html") for one in messages_of_template(source)]
    assert [message for message in said if has_number(message)] == []


def test_numbers_in_prose_are_found() -> None:
    assert has_number("You may take 3 of them (%(n)s)")
    assert not has_number("%(ware)s harbour %(n)s:1, %(price)s each")


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_words_of_a_title_can_be_said(key: str, language: str) -> None:
    with translation.override(language):
        said = [str(word) for word in presenter(key).words.values()]
    assert all(said)
    assert not any("%(" in word for word in said)


# facts


@pytest.mark.parametrize("key", [key for key in rules.catalogue() if presenter(key).facts])
def test_facts_lie_within_their_scales(key: str) -> None:
    show = presenter(key)
    facts = show.facts
    assert facts is not None
    assert facts.best_with in show.game.seats
    assert facts.minutes > 0
    assert all(1 <= n <= Facts.SCALE for n in (facts.weight, facts.luck, facts.interaction))
    assert len(show.fact_rows()) == 5


def test_a_title_without_facts_tells_how_many_can_play() -> None:
    game = dataclasses.replace(rules.get(sample_titles.title()), seats=range(2, 6))
    assert Presenter(game).fact_rows() == [("Players", "2–5")]
