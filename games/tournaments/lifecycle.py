"""The life of a tournament: it starts, rounds are paired, results are collected, it ends.

A step is computed first, from rows without a lock (`TournamentStep`). Then one short transaction
locks the tournament's row. It writes the step if the tournament still has the version of the
computation; otherwise the step is computed again. So two workers make one round, a killed worker
has changed nothing, and nobody waits for a computation. The rows alone say what is due, so a second
look finds the same.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import LOCKED_USERS
from portal import repository
from portal.errors import Conflict

from ..availability.recurrence import planned_end
from ..lobby.match_start import prepare_matches, write_prepared_matches
from ..lobby.table_settings import TableSettings
from ..models import Table
from ..names import LONGEST
from ..table.session.table_session import TableSession
from . import (
    check_ins,
    duplicate_rounds,
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
    try_lock_tournament,
)
from .creation import call_off_locked
from .duplicate_rounds import table_visibility
from .formats.base import FormatDecision, NoMoreRounds, Pairing, StandingsRow, Wait
from .formats.challenge_queue import Takeover
from .formats.groups import LastSeason
from .formats.ladder import Ladder, full_ladder_order
from .models import Challenge, Round, Tournament, TournamentEntry, TournamentTable
from .notifications import TournamentOutbox
from .registration import withdraw_departed
from .results import TournamentRows

if TYPE_CHECKING:
    from accounts.models import User

REMINDER_LEAD = timedelta(days=2)  # before the end of a round, for people who still play in it
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
    tournament = _read_tournament(pk)
    if tournament is None or tournament.state == Tournament.State.CALLED_OFF:
        return False
    if not tournament.is_living:
        return _correct_final_standings(tournament, now)
    if not withdraw_departed(tournament, now):
        return False
    if tournament.is_open:
        if not _start_if_due(tournament, now):
            return False
        tournament = _read_tournament(pk)
    is_tended = False
    for _step in range(MAX_STEPS):
        if tournament is None or not tournament.is_running:
            break
        draft = _compute_step(tournament, now, is_tended=is_tended)
        outcome = _write_step(draft, now)
        if outcome == BUSY:
            return False
        if outcome == WAITING or (outcome == WRITTEN and draft.opens_round):
            break
        is_tended = is_tended or outcome == WRITTEN
        tournament = _read_tournament(pk)
        if tournament is not None and not withdraw_departed(tournament, now):
            return False
    return True


def _read_tournament(pk: int) -> Tournament | None:
    """Return a tournament with what its tables need: the club and the organiser."""
    return Tournament.objects.select_related("club", "organiser").filter(pk=pk).first()


WRITTEN, CHANGED, WAITING, BUSY = "written", "changed", "at rest", "busy"


@dataclass
class TournamentStep:
    """The next step of a tournament, computed from its rows without a lock.

    Attributes:
        rows: its rows, read once.
        answer: the answer of its format; None if a ladder must be updated first.
        lines: the standings, if the tournament ends.
        places: everyone's place, and among how many; empty if nothing was played.
        sessions: the matches that begin, in the order of the tables of the pairing.
        ladder: all entries of a ladder, from the top.
        taken: the places on it that matches have taken.
        seeds: for the rounds of a duplicate tournament, the common seed of the tables.
    """

    rows: TournamentRows
    answer: FormatDecision | None = None
    lines: Sequence[StandingsRow] = ()
    places: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    sessions: list[TableSession] = field(default_factory=list)
    ladder: list[int] = field(default_factory=list)
    taken: Sequence[Takeover] = ()
    seeds: Mapping[int, str] = field(default_factory=dict)

    @property
    def opens_round(self) -> bool:
        """Whether tables of a new round begin: nothing else does before one of them has ended."""
        return self.rows.format.has_rounds and bool(self.sessions)


def _compute_step(tournament: Tournament, now: datetime, *, is_tended: bool) -> TournamentStep:
    rows = results.read_rows(tournament, now)
    draft, form, state = TournamentStep(rows), rows.format, rows.state
    if isinstance(form, Ladder) and not is_tended:
        draft.ladder = full_ladder_order(state)
        draft.taken = ladder_challenges.dated_takeovers(state, rows.tables)
        return draft
    draft.answer = form.next_tables(state)
    if isinstance(draft.answer, NoMoreRounds):
        _set_standings(draft)
    elif isinstance(draft.answer, Pairing):
        if form.has_rounds and state.round:
            draft.places = points.final_ranks(state.settings, form.standings(state))
        draft.seeds = duplicate_rounds.seeds_for(rows, draft.answer)
        tables = _build_tables(rows, draft.answer, draft.seeds, now)
        draft.sessions = prepare_matches(tournament.game, tables, tells=not form.has_rounds)
    return draft


def _set_standings(draft: TournamentStep) -> None:
    """Set the standings of a step that ends or corrects its tournament, and everyone's place."""
    rows = draft.rows
    draft.lines = rows.format.standings(rows.state)
    if any(one.table_id and one.result for one in rows.tables):
        draft.places = points.final_ranks(rows.state.settings, draft.lines)


