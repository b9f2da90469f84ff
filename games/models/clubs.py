"""Clubs: people who play among themselves, with their members and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.confusables import skeleton
from games import names
from games.phrases import ChatText

from .limited_links import LimitedLink
from .tables import new_key

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_TEXT = 2000
LONGEST_WORD = 300
LONGEST_WELCOME = 500
LONGEST_LIKENESS = 200


def club_confusable_key(name: str) -> str:
    """Return a key that is equal for club names that look alike (`accounts/confusables.py`)."""
    return skeleton(name)[:LONGEST_LIKENESS]


class Club(models.Model):
    """People who play among themselves. A closed club stays as long as its tables exist."""

    class JoinPolicy(models.TextChoices):
        INVITATION = "invitation", _("by invitation")
        REQUEST = "request", _("on request")
        OPEN = "open", _("open to everyone")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=names.LONGEST)
    name_skeleton = models.CharField(
        max_length=LONGEST_LIKENESS,
        blank=True,
        default="",
        db_default="",
        editable=False,
        db_column="likeness",
    )
    description = models.TextField(max_length=LONGEST_TEXT, blank=True, db_column="text")
    join_policy = models.CharField(
        max_length=12, choices=JoinPolicy, default=JoinPolicy.INVITATION, db_column="joining"
    )
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    has_webhook = models.BooleanField(
        default=False, help_text="whether it has a webhook that works"
    )

    class Meta:
        db_table = "games_circle"
        constraints = [
            models.UniqueConstraint(
                Lower("name"), name="circle_name_ci_unique", condition=Q(closed_at=None)
            ),
            models.UniqueConstraint(
                fields=["name_skeleton"],
                name="circle_name_unlike_others",
                condition=Q(closed_at=None, name_skeleton__gt=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:club", args=[self.key])

    @property
    def owner(self) -> User:
        """The owner; only for clubs that are not closed."""
        found: Membership = self.memberships.select_related("user").get(role=Membership.Role.OWNER)
        return found.user


class Membership(models.Model):
    """A member of a club."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        HELPER = "helper", _("helper")
        MEMBER = "member", _("member")

    LEADING = (Role.OWNER, Role.HELPER)  # they manage the members

    club = models.ForeignKey(
        Club, models.CASCADE, related_name="memberships", db_index=False, db_column="circle_id"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=6, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership"),
            models.UniqueConstraint(
                fields=["club"], name="one_owner_of_a_circle", condition=Q(role="owner")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role} of {self.club}"

    @property
    def leads(self) -> bool:
        """Whether the person may manage the members."""
        return self.role in self.LEADING


class ClubLink(LimitedLink):
    """An address by which a limited number of people can join a club, until a moment."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="links")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    welcome_text = models.CharField(
        max_length=LONGEST_WELCOME, blank=True, help_text="what the page of the link shows"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(use_count__lte=F("max_uses")), name="club_link_not_overused"
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to {self.club}: {self.use_count} of {self.max_uses}"


class PendingMember(models.Model):
    """A person who asked to join a club, or whom a member has invited."""

    club = models.ForeignKey(
        Club, models.CASCADE, related_name="candidates", db_index=False, db_column="circle_id"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="candidacies")
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="empty: the person asked to join",
    )
    link = models.ForeignKey(
        ClubLink,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="the link by which the person signed up; its use is reserved for them",
    )
    message = models.CharField(max_length=LONGEST_WORD, blank=True, db_column="word")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_candidate"
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_candidacy"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, candidate of {self.club}"


class ClubSignUp(models.Model):
    """An account that was created by the link of a club."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, models.CASCADE, related_name="sign_ups", db_index=False)
    link = models.ForeignKey(
        ClubLink, models.SET_NULL, null=True, blank=True, related_name="sign_ups"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["club", "at"], name="sign_ups_of_club")]

    def __str__(self) -> str:
        return f"{self.user} by a link of {self.club}"


class RemovedMember(models.Model):
    """A person who was removed from a club, and whom only an invitation by name lets in again."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="removed_members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_removal_from_club")
        ]

    def __str__(self) -> str:
        return f"{self.user}, removed from {self.club}"


class ClubMessage(ChatText, models.Model):
    """A message in the chat of a club."""

    club = models.ForeignKey(
        Club, models.CASCADE, related_name="messages", db_index=False, db_column="circle_id"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(max_length=1000, blank=True)
    data = models.JSONField(default=dict, db_default={}, blank=True)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="when a moderator hid it")

    class Meta:
        db_table = "games_circlemessage"
        indexes = [models.Index(fields=["club", "-id"], name="talk_of_circle")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}: {self.content[:40]}"
