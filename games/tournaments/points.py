"""The points of a table, and tie-breaks between people with the same points, from results alone.

Sums are rounded exactly (`math.fsum`), so that they do not depend on the order of the results.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import NamedTuple

from games.rules.reasons import gettext_noop as _

from .formats.base import Entrant, FormatSettings, StandingsRow, TableResult, TournamentState

DIGITS = 6  # decimals; people who differ by less have the same points
RATING_SEARCH_RANGE = (
    1600  # so far from all opponents, a rating expects to win or lose hundreds of matches
)


class Label(NamedTuple):
    """A name and a sentence that explains it, as message ids."""

    name: str
    sentence: str


SCORE_LABELS = {
    "places": Label(
        _("Points by place"), _("Every place at a table scores a set number of points.")
    ),
    "share": Label(_("Share of points"), _("You get your share of all the points at the table.")),
    "wins": Label(_("Wins"), _("A win scores 1; a shared win is split.")),
}
TIE_BREAK_LABELS = {
    "opponents": Label(
        _("Strength of opponents"), _("The average points of the people you played.")
    ),
    "head_to_head": Label(
        _("Head to head"),
        _(
            "How often you finished ahead of people with the same points, minus how "
            "often you finished behind them."
        ),
    ),
    "share": Label(_("Share of points"), _("Your average share of all the points at your tables.")),
    "wins": Label(_("Wins"), _("How many tables you won. A shared win is split.")),
}


def is_played_match(table: TableResult) -> bool:
    """Whether it was played: neither a bye nor a challenge on a ladder lost without a match.

    Such a challenge has a forfeit but no shares.
    """
    return not table.is_bye and bool(table.shares or not table.forfeits)


def effective_ranks(table: TableResult) -> tuple[int, ...]:
    """Return the place of each seat; those who did not finish share the last one.

    >>> effective_ranks(TableResult(1, 1, (7, 8, 9), (1, 2, 2), forfeits=frozenset({7})))
    (3, 1, 1)
    """
    places = table.places or (1,) * len(table.seats)
    stayed = [
        place for seat, place in zip(table.seats, places, strict=True) if seat not in table.forfeits
    ]
    return tuple(
        len(table.seats) if seat in table.forfeits else 1 + sum(one < place for one in stayed)
        for seat, place in zip(table.seats, places, strict=True)
    )


def scale_points(points: Sequence[float], seats: int) -> list[float]:
    """Return the points of places at a table with so many seats; first and last place keep theirs.

    >>> scale_points((6, 3, 1, 0), 3)
    [6.0, 2.0, 0.0]
    """
    if seats == len(points) or seats < 2:
        return [float(one) for one in points[:seats]]
    scaled = []
    for place in range(seats):
        at = place * (len(points) - 1) / (seats - 1)
        low = min(int(at), len(points) - 2)
        scaled.append(points[low] + (at - low) * (points[low + 1] - points[low]))
    return scaled


def points_by_rank(settings: FormatSettings, table: TableResult) -> list[float]:
    """Return each seat's points for its place; equal seats share the points of their places."""
    points = scale_points(settings.points, len(table.seats))
    places = effective_ranks(table)
    return [
        points[-1]
        if seat in table.forfeits
        else math.fsum(points[place - 1 : place - 1 + level]) / level
        for seat, place in zip(table.seats, places, strict=True)
        for level in [_count_sharing_rank(table, places, place)]
    ]


def seat_point_shares(settings: FormatSettings, table: TableResult) -> list[float]:
    """Return each seat's share of the table's points, by place if the result has no shares."""
    given = table.shares or points_by_rank(settings, table)
    total = math.fsum(given) or 1.0
    return [
        0.0 if seat in table.forfeits else one / total
        for seat, one in zip(table.seats, given, strict=True)
    ]


def win_shares(table: TableResult) -> list[float]:
    """Return each seat's share of the win."""
    places = effective_ranks(table)
    first = _count_sharing_rank(table, places, 1)
    return [
        1 / first if place == 1 and seat not in table.forfeits else 0.0
        for seat, place in zip(table.seats, places, strict=True)
    ]


def _count_sharing_rank(table: TableResult, places: Sequence[int], place: int) -> int:
    """Return how many of those who finished share a place."""
    return sum(
        one == place and seat not in table.forfeits
        for seat, one in zip(table.seats, places, strict=True)
    )


