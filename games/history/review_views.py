"""The page of a review."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.http.client import client_key

from ..boards import presenter
from ..table.outcome import has_review
from ..table.reading import seats_of
from ..table.refusals import Refused
from ..table.views import find
from . import reviewing


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """The review of a match for whoever may see the match; sent, it is asked for."""
    table = find(request, key)
    if not has_review(table):
        raise Http404(_("There is no review of this match."))
    refused = None
    if request.method == "POST":
        try:
            reviewing.ask(table, request.user.pk or client_key(request.META))
            return redirect("games:review", key)
        except Refused as error:
            refused = error
    context = {
        "table": table,
        "presenter": presenter(table.game),
        "review": reviewing.told(table, seats_of(table)),
        "minutes": reviewing.MINUTES,
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "games/review.html", context, status=status)
