"""Places that are ready to be used (rules 5.5.1)."""

from __future__ import annotations

from games.rules.reasons import gettext_noop as _

from .board import SPAN, Board
from .components import ONE_TILE_PLACES, PLACES, SACRISTY, SLOT_TYPES
from .rule_reason import RuleReason

# For each place the slot that must be filled for it to be ready, a quick check; -1 for special ones
FIRST_SLOT = tuple(
    SPAN[place].start
    if printed.slots and place not in ONE_TILE_PLACES and place != SACRISTY
    else -1
    for place, printed in enumerate(PLACES)
)


def ready_places(board: Board) -> list[int]:
    """The places with all slots filled; town hall, theater and tower need one tile.

    The sacristy is never among them.
    """
    slots = board.slots
    ready = []
    for place in board.places:
        first = FIRST_SLOT[place]
        if first >= 0:
            if slots[first] and 0 not in slots[SPAN[place]]:
                ready.append(place)
        elif place in ONE_TILE_PLACES and any(slots[SPAN[place]]):
            ready.append(place)
    return ready


def not_ready_reason(board: Board, place: int) -> RuleReason:
    """Why an owned place cannot be used, for example which slots are empty."""
    printed = PLACES[place]
    if place == SACRISTY:
        message = _("%(place)s is not used as an action: it protects you in the event phase")
        return RuleReason("10.21", "by_itself", message, place=printed.key)
    if not printed.slots:
        message = _("%(place)s has no action: it works automatically")
        return RuleReason("2.6", "by_itself", message, place=printed.key)
    if place in ONE_TILE_PLACES:
        message = _("%(place)s is not ready: it needs at least one follower")
        return RuleReason("5.5.1", "not_ready", message, place=printed.key)
    contents = zip(printed.slots, board.slots[SPAN[place]], strict=True)
    empty = tuple(SLOT_TYPES[slot] for slot, content in contents if not content)
    message = _("%(place)s is not ready: no follower on %(slots)s")
    return RuleReason("5.5.1", "not_ready", message, place=printed.key, slots=empty)
