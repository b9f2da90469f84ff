"""Reporting: a person, a message, a study, a table's or circle's name, as it is at that moment.

Each person reports a thing once; what many report is one case. Whatever a report holds its writer
could read, talk among players included; of the match itself it holds the number of the move.
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
from accounts.usernames import called

from ..clubs import queries
from ..models import Case, CircleMessage, Message, Report, Table
from ..models.moderation import LONGEST_REPORT
from ..studies import actions
from ..table.access import readable_messages, seat_of, visible_to
from ..table.errors import Refused
from ..table.session.move_numbers import count
from ..table.user_locks import hold

MOST_A_DAY, MOST_OF_A_GUEST = 20, 5
MESSAGES = 20  # of the talk around what is reported
MOST_WORDS = 60  # names of chapters, comments and labels of a study


class NoSuchThing(Refused):
    """There is none, or none of which whoever asks may know."""

    status = 404
    code = "no_such_thing"

    def __init__(self) -> None:
        super().__init__(_("There is nothing here that could be reported."))


class BadReport(Refused):
    status = 422
    code = "bad_report"


class ReportedAlready(Refused):
    code = "reported_already"


class TooManyReports(Refused):
    status = 429
    code = "too_many_reports"


@dataclass(frozen=True)
class Thing:
    """What may be reported: what it is, who answers for it, and how it looks now."""

    what: Case.What
    which: str
    about: User
    text: str
    evidence: dict[str, Any] = field(default_factory=dict)


def find(what: str, which: str, reader: User, at_table: str = "") -> Thing:
    """The thing of an address, for somebody who may see it; `at_table`: where they met a person.

    Raises:
        NoSuchThing: there is none for them, or it is their own.
    """
    look = LOOKS.get(what)
    thing = None if look is None else look(which, reader, at_table)
    if thing is None or thing.about.pk == reader.pk:
        raise NoSuchThing
    return thing


def report(thing: Thing, by: User, kind: str, words: str) -> Case:
    """Tell those who keep the peace of a thing.

    Raises:
        BadReport: the kind is none, or there are too many words or (for something else) none.
        ReportedAlready: by this person.
        TooManyReports: they have reported a lot in a day.
        AccountClosed: an account was closed meanwhile.
    """
    words = words.strip()
    if kind not in Report.Kind.values:
        raise BadReport(_("Choose what it is about."))
    if len(words) > LONGEST_REPORT:
        raise BadReport(_("A report has at most %(n)d characters.") % {"n": LONGEST_REPORT})
    if kind == Report.Kind.OTHER and not words:
        raise BadReport(_("Say in a few words what it is about."))
    now = timezone.now()
    with transaction.atomic():
        hold(by, thing.about)
        lately = by.reports.filter(at__gt=now - timedelta(days=1))
        if lately.count() >= (MOST_OF_A_GUEST if by.is_guest else MOST_A_DAY):
            raise TooManyReports(_("You have reported a lot today. Go on tomorrow."))
        about = {"about": thing.about, "opened_at": now}
        case, _new = Case.objects.get_or_create(what=thing.what, which=thing.which, defaults=about)
        Case.objects.filter(pk=case.pk).update(decided_at=None)
        told = {"kind": kind, "words": words, "evidence": thing.evidence, "at": now}
        _report, is_new = Report.objects.get_or_create(case=case, by=by, defaults=told)
        if not is_new:
            raise ReportedAlready(_("You have reported this already. Thank you."))
    return case


# what there is to report


def _person(which: str, reader: User, at_table: str) -> Thing | None:
    table = _table_of(at_table, reader) if at_table else None
    person = User.objects.filter(called(which), is_active=True).first()
    if person is None or (person.is_guest and not _sits(person, table)):
        return None
    evidence = {} if table is None else _match(table, reader)
    evidence["name"] = person.display_name
    return Thing(Case.What.PERSON, str(person.pk), person, person.display_name, evidence)


def _message(which: str, reader: User, _at_table: str) -> Thing | None:
    found = Message.objects.select_related("table", "user").filter(
        pk=_number(which), notice="", hidden_at=None
    )
    message = found.defer("table__state").first()
    if message is None or message.user is None or not visible_to(message.table, reader):
        return None
    readable = _readable(message.table, reader)
    if not readable.filter(pk=message.pk).exists():
        return None
    evidence = {**_match(message.table, reader, message.pk), "message": _line(message)}
    return Thing(Case.What.MESSAGE, str(message.pk), message.user, message.text, evidence)


def _table(which: str, reader: User, _at_table: str) -> Thing | None:
    table = _table_of(which, reader)
    if table is None or not table.name:
        return None
    return Thing(Case.What.TABLE, table.key, table.host, table.name, _match(table, reader))


def _circle(which: str, reader: User, _at_table: str) -> Thing | None:
    try:
        found = queries.seen(which, reader)
    except queries.NoSuchCircle:
        return None
    evidence = {"circle": _circle_evidence(found)}
    return Thing(Case.What.CIRCLE, which, found.owner.user, found.circle.name, evidence)


def _circle_message(which: str, reader: User, _at_table: str) -> Thing | None:
    circles = queries.circles_of(reader)
    found = CircleMessage.objects.select_related("user", "circle")
    message = found.filter(pk=_number(which), circle__in=circles, hidden_at=None).first()
    if message is None:
        return None
    around = found.filter(circle=message.circle, pk__lte=message.pk).order_by("-pk")[:MESSAGES]
    evidence = {
        "circle": _circle_evidence(queries.seen(message.circle.key, reader)),
        "message": _line(message),
        "messages": [_line(one) for one in reversed(around)],
    }
    return Thing(Case.What.CIRCLE_MESSAGE, str(message.pk), message.user, message.text, evidence)


def _study(which: str, reader: User, _at_table: str) -> Thing | None:
    try:
        study = actions.readable(which, reader)
    except actions.NoSuchStudy:
        return None
    words = list(islice(actions.words_of(study, reader), MOST_WORDS))
    evidence = {"study": {"key": study.key, "name": study.name, "words": words}}
    return Thing(Case.What.STUDY, study.key, study.owner, study.name, evidence)


LOOKS: dict[str, Callable[[str, User, str], Thing | None]] = {
    Case.What.PERSON: _person,
    Case.What.MESSAGE: _message,
    Case.What.TABLE: _table,
    Case.What.CIRCLE: _circle,
    Case.What.CIRCLE_MESSAGE: _circle_message,
    Case.What.STUDY: _study,
}


def _table_of(key: str, reader: User) -> Table | None:
    found = Table.objects.select_related("host").defer("state").filter(key=key).first()
    return found if found is not None and visible_to(found, reader) else None


def _sits(person: User, table: Table | None) -> bool:
    return table is not None and table.seat_set.filter(user=person).exists()


def _readable(table: Table, reader: User) -> Any:
    """What the reader may read of a table's talk, without notices of the site."""
    seat = seat_of(table.seat_set.filter(user=reader).select_related("table"), reader)
    return readable_messages(table, seat, reader).filter(notice="")


