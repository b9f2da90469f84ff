"""The open proposal as one player sees it, on the table's page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from ...models import Message, Proposal, Seat, Table
from ...ratings import participation
from ..blocking import has_blocked
from .actions import open_proposal, silent_seats, voting_seats
from .texts import consequence_text, proposal_text


class ProposalPanel(NamedTuple):
    """The open proposal of a table.

    Attributes:
        pk: its id.
        by: the name of the person who proposes.
        what: what they propose, as a noun phrase.
        consequence: what happens if everyone agrees.
        message: their message to the players, if it may be shown.
        is_folded: whether the reader has blocked its author.
        agreed: the names of those who agree.
        silent: the names of those who have not answered.
        expires_at: until when they can answer.
        is_mine: whether the reader made it.
        is_asked: whether the reader must still answer.
    """

    pk: int
    by: str
    what: str
    consequence: str
    message: Message | None
    is_folded: bool
    agreed: tuple[str, ...]
    silent: tuple[str, ...]
    expires_at: datetime
    is_mine: bool
    is_asked: bool


def proposal_panel(
    table: Table, seats: Sequence[Seat], seat: Seat | None, now: datetime
) -> ProposalPanel | None:
    """Return the open proposal for a person who plays there; None for everyone else."""
    if seat is None or seat.bot or not table.has_proposal:
        return None
    proposal = open_proposal(table)
    if proposal is None:
        return None
    return describe_proposal(proposal, table, seats, seat, now)


def proposer_name(proposal: Proposal, table: Table, seats: Sequence[Seat]) -> str:
    """Return the name of the person who made a proposal, or of their seat."""
    return seats[proposal.seat].name if table.is_anonymous else proposal.user.display_name


def describe_proposal(
    proposal: Proposal, table: Table, seats: Sequence[Seat], seat: Seat, now: datetime
) -> ProposalPanel:
    """Return a proposal as the person of this seat sees it."""
    silent = silent_seats(proposal, table, seats, now)
    agreed = [one for one in voting_seats(table, seats) if one not in silent]
    message, user = proposal.message, seat.user
    is_own = seat.user_id == proposal.user_id
    assert user is not None
    return ProposalPanel(
        pk=proposal.pk,
        by=proposer_name(proposal, table, seats),
        what=proposal_text(proposal.kind, proposal.terms),
        consequence=consequence_text(proposal.kind, participation.required_moves(table)),
        message=message if message is not None and message.hidden_at is None else None,
        is_folded=message is not None
        and not is_own
        and not table.is_anonymous
        and has_blocked(user, proposal.user),
        agreed=tuple(one.name for one in agreed),
        silent=tuple(one.name for one in silent),
        expires_at=proposal.expires_at,
        is_mine=is_own,
        is_asked=seat in silent,
    )
