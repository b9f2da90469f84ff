"""What people report to those who keep the peace."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_REPORT = 1000


class Case(models.Model):
    """A thing that was reported, however many people did so: one to decide."""

    class What(models.TextChoices):
        PERSON = "person", _("a person")
        MESSAGE = "message", _("a message at a table")
        TABLE = "table", _("a table's name")
        CIRCLE = "circle", _("a circle's name or text")
        CIRCLE_MESSAGE = "circle-message", _("a message in a circle")

    what = models.CharField(max_length=16, choices=What)
    which = models.CharField(max_length=64, help_text="the key or number of the thing")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="cases",
        help_text="who has written, named or opened it, or is it",
    )
    opened_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["what", "which"], name="one_case_of_a_thing")
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.which}"


class Report(models.Model):
    """What one person says of a thing, and the thing as it was then."""

    class Kind(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        SPAM = "spam", _("Advertising or spam")
        CHEATING = "cheating", _("Cheating: several accounts, results agreed, lost on purpose")
        NAME = "name", _("A name that offends or misleads")
        OTHER = "other", _("Something else")

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=8, choices=Kind)
    words = models.TextField(max_length=LONGEST_REPORT, blank=True)
    evidence = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["case", "by"], name="one_report_of_a_thing_and_person")
        ]

    def __str__(self) -> str:
        return f"{self.case} by {self.by}"
