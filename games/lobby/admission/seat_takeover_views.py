"""Pages of seat takeover: the vacant seats of a table, taking one over, offering one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import InvalidInputError, parse_whole_number

from ...models import Table
from ...table.actions import seat_offers
from ...table.errors import MatchLoadError
from ...table.views.pages import get_visible_table
from . import seat_takeover


def take_over_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the vacant seats of a running match; a POST takes one over."""
    table = get_visible_table(request, key)
    problem, status = "", 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            number = parse_whole_number(request.POST.get("seat", ""), "seat")
            taken = seat_takeover.take_over(key, authenticated_user(request), number)
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except InvalidInputError as refused:
            problem, status = refused.message, 422
        except ActionError as refused:
            problem, status = refused.message, refused.status
        else:
            messages.success(request, _("You have taken over the seat. Good luck!"))
            return redirect(taken)
        table = get_visible_table(request, key)
    context = {**_page_context(request, table), "table": table}
    if problem:
        context["problem"] = problem
    return render(request, "lobby/seat_takeover.html", context, status=status)


def _page_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    try:
        takeover = seat_takeover.build_takeover(table)
    except MatchLoadError as held:
        return {"takeover": None, "problem": held.message, "vacancies": ()}
    vacancies, problem = takeover.vacancies, ""
    if request.user.is_authenticated:
        found = seat_takeover.find_takeover_eligibility(takeover, authenticated_user(request))
        problem = found.text if vacancies else ""
        if found.code == "seat_taken":
            vacancies, problem = (), ""
    return {"takeover": takeover, "vacancies": vacancies, "problem": problem}


def _offer_action(act: Callable[[str, Any], Table], text: Callable[[], str]) -> Any:
    @require_POST
    def view(request: HttpRequest, key: str) -> HttpResponse:
        get_visible_table(request, key)
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            act(key, authenticated_user(request))
        except ActionError as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, text())
        return redirect("games:table", key)

    return view


offer = _offer_action(
    seat_offers.offer_seat,
    lambda: _("Your seat is offered. You play on until someone takes it over."),
)
withdraw = _offer_action(
    seat_offers.withdraw_seat, lambda: _("Your seat is no longer offered to others.")
)
