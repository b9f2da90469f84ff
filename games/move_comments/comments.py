"""Writing and reading comments to moves.

Until the match is over only the author reads a comment, or knows that it exists. Afterwards
everyone who may see the table reads those that their authors share. If a rollback lets the match
continue, the rest are secret again.
"""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Invalid, NotFound
from portal.user_text import check_marks

from ..models import Move, Seat, Substitution, Table, substitutions_of
from ..models.substitutions import player_of_move
from ..table.blocking import author_is_blocked
from ..table.restrictions import check_can_write
from ..table.session.journal import export_record
from ..table.session.move_numbers import numbering_for
from ..table.session.transaction import LOCKED
from .models import LONGEST_COMMENT, CommentPrivacy, MoveComment

MOST_IMPORTED = 1000  # comments of one record


def played_seat(table: Table, user: Any) -> Seat | None:
    """Return the seat in which a person has made moves or can make them, None if there is none.

    On a shared device nothing is secret, so nobody has one there.
    """
    if table.started_at is None or table.is_hot_seat or not user.is_authenticated:
        return None
    rows = Substitution.objects.filter(Q(from_user=user) | Q(to_user=user), table=table)
    there = Q(user=user) | Q(number__in=rows.values("seat"))
    return table.seat_set.filter(there).order_by("number").first()


def own_moves(table: Table, user: User, seat: Seat) -> list[Move]:
    """Return the moves that a person made themself, the latest first."""
    rows = [row for row in substitutions_of(table) if row.seat == seat.number]
    moves = Move.objects.filter(table=table, seat=seat.number, by=Move.Source.PERSON)
    return [
        move
        for move in moves.order_by("-number")
        if player_of_move(rows, seat.user_id, move.number) == user.pk
    ]


def own_comments(table: Table, user: User) -> QuerySet[MoveComment]:
    """Return a person's comments at a table."""
    return MoveComment.objects.filter(move__table=table, author=user).select_related("move")


def readable_comments(table: Table, reader: Any) -> QuerySet[MoveComment]:
    """Return the comments of a match that a reader may read in its viewer; none before its end.

    Each has `is_folded`: whether the reader has blocked its author; and `is_kept`: whether its
    author does not share it, so that the author alone gets it. The author also gets one that a
    moderator has hidden (`hidden_at`).
    """
    found = MoveComment.objects.filter(move__table=table).select_related("move", "author")
    if not table.is_over:
        return found.none()
    kept = Exists(CommentPrivacy.objects.filter(table=table, user=OuterRef("author")))
    found = found.annotate(is_kept=kept)
    if reader is None or not reader.is_authenticated:
        return found.filter(is_kept=False, hidden_at=None).annotate(is_folded=Value(False))
    found = found.annotate(is_folded=author_is_blocked(reader, "author"))
    return found.filter(Q(is_kept=False, hidden_at=None) | Q(author=reader))


def is_sharing(table: Table, user: User) -> bool:
    """Return whether a person shares their comments at a table after the match."""
    return not CommentPrivacy.objects.filter(table=table, user=user).exists()


def set_sharing(table: Table, user: User, *, shares: bool) -> None:
    """Share one's comments at a table after the match, or keep them to oneself.

    Raises:
        NotFound: the person does not play at this table.
        Forbidden: a moderator has muted the person, who therefore cannot share.
        AccountClosedError: the account was closed.
    """
    if played_seat(table, user) is None:
        raise NotFound(_("You do not play at this table."), code="not_seated")
    with transaction.atomic():
        lock_users(user)
        privacy = CommentPrivacy.objects.filter(table=table, user=user)
        if not shares:
            CommentPrivacy.objects.get_or_create(table=table, user=user)
        elif privacy.exists():
            check_can_write(user)
            privacy.delete()


