"""Fair-play signals for moderators, and device fingerprints; both are kept for 30 days."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class FairPlaySignal(models.Model):
    """A statistical sign of cheating for moderators. It decides nothing."""

    class Kind(models.TextChoices):
        SHARED = "shared", gettext_lazy("Same device and network")
        ONE_SIDED = "one-sided", gettext_lazy("One account always loses to the other")
        ON_PURPOSE = "purpose", gettext_lazy("Resigned while ahead")
        PACE = "pace", gettext_lazy("Answers faster than a person could")

    kind = models.CharField(max_length=12, choices=Kind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hinted_at")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    dedup_key = models.CharField(
        max_length=48, unique=True, help_text="kind and people", db_column="about"
    )
    evidence = models.JSONField(default=dict, help_text="numbers and keys of matches")
    found_at = models.DateTimeField(help_text="when it was last detected")
    settled_at = models.DateTimeField(
        null=True, blank=True, help_text="when a moderator dealt with it"
    )

    class Meta:
        db_table = "games_hint"
        ordering = ["-found_at", "pk"]

    def __str__(self) -> str:
        return self.dedup_key

    @property
    def text(self) -> str:
        """The signal as a sentence in the reader's language."""
        return signal_sentence(self.kind, self.evidence)


def signal_sentence(kind: str, evidence: dict[str, Any]) -> str:
    """Return the evidence of a kind of signal as a sentence in the reader's language."""
    sentences = {
        FairPlaySignal.Kind.SHARED: _("Both accounts used the same device on the same network."),
        FairPlaySignal.Kind.ONE_SIDED: _(
            "The first lost all %(n)s matches between them. Their ratings predict "
            "this once in %(once_in)s times."
        ),
        FairPlaySignal.Kind.ON_PURPOSE: _(
            "Resigned %(n)s matches in which they had the most points."
        ),
        FairPlaySignal.Kind.PACE: _("%(fast)s of %(n)s answers took at most %(seconds)s s."),
    }
    return sentences[FairPlaySignal.Kind(kind)] % evidence
