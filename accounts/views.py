"""Pages of the user's own account: preferences, tokens, guest upgrade, invitation and deletion."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from portal.errors import ActionError

from . import guests, signup_policy
from .adapter import RATE_LIMIT_APP
from .context_processors import THEME_COOKIE
from .deletion import delete_account
from .forms import NAME_TAKEN, DeleteAccountForm, GuestUpgradeForm, PreferencesForm, TokenForm
from .middleware import KNOWN_LANGUAGES
from .models import User
from .site import owner
from .tokens import MAX_TOKENS, create_token, expiry_time

YEAR = 365 * 24 * 3600


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    if request.method != "POST":
        form = PreferencesForm(instance=user)
        return render(request, "accounts/preferences.html", {"form": form})
    try:
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
            form = PreferencesForm(request.POST, instance=user)
            if form.is_valid():
                form.save()
    except IntegrityError:  # the name was taken in the meantime
        form.add_error("called", NAME_TAKEN)
    if form.errors:
        return render(request, "accounts/preferences.html", {"form": form})
    if user.language:
        translation.activate(user.language)
    messages.success(request, _("Preferences saved."))
    return redirect("accounts:preferences")


@login_required
def keyboard_shortcuts(request: HttpRequest) -> HttpResponse:
    """List what each key does: a fragment for the dialog, or a whole page for a link."""
    is_part = request.headers.get("HX-Request") == "true"
    return render(
        request,
        "accounts/keyboard_shortcut_list.html" if is_part else "accounts/keyboard_shortcuts.html",
    )


@never_cache
@login_required
@reauthentication_required
@sensitive_variables("secret")
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens; a POST creates one and shows it this once."""
    user = cast(User, request.user)
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        if user.api_tokens.count() >= MAX_TOKENS:
            form.add_error(
                None, _("You already have the maximum number of tokens. Revoke one first.")
            )
        else:
            given = form.cleaned_data
            until = expiry_time(given["lifetime"], timezone.now())
            _row, secret = create_token(user, given["name"], given["scopes"], until)
            form = TokenForm()
    return render(
        request,
        "accounts/tokens.html",
        {"form": form, "secret": secret, "tokens": user.api_tokens.all()},
    )


@require_POST
@login_required
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    user = cast(User, request.user)
    token = get_object_or_404(user.api_tokens, pk=pk)
    token.delete()
    messages.success(request, _("Token “%(name)s” revoked.") % {"name": token.name})
    return redirect("accounts:tokens")


@never_cache
@login_required
@reauthentication_required
def delete_own_account(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = DeleteAccountForm(user, request.POST or None)
    context = {"form": form, "is_last_owner": owner.is_last_owner(user)}
    if request.method == "POST" and form.is_valid():
        try:
            delete_account(user)
        except owner.LastOwnerError:
            return render(request, "accounts/delete.html", context | {"is_last_owner": True})
        logout(request)
        messages.success(request, _("Your account has been deleted. Thank you for playing."))
        return redirect("home")
    return render(request, "accounts/delete.html", context)


@sensitive_post_parameters("password1")
@never_cache
@login_required
def guest_upgrade(request: HttpRequest) -> HttpResponse:
    """Show the form by which a guest becomes an account, and return to the previous page."""
    guest = cast(User, request.user)
    if not guest.is_guest:
        return _redirect_back(request)
    admission = signup_policy.check_admission(request)
    if not admission.is_allowed:
        return render(request, "account/signup_closed.html")
    form = GuestUpgradeForm(guest, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if too_many := ratelimit.consume_or_429(request, app=RATE_LIMIT_APP, action="signup"):
            return too_many
        try:
            if guests.request_upgrade(
                request, guest, form.cleaned_data, admission, taken=form.is_taken
            ):
                form.add_username_message(request)
                return _redirect_back(request)
        except IntegrityError:
            form.add_error("username", User._meta.get_field("username").error_messages["unique"])
        except ActionError:
            return render(request, "account/signup_closed.html")
        else:
            return redirect("home")
    then = _next_url(request)
    context = {"form": form, "next": then, "admission": admission}
    context |= {
        "asked": guests.pending_upgrade_email(request),
        "is_confirmed": guests.has_confirmed_email(guest),
    }
    return render(request, "accounts/guest_upgrade.html", context)


@never_cache
@login_required
def invite(request: HttpRequest) -> HttpResponse:
    """Show the link by which others may sign up, on sites that require an invitation."""
    user = cast(User, request.user)
    if not signup_policy.can_invite_to_sign_up(user):
        raise Http404
    context = {
        "link": signup_policy.signup_invitation_url(user),
        "left": signup_policy.signup_invitations_left(user),
    }
    return render(request, "accounts/invite.html", context)


def approval_pending(request: HttpRequest) -> HttpResponse:
    return render(request, "account/approval_pending.html")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Set the language in a cookie, and in the preferences of a user who is signed in."""
    language = request.POST.get("language", "")
    response = _redirect_back(request)
    if language in KNOWN_LANGUAGES:
        _save_preference(request, "language", language)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=YEAR,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Set the theme (light, dark or the device's) in a cookie and in the user's preferences."""
    theme = request.POST.get("theme", "")
    response = _redirect_back(request)
    if theme in User.Theme.values:
        _save_preference(request, "theme", theme)
        response.set_cookie(
            THEME_COOKIE,
            theme,
            max_age=YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _save_preference(request: HttpRequest, field: str, value: str) -> None:
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(**{field: value})


def _redirect_back(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the `next` page if it belongs to this site, otherwise to "/"."""
    return HttpResponseRedirect(_next_url(request) or "/")


def _next_url(request: HttpRequest) -> str:
    """Return the `next` page of a request if it belongs to this site, or ""."""
    target = request.POST.get("next", request.GET.get("next", ""))
    own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if own else ""
