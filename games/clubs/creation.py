"""Create, change and close clubs."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Invalid

from .. import names
from ..models import Club, Membership, Webhook
from ..models.clubs import LONGEST_TEXT, club_confusable_key
from .access import check_owner, lock_club, notify_people

MOST_OWNED = 5


def create_club(user: User, name: str, text: str, joining: str) -> Club:
    """Create a club, which the user owns.

    Raises:
        Invalid: the name or text is not allowed, or the user owns `MOST_OWNED` clubs.
        AccountClosedError: the account was closed in the meantime.
    """
    name, text = _clean_texts(name, text)
    with transaction.atomic():
        lock_users(user)
        owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER)
        if owned.count() >= MOST_OWNED:
            raise Invalid(
                _("You already own %(n)d clubs, the maximum.") % {"n": MOST_OWNED},
                code="bad_circle",
            )
        _check_name_free(name)
        club = Club.objects.create(
            name=name,
            name_skeleton=club_confusable_key(name),
            description=text,
            join_policy=joining,
        )
        Membership.objects.create(club=club, user=user, role=Membership.Role.OWNER)
    return club


def update_club(key: str, user: User, name: str, text: str, joining: str) -> Club:
    """Change the name, the description and the way to join of a club.

    Raises:
        Invalid: the name or text is not allowed.
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is not its owner.
    """
    name, text = _clean_texts(name, text)
    with transaction.atomic():
        club = lock_club(key)
        check_owner(club, user)
        _check_name_free(name, club)
        club.name, club.description, club.join_policy = name, text, joining
        club.name_skeleton = club_confusable_key(name)
        club.save(update_fields=["name", "name_skeleton", "description", "join_policy"])
    return club


def close_club(key: str, user: User) -> None:
    """Close a club. Its matches stay for those who played them, its chat is deleted.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is not its owner.
    """
    with transaction.atomic():
        club = lock_club(key)
        check_owner(club, user)
        others = User.objects.filter(memberships__club=club, is_active=True)
        notify_people(
            "circle", club, *others.exclude(pk=user.pk), what="closed", by=user.display_name
        )
        dissolve_club(club)


def dissolve_club(club: Club) -> None:
    """Close a club and delete its memberships, chat and settings. The caller locks its row."""
    club.closed_at = timezone.now()
    club.has_webhook = False
    club.save(update_fields=["closed_at", "has_webhook"])
    Webhook.objects.filter(club=club).delete()
    own = (club.memberships, club.candidates, club.links, club.sign_ups, club.removed_members)
    for rows in (*own, club.messages, club.saved_settings):
        rows.all().delete()


def _clean_texts(name: str, text: str) -> tuple[str, str]:
    name = names.normalize_name(name, names.LONGEST)
    if not name or len(name) > names.LONGEST or not names.is_visible_line(name):
        message = _("A club name must be one line of at most %(n)d characters.")
        raise Invalid(message % {"n": names.LONGEST}, field="name", code="bad_circle")
    if not names.has_no_mixed_scripts(name):
        message = _("Each word of a club's name must be in one script: these letters look alike.")
        raise Invalid(message, field="name", code="bad_circle")
    if len(text) > LONGEST_TEXT:
        message = _("A club's description can have at most %(n)d characters.")
        raise Invalid(message % {"n": LONGEST_TEXT}, field="text", code="bad_circle")
    return name, text.strip()


def is_name_taken(name: str, but: str = "") -> bool:
    """Whether another club than that of key `but` has the name, or one that looks like it."""
    alike = Q(name_skeleton=club_confusable_key(name)) | Q(name__iexact=name)
    return Club.objects.filter(alike, closed_at=None).exclude(key=but).exists()


def _check_name_free(name: str, own: Club | None = None) -> None:
    if is_name_taken(name, but=own.key if own else ""):
        raise Invalid(
            _("Another club has this name or one that looks like it."),
            field="name",
            code="bad_circle",
        )
