"""The life of a tournament: it starts, rounds are paired, results are collected, it ends.

A step is computed first, from rows without a lock (`TournamentStep`). Then one short transaction
locks the tournament's row. It writes the step if the tournament still has the version of the
computation; otherwise the step is computed again. So two workers make one round, a killed worker
has changed nothing, and nobody waits for a computation. The rows alone say what is due, so a second
look finds the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import LOCKED_USERS
from portal.errors import Conflict
from portal.performance import fast_orm

from ..availability.recurrence import planned_end
from ..lobby.match_start import prepare_match, write_prepared_matches
from ..lobby.table_settings import TableSettings
from ..models import Seat, Table
from ..names import LONGEST
from ..table.session.table_session import TableSession
from ..table.views import tips
from . import (
    check_ins,
    ladder_challenges,
    notifications,
    points,
    results,
    tournament_series,
)
from .access import (
    check_can_decide,
    clean_reason,
    lock_tournament,
)
from .creation import call_off_locked
from .formats.base import FormatDecision, NoMoreRounds, Pairing, StandingsRow, TournamentState, Wait
from .formats.base import PairedTable as PairedTable
from .formats.challenge_queue import Takeover
from .formats.groups import LastSeason
from .formats.ladder import Ladder, full_ladder_order
from .formats.wait_reasons import SITS_OUT
from .models import Challenge, Round, Tournament, TournamentEntry, TournamentTable
from .notifications import TournamentOutbox
from .registration import departed_entries, withdraw_departed

if TYPE_CHECKING:
    from accounts.models import User

RECHECK_INTERVAL = timedelta(minutes=30)  # to see who is back from a vacation
MAX_STEPS = 60  # pairings in one call: rounds of byes only follow each other directly
RETRY_DELAY = timedelta(minutes=5)  # after a step that failed

logger = logging.getLogger(__name__)


def find_due_tournaments(limit: int, now: datetime | None = None) -> list[int]:
    """Return the ids of tournaments that are due, the longest waiting first.

    Those whose last step has just failed are left out.
    """
    over = TournamentTable.objects.filter(
        round__tournament=OuterRef("pk"), finished_at=None, table__status__in=Table.OVER
    )
    calls = Q(next_action_at__lte=now or timezone.now()) & Q(state__in=Tournament.LIVING)
    hears = Q(Exists(over.order_by())) & Q(state=Tournament.State.RUNNING)
    found = Tournament.objects.filter(calls | hears).order_by("next_action_at", "pk")
    waiting = {_failure_cache_key(key): pk for pk, key in found.values_list("pk", "key")}
    failed = cache.get_many(waiting)
    return [pk for key, pk in waiting.items() if key not in failed][:limit]


def _failure_cache_key(key: str) -> str:
    return f"contest-failed:{key}"


def advance(pk: int, now: datetime | None = None) -> bool:
    """Do what is due in a tournament; return False if nothing is, or another worker is doing it.

    A step that fails is tried again a little later.
    """
    now = now or timezone.now()
    try:
        return _advance_steps(pk, now)
    except Exception:
        logger.exception("tournament %s cannot continue", pk)
        waiting = Tournament.objects.filter(pk=pk, state__in=Tournament.LIVING)
        waiting.update(next_action_at=now + RETRY_DELAY)
        for key in waiting.values_list("key", flat=True):
            cache.set(_failure_cache_key(key), True, RETRY_DELAY.total_seconds())
        return False


def _advance_steps(pk: int, now: datetime) -> bool:
    tournament = Tournament.objects.filter(pk=pk).exclude(state=Tournament.State.CALLED_OFF).first()
    if tournament is None:
        return False
    if not tournament.is_living:
        return _correct_final_standings(tournament, now)
    if tournament.is_open and not (
        _withdraw_departed(tournament, now) and _start_if_due(tournament, now)
    ):
        return False
    is_tended = False
    for _step in range(MAX_STEPS):
        tournament = Tournament.objects.get(pk=pk)
        if not tournament.is_running:
            break
        if not _withdraw_departed(tournament, now):
            return False
        draft = _compute_step(tournament, now, is_tended=is_tended)
        outcome = _write_step(draft, now)
        is_tended = is_tended or outcome == WRITTEN
        if outcome == WAITING:
            break
        if outcome == BUSY:
            return False
    return True


WRITTEN, CHANGED, WAITING, BUSY = "written", "changed", "at rest", "busy"


@dataclass
class TournamentStep:
    """The next step of a tournament, computed from its rows without a lock.

    Attributes:
        tournament: the tournament, with the version of the computation.
        entries, tables: its rows; tables have the newly collected results.
        heard: the tables whose results are new.
        state: the input of its format.
        answer: the answer of its format; None if a ladder must be updated first.
        lines: the standings, if the answer needs them.
        sessions: the matches that begin, each with its pairing.
        ladder: all entries of a ladder, from the top.
        taken: the places on it that matches have taken.
    """

    tournament: Tournament
    entries: list[TournamentEntry]
    tables: list[TournamentTable]
    heard: list[TournamentTable]
    state: TournamentState
    answer: FormatDecision | None = None
    lines: Sequence[StandingsRow] = ()
    sessions: list[tuple[PairedTable, TableSession]] = field(default_factory=list)
    ladder: list[int] = field(default_factory=list)
    taken: Sequence[Takeover] = ()

    @property
    def places(self) -> dict[int, tuple[int, int]]:
        """Everyone's place, and among how many; empty if nothing was played."""
        if not any(one.table_id and one.result for one in self.tables):
            return {}
        return points.final_ranks(self.state.settings, self.lines)


