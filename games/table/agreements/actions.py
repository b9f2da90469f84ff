"""Propose, answer and settle what all people who play at a table must agree to.

Everyone must agree, so two cannot outvote a third, and silence is no agreement. A proposal stops no
clock. Whoever failed with a proposal must wait before they make the same one again, longer each
time. Each call is one transaction that locks the table's row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.dates import moment_text
from portal.errors import ActionError, Conflict, Forbidden, Invalid, TooManyRequests
from portal.user_text import has_too_many_marks

from ...availability.seat_calendars import personal_layer, vacations_of
from ...clock_calendar import Calendar, Span
from ...models import Message, Notification, Proposal, Seat, Table, Vote
from ...notifications.outbox import Outbox
from ...time_controls import CALL_OFF_WAIT_DAYS, DAY, HOUR, deadline
from ..actions.chat_messages import send_message
from ..blocking import blockers_of
from ..restrictions import check_can_write
from ..session.table_session import TableSession
from ..session.transaction import commit, open_table
from . import kinds

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_TEXT = 300
MAX_PER_DAY = 4  # proposals of one person at a table
# Until the same person may make the same proposal again, after so many that failed.
WAITS = tuple(map(timedelta, (0, 1, 3, 7), (3600, 0, 0, 0)))
LIVE_WAITS = tuple(timedelta(minutes=n) for n in (10, 30, 120))
FORGOTTEN_AFTER = timedelta(days=30)
LIVE_TIME, USUAL_TIME, SLOW_TIME, LONGEST_TIME = (
    timedelta(minutes=10),
    timedelta(hours=48),
    timedelta(hours=72),
    timedelta(days=7),
)  # to answer
AWAKE_SECONDS = 12 * HOUR  # of each person's own hours before a proposal expires
FAILED = (Proposal.Outcome.DECLINED, Proposal.Outcome.EXPIRED, Proposal.Outcome.WITHDRAWN)
TABLE_FIELDS = (
    *("has_proposal", "paused_until", "rated", "ended_by_agreement"),
    *("clock_bank", "clock_increment", "clock_cap", "clock_fixed_hour"),
    *("clock_changes", "clock_returns_at"),
)


def propose(
    key: str, user: User, kind: str, given: Mapping[str, Any] | None = None, text: str = ""
) -> Table:
    """Propose something to the others; if nobody else is asked, it is done at once.

    Args:
        key: the key of the table.
        user: the person.
        kind: a `Proposal.Kind`.
        given: the values of the kind, see `ProposalKind.build_terms`.
        text: a message to the players, or "".

    Raises:
        ActionError: the person does not play there, proposes too often, or this is not possible.
    """
    with open_table(key) as session:
        _propose(session, session.require_seat(user), kind, given or {}, text.strip())
        return session.table


def answer(key: str, user: User, number: int, *, agrees: bool) -> Table:
    """Agree to the open proposal or decline it. The person who made it withdraws it by declining.

    Args:
        number: the id of the proposal that the person saw.

    Raises:
        ActionError: the person is not asked, or the proposal is over.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        proposal = _lock_open_proposal(session.table)
        if proposal is None or proposal.pk != number:
            raise Conflict(_("This proposal is over. Look at the table again."), code="over")
        _answer(session, proposal, seat, agrees=agrees)
        return session.table


def withdraw(key: str, user: User, number: int) -> Table:
    """Withdraw a person's own open proposal.

    Raises:
        ActionError: it is not theirs, or it is over.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        proposal = _lock_open_proposal(session.table)
        if proposal is None or proposal.pk != number:
            raise Conflict(_("This proposal is over. Look at the table again."), code="over")
        if proposal.user_id != user.pk:
            raise Forbidden(_("Only the person who made a proposal can withdraw it."))
        _answer(session, proposal, seat, agrees=False)
        return session.table


def agree_to_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree to call the match off, or withdraw that; when everyone who plays agrees, it ends.

    Leaving a table never calls a match off, because people could escape a loss that way. At a table
    without a time limit, people who have not moved for `CALL_OFF_WAIT_DAYS` need not agree.

    Raises:
        ActionError: the person does not play there, or proposes it too often.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        proposal = _lock_open_proposal(session.table)
        if proposal is not None and proposal.kind == Proposal.Kind.CALL_OFF:
            has_agreed = proposal.votes.filter(user=user).exists()
            if agrees or has_agreed:
                _answer(session, proposal, seat, agrees=agrees)
        elif agrees:
            _propose(session, seat, Proposal.Kind.CALL_OFF, {}, "")
        return session.table


def open_proposal(table: Table) -> Proposal | None:
    """Return the open proposal of a table with its votes and message; no query if it has none."""
    if not (table.has_proposal and table.is_running):
        return None
    votes = Prefetch("votes", Vote.objects.select_related("user"))
    found = Proposal.objects.filter(table=table, outcome=Proposal.Outcome.OPEN)
    return found.select_related("user", "message__user").prefetch_related(votes).first()


def voting_seats(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose people vote: all that play, and bot accounts only if it is rated."""
    return [
        seat
        for seat in seats
        if seat.user is not None and not seat.bot and (table.rated or not seat.user.is_bot)
    ]


