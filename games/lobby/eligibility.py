"""Eligibility: may this person take this seat, and if not, why not.

Every way to a seat asks `find_eligibility`, with the rows of the person and the table locked. A way
is a list of checks, in the order in which people learn the reasons. Tournaments add ways of their
own (`games/tournaments/eligibility.py`). What a person may know of a table is another question; see
`games/table/access.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.models import User
from portal.errors import ActionError, Conflict, Forbidden, Invalid, TooManyRequests

from ..limited_links import check_link
from ..models import Block, Club, Invitation, Seat, Substitution, Table, substitutions_of
from ..ratings.rating_eligibility import can_be_rated
from ..ratings.reliability import requirements
from ..table.access import is_visible_to
from ..table.blocking import (
    blocked_either_way,
    blocker_at_table_filter,
    check_can_invite,
    is_blocked_by_any,
)
from ..table.errors import NotRunningError
from ..table.restrictions import check_can_join_open_tables, check_can_play
from ..table.vacancies import has_vacancies, is_vacant, with_vacancies
from .hosting_limits import check_host_limit
from .models import InvitationLink
from .pending import (
    InvalidTableError,
    check_open,
    check_playable,
)

if TYPE_CHECKING:
    from .table_settings import TableSettings

MAX_GUEST_TABLES = 3  # unfinished tables of one guest


class InviteeBlockedError(Conflict):
    """Someone at the table has blocked the invited person by now; it looks like a withdrawal."""

    code = "invitation_withdrawn"

    def __init__(self) -> None:
        super().__init__(end_message(Invitation.State.WITHDRAWN))


class Way(NamedTuple):
    """A way to a seat: its name, and its checks. Each check raises an `ActionError`, or passes."""

    name: str
    checks: tuple[Callable[[Any], None], ...]


@dataclass
class SeatRequest:
    """A person who asks for a seat.

    Attributes:
        way: how they come to the seat.
        person: the person, whose row the caller has locked.
        rated: whether the match is to be rated.
    """

    way: Way
    person: User
    rated: bool = field(default=False, kw_only=True)


@dataclass
class NewTableRequest(SeatRequest):
    """A person who asks to sit down at a table that is about to be opened.

    Attributes:
        settings: the settings of the table.
        club: its club, if it has one.
        company: everyone who sits down at once, the person among them.
        with_people: whether seats stay free for other people.
    """

    settings: TableSettings
    club: Club | None
    company: Sequence[User]
    with_people: bool

    def __post_init__(self) -> None:
        self.rated = self.settings.wants_rating


@dataclass
class TableSeatRequest(SeatRequest):
    """A person who asks for a seat at a table that exists.

    Attributes:
        table: the table, whose row the caller has locked.
        seats: its seats (`pending.load_seats`).
        invitation: the invitation that they accept, if they do so.
        link: the link that they use, if they use one.
        inviter: who invites them, if they do not ask themselves.
    """

    table: Table
    seats: Sequence[Seat]
    invitation: Invitation | None = None
    link: InvitationLink | None = None
    inviter: User | None = None

    def __post_init__(self) -> None:
        self.rated = self.table.rated

    @cached_property
    def is_kept_out(self) -> bool:
        """Whether someone at the table has blocked the person, who must not learn of it."""
        return is_blocked_by_any(self.seats, self.person)

    @property
    def reserved_seat(self) -> Seat | None:
        """The seat that an invitation reserves for the person."""
        for seat in self.seats:
            if seat.invitation is not None and seat.invitation.user_id == self.person.pk:
                return seat
        return None

    @property
    def seat(self) -> Seat | None:
        """The seat that the person can take: the reserved one, else a free one."""
        return self.reserved_seat or next((seat for seat in self.seats if seat.is_free), None)


@dataclass
class TakeoverRequest(TableSeatRequest):
    """A person who asks to take over a seat of a running match.

    Attributes:
        vacancy: the seat that they want.
        now: the time at which they ask.
    """

    vacancy: Seat | None = None
    now: datetime = field(default_factory=timezone.now)

    @cached_property
    def is_kept_out(self) -> bool:
        """Whether the person and someone who plays or played there have blocked each other."""
        rows = substitutions_of(self.table)
        people = {seat.user_id for seat in self.seats} | {row.from_user_id for row in rows}
        return bool(blocked_either_way(self.person.pk, filter(None, people)))


@dataclass(frozen=True)
class Eligibility:
    """The answer: allowed, or refused for a reason with a code and a text."""

    refusal: ActionError | None = None

    @property
    def is_allowed(self) -> bool:
        return self.refusal is None

    @property
    def code(self) -> str:
        """The published code of the reason; "" if the person is allowed."""
        return "" if self.refusal is None else self.refusal.code

    @property
    def text(self) -> str:
        """The reason as a sentence for the person who asks; "" if the person is allowed."""
        return "" if self.refusal is None else self.refusal.message

    def check(self) -> None:
        """Do nothing if the person is allowed.

        Raises:
            ActionError: they are not; the error is the reason.
        """
        if self.refusal is not None:
            raise self.refusal


def find_eligibility(request: SeatRequest) -> Eligibility:
    """Return whether a person may take a seat, or the first reason why not."""
    for check in request.way.checks:
        try:
            check(request)
        except ActionError as refusal:
            return Eligibility(refusal)
    return Eligibility()


# the person


def check_moderation(request: SeatRequest) -> None:
    check_can_play(request.person, rated=request.rated)


def check_open_tables(request: SeatRequest) -> None:
    """A moderator may let a person join only by a link or an invitation."""
    check_can_join_open_tables(request.person)


def check_no_bot(request: SeatRequest) -> None:
    if request.person.is_bot:
        raise Forbidden(_("Bots cannot join quick matches or tournaments."), code="only_people")


def _check_guest_can_sit(request: SeatRequest) -> None:
    user = request.person
    if not user.is_guest:
        return
    if request.rated:
        raise Forbidden(
            _("This table is rated. Guests can only play friendly matches."), code="needs_account"
        )
    unfinished = (Table.Status.OPEN, Table.Status.RUNNING)
    if Seat.objects.filter(user=user, table__status__in=unfinished).count() >= MAX_GUEST_TABLES:
        raise TooManyRequests(
            _("A guest can play at %(n)d tables at once. Finish one first, or create an account.")
            % {"n": MAX_GUEST_TABLES},
            code="too_many_tables",
        )


def _check_guest_can_join(request: SeatRequest) -> None:
    if request.person.is_guest:
        raise Forbidden(
            _(
                "You need an account to join this table. Guests can only join with a link from the "
                "host."
            ),
            code="needs_account",
        )


def _check_guest_can_host(request: SeatRequest) -> None:
    if request.person.is_guest:
        raise Forbidden(
            _("This player is a guest: only an account can host."), code="needs_account"
        )


def _check_host_limit(request: SeatRequest) -> None:
    check_host_limit(request.person)


# a new table


def _check_guest_can_open(request: NewTableRequest) -> None:
    is_alone = not request.with_people and request.settings.visibility == Table.Visibility.LINK
    if request.person.is_guest and not is_alone:
        raise Forbidden(
            _("Guests can only open tables with bots. You need an account to play with others."),
            code="needs_account",
        )


def _check_open_tables_of_host(request: NewTableRequest) -> None:
    if request.settings.visibility != Table.Visibility.LINK:
        check_open_tables(request)


def _check_rated_company(request: NewTableRequest) -> None:
    _check_rated_bots(request, request.company, allowed=request.settings.rates_bots)


def _check_membership(request: NewTableRequest) -> None:
    club = request.club
    if club is not None and not club.memberships.filter(user=request.person).exists():
        raise InvalidTableError(_("You are not a member of this club."), "circle")


def _check_rated_bots(request: SeatRequest, people: Sequence[User], *, allowed: bool) -> None:
    if request.rated and not can_be_rated(people, allowed=allowed):
        raise Forbidden(
            _("This table is rated, and its host has not allowed bots."), code="bots_not_rated"
        )


# a table that exists


def _check_open(request: TableSeatRequest) -> None:
    check_open(request.table)


def _check_playable(request: TableSeatRequest) -> None:
    check_playable(request.table)


def _check_not_removed(request: TableSeatRequest) -> None:
    if request.reserved_seat is not None:
        return
    last = request.table.invitations.filter(user=request.person).last()
    if last is not None and last.state == Invitation.State.REMOVED:
        raise Forbidden(
            _("The host has removed you. You can come back if they invite you."), code="removed"
        )


def _check_seat(request: TableSeatRequest) -> None:
    """To a person whom someone at the table has blocked, free seats look reserved."""
    if request.seat is None or request.is_kept_out:
        raise Conflict(
            _("No seat is free. The others are held for people who are invited.")
            if request.is_kept_out or any(seat.is_held for seat in request.seats)
            else _("All seats of this table are taken."),
            code="seat_taken",
        )


def _check_requirements(request: TableSeatRequest) -> None:
    if request.reserved_seat is None:
        missed = requirements.unmet_texts(request.person, [request.table])
        if missed:
            raise Forbidden(missed[request.table.pk], code="not_asked_for")


def _check_rated_table(request: TableSeatRequest) -> None:
    there = [seat.user for seat in request.seats if seat.user is not None]
    _check_rated_bots(request, [*there, request.person], allowed=request.table.rates_bots)


def _check_open_tables_uninvited(request: TableSeatRequest) -> None:
    if request.reserved_seat is None:
        check_open_tables(request)


# a link or an invitation


def _check_link(request: TableSeatRequest) -> None:
    assert request.link is not None
    check_link(request.link)
    if request.person.is_guest and not request.link.for_guests:
        raise Forbidden(_("This link is for people who have an account."), code="needs_account")


def end_message(state: str) -> str:
    """Return a sentence that says how an invitation has ended."""
    return {
        Invitation.State.ACCEPTED: _("This invitation has already been accepted."),
        Invitation.State.DECLINED: _("This invitation has already been declined."),
        Invitation.State.LAPSED: _("This invitation has expired."),
        Invitation.State.WITHDRAWN: _("This invitation has been withdrawn."),
        Invitation.State.REMOVED: _("The host has freed this seat."),
    }[Invitation.State(state)]


def ended_error(state: str) -> Conflict:
    """Return the error of an invitation that has ended in this way."""
    return Conflict(end_message(state), code=f"invitation_{state}")


def uninvited_error() -> Forbidden:
    """Return the error of a person whom nobody has invited to a table."""
    return Forbidden(_("There is no such invitation to this table."), code="not_invited")


def find_end_error(table: Table, invitation: Invitation) -> ActionError | None:
    """Return why an invitation to this table cannot be answered any more; None if it can."""
    if invitation.state == Invitation.State.WITHDRAWN:
        try:
            check_open(table)
        except ActionError as closed:
            return closed  # the more exact reason
    if not invitation.is_pending:
        return ended_error(invitation.state)
    is_late = invitation.expires_at <= timezone.now()
    return ended_error(Invitation.State.LAPSED) if is_late else None


def _check_invitation(request: TableSeatRequest) -> None:
    if request.invitation is None:
        raise uninvited_error()
    if over := find_end_error(request.table, request.invitation):
        raise over


def _check_invitee_not_blocked(request: TableSeatRequest) -> None:
    if request.is_kept_out:
        raise InviteeBlockedError


def _check_invitable(request: TableSeatRequest) -> None:
    table, person = request.table, request.person
    name = {"name": person.display_name}
    if table.has_hidden_names:
        raise Invalid(
            _("This table hides names, so nobody is invited by name. Share a link instead."),
            code="hidden_names",
        )
    if not is_visible_to(table, person):
        raise Invalid(
            _("%(name)s is not a member of this table's club.") % name, code="not_of_circle"
        )
    if any(seat.user_id == person.pk for seat in request.seats):
        raise Conflict(_("%(name)s already sits at this table.") % name, code="already_here")
    if request.reserved_seat is not None:
        raise Conflict(_("%(name)s is already invited.") % name, code="already_here")
    if table.invitations.filter(user=person, state=Invitation.State.DECLINED).exists():
        raise Conflict(
            _("%(name)s has declined and cannot be invited to this table again.") % name,
            code="has_declined",
        )


def _check_accepts_invitations(request: TableSeatRequest) -> None:
    assert request.inviter is not None
    check_can_invite(request.inviter, request.person, request.seats)


# a seat of a running match


def _check_guest_can_take_over(request: TakeoverRequest) -> None:
    if request.person.is_guest:
        raise Forbidden(_("You need an account to take over a seat."), code="needs_account")


def _check_has_vacancies(request: TakeoverRequest) -> None:
    if not has_vacancies(request.table):
        raise Conflict(_("Seats of this table cannot be taken over."), code="no_substitutes")


def _check_new_at_table(request: TakeoverRequest) -> None:
    """Nobody plays two seats, or one of which they know more than it sees."""
    table, person = request.table, request.person.pk
    rows = substitutions_of(table)
    if any(person in (row.from_user_id, row.to_user_id) for row in rows) or any(
        seat.user_id == person for seat in request.seats
    ):
        raise Forbidden(
            _("You play or have played at this table, so you cannot take over a seat of it."),
            code="has_played",
        )
    if table.messages.filter(log_code="opened", user=person).exists():
        raise Forbidden(
            _("You have seen the hidden information of this match."), code="has_seen_secrets"
        )


def _check_vacancy(request: TakeoverRequest) -> None:
    """To a person who is kept out, the seat looks taken."""
    seat = request.vacancy
    if seat is None or request.is_kept_out or not is_vacant(seat, request.now):
        raise Conflict(_("This seat can no longer be taken over."), code="seat_taken")


# a rematch


def _check_played(request: TableSeatRequest) -> None:
    if all(seat.user_id != request.person.pk for seat in request.seats):
        raise Forbidden(_("You have not played at this table."), code="not_your_seat")


def _check_over(request: TableSeatRequest) -> None:
    if not request.table.is_over:
        raise NotRunningError(_("This match is not over yet."))


# the ways

_FREE_SEAT = (_check_not_removed, _check_seat, _check_requirements)
_SIT_DOWN = (check_moderation, _check_guest_can_sit, _check_rated_table)

OPEN = Way(  # `NewTableRequest` of the host, also with bots or a hot seat
    "open",
    (
        _check_host_limit,
        _check_guest_can_open,
        _check_open_tables_of_host,
        check_moderation,
        _check_guest_can_sit,
        _check_rated_company,
        _check_membership,
    ),
)
COMPANY = Way(  # `NewTableRequest` of a person who sits down with the host, after a match request
    "company", (check_moderation, _check_guest_can_sit)
)
MATCH_REQUEST = Way(  # `SeatRequest`; the seat follows by `OPEN`, `COMPANY` or `JOIN`
    "match_request", (check_moderation, check_open_tables, check_no_bot)
)
JOIN = Way(  # `TableSeatRequest` of a person who joins without a link or an answer
    "join",
    (
        _check_open,
        _check_guest_can_join,
        _check_playable,
        *_FREE_SEAT,
        *_SIT_DOWN,
        _check_open_tables_uninvited,
    ),
)
LINK = Way(  # `TableSeatRequest` with a link
    "link", (_check_open, _check_link, _check_playable, *_FREE_SEAT, *_SIT_DOWN)
)
INVITATION = Way(  # `TableSeatRequest` with the invitation that the person accepts
    "invitation", (_check_invitation, _check_playable, _check_invitee_not_blocked, *_SIT_DOWN)
)
INVITE = Way(  # `TableSeatRequest` with an inviter: a seat is reserved for the person
    "invite", (_check_invitable, _check_accepts_invitations)
)
TAKE_OVER = Way(  # `TakeoverRequest`: a seat of a running match
    "take_over",
    (
        _check_has_vacancies,
        _check_new_at_table,
        _check_guest_can_take_over,
        _check_vacancy,
        _check_requirements,
        *_SIT_DOWN,
        check_open_tables,
    ),
)
REMATCH = Way(  # `TableSeatRequest` at the old table; the seat follows by one of the ways above
    "rematch", (_check_played, _check_over)
)
HOST = Way(  # `SeatRequest` of a player who becomes the host
    "host", (_check_guest_can_host, _check_host_limit)
)


def filter_joinable(tables: QuerySet[Table], person: User) -> QuerySet[Table]:
    """Return those of these tables that this person can join: `JOIN` in SQL, for lists.

    A seat is reserved for them; or a seat is free, they meet the requirements, the host has not
    removed them, and nobody there has blocked them. Tables where they already sit are left out.
    """
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by()
    asked = Invitation.objects.filter(table=OuterRef("pk"), user=person).order_by("-pk")
    held = Q(Exists(seats.filter(invitation__user=person)))
    free = Q(Exists(seats.filter(user=None, bot="", invitation=None)))
    unasked = free & ~Q(last_asked=Invitation.State.REMOVED) & requirements.tables_met_by(person)
    unasked &= ~blocker_at_table_filter(person)
    last_asked = Coalesce(Subquery(asked.values("state")[:1]), Value(""))
    return tables.annotate(last_asked=last_asked).filter(
        held | unasked,
        ~Exists(seats.filter(user=person)),
        status=Table.Status.OPEN,
        game__in=rules.catalogue(),
    )


def filter_for_takeover(tables: QuerySet[Table], person: User | None) -> QuerySet[Table]:
    """Return those of these tables with seats to take over, as lists show them to this person.

    Without tables where the person plays or has played, or where someone and the person have
    blocked each other.
    """
    tables = with_vacancies(tables, timezone.now())
    if person is None:
        return tables
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by()
    rows = Substitution.objects.filter(table=OuterRef("pk")).order_by()
    return tables.filter(
        ~Exists(seats.filter(user=person)),
        ~Exists(seats.filter(user__in=Block.objects.filter(blocker=person).values("blocked"))),
        ~Exists(rows.filter(Q(from_user=person) | Q(to_user=person))),
        ~blocker_at_table_filter(person),
    )
