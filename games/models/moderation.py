"""Moderation: reports, cases, the decisions of moderators (the audit log), and appeals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_REPORT = 1000


class Case(models.Model):
    """All reports about one thing, which moderators decide together."""

    class TargetKind(models.TextChoices):
        PERSON = "person", _("a person")
        MESSAGE = "message", _("a message at a table")
        TABLE = "table", _("a table's name")
        CIRCLE = "circle", _("a club's name or description")
        CIRCLE_MESSAGE = "circle-message", _("a message in a club")
        STUDY = "study", _("a study's name or text")
        PRIVATE_MESSAGE = "private-message", _("a private message")
        MOVE_COMMENT = "move-comment", _("a comment on a move")

    target_kind = models.CharField(max_length=16, choices=TargetKind, db_column="what")
    target_key = models.CharField(
        max_length=64, help_text="key or id of the target", db_column="which"
    )
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="cases",
        help_text="the author, host or owner of the target, or the target",
        db_column="about_id",
    )
    opened_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(
        null=True, blank=True, help_text="empty again after a later report"
    )

    class Meta:
        indexes = [
            models.Index(fields=["opened_at"], name="case_open", condition=Q(decided_at=None))
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["target_kind", "target_key"], name="one_case_of_a_thing"
            )
        ]

    def __str__(self) -> str:
        return f"{self.target_kind} {self.target_key}"


class Report(models.Model):
    """What one person says about a thing, with the thing as it was then (`evidence`)."""

    class Kind(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        SPAM = "spam", _("Advertising or spam")
        CHEATING = "cheating", _("Cheating: several accounts, arranged results, losing on purpose")
        NAME = "name", _("An offensive or misleading name")
        OTHER = "other", _("Something else")

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports", db_index=False)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports", db_column="by_id"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.TextField(max_length=LONGEST_REPORT, blank=True, db_column="words")
    evidence = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "reporter"], name="one_report_of_a_thing_and_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.case} by {self.reporter}"


class AppendOnlyQuerySet(models.QuerySet["Decision"]):
    def update(self, **_fields: Any) -> int:
        raise TypeError("entries of the audit log cannot be changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("entries of the audit log cannot be changed")


class Decision(models.Model):
    """What a moderator did: one row of the audit log, which is append-only.

    Each row has the digest of the row before (`games/moderation/audit_log.py`).
    """

    class Action(models.TextChoices):
        DISMISS = "dismiss", _("No action needed")
        WARN = "warn", _("Warning")
        HIDE = "hide", _("Hidden from others")
        MUTE = "mute", _("Temporary writing ban")
        UNRATED = "unrated", _("Temporary ban from rated matches")
        PRIVATE = "private", _("Temporary ban from public tables")
        SUSPEND = "suspend", _("Temporary ban from new tables")
        CLOSE = "close", _("Account closed")
        RENAME = "rename", _("Name removed")
        ANNUL = "annul", _("Result annulled")
        RELEASE = "release", _("Seat given to a bot")
        LOOKED = "looked", _("Viewed")
        UPHELD = "upheld", _("Appeal declined")
        LIFTED = "lifted", _("Appeal granted: decision reversed")

    class ReasonTemplate(models.TextChoices):
        """Standard reasons, which every reader sees in their own language."""

        FRIENDLY = "friendly", _("Please stay friendly: insults have no place at a table.")
        SPAM = "spam", _("Please do not advertise here.")
        FAIR = "fair", _("Please play for yourself and to win, with one account.")
        NAME = "name", _("Please choose a name that neither offends nor misleads.")

    action = models.CharField(max_length=8, choices=Action, db_column="what")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_column="by_id"
    )
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="decisions",
        db_index=False,
        help_text="empty: the decision is about nobody, for example a viewed list",
        db_column="about_id",
    )
    case = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="id of the case, which is deleted with the subject's account",
    )
    reason_template = models.CharField(
        max_length=8, choices=ReasonTemplate, blank=True, db_column="ready"
    )
    comment = models.TextField(max_length=LONGEST_REPORT, blank=True, db_column="words")
    until = models.DateTimeField(null=True, blank=True)
    data = models.JSONField(default=dict, help_text="what the target was before")
    at = models.DateTimeField(default=timezone.now)
    previous = models.CharField(
        max_length=64, unique=True, help_text="digest of the previous entry"
    )
    digest = models.CharField(max_length=64, unique=True)

    may_appeal = False  # whether the person may appeal; set for their own page

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["subject", "-id"], name="decision_about")]

    def __str__(self) -> str:
        return f"{self.action} about {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("entries of the audit log cannot be changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("entries of the audit log cannot be changed")

    @property
    def person(self) -> User:
        """The person whom it is about; only for decisions about a person."""
        assert self.subject is not None
        return self.subject

    @property
    def was_called(self) -> str:
        """The former name of a person, table or club that was renamed."""
        return str(self.data.get("name") or "")

    @property
    def why(self) -> str:
        """The reason in the reader's language, with the moderator's own words."""
        ready = str(self.ReasonTemplate(self.reason_template).label) if self.reason_template else ""
        return " ".join(filter(None, [ready, self.comment]))


class Appeal(models.Model):
    """What a person says once against a decision about them."""

    decision = models.OneToOneField(Decision, models.PROTECT, related_name="appeal")
    text = models.TextField(max_length=LONGEST_REPORT, db_column="words")
    at = models.DateTimeField(default=timezone.now)
    answer = models.OneToOneField(
        Decision, models.PROTECT, null=True, blank=True, related_name="answers"
    )

    def __str__(self) -> str:
        return f"appeal to {self.decision}"
