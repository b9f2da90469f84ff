"""Fair-play signals: statistical signs of cheating with evidence, for moderators to check.

They are detected once a day in the data of the last 30 days, and deleted 30 days after they were
last found. Nothing acts on them. The person does not learn of a signal and may well be innocent:
families share devices, and some people are simply better than others.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation_rights import moderatable_users
from portal.errors import NotFound

from ..models import Case, FairPlaySignal, Move, Report, Seat, Table
from ..ratings import elo, households
from ..ratings.models import DeviceFingerprint, RatingChange
from ..ratings.rating_changes import decimal_to_hundredths
from . import cases, reports

KEPT = timedelta(days=30)
MIN_RESULTS = 5  # results between two people, below which they say nothing
MIN_ODDS = 50  # a series must be rarer than 1 in this, by the ratings, to be a signal
MIN_OTHER_RESULTS = 3  # results against others, needed to judge the loser's strength
MIN_EXPECTED_SHARE = 0.8  # of the expected score against others; below it they are overrated
MIN_RESIGNED = 2
MIN_ANSWERS = 40
FAST_SECONDS = 1
FAST_SHARE = 0.9
SHOWN = 10  # tables in the evidence of a signal

Kind = FairPlaySignal.Kind


class DetectedSignal(NamedTuple):
    kind: FairPlaySignal.Kind
    user: int
    other: int | None
    evidence: dict[str, Any]


def detect_signals(now: datetime) -> int:
    """Detect and store signals, delete old ones, and return how many were found."""
    since = now - KEPT
    FairPlaySignal.objects.filter(found_at__lt=since).delete()
    found = [
        *detect_shared_devices(since),
        *detect_one_sided_results(since),
        *detect_thrown_matches(since),
        *detect_fast_answers(since),
    ]
    hints = [
        FairPlaySignal(
            kind=one.kind,
            user_id=one.user,
            other_id=one.other,
            dedup_key=f"{one.kind}:{one.user}:{one.other or ''}",
            evidence=one.evidence,
            found_at=now,
        )
        for one in found
    ]
    FairPlaySignal.objects.bulk_create(
        hints,
        500,
        update_conflicts=True,
        update_fields=["evidence", "found_at"],
        unique_fields=["dedup_key"],
    )
    return len(hints)


def _rated_tables(since: datetime) -> QuerySet[Table]:
    """Return the rated matches that are running or ended since this moment."""
    return Table.objects.filter(
        Q(status=Table.Status.RUNNING) | Q(status=Table.Status.FINISHED, ended_at__gt=since),
        rated=True,
    )


def detect_shared_devices(since: datetime) -> Iterator[DetectedSignal]:
    """Yield signals for two people with the same device and network at one rated table.

    People who have declared one household are skipped.
    """
    seen = DeviceFingerprint.objects.filter(last_at__gt=since).order_by("device", "network", "user")
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for device, network, user in seen.values_list("device", "network", "user"):
        places[device, network].append(user)
    pairs = {pair for people in places.values() for pair in itertools.combinations(people, 2)}
    people = {user for pair in pairs for user in pair}
    declared = households.current_pairs(people)
    tables: dict[int, dict[int, str]] = defaultdict(dict)
    seats = Seat.objects.filter(user__in=people, table__in=_rated_tables(since))
    for user, table, key in seats.values_list("user", "table", "table__key"):
        tables[user][table] = key
    for one, other in sorted(pairs):
        if frozenset((one, other)) in declared:
            continue
        if both := tables[one].keys() & tables[other].keys():
            yield DetectedSignal(
                Kind.SHARED, one, other, _tables_evidence(tables[one][table] for table in both)
            )


def detect_one_sided_results(since: datetime) -> Iterator[DetectedSignal]:
    """Yield signals for pairs in which one person wins everything, against the odds of the ratings.

    A loser who also does badly against others is overrated, as newcomers may be, and is skipped.
    Results between people of one household, which changed no rating, are not counted.
    """
    results: dict[tuple[int, int], list[tuple[float, float, str]]] = defaultdict(list)
    score: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    rows = RatingChange.objects.filter(at__gt=since).order_by("table")
    read = rows.values_list("table", "table__key", "user", "before", "pairs").iterator()
    for _table, together in itertools.groupby(read, key=lambda row: row[0]):
        match = list(together)
        before = {user: decimal_to_hundredths(rating) for _t, _key, user, rating, _pairs in match}
        for _t, key, user, rating, pairs in match:
            for pair in pairs:
                if pair.get("share") == 0:  # one household: the result changed no rating
                    continue
                chance = elo.expected_score(decimal_to_hundredths(rating), before[pair["user"]])
                results[user, pair["user"]].append((pair["result"], chance, key))
                score[user].append((pair["user"], pair["result"], chance))
    for (loser, winner), between in results.items():
        if len(between) < MIN_RESULTS or any(result for result, _chance, _key in between):
            continue
        probability = 1.0
        for _result, chance, _key in between:
            probability *= 1 - chance
        others = [one for one in score[loser] if one[0] != winner]
        expected = sum(chance for _user, _result, chance in others)
        is_weak = len(others) >= MIN_OTHER_RESULTS and (
            sum(result for _user, result, _chance in others) < MIN_EXPECTED_SHARE * expected
        )
        if probability * MIN_ODDS < 1 and not is_weak:
            numbers = {"n": len(between), "once_in": round(1 / probability)}
            keys = (key for _result, _chance, key in between)
            yield DetectedSignal(
                Kind.ONE_SIDED, loser, winner, {**numbers, **_tables_evidence(keys)}
            )


def detect_thrown_matches(since: datetime) -> Iterator[DetectedSignal]:
    """Yield signals for people who resign matches in which they have played and lead on points."""
    left = Seat.objects.filter(
        leave_reason=Seat.LeaveReason.RESIGNED, idle=False, table__in=_rated_tables(since)
    )
    ahead: dict[int, list[str]] = defaultdict(list)
    rows = left.exclude(points_at_leaving=[]).filter(user__isnull=False).order_by("user", "table")
    for user, key, number, stood in rows.values_list(
        "user", "table__key", "number", "points_at_leaving"
    ):
        others = [n for n in range(len(stood)) if n != number]
        if all(elo.result_at_leaving(stood, number, other) == 1 for other in others):
            ahead[user].append(key)
    for user, keys in ahead.items():
        if len(keys) >= MIN_RESIGNED:
            yield DetectedSignal(
                Kind.ON_PURPOSE, user, None, {"n": len(keys), **_tables_evidence(keys)}
            )


def detect_fast_answers(since: datetime) -> Iterator[DetectedSignal]:
    """Yield signals for people whose answers are nearly all faster than anybody can read."""
    moves = Move.objects.filter(
        by=Move.Source.PERSON, took__isnull=False, table__in=_rated_tables(since)
    )
    counted = moves.order_by().values("table", "seat")
    counted = counted.annotate(n=Count("pk"), fast=Count("pk", filter=Q(took__lte=FAST_SECONDS)))
    seats = {(row["table"], row["seat"]): (row["n"], row["fast"]) for row in counted}
    people: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    sitting = Seat.objects.filter(table__in={table for table, _seat in seats}, user__isnull=False)
    for user, table, number, key in sitting.values_list("user", "table", "number", "table__key"):
        if (table, number) in seats:
            people[user].append((*seats[table, number], key))
    for user, own in people.items():
        n, fast = sum(one[0] for one in own), sum(one[1] for one in own)
        if n >= MIN_ANSWERS and fast >= FAST_SHARE * n:
            numbers = {"n": n, "fast": fast, "seconds": FAST_SECONDS}
            yield DetectedSignal(
                Kind.PACE,
                user,
                None,
                {**numbers, **_tables_evidence(key for _n, _fast, key in own)},
            )


def _tables_evidence(keys: Iterable[str]) -> dict[str, list[str]]:
    return {"tables": sorted(set(keys))[:SHOWN]}


# for moderators


def open_signals(moderator: User) -> QuerySet[FairPlaySignal]:
    """Return the open signals about people whom this moderator may sanction, the latest first.

    Each has `household_since`: when its two people declared one household, None if they did not.
    """
    subjects = User.objects.filter(moderatable_users(moderator))
    found = FairPlaySignal.objects.filter(settled_at=None, user__in=subjects)
    found = found.filter(Q(other=None) | Q(other__in=subjects))
    found = found.annotate(household_since=households.declared_since("user", "other"))
    return found.select_related("user", "other")


@transaction.atomic
def resolve_signal(pk: int, by: User, *, opens: bool) -> Case | None:
    """Dismiss a signal, or report its first person with it, which opens a case.

    Raises:
        Forbidden: the user is no moderator.
        NotFound: there is no such open signal for this moderator.
        ActionError: as `reports.submit_report`.
    """
    cases.check_can_moderate(by)
    signal = open_signals(by).select_for_update(of=("self",)).filter(pk=pk).first()
    if signal is None:
        raise NotFound(_("This signal no longer exists."), code="no_such_thing")
    FairPlaySignal.objects.filter(pk=pk).update(settled_at=timezone.now())
    if not opens:
        return None
    evidence = {"name": signal.user.username, "tables": signal.evidence["tables"]}
    summary = {"kind": signal.kind, "numbers": signal.evidence}
    evidence["hint"] = {**summary, "other": signal.other.username if signal.other else ""}
    about = reports.ReportTarget(
        Case.TargetKind.PERSON, str(signal.user_id), signal.user, signal.user.username, evidence
    )
    return reports.submit_report(about, by, Report.Kind.CHEATING, "")


def delete_for(user: User) -> None:
    """Delete the signals about an account that is being deleted."""
    FairPlaySignal.objects.filter(Q(user=user) | Q(other=user)).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that there is a signal about this user."""
    return Exists(FairPlaySignal.objects.filter(Q(user=user) | Q(other=user)))
