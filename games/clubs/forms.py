"""The form of a club: its name, its description and how people join."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from .. import names
from ..models import Club
from ..models.clubs import LONGEST_TEXT


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Club name"),
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    text = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    joining = forms.ChoiceField(
        label=_("How people join"),
        choices=Club.JoinPolicy.choices,
        initial=Club.JoinPolicy.INVITATION,
        help_text=_("By invitation: only members and invited people can see the club."),
    )
