"""The form that creates a tournament, and the parser for rulings on a table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import games.rules as rules

from .. import names
from ..availability.fixed_hour_forms import (
    LIMITED_CLOCK_CHOICES,
    FixedHourForm,
    initial_clock,
)
from ..availability.start_date_forms import StartDateForm
from ..boards import translate_reason
from ..lobby.setup.forms import (
    OPTION_PREFIX,
    build_option_fields,
    optional_integer_field,
    selected_options,
)
from ..lobby.table_settings import TableSettings
from ..models import Club, Table
from ..ratings.reliability.requirements import Requirements
from ..time_controls import DEFAULT_PRESET
from .creation import settings_warnings
from .formats.base import SCORES, SIZES, Format
from .formats.groups import MAX_DIVISION_SIZE
from .models import LONGEST_ABOUT, LONGEST_PRIZES, LONGEST_RULING, MOST_PLACES, Tournament
from .points import SCORE_LABELS
from .tournament_settings import (
    DEFAULT_TOURNAMENT_DAYS,
    MAX_INTERVAL_DAYS,
    MAX_PAUSE_DAYS,
    MAX_ROUND_DAYS,
    MAX_TOURNAMENT_DAYS,
    MIN_PLAYERS,
    RepeatSchedule,
    TournamentSettings,
    allows_duplicate,
    can_end_rounds_early,
    must_have_max_days,
)

#: The labels of format settings. Settings without a label keep their defaults.
SETTING_LABELS = {
    "rounds": gettext_lazy("Rounds"),
    "smaller": gettext_lazy("Prefer smaller tables to byes"),
    "division_size": gettext_lazy("Players per division"),
    "mixed": gettext_lazy("Divisions of equal strength"),
    "meetings": gettext_lazy("Matches between each pair"),
    "promoted": gettext_lazy("Number promoted"),
    "relegated": gettext_lazy("Number relegated"),
    "go_on": gettext_lazy("Number advancing from each table"),
    "best": gettext_lazy("Number of matches that count"),
    "reach": gettext_lazy("Number of places above that can be challenged"),
    "answer_days": gettext_lazy("Days to accept a challenge"),
    "idle_days": gettext_lazy("Days without a match before a place is lost"),
}
SETTING_LIMITS = {"division_size": (2, MAX_DIVISION_SIZE)}
SETTING_PREFIX = "setting_"
CHECK_IN_CHOICES = [  # minutes before the start
    (0, gettext_lazy("none")),
    (15, gettext_lazy("opens 15 minutes before")),
    (30, gettext_lazy("opens 30 minutes before")),
    (60, gettext_lazy("opens 1 hour before")),
    (180, gettext_lazy("opens 3 hours before")),
    (720, gettext_lazy("opens 12 hours before")),
    (1440, gettext_lazy("opens a day before")),
]


class TournamentForm(FixedHourForm, StartDateForm):
    """A tournament of one game in one format; its fields follow from what both declare.

    `zone` is the time zone of the start, `clubs` are the clubs that the person leads.
    """

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    about = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    prizes = forms.CharField(
        label=gettext_lazy("Prizes"), max_length=LONGEST_PRIZES, required=False
    )
    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Players per table"))
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=LIMITED_CLOCK_CHOICES,
        initial=DEFAULT_PRESET,
    )
    pauses = forms.ChoiceField(
        label=gettext_lazy("Nights, days off, vacations"),
        choices=Table.PausePolicy.choices,
        initial=Table.PausePolicy.CALENDARS,
        help_text=gettext_lazy("For clocks in days; clocks in minutes never rest."),
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False, initial=True)
    score = forms.ChoiceField(label=gettext_lazy("Scoring"))
    places = forms.IntegerField(
        label=pgettext_lazy("tournament", "Places"),
        min_value=MIN_PLAYERS,
        max_value=MOST_PLACES,
        initial=16,
    )
    entry = forms.ChoiceField(label=gettext_lazy("Who can enter"))
    check_in = forms.TypedChoiceField(
        coerce=int,
        choices=CHECK_IN_CHOICES,
        initial=0,
        label=gettext_lazy("Check-in"),
        help_text=gettext_lazy(
            "People who have not checked in by the start go to the end of the waiting list."
        ),
    )
    rating_from = optional_integer_field(gettext_lazy("Lowest rating"), "rating_from")
    rating_to = optional_integer_field(gettext_lazy("Highest rating"), "rating_to")
    round_days = forms.IntegerField(
        label=gettext_lazy("Days for a round"),
        min_value=0,
        max_value=MAX_ROUND_DAYS,
        initial=0,
        help_text=gettext_lazy(
            "After that, the next round starts, even for people still playing in "
            "this one. 0: it always waits."
        ),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days for the tournament"),
        min_value=0,
        max_value=MAX_TOURNAMENT_DAYS,
        initial=0,
        help_text=gettext_lazy("After that, no new tables start. 0: the format decides."),
    )

    is_duplicate = forms.BooleanField(
        label=gettext_lazy("Duplicate: same chance at all tables of a round"),
        required=False,
        help_text=gettext_lazy(
            "All tables must have the same number of players. Until the round is over, each table "
            "is hidden from everyone else. Then results are compared seat by seat."
        ),
    )
    repeats = forms.BooleanField(label=gettext_lazy("Repeat automatically"), required=False)
    pause = forms.IntegerField(
        label=gettext_lazy("Days between two seasons"),
        min_value=1,
        max_value=MAX_PAUSE_DAYS,
        initial=7,
    )
    every = forms.IntegerField(
        label=gettext_lazy("Days from start to start"),
        min_value=0,
        max_value=MAX_INTERVAL_DAYS,
        initial=0,
        help_text=gettext_lazy(
            "0: the next season starts as soon as the days between two seasons have passed."
        ),
    )

    def __init__(
        self,
        game: rules.Game,
        form: Format,
        *args: Any,
        clubs: Iterable[Club] = (),
        is_member: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.format = game, form
        self.fields["hour_zone"].initial = self.zone
        self.clubs = {club.key: club for club in clubs}
        sizes = [n for n in game.seats if n in form.settings.sizes and n in SIZES]
        self._set_choices("seats", [(str(n), str(n)) for n in sizes])
        words = ((key, rules.Reason(key, SCORE_LABELS[key].name)) for key in SCORES)
        self._set_choices("score", [(key, translate_reason(name, game.key)) for key, name in words])
        self.fields["seats"].initial = str(min(sizes, key=lambda n: abs(n - 4)))
        only = _("members of the club %(name)s")
        open_to = (
            [(one.value, str(one.label)) for one in Tournament.EntryPolicy] if is_member else []
        )
        of_clubs = [(key, only % {"name": club.name}) for key, club in self.clubs.items()]
        self._set_choices("entry", [*open_to, *of_clubs])
        self.fields["start_least"] = forms.IntegerField(
            label=self.fields["start_least"].label,
            required=False,
            min_value=2,
            max_value=MOST_PLACES,
            initial=max(MIN_PLAYERS, int(self.fields["seats"].initial)),
        )
        if not can_end_rounds_early(form):
            del self.fields["round_days"]
        if form.is_bracket:
            del self.fields["days"]
        if not allows_duplicate(game, form):
            del self.fields["is_duplicate"]
        if must_have_max_days(form):
            self.fields["days"].initial = DEFAULT_TOURNAMENT_DAYS
        self.fields.update(build_option_fields(game))
        self.fields.update(build_setting_fields(form))

    def _set_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION_PREFIX + option.key] for option in self.game.options]

    @property
    def setting_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(SETTING_PREFIX)]

    def has_date(self) -> bool:
        return bool(self.cleaned_data.get("start_day") or self.cleaned_data.get("start_time"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "seats" in cleaned:
            try:
                self.game.check(cleaned["seats"], selected_options(cleaned, self.game))
            except rules.OptionError as error:
                self.add_error(None, translate_reason(error.why, self.game.key))
        return cleaned

    def settings(self) -> TournamentSettings:
        """Return the settings of the tournament; only for a valid form."""
        data, clock = self.cleaned_data, self.selected_clock()
        assert clock is not None
        club = self.clubs.get(data["entry"])
        kept = {
            name.removeprefix(SETTING_PREFIX): value
            for name, value in data.items()
            if name.startswith(SETTING_PREFIX) and value is not None
        }
        return TournamentSettings(
            title=data["title"],
            about=data["about"],
            prizes=data["prizes"],
            game=self.game.key,
            format_key=self.format.key,
            format_settings=kept | {"score": data["score"]},
            table_settings=TableSettings(
                seats=data["seats"],
                options=selected_options(data, self.game),
                clock=clock,
                rated=data["rated"],
                pauses=data["pauses"],
            ),
            places=data["places"],
            least=self.date.least if self.date else data["places"],
            starts_at=self.date.at if self.date else None,
            zone=self.date.zone if self.date else "",
            club=club,
            entry=Tournament.EntryPolicy.EVERYBODY if club else data["entry"],
            asks=Requirements(rating_from=data["rating_from"], rating_to=data["rating_to"]),
            check_in=data["check_in"],
            round_days=data.get("round_days", 0),
            days=data.get("days", 0),
            is_duplicate=data.get("is_duplicate", False),
            repeats=RepeatSchedule(data["pause"], data["every"]) if data["repeats"] else None,
        )

    def warnings(self) -> list[str]:
        """Return what to reconsider before creating the tournament of this valid form."""
        given = self.settings()
        kept = {**given.format_settings, "table_size": given.table_settings.seats}
        return settings_warnings(self.format.settings.read(kept), given.places)

    def add_action_error(self, refused: Any) -> None:
        """Add an error of `create_tournament` to its field."""
        field = getattr(refused, "field", "")
        known = (field, SETTING_PREFIX + field, f"start_{field}")
        self.add_error(next((one for one in known if one in self.fields), None), refused.message)


def initial_values_from(tournament: Tournament) -> dict[str, Any]:
    """Return initial values for a tournament like this one, without its start."""
    series = tournament.series
    terms = TableSettings.from_json(rules.get(tournament.game), tournament.table_settings)
    return {
        **{SETTING_PREFIX + name: value for name, value in tournament.format_settings.items()},
        **{OPTION_PREFIX + name: value for name, value in terms.options.items()},
        **{name: tournament.requirements.get(name) for name in ("rating_from", "rating_to")},
        "title": tournament.title if series is None else series.title,
        "about": tournament.description,
        "prizes": tournament.prizes,
        "places": tournament.max_players,
        "days": tournament.max_days,
        "round_days": tournament.round_days,
        "check_in": tournament.check_in_minutes,
        "start_least": tournament.min_players,
        "entry": tournament.entry_policy if tournament.club is None else tournament.club.key,
        "score": tournament.format_settings.get("score"),
        "seats": str(terms.seats),
        **initial_clock(terms.clock),
        "pauses": terms.pauses,
        "rated": terms.rated,
        "is_duplicate": tournament.is_duplicate,
    }


def build_setting_fields(form: Format) -> dict[str, forms.Field]:
    """Return a field for each number and each yes or no among the settings of a format."""
    found: dict[str, forms.Field] = {}
    for one in dataclasses.fields(form.settings):
        label = SETTING_LABELS.get(one.name)
        if label is None:
            continue
        if isinstance(one.default, bool):
            found[SETTING_PREFIX + one.name] = forms.BooleanField(
                label=label, required=False, initial=one.default
            )
        elif isinstance(one.default, int):
            low, high = SETTING_LIMITS.get(one.name, (0, MOST_PLACES))
            found[SETTING_PREFIX + one.name] = forms.IntegerField(
                label=label, min_value=low, max_value=high, initial=one.default
            )
    return found


def parse_ruling(posted: Mapping[str, str], seats: int) -> tuple[list[int], str]:
    """Return the place that a ruling gives to each seat (0 if one is missing), and its reason."""
    given = [posted.get(f"place_{n}", "") for n in range(seats)]
    places = [int(text) if text.isascii() and text.isdecimal() else 0 for text in given]
    return places, posted.get("why", "")[: LONGEST_RULING + 1]
