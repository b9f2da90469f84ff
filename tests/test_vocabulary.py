"""One word has one meaning: names in the sources and in the API keep to `docs/glossary.md`."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.documents import GLOSSARY, ROOT, avoided_words, document

pytestmark = pytest.mark.same_everywhere

# the glossary itself


def terms() -> list[dict[str, str]]:
    """The rows of the glossary's tables of terms."""
    tables = document(GLOSSARY).tables()
    return [row for table in tables for row in table if "term" in row]


def problems_of_terms(rows: list[dict[str, str]]) -> list[str]:
    found = [f"{term}: twice" for term, times in _counts(rows, "term") if times > 1]
    found += [
        f"{word}: two terms" for word, n in _counts(rows, "Japanese") if n > 1 and word != "–"
    ]
    names = {row["term"] for row in rows}
    for row in rows:
        found += [f"{row['term']}: no {column}" for column in row if not row[column]]
        if not (ROOT / row["code"]).exists():
            found.append(f"{row['term']}: {row['code']} does not exist")
        if len(re.findall(r"[.!?](?=\s|$)", row["meaning"])) != 1:
            found.append(f"{row['term']}: the meaning is not one sentence")
        avoided = {word.strip() for word in row["avoid"].split(",")}
        found += [f"{row['term']}: avoids the term {word}" for word in avoided & names]
    return found


def _counts(rows: list[dict[str, str]], column: str) -> Iterable[tuple[str, int]]:
    return Counter(row[column] for row in rows).items()


def test_glossary_defines_each_term_once() -> None:
    assert len(terms()) > 60
    assert problems_of_terms(terms()) == []


def test_words_not_to_use_are_no_terms() -> None:
    words = avoided_words()
    assert words.keys() & {row["term"] for row in terms()} == set()
    assert all(re.fullmatch("[a-z]+", word) and instead for word, instead in words.items())


def test_wrong_glossary_is_found() -> None:
    good = {
        "term": "seat",
        "Japanese": "席",
        "meaning": "A place.",
        "code": "games/models/tables.py",
        "avoid": "place, slot",
    }
    assert problems_of_terms([good]) == []
    other = good | {"term": "table", "Japanese": "–"}
    assert problems_of_terms([good, good]) == ["seat: twice", "席: two terms"]
    for column, wrong in (
        ("Japanese", ""),
        ("meaning", "A place. Or two."),
        ("code", "games/nobody.py"),
        ("avoid", "seat"),
    ):
        assert len(problems_of_terms([good, other | {column: wrong}])) == 1, column


# names in the sources

FOLDERS = ("accounts", "games", "portal", "tests", "benchmarks", "examples")
#: Names in migrations are history.
UNREAD = {"migrations", "node_modules", "__pycache__"}


@dataclass(frozen=True)
class Name:
    """What a module, a package, a class or a function is called."""

    qualified: str  # "games.rules.reasons.Reason.text"

    @property
    def own(self) -> str:
        return self.qualified.rpartition(".")[2]

    @property
    def words(self) -> list[str]:
        return split(self.own)


def split(identifier: str) -> list[str]:
    """
    >>> split("_sendsHTTPNotices_to2")
    ['sends', 'http', 'notices', 'to', '2']
    """
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", identifier)
    return [word.lower() for word in found]


@functools.cache
def names() -> tuple[Name, ...]:
    """All names of the product, of its tests and of its benchmarks."""
    found: list[Name] = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not UNREAD & set(path.parts):
                found += names_in(path.relative_to(ROOT), path.read_text(encoding="utf-8"))
    return tuple(found)


def names_in(path: Path, text: str) -> Iterator[Name]:
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    yield Name(module)
    yield from _names_below(module, ast.parse(text))


def _names_below(above: str, node: ast.AST) -> Iterator[Name]:
    """Names below a module or a class; those within a function count as beside it."""
    for child in ast.iter_child_nodes(node):
        inner = above
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield Name(f"{above}.{child.name}")
            inner = f"{above}.{child.name}" if isinstance(child, ast.ClassDef) else above
        yield from _names_below(inner, child)


# words with several meanings

#: Plurals that mean something else than their singulars.
TERMS = {"standings"}


@functools.cache
def private_word(word: str) -> str:
    """The word not to use that this one is, or is the plural of."""
    if word in TERMS:
        return ""
    singulars = (word, word.removesuffix("s"), word.removesuffix("es"))
    return next((one for one in singulars if one in avoided_words()), "")


#: Names that keep such a word: where they begin, the word, and why.
ALLOWED = {
    ("games.management.commands.check_trail", "trail"): "the old name of a command",
    ("games.management.commands.failed_notices", "notice"): "the old name of a command",
    ("games.management.commands.recount_standing", "standing"): "the old name of a command",
    ("games.tournaments.formats.groups._circle_method", "circle"): "the name of an algorithm",
}


@functools.cache
def exceptions() -> dict[tuple[str, str], str]:
    """`ALLOWED`, and for each title what its `tests/vocabulary.py` allows within it."""
    found = dict(ALLOWED)
    for path in (ROOT / "games" / "titles").glob("*/tests/vocabulary.py"):
        title = f"games.titles.{path.parts[-3]}"
        allowed = importlib.import_module(f"{title}.tests.vocabulary").ALLOWED
        found |= {(title, word): reason for word, reason in allowed.items()}
    return found


