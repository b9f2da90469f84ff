"""Invite many people to a club at once, and admit everyone who asked, with a result for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.nicknames import find_users
from accounts.user_locks import lock_users
from portal.errors import ActionError, Invalid

from ..models import PendingMember
from .access import check_leader, lock_club
from .membership import InvitationOutcome, invite_person
from .queries import VisibleClub

MOST_NAMES = 100  # in one list
SEPARATORS = re.compile(r"[,;\s@，、；＠]*[,;\n\r\t@，、；＠][,;\s@，、；＠]*")


@dataclass(frozen=True)
class InvitationResult:
    """What became of one name of a list.

    Attributes:
        name: the name as it was given, or the display name.
        outcome: an `InvitationOutcome`, or the code of the error.
        message: the same as a sentence.
    """

    name: str
    outcome: str
    message: str

    @property
    def is_done(self) -> bool:
        return self.outcome in (InvitationOutcome.INVITED, InvitationOutcome.ADMITTED)


def split_names(text: str) -> list[str]:
    """Return the names in a text, which commas, lines or "@" separate."""
    return [name for name in map(str.strip, SEPARATORS.split(text)) if name]


def invite_people(
    key: str, user: User, names: Sequence[str], word: str = ""
) -> list[InvitationResult]:
    """Invite people by name, or admit those who asked to join; return a result for each name.

    A name that cannot be invited changes nothing for the others.

    Raises:
        Invalid: there are no names, or more than `MOST_NAMES`.
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
        AccountClosedError: one of the accounts was closed in the meantime.
    """
    if not names:
        raise Invalid(
            _("Enter the name of the person to invite."), field="names", code="bad_circle"
        )
    if len(names) > MOST_NAMES:
        raise Invalid(
            _("Enter at most %(n)d names at once.") % {"n": MOST_NAMES},
            field="names",
            code="bad_circle",
        )
    people = find_users(names).items()
    found = {name: person for name, person in people if not person.is_guest}
    with transaction.atomic():
        held = lock_users(user, *found.values())
        club = lock_club(key)
        check_leader(club, user)
        results, done = list[InvitationResult](), set[int]()
        for name in names:
            other = found.get(name)
            if other is None:
                unknown = _("There is no account with this name.")
                results.append(InvitationResult(name, "no_such_person", unknown))
            elif other.pk in done:
                results.append(InvitationResult(name, "repeated", _("Already in this list.")))
            else:
                done.add(other.pk)
                try:
                    outcome = invite_person(club, user, held[other.pk], word)
                except ActionError as refused:
                    results.append(InvitationResult(name, refused.code, refused.message))
                else:
                    results.append(_result_of(name, outcome))
        return results


def admit_all(key: str, user: User) -> list[InvitationResult]:
    """Admit everyone who asked to join, the oldest request first; return a result for each.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
    """
    requests = PendingMember.objects.filter(club__key=key, invited_by=None, user__is_active=True)
    people = [one.user for one in requests.select_related("user").order_by("pk")]
    with transaction.atomic():
        held = lock_users(user, *people)
        club = lock_club(key)
        check_leader(club, user)
        waiting = set(club.candidates.filter(invited_by=None).values_list("user", flat=True))
        results = []
        for person in people:
            if person.pk not in waiting:
                continue  # they have withdrawn, or someone else has decided
            try:
                outcome = invite_person(club, user, held[person.pk])
            except ActionError as refused:
                results.append(InvitationResult(person.display_name, refused.code, refused.message))
            else:
                results.append(_result_of(person.display_name, outcome))
        return results


class WaitingPeople(NamedTuple):
    """The waiting list of a club, the oldest first: who asked to join, and who is invited."""

    requests: list[PendingMember]
    invited: list[PendingMember]


def waiting_people(found: VisibleClub) -> WaitingPeople:
    """Return the waiting list, without new accounts that are not confirmed or approved yet."""
    rows = found.club.candidates.filter(user__is_active=True, user__guest_network="")
    people = list(rows.select_related("user", "invited_by").order_by("pk"))
    return WaitingPeople(
        [one for one in people if one.invited_by_id is None],
        [one for one in people if one.invited_by_id is not None],
    )


def _result_of(name: str, outcome: InvitationOutcome) -> InvitationResult:
    message = {
        InvitationOutcome.INVITED: _("Invited."),
        InvitationOutcome.ADMITTED: _("Asked to join, and is a member now."),
        InvitationOutcome.ALREADY_INVITED: _("Already invited."),
    }[outcome]
    return InvitationResult(name, outcome, message)
