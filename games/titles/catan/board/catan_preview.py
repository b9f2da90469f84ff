"""The data of a move preview: the match before and after a move, as its seat knows it."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from games.boards.move_preview import MovePreview
from games.boards.translations import change_texts, join_list
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.match import CatanMatch
from ..rules.view import View
from . import card_counts, vocabulary
from .places import IslandPlaces
from .scene_access import view_of
from .translations import gettext as _

Amounts = Mapping[str, int]


class CatanPreview(MovePreview[CatanMatch, CatanMatch]):
    """A legal move, with the match before and after it as its seat knows it."""

    compares_worlds = False  # rows and `CHANCE_VERBS` leave out what is uncertain

    @property
    def move(self) -> str:
        return self.moves[-1]

    @property
    def land(self) -> IslandPlaces:
        return self.scene.compute_once(IslandPlaces)

    @property
    def view(self) -> View:
        return view_of(self.scene)


def hand_change_text(match: CatanMatch, seat: int, more: Amounts) -> str:
    """Describe the kinds of a hand that change when `more` cards are added (or removed if < 0)."""
    rows = zip(parts.RESOURCES, match.hands[seat], strict=True)
    return hand_after_text(match, seat, [n + more.get(ware, 0) for ware, n in rows])


def hand_after_text(match: CatanMatch, seat: int, after: Sequence[int]) -> str:
    level = match.level[seat] if match.traders else 0
    return _hand_after_text(tuple(match.hands[seat]), tuple(after), level)


@cache_per_language(functools.lru_cache(4096))
def _hand_after_text(before: tuple[int, ...], after: tuple[int, ...], level: int) -> str:
    """Describe the kinds that change, and what the seat can build then but not now."""
    had, has = (dict(zip(parts.RESOURCES, hand, strict=True)) for hand in (before, after))
    found = change_texts(map(vocabulary.WARES.get, had), before, after)
    new = [
        str(vocabulary.BUILDS[key])
        for key, cost in card_counts.build_costs(level).items()
        if card_counts.is_payable(has, cost) and not card_counts.is_payable(had, cost)
    ]
    if new:
        found.append(_("enough for: %(what)s") % {"what": join_list(new)})
    return join_list(part for part in found if part)
