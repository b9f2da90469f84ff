"""Saved searches: filters of one's own matches, stored under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users
from portal.errors import Invalid

from .. import names
from ..models import SavedSearch
from ..models.saved_searches import LONGEST_SEARCH_NAME
from .my_matches import MatchFilter

if TYPE_CHECKING:
    from accounts.models import User

MOST = 20  # of one person


def searches_of(user: User) -> QuerySet[SavedSearch]:
    """Return all saved searches of a person, by name."""
    return SavedSearch.objects.filter(user=user)


def save_search(user: User, name: str, wanted: MatchFilter) -> SavedSearch:
    """Store these filters under a name; they replace a search with that name.

    Raises:
        Invalid: the name is not allowed, there is no filter, or the user has `MOST` searches.
    """
    name = names.normalize_name(name, LONGEST_SEARCH_NAME)
    if not name or len(name) > LONGEST_SEARCH_NAME or not names.is_visible_line(name):
        message = _("A search name must be one line of at most %(n)d characters.")
        raise Invalid(message % {"n": LONGEST_SEARCH_NAME}, code="bad_search")
    if not wanted.query:
        raise Invalid(
            _("Choose a filter first: this would find all your matches."), code="bad_search"
        )
    with transaction.atomic():
        lock_users(user)
        if searches_of(user).exclude(name=name).count() >= MOST:
            message = _("You can save at most %(n)d searches. Delete one first.")
            raise Invalid(message % {"n": MOST}, code="bad_search")
        saved, _is_new = SavedSearch.objects.update_or_create(
            user=user, name=name, defaults={"query": wanted.query}
        )
    return saved


def delete_search(user: User, pk: int) -> bool:
    """Delete a search of this person; return False if there is none."""
    return bool(searches_of(user).filter(pk=pk).delete()[0])


def delete_for(user: User) -> None:
    """Delete the searches of an account that is being deleted."""
    searches_of(user).delete()


def exists_for(user: int) -> Exists:
    """Return a condition for the database: the user has a saved search."""
    return Exists(SavedSearch.objects.filter(user=user))