def _read_step(tournament: Tournament, now: datetime) -> TournamentStep:
    """Read the rows of a tournament, with the results that are new."""
    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    heard = _collect_results(tournament, tables, now)
    tables = results.sort_tables(tables)
    return TournamentStep(
        tournament, entries, tables, heard, results.build_state(tournament, entries, tables, now)
    )


def _compute_step(tournament: Tournament, now: datetime, *, is_tended: bool) -> TournamentStep:
    draft, form = _read_step(tournament, now), results.format_of(tournament)
    if isinstance(form, Ladder) and not is_tended:
        draft.ladder = full_ladder_order(draft.state)
        draft.taken = ladder_challenges.dated_takeovers(draft.state, draft.tables)
        return draft
    draft.answer = form.next_tables(draft.state)
    if isinstance(draft.answer, Pairing):
        if form.has_rounds and draft.state.round:
            draft.lines = form.standings(draft.state)
        draft.sessions = _prepare_sessions(draft, draft.answer, now)
    elif isinstance(draft.answer, NoMoreRounds):
        draft.lines = form.standings(draft.state)
    return draft


def _write_step(draft: TournamentStep, now: datetime) -> str:
    """Write a computed step, if its tournament has not changed since; return the outcome.

    Without news the version stays, so that nobody reads the tournament again.
    """
    free = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True, skip_locked=free)
        tournament = held.filter(pk=draft.tournament.pk).first()
        if tournament is None:
            return BUSY
        if (tournament.version, tournament.state) != (
            draft.tournament.version,
            draft.tournament.state,
        ):
            return CHANGED
        if isinstance(draft.answer, Pairing) and not _lock_seated_users(draft, draft.answer):
            return CHANGED
        has_news, box = _write_results(draft), TournamentOutbox(tournament, now)
        if draft.answer is None:
            has_news |= ladder_challenges.update_ladder(
                box, draft.entries, draft.tables, draft.ladder, draft.taken
            )
        elif isinstance(draft.answer, NoMoreRounds):
            has_news = True
            _finish(box, draft)
        elif isinstance(draft.answer, Pairing):
            has_news = True
            _write_pairing(box, draft, draft.answer)
        else:
            by_id = {entry.pk: entry for entry in draft.entries}
            notifications.add_round_reminders(box, draft.tables, by_id)
        box.send()
        tournament.version += has_news
        tournament.next_action_at = _next_action_at(tournament, now)
        tournament.save()
    return WAITING if isinstance(draft.answer, NoMoreRounds | Wait) else WRITTEN


def _withdraw_departed(tournament: Tournament, now: datetime) -> bool:
    """Withdraw people who may not play any more; False if another worker has the lock."""
    if not departed_entries(tournament).exists():
        return True
    free = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True, skip_locked=free)
        found = held.filter(pk=tournament.pk, state__in=Tournament.LIVING).first()
        if found is None:
            return False
        withdraw_departed(found, now)
    tournament.refresh_from_db()
    return True


def _start_if_due(tournament: Tournament, now: datetime) -> bool:
    """Start a tournament whose time has come, or call it off; return whether it runs now."""
    before = tournament_series.last_season_results(tournament, now)
    free = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True, skip_locked=free)
        found = held.filter(pk=tournament.pk, state=Tournament.State.OPEN).first()
        if found is None or not _start_locked(found, before, now):
            return False
        found.version += 1
        found.next_action_at = now
        found.save()
    return True


