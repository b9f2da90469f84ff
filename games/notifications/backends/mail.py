"""Send notifications by mail: text, the same as plain HTML, and a one-click unsubscribe link."""

from __future__ import annotations

import contextlib
import smtplib
import threading
from email.utils import parseaddr
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import linebreaks
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from accounts.site import configuration
from portal.user_text import isolate

from ..outbox.events import DIGEST
from ..unsubscribe_links import unsubscribe_url
from . import ChannelUnavailableError, DeliveryError, NotificationContent
from .mime import NotificationMail

if TYPE_CHECKING:
    from accounts.models import User

KEY = "mail"
EVENTS_WITH_PICTURE = (
    "turn",
    "reminder",
    "started",
    "over",
    "set_back",
)  # the board says more than the text
PERMANENT_FAILURE_CODES = range(550, 554)  # SMTP replies of an address that will never accept mail
# One connection for a round: a greeting and a login for each mail would cost more than the mails.
_thread_state = threading.local()


def is_reachable(user: User) -> bool:
    return bool(user.email)


def send(user: User, content: NotificationContent) -> None:
    """Hand a notification to the mail server.

    Raises:
        ChannelUnavailableError: the server cannot be reached, or refuses our login or sender.
        DeliveryError: the server does not accept this mail.
    """
    message = _message(user, content)
    server = _server()
    try:
        server.open()
    except (OSError, smtplib.SMTPException) as error:
        finish_round()
        raise ChannelUnavailableError(str(error)) from error
    try:
        server.send_messages([message])
    except smtplib.SMTPSenderRefused as error:
        finish_round()
        raise ChannelUnavailableError(str(error)) from error
    except smtplib.SMTPRecipientsRefused as error:
        finish_round()
        code, answer = error.recipients.get(user.email, (0, b""))
        answer_text = answer.decode(errors="replace")
        raise DeliveryError(
            f"{code} {answer_text}", again=code not in PERMANENT_FAILURE_CODES
        ) from error
    except (OSError, smtplib.SMTPException) as error:
        finish_round()  # the connection may be in the middle of a command
        raise DeliveryError(str(error), again=True) from error


def finish_round() -> None:
    """Close the connection after a round, or when it may be broken."""
    server = getattr(_thread_state, "server", None)
    _thread_state.server = None
    if server is not None:
        with contextlib.suppress(OSError, smtplib.SMTPException):
            server.close()


def _server() -> BaseEmailBackend:
    if getattr(_thread_state, "server", None) is None:
        _thread_state.server = mail.get_connection()
    return _thread_state.server


def _message(user: User, content: NotificationContent) -> NotificationMail:
    unsubscribe = unsubscribe_url(user, content.event, KEY)
    with translation.override(user.language or configuration.default_language()):
        text = _text(user, content, unsubscribe)
        html = _html(user, content, unsubscribe)
    headers = {
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    if "notice" in content.data:
        # A killed worker may cause a second mail; by the ID, mail programs know it is the same.
        domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
        headers["Message-ID"] = (
            f"<notice-{content.data['notice']}-{user.pk}@{domain or 'localhost'}>"
        )
    message = NotificationMail(content.title, text, to=[user.email], headers=headers)
    message.attach_alternative(html, "text/html")
    return message


def _text(user: User, content: NotificationContent, unsubscribe: str) -> str:
    parts = (
        _("Hello %(name)s,") % {"name": isolate(user.display_name)},
        content.text or content.title,
        content.url,
        f"{_('No more e-mails of this kind:')}\n{unsubscribe}",
    )
    return "\n\n".join(parts) + "\n"


def _html(user: User, content: NotificationContent, unsubscribe: str) -> str:
    if content.event == DIGEST:
        about = {"digest": content.data, "with_pictures": True}
        body = render_to_string("games/notifications/mail/digest_part.html", about)
    else:
        body = mark_safe(linebreaks(content.text, autoescape=True))  # noqa: S308 - escaped
    context = {
        "user": user,
        "content": content,
        "body": body,
        "picture": content.data.get("picture") if content.event in EVENTS_WITH_PICTURE else None,
        "unsubscribe_url": unsubscribe,
    }
    return render_to_string("games/notifications/mail/notification.html", context)
