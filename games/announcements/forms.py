"""Forms of the owner for announcements and planned downtimes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .models import Announcement

LONGEST = timedelta(days=90)
INPUT_FORMAT = "%Y-%m-%dT%H:%M"


def local_datetime_field(label: Any, **more: Any) -> forms.DateTimeField:
    """Return a field for a moment in the reader's time zone."""
    picker = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=INPUT_FORMAT)
    return forms.DateTimeField(label=label, widget=picker, input_formats=[INPUT_FORMAT], **more)


class DowntimeForm(forms.Form):
    starts_at = local_datetime_field(_("From"))
    ends_at = local_datetime_field(_("Until"))
    should_notify = forms.BooleanField(
        label=_("Also send everyone a notification"), required=False, initial=True
    )


class DowntimeEndForm(forms.Form):
    """A new end for a downtime; `at_once` means now."""

    ends_at = local_datetime_field(_("Until"), required=False)
    at_once = forms.BooleanField(required=False)
    should_notify = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("at_once"):
            data["ends_at"] = timezone.now()
        elif not data.get("ends_at"):
            raise forms.ValidationError(_("Enter an end time."))
        return data


class AnnouncementForm(forms.ModelForm):
    starts_at = local_datetime_field(_("From"))
    ends_at = local_datetime_field(_("Until"))

    class Meta:
        model = Announcement
        fields = ("text_en", "text_ja", "level", "starts_at", "ends_at", "should_notify")
        labels = {
            "text_en": _("In English"),
            "text_ja": _("In Japanese"),
            "level": _("Kind"),
            "should_notify": _("Also send everyone a notification"),
        }
        help_texts = {
            "text_en": _("Plain text. Addresses become links."),
            "text_ja": _("One of the two is enough. It is then shown to everyone."),
            "should_notify": _(
                "Sent once, to everyone with an account who was here in the last six months."
            ),
        }
        widgets = {
            "text_en": forms.Textarea(attrs={"rows": 2}),
            "text_ja": forms.Textarea(attrs={"rows": 2, "lang": "ja"}),
            "level": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = timezone.localtime().replace(second=0, microsecond=0)
        self.initial.update(starts_at=now, ends_at=now + timedelta(days=3))

    def clean_text_en(self) -> str:
        return " ".join(self.cleaned_data["text_en"].split())

    def clean_text_ja(self) -> str:
        return " ".join(self.cleaned_data["text_ja"].split())

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not (data.get("text_en") or data.get("text_ja") or self.errors):
            raise forms.ValidationError(_("Write the announcement."))
        start, end = data.get("starts_at"), data.get("ends_at")
        if start and end and not (start < end <= start + LONGEST and end > timezone.now()):
            self.add_error("ends_at", _("It must end later than it begins, within 90 days."))
        return data