def _write_step(draft: TournamentStep, now: datetime) -> str:
    """Write a computed step, if its tournament has not changed since; return the outcome.

    Without news the version stays, so that nobody reads the tournament again.
    """
    rows, answer = draft.rows, draft.answer
    with transaction.atomic():
        tournament = try_lock_tournament(rows.tournament.pk)
        if tournament is None:
            return BUSY
        read = (rows.tournament.version, rows.tournament.state)
        if (tournament.version, tournament.state) != read:
            return CHANGED
        if isinstance(answer, Pairing) and not _lock_seated_users(rows, answer):
            return CHANGED
        box, last = TournamentOutbox(tournament, now), rows.last_round
        has_news = _write_results(rows)
        if answer is None:
            has_news |= ladder_challenges.update_ladder(box, rows, draft.ladder, draft.taken)
        elif isinstance(answer, NoMoreRounds):
            has_news = True
            _finish(box, draft)
        elif isinstance(answer, Pairing):
            has_news = True
            last = _write_pairing(box, draft, answer)
        elif last is not None and _is_reminder_due(tournament, last, now):
            last.reminded_at = now
            Round.objects.filter(pk=last.pk).update(reminded_at=now)
            notifications.add_round_reminders(box, rows, last)
        tournament.version += has_news
        tournament.next_action_at = _next_action_at(tournament, last, rows.closes_at, now)
        tournament.save()
        box.send()
    return WAITING if isinstance(answer, NoMoreRounds | Wait) else WRITTEN


def _start_if_due(tournament: Tournament, now: datetime) -> bool:
    """Start a tournament whose time has come, or call it off; return whether it runs now."""
    before = tournament_series.last_season_results(tournament, now)
    with transaction.atomic():
        found = try_lock_tournament(tournament.pk)
        if found is None or not found.is_open or not _start_locked(found, before, now):
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
            *results.ENTRY_ROWS
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
    repository.update_rows(entries, ["rating", "seed", "division"])
    tournament.state, tournament.started_at = Tournament.State.RUNNING, now
    # adds settings that formats got since it was created, such as a bound for their search
    tournament.format_settings = (
        results.format_of(tournament).settings.read(tournament.format_settings).data()
    )
    return True


def _next_action_at(
    tournament: Tournament, last: Round | None, closes_at: datetime | None, now: datetime
) -> datetime | None:
    """Return when a tournament is due next, after a step.

    Args:
        tournament: the tournament.
        last: its last round.
        closes_at: when nothing new begins any more; None: never.
        now: the moment of the step.
    """
    if not tournament.is_running:
        return None
    ends = [
        now + RECHECK_INTERVAL,
        closes_at,
        None if last is None else last.ends_at,
        None if last is None else _reminder_time(tournament, last),
    ]
    return min(at for at in ends if at is not None and at > now)


