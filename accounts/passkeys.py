"""Passkeys: a way to sign in beside the password, with which a guest can also become an account.

The ceremonies and the stored authenticators are allauth's. A passkey verifies the person, so a
sign-in with it needs no second factor. Users with a passkey can still sign in with their password
alone.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .models import User
from .site.configuration import get_site

MOST = 10  # passkeys of one user


class MFAAdapter(DefaultMFAAdapter):
    """`MFA_ADAPTER`."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": gettext_lazy("Set up an authenticator app first."),
        "incorrect_code": gettext_lazy("The code is wrong. Enter the one that the app shows now."),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
    }

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """Whether a second factor is required: only with an authenticator app, not passkeys."""
        if types is None or len(types) > 1:
            types = {*(types or Authenticator.Type)} - {Authenticator.Type.WEBAUTHN}
        return super().is_mfa_enabled(user, types)

    def get_totp_issuer(self) -> str:
        """Return the name under which authenticator apps list the account."""
        return get_site().name

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": settings.PASSKEY_HOST, "name": get_site().name}

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """Return the name under which devices list the passkey, without the e-mail address."""
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}


def is_available(request: HttpRequest) -> bool:
    """Whether browsers support passkeys on the request's host, which must not be an IP address."""
    host, ours = request.get_host().partition(":")[0], settings.PASSKEY_HOST
    return _is_host_name(ours) and (host == ours or host.endswith(f".{ours}"))


def _is_host_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return bool(host)
    return False


def list_passkeys(user: User) -> list[Authenticator]:
    """Return the user's passkeys, oldest first."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return list(found.order_by("pk"))


def verify_registration(credential: Any) -> Any:
    """Verify and return the credential that a browser created for this session.

    Raises:
        ValidationError: it does not answer this session's options, or the user was not verified.
    """
    try:
        auth.parse_registration_response(credential)
        made = auth.complete_registration(credential)
    except Exception as error:  # the libraries raise many kinds of errors on malformed input
        raise ValidationError(_unreadable_message()) from error
    if not made.is_user_verified():
        raise ValidationError(_unreadable_message())
    return credential


def verify_authentication(user: User | None, credential: Any) -> Authenticator:
    """Return the passkey that a browser has used: of this user, or of the user that it names.

    Raises:
        ValidationError: the user has no such passkey, or it does not answer the session's options.
    """
    try:
        auth.parse_authentication_response(credential)
        whose = user or auth.extract_user_from_response(credential)
        return auth.complete_authentication(whose, credential)
    except Exception as error:  # as above
        raise ValidationError(_("This passkey is not registered here.")) from error


def _unreadable_message() -> str:
    return _("The passkey could not be read. Please try again.")


def add_passkey(user: User, name: str, credential: Any) -> None:
    auth.WebAuthn.add(
        user, name or _("Passkey %(n)s") % {"n": len(list_passkeys(user)) + 1}, credential
    )


def is_last_sign_in_method(user: User) -> bool:
    """Whether a user without a password has only one passkey left."""
    return not user.has_usable_password() and len(list_passkeys(user)) == 1


def send_passkey_mail(event: str, user: User) -> None:
    """Mail the owner of an account about a passkey, in case somebody else changed it."""
    get_adapter().send_notification_mail(f"account/email/passkey_{event}", user)
