"""Sanctions: what a decision does to a person, thing or match, and how an appeal reverts it.

`apply_decision` and `revert_decision` run in the transaction that locks the person.
`leave_after_decision` runs after it and leaves tables, each in a transaction of its own.
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
from accounts.models import Restrictions, User
from accounts.signals import send_sessions_ended
from accounts.usernames import check_username
from portal.errors import ActionError, Invalid

from ..clubs import creation, membership
from ..clubs.membership import LONG_SUSPENSION
from ..lobby.models import MatchRequest
from ..lobby.setup import table_setup
from ..models import Case, Club, ClubMessage, Decision, Message, Table
from ..models.clubs import club_confusable_key
from ..move_comments.models import MoveComment
from ..studies.models import Study
from ..table.actions import annulment, resignation
from ..table.realtime import publish
from ..table.session import hot_seat

Action = Decision.Action
EXPIRY_FIELDS = {
    Action.MUTE: "muted_until",
    Action.UNRATED: "rated_ban_until",
    Action.PRIVATE: "open_table_ban_until",
    Action.SUSPEND: "suspended_until",
}
MATCH_ACTIONS = (Action.ANNUL, Action.RELEASE)
#: The rows that `Action.HIDE` hides; apps that have messages of their own add theirs.
MESSAGE_MODELS: dict[str, Any] = {
    Case.TargetKind.MESSAGE: Message,
    Case.TargetKind.CIRCLE_MESSAGE: ClubMessage,
    Case.TargetKind.MOVE_COMMENT: MoveComment,
}
HOUR = timedelta(hours=1)


def apply_decision(
    case: Case, what: Action, until: datetime | None, name: str, table: str
) -> dict[str, Any]:
    """Apply a decision and return what is needed to revert it.

    Args:
        case: the case, whose person is locked.
        what: the action.
        until: the end of a restriction.
        name: the new name, or "" for a default.
        table: the key of the match, for actions on matches.

    Raises:
        Invalid: the action failed, for example because the name is taken.
    """
    thing = {"what": case.target_kind, "which": case.target_key}
    match what:
        case Action.MUTE | Action.UNRATED | Action.PRIVATE | Action.SUSPEND:
            case.subject.restrictions.assign(**{EXPIRY_FIELDS[what]: until})
            if what != Action.MUTE:
                MatchRequest.objects.filter(user=case.subject, table=None).delete()
        case Action.CLOSE:
            User.objects.filter(pk=case.subject_id).update(is_active=False)
            send_sessions_ended(case.subject_id)
        case Action.HIDE:
            _set_hidden(case.target_kind, case.target_key, timezone.now())
        case Action.RENAME:
            return {**thing, **RENAME_HANDLERS[case.target_kind](case.target_key, name)}
        case Action.ANNUL | Action.RELEASE:
            with _convert_action_errors():
                if what == Action.ANNUL:
                    annulment.annul_result(table)
                else:
                    resignation.release_seat(table, case.subject)
            return {**thing, "table": table}
        case _:
            return {}
    return thing


def revert_decision(decision: Decision) -> None:
    """Undo a decision; a restriction whose end a later decision has changed stays."""
    person, data = decision.person, decision.data
    match decision.action:
        case Action.MUTE | Action.UNRATED | Action.PRIVATE | Action.SUSPEND:
            field = EXPIRY_FIELDS[Action(decision.action)]
            changed = Restrictions.objects.filter(user=person, **{field: decision.until})
            changed.update(**{field: None})
        case Action.CLOSE:
            User.objects.filter(pk=person.pk, deleted_at=None).update(is_active=True)
        case Action.HIDE:
            _set_hidden(data["what"], data["which"], None)
        case Action.RENAME:
            with contextlib.suppress(Invalid):  # the old name is taken by now
                RENAME_HANDLERS[data["what"]](
                    data["which"], data["name"], data.get("description", data.get("text", ""))
                )
        case Action.ANNUL:
            annulment.restore_result(data["table"])
        case Action.RELEASE:
            with contextlib.suppress(ActionError):  # the match is over
                resignation.restore_seat(data["table"], person)


@contextlib.contextmanager
def _convert_action_errors() -> Any:
    try:
        yield
    except Table.DoesNotExist as error:
        raise Invalid(_("There is no such table."), code="bad_decision") from error
    except ActionError as refused:
        raise Invalid(refused.message, code="bad_decision") from refused


# names


def _rename_person(which: str, name: str, _text: str = "") -> dict[str, Any]:
    """Rename a user ("": "renamed-<id>"); nobody else can take the old name for 30 days."""
    person, name = User.objects.get(pk=int(which)), name or _generate_free_name(which)
    shown = person.display_name
    if name != person.username:
        try:
            check_username(name)
        except ValidationError as error:
            raise Invalid(" ".join(error.messages), code="bad_decision") from error
        try:
            nicknames.reserve_name(name, person)
        except IntegrityError as error:
            raise Invalid(_("This name is taken."), code="bad_decision") from error
        nicknames.record_former_name(person, person.username, timezone.now())
    User.objects.filter(pk=person.pk).update(username=name)
    if person.nickname:
        nicknames.change_nickname(person, "", timezone.now())  # reserved for 30 days, too
    hot_seat.rename_host(person, shown, name)
    return {"name": person.username, "now": name}


def _generate_free_name(which: str) -> str:
    name, number = f"renamed-{which}", 2
    while nicknames.is_name_taken(name):
        name, number = f"renamed-{which}-{number}", number + 1
    return name


def _rename_table(which: str, name: str, _text: str = "") -> dict[str, Any]:
    tables = Table.objects.filter(key=which)
    was = tables.values_list("name", flat=True).first()
    tables.update(name=name)
    return {"name": was}


def _rename_club(which: str, name: str, text: str = "") -> dict[str, Any]:
    clubs, name = Club.objects.filter(key=which), name or f"Club {which}"
    before: dict[str, Any] = {**clubs.values("name", "description").get()}
    if creation.is_name_taken(name, but=which):
        raise Invalid(
            _("Another club has this name or one that looks like it."), code="bad_decision"
        )
    clubs.update(name=name, name_skeleton=club_confusable_key(name), description=text)
    return before


def _rename_study(which: str, name: str, _text: str = "") -> dict[str, Any]:
    studies = Study.objects.filter(key=which)
    was = studies.values_list("name", flat=True).first()
    studies.update(name=name or f"Study {which}")
    return {"name": was}


RENAME_HANDLERS: dict[str, Callable[..., dict[str, Any]]] = {
    Case.TargetKind.PERSON: _rename_person,
    Case.TargetKind.TABLE: _rename_table,
    Case.TargetKind.CIRCLE: _rename_club,
    Case.TargetKind.STUDY: _rename_study,
}


def _set_hidden(what: str, which: str, at: datetime | None) -> None:
    if what == Case.TargetKind.STUDY:
        Study.objects.filter(key=which).update(hidden_at=at)
        return
    MESSAGE_MODELS[what].objects.filter(pk=int(which)).update(hidden_at=at)
    if what == Case.TargetKind.MESSAGE:
        for key in Message.objects.filter(pk=int(which)).values_list("table__key", flat=True):
            publish.publish_chat(key)


# seats


def leave_after_decision(user: User, what: Action) -> None:
    """Leave what a decision takes away, after its transaction.

    Restrictions take seats at pending tables. A closed account leaves everything that others wait
    for. A long suspension also hands over the clubs that the person owns.
    """
    if what == Action.CLOSE:
        withdraw_everything(user)
    elif what in EXPIRY_FIELDS and what != Action.MUTE:
        _leave_tables(user, _unstarted_tables(user, what).values_list("key", flat=True))
        suspended = Restrictions.objects.filter(
            user=user, suspended_until__gt=timezone.now() + LONG_SUSPENSION - HOUR
        )
        if what == Action.SUSPEND and suspended.exists():
            membership.hand_over_owned_clubs(user)


def _unstarted_tables(user: User, what: Action) -> QuerySet[Table]:
    mine = Table.objects.filter(seat_set__user=user, status=Table.Status.OPEN).order_by("pk")
    if what == Action.UNRATED:
        return mine.filter(rated=True)
    return mine.exclude(visibility=Table.Visibility.LINK) if what == Action.PRIVATE else mine


def _leave_tables(user: User, keys: Iterable[str]) -> None:
    for key in list(keys):
        with contextlib.suppress(ActionError):  # the table has just started or closed
            table_setup.leave(key, user)
