"""Views that rename and delete named sets of table settings; the form for new tables lists them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import authenticated_user
from portal.errors import NotFound
from portal.http.refusals import refusal_as_message

from . import saved_settings


@require_POST
@login_required
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Rename one of the user's sets, and show it in the form."""
    user = authenticated_user(request)
    row = saved_settings.get_saved_settings(user, pk)
    with refusal_as_message(request, but=NotFound):
        saved_settings.rename_saved_settings(user, pk, request.POST.get("set_name", ""))
    return redirect(f"{reverse('games:new_of', args=[row.game])}?set={pk}")


@require_POST
@login_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the user's sets."""
    row = saved_settings.delete_saved_settings(authenticated_user(request), pk)
    messages.success(request, _("“%(name)s” has been deleted.") % {"name": row.name})
    return redirect("games:new_of", row.game)
