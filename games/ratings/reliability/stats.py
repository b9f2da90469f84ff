"""Reliability as others see it: read from statistics and absences, and put into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ...time_controls import DAY, HOUR, MINUTE, format_duration
from .. import absence_tracking
from ..models import PlayerStatistics
from .aggregation import ALL_GAMES

if TYPE_CHECKING:
    from accounts.models import User

    from ...models import Seat

MIN_MATCHES = 5  # below this, no share is shown
MAX_SHOWN_IN_MINUTES = 90 * MINUTE  # durations below this are shown in minutes
MIN_SHOWN_IN_DAYS = 3 * DAY  # durations from this on are shown in whole days


@dataclass(frozen=True)
class ReliabilityStats:
    """A person's reliability in one game, or in all of them (`game` is "").

    Attributes:
        game: the key of the game, or "".
        turns: how many answers the person gave themselves.
        pace: the median time of an answer in seconds of their open hours; None if there are few.
        played: finished matches with other people; those lost in one absence count as one.
        finished: how many of these were played to the end.
        absences: recent absences in which their time ran out; for one game, those that cost them
            a seat.
    """

    game: str = ALL_GAMES
    turns: int = 0
    pace: float | None = None
    played: int = 0
    finished: int = 0
    absences: int = 0

    @property
    def share(self) -> int | None:
        """The percentage of matches that were played to the end, or None if there are few."""
        if self.played < MIN_MATCHES:
            return None
        return 100 * self.finished // self.played

    @property
    def answer_time_text(self) -> str:
        """The pace in words, such as "9 hours", or "" if it is unknown."""
        return "" if self.pace is None else duration_text(self.pace)

    @property
    def brief(self) -> str:
        """The known numbers in a short line for a seat in a list of tables, or ""."""
        parts = []
        if self.pace is not None:
            parts.append(_("usually within %(time)s") % {"time": self.answer_time_text})
        if self.share is not None:
            parts.append(_("%(share)d %% finished") % {"share": self.share})
        return " · ".join(parts)


def duration_text(seconds: float) -> str:
    """Return a duration in words, rounded to the precision of a median."""
    return _("a minute") if seconds < MINUTE else format_duration(round_duration(seconds))


def round_duration(seconds: float) -> int:
    """Return the seconds of the rounded duration that `duration_text` shows."""
    unit = (
        MINUTE if seconds < MAX_SHOWN_IN_MINUTES else HOUR if seconds < MIN_SHOWN_IN_DAYS else DAY
    )
    return max(MINUTE, round(seconds / unit) * unit)


def stats_by_game(person: User) -> list[ReliabilityStats]:
    """Return a person's numbers: for all games, then for each game, the most played first."""
    tallies = {tally.game: tally for tally in PlayerStatistics.objects.filter(user=person)}
    absences = absence_tracking.count_recent_absences(person.pk)
    found = [_build_stats(tallies.get(ALL_GAMES), absences)]
    games = sorted(tallies.keys() - {ALL_GAMES}, key=lambda game: (-tallies[game].turns, game))
    return found + [_build_stats(tallies[game], absences) for game in games]


def _build_stats(tally: PlayerStatistics | None, absences: Counter[str]) -> ReliabilityStats:
    if tally is None:
        return ReliabilityStats(absences=absences[ALL_GAMES])
    return ReliabilityStats(
        tally.game,
        tally.turns,
        tally.pace,
        tally.played,
        tally.finished,
        absences[tally.game],
    )


def stats_for_seats(seats: Iterable[tuple[str, Seat]]) -> dict[tuple[int, str], ReliabilityStats]:
    """Return the numbers of the people in these seats by (person, game), in one query.

    Each seat comes with the game of its table. The pace is the one in that game if it is known,
    otherwise of all games. The share of finished matches is always of all games.
    """
    return stats_for((seat.user_id, game) for game, seat in seats if seat.user_id is not None)


def stats_for(pairs: Iterable[tuple[int, str]]) -> dict[tuple[int, str], ReliabilityStats]:
    """Return the numbers of these (person, game) pairs, as `stats_for_seats`."""
    asked = set(pairs)
    if not asked:
        return {}
    people = {person for person, _game in asked}
    games = {game for _person, game in asked} | {ALL_GAMES}
    rows = PlayerStatistics.objects.filter(user__in=people, game__in=games).defer("answers")
    known = {(tally.user_id, tally.game): _build_stats(tally, Counter()) for tally in rows}
    return {key: _stats_for_game(*key, known) for key in asked}


def _stats_for_game(
    person: int, game: str, known: dict[tuple[int, str], ReliabilityStats]
) -> ReliabilityStats:
    here = known.get((person, game), ReliabilityStats(game))
    whole = known.get((person, ALL_GAMES), ReliabilityStats())
    pace = whole.pace if here.pace is None else here.pace
    return ReliabilityStats(game, here.turns, pace, whole.played, whole.finished)
