"""The filter of tables by their clock, as lists of tables offer it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from ..time_controls import FIXED_HOUR, LIVE_INCREMENT_LIMIT, PRESETS_BY_KEY, TimeControl


def exact_clock(clock: TimeControl) -> dict[str, Any]:
    """Return filter arguments for tables with this clock, which has no fixed hour."""
    numbers = {"clock_bank": clock.bank, "clock_increment": clock.increment}
    return {**numbers, "clock_cap": clock.cap, "clock_fixed_hour__isnull": True}


def clock_filter(clock: str) -> Q:
    """Return the filter for "live", "days", "fixed-hour" or the key of a preset.

    Others let all tables pass.
    """
    if clock == "live":
        return Q(clock_increment__lt=LIVE_INCREMENT_LIMIT, clock_cap__gt=0)
    if clock == "days":
        return Q(clock_increment__gte=LIVE_INCREMENT_LIMIT) | Q(clock_cap=0)
    if clock == FIXED_HOUR:
        return Q(clock_fixed_hour__isnull=False)
    if clock in PRESETS_BY_KEY:
        return Q(**exact_clock(PRESETS_BY_KEY[clock].clock))
    return Q()
