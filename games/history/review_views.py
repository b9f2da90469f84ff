"""The page of a review."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.errors import ActionError
from portal.http.client_identity import client_key

from ..boards import presenter
from ..table.access import seat_of_user
from ..table.session.loader import seats_of
from ..table.views.pages import get_visible_table
from ..table.views.result import has_review
from . import review_jobs


@require_http_methods(["GET", "HEAD", "POST"])
def review_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the review of a match to everyone who may see the match; a POST requests it."""
    table = get_visible_table(request, key)
    if not has_review(table):
        raise Http404(_("There is no review of this match."))
    refused = None
    if request.method == "POST":
        try:
            review_jobs.request_review(table, request.user.pk or client_key(request.META))
            return redirect("games:review", key)
        except ActionError as error:
            refused = error
    seats = seats_of(table)
    context = {
        "table": table,
        "presenter": presenter(table.game),
        "review": review_jobs.review_data(table, seats),
        "can_solve": seat_of_user(seats, request.user) is not None
        and bool(review_jobs.sure_turning_points(table)),
        "minutes": review_jobs.MINUTES,
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "games/history/review.html", context, status=status)
