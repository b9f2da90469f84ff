"""Pages of blocking."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from ..people.views import found
from ..table.access import person
from ..table.refusals import Refused
from . import blocking


@login_required
@require_GET
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom I block."""
    people = blocking.blocked_by(person(request))
    return render(request, "games/peace/blocked.html", {"blocked": people})


@login_required
@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Block this person, or (`block` is 0) no more."""
    other, user = found(username), person(request)
    if request.POST.get("block") == "0":
        blocking.unblock(user, other)
        messages.success(request, _("You do not block %(name)s any more.") % {"name": other})
    else:
        try:
            blocking.block(user, other)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, _("You block %(name)s. Only you know.") % {"name": other})
    return redirect("games:blocked" if request.POST.get("from") == "list" else other)
