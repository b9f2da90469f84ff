"""What a decision does to a person, a thing or a match, and how an appeal undoes it.

`done` and `undone` work in the transaction that holds the person whom it is about; what they have
to leave then, each table in a transaction of its own, is for `leave` behind it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import nicknames
from accounts.deletion import withdraw_everything
from accounts.models import User
from accounts.signals import announce_ended_sessions
from accounts.usernames import check_username

from ..clubs import creation, membership
from ..clubs.membership import LONG
from ..lobby import table_setup
from ..models import (
    Case,
    Circle,
    CircleMessage,
    Decision,
    Message,
    Study,
    Table,
    Wish,
)
from ..models.clubs import circle_likeness
from ..table.actions import annulment, player_actions
from ..table.errors import Refused
from ..table.realtime import publish
from ..table.session import hot_seat

What = Decision.What
UNTIL = {
    What.MUTE: "muted_until",
    What.UNRATED: "unrated_until",
    What.PRIVATE: "private_until",
    What.SUSPEND: "suspended_until",
}
OF_A_MATCH = (What.ANNUL, What.RELEASE)
TALK = {Case.What.MESSAGE: Message, Case.What.CIRCLE_MESSAGE: CircleMessage}
HOUR = timedelta(hours=1)


class BadDecision(Refused):
    status = 422
    code = "bad_decision"


def done(case: Case, what: What, until: datetime | None, name: str, table: str) -> dict[str, Any]:
    """Do it; says what the thing was before.

    Raises:
        BadDecision: it cannot be done.
    """
    about = User.objects.filter(pk=case.about_id)
    thing = {"what": case.what, "which": case.which}
    match what:
        case What.MUTE | What.UNRATED | What.PRIVATE | What.SUSPEND:
            about.update(**{UNTIL[what]: until})
            if what != What.MUTE:
                Wish.objects.filter(user=case.about, table=None).delete()
        case What.CLOSE:
            about.update(is_active=False)
            announce_ended_sessions(case.about_id)
        case What.HIDE:
            _hide(case.what, case.which, timezone.now())
        case What.RENAME:
            return {**thing, **RENAMES[case.what](case.which, name)}
        case What.ANNUL | What.RELEASE:
            with _as_bad_decision():
                if what == What.ANNUL:
                    annulment.annul(table)
                else:
                    player_actions.release(table, case.about)
            return {**thing, "table": table}
        case _:
            return {}
    return thing


def undone(decision: Decision) -> None:
    """As it was before; a time that another decision has set since stays."""
    about, data = User.objects.filter(pk=decision.person.pk), decision.data
    match decision.what:
        case What.MUTE | What.UNRATED | What.PRIVATE | What.SUSPEND:
            field = UNTIL[What(decision.what)]
            about.filter(**{field: decision.until}).update(**{field: None})
        case What.CLOSE:
            about.filter(deleted_at=None).update(is_active=True)
        case What.HIDE:
            _hide(data["what"], data["which"], None)
        case What.RENAME:
            with contextlib.suppress(BadDecision):  # the name is another's by now
                RENAMES[data["what"]](data["which"], data["name"], data.get("text", ""))
        case What.ANNUL:
            annulment.let_count(data["table"])
        case What.RELEASE:
            with contextlib.suppress(Refused):  # the match is over
                player_actions.give_back(data["table"], decision.person)


@contextlib.contextmanager
def _as_bad_decision() -> Any:
    try:
        yield
    except Table.DoesNotExist as error:
        raise BadDecision(_("There is no such table.")) from error
    except Refused as refused:
        raise BadDecision(refused.message) from refused


# names


def _rename_person(which: str, name: str, _text: str = "") -> dict[str, Any]:
    """Without a name, one by their number; an old one is nobody else's for a month."""
    person, name = User.objects.get(pk=int(which)), name or _free_name(which)
    shown = person.display_name
    if name != person.username:
        try:
            check_username(name)
        except ValidationError as error:
            raise BadDecision(" ".join(error.messages)) from error
        try:
            nicknames.take(name, person)
        except IntegrityError as error:
            raise BadDecision(_("This name is taken.")) from error
        nicknames.note_former(person, person.username, timezone.now())
    User.objects.filter(pk=person.pk).update(username=name)
    if person.shown_name:
        nicknames.call(person, "", timezone.now())  # for a month, too
    hot_seat.rename(person, shown, name)
    return {"name": person.username, "now": name}


def _free_name(which: str) -> str:
    name, number = f"renamed-{which}", 2
    while nicknames.is_taken(name):
        name, number = f"renamed-{which}-{number}", number + 1
    return name


def _rename_table(which: str, name: str, _text: str = "") -> dict[str, Any]:
    tables = Table.objects.filter(key=which)
    was = tables.values_list("name", flat=True).first()
    tables.update(name=name)
    return {"name": was}


def _rename_circle(which: str, name: str, text: str = "") -> dict[str, Any]:
    circles, name = Circle.objects.filter(key=which), name or f"Circle {which}"
    before: dict[str, Any] = {**circles.values("name", "text").get()}
    if creation.is_taken(name, but=which):
        raise BadDecision(_("The name of another circle is the same, or looks like it."))
    circles.update(name=name, likeness=circle_likeness(name), text=text)
    return before


def _rename_study(which: str, name: str, _text: str = "") -> dict[str, Any]:
    studies = Study.objects.filter(key=which)
    was = studies.values_list("name", flat=True).first()
    studies.update(name=name or f"Study {which}")
    return {"name": was}


RENAMES: dict[str, Callable[..., dict[str, Any]]] = {
    Case.What.PERSON: _rename_person,
    Case.What.TABLE: _rename_table,
    Case.What.CIRCLE: _rename_circle,
    Case.What.STUDY: _rename_study,
}


def _hide(what: str, which: str, at: datetime | None) -> None:
    if what == Case.What.STUDY:
        Study.objects.filter(key=which).update(hidden_at=at)
        return
    TALK[Case.What(what)].objects.filter(pk=int(which)).update(hidden_at=at)  # type: ignore[attr-defined]
    if what == Case.What.MESSAGE:
        for key in Message.objects.filter(pk=int(which)).values_list("table__key", flat=True):
            publish.chat_changed(key)


# seats


def leave(user: User, what: What) -> None:
    """Give up what a decision takes: seats before the start; of a closed account everything that
    others wait for, and of who is suspended for long what they own."""
    if what == What.CLOSE:
        withdraw_everything(user)
    elif what in UNTIL and what != What.MUTE:
        _leave_each(user, _unstarted(user, what).values_list("key", flat=True))
        until = User.objects.get(pk=user.pk).suspended_until
        if what == What.SUSPEND and until is not None and until > timezone.now() + LONG - HOUR:
            membership.step_down(user)


def _unstarted(user: User, what: What) -> QuerySet[Table]:
    mine = Table.objects.filter(seat_set__user=user, status=Table.Status.OPEN).order_by("pk")
    if what == What.UNRATED:
        return mine.filter(rated=True)
    return mine.exclude(visibility=Table.Visibility.LINK) if what == What.PRIVATE else mine


def _leave_each(user: User, keys: Iterable[str]) -> None:
    for key in list(keys):
        with contextlib.suppress(Refused):  # it started, or closed, in this moment
            table_setup.leave(key, user)
