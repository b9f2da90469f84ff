"""Passkeys: a way in of its own beside the password, by which a guest can become an account, too.

The ceremonies are allauth's, and what is kept are its authenticators. A passkey proves that its
person is there, so nobody who comes in by one is asked for a code besides; and who has one may
still come in by their password alone.
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

MOST = 10  # of one person


class MFAAdapter(DefaultMFAAdapter):
    """`MFA_ADAPTER`."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": gettext_lazy("Set up an authenticator app first."),
        "incorrect_code": gettext_lazy("The code is wrong. Enter the one that the app shows now."),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
    }

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """A second step is asked of who has an app with codes, not of who has a passkey."""
        if types is None or len(types) > 1:
            types = {*(types or Authenticator.Type)} - {Authenticator.Type.WEBAUTHN}
        return super().is_mfa_enabled(user, types)

    def get_totp_issuer(self) -> str:
        """Apps with codes list the account below this."""
        return get_site().name

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": settings.PASSKEY_HOST, "name": get_site().name}

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """Devices list their passkeys by this name: no address stands there."""
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}


def is_available(request: HttpRequest) -> bool:
    """Whether browsers have passkeys for the host by which the site is asked; no number has any."""
    host, ours = request.get_host().partition(":")[0], settings.PASSKEY_HOST
    return _is_host_name(ours) and (host == ours or host.endswith(f".{ours}"))


def _is_host_name(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return bool(host)
    return False


def list_passkeys(user: User) -> list[Authenticator]:
    """Somebody's passkeys, the first one first."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return list(found.order_by("pk"))


def verify_registration(credential: Any) -> Any:
    """What a browser has made when this session asked for a passkey.

    Raises:
        ValidationError: it is no answer to that, or nobody has proved to be there.
    """
    try:
        auth.parse_registration_response(credential)
        made = auth.complete_registration(credential)
    except Exception as error:  # whatever the libraries stumble over in what strangers send
        raise ValidationError(_unreadable_message()) from error
    if not made.is_user_verified():
        raise ValidationError(_unreadable_message())
    return credential


def verify_authentication(user: User | None, credential: Any) -> Authenticator:
    """The passkey that a browser has answered with: of this person, or of whoever it says.

    Raises:
        ValidationError: it is not one that they have, or no answer to what was asked.
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
    """Whether somebody without a password would have no way in without one of their passkeys."""
    return not user.has_usable_password() and len(list_passkeys(user)) == 1


def send_passkey_mail(event: str, user: User) -> None:
    """A mail to whoever owns the account, in case it was not they."""
    get_adapter().send_notification_mail(f"account/email/passkey_{event}", user)
