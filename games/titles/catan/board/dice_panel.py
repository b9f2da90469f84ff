"""The dice or the event card: the last throw, the odds of each number, the viewer's cards."""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first, join_list
from portal.performance.translation_cache import cache_per_language

from ..rules.components import REROLLED_SUMS
from ..rules.view import View
from . import production, rule_links, vocabulary
from .scene_access import match_of, view_of
from .translations import gettext as _
from .translations import ngettext

FACES = 36


class EventCardView(NamedTuple):
    """The event card that was revealed last."""

    name: str
    effect: str
    number: int
    note: str


class NumberOdds(NamedTuple):
    """A number: how many of 36 throws give it, and the viewer's cards from it as (kind, count)."""

    number: int
    ways: int
    gains: tuple[tuple[str, int], ...]
    is_thrown: bool
    label: str


class DicePanel(NamedTuple):
    """The last throw or card, and the odds of all numbers."""

    dice: tuple[int, ...]
    said: str
    card: EventCardView | None
    left: str
    odds: tuple[NumberOdds, ...]
    previous_throws: tuple[int, ...]  # numbers since the viewer's last visit, the oldest first
    previous_throws_text: str


def dice_panel(scene: Scene) -> DicePanel:
    view = view_of(scene)
    card = _card(view)
    dice = () if card else tuple(view["dice"])
    fell = card.number if card else sum(dice)
    thrown = tuple(event.data["number"] for event in scene.news if event.kind in ("roll", "event"))
    return DicePanel(
        dice=dice,
        said=_("Rolled: %(n)s") % {"n": fell} if dice else "",
        card=card,
        left=_cards_left_text(view["events_left"]),
        odds=_odds(scene, fell),
        previous_throws=thrown,
        previous_throws_text=_("Since your last visit: %(numbers)s")
        % {"numbers": join_list(thrown)},
    )


def _card(view: View) -> EventCardView | None:
    shown = view["event"]
    if shown is None:
        return None
    event = shown["event"]
    return EventCardView(
        capitalize_first(vocabulary.EVENTS[event]),
        vocabulary.event_effect(event, view["scenario"]),
        shown["number"],
        rules_url(rule_links.KEY, event),
    )


def _cards_left_text(n: int | None) -> str:
    if n is None:
        return ""
    values = {"n": n}
    return ngettext("%(n)s card until the new year", "%(n)s cards until the new year", n) % values


def _odds(scene: Scene, fell: int) -> tuple[NumberOdds, ...]:
    seat = scene.seat
    gains = {} if seat is None else production.production_by_number(match_of(scene), seat)
    skipped = REROLLED_SUMS if view_of(scene)["scenario"] == "traders" else ()
    return tuple(
        _odds_of(number, tuple(sorted(gains.get(number, {}).items())), number == fell)
        for number in range(2, 13)
        if number not in skipped
    )


@cache_per_language(functools.lru_cache(1024))
def _odds_of(number: int, gains: tuple[tuple[str, int], ...], is_thrown: bool) -> NumberOdds:
    ways = 6 - abs(7 - number)
    values = {"number": number, "n": ways, "all": FACES, "wares": vocabulary.wares(dict(gains))}
    label = _("%(number)s: %(n)s of %(all)s rolls, brings you %(wares)s") % values
    return NumberOdds(number, ways, gains, is_thrown, label)
