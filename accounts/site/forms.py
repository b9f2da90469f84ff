"""The owner's forms: the first account, and the settings of the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from .. import nicknames, time_zones
from ..confusables import skeleton
from ..context_processors import language_choices
from ..forms import NewNameMixin
from ..models import Site, User
from . import owner, picture


class OwnerKeyForm(forms.Form):
    """The owner key, for a user who is signed in."""

    key = forms.CharField(
        label=_("Key"),
        max_length=200,
        help_text=_("The key is printed in the terminal where the site was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"]
        if not owner.is_owner_key(key):
            raise forms.ValidationError(_("This key is not correct."), code="key")
        return key


class FirstOwnerForm(NewNameMixin, OwnerKeyForm, forms.ModelForm):
    """The owner key and a new account for the person who has it."""

    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("key", "username", "email", "password")

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"email": _("E-mail address")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].required = True
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def full_clean(self) -> None:
        """Hide all other errors if the key is wrong; they would reveal which accounts exist."""
        super().full_clean()
        if self.has_error("key"):
            for name in {*self.errors} - {"key"}:
                del self.errors[name]

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if owner.is_email_of_another(email):
            raise forms.ValidationError(
                _("This address already belongs to another account."), code="taken"
            )
        return email

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit=False)
        names = self.cleaned_data["username"], self.cleaned_data["shown_name"]
        nicknames.assign_names(user, nicknames.Names(*names))
        user.set_password(self.cleaned_data["password"])
        user.save()
        return user


def season_length_choices() -> list[tuple[int, str]]:
    """Return (months, label) of the possible season lengths, which all divide a year."""
    words = [
        (months, ngettext("%(n)d month", "%(n)d months", months) % {"n": months})
        for months in (1, 2, 3, 4, 6)
    ]
    return [(0, gettext("none")), *words]


class SiteSettingsForm(forms.ModelForm):
    upload = forms.FileField(
        label=_("Picture"),
        required=False,
        help_text=picture.INVALID_PICTURE,
        widget=forms.FileInput(attrs={"accept": "image/png"}),
    )
    usual_picture = forms.BooleanField(label=_("Use the default logo"), required=False)
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_(
            "Used for people who have not chosen a language and whose browser requests none of "
            "ours."
        ),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Used for new people whose browser does not report a time zone."),
    )

    season_months = forms.TypedChoiceField(
        label=_("Rating seasons"),
        coerce=int,
        choices=season_length_choices,
        required=False,
        empty_value=None,
        help_text=_("Each has its own leaderboard, besides the all-time one."),
    )

    class Meta:
        model = Site
        fields = (
            *(
                "name",
                "sign_up",
                "language",
                "time_zone",
                "allows_local_webhooks",
                "members_can_open_tournaments",
            ),
            *("season_months", "club_sign_ups", "allows_private_messages"),
        )
        labels = {
            "name": _("Name of the site"),
            "sign_up": _("Who can sign up"),
            "allows_local_webhooks": _("Let webhooks send to the local network"),
            "members_can_open_tournaments": _("Anyone with an account can open tournaments"),
            "allows_private_messages": _("Private messages between two people"),
            "club_sign_ups": _("New people by the links of one club in 30 days"),
        }
        help_texts = {
            "name": _("In the header, in titles, and where people install the site."),
            "allows_local_webhooks": _(
                "Anyone with an account can then send requests to 10.0.0.0/8, "
                "172.16.0.0/12, 192.168.0.0/16 and fc00::/7."
            ),
            "members_can_open_tournaments": _(
                "If this is off, only clubs and staff can open them."
            ),
            "allows_private_messages": _(
                "If this is off, nobody can read or write any. They stay in the archives of data."
            ),
            "club_sign_ups": _(
                "Only for sites on which people sign up by invitation. Empty or 0: a club’s link "
                "does not let new people sign up."
            ),
        }
        widgets = {"sign_up": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = language_choices()  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = time_zones.time_zone_choices()  # type: ignore[attr-defined]
        self.initial["language"] = self.instance.language or settings.LANGUAGE_CODE
        self.initial["time_zone"] = self.instance.time_zone or settings.TIME_ZONE
        if not self.instance.picture_name:
            del self.fields["usual_picture"]
        if settings.SIGN_UP:
            self._lock_field("sign_up", "SIGN_UP", settings.SIGN_UP)
        if settings.WEBHOOK_NETWORKS:
            self._lock_field("allows_local_webhooks", "WEBHOOK_NETWORKS", True)

    def _lock_field(self, name: str, variable: str, value: Any) -> None:
        """Show the value that the environment sets, and disable the field."""
        field = self.fields[name]
        field.disabled, self.initial[name] = True, value
        field.help_text = _("Set by %(name)s in the environment; it cannot be changed here.") % {
            "name": variable
        }

    def clean_name(self) -> str:
        name: str = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable() or not skeleton(name):
            raise forms.ValidationError(_("Choose a name with visible letters."))
        return name

    def clean_upload(self) -> bytes | None:
        given: UploadedFile | None = self.cleaned_data["upload"]
        if given is None:
            return None
        return picture.sanitize_png(given.read(picture.MOST_BYTES + 1))

    def _post_clean(self) -> None:
        """Keep the stored values of the fields that the environment sets."""
        before = {
            name: getattr(self.instance, name) for name in ("sign_up", "allows_local_webhooks")
        }
        super()._post_clean()  # type: ignore[misc]
        for name, value in before.items():
            if self.fields[name].disabled:
                setattr(self.instance, name, value)
