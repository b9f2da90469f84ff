"""The only module that changes ratings; it can also rebuild them from the results.

A `RatingChange` says what a match did to one player. Its `pairs` are the results against each
opponent and do not depend on ratings. So later rows can be recomputed alone when an earlier match
is voided.
"""

from __future__ import annotations

import itertools
import json
import operator
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, FloatField, IntegerField, Q, QuerySet
from django.db.models.functions import Cast, Round

import games.rules as rules
from portal import repository
from portal.ranks import shared_ranks

from ..models import Seat, Table
from . import absence_tracking, elo, households, legacy_rules, qualification, substitutes
from .elo import to_points
from .models import PROVISIONAL_BELOW, Rating, RatingChange

MIN_RANKED_MATCHES = PROVISIONAL_BELOW
WEEK = timedelta(days=7)
RatingState = tuple[int, int]  # (rating in hundredths, number of rated matches)
NEW_PLAYER = (elo.INITIAL_RATING, 0)
BATCH_SIZE = 2000  # rows of rating changes
COMPUTED_FIELDS = ("before", "delta", "after", "played_before", "k")


def decimal_to_hundredths(value: Decimal) -> int:
    return int(value * 100)


class RecentMeetings:
    """When each two players have met within the last week, fed in the order of matches."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], list[datetime]] = defaultdict(list)

    def add(self, people: Iterable[int], at: datetime) -> None:
        """Record that these players have met."""
        for pair in itertools.combinations(sorted(people), 2):
            self._at[pair] = [*(met for met in self._at[pair] if met > at - WEEK), at]

    def weight(self, one: int, other: int, at: datetime) -> float:
        """Return the weight of another match between two players at this time."""
        before = self._at.get((min(one, other), max(one, other)), ())
        times = sum(met > at - WEEK for met in before)
        return elo.REPEAT_WEIGHTS[times] if times < len(elo.REPEAT_WEIGHTS) else 0.0


def compute_changes(
    table: Table,
    seats: Sequence[Seat],
    before: Mapping[int, RatingState],
    meetings: RecentMeetings,
    declared: households.Declarations,
) -> list[tuple[RatingChange, RatingState]]:
    """Return the rating changes of a match, each with the rating state after it.

    Args:
        table: the finished table.
        seats: its rated seats.
        before: the players' rating states before the match; new players are missing.
        meetings: their meetings before the match.
        declared: the households of its players.
    """
    users = [seat.user_id or 0 for seat in seats]
    standing = [before.get(user, NEW_PLAYER) for user in users]
    ratings = [rating for rating, _played in standing]
    booked = []
    assert table.ended_at is not None
    together = declared.pairs_at(table)
    met_by = _pair_results_of(table, seats, meetings, together)
    for seat, user, (rating, played), met in zip(seats, users, standing, met_by, strict=True):
        if met is None:
            continue
        change = elo.compute_change(rating, played, met, ratings, len(seats), excused=seat.excused)
        row = RatingChange(
            table=table,
            user_id=user,
            game=table.game,
            before=to_points(rating),
            delta=to_points(change.delta),
            after=to_points(change.after),
            played_before=played,
            k=change.k,
            pairs=[_pair_to_json(one, user, users, table, together) for one in met],
            excused=seat.excused,
            at=table.ended_at,
        )
        booked.append((row, (change.after, played + change.counts)))
    known = dict(zip(users, ratings, strict=True))
    for climb in substitutes.find_climbs(table, seats):
        booked.append(_substitute_change(table, climb, before, known, meetings, together))
    return booked


def _substitute_change(
    table: Table,
    climb: substitutes.Climb,
    before: Mapping[int, RatingState],
    ratings: Mapping[int, int],
    meetings: RecentMeetings,
    together: Collection[frozenset[int]],
) -> tuple[RatingChange, RatingState]:
    """Return the gain of a substitute, with their rating state after it."""
    at = table.ended_at
    assert at is not None
    rating, played = before.get(climb.user, NEW_PLAYER)
    pairs = [
        {
            "user": other,
            "result": 1.0,
            "weight": share * meetings.weight(climb.user, other, at),
            "share": share,
        }
        for other in climb.overtaken
        for share in [0.0 if frozenset((climb.user, other)) in together else substitutes.SHARE]
    ]
    change = elo.compute_change(rating, played, pairs_from_json(pairs), ratings, table.seat_count)
    row = RatingChange(
        table=table,
        user_id=climb.user,
        game=table.game,
        before=to_points(rating),
        delta=to_points(change.delta),
        after=to_points(change.after),
        played_before=played,
        k=change.k,
        pairs=pairs,
        at=at,
    )
    return row, (change.after, played + change.counts)


def _rated_users(table: Table, people: Sequence[Seat]) -> list[int]:
    """Return the ids of everyone whose rating a match can change, in order."""
    climbs = substitutes.find_climbs(table, people) if people else []
    users = {seat.user_id for seat in people if seat.user_id is not None}
    return sorted(users | {climb.user for climb in climbs})


def _pair_results_of(
    table: Table,
    seats: Sequence[Seat],
    meetings: RecentMeetings,
    together: Collection[frozenset[int]],
) -> Sequence[list[elo.PairResult] | None]:
    """Return each player's pair results, by the rules under which the match ended."""
    entrants = [
        elo.MatchPlayer(
            seat.rank or 1,
            bool(seat.leave_reason),
            seat.idle,
            seat.excused,
            tuple(seat.points_at_leaving),
        )
        for seat in seats
    ]
    if table.rating_rules < legacy_rules.WEIGHTED_FROM_VERSION:
        return legacy_rules.pair_results(entrants)
    users, at = [seat.user_id or 0 for seat in seats], table.ended_at
    assert at is not None
    level = (
        elo.LEVEL
        if table.rating_rules >= legacy_rules.LEVEL_IS_LOSS_FROM_VERSION
        else legacy_rules.LEVEL
    )

    def weight(one: int, other: int) -> float:
        is_household = frozenset((users[one], users[other])) in together
        return 0.0 if is_household else meetings.weight(users[one], users[other], at)

    return elo.pair_results(entrants, weight, level)