def bye_points(settings: FormatSettings) -> float:
    """Return the points of a bye: those of the settings, else a win, else an average.

    Formats with `has_average_byes` give the average of a seat at a full table. If shares are
    scored, a bye gives an equal share.
    """
    if settings.bye_points is not None:
        return settings.bye_points
    if settings.has_average_byes:
        per_table = {"places": math.fsum(settings.points)}.get(settings.score, 1.0)
        return round(per_table / settings.table_size, DIGITS)
    if settings.score == "places":
        return settings.points[0]
    return 1.0 if settings.score == "wins" else 1 / settings.table_size


def walkover_points(settings: FormatSettings) -> float:
    """Return the points of each person whose opponent did not come: a win, shared by them."""
    whole = math.fsum(settings.points[:-1]) if settings.score == "places" else 1.0
    return round(whole / (settings.table_size - 1), DIGITS)


def win_margin(settings: FormatSettings) -> float:
    """Return how many points a win puts a person ahead of the last."""
    return settings.points[0] - settings.points[-1] if settings.score == "places" else 1.0


@dataclass
class Scorecard:
    """What an entrant has done so far: one number for each table, with byes apart."""

    gained: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    byes: int = 0
    walkovers: int = 0
    met: list[tuple[int, int]] = field(default_factory=list)  # id, and 1 ahead, 0 equal, -1 behind
    missed: int = 0  # tables that they did not come to; never better than a last place


def build_scorecards(
    settings: FormatSettings,
    entrants: Iterable[Entrant],
    finished: Iterable[TableResult],
    missed: Mapping[int, int] | None = None,
) -> dict[int, Scorecard]:
    """Return everyone's scorecard, from finished tables and byes.

    Args:
        missed: the number of tables that each person did not come to.
    """
    found = {one.id: Scorecard(missed=(missed or {}).get(one.id, 0)) for one in entrants}
    for table in finished:
        if table.is_walkover:
            found[table.seats[0]].walkovers += 1
            continue
        if table.is_bye:
            found[table.seats[0]].byes += 1
            continue
        places, parts, won = (
            effective_ranks(table),
            seat_point_shares(settings, table),
            win_shares(table),
        )
        counted = {"places": points_by_rank(settings, table), "share": parts, "wins": won}
        gained = counted[settings.score]
        for seat, own in enumerate(table.seats):
            tally = found[own]
            tally.gained.append(gained[seat])
            tally.shares.append(parts[seat])
            tally.wins.append(won[seat])
            for other, their in enumerate(table.seats):
                if other != seat:
                    ahead = (places[seat] < places[other]) - (places[seat] > places[other])
                    tally.met.append((their, ahead))
    return found


def scores(
    settings: FormatSettings, counted: Mapping[int, Scorecard], best: int | None = None
) -> dict[int, float]:
    """Return the score of each entrant; `best` limits it to so many of their best tables.

    A missed table counts as one of those.
    """
    bye, walkover = bye_points(settings), walkover_points(settings)

    def score(tally: Scorecard) -> float:
        gained = [*tally.gained, *[bye] * tally.byes, *[walkover] * tally.walkovers]
        most = len(gained) if best is None else max(0, best - tally.missed)
        return round(math.fsum(sorted(gained, reverse=True)[:most]), DIGITS)

    return {one: score(tally) for one, tally in counted.items()}


def tie_breaks(
    names: Sequence[str],
    counted: Mapping[int, Scorecard],
    scored: Mapping[int, float],
    others: int = 1,
) -> dict[int, dict[str, float]]:
    """Return the value of each tie-break for everyone; more is better.

    A missed table counts as a last place, behind people who have no points.

    Args:
        others: the people at a table besides oneself.
    """
    level: dict[float, set[int]] = defaultdict(set)
    for one, score in scored.items():
        level[score].add(one)

    def value(name: str, one: int) -> float:
        tally = counted[one]
        match name:
            case "opponents":
                met = [scored[other] for other, _ahead in tally.met]
                return _mean([*met, *[0.0] * (tally.missed * others)])
            case "head_to_head":
                ahead = sum(ahead for other, ahead in tally.met if other in level[scored[one]])
                return ahead - tally.missed * others
            case "share":
                return _mean([*tally.shares, *[0.0] * tally.missed])
        return round(math.fsum(tally.wins), DIGITS)

    return {one: {name: value(name, one) for name in names} for one in counted}


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), DIGITS) if values else 0.0