def save_comment(table: Table, user: User, number: int, text: str) -> str:
    """Save a comment to one's own move in place of the earlier one; a blank text deletes it.

    Args:
        table: the table.
        user: the author.
        number: the number of the move, as the author sees it.
        text: the comment.

    Returns:
        The text as stored.

    Raises:
        NotFound: the move is not there, or the person did not make it.
        Invalid: the text is too long or has characters that are not allowed.
        Forbidden: a moderator has muted the person, who shares their comments.
        AccountClosedError: the account was closed.
    """
    text = _clean_text(text)
    with transaction.atomic():
        lock_users(user)
        # The lock keeps moves from being taken back before the comment is stored.
        table = LOCKED.get(table.key)
        move = _own_move(table, user, number)
        found = MoveComment.objects.select_for_update().filter(move=move, author=user).first()
        if found is not None and found.text == text:
            return text
        if not text:
            MoveComment.objects.filter(move=move, author=user).delete()
            return ""
        if is_sharing(table, user):
            check_can_write(user)
        MoveComment.objects.update_or_create(
            move=move, author=user, defaults={"text": text, "changed_at": timezone.now()}
        )
    return text


def _clean_text(text: str) -> str:
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > LONGEST_COMMENT:
        raise Invalid(
            _("A comment can have at most %(n)d characters.") % {"n": LONGEST_COMMENT},
            code="bad_comment",
        )
    try:
        check_marks(text)
    except ValidationError as error:
        raise Invalid(error.messages[0], code="bad_comment") from error
    return text


def _own_move(table: Table, user: User, number: int) -> Move:
    seat = played_seat(table, user)
    if seat is not None:
        journal_number = numbering_for(table, seat.number).journal_number(number)
        for move in own_moves(table, user, seat):
            if move.number == journal_number:
                return move
    raise NotFound(_("You have made no such move at this table."), code="no_such_move")


def record_with_comments(table: Table) -> dict[str, Any]:
    """Return the record of a match that is over, with the comments that everyone may read."""
    return export_record(table) | record_entry(table)


def record_entry(table: Table) -> dict[str, Any]:
    """Return the entry `comments` of a record; an empty dict if everyone may read none."""
    found = [
        {"move": one.move.number, "seat": one.move.seat, "text": one.text}
        for one in readable_comments(table, None)
    ]
    return {"comments": found} if found else {}


def valid_comments(given: object, seats: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the comments of a record from outside that fit its moves, at most one per move.

    Args:
        given: the list of the record, of any shape; what is wrong in it is left out.
        seats: the seat of each move of the record.
    """
    met: set[int] = set()
    for one in given[:MOST_IMPORTED] if isinstance(given, list) else ():
        if not isinstance(one, Mapping) or not isinstance(one.get("text"), str):
            continue
        number, seat = one.get("move"), one.get("seat")
        if type(number) is not int or not 0 < number <= len(seats) or number in met:
            continue
        if type(seat) is not int or seat != seats[number - 1]:
            continue
        with contextlib.suppress(Invalid):
            if text := _clean_text(one["text"]):
                met.add(number)
                yield {"move": number, "seat": seat, "text": text}


def store_imported(table: Table, user: User, found: Sequence[Mapping[str, Any]]) -> None:
    """Save the comments of an imported record (`valid_comments`).

    Raises:
        Forbidden: a moderator has muted the person who imports it.
    """
    check_can_write(user)
    moves = Move.objects.filter(table=table, number__in=[one["move"] for one in found])
    by_number = {move.number: move for move in moves}
    at = table.ended_at or timezone.now()
    MoveComment.objects.bulk_create(
        [
            MoveComment(move=by_number[one["move"]], text=one["text"], created_at=at, changed_at=at)
            for one in found
        ]
    )


def delete_for(user: User) -> None:
    """Delete the comments of a person and what they chose for them, with their account."""
    MoveComment.objects.filter(author=user).delete()
    CommentPrivacy.objects.filter(user=user).delete()


def exists_for(user: int) -> Q:
    """Return a condition: whether a person (by id) has comments or has chosen for them."""
    return Q(Exists(MoveComment.objects.filter(author=user))) | Q(
        Exists(CommentPrivacy.objects.filter(user=user))
    )
