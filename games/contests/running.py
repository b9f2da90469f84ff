"""The life of a contest: it begins, rounds are paired, results are heard, it ends.

All of a step is one transaction that holds the contest's row, the tables that it makes included: so
two workers make one round, and whoever is killed in the middle has done nothing. What is due is
found by the rows alone; whoever looks again finds the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules

from ..calendars.recurrence import end_of
from ..lobby.starting import begin_as_seated
from ..lobby.terms import Terms
from ..models import Challenge, Contest, ContestTable, Entry, Round, Seat, Table
from ..names import LONGEST
from ..table.holding import HELD
from . import checking_in, climbing, ledger, points, series, telling
from .entering import let_go_of_gone
from .formats.base import Over, Pairing
from .formats.words import SITS_OUT
from .holding import (
    BadContest,
    ContestMoved,
    NotYourContest,
    check_decides,
    given_reason,
    hold_contest,
    tell,
    tell_circle,
)
from .opening import end_unbegun

if TYPE_CHECKING:
    from accounts.models import User

LOOK_AGAIN = timedelta(minutes=30)  # whether somebody is back from a vacation
MOST_STEPS = 60  # pairings in one go: rounds of byes alone follow on each other
AGAIN_AFTER = timedelta(minutes=5)  # where a step has failed

logger = logging.getLogger(__name__)


def due(limit: int, now: datetime | None = None) -> list[int]:
    """The ids of contests in which something is to be done, who waits longest first; not of those
    whose last step has failed just now."""
    over = ContestTable.objects.filter(
        round__contest=OuterRef("pk"), done_at=None, table__status__in=Table.OVER
    )
    calls = Q(calls_at__lte=now or timezone.now()) & Q(state__in=Contest.LIVING)
    hears = Q(Exists(over.order_by())) & Q(state=Contest.State.RUNNING)
    found = Contest.objects.filter(calls | hears).order_by("calls_at", "pk")
    waiting = {_failure(key): pk for pk, key in found.values_list("pk", "key")}
    failed = cache.get_many(waiting)
    return [pk for key, pk in waiting.items() if key not in failed][:limit]


def _failure(key: str) -> str:
    return f"contest-failed:{key}"


def advance(pk: int, now: datetime | None = None) -> bool:
    """Do what is due in a contest; False where nothing is, or somebody is at it.

    Where that fails it is tried again a little later.
    """
    now = now or timezone.now()
    try:
        return _advanced(pk, now)
    except Exception:
        logger.exception("contest %s cannot go on", pk)
        waiting = Contest.objects.filter(pk=pk, state__in=Contest.LIVING)
        waiting.update(calls_at=now + AGAIN_AFTER)
        for key in waiting.values_list("key", flat=True):
            cache.set(_failure(key), True, AGAIN_AFTER.total_seconds())
        return False


@transaction.atomic
def _advanced(pk: int, now: datetime) -> bool:
    free = connection.features.has_select_for_update_skip_locked
    held = Contest.objects.select_for_update(no_key=True, skip_locked=free)
    contest = held.filter(pk=pk).exclude(state=Contest.State.CALLED_OFF).first()
    if contest is None:
        return False
    if not contest.is_living:
        return _corrected(contest, now)
    let_go_of_gone(contest, now)
    begins = contest.is_open
    if begins and not _begun(contest, now):
        return False
    _go_on(contest, now, is_new=begins)
    return True


def _begun(contest: Contest, now: datetime) -> bool:
    """Begin a contest whose time has come, or call it off; whether it runs now."""
    if contest.calls_at is None or contest.calls_at > now:
        return False
    if contest.circle is not None and contest.circle.closed_at is not None:
        end_unbegun(contest, now)
        return False
    if contest.checks_in(now):
        if contest.starts_at is not None and now < contest.starts_at:
            checking_in.open_check_in(contest, now)
            return False
        # opening the check-in puts the call off to the start: where no worker was there to do so,
        # nobody was asked, and everybody keeps their place
        if contest.starts_at is None or contest.calls_at >= contest.starts_at:
            checking_in.seat_who_is_here(contest, now)
    entries = list(contest.entries.filter(state=Entry.State.ENTERED).select_related("user"))
    if contest.starts_at is None and len(entries) < contest.places:
        contest.calls_at = None
        contest.save(update_fields=["calls_at"])
        return False
    fewest = ledger.settings_of(contest).least
    if len(entries) < max(contest.least, fewest):
        end_unbegun(contest, now)
        return False
    ledger.rate(contest, entries)
    entries.sort(key=lambda entry: (-entry.rating, entry.at, entry.pk))
    for number, entry in enumerate(entries, 1):
        entry.seed = number
    if contest.season > 1:
        series.divide(contest, entries, now)
    contest.entries.bulk_update(entries, ["rating", "seed", "division"])
    contest.state, contest.started_at = Contest.State.RUNNING, now
    return True


def _go_on(contest: Contest, now: datetime, *, is_new: bool) -> None:
    """Hear results, and begin what can begin, until something is waited for or all is over.

    Where nothing of that comes up its version stays: nobody is to read it anew.
    """
    entries, tables = ledger.players(contest), ledger.tables_of(contest)
    has_news = _hear(contest, tables, now) or is_new
    if climbing.tend(contest, entries, tables, now):
        has_news = True
        tables = ledger.tables_of(contest)
    form = ledger.format_of(contest)
    for _step in range(MOST_STEPS):
        state = ledger.state_of(contest, entries, tables, now)
        answer = form.next_tables(state)
        if not isinstance(answer, Over | Pairing):
            break
        has_news = True
        if isinstance(answer, Over):
            _end(contest, entries, tables, now)
            break
        lines = form.standings(state) if form.has_rounds and state.round else []
        _write(contest, entries, answer, points.final_places(state.settings, lines), now)
        tables = ledger.tables_of(contest)
    if contest.is_running:
        telling.remind(contest, tables, {entry.pk: entry for entry in entries}, now)
    contest.version += has_news
    contest.calls_at = _next_call(contest, now)
    contest.save()


def _next_call(contest: Contest, now: datetime) -> datetime | None:
    if not contest.is_running:
        return None
    last = telling.round_of(contest)
    ends = [
        now + LOOK_AGAIN,
        ledger.closing(contest),
        None if last is None else last.ends_at,
        telling.reminds_at(contest, last),
    ]
    return min(at for at in ends if at is not None and at > now)


def _hear(contest: Contest, tables: Iterable[ContestTable], now: datetime) -> bool:
    """Enter the results of matches that are over in the ledger; take back those of matches that
    were set back and are played on, and take anew those that were annulled, count again or were
    played anew. Whether there was any."""
    played = [one for one in tables if one.table and not one.ruling]
    undone = [one for one in played if one.done_at and one.table and not one.table.is_over]
    for one in undone:
        one.result = one.done_at = None
        one.save(update_fields=["result", "done_at"])
    over = [one for one in played if one.table and one.table.is_over]
    return _hear_ended(contest, over, now) or bool(undone)


def _hear_ended(contest: Contest, tables: Iterable[ContestTable], now: datetime) -> bool:
    """Enter what matches that are over say now; whether any says something else than before."""
    over = [one for one in tables if ledger.is_stale(one, rated=contest.terms["rated"])]
    found = Seat.objects.filter(table__in=[one.table_id for one in over])
    seats: dict[int, list[Seat]] = {}
    for seat in found.order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    for one in over:
        assert one.table is not None
        one.result = ledger.result_of(
            one.table, seats[one.table.pk], one.entries, rated=contest.terms["rated"]
        )
        one.done_at = one.table.ended_at or now
    ContestTable.objects.bulk_update(over, ["result", "done_at"])
    return bool(over)


def _write(
    contest: Contest,
    entries: Sequence[Entry],
    pairing: Pairing,
    places: Mapping[int, tuple[int, int]],
    now: datetime,
) -> None:
    """Make the tables of a pairing, and tell everybody, with the places they have so far; where
    somebody's account has gone meanwhile, they are out, and nothing is made."""
    by_id = {entry.pk: entry for entry in entries}
    seated = {entry for table in pairing.tables for entry in table.seats}
    people = HELD.filter(pk__in=[by_id[entry].user_id for entry in seated])
    held = {user.pk: user for user in people if user.is_active}
    gone = [by_id[entry] for entry in seated if by_id[entry].user_id not in held]
    if gone:
        for entry in gone:
            entry.state = Entry.State.WITHDRAWN
        contest.entries.bulk_update(gone, ["state"])
        return
    rounds: dict[int, Round] = {}
    numbers = {one.round for one in pairing.tables} | {bye.round for bye in pairing.byes}
    for number in sorted(numbers):
        begun = {"began_at": now, "ends_at": _round_end(contest, now)}
        rounds[number], _new = contest.rounds.get_or_create(number=number, defaults=begun)
    terms = Terms.of_kept(rules.get(contest.game), contest.terms)
    form, settings = ledger.format_of(contest), ledger.settings_of(contest)
    made = []
    for one in pairing.tables:
        users = [held[by_id[entry].user_id] for entry in one.seats]
        table = _table(contest, terms, f"{one.round}.{one.number}", users, now)
        begin_as_seated(
            table,
            [Seat(table=table, number=n, user=user) for n, user in enumerate(users)],
            tells=not form.has_rounds,
        )
        made.append(
            ContestTable.objects.create(
                round=rounds[one.round],
                number=one.number,
                entries=list(one.seats),
                table=table,
            )
        )
        Challenge.objects.filter(by__in=one.seats, to__in=one.seats).delete()
    if form.has_rounds:
        for number in rounds:
            telling.round_begins(contest, number, made, by_id, places, now)
    for bye in pairing.byes:
        ContestTable.objects.create(
            round=rounds[bye.round],
            number=bye.number,
            entries=[bye.entrant],
            result={"places": [1], "shares": [], "forfeits": [], "walkover": bye.is_walkover},
            done_at=now,
        )
        if bye.reason == SITS_OUT:
            tell(contest, "sits_out", by_id[bye.entrant], now)
            continue
        brings = None if form.is_bracket else points.bye_points(settings)
        if bye.is_walkover:
            brings = points.walkover_points(settings)
        tell(contest, "bye", by_id[bye.entrant], now, round=bye.round, points=brings)
    for entrant, why in pairing.rests.items():
        if why == SITS_OUT:
            tell(contest, "sits_out", by_id[entrant], now)


