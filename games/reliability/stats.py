"""What others may know of how a person plays: read from tallies and absences, said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ..models import PlayerStatistics
from ..ratings import absence_tracking
from ..time_controls import DAY, HOUR, MINUTE, format_duration
from .aggregation import ALL_GAMES

if TYPE_CHECKING:
    from accounts.models import User

    from ..models import Seat

MIN_MATCHES = 5  # from which on a share says something
MAX_SHOWN_IN_MINUTES = 90 * MINUTE  # up to which minutes are told
MIN_SHOWN_IN_DAYS = 3 * DAY  # from which on whole days are


@dataclass(frozen=True)
class ReliabilityStats:
    """How a person plays one game, or all of them (`game` is "").

    Attributes:
        turns: answers of their own.
        pace: seconds of their open hours within which half of them came; None while there are few.
        played: matches with other people that are over; those lost in one absence are one.
        finished: of these, played to the end.
        absences: lately, so that their time ran out; in one game those that cost them a seat.
    """

    game: str = ALL_GAMES
    turns: int = 0
    pace: float | None = None
    played: int = 0
    finished: int = 0
    absences: int = 0

    @property
    def share(self) -> int | None:
        """Of a hundred matches so many are finished; None while there are few."""
        if self.played < MIN_MATCHES:
            return None
        return 100 * self.finished // self.played

    @property
    def answer_time_text(self) -> str:
        """The pace in words: "9 hours"; "" where it is not known."""
        return "" if self.pace is None else duration_text(self.pace)

    @property
    def brief(self) -> str:
        """The numbers as a seat at a table in a list has room for; "" where none is known."""
        parts = []
        if self.pace is not None:
            parts.append(_("usually within %(time)s") % {"time": self.answer_time_text})
        if self.share is not None:
            parts.append(_("%(share)d %% finished") % {"share": self.share})
        return " · ".join(parts)


def duration_text(seconds: float) -> str:
    """A duration as exact as a median is worth telling."""
    return _("a minute") if seconds < MINUTE else format_duration(round_duration(seconds))


def round_duration(seconds: float) -> int:
    """The seconds of what `duration_text` says."""
    unit = (
        MINUTE if seconds < MAX_SHOWN_IN_MINUTES else HOUR if seconds < MIN_SHOWN_IN_DAYS else DAY
    )
    return max(MINUTE, round(seconds / unit) * unit)


def stats_by_game(person: User) -> list[ReliabilityStats]:
    """A person's numbers: of all games, then of each that they play, the most played first."""
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
    """The numbers of everybody who sits there, by person and game, in one query.

    `seats` are each given with the game of their table. The pace is that of the game where it is
    known, otherwise of all games; how many matches somebody finishes is told of all.
    """
    return stats_for((seat.user_id, game) for game, seat in seats if seat.user_id is not None)


def stats_for(pairs: Iterable[tuple[int, str]]) -> dict[tuple[int, str], ReliabilityStats]:
    """The same for people and games, whether they sit anywhere or not."""
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