def _start_locked(tournament: Tournament, before: Mapping[int, LastSeason], now: datetime) -> bool:
    """Seed the people of a locked tournament; return False if it does not start now."""
    if tournament.next_action_at is None or tournament.next_action_at > now:
        return False
    if tournament.club is not None and tournament.club.closed_at is not None:
        call_off_locked(tournament, now)
        return False
    if tournament.checks_in(now):
        if tournament.starts_at is not None and now < tournament.starts_at:
            check_ins.open_check_in(tournament, now)
            return False
        # Opening the check-in moves `calls_at` to the start. If no worker opened it in time,
        # nobody was asked to check in, and everyone keeps their place.
        if tournament.starts_at is None or tournament.next_action_at >= tournament.starts_at:
            check_ins.apply_check_in(tournament, now)
    entries = list(
        tournament.entries.filter(state=TournamentEntry.State.ENTERED).select_related(
            "user__notification_settings"
        )
    )
    if tournament.starts_at is None and len(entries) < tournament.max_players:
        tournament.next_action_at = None
        tournament.save(update_fields=["next_action_at"])
        return False
    fewest = results.settings_of(tournament).least
    if len(entries) < max(tournament.min_players, fewest):
        call_off_locked(tournament, now)
        return False
    results.set_ratings(tournament, entries)
    entries.sort(key=lambda entry: (-entry.rating, entry.entered_at, entry.pk))
    for number, entry in enumerate(entries, 1):
        entry.seed = number
    if tournament.season_number > 1:
        tournament_series.set_divisions(tournament, entries, before)
    fast_orm.update_rows(entries, ["rating", "seed", "division"])
    tournament.state, tournament.started_at = Tournament.State.RUNNING, now
    # adds settings that formats got since it was created, such as a bound for their search
    tournament.format_settings = (
        results.format_of(tournament).settings.read(tournament.format_settings).data()
    )
    return True


def _next_action_at(tournament: Tournament, now: datetime) -> datetime | None:
    if not tournament.is_running:
        return None
    last = notifications.find_latest_round(tournament)
    ends = [
        now + RECHECK_INTERVAL,
        results.closing_time(tournament),
        None if last is None else last.ends_at,
        notifications.reminder_time(tournament, last),
    ]
    return min(at for at in ends if at is not None and at > now)


def _collect_results(
    tournament: Tournament, tables: Iterable[TournamentTable], now: datetime
) -> list[TournamentTable]:
    """Set the results of finished matches on these rows, without saving; return the changed rows.

    Results of matches that were rolled back are removed. Results are read again if the match was
    annulled, counts again or was played again.
    """
    played = [one for one in tables if one.table and not one.ruling]
    undone = [one for one in played if one.finished_at and one.table and not one.table.is_over]
    for one in undone:
        one.result = one.finished_at = None
    over = [one for one in played if one.table and one.table.is_over]
    return [*undone, *_collect_finished_results(tournament, over, now)]


def _collect_finished_results(
    tournament: Tournament, tables: Iterable[TournamentTable], now: datetime
) -> list[TournamentTable]:
    """Set the results of finished matches on these rows; return the rows that changed."""
    over = [
        one for one in tables if results.is_stale(one, rated=tournament.table_settings["rated"])
    ]
    found = Seat.objects.filter(table__in=[one.table_id for one in over])
    seats: dict[int, list[Seat]] = {}
    for seat in found.order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    for one in over:
        assert one.table is not None
        one.result = results.compute_result(
            one.table, seats[one.table.pk], one.entries, rated=tournament.table_settings["rated"]
        )
        one.finished_at = one.table.ended_at or now
    return over


def _write_results(draft: TournamentStep) -> bool:
    """Store the new results on locked rows; return whether there were any."""
    held = TournamentTable.objects.select_for_update().in_bulk([one.pk for one in draft.heard])
    for one in draft.heard:
        held[one.pk].result, held[one.pk].finished_at = one.result, one.finished_at
    TournamentTable.objects.bulk_update(held.values(), ["result", "finished_at"])
    return bool(held)


