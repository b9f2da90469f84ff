"""A test mail, and the mail server's response to it."""

from __future__ import annotations

from smtplib import SMTPException, SMTPResponseException

from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

LONGEST = 500


def send_test_mail(address: str) -> str:
    """Send a test mail and return the result in words; each step ends within `EMAIL_TIMEOUT`."""
    mail = EmailMessage(_("A test e-mail"), _("Mail works."), to=[address])
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        return _("The mail server refused: %(why)s") % {"why": _error_text(error)[:LONGEST]}
    return _("Passed to the mail server for %(address)s.") % {"address": address}


def _error_text(error: Exception) -> str:
    if not isinstance(error, SMTPResponseException):
        return str(error) or type(error).__name__
    words = error.smtp_error
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{error.smtp_code} {text}"
