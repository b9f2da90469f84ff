"""The page behind the link in every mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from ..outbox.channels import CHANNELS
from ..outbox.events import EVENTS
from . import unsubscribing


@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop one kind of notice: the signed link is the permission (one press, no login)."""
    kind = unsubscribing.read(token)
    if kind is None:
        raise Http404(_("This link is not valid."))
    if request.method == "POST":
        unsubscribing.stop(kind)
    event = EVENTS.get(kind.event)
    context = {
        "done": request.method == "POST",
        "event": _("The daily digest") if event is None else event.label,
        "channel": CHANNELS[kind.channel].label,
    }
    return render(request, "games/unsubscribe.html", context)