def _prepare_sessions(
    draft: TournamentStep, pairing: Pairing, now: datetime
) -> list[tuple[PairedTable, TableSession]]:
    """Return the matches of a pairing as they begin; nothing is written."""
    tournament, form = draft.tournament, results.format_of(draft.tournament)
    by_id = {entry.pk: entry.user for entry in draft.entries}
    terms = TableSettings.from_json(rules.get(tournament.game), tournament.table_settings)
    seated = {by_id[entry] for one in pairing.tables for entry in one.seats}
    new = tips.beginners(tournament.game, seated)
    made = []
    for one in pairing.tables:
        users = [by_id[entry] for entry in one.seats]
        table = _build_table(tournament, terms, f"{one.round}.{one.number}", users, now)
        seats = [Seat(table=table, number=n, user=user) for n, user in enumerate(users)]
        made.append((one, prepare_match(table, seats, new, tells=not form.has_rounds)))
    return made


def _lock_seated_users(draft: TournamentStep, pairing: Pairing) -> bool:
    """Lock the rows of all who get a seat; False if an account has been closed in the meantime."""
    by_id = {entry.pk: entry.user_id for entry in draft.entries}
    seated = {by_id[entry] for table in pairing.tables for entry in table.seats}
    people = LOCKED_USERS.filter(pk__in=seated).values_list("pk", "is_active")
    return seated == {user for user, is_active in people if is_active}


def _write_pairing(box: TournamentOutbox, draft: TournamentStep, pairing: Pairing) -> None:
    """Create the tables of a pairing, and notify everyone, with their places so far."""
    tournament, now = box.tournament, box.now
    by_id = {entry.pk: entry for entry in draft.entries}
    rounds: dict[int, Round] = {}
    numbers = {one.round for one in pairing.tables} | {bye.round for bye in pairing.byes}
    for number in sorted(numbers):
        begun = {"started_at": now, "ends_at": _round_end(tournament, now)}
        rounds[number], _new = tournament.rounds.get_or_create(number=number, defaults=begun)
    form, settings = results.format_of(tournament), results.settings_of(tournament)
    write_prepared_matches([session for _one, session in draft.sessions], box)
    made = [
        TournamentTable(
            round=rounds[one.round], number=one.number, entries=list(one.seats), table=session.table
        )
        for one, session in draft.sessions
    ]
    byes = [
        TournamentTable(
            round=rounds[bye.round],
            number=bye.number,
            entries=[bye.entrant],
            result={"places": [1], "shares": [], "forfeits": [], "walkover": bye.is_walkover},
            finished_at=now,
        )
        for bye in pairing.byes
    ]
    TournamentTable.objects.bulk_create([*made, *byes])
    if isinstance(form, Ladder):
        for one in pairing.tables:
            Challenge.objects.filter(challenger__in=one.seats, opponent__in=one.seats).delete()
    if form.has_rounds:
        places = points.final_ranks(draft.state.settings, draft.lines)
        for number in rounds:
            notifications.add_round_start(box, number, made, by_id, places)
    sit_out = [entrant for entrant, why in pairing.rests.items() if why == SITS_OUT]
    for bye in pairing.byes:
        if bye.reason == SITS_OUT:
            sit_out.append(bye.entrant)
            continue
        brings = None if form.is_bracket else points.bye_points(settings)
        if bye.is_walkover:
            brings = points.walkover_points(settings)
        box.notify(by_id[bye.entrant], "bye", round=bye.round, points=brings)
    for entrant in sit_out:
        box.notify(by_id[entrant], "sits_out")


