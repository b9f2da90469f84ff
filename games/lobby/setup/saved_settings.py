"""Saved table settings: those that a person used last for a game, and named sets.

Clubs have named sets too: their leaders manage them, and all members may use them. Every change
locks the row of the owner (user or club), so that parallel requests cannot exceed the limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users
from portal import repository
from portal.errors import Conflict, NotFound

from ... import names
from ...clubs.access import check_leader, lock_club
from ...clubs.queries import clubs_led_by
from ...models import Club
from ..models import LONGEST_SET_NAME, SavedTableSettings
from ..pending import InvalidTableError
from ..table_settings import TableSettings
from .settings_validation import check_options, check_requirement_values, get_game

if TYPE_CHECKING:
    from accounts.models import User

MOST_SETS = 20  # of one owner for one game

LAST = repository.PreparedQuery(
    lambda user, game: SavedTableSettings.objects.filter(user=user, game=game, name="")
)


def named_settings_of(user: User, game: str) -> QuerySet[SavedTableSettings]:
    """Return the named sets of a person for a game, sorted by name."""
    return _named_settings(user).filter(game=game)


def club_settings_for(user: User, game: str) -> QuerySet[SavedTableSettings]:
    """Return the named sets of a person's clubs for a game, sorted by club and name."""
    theirs = SavedTableSettings.objects.filter(club__memberships__user=user, game=game)
    return theirs.select_related("club").order_by("club__name", "name")


def get_saved_settings(user: User, pk: int) -> SavedTableSettings:
    """Return a named set of this person, or of a club that they lead, by its id.

    Raises:
        NotFound: the person has no such set, or its game is not installed.
    """
    theirs = SavedTableSettings.objects.filter(
        Q(user=user) | Q(club__in=clubs_led_by(user))
    ).exclude(name="")
    row = theirs.select_related("club").filter(pk=pk).first()
    if row is None or row.game not in rules.catalogue():
        raise NotFound(_("You have no such set of options."), code="no_set")
    return row


def last_used_settings(user: User, game: str) -> TableSettings | None:
    """Return the settings that this person used last for a game; None if they opened no table."""
    found = LAST.all(user.pk, game)
    return TableSettings.from_row(found[0]) if found else None


def save_last_used(user: User, game: str, terms: TableSettings) -> None:
    """Save the settings with which the person's next form for this game starts."""
    with transaction.atomic():
        lock_users(user)
        _save(user, game, "", terms)


def save_named_settings(
    user: User, game: str, name: str, terms: TableSettings, club: Club | None = None
) -> SavedTableSettings:
    """Save a named set for a person or, with `club`, for a club; replace one of the same name.

    Raises:
        InvalidTableError: the name is not valid, or the game does not allow these settings.
        Conflict: the owner has the maximum number of sets for this game.
        ClubNotFoundError, Forbidden: the person does not lead this club.
    """
    name = clean_settings_name(name)
    check_options(get_game(game), terms.seats, terms.options)
    check_requirement_values(terms.asks)
    with transaction.atomic():
        lock_users(user)
        if club is not None:
            club = lock_club(club.key)
            check_leader(club, user)
        theirs = _named_settings(club or user).filter(game=game)
        if theirs.count() >= MOST_SETS and not theirs.filter(name=name).exists():
            raise Conflict(
                _("There are already %(n)d sets for this game. Delete one before you save another.")
                % {"n": MOST_SETS},
                code="too_many_sets",
            )
        return _save(club or user, game, name, terms)


def rename_saved_settings(user: User, pk: int, name: str) -> SavedTableSettings:
    """Rename a set.

    Raises:
        NotFound: the person has no set with this id.
        InvalidTableError: the name is not valid.
        Conflict: another set of the game has this name.
    """
    name = clean_settings_name(name)
    with transaction.atomic():
        lock_users(user)
        row = get_saved_settings(user, pk)
        if row.club is not None:
            lock_club(row.club.key)
        theirs = _named_settings(row.club or user).filter(game=row.game)
        if theirs.filter(name=name).exclude(pk=pk).exists():
            raise Conflict(_("Another set has this name."), code="name_taken")
        SavedTableSettings.objects.filter(pk=pk).update(name=name)
        row.name = name
    return row


def delete_saved_settings(user: User, pk: int) -> SavedTableSettings:
    """Delete a set and return the deleted row.

    Raises:
        NotFound: the person has no set with this id.
    """
    row = get_saved_settings(user, pk)
    SavedTableSettings.objects.filter(pk=row.pk).delete()
    return row


def delete_for(user: User) -> None:
    """Delete all saved settings of a user, when their account is deleted."""
    SavedTableSettings.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has saved settings."""
    return Exists(SavedTableSettings.objects.filter(user=user))


def clean_settings_name(text: str) -> str:
    """Return the name of a set as it is stored: composed (NFC) and stripped.

    Raises:
        InvalidTableError: the name is empty, too long, or not one visible line.
    """
    text = names.normalize_name(text, LONGEST_SET_NAME)
    if not text or len(text) > LONGEST_SET_NAME or not names.is_visible_line(text):
        message = _("A set name must be one line of at most %(n)d characters.")
        raise InvalidTableError(message % {"n": LONGEST_SET_NAME}, "set_name")
    return text


def _named_settings(whose: User | Club) -> QuerySet[SavedTableSettings]:
    """Return all named sets of a person or a club, sorted by name."""
    return (
        SavedTableSettings.objects.filter(**_owner_filter(whose)).exclude(name="").order_by("name")
    )


def _owner_filter(whose: User | Club) -> dict[str, Any]:
    return {"club" if isinstance(whose, Club) else "user": whose}


def _save(whose: User | Club, game: str, name: str, terms: TableSettings) -> SavedTableSettings:
    kept = {"table_settings": terms.to_json(), "saved_at": timezone.now()}
    row, _is_new = SavedTableSettings.objects.update_or_create(
        **_owner_filter(whose), game=game, name=name, defaults=kept
    )
    return row
