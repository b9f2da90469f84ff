"""What a person's form remembers: the terms they used last for a game, and sets they have named.

A circle has named sets, too: those who lead it keep them, and everybody in it may use them.
Whoever changes sets holds the row of whose they are, so that there are never too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.performance import fast_orm

from .. import names
from ..boards import told
from ..clubs.access import check_leads, hold_circle
from ..clubs.queries import led_by
from ..models import Circle, KeptTerms
from ..models.saved_settings import LONGEST_SET_NAME
from ..table.errors import Refused
from ..table.user_locks import hold
from .pending import BadTable
from .table_settings import Terms

if TYPE_CHECKING:
    from accounts.models import User

MOST_SETS = 20  # of one game

LAST = fast_orm.Prepared(lambda user, game: KeptTerms.objects.filter(user=user, game=game, name=""))


class NoSuchSet(Refused):
    status = 404
    code = "no_set"


class TooManySets(Refused):
    code = "too_many_sets"


class NameTaken(Refused):
    code = "name_taken"


def sets(user: User, game: str) -> QuerySet[KeptTerms]:
    """The named sets of a person for a game, by name."""
    return _named(user).filter(game=game)


def sets_of_circles(user: User, game: str) -> QuerySet[KeptTerms]:
    """The named sets of the circles that a person is in, by circle and name."""
    theirs = KeptTerms.objects.filter(circle__memberships__user=user, game=game)
    return theirs.select_related("circle").order_by("circle__name", "name")


def find(user: User, pk: int) -> KeptTerms:
    """A named set of this person, or of a circle that they lead.

    Raises:
        NoSuchSet: there is none of this number.
    """
    theirs = KeptTerms.objects.filter(Q(user=user) | Q(circle__in=led_by(user))).exclude(name="")
    row = theirs.select_related("circle").filter(pk=pk).first()
    if row is None or row.game not in rules.catalogue():
        raise NoSuchSet(_("You have no such set of options."))
    return row


def last(user: User, game: str) -> Terms | None:
    """What this person used last for a game; None where they have never opened a table of it."""
    found = LAST.all(user.pk, game)
    return Terms.of_row(found[0]) if found else None


def keep_last(user: User, game: str, terms: Terms) -> None:
    """The next form begins with these."""
    with transaction.atomic():
        hold(user)
        _keep(user, game, "", terms)


def save_set(
    user: User, game: str, name: str, terms: Terms, circle: Circle | None = None
) -> KeptTerms:
    """Keep a set by a name, for oneself or for a circle; one that has it already is replaced.

    Raises:
        BadTable: it cannot be called so, or the game takes no such table.
        TooManySets: there are as many of the game as there may be.
        NoSuchCircle, NotYours: the person does not lead this circle.
    """
    name = given_name(name)
    try:
        rules.get(game).check(terms.seats, terms.options)
    except rules.OptionError as error:
        raise BadTable(told(error.why, game), "options", error.why) from error
    if wrong := terms.asks.wrong():
        field, message = wrong
        raise BadTable(message, field)
    with transaction.atomic():
        hold(user)
        if circle is not None:
            circle = hold_circle(circle.key)
            check_leads(circle, user)
        theirs = _named(circle or user).filter(game=game)
        if theirs.count() >= MOST_SETS and not theirs.filter(name=name).exists():
            raise TooManySets(
                _("There are already %(n)d sets for this game. Delete one before you save another.")
                % {"n": MOST_SETS}
            )
        return _keep(circle or user, game, name, terms)


def rename_set(user: User, pk: int, name: str) -> KeptTerms:
    """Call a set otherwise.

    Raises:
        NoSuchSet: the person has none of this number.
        BadTable: it cannot be called so.
        NameTaken: another set of the game is called so.
    """
    name = given_name(name)
    with transaction.atomic():
        hold(user)
        row = find(user, pk)
        if row.circle is not None:
            hold_circle(row.circle.key)
        theirs = _named(row.circle or user).filter(game=row.game)
        if theirs.filter(name=name).exclude(pk=pk).exists():
            raise NameTaken(_("Another set has this name."))
        KeptTerms.objects.filter(pk=pk).update(name=name)
        row.name = name
    return row


def delete_set(user: User, pk: int) -> KeptTerms:
    """Forget a set.

    Raises:
        NoSuchSet: the person has none of this number.
    """
    row = find(user, pk)
    KeptTerms.objects.filter(pk=row.pk).delete()
    return row


def forget_all(user: User) -> None:
    """For an account that is being deleted."""
    KeptTerms.objects.filter(user=user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(KeptTerms.objects.filter(user=user))


def given_name(text: str) -> str:
    """A name for a set as it is kept: composed, without space around.

    Raises:
        BadTable: it is empty, too long, or no line of text.
    """
    text = names.composed(text, LONGEST_SET_NAME)
    if not text or len(text) > LONGEST_SET_NAME or not names.is_one_line(text):
        message = _("A set's name is one line of at most %(n)d characters.")
        raise BadTable(message % {"n": LONGEST_SET_NAME}, "set_name")
    return text


def _named(whose: User | Circle) -> QuerySet[KeptTerms]:
    """All named sets of a person or a circle, by name."""
    return KeptTerms.objects.filter(**_whose(whose)).exclude(name="").order_by("name")


def _whose(whose: User | Circle) -> dict[str, Any]:
    return {"circle" if isinstance(whose, Circle) else "user": whose}


def _keep(whose: User | Circle, game: str, name: str, terms: Terms) -> KeptTerms:
    kept = {"terms": terms.kept(), "kept_at": timezone.now()}
    row, _is_new = KeptTerms.objects.update_or_create(
        **_whose(whose), game=game, name=name, defaults=kept
    )
    return row
