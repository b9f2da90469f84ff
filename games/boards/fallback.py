"""The plain board: what is shown of a game, with a word of regret, where its own board fails.

A mistake in a drawing must not cost anybody a turn, so this one relies on nothing but the generic
presenter: the position as it stands, and every legal move as a button. A mistake in the log must
not cost anybody the page: what has no sentence of its own is told generically.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import games.rules as rules

from . import presenter
from .base import Presenter
from .translations import gettext as _

logger = logging.getLogger(__name__)
_reported_kinds: set[tuple[str, str]] = set()


class FallbackPresenter(Presenter):
    """The generic presenter with the words of the game's own one."""

    template = "games/boards/plain.html"

    def __init__(self, show: Presenter) -> None:
        super().__init__(show.game)
        self.words = show.words


@functools.cache
def fallback_presenter(key: str) -> Presenter:
    """The presenter to fall back on."""
    return FallbackPresenter(presenter(key))


class LogLine(NamedTuple):
    """A sentence of the log, and the words of the scene that it deserves."""

    text: str
    automatic: bool = False
    moment: str = ""


def fallback_log_lines(
    show: Presenter, events: Sequence[rules.Event], names: Sequence[str]
) -> list[LogLine]:
    """What one person may know of a move, in sentences: never an error, never nothing.

    An event for which the game's presenter fails is told generically; so are all of a move of
    which it has nothing to say at all. What it calls silent is told with another move, and what
    several witnesses were told each by itself is told once.
    """
    events = list(_without_repeats([event for event in events if event.kind not in show.silent]))
    events = _merge_events(show, events)
    told = [_log_line(show, event, names) for event in events]
    told = [line for line in told if line.text]
    if events and not told:
        for event in events:
            _report(show.game.key, event.kind)
        told = [LogLine(_generic_sentence(show, event, names)) for event in events]
    return told


def _without_repeats(events: Sequence[rules.Event]) -> Iterator[rules.Event]:
    """The events without those that tell another witness the same."""
    witnessed: list[tuple[object, ...]] = []
    for event in events:
        if event.audience is not None:
            if event[:3] in witnessed:
                continue
            witnessed.append(event[:3])
        yield event


def _merge_events(show: Presenter, events: list[rules.Event]) -> Sequence[rules.Event]:
    try:
        return show.merge_events(events)
    except Exception as error:
        _report(show.game.key, "several events together", error)
        return events


def _log_line(show: Presenter, event: rules.Event, names: Sequence[str]) -> LogLine:
    try:
        line = show.event_line(event, names)
        if not isinstance(line, str):
            raise TypeError(f"a line of the log is text, not {line!r}")
        return LogLine(line, show.is_automatic(event), show.moment(event))
    except Exception as error:
        _report(show.game.key, event.kind, error)
        return LogLine(_generic_sentence(show, event, names))


def _generic_sentence(show: Presenter, event: rules.Event, names: Sequence[str]) -> str:
    """An event by its kind and data, in the words of the game as far as it has some."""
    try:
        return fallback_presenter(show.game.key).event_line(event, names)
    except Exception as error:
        _report(show.game.key, f"{event.kind}, generically", error)
        return _("Something happened here that we cannot describe.")


def _report(key: str, kind: str, error: Exception | None = None) -> None:
    """Log that an event has no sentence, once for its kind: there may be thousands of them."""
    if (key, kind) not in _reported_kinds:
        _reported_kinds.add((key, kind))
        logger.error("no sentence of %s for %s", key, kind, exc_info=error)