def _round_end(contest: Contest, now: datetime) -> datetime | None:
    """When a round that begins now is waited for no more: counted from the end of the one before
    it, where that was due, or else from the planned start."""
    if not contest.round_days:
        return None
    last = telling.round_of(contest)
    planned = contest.starts_at if last is None else last.ends_at
    if planned is None or planned > now:
        planned = now
    return end_of(planned, contest.round_days, contest.time_zone, now)


def _table(
    contest: Contest, terms: Terms, number: str, users: Sequence[User], now: datetime
) -> Table:
    """A table of a contest, for people whose rows are held; it is not written here."""
    kept = terms.kept()
    visibility = Table.Visibility.PUBLIC if contest.circle_id is None else Table.Visibility.CIRCLE
    return Table(
        name=f"{contest.title[: LONGEST - len(number) - 1].rstrip()} {number}",
        game=contest.game,
        rules_version=rules.get(contest.game).version,
        options=terms.options,
        seat_count=len(users),
        host=contest.organiser,
        visibility=visibility,
        circle=contest.circle,
        rated=terms.rated,
        clock_bank=terms.clock.bank,
        clock_increment=terms.clock.increment,
        clock_cap=terms.clock.cap,
        pauses=Table.Pauses.NONE if terms.clock.is_live else terms.pauses,
        window=kept["window"],
        created_at=now,
    )


