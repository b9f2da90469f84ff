"""The page behind the link in every mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts.models import User

from . import mails


@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails "it is your turn": the signed link is the permission (one click, no login)."""
    user_id = mails.unsubscriber(token)
    if user_id is None:
        raise Http404(_("This link is not valid."))
    if request.method == "POST":
        User.objects.filter(pk=user_id).update(mail_turn=False)
    return render(request, "games/unsubscribe.html", {"done": request.method == "POST"})
