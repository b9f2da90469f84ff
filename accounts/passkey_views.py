"""Views for passkeys: to sign in, to add and remove them, and to reauthenticate.

A button first asks for the options of a WebAuthn ceremony (static/js/passkeys.js), which the
session stores. The browser's response comes with the form of the page.
"""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.models import Login
from allauth.account.views import BaseReauthenticateView
from allauth.core.internal import ratelimit
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth, flows
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from . import passkeys
from .adapter import RATE_LIMIT_APP
from .forms import PasskeyAnswerForm, PasskeyForm
from .models import User
from .usernames import LONGEST

RATE_LIMIT = "passkey"


@require_POST
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return WebAuthn options: "create" for a guest or member, "get" for visitors and `?get`.

    A guest's options contain the name that they are about to take.
    """
    if too_many := ratelimit.consume_or_429(request, app=RATE_LIMIT_APP, action=RATE_LIMIT):
        return too_many
    user = request.user
    if not isinstance(user, User):
        return JsonResponse({"get": auth.begin_authentication()["publicKey"]})
    if "get" in request.GET:
        return JsonResponse({"get": auth.begin_authentication(user)["publicKey"]})
    if user.is_guest:
        user = User(pk=user.pk, username=request.POST.get("username", "")[:LONGEST])
    return JsonResponse({"create": auth.begin_registration(user, True)["publicKey"]})


@require_POST
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey."""
    if too_many := ratelimit.consume_or_429(request, app=RATE_LIMIT_APP, action=RATE_LIMIT):
        return too_many
    form = PasskeyAnswerForm(None, request.POST)
    if request.user.is_authenticated or not form.is_valid():
        for text in form.non_field_errors():
            messages.error(request, str(text))
        return redirect("account_login")
    passkey = cast(Authenticator, form.passkey)
    return flows.perform_passwordless_login(request, passkey, Login(user=passkey.user))


@never_cache
@login_required
@reauthentication_required
def passkey_list(request: HttpRequest) -> HttpResponse:
    """List the user's passkeys; a POST adds one."""
    user = cast(User, request.user)
    form = PasskeyForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        passkeys.add_passkey(user, form.cleaned_data["name"], form.cleaned_data["credential"])
        passkeys.send_passkey_mail("added", user)
        messages.success(request, _("You can sign in with this passkey now."))
        return redirect("accounts:passkeys")
    shown = {"form": form, "passkeys": passkeys.list_passkeys(user)}
    return render(request, "accounts/passkeys.html", shown)


@require_POST
@login_required
@reauthentication_required
def remove_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    user = cast(User, request.user)
    passkey = get_object_or_404(Authenticator, pk=pk, user=user, type=Authenticator.Type.WEBAUTHN)
    if passkeys.is_last_sign_in_method(user):
        messages.error(request, _("This is your only way to sign in. Set a password first."))
        return redirect("accounts:passkeys")
    name = passkey.data["name"]
    passkey.delete()
    passkeys.send_passkey_mail("removed", user)
    messages.success(request, _("Passkey “%(name)s” removed.") % {"name": name})
    return redirect("accounts:passkeys")


@method_decorator(login_required, name="dispatch")
class PasskeyReauthenticateView(BaseReauthenticateView):
    """Reauthenticate with a passkey."""

    form_class = PasskeyAnswerForm
    template_name = "accounts/passkey_reauthenticate.html"

    def get_form_kwargs(self) -> dict[str, object]:
        return {"user": self.request.user, "data": self.request.POST or None}

    def form_valid(self, form: PasskeyAnswerForm) -> HttpResponse:
        post_authentication(self.request, cast(Authenticator, form.passkey), reauthenticated=True)
        return super().form_valid(form)