def _round_end(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when the next round stops waiting for a round that begins now.

    It counts from the end of the previous round, if that is past, or else from the planned start.
    """
    if not tournament.round_days:
        return None
    last = notifications.find_latest_round(tournament)
    planned = tournament.starts_at if last is None else last.ends_at
    if planned is None or planned > now:
        planned = now
    return planned_end(planned, tournament.round_days, tournament.time_zone, now)


def _build_table(
    tournament: Tournament, terms: TableSettings, number: str, users: Sequence[User], now: datetime
) -> Table:
    """Return a table of a tournament for people whose rows are locked; it is not written here."""
    kept = terms.to_json()
    visibility = Table.Visibility.PUBLIC if tournament.club_id is None else Table.Visibility.CIRCLE
    return Table(
        name=f"{tournament.title[: LONGEST - len(number) - 1].rstrip()} {number}",
        game=tournament.game,
        rules_version=rules.get(tournament.game).version,
        options=terms.options,
        seat_count=len(users),
        host=tournament.organiser,
        visibility=visibility,
        club=tournament.club,
        rated=terms.rated,
        clock_bank=terms.clock.bank,
        clock_increment=terms.clock.increment,
        clock_cap=terms.clock.cap,
        pauses=Table.PausePolicy.NONE if terms.clock.is_live else terms.pauses,
        window=kept["window"],
        created_at=now,
    )


def _finish(box: TournamentOutbox, draft: TournamentStep) -> None:
    """Make the standings final: notify everyone, with their place if anything was played."""
    tournament, now = box.tournament, box.now
    entries, places = draft.entries, _set_final_ranks(tournament, draft)
    tournament.state, tournament.ended_at = Tournament.State.OVER, now
    recipients = [entry for entry in entries if not entry.is_out]
    early: dict[str, Any] = {}
    if tournament.ended_by is not None:
        recipients += tournament.entries.filter(state=TournamentEntry.State.WAITING).select_related(
            "user__notification_settings"
        )
        early = {"by": tournament.ended_by.display_name, "why": tournament.end_reason}
    for entry in recipients:
        place, of = places.get(entry.pk, (None, 0))
        box.notify(entry, "over", place=place, of=of, **early)
    tournament.entries.filter(
        state__in=(TournamentEntry.State.INVITED, TournamentEntry.State.WAITING)
    ).delete()
    winners = [entry.user.display_name for entry in entries if entry.place == 1]
    box.notify_club("over", winners=winners)


def _set_final_ranks(
    tournament: Tournament, draft: TournamentStep
) -> Mapping[int, tuple[int, int]]:
    """Store everyone's place and division by the standings of a step."""
    places = draft.places
    divisions = {line.entrant: line.division for line in draft.lines}
    found = {row.pk: row for row in tournament.entries.all()}
    for entry in draft.entries:
        entry.place, _of = places.get(entry.pk, (None, 0))
        entry.division = divisions[entry.pk]
        found[entry.pk].place, found[entry.pk].division = entry.place, entry.division
    fast_orm.update_rows([*found.values()], ["place", "division"])
    return places


def _correct_final_standings(tournament: Tournament, now: datetime) -> bool:
    """Update final standings after a match was annulled, counts again or was played again.

    Returns whether anything changed. People who have another place now are notified.
    """
    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    counted = [one for one in tables if one.result and one.table and one.table.is_over]
    heard = _collect_finished_results(tournament, [one for one in counted if not one.ruling], now)
    if not heard:
        return False
    state = results.build_state(tournament, entries, tables, now)
    lines = results.format_of(tournament).standings(state)
    draft = TournamentStep(tournament, entries, tables, heard, state, lines=lines)
    before = {entry.pk: entry.place for entry in entries}
    with transaction.atomic():
        held = lock_tournament(tournament.key)
        if held.version != tournament.version:
            return False  # another worker has done so
        _write_results(draft)
        places = _set_final_ranks(held, draft)
        box = TournamentOutbox(held, now)
        for entry in entries:
            if entry.place != before[entry.pk] and not entry.is_out:
                place, of = places[entry.pk]
                box.notify(entry, "corrected", place=place, of=of)
        box.send()
        held.version += 1
        held.save(update_fields=["version"])
    return True


def end_early(key: str, by: User, why: str) -> None:
    """End a tournament before its last table is over.

    The current standings become final. Running matches go on, but do not count here any more.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it, or plays in it. A leader who plays could otherwise
            choose when it ends; a moderator has forbidden the user to write.
        Conflict: it has not begun, is over, or keeps changing.
        Invalid: the reason is empty or too long.
    """
    for _attempt in range(MAX_STEPS):
        if _try_to_end(key, by, why):
            return
    raise Conflict(_("This tournament has just changed. Try again."), code="contest_moved")


def _try_to_end(key: str, by: User, why: str) -> bool:
    """Return whether it was ended; False if it changed while its standings were computed."""
    now = timezone.now()
    found = Tournament.objects.filter(key=key).first()
    draft = None
    if found is not None and found.is_running:
        draft = _read_step(found, now)
        draft.lines = results.format_of(found).standings(draft.state)
    with transaction.atomic():
        tournament = lock_tournament(key)
        check_can_decide(tournament, by)
        if not tournament.is_running:
            raise Conflict(_("Only a running tournament can be ended."), code="contest_moved")
        why = clean_reason(by, why)
        if draft is None or tournament.version != draft.tournament.version:
            return False
        tournament.ended_by, tournament.end_reason = by, why
        _write_results(draft)
        box = TournamentOutbox(tournament, now)
        _finish(box, draft)
        box.send()
        played = TournamentTable.objects.filter(round__tournament=tournament, finished_at=None)
        played.update(finished_at=now)
        tournament.version += 1
        tournament.next_action_at = None
        tournament.save()
    return True