def _is_reminder_due(tournament: Tournament, last: Round, now: datetime) -> bool:
    at = _reminder_time(tournament, last)
    return at is not None and last.ends_at is not None and at <= now < last.ends_at


def _reminder_time(tournament: Tournament, last: Round) -> datetime | None:
    """Return when people who still play are reminded of the round's end; None: never, or done."""
    if last.ends_at is None or last.reminded_at is not None:
        return None
    is_long = timedelta(days=tournament.round_days) > REMINDER_LEAD
    return last.ends_at - REMINDER_LEAD if is_long else None


def _write_results(rows: TournamentRows) -> bool:
    """Store the new results on locked rows; return whether there were any."""
    held = TournamentTable.objects.select_for_update().in_bulk([one.pk for one in rows.changed])
    for one in rows.changed:
        held[one.pk].result, held[one.pk].finished_at = one.result, one.finished_at
    TournamentTable.objects.bulk_update(held.values(), ["result", "finished_at"])
    return bool(held)


def _lock_seated_users(rows: TournamentRows, pairing: Pairing) -> bool:
    """Lock the rows of all who get a seat; False if an account has been closed in the meantime."""
    seated = {rows.by_id[entry].user_id for table in pairing.tables for entry in table.seats}
    people = LOCKED_USERS.filter(pk__in=seated).values_list("pk", "is_active")
    return seated == {user for user, is_active in people if is_active}