def _lock_open_proposal(table: Table) -> Proposal | None:
    if not table.has_proposal:
        return None
    found = Proposal.objects.select_for_update().filter(table=table, outcome=Proposal.Outcome.OPEN)
    return found.first()


def _propose(
    session: TableSession, seat: Seat, kind: str, given: Mapping[str, Any], text: str
) -> None:
    table, user = session.table, seat.user
    assert user is not None
    found = kinds.KINDS.get(kind)
    if found is None:
        raise Invalid(_("There is no such kind of proposal."), code="no_such_kind", field="kind")
    if user.is_bot and not table.rated:
        raise Forbidden(_("Bots do not vote at this table."), code="only_people")
    if _lock_open_proposal(table) is not None:
        raise Conflict(
            _("There is already a proposal at this table. Answer it first."), code="proposal_open"
        )
    if why := found.unavailable_reason(session, seat):
        raise Conflict(why, code="not_possible")
    check_waiting_time(table, user, kind, session.now)
    terms = found.build_terms(session, seat, given)
    message = _write_text(table, user, text) if text else None
    expires_at = _expiry(session, terms)
    table.has_proposal = True
    proposal = Proposal.objects.create(
        table=table,
        user=user,
        seat=seat.number,
        kind=kind,
        terms=terms,
        message=message,
        created_at=session.now,
        expires_at=expires_at,
        due_at=session.now + (expires_at - session.now) / 2,
    )
    Vote.objects.create(proposal=proposal, user=user, agrees=True, at=session.now)
    if kind == Proposal.Kind.CALL_OFF:
        session.note("call_off_yes", seat)
    else:
        session.note("proposed", seat, kind=kind, terms=public_terms(proposal))
    if not _accept_if_agreed(session, proposal):
        _notify_silent(session, proposal, _first_period(proposal))
        _commit(session)


def _write_text(table: Table, user: User, text: str) -> Message:
    if len(text) > LONGEST_TEXT or has_too_many_marks(text):
        raise Invalid(
            _("A message must have at most %(n)d characters.") % {"n": LONGEST_TEXT}, field="text"
        )
    check_can_write(user)
    return send_message(table, user, text, Message.Audience.PLAYERS, notifies=False)


def check_waiting_time(table: Table, user: User, kind: str, now: datetime) -> None:
    """Check that a person does not propose too much at a table.

    Raises:
        TooManyRequests: they made `MAX_PER_DAY` proposals, or this kind failed a short time ago.
    """
    mine = Proposal.objects.filter(table=table, user=user, created_at__gt=now - FORGOTTEN_AFTER)
    if mine.filter(created_at__gt=now - timedelta(days=1)).count() >= MAX_PER_DAY:
        raise TooManyRequests(
            _("You can make %(n)d proposals a day. Try again tomorrow.") % {"n": MAX_PER_DAY},
            code="too_often",
        )
    ends = mine.filter(kind=kind, outcome__in=FAILED).order_by("-ended_at")
    failed = list(ends.values_list("ended_at", flat=True)[: len(WAITS)])
    if not failed or failed[0] is None:
        return
    waits = LIVE_WAITS if table.clock.is_live else WAITS
    again = failed[0] + waits[min(len(failed), len(waits)) - 1]
    if again > now:
        raise TooManyRequests(
            _("You proposed this a short time ago. You can propose it again from %(when)s.")
            % {"when": moment_text(again)},
            code="too_often",
        )


