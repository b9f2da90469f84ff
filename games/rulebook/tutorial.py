"""The tutorial of a title: `GUIDE.json`, a record with texts at the decisions of the first seat.

`record` is the beginning of a match as `match.record()` returns it. The learner has seat 0, bots
the others. `steps` are texts for moves that the learner must make; `at` is the index of the move in
the record, and `scores` are the totals expected by then. `done` is the text after the last move,
and `end` the one after the match.

A step includes the learner's moves that follow directly and have no step of their own. With `free`,
this many moves form a plan: moves of one verb may come in any order, also between moves of other
verbs. Consecutive moves of bots may come in any order, too. Texts are Markdown in every language
and are filled in like the rules; `gained` is the number of points that the step brings.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

import games.rules as rules
from games import registry
from portal.translation_cache import get_language, override_language

from . import markup
from .rules_tips import link_as_tips
from .sections import FALLBACK_LANGUAGE, language_fallbacks, pictures_of, render_text

TUTORIAL_FILE = "GUIDE.json"
LEARNER_SEAT = 0

TextByLanguage = Mapping[str, str]
Moves = tuple[tuple[int, str], ...]  # (seat, move)
Numbers = tuple[tuple[str, int], ...]  # (name, number)


@dataclass(frozen=True)
class Tutorial:
    """The moves and texts of a tutorial."""

    key: str
    record: Mapping[str, Any]
    steps: Mapping[int, Mapping[str, Any]]
    done: TextByLanguage
    end: TextByLanguage

    @functools.cached_property
    def moves(self) -> Moves:
        return tuple((seat, move) for seat, move in self.record["moves"])

    @property
    def seats(self) -> int:
        return int(self.record["seats"])

    @property
    def seed(self) -> str:
        return str(self.record["seed"])

    @functools.cached_property
    def gains(self) -> tuple[int, ...]:
        """The points that each move brings the learner."""
        match = rules.replay({**self.record, "moves": []})
        totals = [0]
        for seat, move in self.moves:
            match.play(seat, move)
            totals.append(match.scores()[LEARNER_SEAT].total)
        return tuple(after - before for before, after in itertools.pairwise(totals))

    def rest(self, at: int) -> tuple[str, ...]:
        """The moves of a step from this one on."""
        others = (n for n, (seat, _move) in enumerate(self.moves) if seat != LEARNER_SEAT)
        end = min(n for n in (len(self.moves), *self.steps, *others) if n > at)
        return tuple(move for _seat, move in self.moves[at:end])

    @functools.cached_property
    def parts(self) -> tuple[Moves, ...]:
        """The moves in groups; moves within a group may come in another order."""
        found, at = [], 0
        while at < len(self.moves):
            own = (n for n in range(at, len(self.moves)) if self.moves[n][0] == LEARNER_SEAT)
            end = next(own, len(self.moves))
            if end == at:
                end = at + self.steps.get(at, {}).get("free", 1)
            found.append(self.moves[at:end])
            at = end
        return tuple(found)

    def due(self, played: Moves) -> tuple[int, Moves]:
        """How many of the moves played follow the tutorial, and the moves that may come next."""
        count = 0
        for part in self.parts:
            left = list(part)
            while count < len(played) and _is_next(*played[count], left):
                left.remove(played[count])
                count += 1
            if left:
                return count, tuple(left)
        return count, ()

    def step_html(self, at: int) -> SafeString:
        """The text for the step that contains this move."""
        start = max(one for one in self.steps if one <= at)
        gained = sum(self.gains[start : start + len(self.rest(start))])
        return _render_words(self, self.steps[start], (("gained", gained),))

    def render_words(self, words: TextByLanguage) -> SafeString:
        return _render_words(self, words, ())


def _is_next(seat: int, move: str, left: Iterable[tuple[int, str]]) -> bool:
    """Whether a move may come next: it is among the first moves of its seat with the same verb."""
    own = [one for whose, one in left if whose == seat]
    alike = itertools.takewhile(lambda one: _verb(one) == _verb(own[0]), own)
    return move in alike


def _verb(move: str) -> str:
    return move.split(" ")[0]


def tutorial_of(key: str) -> Tutorial | None:
    """The tutorial of a title; None if it has none for the current rules version."""
    game = rules.catalogue().get(key)
    found = _read_tutorial(key) if game is not None else None
    return found if found and game and found.record["rules"] == game.version else None


@functools.cache
def _read_tutorial(key: str) -> Tutorial | None:
    path = registry.title_folders()[key] / TUTORIAL_FILE
    if not path.is_file():
        return None
    data = json.loads(path.read_text("utf-8"))
    steps = {step["at"]: step for step in data["steps"]}
    return Tutorial(key, data["record"], steps, data["done"], data["end"])


def _render_words(guide: Tutorial, words: Mapping[str, Any], numbers: Numbers) -> SafeString:
    language = next(
        one for one in language_fallbacks(get_language() or FALLBACK_LANGUAGE) if one in words
    )
    return _render_text(guide.key, language, str(words[language]), numbers)


@functools.cache
def _render_text(key: str, language: str, text: str, numbers: Numbers) -> SafeString:
    with override_language(language):
        whole = render_text(key, text, **dict(numbers))
        return link_as_tips(key, markup.render_html(markup.parse_markdown(whole), pictures_of(key)))
