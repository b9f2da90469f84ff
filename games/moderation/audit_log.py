"""The audit log: what moderators did and viewed, each entry with the digest of the one before.

Entries are written once. Changing, inserting or removing one behind the site's back breaks the
chain from there on. A missing end shows only against a digest that was stored elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import Case, Decision

FIRST = ""  # the previous digest of the first entry


def append_entry(**fields: Any) -> Decision:
    """Append an entry, in the transaction of the action that it describes.

    The first entry is locked, so writers append one after the other.
    """
    Decision.objects.select_for_update().first()
    last = Decision.objects.last()
    link = Decision(**fields, at=timezone.now(), previous=FIRST if last is None else last.digest)
    link.digest = compute_digest(link)
    link.save()
    return link


def log_view(by: User, place: str, case: Case | None = None) -> None:
    """Record that a moderator has viewed a list or a case."""
    about, number = (None, None) if case is None else (case.subject, case.pk)
    with transaction.atomic():
        append_entry(
            action=Decision.Action.LOOKED,
            moderator=by,
            subject=about,
            case=number,
            data={"at": place},
        )


def compute_digest(link: Decision) -> str:
    payload = {
        "what": link.action,
        "by": link.moderator_id,
        "about": link.subject_id,
        "case": link.case,
        "ready": link.reason_template,
        "words": link.comment,
        "until": _to_utc_text(link.until),
        "data": link.data,
        "at": _to_utc_text(link.at),
        "previous": link.previous,
    }
    text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _to_utc_text(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat()


def find_broken_entry(links: Iterable[Decision]) -> Decision | None:
    """Return the first entry that was changed or does not follow the one before, or None."""
    previous = FIRST
    for link in links:
        if link.previous != previous or link.digest != compute_digest(link):
            return link
        previous = link.digest
    return None