def _expiry(session: TableSession, terms: Mapping[str, Any]) -> datetime:
    """Return until when people may answer: all have `AWAKE_SECONDS` of their own hours."""
    clock, now = session.table.clock, session.now
    if clock.is_live:
        expires = now + LIVE_TIME
    else:
        is_slow = clock.is_unlimited or clock.increment >= 3 * DAY
        latest = [now + (SLOW_TIME if is_slow else USUAL_TIME)]
        for seat in voting_seats(session.table, session.seats):
            assert seat.user is not None
            away = sorted(vacations_of(seat.user))
            spans = tuple(Span(one.start, one.end) for one in away)
            latest.append(
                deadline(AWAKE_SECONDS, now, Calendar(personal_layer(seat.user), None, spans))
            )
        expires = min(max(latest), now + LONGEST_TIME)
    if terms.get("until"):
        expires = min(expires, datetime.fromisoformat(terms["until"]))
    return expires


def public_terms(proposal: Proposal) -> dict[str, Any]:
    """Return the terms that everyone may know: numbers of moves could reveal secret moves."""
    names = ("until", "bank", "increment", "cap")
    return {name: proposal.terms[name] for name in names if name in proposal.terms}


def _answer(session: TableSession, proposal: Proposal, seat: Seat, *, agrees: bool) -> None:
    user = seat.user
    assert user is not None
    if seat not in voting_seats(session.table, session.seats):
        raise Forbidden(_("Bots do not vote at this table."), code="only_people")
    _mark_read(proposal, user)
    is_own = user.pk == proposal.user_id
    if agrees:
        _vote, is_new = Vote.objects.get_or_create(
            proposal=proposal, user=user, defaults={"agrees": True, "at": session.now}
        )
        if not is_new:
            return
        _note(session, "proposal_agreed", proposal, seat)
        if not _accept_if_agreed(session, proposal):
            _commit(session)
        return
    if not is_own:
        Vote.objects.update_or_create(
            proposal=proposal, user=user, defaults={"agrees": False, "at": session.now}
        )
    _note(session, "proposal_withdrawn" if is_own else "proposal_declined", proposal, seat)
    outcome = Proposal.Outcome.WITHDRAWN if is_own else Proposal.Outcome.DECLINED
    _close(session, proposal, outcome)
    _commit(session)


def _note(session: TableSession, code: str, proposal: Proposal, seat: Seat | None) -> None:
    """Add a log line; votes about calling off have lines of their own."""
    if proposal.kind == Proposal.Kind.CALL_OFF and seat is not None:
        code = "call_off_yes" if code == "proposal_agreed" else "call_off_no"
    session.note(code, seat, kind=proposal.kind, terms=public_terms(proposal))


def _mark_read(proposal: Proposal, user: User) -> None:
    bell = Notification.objects.filter(
        user=user, table=proposal.table_id, event="proposal", channel="page", read_at=None
    )
    bell.update(read_at=timezone.now())


def _accept_if_agreed(session: TableSession, proposal: Proposal) -> bool:
    """If everyone who is asked has agreed, do it and commit; return whether the proposal is over.

    If it is not possible any more, the proposal is void.
    """
    voters = voting_seats(session.table, session.seats)
    if not any(seat.user_id == proposal.user_id for seat in voters):
        # Whoever leaves must not escape a loss by a proposal that they left behind.
        _close(session, proposal, Proposal.Outcome.VOID)
        _commit(session)
        return True
    if silent_seats(proposal, session.table, session.seats, session.now):
        return False
    try:
        done = kinds.KINDS[proposal.kind].apply(session, proposal)
    except ActionError:
        _close(session, proposal, Proposal.Outcome.VOID)
        _commit(session)
        return True
    _close(done, proposal, Proposal.Outcome.ACCEPTED)
    _commit(done)
    return True


def silent_seats(
    proposal: Proposal, table: Table, seats: Iterable[Seat], now: datetime
) -> list[Seat]:
    """Return the seats that must still answer."""
    agreed = set(Vote.objects.filter(proposal=proposal, agrees=True).values_list("user", flat=True))
    return [
        seat
        for seat in voting_seats(table, seats)
        if seat.user_id not in agreed
        and not (proposal.kind == Proposal.Kind.CALL_OFF and _is_waited_for_long(table, seat, now))
    ]


def _is_waited_for_long(table: Table, seat: Seat, now: datetime) -> bool:
    """Return whether a seat without a time limit has waited so long that it need not agree."""
    since = seat.waiting_since
    if since is None or table.paused_until is not None or not table.clock.is_unlimited:
        return False
    return now - since > timedelta(days=CALL_OFF_WAIT_DAYS)


