"""What a title's `bots` package offers to the site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .base import BotFactory
from .weights import FitSpec


@dataclass(frozen=True)
class TitleBots:
    """The bots of a title.

    Attributes:
        levels: what makes a bot, by level, weakest first.
        personal_verbs: the first words of moves with which a seat offers others something. A bot
            that plays on for a person does not make them.
        fit_specs: what `python -m benchmarks.fit` may fit, for matches `ALONE` and `WITH_OTHERS`.
    """

    levels: Mapping[str, BotFactory]
    personal_verbs: frozenset[str] = frozenset()
    fit_specs: Mapping[str, FitSpec] = field(default_factory=dict)
