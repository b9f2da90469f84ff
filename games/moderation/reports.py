"""Reports of people, messages, studies, and names of tables and clubs, with a copy of each.

Each user can report a thing once; all reports of one thing form a case. A report contains only what
its author could read, including chat among players. Of the match it contains the move number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from accounts.usernames import username_lookup
from portal.errors import Conflict, Invalid, NotFound, TooManyRequests

from ..clubs import queries
from ..models import Case, Report, Table
from ..models.moderation import LONGEST_REPORT
from ..move_comments.comments import readable_comments
from ..move_comments.models import MoveComment
from ..studies import actions
from ..table.access import (
    find_table_message,
    is_visible_to,
    readable_chat,
    viewing_seat_of,
)
from ..table.session.loader import seats_of
from ..table.session.move_numbers import numbering_for

MOST_A_DAY, MAX_GUEST_REPORTS_PER_DAY = 20, 5
MAX_MESSAGES = 20  # chat messages in the evidence
MAX_STUDY_TEXTS = 60  # names, comments and labels of a study in the evidence


@dataclass(frozen=True)
class ReportTarget:
    """Something that can be reported: what it is, its author or owner, and its current state."""

    what: Case.TargetKind
    which: str
    about: User
    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def shown_name(self) -> str:
        """The name of its author or owner, as the person who reports it may know it."""
        return self.name or self.about.display_name


def find_target(what: str, which: str, reader: User, at_table: str = "") -> ReportTarget:
    """Return the thing to report, as the reader sees it.

    Args:
        what: a value of `Case.TargetKind`.
        which: its id, key or user name.
        reader: the user who reports it.
        at_table: the key of the table where they met a person, or "".

    Raises:
        NotFound: the reader cannot see such a thing, or it is their own.
    """
    look = TARGET_FINDERS.get(what)
    thing = None if look is None else look(which, reader, at_table)
    if thing is None or thing.about.pk == reader.pk:
        raise NotFound(_("There is nothing to report here."), code="no_such_thing")
    return thing


def submit_report(thing: ReportTarget, by: User, kind: str, text: str) -> Case:
    """Store a report and open its case, or reopen it.

    Raises:
        Invalid: the kind is unknown, or the text is too long or (for another reason) missing.
        Conflict: this user has reported it before.
        TooManyRequests: the user has reached the daily limit.
        AccountClosedError: one of the accounts was closed in the meantime.
    """
    text = text.strip()
    if kind not in Report.Kind.values:
        raise Invalid(_("Choose what the report is about."), code="bad_report")
    if len(text) > LONGEST_REPORT:
        raise Invalid(
            _("A report can have at most %(n)d characters.") % {"n": LONGEST_REPORT},
            code="bad_report",
        )
    if kind == Report.Kind.OTHER and not text:
        raise Invalid(_("Describe the problem in a few words."), code="bad_report")
    now = timezone.now()
    with transaction.atomic():
        lock_users(by, thing.about)
        lately = by.reports.filter(at__gt=now - timedelta(days=1))
        if lately.count() >= (MAX_GUEST_REPORTS_PER_DAY if by.is_guest else MOST_A_DAY):
            raise TooManyRequests(
                _("You have reached today's limit. Try again tomorrow."), code="too_many_reports"
            )
        about = {"subject": thing.about, "opened_at": now}
        case, _new = Case.objects.get_or_create(
            target_kind=thing.what, target_key=thing.which, defaults=about
        )
        Case.objects.filter(pk=case.pk).update(decided_at=None)
        defaults = {"kind": kind, "text": text, "evidence": thing.evidence, "at": now}
        _report, is_new = Report.objects.get_or_create(case=case, reporter=by, defaults=defaults)
        if not is_new:
            raise Conflict(_("You have already reported this. Thank you."), code="reported_already")
    return case


# finders of targets


def _find_person_target(which: str, reader: User, at_table: str) -> ReportTarget | None:
    table = _find_visible_table(at_table, reader) if at_table else None
    person = User.objects.filter(username_lookup(which), is_active=True).first()
    if person is None or (person.is_guest and not _is_seated(person, table)):
        return None
    evidence = {} if table is None else _table_evidence(table, reader)
    evidence["name"] = person.display_name
    return ReportTarget(
        Case.TargetKind.PERSON, str(person.pk), person, person.display_name, evidence
    )


def _find_message_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    message = find_table_message(parse_id(which), reader)
    if message is None or message.user is None:
        return None
    evidence = {
        **_table_evidence(message.table, reader, message.pk),
        "message": message_evidence(message),
    }
    return ReportTarget(
        Case.TargetKind.MESSAGE,
        str(message.pk),
        message.user,
        message.content,
        evidence,
        message.author_name,
    )


def _find_table_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    table = _find_visible_table(which, reader)
    if table is None or not table.name:
        return None
    return ReportTarget(
        Case.TargetKind.TABLE,
        table.key,
        table.host,
        table.name,
        _table_evidence(table, reader),
        str(_("host")) if table.is_anonymous else "",
    )


def _find_comment_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    """Return the comment if the reader can read it.

    The report is about its author; in an imported record, about the person who imported it.
    """
    found = MoveComment.objects.select_related("move__table").defer("move__table__state")
    comment = found.filter(pk=parse_id(which)).first()
    if comment is None or not is_visible_to(comment.move.table, reader):
        return None
    table = comment.move.table
    shown = readable_comments(table, reader).filter(pk=comment.pk, hidden_at=None).first()
    author = comment.author or table.host
    if shown is None or author is None:
        return None
    evidence = {
        "table": {
            "key": table.key,
            "title": table.title,
            "move": comment.move.number,
            "seats": [seat.name for seat in seats_of(table) if not seat.is_empty],
        },
        "message": {
            "id": comment.pk,
            "by": author.username,
            "text": comment.text,
            "at": comment.changed_at,
        },
    }
    return ReportTarget(
        Case.TargetKind.MOVE_COMMENT, str(comment.pk), author, comment.text, evidence
    )


def _find_club_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    try:
        found = queries.get_visible_club(which, reader)
    except queries.ClubNotFoundError:
        return None
    evidence = {"circle": _club_evidence(found)}
    return ReportTarget(Case.TargetKind.CIRCLE, which, found.owner.user, found.club.name, evidence)


def _find_club_message_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    message = queries.find_club_message(parse_id(which), reader)
    if message is None:
        return None
    around = message.club.messages.select_related("user").filter(pk__lte=message.pk)
    around = around.order_by("-pk")[:MAX_MESSAGES]
    evidence = {
        "circle": _club_evidence(queries.get_visible_club(message.club.key, reader)),
        "message": message_evidence(message),
        "messages": [message_evidence(one) for one in reversed(around)],
    }
    return ReportTarget(
        Case.TargetKind.CIRCLE_MESSAGE, str(message.pk), message.user, message.content, evidence
    )


def _find_study_target(which: str, reader: User, _at_table: str) -> ReportTarget | None:
    try:
        study = actions.get_readable_study(which, reader)
    except actions.StudyNotFoundError:
        return None
    words = list(islice(actions.readable_texts(study, reader), MAX_STUDY_TEXTS))
    evidence = {"study": {"key": study.key, "name": study.name, "words": words}}
    return ReportTarget(Case.TargetKind.STUDY, study.key, study.owner, study.name, evidence)


TARGET_FINDERS: dict[str, Callable[[str, User, str], ReportTarget | None]] = {
    Case.TargetKind.MOVE_COMMENT: _find_comment_target,
    Case.TargetKind.PERSON: _find_person_target,
    Case.TargetKind.MESSAGE: _find_message_target,
    Case.TargetKind.TABLE: _find_table_target,
    Case.TargetKind.CIRCLE: _find_club_target,
    Case.TargetKind.CIRCLE_MESSAGE: _find_club_message_target,
    Case.TargetKind.STUDY: _find_study_target,
}


def _find_visible_table(key: str, reader: User) -> Table | None:
    found = Table.objects.select_related("host").defer("state").filter(key=key).first()
    return found if found is not None and is_visible_to(found, reader) else None


def _is_seated(person: User, table: Table | None) -> bool:
    if table is None or table.is_anonymous:
        return False
    return table.seat_set.filter(user=person).exists()


def _table_evidence(table: Table, reader: User, last: int | None = None) -> dict[str, Any]:
    """Return a table as its reader sees it: names, current move, and chat up to message `last`."""
    seats = list(table.seat_set.select_related("user", "table", "invitation__user"))
    mine = viewing_seat_of(seats, reader)
    lines = readable_chat(table, mine, reader)
    if last is not None:
        lines = lines.filter(pk__lte=last)
    return {
        "table": {
            "key": table.key,
            "title": table.title,
            "game": table.game,
            "status": table.status,
            "version": table.version,
            "move": numbering_for(table, None if mine is None else mine.number).moves,
            "seats": [seat.name for seat in seats if not seat.is_empty],
        },
        "messages": [message_evidence(one) for one in reversed(lines[:MAX_MESSAGES])],
    }


def _club_evidence(found: queries.VisibleClub) -> dict[str, Any]:
    club = found.club
    return {"key": club.key, "name": club.name, "text": club.description}


def message_evidence(message: Any) -> dict[str, Any]:
    by = message.user
    return {
        "id": message.pk,
        "by": by.username if by else "",
        "text": message.content,
        "at": message.at,
    }


def parse_id(which: str) -> int:
    return int(which) if which.isdecimal() and len(which) < 16 else 0


# account deletion


def delete_for(user: User) -> None:
    """Delete the reports by and the cases about an account that is being deleted."""
    Report.objects.filter(reporter=user).delete()
    Case.objects.filter(subject=user).delete()
    Case.objects.filter(reports=None).delete()


def exists_for(user: int) -> Q:
    """Return the database condition that this user has reported or was reported."""
    own = Report.objects.filter(reporter=user)
    return Exists(own) | Exists(Case.objects.filter(subject=user))
