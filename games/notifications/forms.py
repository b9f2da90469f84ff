"""The form of a person's notification settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import NotificationSettings, User

from .outbox import notification_settings
from .outbox.channels import CHANNELS
from .outbox.events import DIGEST, EVENTS, MAIL

MOST_A_DAY = 200
HOUR_MINUTES = 60
TURN_DELAY_LABELS = {
    0: _("at once"),
    2: _("after 2 minutes"),
    15: _("after 15 minutes"),
    60: _("after 1 hour"),
}


def _interval_choices() -> list[tuple[int | str, str]]:
    hours = notification_settings.REMINDER_INTERVALS
    return [
        ("", gettext("off")),
        *((n, ngettext("every %(n)d hour", "every %(n)d hours", n) % {"n": n}) for n in hours),
    ]


def _last_reminder_choices() -> list[tuple[int | str, str]]:
    found: list[tuple[int | str, str]] = [("", gettext("off"))]
    for minutes in notification_settings.LAST_REMINDERS:
        if minutes < HOUR_MINUTES:
            n, label = minutes, ngettext("%(n)d minute before", "%(n)d minutes before", minutes)
        else:
            n = minutes // HOUR_MINUTES
            label = ngettext("%(n)d hour before", "%(n)d hours before", n)
        found.append((minutes, label % {"n": n}))
    return found


class MatrixRow(NamedTuple):
    """An event of the settings table: its name, and a checkbox for each channel."""

    label: Promise
    boxes: list[forms.BoundField]


class NotificationSettingsForm(forms.ModelForm):
    turn_notification_delay = forms.TypedChoiceField(
        label=_("Notify me of my turn"),
        choices=[
            (minutes, TURN_DELAY_LABELS[minutes]) for minutes in notification_settings.TURN_DELAYS
        ],
        coerce=int,
        help_text=_("Once per turn, and only if you have not looked at the table since."),
    )
    reminder_interval = forms.TypedChoiceField(
        label=_("Remind me again"),
        choices=_interval_choices,
        coerce=int,
        empty_value=None,
        required=False,
    )
    last_reminder = forms.TypedChoiceField(
        label=_("Once more before my deadline"),
        choices=_last_reminder_choices,
        coerce=int,
        empty_value=None,
        required=False,
    )
    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the digest"),
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        coerce=int,
    )

    class Meta:
        model = NotificationSettings
        fields = (
            *("turn_notification_delay", "reminder_interval", "last_reminder"),
            *("quiet_from", "quiet_until", "max_notifications_per_day"),
            *("has_daily_digest", "digest_hour", "bell_sound"),
        )
        labels = {
            "quiet_from": _("Quiet from"),
            "quiet_until": _("Quiet until"),
            "max_notifications_per_day": _("Maximum notifications per day"),
            "has_daily_digest": _("Send me a digest every day"),
            "bell_sound": _("Play a soft sound for new notifications"),
        }
        help_texts = {
            "max_notifications_per_day": _(
                "The digest counts as one and lists everything over the limit."
            ),
            "has_daily_digest": _("All tables waiting for you, sorted by time left, in one mail."),
        }
        widgets = {
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        """Make the form of a user, whose settings are the instance."""
        super().__init__(*args, **kwargs)
        self.ways = notification_settings.available_channels(user)
        most = self.fields["max_notifications_per_day"]
        most.min_value, most.max_value = 1, MOST_A_DAY  # type: ignore[attr-defined]
        most.widget.attrs.update(min=1, max=MOST_A_DAY)
        for event in EVENTS.values():
            for channel in self.ways:
                name = notification_settings.setting_key(event.key, channel.key)
                self.fields[name] = forms.BooleanField(
                    required=False,
                    initial=notification_settings.is_chosen(user, event.key, channel.key),
                    label=format_lazy("{}: {}", event.label, channel.label),
                )

    def matrix(self) -> Iterator[MatrixRow]:
        for event in EVENTS.values():
            boxes = [
                self[notification_settings.setting_key(event.key, channel.key)]
                for channel in self.ways
            ]
            yield MatrixRow(event.label, boxes)

    def clean_max_notifications_per_day(self) -> int:
        number: int = self.cleaned_data["max_notifications_per_day"]
        if not 1 <= number <= MOST_A_DAY:
            raise forms.ValidationError(
                _("Enter a number from 1 to %(most)d."), params={"most": MOST_A_DAY}
            )
        return number

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        begin, end = found.get("quiet_from"), found.get("quiet_until")
        if (begin is None) != (end is None) and not self.errors:
            field = "quiet_from" if begin is None else "quiet_until"
            self.add_error(field, _("Quiet hours need a start and an end."))
        return found

    def save(self, commit: bool = True) -> NotificationSettings:
        """Store only what differs from the defaults.

        A new default then reaches everyone who chose nothing else. The caller locks the person's
        row.
        """
        settings: NotificationSettings = super().save(commit=False)
        overrides = {}
        for event in EVENTS.values():
            for channel in CHANNELS:
                name = notification_settings.setting_key(event.key, channel)
                by_default = channel in event.channels
                chosen = self.cleaned_data.get(
                    name, settings.notification_overrides.get(name, by_default)
                )
                if chosen != by_default:
                    overrides[name] = chosen
        digest = notification_settings.setting_key(DIGEST, MAIL)
        if not settings.has_daily_digest and settings.notification_overrides.get(digest) is False:
            overrides[digest] = False
        settings.notification_overrides = overrides
        settings.save(update_fields=["notification_overrides", *self.Meta.fields])
        return settings

    @property
    def changes_reminders(self) -> bool:
        return bool({"reminder_interval", "last_reminder"} & set(self.changed_data))
