"""The round in pieces: the hourglass, the event and its effect on the viewer, the phases."""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from games.boards import Scene
from games.boards.translations import capitalize_first
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from . import component_data, scene_access, vocabulary
from .translations import gettext as _

PHASES = ("followers", "planning", "actions", "event")


class RoundTick(NamedTuple):
    """A round: its pile, and its event, or "" if that is not known."""

    round: int
    letter: str
    event: str
    words: str
    is_now: bool


class PoolEvent(NamedTuple):
    """An event of the current pile; `is_drawn` says whether it is no longer in it."""

    event: str
    words: str
    is_drawn: bool


class Event(NamedTuple):
    """The event of the round: its effect, and what it would do to the viewer now ("" for none)."""

    key: str
    name: str
    letter: str
    effect: str
    mine: str


class Phase(NamedTuple):
    key: str
    name: str
    is_now: bool


class Round(NamedTuple):
    """The round, its event and its phase."""

    number: str
    ticks: tuple[RoundTick, ...]
    event: Event
    letter: str
    pool: tuple[PoolEvent, ...]
    phases: tuple[Phase, ...]


def round_of(scene: Scene) -> Round:
    view = scene_access.view_of(scene)
    event = view["event"]
    me = None if scene.seat is None else view["seats"][scene.seat]
    mine = "" if me is None or scene.over else component_data.event_consequence(event, me)
    return Round(
        _("Round %(round)s of %(rounds)s") % view,
        round_ticks((*(one["name"] for one in view["past"]), event["name"])),
        Event(
            event["name"],
            str(vocabulary.EVENTS[event["name"]]),
            event["letter"].upper(),
            component_data.event_text(event),
            capitalize_first(mine),
        ),
        event["letter"].upper(),
        event_pool(event["letter"], tuple(view["coming"][event["letter"]])),
        phase_list(view["phase"]),
    )


@cache_per_language(functools.lru_cache(256))
def round_ticks(known: tuple[str, ...]) -> tuple[RoundTick, ...]:
    """All rounds; `known` are the events of the first ones."""
    return tuple(
        RoundTick(number, letter, event, _tick(number, letter, event), number == len(known))
        for number, (letter, event) in enumerate(
            itertools.zip_longest(parts.LETTERS, known, fillvalue=""), 1
        )
    )


@cache_per_language(functools.lru_cache(256))
def event_pool(letter: str, coming: tuple[str, ...]) -> tuple[PoolEvent, ...]:
    """The events of a pile; the first pile includes the event of round 1."""
    return tuple(
        PoolEvent(event, _value(event, letter), event not in coming) for event in parts.EVENTS
    )


@cache_per_language(functools.lru_cache(64))
def phase_list(now: str) -> tuple[Phase, ...]:
    return tuple(Phase(phase, str(vocabulary.PHASES[phase]), phase == now) for phase in PHASES)


def _tick(number: int, letter: str, event: str) -> str:
    values = {"n": number, "letter": letter.upper(), "event": vocabulary.EVENTS.get(event, "?")}
    return _("Round %(n)s, pile %(letter)s: %(event)s") % values


def _value(event: str, letter: str) -> str:
    """An event with the number on its tile of this pile."""
    value = parts.EVENT_VALUES.get(event, {}).get(letter)
    name = str(vocabulary.EVENTS[event])
    return _("%(event)s %(n)s") % {"event": name, "n": value} if value else name
