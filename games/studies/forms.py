"""The form of a set-up to study."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

import games.rules as rules

from ..boards import translate_reason
from ..lobby.setup.forms import OPTION_PREFIX, build_option_fields, selected_options


class SetUpForm(forms.Form):
    """The number of seats, and a field for each option that the game declares."""

    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Seats"))

    def __init__(self, game: rules.Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        counts = [(str(n), str(n)) for n in game.seats]
        self.fields["seats"].choices = counts  # type: ignore[attr-defined]
        self.fields.update(build_option_fields(game))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION_PREFIX + option.key] for option in self.game.options]

    def options(self) -> dict[str, str]:
        return selected_options(self.cleaned_data, self.game)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "seats" in cleaned:
            try:
                self.game.check(cleaned["seats"], selected_options(cleaned, self.game))
            except rules.OptionError as error:
                raise forms.ValidationError(translate_reason(error.why, self.game.key)) from error
        return cleaned