def standings(
    settings: FormatSettings,
    entrants: Sequence[Entrant],
    finished: Iterable[TableResult],
    best: int | None = None,
    missed: Mapping[int, int] | None = None,
) -> list[StandingsRow]:
    """Return the standings by points, then tie-breaks.

    People who left come last; equals share a rank.
    """
    counted = build_scorecards(settings, entrants, finished, missed)
    scored = scores(settings, counted, best)
    ties = tie_breaks(settings.tie_breaks, counted, scored, settings.table_size - 1)

    def key(one: Entrant) -> tuple[float, ...]:
        return (one.is_out, -scored[one.id], *(-value for value in ties[one.id].values()))

    lines = {
        one: StandingsRow(
            entrant=one,
            rank=0,
            points=scored[one],
            played=len(tally.gained),
            wins=sum(won == 1 for won in tally.wins),
            byes=tally.byes + tally.walkovers,
            ties=ties[one],
        )
        for one, tally in counted.items()
    }
    return rank_entrants(entrants, lines, key)


def rank_entrants(
    entrants: Iterable[Entrant],
    lines: Mapping[int, StandingsRow],
    key: Callable[[Entrant], tuple[float, ...]],
    fate: Callable[[int, Entrant], str] = lambda rank, one: "",
) -> list[StandingsRow]:
    """Return rows in the order of a key; those with the same key share a rank, listed by seed."""
    ordered = sorted(
        ((key(one), one.seed, one.id, one) for one in entrants), key=itemgetter(0, 1, 2)
    )
    found: list[StandingsRow] = []
    before, rank = None, 0
    for number, (own, _seed, _id, one) in enumerate(ordered, 1):
        if own != before:
            before, rank = own, number
        found.append(replace(lines[one.id], rank=rank, fate=fate(rank, one), is_out=one.is_out))
    return found


def performance_ratings(state: TournamentState) -> dict[int, int | None]:
    """Return the rating that would have expected each person's results against the people they met.

    None for those who won, or lost, against all of them.
    """
    counted = build_scorecards(
        state.settings, state.entrants, filter(is_played_match, state.finished_tables)
    )
    return {
        one: performance_rating(
            [(state.entrants_by_id[other].rating, (ahead + 1) / 2) for other, ahead in tally.met]
        )
        for one, tally in counted.items()
    }


def performance_rating(met: Sequence[tuple[float, float]]) -> int | None:
    """Return the rating that fits these opponents' ratings and results: 1, 0.5 or 0.

    None if all results are wins, or all are losses.

    >>> performance_rating([(1500, 1), (1500, 1), (1500, 1), (1500, 0)])
    1691
    >>> performance_rating([(1500, 1)]) is None
    True
    """
    scored = math.fsum(result for _rating, result in met)
    if not 0 < scored < len(met):
        return None
    low, high = (edge(rating for rating, _result in met) for edge in (min, max))
    low, high = low - RATING_SEARCH_RANGE, high + RATING_SEARCH_RANGE
    while high - low > 0.1:
        middle = (low + high) / 2
        wanted = math.fsum(1 / (1 + 10 ** ((rating - middle) / 400)) for rating, _result in met)
        low, high = (middle, high) if wanted < scored else (low, middle)
    return round(low)


def final_ranks(
    settings: FormatSettings, lines: Sequence[StandingsRow]
) -> dict[int, tuple[int, int]]:
    """Return everyone's final place, and among how many: after all divisions above theirs.

    Divisions of equal strength each have a first of their own. People who are out come after
    everyone who is not.
    """
    if getattr(settings, "mixed", False):
        sizes = Counter(line.division for line in lines)
        return {line.entrant: (line.rank, sizes[line.division]) for line in lines}
    # a rank counts only people of the same division: those who are out after the others
    before = Counter((line.is_out, line.division) for line in lines)
    found = {}
    for line in lines:
        own = (line.is_out, line.division)
        rank = line.rank - (before[False, line.division] if line.is_out else 0)
        above = sum(count for other, count in before.items() if other < own)
        found[line.entrant] = (above + rank, len(lines))
    return found


def overall_standings(
    state: TournamentState, missed: Mapping[int, int] | None = None
) -> list[StandingsRow]:
    """Return the standings of a tournament without divisions."""
    return standings(state.settings, state.entrants, state.finished_tables, missed=missed)