def _match(table: Table, reader: User, last: int | None = None) -> dict[str, Any]:
    """A table as its reader sees it now: names, the move it is at, and the talk up to `last`."""
    seats = list(table.seat_set.select_related("user", "table", "invitation__user"))
    mine = seat_of(seats, reader)
    lines = _readable(table, reader).order_by("-pk")
    if last is not None:
        lines = lines.filter(pk__lte=last)
    return {
        "table": {
            "key": table.key,
            "title": table.title,
            "game": table.game,
            "status": table.status,
            "version": table.version,
            "move": count(table, None if mine is None else mine.number).moves,
            "seats": [seat.name for seat in seats if not seat.is_empty],
        },
        "messages": [_line(one) for one in reversed(lines[:MESSAGES])],
    }


def _circle_evidence(found: queries.Seen) -> dict[str, Any]:
    circle = found.circle
    return {"key": circle.key, "name": circle.name, "text": circle.text}


def _line(message: Any) -> dict[str, Any]:
    by = message.user
    return {
        "id": message.pk,
        "by": by.username if by else "",
        "text": message.text,
        "at": message.at,
    }


def _number(which: str) -> int:
    return int(which) if which.isdecimal() and len(which) < 16 else 0


# leaving the site


def forget_all(user: User) -> None:
    """For an account that is being deleted: what it has reported, and what is reported of it."""
    Report.objects.filter(by=user).delete()
    Case.objects.filter(about=user).delete()
    Case.objects.filter(reports=None).delete()


def any_of(user: int) -> Q:
    """Whether there is any, for the database to say."""
    own = Report.objects.filter(by=user)
    return Exists(own) | Exists(Case.objects.filter(about=user))
