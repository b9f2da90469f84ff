"""The form that opens a table; its option fields come from the declaration of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games.rules as rules

from ... import bots, names
from ...availability import validation
from ...availability.fixed_hour_forms import CLOCK_CHOICES, FixedHourForm, initial_clock
from ...availability.start_date_forms import StartDateForm
from ...boards import presenter
from ...bot_levels import level_choices, level_descriptions
from ...clock_calendar import WeeklyHours
from ...models import Club, Table
from ...ratings.reliability.requirements import LIMITS, Requirements
from ...time_controls import (
    DAY,
    DEFAULT_PRESET,
    HOUR,
    MINUTE,
    PRESETS,
    FixedHour,
    TimeControl,
    describe_time_control,
    format_duration,
)
from ..pending import InvalidTableError
from ..table_settings import TableSettings
from .settings_validation import check_options, clean_table_name

OPTION_PREFIX = "option_"
REQUIREMENT_FIELDS = (*LIMITS, "followed")
ANSWER_TIME_CHOICES = (5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY)


def optional_integer_field(label: Any, name: str) -> forms.IntegerField:
    """Return the field of a requirement with a number, which a host may leave empty."""
    least, most = LIMITS[name]
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False)


def build_option_fields(game: rules.Game) -> dict[str, forms.ChoiceField]:
    """Return a field for each option that the game declares."""
    show = presenter(game.key)
    return {
        OPTION_PREFIX + option.key: forms.ChoiceField(
            label=show.option_label(option),
            help_text=show.option_help(option),
            choices=[(c, show.choice_label(option, c)) for c in option.choices],
            initial=option.default,
        )
        for option in game.options
    }


def selected_options(cleaned: dict[str, Any], game: rules.Game) -> dict[str, str]:
    """Return the chosen options from cleaned data, as far as they are valid."""
    return {
        option.key: cleaned[OPTION_PREFIX + option.key]
        for option in game.options
        if OPTION_PREFIX + option.key in cleaned
    }


class OpenTableForm(FixedHourForm, StartDateForm):
    """Fields for seats, bots, clock, visibility and so on, and one for each declared option.

    Args:
        game: the game.
        zone: the time zone of the play window.
        clubs: the clubs of the host.
    """

    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Seats"))
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"), choices=CLOCK_CHOICES, initial=DEFAULT_PRESET
    )
    pauses = forms.ChoiceField(
        label=gettext_lazy("Nights, days off, vacations"),
        choices=Table.PausePolicy.choices,
        initial=Table.PausePolicy.CALENDARS,
        required=False,
        help_text=gettext_lazy("For clocks in days; clocks in minutes never rest."),
    )
    window_days = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Only on these days"),
        choices=[(str(day), WEEKDAYS[day]) for day in range(7)],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    window_from = forms.TimeField(
        label=gettext_lazy("from"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )
    window_until = forms.TimeField(
        label=gettext_lazy("until"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Rated"),
        required=False,
        initial=True,
        help_text=gettext_lazy("a table with a bot is always friendly"),
    )
    rates_bots = forms.BooleanField(
        label=gettext_lazy("Allow bot accounts at this rated table"),
        required=False,
        help_text=gettext_lazy("otherwise, only people can join a rated table"),
    )
    has_hidden_names = forms.BooleanField(
        label=gettext_lazy("Hide names and ratings until the end"),
        required=False,
        help_text=gettext_lazy("people join from the lobby or by a link, not by invitation"),
    )
    substitutes = forms.ChoiceField(
        label=gettext_lazy("Taking over seats"),
        choices=Table.Substitutes.choices,
        initial=Table.Substitutes.RATED,
        required=False,
        help_text=gettext_lazy("of players who leave, of bots, and seats that players offer"),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Visibility"), choices=Table.Visibility.without_club
    )
    start_when = forms.ChoiceField(label=gettext_lazy("Starts"), choices=Table.StartMode.choices)
    rating_from = optional_integer_field(gettext_lazy("Lowest rating"), "rating_from")
    rating_to = optional_integer_field(gettext_lazy("Highest rating"), "rating_to")
    finished = optional_integer_field(gettext_lazy("Matches finished, in percent"), "finished")
    pace = forms.TypedChoiceField(
        label=gettext_lazy("Answers usually within"), coerce=int, empty_value=None, required=False
    )
    followed = forms.BooleanField(label=gettext_lazy("Only people I follow"), required=False)
    local_names = forms.CharField(
        label=gettext_lazy("Hot seat: who else plays on this device"),
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": gettext_lazy("Anna, Ben")}
        ),
        help_text=gettext_lazy(
            "Enter names with commas between them, one for each other seat without a "
            "bot. You pass the device around. Such a match starts at once, is "
            "friendly and has no clock."
        ),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the table"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": names.LONGEST, "autocomplete": "off"}),
        help_text=gettext_lazy("If this is empty, we choose two friendly words."),
    )

    def __init__(
        self,
        game: rules.Game,
        *args: Any,
        zone: str = "UTC",
        clubs: Iterable[Club] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, zone=zone, **kwargs)
        self.clubs = {club.key: club for club in clubs}
        only = _("members of the club %(name)s")
        self.fields["visibility"].choices = [  # type: ignore[attr-defined]
            *Table.Visibility.without_club(),
            *((key, only % {"name": club.name}) for key, club in self.clubs.items()),
        ]
        self.game = game
        counts = [(str(n), str(n)) for n in game.seats]
        self.fields["seats"].choices = counts  # type: ignore[attr-defined]
        self.fields["seats"].initial = str(min(game.seats[-1], max(game.seats[0], 3)))
        self.fields["start_least"].initial = min(max(game.seats[0], 2), game.seats[-1])
        self.fields["hour_zone"].initial = zone
        paces = [
            ("", _("any time")),
            *((str(pace), format_duration(pace)) for pace in ANSWER_TIME_CHOICES),
        ]
        self.fields["pace"].choices = paces  # type: ignore[attr-defined]
        levels = [("", _("a person"))]
        levels += [(level, _("bot: %s") % label) for level, label in level_choices(game.key)]
        for number in range(1, game.seats[-1]):
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                label=_("Seat %d") % (number + 1), choices=levels, required=False
            )
        self.fields.update(build_option_fields(game))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION_PREFIX + option.key] for option in self.game.options]

    @property
    def requirement_number_fields(self) -> list[forms.BoundField]:
        """The fields of requirements with numbers; `followed` has a checkbox of its own."""
        return [self[name] for name in LIMITS]

    @property
    def has_requirements(self) -> bool:
        """Whether a requirement is filled in or has an error, so that the page unfolds them."""
        return any(self[name].value() or self[name].errors for name in REQUIREMENT_FIELDS)

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat_{number}"] for number in range(1, self.game.seats[-1])]

    @property
    def level_sentences(self) -> list[tuple[str, str]]:
        return level_descriptions(self.game.key)

    @property
    def clock_sentences(self) -> list[tuple[str, str]]:
        clocks = [(str(preset.label), preset.clock) for preset in PRESETS]
        example = TimeControl.at_hour(FixedHour("21:00", self.zone))
        clocks.append((_("at a fixed hour"), example))
        return [(label, describe_time_control(clock)) for label, clock in clocks]

    def clean_local_names(self) -> list[str]:
        given = self.cleaned_data["local_names"].replace("、", ",").split(",")
        return [name.strip() for name in given if name.strip()]

    def clean_name(self) -> str:
        try:
            return clean_table_name(self.cleaned_data["name"])
        except InvalidTableError as error:
            raise forms.ValidationError(error.message) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "seats" in cleaned:
            try:
                check_options(self.game, cleaned["seats"], self.options(cleaned))
            except InvalidTableError as error:
                raise forms.ValidationError(error.message) from error
        asks = Requirements(
            **{name: cleaned[name] for name in REQUIREMENT_FIELDS if name in cleaned}
        )
        if wrong := asks.wrong():
            self.add_error(*wrong)
        cleaned["asks"] = asks
        if not self.errors:
            cleaned["window"] = self._clean_window(cleaned)
        return cleaned

    def has_date(self) -> bool:
        return self.cleaned_data.get("start_when") == Table.StartMode.DATE

    def _clean_window(self, cleaned: dict[str, Any]) -> WeeklyHours | None:
        days, begin, end = (cleaned[f"window_{part}"] for part in ("days", "from", "until"))
        if not days and begin is None and end is None:
            return None
        if not days or begin is None or end is None:
            message = _(
                "A play window needs days, a start and an end. Otherwise leave all of it empty."
            )
            self.add_error("window_days", message)
            return None
        try:
            return validation.build_window(
                self.zone, days, validation.to_minutes(begin), validation.to_minutes(end)
            )
        except validation.InvalidCalendarError as error:
            self.add_error("window_days", error.message)
            return None

    def options(self, cleaned: dict[str, Any]) -> dict[str, str]:
        return selected_options(cleaned, self.game)

    @property
    def club(self) -> Club | None:
        """The club whose members alone can find the table; only for a valid form."""
        return self.clubs.get(self.cleaned_data["visibility"])

    def terms(self) -> TableSettings:
        """Return the settings of the table; only for a valid form."""
        data, clock = self.cleaned_data, self.selected_clock()
        assert clock is not None
        levels = [data.get(f"seat_{number}") for number in range(1, data["seats"])]
        return TableSettings(
            seats=data["seats"],
            options=self.options(data),
            clock=clock,
            bots=tuple(level for level in levels if level),
            rated=data["rated"],
            rates_bots=data["rates_bots"],
            substitutes=data["substitutes"] or Table.Substitutes.RATED,
            has_hidden_names=data["has_hidden_names"],
            # Saved settings have no club and no date: people choose these again each time.
            visibility=Table.Visibility.LINK if self.club else data["visibility"],
            start_when=Table.StartMode.FULL if self.date else data["start_when"],
            pauses=data["pauses"] or Table.PausePolicy.CALENDARS,
            window=data["window"],
            asks=data["asks"],
        )


def initial_values(terms: TableSettings, zone: str) -> dict[str, Any]:
    """Return the initial values of the form for these settings.

    Clocks that are no preset, and play windows in another zone than `zone`, have no fields and are
    left out.
    """
    first_bot = terms.seats - len(terms.bots)
    found: dict[str, Any] = {
        "seats": str(terms.seats),
        "rated": terms.rated,
        "rates_bots": terms.rates_bots,
        "substitutes": terms.substitutes,
        "has_hidden_names": terms.has_hidden_names,
        "visibility": terms.visibility,
        "start_when": terms.start_when,
        "pauses": terms.pauses,
    }
    levels = (bots.EASY if level == bots.RANDOM else level for level in terms.bots)
    found |= {f"seat_{first_bot + n}": level for n, level in enumerate(levels)}
    found |= {OPTION_PREFIX + option: choice for option, choice in terms.options.items()}
    found |= terms.asks.to_json()
    found |= initial_clock(terms.clock)
    if terms.window is not None and terms.window.zone == zone:
        days = [day for day, hours in enumerate(terms.window.week) if hours is not None]
        begin, end = next(hours for hours in terms.window.week if hours is not None)
        found |= {"window_days": [str(day) for day in days]}
        found |= {"window_from": validation.to_time(begin), "window_until": validation.to_time(end)}
    return found
