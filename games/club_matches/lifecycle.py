"""A match between clubs starts at its date and is over when all boards are.

A task looks every minute. The rows say what is due, so a lost task costs a minute.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from accounts.user_locks import LOCKED_USERS
from portal.errors import ActionError

from ..lobby.match_start import prepare_matches, write_prepared_matches
from ..lobby.table_settings import TableSettings
from ..models import Club, Membership, Table
from ..names import LONGEST
from ..notifications.outbox import Outbox
from ..table.blocking import blocked_pairs
from ..table.restrictions import check_can_play
from . import line_ups
from .access import lock_match_row
from .models import ClubMatch, ClubMatchBoard
from .notifications import notify
from .pairing import Board, pair_boards
from .proposals import call_off_locked

logger = logging.getLogger(__name__)


def find_due_matches(now: datetime) -> list[int]:
    """Return the ids of matches to start or to end."""
    running = ClubMatchBoard.objects.filter(match=OuterRef("pk")).exclude(
        table__status__in=Table.OVER
    )
    starts = Q(state__in=ClubMatch.BEFORE_START, starts_at__lte=now)
    ends = Q(state=ClubMatch.State.RUNNING) & ~Exists(running)
    return list(ClubMatch.objects.filter(starts | ends).values_list("pk", flat=True))


def advance_due_matches(now: datetime | None = None) -> int:
    """Start and end all matches that are due; return how many. One that fails is tried again."""
    now = now or timezone.now()
    due = find_due_matches(now)
    for pk in due:
        try:
            advance(pk, now)
        except Exception:
            logger.exception("the match %s between clubs cannot continue", pk)
    return len(due)


def advance(pk: int, now: datetime) -> None:
    """Start or end a match, if it is due."""
    with transaction.atomic():
        match = lock_match_row(pk)
        if match.is_before_start and match.starts_at <= now:
            _start(match, now)
        elif match.state == ClubMatch.State.RUNNING:
            _end_if_over(match, now)


def _start(match: ClubMatch, now: datetime) -> None:
    """Pair the boards of a locked match and start them; call it off if there are too few."""
    boards = _pair(match) if match.is_open and _clubs_are_open(match) else []
    if len(boards) < match.min_boards:
        call_off_locked(match, now)
        return
    people = LOCKED_USERS.in_bulk([one for board in boards for one in (*board.home, *board.away)])
    made = [
        (_build_table(match, number, now), [people[one] for one in board.seat_order(number)])
        for number, board in enumerate(boards, 1)
    ]
    sessions, box = prepare_matches(match.game, made), Outbox(now)
    write_prepared_matches(sessions, box)
    ClubMatchBoard.objects.bulk_create(
        ClubMatchBoard(match=match, number=number, table=session.table, home_users=list(board.home))
        for number, (board, session) in enumerate(zip(boards, sessions, strict=True), 1)
    )
    match.state, match.started_at = ClubMatch.State.RUNNING, now
    match.save(update_fields=["state", "started_at"])
    box.send()
    waiting = match.players.exclude(user__in=people).select_related("user__notification_settings")
    notify(match, [one.user for one in waiting], "no_board")


def _clubs_are_open(match: ClubMatch) -> bool:
    return all(club.closed_at is None for club in match.clubs)


def _pair(match: ClubMatch) -> list[Board]:
    sides = Membership.objects.filter(club__in=match.clubs).values_list("user", "club")
    members = set(sides)
    players = [
        one
        for one in match.players.select_related("user")
        if (one.user_id, one.club_id) in members and _may_play(match, one.user)
    ]
    return pair_boards(
        line_ups.line_up(match, match.home, players),
        line_ups.line_up(match, match.away, players),
        per_side=match.players_per_side,
        at_most=match.max_boards,
        apart=blocked_pairs(one.user_id for one in players),
    )


def _may_play(match: ClubMatch, user: User) -> bool:
    """Whether a person has an open account that no moderator restricts."""
    if not user.is_active:
        return False
    try:
        check_can_play(user, rated=bool(match.table_settings["rated"]))
    except ActionError:
        return False
    return True


def _build_table(match: ClubMatch, number: int, now: datetime) -> Table:
    game = rules.get(match.game)
    settings = TableSettings.from_json(game, match.table_settings)
    is_hidden = any(club.join_policy == Club.JoinPolicy.INVITATION for club in match.clubs)
    end = f" {number}"
    about: dict[str, Any] = settings.to_table_fields() | {
        "visibility": Table.Visibility.LINK if is_hidden else Table.Visibility.PUBLIC,
        "substitutes": Table.Substitutes.NO,
    }
    return Table(
        name=f"{match!s:.{LONGEST - len(end)}}{end}",
        game=match.game,
        rules_version=game.version,
        host=match.created_by,
        created_at=now,
        **about,
    )


def _end_if_over(match: ClubMatch, now: datetime) -> None:
    """End a locked match if all boards are over, and notify its players."""
    if match.boards.exclude(table__status__in=Table.OVER).exists():
        return
    match.state, match.ended_at = ClubMatch.State.OVER, now
    match.save(update_fields=["state", "ended_at"])
    people = [one.user for one in match.players.select_related("user__notification_settings")]
    notify(match, people, "over")