def _end(
    contest: Contest, entries: Sequence[Entry], tables: Sequence[ContestTable], now: datetime
) -> None:
    """The standings are final: everybody is told, and has a place if anything was played."""
    places = _placed(contest, entries, tables, now)
    contest.state, contest.ended_at = Contest.State.OVER, now
    told = [entry for entry in entries if not entry.is_out]
    early: dict[str, Any] = {}
    if contest.ended_by is not None:
        told += contest.entries.filter(state=Entry.State.WAITING).select_related("user")
        early = {"by": contest.ended_by.display_name, "why": contest.why_ended}
    for entry in told:
        place, of = places.get(entry.pk, (None, 0))
        tell(contest, "over", entry, now, place=place, of=of, **early)
    contest.entries.filter(state__in=(Entry.State.INVITED, Entry.State.WAITING)).delete()
    winners = [entry.user.display_name for entry in entries if entry.place == 1]
    tell_circle(contest, "over", now, winners=winners)


def _corrected(contest: Contest, now: datetime) -> bool:
    """Take over in the final standings what was annulled since, counts again or was played anew;
    whether anything was. Whoever has another place by it is told."""
    entries, tables = ledger.players(contest), ledger.tables_of(contest)
    counted = [one for one in tables if one.result and one.table and one.table.is_over]
    before = {entry.pk: entry.place for entry in entries}
    if not _hear_ended(contest, [one for one in counted if not one.ruling], now):
        return False
    places = _placed(contest, entries, tables, now)
    for entry in entries:
        if entry.place != before[entry.pk] and not entry.is_out:
            place, of = places[entry.pk]
            tell(contest, "corrected", entry, now, place=place, of=of)
    contest.version += 1
    contest.save(update_fields=["version"])
    return True


