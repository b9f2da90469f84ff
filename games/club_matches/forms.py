"""The form by which a club challenges another."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

import games.rules as rules

from .. import names
from ..availability.fixed_hour_forms import DAY_CLOCK_CHOICES, FixedHourForm
from ..availability.start_date_forms import StartDateForm
from ..boards import translate_reason
from ..lobby.setup.forms import OPTION_PREFIX, build_option_fields, selected_options
from ..lobby.table_settings import TableSettings
from ..models import Table
from ..time_controls import DEFAULT_PRESET
from .models import LONGEST_TEXT, ClubMatch
from .proposals import MAX_BOARDS, Challenge, board_sizes


class ChallengeForm(FixedHourForm, StartDateForm):
    """A challenge to another club, for one game. `zone` is the time zone of the start."""

    opponent = forms.CharField(
        label=gettext_lazy("Name of the other club"),
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seats = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Players per board"),
        help_text=gettext_lazy("Half of them for each club."),
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=DAY_CLOCK_CHOICES,
        initial=DEFAULT_PRESET,
    )
    pauses = forms.ChoiceField(
        label=gettext_lazy("Nights, days off, vacations"),
        choices=Table.PausePolicy.choices,
        initial=Table.PausePolicy.CALENDARS,
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False, initial=True)
    pairing = forms.ChoiceField(
        label=gettext_lazy("Order of boards"),
        choices=ClubMatch.Pairing.choices,
        initial=ClubMatch.Pairing.STRENGTH,
    )
    start_least = forms.IntegerField(
        label=gettext_lazy("Boards at least"), min_value=1, max_value=MAX_BOARDS, initial=2
    )
    max_boards = forms.IntegerField(
        label=gettext_lazy("Boards at most"), min_value=1, max_value=MAX_BOARDS, initial=10
    )
    text = forms.CharField(
        label=gettext_lazy("Message to the other club"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, game: rules.Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["hour_zone"].initial = self.zone
        for name in ("start_day", "start_time"):
            self.fields[name].required = True
        sizes = [(str(n), str(n)) for n in board_sizes(game)]
        self.fields["seats"].choices = sizes  # type: ignore[attr-defined]
        self.fields.update(build_option_fields(game))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION_PREFIX + option.key] for option in self.game.options]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "seats" in cleaned:
            try:
                self.game.check(cleaned["seats"], selected_options(cleaned, self.game))
            except rules.OptionError as error:
                self.add_error(None, translate_reason(error.why, self.game.key))
        return cleaned

    def challenge(self) -> Challenge:
        """Return the challenge; only for a valid form."""
        data, clock = self.cleaned_data, self.selected_clock()
        assert self.date is not None
        assert clock is not None
        return Challenge(
            opponent=data["opponent"],
            game=self.game.key,
            table_settings=TableSettings(
                seats=data["seats"],
                options=selected_options(data, self.game),
                clock=clock,
                rated=data["rated"],
                pauses=data["pauses"],
            ),
            pairing=data["pairing"],
            min_boards=self.date.least,
            max_boards=data["max_boards"],
            starts_at=self.date.at,
            text=data["text"],
        )

    def add_action_error(self, refused: Any) -> None:
        """Add an error of `challenge_club` to its field."""
        field = getattr(refused, "field", "")
        field = {"starts_at": "start_day"}.get(field, field)
        self.add_error(field if field in self.fields else None, refused.message)


def game_choices() -> list[str]:
    """Return the keys of games that two clubs can play against each other."""
    return [key for key, game in rules.catalogue().items() if board_sizes(game)]
