"""Searches that are saved: the filters of one's own matches, each set of them by a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils.translation import gettext as _

from .. import names
from ..models import Search
from ..models.saved_searches import LONGEST_SEARCH_NAME
from ..table.errors import Refused
from ..table.user_locks import hold
from .my_matches import Wanted

if TYPE_CHECKING:
    from accounts.models import User

MOST = 20  # of one person


class BadSearch(Refused):
    status = 422
    code = "bad_search"


def of(user: User) -> QuerySet[Search]:
    """All of a person's, by name."""
    return Search.objects.filter(user=user)


def keep(user: User, name: str, wanted: Wanted) -> Search:
    """Keep these filters by a name; a search that has it already is replaced.

    Raises:
        BadSearch: it cannot be called so, looks for everything, or there are as many as may be.
    """
    name = names.composed(name, LONGEST_SEARCH_NAME)
    if not name or len(name) > LONGEST_SEARCH_NAME or not names.is_one_line(name):
        message = _("A search's name is one line of at most %(n)d characters.")
        raise BadSearch(message % {"n": LONGEST_SEARCH_NAME})
    if not wanted.query:
        raise BadSearch(_("Choose a filter first: this would find all your matches."))
    with transaction.atomic():
        hold(user)
        if of(user).exclude(name=name).count() >= MOST:
            message = _("You can save at most %(n)d searches. Delete one first.")
            raise BadSearch(message % {"n": MOST})
        saved, _is_new = Search.objects.update_or_create(
            user=user, name=name, defaults={"query": wanted.query}
        )
    return saved


def forget(user: User, pk: int) -> bool:
    """Forget a search of this person; False where there is none."""
    return bool(of(user).filter(pk=pk).delete()[0])


def forget_all(user: User) -> None:
    """For an account that is being deleted."""
    of(user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Search.objects.filter(user=user))
