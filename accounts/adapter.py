"""The allauth adapter: how sign-up, login and mails of the site differ from allauth's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.errors import ActionError
from portal.http.client_identity import client_address, client_key

from . import known_devices, nicknames, sign_ins, signup_policy
from .models import User
from .site import configuration
from .time_zones import visitor_zone

RATE_LIMIT_APP = "allauth.account"
UNKNOWN_DEVICE_LIMIT = "login_failed_strangers"


# Error messages of allauth, in the words of the site.
MESSAGES = {
    "duplicate_email": gettext_lazy("This is already your e-mail address."),
    "email_password_mismatch": gettext_lazy("The e-mail address or the password is wrong."),
    "email_taken": gettext_lazy("Another account has this e-mail address."),
    "enter_current_password": gettext_lazy("This is not your current password."),
    "incorrect_password": gettext_lazy("The password is wrong."),
    "invalid_password_reset": gettext_lazy("This link has expired. Ask for a new one."),
    "rate_limited": gettext_lazy("Too many attempts. Try again in a few minutes."),
    "same_as_current": gettext_lazy("You already have this. Enter something else."),
    "too_many_login_attempts": gettext_lazy(
        "Too many failed sign-ins. Try again in a few minutes."
    ),
    "username_password_mismatch": gettext_lazy("The name or the password is wrong."),
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | MESSAGES

    # access

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client address for mails, the list of sign-ins and allauth's rate limits.

        An IPv6 address counts as its /64 network.

        Raises:
            PermissionDenied: the request has no address.
        """
        address = client_address(request.META)
        if address is None:
            raise PermissionDenied("The request has no address.")
        return str(address)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return signup_policy.check_admission(request).is_allowed

    def pre_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse | None:
        """Let users who await approval confirm their address; they cannot sign in."""
        if user.is_pending_approval and not EmailAddress.objects.filter(user=user, verified=True):
            return None
        response: HttpResponse | None = super().pre_login(request, user, **details)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        if user.is_pending_approval:
            return redirect("accounts:waiting")
        return super().respond_user_inactive(request, user)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, unless the account awaits approval; note whether the device is new to it.

        The check for a new device runs first, because the login sets `last_login`. Users who
        have just confirmed their address come here without `pre_login`.

        Raises:
            ImmediateHttpResponse: a redirect, because the account awaits approval.
        """
        if user.is_pending_approval:
            raise ImmediateHttpResponse(redirect("accounts:waiting"))
        self._is_new_device = user.last_login is not None and not known_devices.find_known_device(
            request, user.username
        )
        super().login(request, user)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new user with the language of the page and the time zone of the browser.

        Raises:
            ImmediateHttpResponse: a redirect to the form, because sign-up is not allowed, or the
                name or a similar one was taken, or the invitation used up, in the meantime.
        """
        admission = signup_policy.check_admission(request)
        if not admission.is_allowed:
            raise ImmediateHttpResponse(redirect("account_signup"))
        admission.mark(user, timezone.now())
        user.is_active = not user.is_pending_approval
        user.language = translation.get_language() or ""
        user.time_zone = visitor_zone(request) or user.time_zone
        try:
            with transaction.atomic():
                given = form.cleaned_data
                nicknames.assign_names(
                    user, nicknames.Names(given["username"], given["shown_name"])
                )
                saved: User = super().save_user(request, user, form, commit)
                admission.accept(saved)
                return saved
        except ActionError as refused:
            messages.error(request, refused.message)
            raise ImmediateHttpResponse(redirect("account_signup")) from refused
        except IntegrityError as error:
            messages.error(request, self.error_messages["username_taken"])
            raise ImmediateHttpResponse(redirect("account_signup")) from error

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name, unless it is taken or looks like another user's name.

        Raises:
            ValidationError: the name is taken.
        """
        name = str(super().clean_username(username, shallow=shallow))
        if not shallow and nicknames.is_name_taken(name):
            raise self.validation_error("username_taken")
        return name

    # mails

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Render a mail with the site's own name and address.

        Links use `SITE_URL`, because a sender can put any host into a request.
        """
        links = {
            name: _absolute_url(link) for name, link in context.items() if name.endswith("_url")
        }
        home = urlsplit(settings.SITE_URL).netloc
        site = SimpleNamespace(domain=home, name=home)
        named = {"current_site": site, "site_name": configuration.get_site().name}
        return super().render_mail(template_prefix, email, {**context, **links, **named}, headers)

    # failed logins

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key that counts failures: one login name on one known device or from one address."""
        login = _login_name(credentials)
        place = known_devices.find_known_device(request, login) or client_key(request.META)
        return f"{login}:{place}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        self._unknown_device_usage = None
        login = _login_name(credentials)
        if known_devices.find_known_device(request, login):
            return
        self._unknown_device_usage = ratelimit.consume(
            request, app=RATE_LIMIT_APP, action=UNKNOWN_DEVICE_LIMIT, key=login
        )
        if not self._unknown_device_usage:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if self._unknown_device_usage:
            self._unknown_device_usage.rollback()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Clear the counters of failures after a user has set a new password from our mail."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        logins = [_login_name(credentials)]
        people = User.objects.filter(email__iexact=credentials.get("email") or "")
        logins += [name.lower() for name in people.values_list("username", flat=True)]
        for login in logins:
            ratelimit.clear(request, app=RATE_LIMIT_APP, action=UNKNOWN_DEVICE_LIMIT, key=login)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        descriptions = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        methods = super().get_reauthentication_methods(user)
        for method in methods:
            method["description"] = descriptions.get(method["id"], method["description"])
        return methods

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        response = super().post_login(request, user, **details)
        known_devices.remember_device(request, response, user)
        if self._is_new_device:
            sign_ins.send_new_device_mail(request, user)
        return response


def _login_name(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").lower()


def _absolute_url(link: str) -> str:
    parts = urlsplit(link)
    return settings.SITE_URL + parts._replace(scheme="", netloc="").geturl()
