"""Private notes about a table or a person; only their author reads them."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Invalid

from ..models import LONGEST_NOTE, Note, Table

MAX_NOTES = 2000


def note_about(user: Any, about: Table | User) -> str:
    """Return the user's note about a table or person, "" if there is none."""
    return note_texts(user, about).first() or "" if user.is_authenticated else ""


def note_texts(user: User, about: Table | User) -> QuerySet[Note, str]:
    """Return a query for the text of the user's note; it has one row or none."""
    return Note.objects.filter(_subject_filter(about), author=user).values_list("text", flat=True)


def note_context(user: Any, about: Table | User) -> dict[str, Any]:
    """Return the template context of `games/social/note.html` for a page about `about`."""
    return note_text_context(note_about(user, about))


def note_text_context(text: str) -> dict[str, Any]:
    return {"note": text, "longest_note": LONGEST_NOTE}


def save_note(user: User, about: Table | User, text: str) -> str:
    """Save a note in place of the earlier one; a blank text deletes it.

    Returns:
        The text as stored (NFC, stripped).

    Raises:
        Invalid: the note is too long, about its author, or one too many.
        AccountClosedError: the account of the author or of the other person is closed.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > LONGEST_NOTE:
        raise Invalid(
            _("A note can have at most %(n)d characters.") % {"n": LONGEST_NOTE}, code="bad_note"
        )
    if about == user:
        raise Invalid(_("A note must be about a match or another person."), code="bad_note")
    with transaction.atomic():
        lock_users(user, about) if isinstance(about, User) else lock_users(user)
        mine = Note.objects.filter(author=user)
        mine.filter(_subject_filter(about)).delete()
        if text and mine.count() >= MAX_NOTES:
            raise Invalid(
                _("You already have %(n)d notes, the maximum.") % {"n": MAX_NOTES}, code="bad_note"
            )
        if text:
            table, person = (about, None) if isinstance(about, Table) else (None, about)
            Note.objects.create(
                author=user, table=table, person=person, text=text, changed_at=timezone.now()
            )
    return text


def notes_of(user: User) -> list[Note]:
    """Return all notes of a user, latest first."""
    return list(user.notes.select_related("table", "person").defer("table__state"))


def _subject_filter(about: Table | User) -> Q:
    return Q(table=about) if isinstance(about, Table) else Q(person=about)


def delete_for(user: User) -> None:
    """Delete the notes by a user and about them, when their account is deleted."""
    Note.objects.filter(author=user).delete()
    Note.objects.filter(person=user).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether notes by this user (by id) or about them exist."""
    return Exists(Note.objects.filter(Q(author=user) | Q(person=user)))
