"""Who may enter a tournament: its ways to a seat for `games/lobby/eligibility.py`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Conflict, Forbidden, Invalid

from ..boards import presenter
from ..lobby.eligibility import (
    SeatRequest,
    Way,
    check_moderation,
    check_no_bot,
    check_open_tables,
)
from ..models import Membership
from ..ratings.reliability import requirements
from ..table.blocking import check_can_invite
from .formats.registry import FORMATS
from .models import Tournament, TournamentEntry


@dataclass
class EntryRequest(SeatRequest):
    """A person who asks for a place in a tournament.

    Attributes:
        tournament: the tournament, whose row the caller has locked.
        entry: their entry; None if they have neither entered nor been invited.
        inviter: who invites them, if they do not ask themselves.
    """

    tournament: Tournament
    entry: TournamentEntry | None = None
    inviter: User | None = None

    def __post_init__(self) -> None:
        self.rated = self.tournament.table_settings["rated"]

    @property
    def needs_invitation(self) -> bool:
        return self.tournament.entry_policy == Tournament.EntryPolicy.INVITATION


def is_open_for_entries(tournament: Tournament) -> bool:
    """Whether people can enter a tournament now, even if only its waiting list."""
    return tournament.is_open or (
        tournament.is_running and FORMATS[tournament.format].allows_late_entry
    )


def _check_account(request: EntryRequest) -> None:
    if request.person.is_guest:
        raise Forbidden(_("You need an account to enter a tournament."), code="needs_account")


def _check_not_out(request: EntryRequest) -> None:
    if request.entry is not None and request.entry.is_out:
        raise Forbidden(_("You can no longer enter this tournament."), code="is_out")


def _check_takes_entries(request: EntryRequest) -> None:
    if not is_open_for_entries(request.tournament):
        raise Conflict(
            _("This tournament has already started. You can no longer enter it.")
            if request.tournament.is_running
            else _("This tournament is over."),
            code="contest_moved",
        )


def _check_invited(request: EntryRequest) -> None:
    if request.needs_invitation and request.entry is None:
        raise Forbidden(
            _("Only people invited by the organiser can enter this tournament."),
            code="not_invited",
        )


def _check_open_tables_uninvited(request: EntryRequest) -> None:
    if not request.needs_invitation:
        check_open_tables(request)


def _check_requirements(request: EntryRequest) -> None:
    asks = requirements.Requirements.of(request.tournament.requirements)
    if request.needs_invitation or not asks:
        return
    person, game = request.person.pk, request.tournament.game
    mine = requirements.requirement_values([(person, game)])[person, game]
    if any(asks.find_unmet(mine, is_followed=True)):
        raise Forbidden(
            _("This tournament requires %(asks)s. Your rating in %(game)s is %(mine)s.")
            % {"asks": asks.text, "game": presenter(game).name(), "mine": mine.rating_text},
            code="not_asked_for",
        )


def _check_accepts_invitations(request: EntryRequest) -> None:
    assert request.inviter is not None
    check_can_invite(request.inviter, request.person)


def _check_membership(request: EntryRequest) -> None:
    club = request.tournament.club_id
    if club is None:
        return
    if not Membership.objects.filter(club=club, user=request.person).exists():
        raise Invalid(
            _("Only members of its club can enter this tournament."),
            field="name",
            code="bad_contest",
        )


ENTER = Way(
    "enter",
    (
        _check_account,
        check_no_bot,
        _check_not_out,
        _check_takes_entries,
        check_moderation,
        _check_invited,
        _check_open_tables_uninvited,
        _check_requirements,
    ),
)
INVITE = Way(  # with an inviter
    "invite_to_tournament", (_check_takes_entries, _check_accepts_invitations, _check_membership)
)
