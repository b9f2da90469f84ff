"""A private message that one of the two reports, with the messages around it."""

from __future__ import annotations

from accounts.models import User

from ..models import Case
from ..moderation.reports import ReportTarget, message_evidence, parse_id
from .conversations import find_private_message
from .models import PrivateMessage

AROUND = 5  # messages before the reported one, and as many after it


def find_message_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    """Return the message if the reader takes part in its conversation.

    Moderators see this copy and nothing else of the conversation.
    """
    message = find_private_message(parse_id(which), reader)
    if message is None:
        return None
    others = PrivateMessage.objects.filter(conversation=message.conversation_id)
    others = others.filter(hidden_at=None).select_related("user")
    before = others.filter(pk__lt=message.pk).order_by("-pk")[:AROUND]
    after = others.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
    evidence = {
        "message": message_evidence(message),
        "messages": [message_evidence(one) for one in (*reversed(before), message, *after)],
    }
    return ReportTarget(
        Case.TargetKind.PRIVATE_MESSAGE, str(message.pk), message.user, message.text, evidence
    )
