"""The page on which players make proposals, and their answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.requests import authenticated_user
from portal.errors import ActionError

from ...availability.fixed_hour_forms import CLOCK_CHOICES
from ...boards import presenter
from ...models import Proposal, Seat, Table
from ...ratings import participation
from ...time_controls import PRESET_KEYS
from ..access import seat_of_user
from ..session.loader import seats_of, try_load_match
from ..session.pending_change import PendingChange
from ..views.pages import get_visible_table
from . import actions, kinds
from .forms import ProposalForm
from .panel import proposal_panel, proposer_name
from .texts import consequence_text, proposal_text

LISTED = 10  # earlier proposals on the page


class KindSection(NamedTuple):
    """A kind on the page: what it does, and why it is not possible ("" if it is)."""

    key: str
    label: str
    consequence: str
    unavailable: str
    has_date: bool
    has_clock: bool


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def proposals_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show what can be proposed at a table and what was; a POST proposes it."""
    table = get_visible_table(request, key)
    seats = seats_of(table) if table.is_running else []
    seat = seat_of_user(seats, request.user)
    if seat is None or seat.bot:
        raise Http404(_("You do not play at this table."))
    zone = authenticated_user(request).time_zone
    if request.method != "POST":
        return _render(request, table, seats, seat, ProposalForm(initial={"hour_zone": zone}))
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _render(request, table, seats, seat, form, _first_error(form), 422)
    data = form.cleaned_data
    user = authenticated_user(request)
    try:
        actions.propose(key, user, data["kind"], form.terms(), data["text"])
    except ActionError as refused:
        return _render(request, table, seats, seat, form, refused.message, refused.status)
    messages.success(request, _("Your proposal is made."))
    return redirect(table.get_absolute_url())


def _first_error(form: ProposalForm) -> str:
    return str(next(iter(form.errors.values()))[0])


def _render(
    request: HttpRequest,
    table: Table,
    seats: list[Seat],
    seat: Seat,
    form: ProposalForm,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    over = table.proposals.exclude(outcome=Proposal.Outcome.OPEN)
    earlier = over.select_related("user")[:LISTED]
    context: dict[str, Any] = {
        "table": table,
        "presenter": presenter(table.game),
        "form": form,
        "refused": refused,
        "chosen": form.data.get("kind", ""),
        "sections": list(_sections(table, seats, seat)),
        "clocks": [one for one in CLOCK_CHOICES if one[0] != PRESET_KEYS.get(table.clock)],
        "open": proposal_panel(table, seats, seat, now),
        "longest": actions.LONGEST_TEXT,
        "earlier": [
            (one, proposer_name(one, table, seats), proposal_text(one.kind, one.terms))
            for one in earlier
        ],
    }
    return render(request, "games/table/proposals_page.html", context, status=status)


def _sections(table: Table, seats: list[Seat], seat: Seat) -> list[KindSection]:
    change = PendingChange(table, seats, try_load_match(table), timezone.now())
    least = participation.required_moves(table)
    return [
        KindSection(
            kind,
            str(Proposal.Kind(kind).label),
            consequence_text(kind, least),
            found.unavailable_reason(change, seat),
            kind in (Proposal.Kind.PAUSE, Proposal.Kind.CLOCK),
            kind == Proposal.Kind.CLOCK,
        )
        for kind, found in kinds.KINDS.items()
        if kind != Proposal.Kind.CONTINUE or table.paused_until is not None
    ]
