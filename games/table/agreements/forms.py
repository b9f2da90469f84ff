"""The form that makes a proposal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.user_text import check_marks

from ...availability.fixed_hour_forms import CLOCK_CHOICES, FixedHourForm
from ...models import Proposal
from .actions import LONGEST_TEXT


class ProposalForm(FixedHourForm):
    """What is proposed, with the values that its kind needs; times are in the reader's zone."""

    kind = forms.ChoiceField(choices=Proposal.Kind.choices)
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        choices=[("", "–"), *CLOCK_CHOICES],
    )
    text = forms.CharField(
        label=_("Message to the players (optional)"),
        required=False,
        max_length=LONGEST_TEXT,
        validators=[check_marks],
    )

    def terms(self) -> dict[str, Any]:
        """Return the values of a valid form as `actions.propose` takes them."""
        return {"until": self.cleaned_data["until"], "clock": self.selected_clock()}
