"""The form for chat messages at a table."""

from __future__ import annotations

from django import forms

from portal.user_text import check_marks

from ...models import Message


class ChatForm(forms.Form):
    text = forms.CharField(max_length=1000, strip=True, validators=[check_marks])
    audience = forms.ChoiceField(choices=Message.Audience.choices, required=False)
