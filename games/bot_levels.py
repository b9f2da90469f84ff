"""Names and descriptions of bot levels."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from portal.translation_cache import cache_per_language

from . import bots
from .bots.level_ratings import read_level_ratings
from .time_controls import TimeControl

LEVEL_NAMES = {
    bots.RANDOM: _("random"),
    bots.EASY: _("easy"),
    bots.STEADY: _("steady"),
    bots.STRONG: _("strong"),
    bots.BEST: _("best"),
}
LEVEL_DESCRIPTIONS = {
    bots.EASY: _(
        "Plays sensibly, but makes some moves without thinking ahead. A good first opponent."
    ),
    bots.STEADY: _(
        "Knows what things are worth and decides at once. Takes over when a player leaves."
    ),
    bots.STRONG: _("Looks ahead at your possible answers, for up to a second per decision."),
    bots.BEST: _("Looks ahead for up to ten seconds per decision. Not available with fast clocks."),
}


def level_name(level: str) -> str:
    return str(LEVEL_NAMES.get(level, level))


def level_with_rating(game: str, level: str) -> str:
    """Return a level with its measured rating in this game, if any: "steady · 1500 ± 20"."""
    found = read_level_ratings(game).get(level)
    if found is None:
        return level_name(level)
    within = f" ± {found.within}" if found.within else ""
    return f"{level_name(level)} · {found.rating}{within}"


def level_choices(game: str, clock: TimeControl | None = None) -> list[tuple[str, str]]:
    """Return (level, label) of the levels on offer for this game and time control.

    The best level is missing from fast time controls.
    """
    is_hasty = clock is not None and clock.is_fast
    return [
        (level, level_with_rating(game, level))
        for level in bots.selectable_levels(game)
        if not (is_hasty and level == bots.BEST)
    ]


def level_descriptions(game: str) -> list[tuple[str, str]]:
    """Return (label, description) of the levels on offer for this game."""
    return [(label, str(LEVEL_DESCRIPTIONS[level])) for level, label in level_choices(game)]


@cache_per_language()
def bot_label(level: str) -> str:
    """Return the label of a bot of this level, or of one that replaces a person (""); cached."""
    if not level:
        return str(_("bot plays on"))
    return str(_("bot, %(level)s") % {"level": level_name(level)})