def _close(session: TableSession, proposal: Proposal, outcome: str) -> None:
    """End a proposal, and notify the others if there is something to know."""
    proposal.outcome, proposal.ended_at = outcome, session.now
    Proposal.objects.filter(pk=proposal.pk).update(outcome=outcome, ended_at=session.now)
    session.table.has_proposal = False
    if session.table.is_over or outcome == Proposal.Outcome.WITHDRAWN:
        return
    is_accepted = outcome == Proposal.Outcome.ACCEPTED
    voters = voting_seats(session.table, session.seats)
    for seat in voters:
        if (is_accepted and len(voters) > 1) or (
            not is_accepted and seat.user_id == proposal.user_id
        ):
            session.add_event(
                "proposal_over",
                seat,
                kind=proposal.kind,
                terms=public_terms(proposal),
                outcome=str(outcome),
            )


def _first_period(proposal: Proposal) -> str:
    """Return the period of the first notification: one a day from the same seat."""
    zone = timezone.get_default_timezone()
    return f"{proposal.seat}:{timezone.localdate(proposal.created_at, zone):%Y-%m-%d}"


def _notify_silent(session: TableSession, proposal: Proposal, period: str) -> None:
    """Ask everyone who has not answered; people who blocked the author do not get the text."""
    box = Outbox(session.now)
    silent = silent_seats(proposal, session.table, session.seats, session.now)
    blockers = blockers_of(proposal.user, (seat.user_id for seat in silent))
    text = "" if proposal.message is None else proposal.message.text
    for seat in silent:
        assert seat.user is not None
        box.add(
            seat.user,
            "proposal",
            table=session.table,
            period=period,
            seat=seat.number,
            proposal=proposal.pk,
            by=session.table.public_name(proposal.user),
            kind=proposal.kind,
            terms=public_terms(proposal),
            until=proposal.expires_at.isoformat(),
            text="" if seat.user_id in blockers else text,
        )
    box.send(updates_pages=False)


def _commit(session: TableSession) -> None:
    table = session.table
    changed = {name: getattr(table, name) for name in TABLE_FIELDS}
    Table.objects.filter(pk=table.pk).update(**changed)
    commit([session])


def settle(key: str, now: datetime | None = None) -> bool:
    """Do what is due at a table: remind, expire, decide again, end a pause, return a clock.

    Args:
        now: the moment to compare with; None for the current time.

    Returns:
        Whether anything changed.

    Raises:
        NotRunningError: the match is over.
    """
    with open_table(key) as session:
        session.now = now or session.now
        table = session.table
        has_changed = False
        if table.paused_until is not None and table.paused_until <= session.now:
            kinds.end_pause(session)
            has_changed = True
        if table.clock_returns_at is not None and table.clock_returns_at <= session.now:
            kinds.set_clock(session, table.usual_clock, None)
            has_changed = True
        proposal = _lock_open_proposal(table)
        if proposal is None:
            if has_changed:
                _commit(session)
            return has_changed
        kind = kinds.KINDS[proposal.kind]
        if isinstance(kind, kinds.TakeBack) and kind.is_outdated(session, proposal):
            _close(session, proposal, Proposal.Outcome.VOID)
        elif proposal.expires_at <= session.now:
            _note(session, "proposal_expired", proposal, None)
            _close(session, proposal, Proposal.Outcome.EXPIRED)
        elif _accept_if_agreed(session, proposal):
            return True
        else:
            _remind(session, proposal)
            if not has_changed:
                return False
        _commit(session)
        return True


def _remind(session: TableSession, proposal: Proposal) -> None:
    """Ask the silent again in the middle of the time, but not in live matches.

    Whoever has taken over a seat since the proposal is asked for the first time.
    """
    if session.table.has_substitutes:
        _notify_silent(session, proposal, _first_period(proposal))
    half = proposal.created_at + (proposal.expires_at - proposal.created_at) / 2
    is_due = proposal.reminded_at is None and half <= session.now
    if is_due and not session.table.clock.is_live:
        _notify_silent(session, proposal, f"again:{proposal.pk}")
    reminded = session.now if is_due else proposal.reminded_at
    due_at = proposal.expires_at if reminded else half
    Proposal.objects.filter(pk=proposal.pk).update(reminded_at=reminded, due_at=due_at)


def due_tables(now: datetime) -> list[str]:
    """Return the keys of running tables at which `settle` has something to do."""
    running = Table.objects.filter(status=Table.Status.RUNNING)
    proposals = Proposal.objects.filter(outcome=Proposal.Outcome.OPEN, due_at__lte=now)
    found = (
        running.filter(pk__in=proposals.order_by().values("table")),
        running.filter(paused_until__lte=now),
        running.filter(clock_returns_at__lte=now),
    )
    return sorted({key for tables in found for key in tables.values_list("key", flat=True)})
