"""The page on which people declare that they live together."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.nicknames import name_lookup
from accounts.requests import authenticated_user
from portal.http.refusals import refusal_as_message

from ..models import HouseholdDeclaration
from . import household_declarations
from .household_declarations import SHORTEST, partner_of


@login_required
@require_safe
def my_households(request: HttpRequest) -> HttpResponse:
    """List my household and the open requests, with a form that asks another person."""
    user, now = authenticated_user(request), timezone.now()
    partners: list[tuple[HouseholdDeclaration, User, datetime | None]] = []
    received: list[tuple[HouseholdDeclaration, User]] = []
    sent: list[tuple[HouseholdDeclaration, User]] = []
    for one in household_declarations.declarations_of(user, now):
        other = partner_of(user, one)
        if one.accepted_at is not None:
            until = one.accepted_at + SHORTEST
            partners.append((one, other, until if now < until else None))
        else:
            (sent if one.asked_by_id == user.pk else received).append((one, other))
    found = {"partners": partners, "received": received, "sent": sent}
    return render(request, "games/social/households.html", found)


@login_required
@require_POST
def declare(request: HttpRequest) -> HttpResponse:
    """Ask the person whose name was typed, or accept if they have asked."""
    name = request.POST.get("name", "").strip()
    other = User.objects.filter(name_lookup(name), is_active=True, guest_network="").first()
    if other is None:
        messages.error(request, _("There is no account with this name."))
        return redirect("games:households")
    with refusal_as_message(request):
        declaration = household_declarations.declare_household(
            authenticated_user(request), other, timezone.now()
        )
        if declaration.accepted_at is None:
            said = _("We have asked %(name)s to confirm.")
        else:
            said = _("You and %(name)s live in one household.")
        messages.success(request, said % {"name": other.display_name})
    return redirect("games:households")


@login_required
@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a request."""
    with refusal_as_message(request):
        other = household_declarations.accept_household(
            authenticated_user(request), pk, timezone.now()
        )
        said = _("You and %(name)s live in one household.")
        messages.success(request, said % {"name": other.display_name})
    return redirect("games:households")


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a declaration, decline a request or withdraw it."""
    with refusal_as_message(request):
        other = household_declarations.end_household(
            authenticated_user(request), pk, timezone.now()
        )
        said = _("No household with %(name)s is declared any more.")
        messages.success(request, said % {"name": other.display_name})
    return redirect("games:households")