def _write_pairing(box: TournamentOutbox, draft: TournamentStep, pairing: Pairing) -> Round | None:
    """Create the tables of a pairing, notify everyone, and return the last round.

    People are notified with their places so far.
    """
    tournament, now, rows = box.tournament, box.now, draft.rows
    numbers = {one.round for one in pairing.tables} | {bye.round for bye in pairing.byes}
    ends_at = _round_end(tournament, rows.last_round, now)
    new = [
        Round(
            tournament=tournament,
            number=number,
            started_at=now,
            ends_at=ends_at,
            **duplicate_rounds.seed_fields(draft.seeds, number),
        )
        for number in sorted(numbers - {*rows.rounds})
    ]
    Round.objects.bulk_create(new)
    rounds = {**rows.rounds, **{one.number: one for one in new}}
    write_prepared_matches(draft.sessions, box)
    made = [
        TournamentTable(
            round=rounds[one.round], number=one.number, entries=list(one.seats), table=session.table
        )
        for one, session in zip(pairing.tables, draft.sessions, strict=True)
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
    if isinstance(rows.format, Ladder):
        for one in pairing.tables:
            Challenge.objects.filter(challenger__in=one.seats, opponent__in=one.seats).delete()
    notifications.add_pairing(box, rows, pairing, made, draft.places)
    return rounds[max(rounds)] if rounds else None


def _round_end(tournament: Tournament, last: Round | None, now: datetime) -> datetime | None:
    """Return when the next round stops waiting for a round that begins now, after the last one.

    It counts from the end of the previous round, if that is past, or else from the planned start.
    """
    if not tournament.round_days:
        return None
    planned = tournament.starts_at if last is None else last.ends_at
    if planned is None or planned > now:
        planned = now
    return planned_end(planned, tournament.round_days, tournament.time_zone, now)


def _build_tables(
    rows: TournamentRows, pairing: Pairing, seeds: Mapping[int, str], now: datetime
) -> list[tuple[Table, list[User]]]:
    """Return the tables of a pairing, each with its people; nothing is written."""
    tournament, game = rows.tournament, rules.get(rows.tournament.game)
    terms = TableSettings.from_json(game, tournament.table_settings)
    about: dict[str, Any] = {
        "game": tournament.game,
        "rules_version": game.version,
        "options": terms.options,
        "host": tournament.organiser,
        "rated": terms.rated,
        "substitutes": Table.Substitutes.NO,
        **terms.clock.to_table_fields(),
        "pauses": Table.PausePolicy.NONE if terms.clock.is_live else terms.pauses,
        "window": terms.to_json()["window"],
        "created_at": now,
    }
    made = []
    for one in pairing.tables:
        number = f"{one.round}.{one.number}"
        name = f"{tournament.title[: LONGEST - len(number) - 1].rstrip()} {number}"
        users = [rows.by_id[entry].user for entry in one.seats]
        seed = seeds.get(one.round, "")
        table = Table(
            name=name,
            seat_count=len(users),
            seed=seed,
            **table_visibility(tournament, is_sealed=bool(seed)),
            **about,
        )
        made.append((table, users))
    return made


def _finish(box: TournamentOutbox, draft: TournamentStep) -> None:
    """Make the standings final: notify everyone, with their place if anything was played."""
    tournament, entries = box.tournament, draft.rows.entries
    _write_final_ranks(tournament, draft)
    tournament.state, tournament.ended_at = Tournament.State.OVER, box.now
    recipients = [entry for entry in entries if not entry.is_out]
    early: dict[str, Any] = {}
    if tournament.ended_by is not None:
        recipients += tournament.entries.filter(state=TournamentEntry.State.WAITING).select_related(
            "user__notification_settings"
        )
        early = {"by": tournament.ended_by.display_name, "why": tournament.end_reason}
    for entry in recipients:
        place, of = draft.places.get(entry.pk, (None, 0))
        box.notify(entry, "over", place=place, of=of, **early)
    tournament.entries.filter(
        state__in=(TournamentEntry.State.INVITED, TournamentEntry.State.WAITING)
    ).delete()
    winners = [entry.user.display_name for entry in entries if entry.place == 1]
    box.notify_club("over", winners=winners)


def _write_final_ranks(tournament: Tournament, draft: TournamentStep) -> None:
    """Store everyone's place and division by the standings of a step."""
    divisions = {line.entrant: line.division for line in draft.lines}
    found = {row.pk: row for row in tournament.entries.all()}
    for entry in draft.rows.entries:
        entry.place, _of = draft.places.get(entry.pk, (None, 0))
        entry.division = divisions[entry.pk]
        found[entry.pk].place, found[entry.pk].division = entry.place, entry.division
    repository.update_rows([*found.values()], ["place", "division"])


def _correct_final_standings(tournament: Tournament, now: datetime) -> bool:
    """Update final standings after a match was annulled, counts again or was played again.

    Returns whether anything changed. People who have another place now are notified.
    """
    rows = results.read_rows(tournament, now)
    if not rows.changed:
        return False
    draft, before = TournamentStep(rows), {entry.pk: entry.place for entry in rows.entries}
    _set_standings(draft)
    with transaction.atomic():
        held = lock_tournament(tournament.key)
        if held.version != tournament.version:
            return False  # another worker has done so
        _write_results(rows)
        _write_final_ranks(held, draft)
        box = TournamentOutbox(held, now)
        for entry in rows.entries:
            if entry.place != before[entry.pk] and not entry.is_out:
                place, of = draft.places[entry.pk]
                box.notify(entry, "corrected", place=place, of=of)
        held.version += 1
        held.save(update_fields=["version"])
        box.send()
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
        draft = TournamentStep(results.read_rows(found, now))
        _set_standings(draft)
    with transaction.atomic():
        tournament = lock_tournament(key)
        check_can_decide(tournament, by)
        if not tournament.is_running:
            raise Conflict(_("Only a running tournament can be ended."), code="contest_moved")
        why = clean_reason(by, why)
        if draft is None or tournament.version != draft.rows.tournament.version:
            return False
        tournament.ended_by, tournament.end_reason = by, why
        _write_results(draft.rows)
        box = TournamentOutbox(tournament, now)
        _finish(box, draft)
        played = TournamentTable.objects.filter(round__tournament=tournament, finished_at=None)
        played.update(finished_at=now)
        tournament.version += 1
        tournament.next_action_at = None
        tournament.save()
        box.send()
    return True
