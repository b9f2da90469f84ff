"""Forms of accounts: preferences, tokens, passkeys, guests, and allauth's without placeholders."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.internal.flows import email_verification
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.socialaccount.forms import SignupForm as SocialSignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.dates import day_text
from portal.http.input_validation import InvalidInputError, parse_json

from . import countries, nicknames, passkeys, signup_policy, time_zones
from .context_processors import language_choices
from .models import User
from .nicknames import NAME_TAKEN
from .site.setup_checks import can_send_mail
from .tokens import Lifetime, Scope

MAX_LOGIN_LENGTH = 254  # an e-mail address has no more


def has_met_people(user: User) -> bool:
    """Whether others have met this account, at a table or among the entries of a tournament."""
    if user.pk is None:
        return False
    return user.seats.open_or_started().exists() or user.entries.exists()


class PreferencesForm(forms.ModelForm):
    called = forms.CharField(
        label=_("Display name"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones.time_zone_choices,
        help_text=_("All deadlines and dates are shown in this time zone."),
    )

    country = forms.ChoiceField(
        label=_("Country"),
        choices=countries.country_choices,
        required=False,
        help_text=_("On your profile, and for the leaderboard of your country."),
    )

    message_policy = forms.TypedChoiceField(
        label=_("Who may write to me"),
        choices=[
            ("", _("people in my clubs and at my tables, and people I follow who follow me")),
            *User.MessagePolicy.choices,
        ],
        required=False,
        empty_value=None,
        help_text=_("By private messages. Blocked people and guests never can."),
    )

    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "theme", "motion", "confirm_turn"),
            *("warn_reveal", "has_key_shortcuts", "tips", "preferred_color", "is_bot"),
            *("country", "shows_presence", "may_be_followed", "may_be_invited"),
            "message_policy",
        )
        labels = {
            "theme": _("Theme"),
            "motion": _("Motion on the board"),
            "confirm_turn": _("Ask me to confirm my turn"),
            "warn_reveal": _("Warn me before a move I cannot undo"),
            "has_key_shortcuts": _("Single-key shortcuts"),
            "tips": _("Tips at the table"),
            "preferred_color": _("Preferred colour"),
            "shows_presence": _("Show others when I am here"),
            "may_be_followed": _("Let others follow me"),
            "may_be_invited": _("Let others invite me"),
            "is_bot": _("This account is a bot"),
        }
        help_texts = {
            "motion": _("If your device asks for reduced motion, nothing moves."),
            "confirm_turn": _("Until you confirm, you can undo everything."),
            "warn_reveal": _("For example, before a card or tile is turned over."),
            "has_key_shortcuts": _(
                "n: next table, c: send turn, u: undo, ?: all shortcuts. Off while you type."
            ),
            "tips": _("A short tip when you meet a new kind of decision. Each tip is shown once."),
            "preferred_color": _("Your pieces have it in new matches, if nobody else prefers it."),
            "shows_presence": _("It only says “here now” or “here recently”."),
            "may_be_followed": _("If this is off, nobody can follow you."),
            "may_be_invited": _("By name, to tables and clubs. Invitation links always work."),
            "is_bot": _(
                "Everyone can see that it is a bot. You can only change this before "
                "the account joins a table or enters a tournament."
            ),
        }
        widgets = {
            "theme": forms.RadioSelect,
            "motion": forms.RadioSelect,
            "tips": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._set_up_nickname()
        # A disabled field keeps the stored value, whatever the request contains.
        self.fields["is_bot"].disabled = self.instance.is_guest or has_met_people(self.instance)
        self.fields["preferred_color"].choices = [  # type: ignore[attr-defined]
            ("", _("any")),
            *User.Color.choices,
        ]
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("same as my browser")),
            *language_choices(),
        ]

    def _set_up_nickname(self) -> None:
        """Set up the display name: guests have none, others change it once a month."""
        if self.instance.is_guest:
            del self.fields["called"]
            return
        field, again = self.fields["called"], nicknames.next_change_at(self.instance)
        field.initial = self.instance.nickname
        if again is not None and again > timezone.now():
            field.disabled = True
            field.help_text = _("You can change this again on %(day)s.") % {"day": day_text(again)}
        else:
            field.help_text = _(
                "You can use any script, and change the name once every 30 days. You still "
                "sign in as %(name)s, and your profile keeps its address. If this is "
                "empty, others see %(name)s."
            ) % {"name": self.instance.username}

    def clean_called(self) -> str:
        name = nicknames.normalize_name(self.cleaned_data["called"])
        if name == nicknames.normalize_name(self.instance.nickname):
            return self.instance.nickname  # unchanged, also where it was stored with two spaces
        if name == self.instance.username:
            name = ""
        if name and name != self.instance.nickname:
            nicknames.check_name(name)
            if nicknames.is_name_taken(name, but=self.instance):
                raise forms.ValidationError(NAME_TAKEN, code="taken")
        return name

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        if (name := self.cleaned_data.get("called")) not in (None, user.nickname):
            nicknames.change_nickname(user, name, timezone.now())
        return user


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Token name"),
        max_length=60,
        help_text=_("To recognise it later, such as “bot on my laptop”."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Scope.choices,
        initial=[Scope.READ, Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    lifetime = forms.TypedChoiceField(
        label=_("Validity"),
        choices=Lifetime.choices,
        initial=Lifetime.YEAR,
        coerce=int,
    )


class CredentialField(forms.CharField):
    """The browser's JSON for a passkey, which a script fills in; empty if none is used."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, required=False)

    def to_python(self, value: Any) -> Any:
        """Return the parsed JSON, or None for an empty value.

        Raises:
            ValidationError: the text is no valid JSON.
        """
        text = super().to_python(value)
        try:
            return parse_json(text.encode()) if text else None
        except InvalidInputError as error:
            raise forms.ValidationError(error.message) from error