def _pair_to_json(
    met: elo.PairResult,
    user: int,
    users: Sequence[int],
    table: Table,
    together: Collection[frozenset[int]],
) -> dict[str, Any]:
    """Return what a row stores about an opponent, which must not depend on ratings."""
    data: dict[str, Any] = {"user": users[met.opponent], "result": met.result}
    if table.rating_rules >= legacy_rules.WEIGHTED_FROM_VERSION:
        data["weight"] = met.weight
        if frozenset((user, users[met.opponent])) in together:
            data["share"] = 0.0  # whatever their other meetings weigh
    if not met.gains:
        data["gains"] = False
    return data


def pairs_from_json(pairs: Iterable[Mapping[str, Any]]) -> list[elo.PairResult]:
    """Return the stored pair results of a row, with opponents by user id."""
    return [
        elo.PairResult(
            pair["user"], pair["result"], pair.get("weight", 1.0), pair.get("gains", True)
        )
        for pair in pairs
    ]


def _rated_seats(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """Return all seats of a rated table with people only, or none."""
    people = [seat for seat in seats if seat.user_id is not None]
    counts = table.rated and len(people) > 1 and len(people) == table.seat_count
    return people if counts else []


def rate_match(table: Table, seats: Iterable[Seat]) -> list[RatingChange]:
    """Rate a finished match, in the transaction that ends it; return [] if it is unrated.

    Locks the absences, then the ratings by user id.
    """
    people = _rated_seats(table, seats)
    if not people:
        return []
    absence_tracking.excuse_absent_players(people)
    users = _rated_users(table, people)
    _create_missing_ratings(table.game, users)
    held = {
        rating.user_id: rating
        for rating in Rating.objects.select_for_update()
        .filter(game=table.game, user_id__in=users)
        .order_by("user_id")
    }
    before = {user: (decimal_to_hundredths(one.value), one.played) for user, one in held.items()}
    meetings = _read_recent_meetings(table, users)
    declared = households.read_declarations(users)
    booked = compute_changes(table, people, before, meetings, declared)
    RatingChange.objects.bulk_create(row for row, _standing in booked)
    qualification.invalidate_after_commit(table.game)
    for row, standing in booked:
        _set_rating(held[row.user_id], standing)
    Rating.objects.bulk_update(held.values(), ["value", "played"])
    return [row for row, _standing in booked]


def _create_missing_ratings(game: str, users: Iterable[int]) -> None:
    initial = to_points(elo.INITIAL_RATING)
    new = [Rating(user_id=user, game=game, value=initial) for user in users]
    Rating.objects.bulk_create(new, ignore_conflicts=True)


def _set_rating(rating: Rating, standing: RatingState) -> None:
    rating.value, rating.played = to_points(standing[0]), standing[1]


def _read_recent_meetings(table: Table, users: Sequence[int]) -> RecentMeetings:
    """Return the meetings of these players in the week before a match ended."""
    assert table.ended_at is not None
    lately = RatingChange.objects.filter(
        game=table.game, user__in=users, at__gt=table.ended_at - WEEK, at__lte=table.ended_at
    )
    found = RecentMeetings()
    together: dict[tuple[datetime, int], list[int]] = defaultdict(list)
    for at, match, user in lately.order_by("at").values_list("at", "table", "user"):
        together[at, match].append(user)
    for (at, _match), people in together.items():
        found.add(people, at)
    return found


# voiding a match


class ChangeRow(NamedTuple):
    """The columns of a rating change that are needed to recompute it; ratings in hundredths."""

    table: int
    pk: int
    user: int
    before: int
    after: int
    played_before: int
    met: Sequence[tuple[int, float, float, bool]]  # as `elo.PairResult`
    excused: bool
    people: int


def void_match(table: Table) -> None:
    """Take a match out of the ratings, in the transaction that has locked its table.

    Later matches of its players in this game, and of everybody whom they met, are recomputed as if
    it had not happened. A player whose rating comes out unchanged is not followed further.
    """
    struck = table.rating_changes.all()
    if not struck:
        return
    assert table.ended_at is not None
    ratings = Rating.objects.select_for_update().filter(game=table.game).order_by("user_id")
    held = {rating.user_id: rating for rating in ratings}
    standing = {
        row.user_id: (decimal_to_hundredths(row.before), row.played_before) for row in struck
    }
    struck.delete()
    qualification.invalidate_after_commit(table.game)
    _rerate_later_matches(table, standing, held)


def restore_match(table: Table) -> None:
    """Rate a voided match again, at its old place; the caller has locked its table."""
    assert table.ended_at is not None
    people = _rated_seats(table, table.seat_set.all())
    users = _rated_users(table, people)
    _create_missing_ratings(table.game, users)
    ratings = Rating.objects.select_for_update().filter(game=table.game).order_by("user_id")
    held = {rating.user_id: rating for rating in ratings}
    before = {user: _state_before(table, user, held.get(user)) for user in users}
    meetings = _read_recent_meetings(table, users)
    declared = households.read_declarations(users)
    booked = compute_changes(table, people, before, meetings, declared)
    RatingChange.objects.bulk_create(row for row, _standing in booked)
    qualification.invalidate_after_commit(table.game)
    standing = {row.user_id: after for row, after in booked}
    _rerate_later_matches(table, standing, held)


def _state_before(table: Table, user: int, now: Rating | None) -> RatingState:
    """Return a player's state before a match without a rating change, from the next one."""
    later = RatingChange.objects.filter(_later_filter(table), game=table.game, user=user)
    following = later.order_by("at", "table").first()
    if following is not None:
        return decimal_to_hundredths(following.before), following.played_before
    return NEW_PLAYER if now is None else (decimal_to_hundredths(now.value), now.played)


def _rerate_later_matches(
    table: Table, standing: dict[int, RatingState], held: Mapping[int, Rating]
) -> None:
    """Recompute the matches after this one.

    Args:
        table: the match.
        standing: the rating states of its players after it; updated.
        held: the locked ratings of the game, by user id.
    """
    weighed = _reweigh_near_matches(table)
    anew: list[tuple[float, ...]] = []
    for match in _later_matches(table):
        if match[0].table in weighed or not standing.keys().isdisjoint(row.user for row in match):
            anew += _rerate_rows(match, standing)
    repository.update_numbers(RatingChange, COMPUTED_FIELDS, anew)
    for user, value in standing.items():
        _set_rating(held[user], value)
    repository.update_rows([held[user] for user in standing], ("value", "played"))


def _reweigh_near_matches(table: Table) -> set[int]:
    """Update the pair weights in the week after a match that was voided or restored.

    Without the match, later ones between its players weigh more; with it, less.

    Returns:
        The ids of tables whose weights changed.
    """
    meetings, changed = RecentMeetings(), []
    assert table.ended_at is not None
    around = RatingChange.objects.filter(
        game=table.game, at__gt=table.ended_at - WEEK, at__lt=table.ended_at + WEEK
    )
    found = around.order_by("at", "table", "pk").only("table", "user", "pairs", "at")
    for _match, together in itertools.groupby(found, key=lambda row: row.table_id):
        match = list(together)
        is_behind = (match[0].at, match[0].table_id) > (table.ended_at, table.pk)
        for row in match if is_behind else ():
            pairs = [
                {
                    **pair,
                    "weight": pair.get("share", 1.0)
                    * meetings.weight(row.user_id, pair["user"], row.at),
                }
                if "weight" in pair
                else pair
                for pair in row.pairs
            ]
            if pairs != row.pairs:
                row.pairs = pairs
                changed.append(row)
        meetings.add([row.user_id for row in match], match[0].at)
    repository.update_rows(changed, ("pairs",))
    return {row.table_id for row in changed}


def _later_filter(table: Table) -> Q:
    """Return the condition for rating changes that count after this match."""
    return Q(at__gte=table.ended_at) & (Q(at__gt=table.ended_at) | Q(table__gt=table.pk))


def _later_matches(table: Table) -> Iterator[list[ChangeRow]]:
    """Yield the rows of each later match of the game, in the order in which they count."""
    behind = read_rows(table.game, _later_filter(table))
    for _match, together in itertools.groupby(behind, key=operator.itemgetter(0)):
        yield list(together)


def read_rows(game: str, which: Q) -> Iterator[ChangeRow]:
    """Yield these rating changes of a game, in the order in which they count."""
    found = RatingChange.objects.filter(which, game=game).order_by("at", "table", "pk")
    # The driver reads integers in a fifth of the time that decimals take.
    before, after = (
        Cast(Round(F(name) * 100, output_field=FloatField()), IntegerField())
        for name in ("before", "after")
    )
    numbers = found.annotate(was=before, became=after)
    names = ("pairs", "table", "pk", "user", "was", "became", "played_before")
    read = repository.fetch_raw(numbers.values_list(*names, "excused", "table__seat_count"))
    while some := list(itertools.islice(read, BATCH_SIZE)):
        # Parsing one JSON text takes a third of the time of as many small ones.
        said = json.loads(f"[{','.join(row[0] for row in some)}]")
        for pairs, (_text, match, pk, user, was, became, played, excused, people) in zip(
            said, some, strict=True
        ):
            met = [
                (pair["user"], pair["result"], pair.get("weight", 1.0), pair.get("gains", True))
                for pair in pairs
            ]
            yield ChangeRow(match, pk, user, was, became, played, met, bool(excused), people)


def _rerate_rows(
    match: Sequence[ChangeRow], standing: dict[int, RatingState]
) -> list[tuple[float, ...]]:
    """Recompute a match and return rows of `COMPUTED_FIELDS` and the row's id.

    `standing` has the states of players whose state differs from the stored one; it is updated.
    """
    before = {row.user: standing.get(row.user, (row.before, row.played_before)) for row in match}
    ratings = {user: rating for user, (rating, _played) in before.items()}
    changed: list[tuple[float, ...]] = []
    for row in match:
        rating, played = before[row.user]
        change = elo.compute_change(
            rating, played, row.met, ratings, row.people, excused=row.excused
        )
        if (
            change.after == row.after
            and played == row.played_before
            and all(gains for *_met, gains in row.met)
        ):
            standing.pop(row.user, None)
        else:
            standing[row.user] = (change.after, played + change.counts)
        changed.append(
            (rating / 100, change.delta / 100, change.after / 100, played, change.k, row.pk)
        )
    return changed


def _rated_matches() -> QuerySet[Table]:
    """Return the finished rated matches, in the order in which they count."""
    finished = Table.objects.filter(status=Table.Status.FINISHED, rated=True)
    return finished.defer("state").order_by("ended_at", "pk").prefetch_related("seat_set")


def leaderboard_ratings(game: str, country: str = "") -> QuerySet[Rating]:
    """Return the listed ratings of a game, or of one country in it, best first."""
    ranked = Rating.objects.filter(game=game, played__gte=MIN_RANKED_MATCHES)
    ranked = ranked.exclude(user__in=qualification.find_unqualified(game))
    if country:
        ranked = ranked.filter(user__country=country)
    known = ranked.filter(user__deleted_at__isnull=True).select_related("user")
    return known.order_by("-value", "user_id")


class RankedRatings:
    """The ratings of a leaderboard (`leaderboard_ratings`), which get ranks when they are sliced.

    Equal ratings share a rank. Nothing is counted: the slice says how many rows come before it,
    and only rows that share the slice's first rank are read as well.
    """

    def __init__(self, rows: QuerySet[Rating]) -> None:
        self.rows = rows

    def __getitem__(self, part: slice) -> list[Rating]:
        found, before = list(self.rows[part]), part.start or 0
        if not found:
            return found
        first = found[0]
        level = self.rows.filter(value=first.value, user__lt=first.user_id) if before else ()
        ranks = shared_ranks([*(first.value for _row in level), *(row.value for row in found)])
        for row, rank in zip(reversed(found), reversed(ranks), strict=False):
            row.rank = before - (len(ranks) - len(found)) + rank
        return found


def is_known_game(game: str) -> bool:
    """Whether the site has this game, or had it when people were rated in it."""
    return game in rules.catalogue() or Rating.objects.filter(game=game).exists()


def recompute_all() -> list[str]:
    """Rebuild rating changes and ratings from the results; return a sentence per difference."""
    standing: dict[tuple[int, str], RatingState] = {}
    meetings: dict[str, RecentMeetings] = defaultdict(RecentMeetings)
    differences = []
    with transaction.atomic():
        declared = households.read_declarations()
        ratings = list(Rating.objects.select_for_update().order_by("game", "user_id"))
        stored = {(row.table_id, row.user_id): row for row in RatingChange.objects.all()}
        for table in _rated_matches():
            people = _rated_seats(table, table.seat_set.all())
            users = {user: (user, table.game) for user in _rated_users(table, people)}
            before = {user: standing[key] for user, key in users.items() if key in standing}
            booked = compute_changes(table, people, before, meetings[table.game], declared)
            for row, after in booked:
                key = users[row.user_id]
                standing[key] = after
                old = stored.pop((table.pk, key[0]), None)
                if old is None:
                    differences.append(f"{table.key}: no ledger row for person {key[0]}")
                    row.save()
                elif (old.before, old.delta, old.after) != (row.before, row.delta, row.after):
                    differences.append(
                        f"{table.key}, person {key[0]}: {old.before} {old.delta:+} stored, "
                        f"{row.before} {row.delta:+} computed"
                    )
                    row.pk = old.pk
                    row.save()
            if booked:
                met = [row.user_id for row, _after in booked]
                meetings[table.game].add(met, booked[0][0].at)
        for (table_id, user_id), old in stored.items():
            differences.append(f"table {table_id}, person {user_id}: row without a rated match")
            old.delete()
        for rating in ratings:
            after = standing.pop((rating.user_id, rating.game), NEW_PLAYER)
            if (decimal_to_hundredths(rating.value), rating.played) != after:
                differences.append(
                    f"{rating.game}, person {rating.user_id}: {rating.value} after "
                    f"{rating.played} stored, {to_points(after[0])} after {after[1]} computed"
                )
                _set_rating(rating, after)
                rating.save()
        for (user_id, game), after in standing.items():
            value = to_points(after[0])
            differences.append(f"{game}, person {user_id}: no rating stored, {value} computed")
            Rating.objects.create(user_id=user_id, game=game, value=value, played=after[1])
    return differences
