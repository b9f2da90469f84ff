"""Warnings for the owner about missing environment settings, until they are fixed or hidden."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .configuration import get_site

MAIL, ADDRESS = "mail", "address"
LOCAL_MAIL_BACKENDS = tuple(
    f"django.core.mail.backends.{kind}" for kind in ("filebased", "console", "dummy")
)


@dataclass(frozen=True)
class SetupWarning:
    """Something that does not work yet, and the remedy."""

    key: str
    text: str | Promise
    remedy: str | Promise


WARNINGS = {
    MAIL: SetupWarning(
        MAIL,
        _("This site cannot send mail: nobody can confirm an address or set a new password."),
        _("Set EMAIL_URL in the environment and start the site again."),
    ),
    ADDRESS: SetupWarning(
        ADDRESS,
        _("Links in e-mails and invitations lead to an address that only this machine can open."),
        _("Set SITE_URL in the environment to the address people use, and start the site again."),
    ),
}


def can_send_mail() -> bool:
    """Whether mails leave this machine."""
    return not settings.EMAIL_BACKEND.startswith(LOCAL_MAIL_BACKENDS)


def has_public_address() -> bool:
    """Whether other machines can open the address in links."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost" and not host.endswith(".localhost")


def setup_warnings() -> list[SetupWarning]:
    """Return the current warnings that the owner has not hidden."""
    wrong = {MAIL: not can_send_mail(), ADDRESS: not has_public_address()}
    hidden = get_site().hidden_warnings
    return [WARNINGS[key] for key, is_wrong in wrong.items() if is_wrong and key not in hidden]
