"""The filter of tables by their clock, as lists of tables offer it."""

from __future__ import annotations

from django.db.models import Q

from ..time_controls import LIVE_INCREMENT_LIMIT, PRESETS_BY_KEY


def clock_filter(clock: str) -> Q:
    """Return the filter for "live", "days" or the key of a preset; others let all tables pass."""
    if clock == "live":
        return Q(clock_increment__lt=LIVE_INCREMENT_LIMIT, clock_cap__gt=0)
    if clock == "days":
        return Q(clock_increment__gte=LIVE_INCREMENT_LIMIT) | Q(clock_cap=0)
    if clock in PRESETS_BY_KEY:
        preset = PRESETS_BY_KEY[clock].clock
        return Q(clock_bank=preset.bank, clock_increment=preset.increment, clock_cap=preset.cap)
    return Q()
