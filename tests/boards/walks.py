"""Whole random matches, looked at as the site's pages look at them."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import games.rules as rules
from games.boards import Scene
from tests.markup import Reader
from tests.positions import MatchT, Step

NAMES = ("Anna", "Benedikt", "Chihiro", "Dolores", "Emil")


def scene(match: rules.Match, seat: int | None, news: Sequence[rules.Event] = ()) -> Scene:
    legal = match.legal_moves(seat) if seat is not None else []
    return Scene.from_match(match, seat, NAMES[: match.seats], legal, news)


def cache_walk(
    walk: Callable[..., Iterator[Step[MatchT]]],
) -> Callable[..., Sequence[Step[MatchT]]]:
    """A walk that is played once, whoever asks: its positions are shared, and only looked at."""
    found: dict[str, list[Step[MatchT]]] = {}

    @functools.wraps(walk)
    def ask(*setting: Any, **options: Any) -> Sequence[Step[MatchT]]:
        asked = f"{setting} {sorted(options.items())}"
        if asked not in found:
            steps = walk(*setting, **options)
            found[asked] = [(match.copy(), list(events)) for match, events in steps]
        return found[asked]

    return ask


@cache_walk
def walk(key: str, seats: int, seed: str, **options: str) -> Iterator[Step[rules.Match]]:
    """The positions of a match, each with the events that led to it; half policy, half chance."""
    chooser = random.Random(seed)
    match = rules.new_match(key, seats=seats, seed=seed, options=options)
    yield match, match.opening
    while not match.over:
        offers = [one for one in range(seats) if one not in match.actors and match.legal_moves(one)]
        if offers and chooser.random() < 0.1:
            seat = chooser.choice(offers)
            events = match.play(seat, chooser.choice(match.legal_moves(seat)))
            yield match, events
            continue
        seat = chooser.choice(match.actors)
        moves = match.legal_moves(seat)
        move = chooser.choice(moves) if chooser.random() < 0.4 else match.auto_move(seat)
        events = match.play(seat, move)
        yield match, events


def eyes(match: rules.Match) -> list[int | None]:
    """Somebody who looks on, two of those who are asked, somebody who waits."""
    asked = [seat for seat in range(match.seats) if match.legal_moves(seat)]
    waiting = [seat for seat in range(match.seats) if seat not in asked]
    return [None, *asked[:2], *waiting[:1]]


class Page(Reader):
    """What a test wants to know of a piece of HTML."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.moves: list[str] = []  # of buttons that hand in a move
        self.nameless: list[str] = []  # buttons for moves of which nobody would hear
        self.inline: list[str] = []  # styles and scripts that the site's policy forbids
        self.ids: list[str] = []
        self._button: str | None = None
        self._said = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        self.inline += [name for name in found if name == "style" or name.startswith("on")]
        if tag in ("style", "script"):
            self.inline.append(tag)
        if tag == "button":
            self._button = str(found.get("value") or found.get("data-circle") or "a button")
            self._said = found.get("aria-label") or ""
            if found.get("name") == "move" and found.get("form") == "move-form":
                self.moves.append(str(found["value"]))
        elif found.get("data-move"):
            self.moves.append(str(found["data-move"]))

    def handle_data(self, data: str) -> None:
        self._said += data.strip() if self._button else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button:
            if not self._said:
                self.nameless.append(self._button)
            self._button = None
