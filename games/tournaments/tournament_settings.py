"""Tournament settings: what an organiser chooses, its limits, and whether it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

import games.rules as rules
from portal.errors import Invalid

from .. import names
from ..availability import start_dates, validation
from ..boards import translate_reason
from ..lobby.table_settings import TableSettings
from ..models import Club, Table
from ..ratings.reliability.requirements import NO_REQUIREMENTS, Requirements
from .formats.base import Format
from .formats.ladder import Ladder
from .formats.registry import FORMATS
from .models import LONGEST_ABOUT, LONGEST_PRIZES, MOST_PLACES, Tournament

MIN_PLAYERS = 3
MAX_ROUND_DAYS = 60
MAX_TOURNAMENT_DAYS = 365
MAX_PAUSE_DAYS = 60
MAX_INTERVAL_DAYS = 366
MAX_CHECK_IN_MINUTES = 2 * 24 * 60
DEFAULT_TOURNAMENT_DAYS = 14


class RepeatSchedule(NamedTuple):
    """How a tournament repeats automatically.

    Attributes:
        pause: days between the end of a season and the start of the next, in which people enter.
        every: least days from start to start; 0: only the pause decides.
    """

    pause: int
    every: int = 0


@dataclass(frozen=True)
class TournamentSettings:
    """What an organiser chooses for a tournament.

    Attributes:
        format_settings: the settings of the format, without those that keep their defaults.
        table_settings: those of each table: as many seats as the format's tables have, no bots.
        places: how many people can play.
        least: with fewer people it is called off; 0: the smallest number that the format allows.
        club: the club whose members alone can see and enter it.
        entry: who can enter, a `Tournament.EntryPolicy`.
        asks: the requirements for people who enter uninvited.
        starts_at: when it starts; None: as soon as every place is taken.
        zone: the time zone in which it repeats and its rounds end; "" for the organiser's.
        check_in: the minutes before the start at which the check-in opens; 0: no check-in.
        round_days: days after which the next round does not wait for slow tables; 0: it always
            waits.
        days: days after which nothing new begins; 0: the format decides.
        repeats: if given, it is the first season of a tournament series.
        is_duplicate: whether all tables of a round have the same chance.
    """

    title: str
    game: str
    format_key: str
    format_settings: Mapping[str, Any]
    table_settings: TableSettings
    places: int
    least: int = 0
    about: str = ""
    prizes: str = ""
    club: Club | None = None
    entry: str = Tournament.EntryPolicy.EVERYBODY
    asks: Requirements = NO_REQUIREMENTS
    starts_at: datetime | None = None
    zone: str = ""
    check_in: int = 0
    round_days: int = 0
    days: int = 0
    repeats: RepeatSchedule | None = None
    is_duplicate: bool = False

    def to_tournament_fields(self) -> dict[str, Any]:
        """Return the values of the columns of a new tournament, for valid settings."""
        return {
            "description": self.about,
            "prizes": self.prizes,
            "game": self.game,
            "format": self.format_key,
            "format_settings": self.format_settings,
            "table_settings": self.table_settings.to_json(),
            "club": self.club,
            "entry_policy": self.entry,
            "requirements": self.asks.to_json(),
            "max_players": self.places,
            "min_players": self.least,
            "round_days": self.round_days,
            "max_days": self.days,
            "starts_at": self.starts_at,
            "check_in_minutes": self.check_in,
            "is_duplicate": self.is_duplicate,
        }


def must_have_max_days(form: Format) -> bool:
    """Whether tournaments of a format end only when their days are over.

    A ladder needs no limit, because it may go on until someone ends it.
    """
    return form.allows_late_entry and not form.has_rounds and not isinstance(form, Ladder)


def can_end_rounds_early(form: Format) -> bool:
    """Whether a round of a format may end before its last table."""
    return form.has_rounds and not form.is_bracket


def validate_settings(settings: TournamentSettings, now: datetime) -> TournamentSettings:
    """Return the settings as they are stored: clean texts, complete settings of the format.

    Raises:
        Invalid: the settings are not valid; `field` names the wrong one.
    """
    title, about, prizes = _clean_texts(settings.title, settings.about, settings.prizes)
    kept = _clean_format_settings(settings)
    if wrong := settings.asks.wrong():
        field, message = wrong
        raise _invalid(message, field)
    form = FORMATS[settings.format_key]
    fewest = form.settings.read(kept).least
    if settings.is_duplicate:
        _check_duplicate(settings, fewest)
    least = settings.least or max(MIN_PLAYERS, fewest)
    _check_within(
        "places", settings.places, max(MIN_PLAYERS, settings.table_settings.seats), MOST_PLACES
    )
    _check_within("least", least, fewest, settings.places)
    _check_days(form, settings.round_days, settings.days)
    _check_dates(settings, now)
    return replace(
        settings, title=title, about=about, prizes=prizes, format_settings=kept, least=least
    )


def _clean_texts(title: str, about: str, prizes: str) -> tuple[str, str, str]:
    title = names.normalize_name(title, names.LONGEST)
    if not title or len(title) > names.LONGEST or not names.is_visible_line(title):
        message = _("A tournament title must be one line of at most %(n)d characters.")
        raise _invalid(message % {"n": names.LONGEST}, "title")
    if not names.has_no_mixed_scripts(title):
        message = _("Each word of a title must be in one script: these letters look alike.")
        raise _invalid(message, "title")
    about, prizes = about.strip(), " ".join(prizes.split())
    if len(about) > LONGEST_ABOUT:
        message = _("A tournament's description can have at most %(n)d characters.")
        raise _invalid(message % {"n": LONGEST_ABOUT}, "about")
    if len(prizes) > LONGEST_PRIZES:
        message = _("The prizes can have at most %(n)d characters.")
        raise _invalid(message % {"n": LONGEST_PRIZES}, "prizes")
    return title, about, prizes


def _clean_format_settings(given: TournamentSettings) -> dict[str, Any]:
    """Return the settings of the format as they are stored.

    Raises:
        Invalid: there is no such format, or the settings do not fit it or the game.
    """
    game, terms = given.game, given.table_settings
    if terms.clock.is_unlimited:
        raise _invalid(_("A tournament needs a clock, or it would never end."), "clock")
    if terms.bots or terms.visibility != Table.Visibility.PUBLIC:
        raise _invalid(
            _("Only people can play in a tournament, and its tables are public."), "seats"
        )
    if given.format_key not in FORMATS:
        raise _invalid(_("There is no such format."), "format")
    form = FORMATS[given.format_key]
    settings = form.settings.read({**given.format_settings, "table_size": terms.seats})
    for fault in settings.faults():
        raise _invalid(translate_reason(fault.reason, game), fault.setting)
    try:
        for seats in range(settings.least, terms.seats + 1):
            rules.get(game).check(seats, terms.options)
    except rules.OptionError as error:
        raise _invalid(translate_reason(error.why, game), "options") from error
    return settings.data()


def allows_duplicate(game: rules.Game, form: Format) -> bool:
    """Whether a game and a format fit rounds with the same chance at all tables."""
    return game.suits_duplicate and form.has_rounds


def _check_duplicate(settings: TournamentSettings, fewest: int) -> None:
    if not allows_duplicate(rules.get(settings.game), FORMATS[settings.format_key]):
        message = _("The same chance at all tables is not possible with this game and format.")
        raise _invalid(message, "is_duplicate")
    if fewest != settings.table_settings.seats:
        message = _(
            "The same chance needs tables of one size. Switch off smaller tables: "
            "people who are left over get a bye."
        )
        raise _invalid(message, "is_duplicate")


def _check_days(form: Format, round_days: int, days: int) -> None:
    if round_days and not can_end_rounds_early(form):
        raise _invalid(_("In this format, each round waits for every table."), "round_days")
    if days and form.is_bracket:
        raise _invalid(_("This format ends when its last table is over."), "days")
    _check_within("round_days", round_days, 0, MAX_ROUND_DAYS)
    _check_within("days", days, 0, MAX_TOURNAMENT_DAYS)
    if must_have_max_days(form) and not days:
        raise _invalid(_("Enter the number of days after which it ends."), "days")


def _check_dates(settings: TournamentSettings, now: datetime) -> None:
    if settings.repeats is not None:
        _check_within("pause", settings.repeats.pause, 1, MAX_PAUSE_DAYS)
        _check_within("every", settings.repeats.every, 0, MAX_INTERVAL_DAYS)
    _check_within("check_in", settings.check_in, 0, MAX_CHECK_IN_MINUTES)
    if settings.starts_at is None:
        if settings.check_in:
            raise _invalid(_("A check-in needs a date for the start."), "check_in")
        return
    try:
        start_dates.check_start_time(settings.starts_at, now)
    except validation.InvalidCalendarError as error:
        raise _invalid(error.message, error.field) from error


def _check_within(field: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        message = _("Choose a number from %(least)d to %(most)d.")
        raise _invalid(message % {"least": low, "most": high}, field)


def _invalid(message: str, field: str) -> Invalid:
    return Invalid(message, field=field, code="bad_contest")
