"""Invitations to tables before the start, and invitation links."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .seats import Seat
from .tables import Table

LONGEST_WORD = 200


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def pending(self) -> InvitationQuerySet:
        """Return the invitations that reserve a seat."""
        return self.filter(state=Invitation.State.PENDING)

    def for_reading(self) -> InvitationQuerySet:
        """Load everything that a page shows of invitations."""
        return self.select_related("user", "inviter", "table__host").defer("table__state")


class Invitation(models.Model):
    """An invitation of a person to a table; while it is pending, a seat is reserved for them.

    A person whom the host removed has one too (`REMOVED`): they can return only if invited again.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("not answered yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("expired")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("removed by the host")

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations", db_index=False
    )
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        db_index=False,
        db_column="by_id",
    )
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    expires_at = models.DateTimeField(
        help_text="when the reserved seat becomes free", db_column="until"
    )
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    message = models.CharField(
        max_length=LONGEST_WORD, blank=True, help_text="sent with the answer", db_column="word"
    )

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user"],
                name="one_pending_invitation",
                condition=Q(state="pending"),
            )
        ]
        indexes = [
            models.Index(
                fields=["expires_at"], name="invitation_lapses", condition=Q(state="pending")
            ),
            models.Index(fields=["user", "state"], name="invitation_of_person"),
            models.Index(fields=["inviter", "created_at"], name="invitation_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} to {self.table}: {self.state}"

    @property
    def is_pending(self) -> bool:
        return self.state == self.State.PENDING

    def settle(self, state: str, now: datetime, word: str = "") -> None:
        """End the invitation with a state, and release its seat.

        The caller has locked the table's row.

        Args:
            state: the new `State`.
            now: the moment of the answer.
            word: the message with the answer.
        """
        Seat.objects.filter(invitation=self).update(invitation=None)
        self.state, self.answered_at, self.message = state, now, word
        Invitation.objects.filter(pk=self.pk).update(state=state, answered_at=now, message=word)
