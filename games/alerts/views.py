"""The page of a person's alerts."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.http.refusals import refusal_as_message

from ..boards import presenter
from . import searches
from .models import Alert


@login_required
@require_safe
def my_alerts(request: HttpRequest) -> HttpResponse:
    """List my alerts, with a form for one about tournaments."""
    alerts = [
        (alert, searches.describe(alert), searches.path_of(alert))
        for alert in searches.alerts_of(authenticated_user(request))
    ]
    games = [(key, presenter(key).name()) for key in rules.catalogue()]
    return render(request, "alerts/my_alerts.html", {"alerts": alerts, "games": games})


@login_required
@require_POST
def add_alert(request: HttpRequest) -> HttpResponse:
    """Add an alert: about tables by the filters of the lobby, or about tournaments of a game."""
    kind = request.POST.get("kind", "")
    query = request.POST.get("query", "")
    if kind == Alert.Kind.TOURNAMENTS:
        query = f"game={request.POST.get('game', '')}"
    with refusal_as_message(request):
        alert, is_new = searches.create_alert(authenticated_user(request), kind, query)
        said = _("Alert added: %(what)s") if is_new else _("You already have this alert: %(what)s")
        messages.success(request, said % {"what": searches.describe(alert)})
    return redirect("games:alerts")


@login_required
@require_POST
def delete_alert(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an alert of mine."""
    if not searches.delete_alert(authenticated_user(request), pk):
        raise Http404(_("You have no such alert."))
    messages.success(request, _("Alert deleted."))
    return redirect("games:alerts")
