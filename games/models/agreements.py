"""What players propose to each other at a table, and how they vote."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .journal import Message
from .tables import Table


class Proposal(models.Model):
    """Something that all people who play at a table must agree to; one open proposal per table.

    `terms` depend on the kind (`games/table/agreements/kinds.py`). The text that the proposer adds
    is a chat message to the players, so limits, blocks and reports of chat apply to it.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("Pause the match")
        CONTINUE = "continue", _("Continue now")
        CLOCK = "clock", _("Change the clock")
        TAKE_BACK = "take_back", _("Take back a turn")
        END = "end", _("End now and rank as it stands")
        CALL_OFF = "call_off", _("Call the match off")

    class Outcome(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("expired")
        WITHDRAWN = "withdrawn", _("withdrawn")
        VOID = "void", _("no longer possible")

    table = models.ForeignKey(Table, models.CASCADE, related_name="proposals", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposals", help_text="who proposes"
    )
    seat = models.PositiveSmallIntegerField(help_text="the number of their seat")
    kind = models.CharField(max_length=12, choices=Kind)
    terms = models.JSONField(default=dict, blank=True)
    message = models.ForeignKey(
        Message, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="when the site looks at it next")
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="when the silent were asked again"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], name="one_open_proposal", condition=Q(outcome="open")
            )
        ]
        indexes = [
            models.Index(fields=["table", "-id"], name="proposal_of_table"),
            models.Index(fields=["due_at"], name="proposal_due", condition=Q(outcome="open")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}: {self.outcome}"

    @property
    def is_open(self) -> bool:
        return self.outcome == self.Outcome.OPEN


class Vote(models.Model):
    """How one person answered a proposal; the proposer agrees by proposing."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="votes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="votes")
    agrees = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "user"], name="one_vote_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.agrees}"