class PasskeyForm(forms.Form):
    """A new passkey of a user; a script fills in the browser's response."""

    name = forms.CharField(
        label=_("Passkey name"),
        max_length=60,
        required=False,
        help_text=_("To recognise it later, such as “my phone”."),
    )
    credential = CredentialField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        if len(passkeys.list_passkeys(self.user)) >= passkeys.MOST:
            raise forms.ValidationError(
                _("You already have the maximum number of passkeys. Remove one first.")
            )
        if not self.errors:
            passkeys.verify_registration(self.cleaned_data["credential"])
        return self.cleaned_data


class PasskeyAnswerForm(forms.Form):
    """A sign-in with a passkey: of the given user, or of the user that the passkey names."""

    credential = CredentialField()
    passkey: Authenticator | None = None

    def __init__(self, user: User | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        self.passkey = passkeys.verify_authentication(
            self.user, self.cleaned_data.get("credential")
        )
        return self.cleaned_data


class DeleteAccountForm(forms.Form):
    username = forms.CharField(
        label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"].help_text = _("Type your own name, %(name)s, to confirm.") % {
            "name": user.username
        }

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        own = (self.user.username.lower(), self.user.own_name.lower())
        if name.lower() not in own:
            raise forms.ValidationError(
                _("Type your own name, %(name)s, to confirm."), params={"name": self.user.username}
            )
        return name


class NoPlaceholdersMixin:
    """A form with the site's labels and without placeholders, which repeat the labels."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        if "password1" in self.fields:
            self.fields["password1"].help_text = _(
                "At least 8 characters. Avoid common words, digits alone and anything "
                "like your name."
            )
        if "email" in self.fields:
            self.fields["email"].label = _("E-mail address")
        if "oldpassword" in self.fields:
            self.fields["oldpassword"].label = _("Current password")
        if "password2" in self.fields:
            self.fields["password1"].label = _("New password")
            self.fields["password2"].label = _("New password again")


class LoginForm(NoPlaceholdersMixin, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Name or e-mail address")
        login.validators.append(MaxLengthValidator(MAX_LOGIN_LENGTH))
        login.widget.attrs["maxlength"] = str(MAX_LOGIN_LENGTH)


def build_name_field() -> forms.CharField:
    """Return the field for the name of a new user."""
    return forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("The name others see, in any script."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class NewNameMixin:
    """A form that asks for the name of a new user and derives the user name from it.

    `cleaned_data` has the user name as "username", and "shown_name" if the display name differs.
    """

    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]
    guest: User | None = None  # a guest who may keep their name

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = build_name_field()

    def clean_username(self) -> str:
        names = nicknames.choose_names(self.cleaned_data["username"], but=self.guest)
        self.cleaned_data["shown_name"] = names.shown
        return names.username

    def add_username_message(self, request: HttpRequest) -> None:
        """Show new users the name with which they sign in, unless they typed it themselves."""
        if self.cleaned_data["shown_name"]:
            said = _("You sign in with the name %(name)s, or with your e-mail address.")
            messages.info(request, said % {"name": self.cleaned_data["username"]})


class NoDisposableEmailMixin:
    """A form that rejects disposable addresses, where mails about turns would reach nobody."""

    def clean_email(self) -> str:
        email = str(super().clean_email())  # type: ignore[misc]
        if signup_policy.is_disposable_email(email):
            raise forms.ValidationError(
                _(
                    "Disposable addresses are not accepted. Use an address that you check "
                    "regularly."
                ),
                code="throwaway",
            )
        return email


class SignupForm(
    NewNameMixin, NoDisposableEmailMixin, NoPlaceholdersMixin, allauth_forms.SignupForm
):
    begun = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    data: Any  # what was sent; allauth has no types

    def clean(self) -> dict[str, Any]:
        """Reject a form that comes back faster than people fill it in, or was never rendered."""
        data: dict[str, Any] = super().clean()
        if not self.errors and signup_policy.is_form_too_quick(context.request, data["begun"]):
            self.data = self.data.copy()
            self.data["begun"] = signup_policy.sign_form_time()  # an expired mark would fail again
            raise forms.ValidationError(_("That was too fast. Send the form again."), code="quick")
        return data

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """Do the same work for an address that has an account: one hash and one mail.

        So the response time does not reveal whether the account exists.
        """
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        self.add_username_message(request)
        return super().try_save(request)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["begun"].initial = signup_policy.sign_form_time
        trap = self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]
        trap.template_name = "forms/honeypot.html"  # type: ignore[attr-defined]
        trap.widget = forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"})
        self.fields["email"].help_text = (
            _(
                "Only you can see it. We send you a link now, and later an e-mail when it is "
                "your turn."
            )
            if can_send_mail()
            else _("Only you can see it.")
        )


class SocialAccountSignupForm(
    NewNameMixin, NoDisposableEmailMixin, NoPlaceholdersMixin, SocialSignupForm
):
    """The sign-up form for users of another provider, which asks only for a name."""

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        self.add_username_message(request)
        return super().try_save(request)


class GuestForm(forms.Form):
    """The form by which a visitor plays as a guest."""

    name = build_name_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Your name")

    def clean_name(self) -> str:
        """Return the normalized name; if it is taken, `create_guest` appends a number."""
        name = nicknames.normalize_name(self.cleaned_data["name"])
        nicknames.check_name(name)
        return name


class GuestUpgradeForm(SignupForm):
    """The form by which a guest becomes an account: the sign-up form, with their name filled in.

    A passkey, which a script fills in, replaces the password.
    """

    credential = CredentialField()

    def __init__(self, guest: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"username": guest.own_name}, **kwargs)
        self.guest = guest
        if self.data.get("credential"):
            self.fields["password1"].required = False

    def clean(self) -> dict[str, Any]:
        """Verify a passkey, if one is given and all other fields are valid."""
        data: dict[str, Any] = super().clean()
        if not self.errors and self.data.get("credential"):
            passkeys.verify_registration(data["credential"])
        return data

    @property
    def is_taken(self) -> bool:
        """Whether the address has an account already; only a mail to it may say so."""
        return bool(self.account_already_exists)


class ResetPasswordForm(NoPlaceholdersMixin, allauth_forms.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(NoPlaceholdersMixin, allauth_forms.ResetPasswordKeyForm):
    def save(self) -> None:
        """Save the new password and revoke all tokens, which may have leaked as well."""
        super().save()
        self.user.api_tokens.all().delete()


class ChangePasswordForm(NoPlaceholdersMixin, allauth_forms.ChangePasswordForm):
    keep_tokens = forms.BooleanField(
        label=_("Keep my API tokens"),
        required=False,
        help_text=_("Otherwise they stop working, and so do the programs that use them."),
    )

    def save(self) -> None:
        super().save()
        if not self.cleaned_data["keep_tokens"]:
            self.user.api_tokens.all().delete()


class SetPasswordForm(NoPlaceholdersMixin, allauth_forms.SetPasswordForm):
    pass


class AddEmailForm(NoDisposableEmailMixin, NoPlaceholdersMixin, allauth_forms.AddEmailForm):
    def save(self, request: HttpRequest) -> EmailAddress:
        """Add the address and show the same message for every one, even if a mail was just sent."""
        address = EmailAddress.objects.add_new_email(
            request, self.user, self.cleaned_data["email"], send_verification=False
        )
        if not email_verification.send_verification_email_to_address(request, address):
            email_verification.add_email_verification_sent_message(
                request, address.email, signup=False
            )
        return address

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class ReauthenticateForm(NoPlaceholdersMixin, allauth_forms.ReauthenticateForm):
    pass


class CodeForm(NoPlaceholdersMixin):
    """A form with a numeric code, for which phones show a number pad."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class ActivateTOTPForm(CodeForm, totp_forms.ActivateTOTPForm):
    pass


class AuthenticateForm(CodeForm, mfa_forms.AuthenticateForm):
    pass


class CodeAgainForm(CodeForm, mfa_forms.ReauthenticateForm):
    pass