def _placed(
    contest: Contest, entries: Sequence[Entry], tables: Sequence[ContestTable], now: datetime
) -> Mapping[int, tuple[int, int]]:
    """Note everybody's place, and among how many, by the standings as they are."""
    state = ledger.state_of(contest, entries, tables, now)
    places: dict[int, tuple[int, int]] = {}
    lines = ledger.format_of(contest).standings(state)
    if any(one.table_id and one.result for one in tables):
        places = points.final_places(state.settings, lines)
    divisions = {line.entrant: line.division for line in lines}
    for entry in entries:
        entry.place, _of = places.get(entry.pk, (None, 0))
        entry.division = divisions[entry.pk]
    contest.entries.bulk_update(entries, ["place", "division"])
    return places


def end(key: str, by: User, why: str) -> None:
    """Those who run a contest end it before its last table is over: the standings as they are
    become final, and matches that are still played go on, but count here no more.

    Raises:
        NoSuchContest, NotYourContest: it is not for this person to do, or they play in it: whoever
            leads would choose when it ends.
        ContestMoved: it has not begun, or is over.
        BadContest, Muted: no reason is given, or they may not write.
    """
    with transaction.atomic():
        contest = hold_contest(key)
        check_decides(contest, by)
        if not contest.is_running:
            raise ContestMoved(_("Only a contest that runs can be ended."))
        contest.ended_by, contest.why_ended = by, given_reason(by, why)
        now = timezone.now()
        entries, tables = ledger.players(contest), ledger.tables_of(contest)
        _hear(contest, tables, now)
        _end(contest, entries, tables, now)
        played = ContestTable.objects.filter(round__contest=contest, done_at=None)
        played.update(done_at=now)
        contest.version += 1
        contest.calls_at = None
        contest.save()


def rule(key: str, by: User, number: tuple[int, int], places: Sequence[int], why: str) -> None:
    """Those who run a contest decide a table of it that is still played; its match goes on, and
    counts here no more.

    Args:
        number: of the round, and of the table in it.
        places: of the people there in the order of their seats: 1 for the best, shared by who is
            level.

    Raises:
        NoSuchContest, NotYourContest: it is not for this person to do, or they play in it or sit
            there.
        BadContest, Muted: there is no such table, it is decided, that is no order, no reason is
            given, or they may not write.
    """
    with transaction.atomic():
        contest = hold_contest(key)
        check_decides(contest, by)
        tables = ContestTable.objects.filter(round__contest=contest, round__number=number[0])
        one = tables.filter(number=number[1]).select_related("table").first()
        is_played = one is not None and one.table is not None and not one.table.is_over
        if one is None or not is_played or one.done_at is not None or not contest.is_running:
            raise BadContest(_("This table is decided already."))
        if contest.entries.filter(pk__in=one.entries, user=by).exists():
            raise NotYourContest(_("You sit at this table yourself: somebody else must decide it."))
        why = given_reason(by, why)
        n = len(one.entries)
        if len(places) != n or not all(1 <= place <= n for place in places):
            raise BadContest(_("Give a place to everybody at this table."), "places")
        now = timezone.now()
        level = [1 + sum(other < own for other in places) for own in places]
        one.result = {"places": level, "shares": [1 / n] * n, "forfeits": []}
        one.done_at, one.ruled_by, one.ruling = now, by, why
        one.save(update_fields=["result", "done_at", "ruled_by", "ruling"])
        contest.version += 1
        contest.calls_at = now
        contest.save(update_fields=["version", "calls_at"])
        for entry in contest.entries.select_related("user").filter(pk__in=one.entries):
            told: dict[str, Any] = {"round": number[0], "by": by.display_name, "why": why}
            tell(contest, "ruled", entry, now, **told)
