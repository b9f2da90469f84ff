"""Declaring that two people live together: ask, accept, decline and end.

`games/ratings/households.py` says what a declaration does to ratings.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.dates import day_text
from portal.errors import Forbidden, NotFound

from ..models import HouseholdDeclaration
from ..notifications import outbox
from ..table.blocking import check_can_invite

MOST_PARTNERS = 5
MOST_REQUESTS_A_DAY = 5
DAY = timedelta(days=1)
REQUEST_LIFETIME = timedelta(days=30)
SHORTEST = timedelta(days=30)  # before that, nobody can end a declaration


def declarations_of(user: User, now: datetime) -> QuerySet[HouseholdDeclaration]:
    """Return the requests and declarations of this user that have not ended or expired."""
    found = HouseholdDeclaration.objects.filter(Q(first=user) | Q(second=user), ended_at=None)
    found = found.filter(Q(accepted_at__isnull=False) | Q(asked_at__gt=now - REQUEST_LIFETIME))
    return found.select_related("first", "second").order_by("pk")


def partner_of(user: User, declaration: HouseholdDeclaration) -> User:
    """Return the other person of a declaration."""
    return declaration.second if declaration.first_id == user.pk else declaration.first


@transaction.atomic
def declare_household(user: User, other: User, now: datetime) -> HouseholdDeclaration:
    """Ask another person, or accept if they have asked; a repeated call changes nothing.

    Raises:
        Forbidden: it is oneself, a guest, one has blocked the other, the other accepts no
            invitations, or a limit is reached.
        AccountClosedError: one of the two accounts was closed in the meantime.
    """
    if user.pk == other.pk or user.is_guest or other.is_guest:
        raise Forbidden(
            _("Choose another person with an account."), code="cannot_declare_household"
        )
    lock_users(user, other)
    check_can_invite(user, other)
    first, second = sorted((user, other), key=lambda one: one.pk)
    found = HouseholdDeclaration.objects.select_for_update(of=("self",)).filter(
        first=first, second=second, ended_at=None
    )
    found.filter(accepted_at=None, asked_at__lte=now - REQUEST_LIFETIME).update(ended_at=now)
    declaration = found.first()
    if declaration is not None:
        if declaration.accepted_at is None and declaration.asked_by_id != user.pk:
            _accept(declaration, user, other, now)
        return declaration
    _check_has_room(user)
    recent = HouseholdDeclaration.objects.filter(asked_by=user, asked_at__gt=now - DAY)
    if recent.count() >= MOST_REQUESTS_A_DAY:
        raise Forbidden(
            _("You have reached today's limit. Try again tomorrow."), code="too_many_requests"
        )
    declaration = HouseholdDeclaration.objects.create(
        first=first, second=second, asked_by=user, asked_at=now
    )
    _notify(declaration, other, user, "asked", now)
    return declaration


@transaction.atomic
def accept_household(user: User, pk: int, now: datetime) -> User:
    """Accept a request, and return its author.

    Raises:
        NotFound: there is no such request to this user.
        Forbidden: one of the two has reached the number of partners.
        AccountClosedError: one of the two accounts was closed in the meantime.
    """
    known = declarations_of(user, now).filter(pk=pk).first()
    if known is not None:
        lock_users(known.first, known.second)
    declaration = _lock_declaration(user, pk, now)
    other = partner_of(user, declaration)
    if declaration.asked_by_id == user.pk:
        raise NotFound(_("This request no longer exists."), code="no_such_thing")
    if declaration.accepted_at is None:
        _accept(declaration, user, other, now)
    return other


@transaction.atomic
def end_household(user: User, pk: int, now: datetime) -> User:
    """End a declaration, or decline or withdraw a request; return the other person.

    Raises:
        NotFound: this user has no such declaration.
        Forbidden: it was accepted less than 30 days ago.
    """
    declaration = _lock_declaration(user, pk, now)
    accepted_at = declaration.accepted_at
    if accepted_at is not None and now < accepted_at + SHORTEST:
        until = day_text(timezone.localdate(accepted_at + SHORTEST))
        raise Forbidden(
            _("This declaration holds for at least 30 days. You can end it after %(date)s.")
            % {"date": until},
            code="too_early",
        )
    declaration.ended_at = now
    declaration.save(update_fields=["ended_at"])
    return partner_of(user, declaration)


def _lock_declaration(user: User, pk: int, now: datetime) -> HouseholdDeclaration:
    """Lock a declaration of this user that has not ended, and return it, or raise NotFound."""
    found = declarations_of(user, now).select_for_update(of=("self",))
    declaration = found.filter(pk=pk).first()
    if declaration is None:
        raise NotFound(_("This request no longer exists."), code="no_such_thing")
    return declaration


def _accept(declaration: HouseholdDeclaration, by: User, other: User, now: datetime) -> None:
    _check_has_room(by)
    _check_has_room(other)
    declaration.accepted_at = now
    declaration.save(update_fields=["accepted_at"])
    _notify(declaration, other, by, "accepted", now)


def _check_has_room(user: User) -> None:
    accepted = HouseholdDeclaration.objects.filter(
        Q(first=user) | Q(second=user), accepted_at__isnull=False, ended_at=None
    )
    if accepted.count() >= MOST_PARTNERS:
        raise Forbidden(
            _("%(name)s already has %(n)d people in the household, the maximum.")
            % {"name": user.display_name, "n": MOST_PARTNERS},
            code="household_full",
        )


def _notify(
    declaration: HouseholdDeclaration, user: User, by: User, what: str, now: datetime
) -> None:
    period, path = f"{declaration.pk}:{what}", reverse("games:households")
    name = by.display_name
    outbox.send(user, "household", now=now, period=period, what=what, name=name, path=path)


def delete_for(user: User) -> None:
    """Delete the requests of an account that is being deleted, and end its declarations.

    Ended declarations stay, because the ratings of others depend on them.
    """
    own = HouseholdDeclaration.objects.filter(Q(first=user) | Q(second=user))
    own.filter(accepted_at=None).delete()
    own.select_for_update().filter(ended_at=None).update(ended_at=timezone.now())


def exists_for(user: int) -> Exists:
    """Return the database condition that this user has a request or a declaration that holds."""
    own = HouseholdDeclaration.objects.filter(Q(first=user) | Q(second=user))
    return Exists(own.filter(Q(accepted_at=None) | Q(ended_at=None)))
