"""The API's views of proposals: what all people who play at a table must agree to."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from portal.errors import Conflict, Forbidden

from ..models import Proposal, Seat, Table
from ..table.access import seat_of_user
from ..table.agreements import actions, kinds
from ..table.agreements.panel import ProposalPanel, describe_proposal
from ..table.agreements.texts import clock_of, proposal_text, until_of
from ..table.session.loader import seats_of, try_load_match
from ..table.session.pending_change import PendingChange
from ..time_controls import PRESETS, TimeControl
from . import serializers as shapes
from .lookups import authenticated_user, get_table, validated_data
from .object_serializer import ObjectSerializer
from .responses import responds_with
from .visible_tables import VisibleTable, requested_table

LISTED = 20  # earlier proposals in the response


class ProposalInputSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=Proposal.Kind.choices)
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="pause: its end, at most 60 days ahead; clock: when the usual one returns",
    )
    clock = serializers.ChoiceField(
        choices=[preset.key for preset in PRESETS], required=False, allow_null=True
    )
    fixed_hour = shapes.FixedHourSerializer(
        required=False, allow_null=True, help_text="instead of a preset: turns are due at it"
    )
    text = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=actions.LONGEST_TEXT,
        help_text="a message to the players",
    )


class ProposalVoteSerializer(serializers.Serializer):
    agrees = serializers.BooleanField()


class OpenProposalSerializer(ObjectSerializer):
    id = serializers.IntegerField(source="row.pk")
    kind = serializers.ChoiceField(source="row.kind", choices=Proposal.Kind.choices)
    seat = serializers.IntegerField(source="row.seat", help_text="the seat that proposes")
    outcome = serializers.ChoiceField(source="row.outcome", choices=Proposal.Outcome.choices)
    what = serializers.CharField(help_text="what is proposed, in words")
    until = serializers.DateTimeField(allow_null=True)
    clock = shapes.ClockSerializer(allow_null=True)
    text = serializers.CharField(help_text="the message to the players, or empty")
    created_at = serializers.DateTimeField(source="row.created_at")
    expires_at = serializers.DateTimeField(source="row.expires_at")
    ended_at = serializers.DateTimeField(source="row.ended_at", allow_null=True)
    agreed = serializers.ListField(
        child=serializers.CharField(), help_text="names; empty when it is over"
    )
    silent = serializers.ListField(
        child=serializers.CharField(), help_text="names of those who must still answer"
    )
    is_mine = serializers.BooleanField()
    is_asked = serializers.BooleanField(help_text="whether I must still answer")


class PossibleKindSerializer(ObjectSerializer):
    kind = serializers.ChoiceField(choices=Proposal.Kind.choices)
    reason = serializers.CharField(help_text="why I cannot propose it now, or empty")


class ProposalsSerializer(ObjectSerializer):
    paused_until = serializers.DateTimeField(source="table.paused_until", allow_null=True)
    clock_returns_at = serializers.DateTimeField(
        source="table.clock_returns_at",
        allow_null=True,
        help_text="when the usual clock returns",
    )
    open = OpenProposalSerializer(allow_null=True)
    earlier = OpenProposalSerializer(many=True, help_text="newest first")
    kinds = PossibleKindSerializer(many=True)


class VisibleProposal(NamedTuple):
    """A proposal as one player sees it; `panel` only while it is open."""

    row: Proposal
    panel: ProposalPanel | None
    reader: User

    def what(self) -> str:
        return proposal_text(self.row.kind, self.row.terms)

    def until(self) -> datetime | None:
        return until_of(self.row.terms)

    def clock(self) -> TimeControl | None:
        return clock_of(self.row.terms) if "bank" in self.row.terms else None

    def text(self) -> str:
        panel = self.panel
        if panel is None or panel.message is None or panel.is_folded:
            return ""
        return panel.message.text

    def agreed(self) -> list[str]:
        return [] if self.panel is None else list(self.panel.agreed)

    def silent(self) -> list[str]:
        return [] if self.panel is None else list(self.panel.silent)

    def is_mine(self) -> bool:
        return self.row.user_id == self.reader.pk

    def is_asked(self) -> bool:
        return self.panel is not None and self.panel.is_asked


class PossibleKind(NamedTuple):
    kind: str
    reason: str


class TableProposals(NamedTuple):
    """The proposals of a table as one of its players sees them."""

    table: Table
    open: VisibleProposal | None
    earlier: list[VisibleProposal]
    kinds: list[PossibleKind]

    @classmethod
    def of(cls, table: Table, user: User) -> TableProposals:
        """Return the proposals.

        Raises:
            Forbidden: the person does not play there.
        """
        seats = seats_of(table)
        seat = _require_seat(seats, user)
        now = timezone.now()
        row = actions.open_proposal(table)
        panel = None if row is None else describe_proposal(row, table, seats, seat, now)
        change = PendingChange(table, seats, try_load_match(table), now)
        over = table.proposals.exclude(outcome=Proposal.Outcome.OPEN)[:LISTED]
        return cls(
            table,
            None if row is None else VisibleProposal(row, panel, user),
            [VisibleProposal(one, None, user) for one in over],
            [
                PossibleKind(kind, found.unavailable_reason(change, seat))
                for kind, found in kinds.KINDS.items()
            ],
        )


def _require_seat(seats: list[Seat], user: User) -> Seat:
    seat = seat_of_user(seats, user)
    if seat is None or seat.bot:
        raise Forbidden("You do not play at this table.", code="not_your_seat")
    return seat


def _requested_proposals(request: Request, key: str) -> TableProposals:
    """Return the proposals of a running table for the user who plays there."""
    table = get_table(request, key)
    if not table.is_running:
        raise Conflict("This table is not running.", code="not_running")
    return TableProposals.of(table, authenticated_user(request))


class Proposals(APIView):
    """What is proposed at a table, what was, and what I can propose; only for its players."""

    permission_classes = [IsAuthenticated]

    @responds_with(ProposalsSerializer, operation_id="table_proposals")
    def get(self, request: Request, key: str) -> TableProposals:
        return _requested_proposals(request, key)

    @responds_with(
        shapes.VisibleTableSerializer, ProposalInputSerializer, operation_id="table_propose"
    )
    def post(self, request: Request, key: str) -> VisibleTable:
        """Propose something to the other players. It is done at once if nobody else is asked."""
        data = validated_data(request, ProposalInputSerializer)
        given = {"until": data.get("until"), "clock": shapes.selected_clock(data)}
        get_table(request, key)
        actions.propose(key, authenticated_user(request), data["kind"], given, data["text"])
        return requested_table(request, key)


class ProposalVote(APIView):
    """Agree to the open proposal or decline it; declining my own withdraws it."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, ProposalVoteSerializer, operation_id="table_vote")
    def post(self, request: Request, key: str, pk: int) -> VisibleTable:
        agrees = validated_data(request, ProposalVoteSerializer)["agrees"]
        get_table(request, key)
        actions.answer(key, authenticated_user(request), pk, agrees=agrees)
        return requested_table(request, key)


class ProposalDetail(APIView):
    """Withdraw my open proposal."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, operation_id="table_withdraw_proposal")
    def delete(self, request: Request, key: str, pk: int) -> VisibleTable:
        get_table(request, key)
        actions.withdraw(key, authenticated_user(request), pk)
        return requested_table(request, key)
