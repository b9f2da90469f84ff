"""Ladders: make, answer and lose challenges, and drop people who do not play.

Everyone makes one challenge at a time, and may get several. `formats.challenge_queue` decides who
must answer now and what becomes of the others. A place that is lost without a match is stored as a
result like a table's, so that the order of a ladder comes from results alone. All writes lock the
tournament's row.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users_with_rows
from portal.dates import moment_text
from portal.errors import Conflict, Invalid, TooManyRequests

from ..availability.seat_calendars import vacations_of
from ..models import Block
from ..table.restrictions import check_can_play
from . import results
from .access import TournamentNotFoundError, is_visible_to, lock_tournament
from .formats.base import TournamentState
from .formats.challenge_queue import (
    ChallengeSettlement,
    PendingChallenge,
    Takeover,
    idle_time,
    next_to_answer,
    settle_challenges,
)
from .formats.ladder import LadderSettings, drop_distances, find_challengeable, find_takeovers
from .models import Challenge, Tournament, TournamentEntry, TournamentTable
from .notifications import TournamentOutbox
from .queries import get_summary

if TYPE_CHECKING:
    from accounts.models import User

Result = TypeVar("Result")

MAX_ATTEMPTS = 10  # to change a ladder that others change at the same time


def running_ladder_settings(tournament: Tournament) -> LadderSettings | None:
    """Return the settings of a running ladder, or None for every other tournament."""
    settings = results.settings_of(tournament)
    return settings if tournament.is_running and isinstance(settings, LadderSettings) else None


def pending_challenges(tournament: Tournament) -> list[Challenge]:
    """Return the challenges whose tables have not begun, the oldest first."""
    found = Challenge.objects.filter(tournament=tournament).select_related(
        "challenger__user__notification_settings",
        *(f"opponent__{name}" for name in results.ENTRY_ROWS),
    )
    return list(found.order_by("at", "pk"))


def challengeable_entries(
    tournament: Tournament, mine: TournamentEntry | None, waiting: Iterable[Challenge]
) -> list[int]:
    """Return the entries whom someone may challenge now, the nearest last.

    It is empty while they must answer a challenge, wait for an answer to theirs, or have just
    withdrawn one.
    """
    settings, now = running_ladder_settings(tournament), timezone.now()
    if (
        settings is None
        or mine is None
        or not mine.is_in
        or challenge_pause_end(mine, now) is not None
    ):
        return []
    made = any(one.challenger_id == mine.pk for one in waiting)
    if made or any(one.opponent_id == mine.pk and one.accepted_at is None for one in waiting):
        return []
    order = _current_order(tournament)
    if mine.pk not in order:
        return []
    at = order.index(mine.pk)
    near = order[max(0, at - settings.reach) : at + 1]
    played = TournamentTable.objects.filter(round__tournament=tournament, finished_at=None)
    tables = [
        one
        for one in played.select_related("round", "table").defer("table__state")
        if not {*one.entries}.isdisjoint(near)
    ]
    there = {*near, *(one for table in tables for one in table.entries)}
    rows = tournament.entries.filter(pk__in=there).select_related(*results.ENTRY_ROWS)
    entries = list(rows)
    state = results.build_state(tournament, entries, tables, now)
    blocked = Block.objects.filter(blocker=mine.user_id).values_list("blocked", flat=True)
    shunned = {one.pk for one in entries if one.user_id in {*blocked}}
    return [one for one in find_challengeable(state, mine.pk, near) if one not in shunned]


def challenge_pause_end(entry: TournamentEntry, now: datetime) -> datetime | None:
    """Return until when someone who withdrew a challenge may make no other one; None: they may."""
    until = entry.can_challenge_from
    return until if until is not None and until > now else None


def challenges_to_answer(waiting: Iterable[Challenge]) -> dict[int, Challenge]:
    """Return the challenge that each challenged person must answer next, by entry."""
    rows = {one.pk: one for one in waiting}
    return {
        to: rows[one.id]
        for to, one in next_to_answer(map(_to_pending_challenge, rows.values())).items()
    }


def _current_order(tournament: Tournament) -> list[int]:
    """Return the entries on a running ladder, from the top."""
    if running_ladder_settings(tournament) is None:
        return []
    return [line.person.entry for line in get_summary(tournament).lines if not line.person.is_out]


def _to_pending_challenge(one: Challenge) -> PendingChallenge:
    return PendingChallenge(
        id=one.pk,
        by=one.challenger_id,
        to=one.opponent_id,
        at=one.at,
        due_at=one.due_at,
        to_at=one.assigned_at,
        accepted_at=one.accepted_at,
    )


def make_challenge(key: str, by: User, other: User) -> Challenge:
    """Challenge a person a few places above.

    Raises:
        TournamentNotFoundError: the user may not see the tournament.
        Conflict: it is no running ladder.
        Invalid: the user may not challenge this person now.
        TooManyRequests: the user has just withdrawn a challenge.
        Forbidden: a moderator has forbidden the user to play for a time.
    """

    def attempt(found: Tournament) -> Challenge:
        reach = challengeable_entries(
            found, found.entries.filter(user=by).first(), pending_challenges(found)
        )
        with transaction.atomic():
            tournament, settings = _lock_unchanged(found, by)
            holder = lock_users_with_rows(by)[by.pk]
            check_can_play(holder, rated=tournament.table_settings["rated"])
            mine = tournament.entries.filter(user=holder).first()
            to = (
                tournament.entries.select_related("user__notification_settings")
                .filter(user=other)
                .first()
            )
            now = timezone.now()
            until = None if mine is None else challenge_pause_end(mine, now)
            if until is not None:
                raise TooManyRequests(
                    _("You withdrew a challenge. You can challenge again from %(when)s.")
                    % {"when": moment_text(until)},
                    code="too_often",
                )
            if mine is None or to is None or to.pk not in reach:
                raise Invalid(
                    _("You cannot challenge this person now."), field="name", code="bad_contest"
                )
            due_at = now + timedelta(days=settings.answer_days)
            made = Challenge.objects.create(
                tournament=tournament, challenger=mine, opponent=to, at=now, due_at=due_at
            )
            box = TournamentOutbox(tournament, now)
            _notify_challenged(box, made)
            box.send()
            _mark_changed(tournament)
            return made

    return _retry_on_conflict(key, attempt)


def answer_challenge(key: str, user: User, *, accepts: bool) -> None:
    """Accept or decline the challenge that the user must answer next.

    The table of an accepted challenge begins as soon as both have room. Declining loses the place.

    Raises:
        TournamentNotFoundError: the user may not see the tournament.
        Conflict: the challenge no longer exists, or it is no running ladder.
        Forbidden: a moderator has forbidden the user to play for a time.
    """

    def attempt(found: Tournament) -> None:
        order = _current_order(found)
        with transaction.atomic():
            tournament, _settings = _lock_unchanged(found, user)
            waiting, now = pending_challenges(tournament), timezone.now()
            got = challenges_to_answer(waiting).values()
            one = next((one for one in got if one.opponent.user_id == user.pk), None)
            if one is None:
                raise Conflict(_("This challenge no longer exists."), code="contest_moved")
            if accepts:
                check_can_play(user, rated=tournament.table_settings["rated"])
                one.accepted_at = now
                one.save(update_fields=["accepted_at"])
            else:
                box = TournamentOutbox(tournament, now)
                _settle_and_write(box, waiting, order, declined=one.pk)
                box.send()
            _mark_changed(tournament, now)

    _retry_on_conflict(key, attempt)


def withdraw_challenge(key: str, user: User) -> None:
    """Withdraw the user's own challenge, if `can_withdraw_challenge` allows it.

    Raises:
        TournamentNotFoundError: the user may not see the tournament.
        Conflict: there is no such challenge, or it is no running ladder.
    """

    def attempt(found: Tournament) -> None:
        order = _current_order(found)
        with transaction.atomic():
            tournament, settings = _lock_unchanged(found, user)
            waiting, now = pending_challenges(tournament), timezone.now()
            made = next((one for one in waiting if one.challenger.user_id == user.pk), None)
            if made is None or not can_withdraw_challenge(made, settings):
                raise Conflict(_("This challenge no longer exists."), code="contest_moved")
            waiting.remove(made)
            _delete_challenge(made, settings, now)
            box = TournamentOutbox(tournament, now)
            _settle_and_write(box, waiting, order)
            box.send()
            _mark_changed(tournament, now)

    _retry_on_conflict(key, attempt)


class _ConcurrentChangeError(Exception):
    """The tournament has changed since the values to be written were computed."""


def _retry_on_conflict(key: str, attempt: Callable[[Tournament], Result]) -> Result:
    """Change a ladder; try again if it has changed in the meantime.

    An attempt gets the tournament without a lock. It computes what needs the whole ladder, and only
    then locks the row (`_lock_unchanged`).
    """
    for _attempt in range(MAX_ATTEMPTS):
        found = Tournament.objects.filter(key=key).first()
        if found is None:
            raise TournamentNotFoundError
        with contextlib.suppress(_ConcurrentChangeError):
            return attempt(found)
    raise Conflict(_("This tournament has just changed. Try again."), code="contest_moved")


def can_withdraw_challenge(one: Challenge, settings: LadderSettings) -> bool:
    """Whether a challenge can be withdrawn.

    It can before it is accepted, or if its table has not begun `answer_days` after that.
    """
    days = timedelta(days=settings.answer_days)
    return one.accepted_at is None or one.accepted_at + days <= timezone.now()


def _lock_unchanged(found: Tournament, user: User) -> tuple[Tournament, LadderSettings]:
    """Lock a running ladder that has not changed since it was read; return its row and settings."""
    tournament = lock_tournament(found.key)
    if not is_visible_to(tournament, user):
        raise TournamentNotFoundError
    settings = running_ladder_settings(tournament)
    if settings is None:
        raise Conflict(_("This ladder is not running now."), code="contest_moved")
    if tournament.version != found.version:
        raise _ConcurrentChangeError
    return tournament, settings


def _mark_changed(tournament: Tournament, calls_at: datetime | None = None) -> None:
    tournament.version += 1
    tournament.next_action_at = calls_at or tournament.next_action_at
    tournament.save(update_fields=["version", "next_action_at"])


# steps of the tournament; the caller locks its row


def update_ladder(
    box: TournamentOutbox,
    rows: results.TournamentRows,
    ladder: Sequence[int],
    taken: Iterable[Takeover],
) -> bool:
    """Settle challenges that were not answered in time, and drop people who do not play.

    Returns whether there are new results.

    Args:
        box: collects the notifications; the caller sends them.
        ladder: all entries from the top, also those who are out.
        taken: the places that matches have taken (`dated_takeovers`).
    """
    tournament, now = box.tournament, box.now
    settings = running_ladder_settings(tournament)
    if settings is None:
        return False
    closes_at = results.closing_time(tournament)
    if closes_at is not None and closes_at <= now:
        Challenge.objects.filter(tournament=tournament).delete()
        return False
    out = {one.pk for one in rows.entries if one.is_out}
    order = [one for one in ladder if one not in out]
    waiting = pending_challenges(tournament)
    lost = bool(waiting and _settle_and_write(box, waiting, order, takeovers=taken).lost)
    idle = _find_idle_entries(tournament, settings, rows.entries, rows.tables, ladder, now)
    for entry, steps in idle:
        _add_result_row(tournament, [entry], [1 + steps], now)
        box.notify(entry, "dropped", days=settings.idle_days)
    return lost or bool(idle)


def dated_takeovers(state: TournamentState, tables: Iterable[TournamentTable]) -> list[Takeover]:
    """Return the places that the finished matches of a ladder have taken, the first first."""
    done = [one for one in tables if one.finished_at is not None and one.result is not None]
    return [
        Takeover(one.finished_at, *pair)
        for one, pair in zip(done, find_takeovers(state), strict=True)
        if pair is not None and one.finished_at is not None
    ]


def _settle_and_write(
    box: TournamentOutbox,
    waiting: Sequence[Challenge],
    order: Sequence[int],
    *,
    takeovers: Iterable[Takeover] = (),
    declined: int | None = None,
) -> ChallengeSettlement:
    """Settle the challenges of a tournament and store the outcome. The caller locks its row."""
    rated = box.tournament.table_settings["rated"]
    settled = settle_challenges(
        map(_to_pending_challenge, waiting),
        order,
        box.now,
        takeovers=takeovers,
        blocks=_blocks_between(waiting),
        away={
            one.opponent_id: since
            for one in waiting
            if (since := results.away_since(one.opponent, box.now, rated=rated)) is not None
        },
        declined=declined,
    )
    _write_settlement(box, waiting, settled)
    return settled


def _blocks_between(waiting: Sequence[Challenge]) -> dict[tuple[int, int], datetime]:
    """Return since when one entry blocks another, for the people in these challenges."""
    entry_of = {
        entry.user_id: entry.pk for one in waiting for entry in (one.challenger, one.opponent)
    }
    found = Block.objects.filter(blocker__in=entry_of, blocked__in=entry_of)
    return {(entry_of[one.blocker_id], entry_of[one.blocked_id]): one.since for one in found}


def _write_settlement(
    box: TournamentOutbox, waiting: Sequence[Challenge], settled: ChallengeSettlement
) -> None:
    """Store what became of the challenges, and notify the people concerned."""
    tournament, now = box.tournament, box.now
    settings = running_ladder_settings(tournament)
    assert settings is not None
    rows = {one.pk: one for one in waiting}
    people = {entry.pk: entry for one in waiting for entry in (one.challenger, one.opponent)}
    missing = {one.to for one in (*settled.pending, *settled.lost)} - {*people}
    if missing:
        people |= tournament.entries.select_related("user__notification_settings").in_bulk(missing)
    for gone in settled.withdrawn:
        _delete_challenge(rows[gone.id], settings, now)
    for one in settled.lost:
        by, to = people[one.by], people[one.to]
        _add_result_row(tournament, [by, to], [1, 2], now)
        box.notify(by, "not_taken", by=to.user.display_name)
        box.notify(to, "place_lost", by=by.user.display_name)
    ended = [one.id for one in (*settled.lost, *settled.void)]
    Challenge.objects.filter(pk__in=ended).delete()
    for one in settled.pending:
        row, before = rows[one.id], _to_pending_challenge(rows[one.id])
        if one == before:
            continue
        row.opponent, row.assigned_at, row.accepted_at = people[one.to], one.to_at, one.accepted_at
        row.due_at = one.due_at
        row.save(update_fields=["opponent", "assigned_at", "accepted_at", "due_at"])
        if one.to != before.to:
            _notify_challenged(box, row)


def _notify_challenged(box: TournamentOutbox, one: Challenge) -> None:
    by, until = one.challenger.user.display_name, one.due_at.isoformat()
    box.notify(one.opponent, "challenged", by=by, until=until)


def _delete_challenge(one: Challenge, settings: LadderSettings, now: datetime) -> None:
    """Delete a challenge that its challenger ended.

    One that was not accepted kept others waiting, so its challenger must wait as long.
    """
    if one.accepted_at is None:
        one.challenger.can_challenge_from = now + timedelta(days=settings.answer_days)
        one.challenger.save(update_fields=["can_challenge_from"])
    one.delete()


def _find_idle_entries(
    tournament: Tournament,
    settings: LadderSettings,
    entries: Sequence[TournamentEntry],
    tables: Sequence[TournamentTable],
    ladder: Sequence[int],
    now: datetime,
) -> list[tuple[TournamentEntry, int]]:
    """Return the entries that drop because they did nothing for so long, and how far.

    People who are away or play do not drop. Vacation days do not count; a waiting challenge, made
    or received, changes nothing.
    """
    if not settings.idle_days or tournament.started_at is None:
        return []
    busy: set[int] = set()
    heard: dict[int, datetime] = {}
    for table in tables:
        if table.finished_at is None:
            busy |= {*table.entries}
        else:
            for one in table.entries:
                heard[one] = max(heard.get(one, table.finished_at), table.finished_at)
    longest = timedelta(days=settings.idle_days)
    found = []
    for entry in entries:
        since = max(tournament.started_at, entry.entered_at, heard.get(entry.pk, entry.entered_at))
        if not entry.is_in or entry.pk in busy or now - since < longest:
            continue
        away = [(one.start, one.end) for one in vacations_of(entry.user)]
        is_idle = idle_time(since, now, away) >= longest
        if is_idle and not results.is_away(entry, now, rated=tournament.table_settings["rated"]):
            found.append(entry)
    if not found:
        return []
    out = {entry.pk for entry in entries if entry.is_out}
    at = {one: number for number, one in enumerate(one for one in ladder if one not in out)}
    found.sort(key=lambda entry: at[entry.pk])
    found = [entry for entry in found if at[entry.pk] < len(at) - 1]
    steps = drop_distances(ladder, out, [entry.pk for entry in found])
    return list(zip(found, steps, strict=True))


def _add_result_row(
    tournament: Tournament, entries: Sequence[TournamentEntry], places: Sequence[int], now: datetime
) -> None:
    """Store a result without a match, which the last of these entries has lost."""
    first, _new = tournament.rounds.get_or_create(number=1, defaults={"started_at": now})
    last = first.tables.order_by("number").last()
    TournamentTable.objects.create(
        round=first,
        number=1 if last is None else last.number + 1,
        entries=[entry.pk for entry in entries],
        result={"places": [*places], "shares": [], "forfeits": [entries[-1].pk]},
        finished_at=now,
    )
