"""What a person stores about others: follows, blocks and private notes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from .tables import Table

LONGEST_NOTE = 2000


class FollowQuerySet(models.QuerySet["Follow"]):
    def of_willing(self) -> FollowQuerySet:
        """Return the follows that count: of active people who allow being followed."""
        return self.filter(followed__is_active=True, followed__may_be_followed=True)


class Follow(models.Model):
    """One person follows another; only the follower knows."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_by"
    )
    since = models.DateTimeField(default=timezone.now)

    objects = FollowQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="followed_once"),
            models.CheckConstraint(
                condition=~Q(follower=F("followed")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower} follows {self.followed}"


class Block(models.Model):
    """One person has blocked another, who never learns of it."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False
    )
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),
            models.CheckConstraint(
                condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker} blocks {self.blocked}"


class HouseholdDeclaration(models.Model):
    """Two people say that they live together; it holds from the acceptance to the end.

    Rows stay after their end, because the ratings of matches that began before depend on them.
    `first` has the lower id. A declined, withdrawn or expired request has an end, no acceptance.
    """

    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False
    )
    asked_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"],
                condition=Q(ended_at=None),
                name="one_household_declaration",
            ),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="household_pair_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"


class Note(models.Model):
    """A private note of a person about a table or another person."""

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(person__isnull=True),
                name="note_about_one_table_or_person",
            ),
            models.UniqueConstraint(fields=["author", "table"], name="one_note_about_a_table"),
            models.UniqueConstraint(fields=["author", "person"], name="one_note_about_a_person"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk} of {self.author}"
