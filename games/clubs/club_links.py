"""Links to clubs: addresses by which a limited number of people can join, also new people.

A visitor who chooses to sign up by a link is invited to the club in the transaction that creates
the account, and the use of the link is theirs from then on. The first sign-in accepts this
invitation, in whatever browser. So it survives the confirmation of the address, the approval by the
staff, and other ways to sign up.

On a site that requires an invitation to sign up, a link admits as many new people to it as the
owner allows (`Site.club_sign_ups`). The row of the club is locked while one is counted.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Q, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import signup_policy
from accounts.models import User
from accounts.site import configuration
from accounts.user_locks import lock_users
from portal.errors import ActionError, Conflict, Forbidden, Invalid, NotFound, TooManyRequests
from portal.user_text import has_too_many_marks

from ..limited_links import LinkClosedError, check_link
from ..models import Club, ClubLink, ClubSignUp, PendingMember
from ..models.clubs import LONGEST_WELCOME
from ..table.blocking import has_blocked
from ..table.restrictions import check_can_write
from .access import check_leader, get_membership, lock_club
from .membership import add_member, is_new_account

MAX_USES = 100
MAX_USES_OF_NEW_ACCOUNT = 10
MAX_DAYS = 30
MAX_ACTIVE_LINKS = 10  # valid links of one club
MAX_LISTED = 20
SIGN_UP_PERIOD = timedelta(days=30)
SESSION_KEY = "club_link"  # the token of the link by which the visitor wants to come in


def create_link(key: str, user: User, uses: int, days: int, welcome: str = "") -> ClubLink:
    """Create a link to a club, for its owner or a helper.

    Args:
        key: the key of the club.
        user: the owner or a helper.
        uses: how many people may join by it, up to `MAX_USES`.
        days: how long it is valid, up to `MAX_DAYS`.
        welcome: a text for its page.

    Raises:
        Invalid: `uses` or `days` is out of range, or the text is not allowed.
        TooManyRequests: the club already has `MAX_ACTIVE_LINKS` valid links.
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper, or may not write.
    """
    most = MAX_USES_OF_NEW_ACCOUNT if is_new_account(user) else MAX_USES
    if not (1 <= uses <= most and 1 <= days <= MAX_DAYS):
        raise Invalid(
            _("A link can be for 1 to %(uses)d people and last 1 to %(days)d days.")
            % {"uses": most, "days": MAX_DAYS},
            code="bad_link",
        )
    welcome = welcome.strip()
    if len(welcome) > LONGEST_WELCOME or has_too_many_marks(welcome):
        raise Invalid(
            _("A welcome text can have at most %(n)d characters.") % {"n": LONGEST_WELCOME},
            field="welcome",
            code="bad_link",
        )
    with transaction.atomic():
        club = lock_club(key)
        check_leader(club, user)
        if welcome:
            check_can_write(user)
        now = timezone.now()
        if sum(not link.over(now) for link in club.links.all()) >= MAX_ACTIVE_LINKS:
            raise TooManyRequests(
                _("This club already has %(n)d links. Withdraw one first.")
                % {"n": MAX_ACTIVE_LINKS},
                code="too_many_links",
            )
        return ClubLink.objects.create(
            club=club,
            created_by=user,
            welcome_text=welcome,
            max_uses=uses,
            expires_at=now + timedelta(days=days),
            created_at=now,
        )


def recent_links(club: Club) -> list[ClubLink]:
    """Return the latest links of a club, the newest first; those that have ended come last."""
    is_valid = Q(withdrawn_at=None, expires_at__gt=timezone.now(), use_count__lt=F("max_uses"))
    links = club.links.select_related("created_by").alias(
        rank=Case(When(is_valid, then=0), default=1)
    )
    return list(links.order_by("rank", "-pk")[:MAX_LISTED])


def withdraw_link(key: str, user: User, pk: int) -> None:
    """Withdraw a link. Members stay; people who have only signed up by it are not invited any more.

    Raises:
        NotFound: this club has no such link, or the user may not see the club.
        LinkClosedError: the link is no longer valid.
        Forbidden: the user is neither its owner nor a helper.
    """
    with transaction.atomic():
        club = lock_club(key)
        check_leader(club, user)
        link = club.links.select_for_update().filter(pk=pk).first()
        if link is None:
            raise NotFound(_("There is no such link."), code="no_such_link")
        check_link(link)
        link.withdrawn_at = timezone.now()
        link.save(update_fields=["withdrawn_at"])
        club.candidates.filter(link=link).delete()


def get_link(token: str) -> ClubLink:
    """Return the link with this token, valid or not.

    Raises:
        NotFound: there is no such link.
    """
    rows = ClubLink.objects.select_related("club", "created_by")
    link = rows.filter(token=token, club__closed_at=None).first()
    if link is None:
        raise NotFound(_("There is no such link."), code="no_such_link")
    return link


def find_refusal(link: ClubLink, user: Any) -> ActionError | None:
    """Return the error with which this person could not join by the link now; None: they can."""
    try:
        if user.is_authenticated and _find_own_invitation(link.club, user) is None:
            _check_person(link, user)
        else:
            check_link(link)
    except ActionError as refused:
        return refused
    return None


def use_link(token: str, user: User) -> Club:
    """Join the club of this link.

    Members stay what they are, and invited people accept their invitation. Neither counts as a use
    of the link.

    Raises:
        NotFound: there is no such link.
        LinkClosedError: the link is no longer valid.
        Forbidden: the user is a guest, or was removed from the club.
        Conflict: the club, or the user's list of clubs, is full.
        AccountClosedError: the account was closed in the meantime.
    """
    found = get_link(token)
    with transaction.atomic():
        user = lock_users(user)[user.pk]
        club = lock_club(found.club.key)
        link = club.links.select_for_update().select_related("created_by").get(pk=found.pk)
        if get_membership(club, user) is not None:
            return club
        is_invited = _find_own_invitation(club, user) is not None
        if not is_invited:
            _check_person(link, user)
        add_member(club, user)
        if not is_invited:
            link.use_count += 1
            link.save(update_fields=["use_count"])
        return club


def _find_own_invitation(club: Club, user: User) -> PendingMember | None:
    return club.candidates.filter(user=user, invited_by__isnull=False).first()


def _check_person(link: ClubLink, user: User) -> None:
    """Check that a person who was not invited may join by the link.

    A person whom its maker has blocked sees a link that was withdrawn.
    """
    if has_blocked(link.created_by, user):
        raise LinkClosedError("withdrawn")
    check_link(link)
    if user.is_guest:
        raise Forbidden(_("This link is for people who have an account."), code="needs_account")
    if link.club.removed_members.filter(user=user).exists():
        raise Forbidden(
            _(
                "You were removed from this club. Its owner or a helper can invite you again by "
                "your name."
            ),
            code="removed",
        )


# signing up


def find_sign_up_invitation(request: HttpRequest) -> signup_policy.GroupInvitation | None:
    """Return the invitation by the link that the visitor chose; one of `INVITATION_HOOKS`."""
    token = request.session.get(SESSION_KEY, "") if hasattr(request, "session") else ""
    link = ClubLink.objects.filter(token=token, club__closed_at=None).first() if token else None
    if link is None:
        return None
    is_own = ClubSignUp.objects.filter(club=link.club_id, user=request.user.pk).exists()
    can_admit = is_own or (not link.over(timezone.now()) and sign_ups_left(link.club) > 0)
    return signup_policy.GroupInvitation(link.created_by, can_admit, partial(accept_newcomer, link))


def can_sign_up(link: ClubLink) -> bool:
    """Return whether a stranger could sign up by this link now."""
    mode = configuration.sign_up_mode()
    if mode == signup_policy.INVITATION:
        return sign_ups_left(link.club) > 0
    return mode != signup_policy.CLOSED


def sign_ups_left(club: Club) -> int:
    """Return how many more people may sign up by the links of a club, on a site by invitation."""
    lately = club.sign_ups.filter(at__gt=timezone.now() - SIGN_UP_PERIOD).count()
    return max(0, (configuration.get_site().club_sign_ups or 0) - lately)


def accept_newcomer(found: ClubLink, user: User) -> None:
    """Give a use of the link to a new user, in the transaction that creates the account.

    Raises:
        NotFound: the link or the club is no longer there.
        LinkClosedError: the link is no longer valid.
        Conflict: the club has brought as many people as the owner of the site allows.
    """
    club = lock_club(found.club.key)
    link = club.links.select_for_update().filter(pk=found.pk).first()
    if link is None:
        raise NotFound(_("There is no such link."), code="no_such_link")
    if ClubSignUp.objects.filter(user=user).exists():
        return  # a guest sends the form again
    check_link(link)
    is_limited = configuration.sign_up_mode() == signup_policy.INVITATION
    if is_limited and sign_ups_left(club) <= 0:
        raise Conflict(
            _("This club has invited as many new people as it can for now."), code="link_used_up"
        )
    ClubSignUp.objects.create(club=club, user=user, link=link)
    PendingMember.objects.create(club=club, user=user, invited_by_id=link.created_by_id, link=link)
    link.use_count += 1
    link.save(update_fields=["use_count"])


def join_chosen_club(request: HttpRequest, user: User) -> Club | None:
    """Let a person who has just signed in join the club whose link they chose, in any browser.

    Raises:
        ActionError: as in `use_link`.
    """
    chosen = request.session.pop(SESSION_KEY, "")
    if not chosen:
        own = user.candidacies.filter(link__isnull=False)
        chosen = own.values_list("link__token", flat=True).first()
    return use_link(chosen, user) if chosen else None
