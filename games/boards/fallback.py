"""The plain board, which replaces a game's own board when that fails, with an apology.

An error in a drawing must not cost anyone a turn. So this board uses only the generic presenter:
the position, and every legal move as a button. An error in the log must not break the page either:
an event without a sentence of its own gets a generic one.
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
    """The generic presenter with the words of the game's own presenter."""

    template = "games/boards/plain.html"

    def __init__(self, show: Presenter) -> None:
        super().__init__(show.game)
        self.words = show.words


@functools.cache
def fallback_presenter(key: str) -> Presenter:
    """The presenter to use when the game's own fails."""
    return FallbackPresenter(presenter(key))


class LogLine(NamedTuple):
    """A sentence of the log; `highlight` has a few words for an event that deserves a scene."""

    text: str
    automatic: bool = False
    highlight: str = ""


def fallback_log_lines(
    show: Presenter, events: Sequence[rules.Event], names: Sequence[str]
) -> list[LogLine]:
    """A move as one viewer may know it, in sentences; never raises.

    An event for which the game's presenter fails gets a generic sentence. If the presenter has no
    sentence for any event of the move, all of them get generic ones. Events that it calls silent
    are left out. An event that several witnesses saw separately appears once.
    """
    events = list(
        _without_repeats([event for event in events if event.kind not in show.silent_event_kinds])
    )
    events = _merge_events(show, events)
    lines = [_log_line(show, event, names) for event in events]
    lines = [line for line in lines if line.text]
    if events and not lines:
        for event in events:
            _report(show.game.key, event.kind)
        lines = [LogLine(_generic_sentence(show, event, names)) for event in events]
    return lines


def _without_repeats(events: Sequence[rules.Event]) -> Iterator[rules.Event]:
    """The events without repetitions for other witnesses."""
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
        line = show.log_line(event, names)
        if not isinstance(line, str):
            raise TypeError(f"a log line must be text, not {line!r}")
        return LogLine(line, show.is_automatic(event), show.highlight(event))
    except Exception as error:
        _report(show.game.key, event.kind, error)
        return LogLine(_generic_sentence(show, event, names))


def _generic_sentence(show: Presenter, event: rules.Event, names: Sequence[str]) -> str:
    """An event by its kind and data, in the game's words where it has some."""
    try:
        return fallback_presenter(show.game.key).log_line(event, names)
    except Exception as error:
        _report(show.game.key, f"{event.kind}, generically", error)
        return _("Something happened here that we cannot describe.")


def _report(key: str, kind: str, error: Exception | None = None) -> None:
    """Log that an event has no sentence, once per kind, because there may be thousands of them."""
    if (key, kind) not in _reported_kinds:
        _reported_kinds.add((key, kind))
        logger.error("%s has no log sentence for %s", key, kind, exc_info=error)