def is_allowed(name: Name, word: str) -> bool:
    return any(name.qualified.startswith(start) and word == w for start, w in exceptions())


def with_private_words(found: Iterable[Name]) -> list[str]:
    return [
        name.qualified
        for name in found
        if any((w := private_word(word)) and not is_allowed(name, w) for word in name.words)
    ]


# participles and gerunds

#: Participles that do not end in -ed, without prefixes.
IRREGULAR = """
    beaten become begun bent bitten bought bound broken brought built burnt caught chosen crept
    dealt done drawn driven eaten fallen fed felt foretold forgiven forgotten fought found frozen
    given gone grown heard held hidden hung kept known laid lain learnt led lent lit lost made meant
    met paid proven ridden risen said seen sent shaken shown slept sold sought spelt spent spoken
    spun stolen stood struck stuck sung swept sworn taken taught thought thrown told torn undergone
    understood undone woken won worn wound written
"""
#: Nouns and verbs of the field that look like a participle or a gerund.
ORDINARY = """
    anything blocking building crossing drawing embed evening everything heading landing matchmaking
    nothing padding pairing pending polling rating rendering routing scoring setting shipping
    something warning
"""


def is_participle(word: str) -> bool:
    """Whether a word is a past participle or a gerund, and not an ordinary noun or verb.

    >>> list(map(is_participle, ["told", "unheard", "played", "taking"]))
    [True, True, True, True]
    >>> list(map(is_participle, ["feed", "speed", "shed", "string", "rating"]))
    [False, False, False, False, False]
    """
    if word in ORDINARY.split():
        return False
    if {word, word.removeprefix("un")} & set(IRREGULAR.split()):
        return True
    return re.fullmatch(r"\w*[aeiouy]\w*(ing|(?<!e)ed)", word) is not None


def bare_participles(found: Iterable[Name]) -> list[str]:
    """All but the methods that Python itself names, such as `__missing__`."""
    return [
        one.qualified
        for one in found
        if len(one.words) == 1 and is_participle(one.words[0]) and "__" not in one.qualified
    ]


def test_names_use_no_word_with_several_meanings() -> None:
    assert with_private_words(names()) == []


def test_names_are_no_bare_participles() -> None:
    assert bare_participles(names()) == []


def test_exceptions_are_all_needed() -> None:
    for start, word in exceptions():
        users = [name for name in names() if name.qualified.startswith(start)]
        assert any(private_word(w) == word for name in users for w in name.words), start


def test_wrong_name_is_found() -> None:
    text = "class DoorKeeper:\n    async def played(self): ...\n    def told_facts(self): ..."
    text += "\ndef standings(): ...\ndef saved_settings(x):\n    def _kept(): ...\n    return _kept"
    found = list(names_in(Path("games/telling.py"), text))
    assert with_private_words(found) == [
        "games.telling",
        "games.telling.DoorKeeper",
        "games.telling.DoorKeeper.told_facts",
    ]
    assert bare_participles(found) == [
        "games.telling",
        "games.telling.DoorKeeper.played",
        "games.telling._kept",
    ]
    start, word = next(iter(ALLOWED))
    assert with_private_words([Name(start), Name(f"games.lobby.{word}")]) == [f"games.lobby.{word}"]


# names in the API


def private_names_of_api(description: Mapping[str, Any]) -> set[str]:
    """Paths up to the word, fields and parameters that are not marked as deprecated."""
    found: set[str] = set()
    for path, operations in description["paths"].items():
        current = [one for one in operations.values() if not one.get("deprecated")]
        if current and (start := _start_with_private_word(path)):
            found.add(start)
        parameters = [one for operation in current for one in operation.get("parameters", ())]
        found |= _private(one["name"] for one in parameters if not one.get("deprecated"))
    for shape in description["components"]["schemas"].values():
        fields = shape.get("properties", {}).items()
        found |= _private(name for name, field in fields if not field.get("deprecated"))
    return found


def _start_with_private_word(path: str) -> str:
    parts = path.split("/")
    lengths = (n for n, part in enumerate(parts, 1) if any(map(private_word, split(part))))
    return "/".join([*parts[: next(lengths, 0)], ""])


def _private(found: Iterable[str]) -> set[str]:
    return {name for name in found if any(map(private_word, split(name)))}


def test_api_uses_no_word_with_several_meanings() -> None:
    description = SchemaGenerator().get_schema(request=None, public=True)
    assert private_names_of_api(description) == set()


def test_wrong_name_of_api_is_found() -> None:
    operation = {"parameters": [{"name": "wish"}, {"name": "hint", "deprecated": True}]}
    paths = {
        "/api/clubs/{key}/": {"get": operation},
        "/api/circles/{key}/": {"get": {"deprecated": True}, "put": {}},
        "/api/contests/": {"get": {"deprecated": True}},
    }
    fields = {"told": {}, "notice": {"deprecated": True}, "standings": {}}
    schemas = {"Any": {"properties": fields}, "Kind": {"enum": ["door"]}}
    description = {"paths": paths, "components": {"schemas": schemas}}
    assert private_names_of_api(description) == {"wish", "/api/circles/", "told"}
