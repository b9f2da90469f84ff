"""Which tests there are, by the names of their files: what they are about, what they need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
TITLES = ROOT / "games" / "titles"
SAMPLES = TESTS / "titles"  # that only tests play

KINDS = ("real", "faults", "browser")  # an area's name marks its tests
WITHOUT_SITE = ("rules", "bots")
# What has no database, or draws the same on every one, is not run again on PostgreSQL.
SAME_EVERYWHERE = ("rules", "bots", "boards", "rulebook", "conditional_moves")
NOT_DRAWN = ("browser", "secrets")  # what these look at does not hang on chance


def files() -> list[str]:
    """Every file with tests, from the root of the project: `tests/rules/test_match.py`."""
    found = [*TESTS.rglob("test_*.py"), *TITLES.rglob("tests/**/test_*.py")]
    return sorted({path.relative_to(ROOT).as_posix() for path in found})


def titles() -> list[str]:
    """The keys of the games whose folders are here."""
    return sorted(path.parent.name for path in TITLES.glob("*/rules"))


def sample_titles() -> list[str]:
    """The keys of those that only tests play."""
    return sorted(path.parent.name for path in SAMPLES.glob("*/rules"))


def area_of(path: Path) -> str:
    """What tests are about: the folder in `tests/`, of the site or of a title, or the file there.

    `tests/real/test_serve.py` is in "real", a title's `tests/test_browser.py` in "browser".
    """
    if TESTS in path.parents:
        return path.relative_to(TESTS).parts[0].removeprefix("test_").removesuffix(".py")
    if TITLES in path.parents:
        return path.relative_to(TITLES).parts[2].removeprefix("test_").removesuffix(".py")
    return ""


def title_of(path: Path) -> str:
    """The key of the game whose folder the file is in; "" where it is in none."""
    return path.relative_to(TITLES).parts[0] if TITLES in path.parents else ""


def is_of_title(path: Path, parameters: str, key: str) -> bool:
    """Whether a test is about this game: by its file, or by a part of its parameters' name.

    >>> is_of_title(TESTS / "boards" / "test_generic.py", "chess-2", "chess")
    True
    >>> is_of_title(TESTS / "boards" / "test_generic.py", "chess_960-2", "chess")
    False
    """
    return title_of(path) == key or key in parameters.split("-")


def named_games(parameters: str, keys: list[str]) -> Iterator[str]:
    """The games that the name of a test's parameters names."""
    parts = parameters.split("-")
    return (key for key in keys if key in parts)
