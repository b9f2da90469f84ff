"""Multiplayer Elo: pure arithmetic, and the one place that books it.

Every pair at the table is a small match of two; its result follows from the final ranks. Whoever
left loses to everybody who stayed, and then those who stayed have no result among each other.
Whoever is excused (`incidents`) has no result against anybody; where that leaves somebody without
any result, the match does not count for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

import games.rules as rules
from portal.quick import rows

from ..models import PROVISIONAL_BELOW, Rating, RatingChange, Seat, Table
from . import incidents

START = Decimal("1500.00")
FLOOR = Decimal("100.00")
CENT = Decimal("0.01")
RANKED_FROM = PROVISIONAL_BELOW
K_STEPS = ((PROVISIONAL_BELOW, 60), (20, 40))  # below so many rated matches, such a K
K_LATER = 20
CHUNK = 200  # matches read together
Standing = tuple[Decimal, int]  # a rating, and after how many rated matches
BOOKED = ("before", "delta", "after", "played_before", "k", "pairs")


@dataclass(frozen=True)
class Entrant:
    """One person of a match: rating and rated games before it, final rank, whether they left.

    `excused`: they have left, but another match counts as lost in the same absence.
    """

    rating: Decimal
    played: int
    rank: int
    left: bool = False
    excused: bool = False


@dataclass(frozen=True)
class Pair:
    """The part of a change that comes from one opponent (index in the list of entrants)."""

    opponent: int
    result: float
    expected: float
    delta: float


@dataclass(frozen=True)
class Change:
    k: int
    delta: Decimal
    after: Decimal
    pairs: tuple[Pair, ...]


def k_factor(played: int) -> int:
    """How far one match can move a rating: less with experience."""
    return next((k for below, k in K_STEPS if played < below), K_LATER)


def expected(own: Decimal, other: Decimal) -> float:
    """The expected result against an opponent, 0 to 1.

    >>> round(expected(Decimal(1600), Decimal(1400)), 4)
    0.7597
    """
    return float(1 / (1 + 10 ** (float(other - own) / 400)))


def result(one: Entrant, other: Entrant, somebody_left: bool) -> float | None:
    """1, 0.5 or 0 of `one` against `other`; None where the pair has no result."""
    if one.excused or other.excused:
        return None
    if one.left != other.left:
        return 0.0 if one.left else 1.0
    if somebody_left:
        return None
    if one.rank == other.rank:
        return 0.5
    return 1.0 if one.rank < other.rank else 0.0


def round2(value: float) -> Decimal:
    """Two decimals, half away from zero."""
    return Decimal(repr(round(value, 9))).quantize(CENT, rounding=ROUND_HALF_UP)


def changes(entrants: Sequence[Entrant]) -> list[Change]:
    """What one match does to everybody's rating, in the order of the entrants."""
    somebody_left = any(entrant.left for entrant in entrants)
    answer = []
    for i, own in enumerate(entrants):
        k = k_factor(own.played)
        weight = k * 3 / (len(entrants) + 1)
        pairs = []
        for j, other in enumerate(entrants):
            score = None if i == j else result(own, other, somebody_left)
            if score is not None:
                chance = expected(own.rating, other.rating)
                pairs.append(Pair(j, score, chance, weight * (score - chance)))
        delta = round2(weight * sum(pair.result - pair.expected for pair in pairs))
        after = max(FLOOR, own.rating + delta)
        answer.append(Change(k, after - own.rating, after, tuple(pairs)))
    return answer


def _ledger(
    table: Table, seats: Sequence[Seat], before: Mapping[int, Standing]
) -> list[RatingChange]:
    """The ledger rows of a match, of those for whom it counts, from what they had before it."""
    standing = [before.get(seat.user_id or 0, (START, 0)) for seat in seats]
    entrants = [
        Entrant(value, played, seat.rank or 1, bool(seat.left), seat.excused)
        for seat, (value, played) in zip(seats, standing, strict=True)
    ]
    booked = []
    assert table.ended_at is not None
    for seat, entrant, change in zip(seats, entrants, changes(entrants), strict=True):
        assert seat.user_id is not None
        if not counts_for(seat, seats):
            continue
        pairs: list[dict[str, Any]] = [
            {
                "user": seats[pair.opponent].user_id,
                "rating": str(entrants[pair.opponent].rating),
                "result": pair.result,
                "expected": round(pair.expected, 4),
                "delta": round(pair.delta, 2),
            }
            for pair in change.pairs
        ]
        booked.append(
            RatingChange(
                table=table,
                user_id=seat.user_id,
                game=table.game,
                before=entrant.rating,
                delta=change.delta,
                after=change.after,
                played_before=entrant.played,
                k=change.k,
                pairs=pairs,
                at=table.ended_at,
            )
        )
    return booked


def counts_for(seat: Seat, people: Sequence[Seat]) -> bool:
    """Whether a rated match of these people counts for one of them.

    Not for the excused; and where somebody is excused, for nobody who has no other result.
    """
    rest = [other for other in people if not other.excused]
    if seat.excused or len(rest) == len(people):
        return not seat.excused
    return any(bool(other.left) != bool(seat.left) for other in rest)


