"""What the levels of bots are called, and what they are like to play with."""

from __future__ import annotations

import functools

from django.utils.translation import gettext_lazy as _

from . import bots

NAMES = {
    bots.RANDOM: _("random"),
    bots.EASY: _("easy"),
    bots.STEADY: _("steady"),
    bots.STRONG: _("strong"),
    bots.BEST: _("best"),
}
LIKE = {
    bots.EASY: _("Plays sensibly, but some moves at first sight. A good first opponent."),
    bots.STEADY: _("Knows what is worth what and decides at once. Plays on for whoever leaves."),
    bots.STRONG: _("Looks ahead at what you may answer, about a second for each decision."),
    bots.BEST: _("Looks ahead for up to ten seconds a decision. The hardest opponent here."),
}


def level_name(level: str) -> str:
    return str(NAMES.get(level, level))


def level_sentences(game: str) -> list[tuple[str, str]]:
    """The levels that people choose from at this game, in words: its name, and what it is like."""
    return [(level_name(level), str(LIKE[level])) for level in bots.offered(game)]


@functools.lru_cache(100)
def kind_of_bot(level: str, language: str | None) -> str:
    """What is said of a bot of this level ("": of one in a person's place), kept by language."""
    if not level:
        return str(_("bot plays on"))
    return str(_("bot, %(level)s") % {"level": level_name(level)})
