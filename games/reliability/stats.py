"""What others may know of how a person plays: read from tallies and absences, said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ..models import Tally
from ..ratings import absence_tracking
from ..time_controls import DAY, HOUR, MINUTE, span
from .aggregation import ALL

if TYPE_CHECKING:
    from accounts.models import User

    from ..models import Seat

LEAST_MATCHES = 5  # from which on a share says something
SOON = 90 * MINUTE  # up to which minutes are told
DAYS = 3 * DAY  # from which on whole days are


@dataclass(frozen=True)
class Numbers:
    """How a person plays one game, or all of them (`game` is "").

    Attributes:
        turns: answers of their own.
        pace: seconds of their open hours within which half of them came; None while there are few.
        played: matches with other people that are over; those lost in one absence are one.
        finished: of these, played to the end.
        absences: lately, so that their time ran out; in one game those that cost them a seat.
    """

    game: str = ALL
    turns: int = 0
    pace: float | None = None
    played: int = 0
    finished: int = 0
    absences: int = 0

    @property
    def share(self) -> int | None:
        """Of a hundred matches so many are finished; None while there are few."""
        if self.played < LEAST_MATCHES:
            return None
        return 100 * self.finished // self.played

    @property
    def pace_text(self) -> str:
        """The pace in words: "9 hours"; "" where it is not known."""
        return "" if self.pace is None else length(self.pace)

    @property
    def brief(self) -> str:
        """The numbers as a seat at a table in a list has room for; "" where none is known."""
        parts = []
        if self.pace is not None:
            parts.append(_("usually within %(time)s") % {"time": self.pace_text})
        if self.share is not None:
            parts.append(_("%(share)d %% finished") % {"share": self.share})
        return " · ".join(parts)


def length(seconds: float) -> str:
    """A duration as exact as a median is worth telling."""
    return _("a minute") if seconds < MINUTE else span(rounded(seconds))


def rounded(seconds: float) -> int:
    """The seconds of what `length` says."""
    unit = MINUTE if seconds < SOON else HOUR if seconds < DAYS else DAY
    return max(MINUTE, round(seconds / unit) * unit)


def of_person(person: User) -> list[Numbers]:
    """A person's numbers: of all games, then of each that they play, the most played first."""
    tallies = {tally.game: tally for tally in Tally.objects.filter(user=person)}
    absences = absence_tracking.marks(person.pk)
    found = [_numbers(tallies.get(ALL), absences)]
    games = sorted(tallies.keys() - {ALL}, key=lambda game: (-tallies[game].turns, game))
    return found + [_numbers(tallies[game], absences) for game in games]


def _numbers(tally: Tally | None, absences: Counter[str]) -> Numbers:
    if tally is None:
        return Numbers(absences=absences[ALL])
    return Numbers(
        tally.game,
        tally.turns,
        tally.pace,
        tally.played,
        tally.finished,
        absences[tally.game],
    )


def in_brief(seats: Iterable[tuple[str, Seat]]) -> dict[tuple[int, str], Numbers]:
    """The numbers of everybody who sits there, by person and game, in one query.

    `seats` are each given with the game of their table. The pace is that of the game where it is
    known, otherwise of all games; how many matches somebody finishes is told of all.
    """
    return known_of((seat.user_id, game) for game, seat in seats if seat.user_id is not None)


def known_of(pairs: Iterable[tuple[int, str]]) -> dict[tuple[int, str], Numbers]:
    """The same for people and games, whether they sit anywhere or not."""
    asked = set(pairs)
    if not asked:
        return {}
    people = {person for person, _game in asked}
    games = {game for _person, game in asked} | {ALL}
    rows = Tally.objects.filter(user__in=people, game__in=games).defer("answers")
    known = {(tally.user_id, tally.game): _numbers(tally, Counter()) for tally in rows}
    return {key: _for_game(*key, known) for key in asked}


def _for_game(person: int, game: str, known: dict[tuple[int, str], Numbers]) -> Numbers:
    here = known.get((person, game), Numbers(game))
    whole = known.get((person, ALL), Numbers())
    pace = whole.pace if here.pace is None else here.pace
    return Numbers(game, here.turns, pace, whole.played, whole.finished)