def _people(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """The seats that are rated: all of a rated table of people, or none."""
    people = [seat for seat in seats if seat.user_id is not None]
    counts = table.rated and len(people) > 1 and len(people) == table.seat_count
    return people if counts else []


def book(table: Table, seats: Iterable[Seat]) -> list[RatingChange]:
    """Book a finished match, inside the transaction that ends it; unrated tables book nothing."""
    people = _people(table, seats)
    if not people:
        return []
    incidents.hold(people)
    counted = [seat for seat in people if counts_for(seat, people)]
    users = sorted(seat.user_id for seat in counted if seat.user_id is not None)
    Rating.objects.bulk_create(
        [Rating(user_id=user, game=table.game, value=START) for user in users],
        ignore_conflicts=True,
    )
    held = {
        rating.user_id: rating
        for rating in Rating.objects.select_for_update()
        .filter(game=table.game, user_id__in=users)
        .order_by("user_id")
    }
    before = {user: (rating.value, rating.played) for user, rating in held.items()}
    booked = _ledger(table, people, before)
    mine = [held[row.user_id] for row in booked]
    RatingChange.objects.bulk_create(booked)
    for rating, row in zip(mine, booked, strict=True):
        rating.value = row.after
        rating.played += 1
    Rating.objects.bulk_update(mine, ["value", "played"])
    return booked


def strike(table: Table) -> None:
    """Take a match out of the ledger, inside the transaction that holds its table.

    Whatever the people of the match have played since in this game, and whoever they have met, is
    booked anew as it would have been without it.
    """
    struck = table.rating_changes.all()
    if not struck:
        return
    assert table.ended_at is not None
    ratings = Rating.objects.select_for_update().filter(game=table.game).order_by("user_id")
    held = {rating.user_id: rating for rating in ratings}
    standing: dict[int, Standing] = {r.user_id: (r.before, r.played_before) for r in struck}
    struck.delete()
    since = Q(ended_at__gt=table.ended_at) | Q(ended_at=table.ended_at, pk__gt=table.pk)
    later = _rated().filter(since, game=table.game).prefetch_related("rating_changes")
    anew: list[RatingChange] = []
    for match in later.iterator(chunk_size=CHUNK):
        stored = {row.user_id: row for row in match.rating_changes.all()}
        if standing.keys().isdisjoint(stored):
            continue
        before = {user: (row.before, row.played_before) for user, row in stored.items()} | standing
        people = _people(match, match.seat_set.all())
        for row in _ledger(match, people, before):
            row.pk = stored[row.user_id].pk
            standing[row.user_id] = (row.after, row.played_before + 1)
            anew.append(row)
    rows.write(anew, BOOKED)
    for user, (value, played) in standing.items():
        held[user].value, held[user].played = value, played
    rows.write([held[user] for user in standing], ("value", "played"))


def _rated() -> QuerySet[Table]:
    """The rated matches that were played, in the order in which they count."""
    finished = Table.objects.filter(status=Table.Status.FINISHED, rated=True)
    return finished.defer("state").order_by("ended_at", "pk").prefetch_related("seat_set")


def best(game: str) -> QuerySet[Rating]:
    """The ratings of a game from enough matches on, the best first."""
    ranked = Rating.objects.filter(game=game, played__gte=RANKED_FROM)
    known = ranked.filter(user__deleted_at__isnull=True).select_related("user")
    return known.order_by("-value", "user_id")


def knows(game: str) -> bool:
    """Whether there is such a game here, or was one that people have ratings in."""
    return game in rules.catalogue() or Rating.objects.filter(game=game).exists()


def recompute() -> list[str]:
    """Rebuild ledger and ratings from the results; return what differed, a sentence each."""
    standing: dict[tuple[int, str], Standing] = {}
    differences = []
    with transaction.atomic():
        ratings = list(Rating.objects.select_for_update().order_by("game", "user_id"))
        stored = {(row.table_id, row.user_id): row for row in RatingChange.objects.all()}
        for table in _rated():
            people = _people(table, table.seat_set.all())
            users = {seat.user_id or 0: (seat.user_id or 0, table.game) for seat in people}
            before = {user: standing[key] for user, key in users.items() if key in standing}
            for row in _ledger(table, people, before):
                key = users[row.user_id]
                standing[key] = (row.after, row.played_before + 1)
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
        for (table_id, user_id), old in stored.items():
            differences.append(f"table {table_id}, person {user_id}: row without a rated match")
            old.delete()
        for rating in ratings:
            value, played = standing.pop((rating.user_id, rating.game), (START, 0))
            if (rating.value, rating.played) != (value, played):
                differences.append(
                    f"{rating.game}, person {rating.user_id}: {rating.value} after "
                    f"{rating.played} stored, {value} after {played} computed"
                )
                rating.value, rating.played = value, played
                rating.save()
        for (user_id, game), (value, played) in standing.items():
            differences.append(f"{game}, person {user_id}: no rating stored, {value} computed")
            Rating.objects.create(user_id=user_id, game=game, value=value, played=played)
    return differences
