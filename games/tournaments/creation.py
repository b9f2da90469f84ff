"""Create a tournament, and call it off before it has begun."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games.rules as rules
from accounts.site import configuration
from portal.errors import Conflict, Forbidden, Invalid

from .. import names
from ..availability import start_dates, validation
from ..boards import translate_reason
from ..clubs.queries import clubs_led_by
from ..lobby.table_settings import TableSettings
from ..models import Club, Table
from ..ratings.reliability.requirements import NO_REQUIREMENTS, Requirements
from ..table.restrictions import check_can_join_open_tables, check_can_play, check_can_write
from ..table.user_locks import lock_users
from .access import check_can_manage, lock_tournament
from .formats.base import Format, FormatSettings
from .formats.ladder import Ladder
from .formats.registry import FORMATS
from .formats.swiss import SwissSettings, max_rounds
from .models import (
    LONGEST_ABOUT,
    LONGEST_PRIZES,
    MOST_PLACES,
    Tournament,
    TournamentEntry,
    TournamentSeries,
)
from .notifications import TournamentOutbox

if TYPE_CHECKING:
    from accounts.models import User

MAX_ACTIVE_TOURNAMENTS = 5  # of one organiser
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


def must_have_max_days(form: Format) -> bool:
    """Whether tournaments of a format end only when their days are over.

    A ladder needs no limit, because it may go on until someone ends it.
    """
    return form.allows_late_entry and not form.has_rounds and not isinstance(form, Ladder)


def can_end_rounds_early(form: Format) -> bool:
    """Whether a round of a format may end before its last table."""
    return form.has_rounds and not form.is_bracket


def can_create_tournament(user: User) -> bool:
    """Whether a user may create a tournament that belongs to no club."""
    return not user.is_guest and (
        user.is_staff or configuration.get_site().members_can_open_tournaments
    )


def create_tournament(
    organiser: User,
    title: str,
    game: str,
    format_key: str,
    format_settings: Mapping[str, Any],
    terms: TableSettings,
    places: int,
    *,
    least: int = 0,
    about: str = "",
    prizes: str = "",
    club: Club | None = None,
    entry: str = Tournament.EntryPolicy.EVERYBODY,
    asks: Requirements = NO_REQUIREMENTS,
    starts_at: datetime | None = None,
    zone: str = "",
    check_in: int = 0,
    round_days: int = 0,
    days: int = 0,
    repeats: RepeatSchedule | None = None,
) -> Tournament:
    """Create a tournament that is open for entries. Its organiser manages it, and may enter it.

    Args:
        terms: the settings of each table: as many seats as the format's tables have, no bots.
        starts_at: when it starts; None: as soon as every place is taken.
        zone: the time zone in which it repeats and its rounds end; "" for the organiser's.
        check_in: the minutes before the start at which the check-in opens; 0: no check-in.
        least: with fewer people it is called off; 0: the smallest number that the format allows.
        round_days: days after which the next round does not wait for slow tables; 0: it always
            waits.
        days: days after which nothing new begins.
        repeats: if given, it is the first season of a tournament series.

    Raises:
        Invalid: the settings are not valid; `field` names the wrong one.
        Forbidden: members of this site cannot create tournaments, or the organiser is neither owner
            nor helper of the club; the organiser is a guest; a moderator has forbidden it for a
            time.
        Conflict: the organiser runs `MAX_ACTIVE_TOURNAMENTS` already.
    """
    title, about, prizes = _clean_texts(title, about, prizes)
    kept = _clean_settings(format_key, format_settings, game, terms)
    wrong = asks.wrong()
    if wrong is not None:
        raise Invalid(wrong[1], field=wrong[0], code="bad_contest")
    now = timezone.now()
    form = FORMATS[format_key]
    fewest = form.settings.read(kept).least
    least = least or max(MIN_PLAYERS, fewest)
    _check_player_limits(places, least, max(MIN_PLAYERS, terms.seats), fewest)
    _check_days(form, round_days, days)
    if must_have_max_days(form) and not days:
        raise Invalid(
            _("Enter the number of days after which it ends."), field="days", code="bad_contest"
        )
    if repeats is not None:
        _check_within("pause", repeats.pause, 1, MAX_PAUSE_DAYS)
        _check_within("every", repeats.every, 0, MAX_INTERVAL_DAYS)
    _check_within("check_in", check_in, 0, MAX_CHECK_IN_MINUTES)
    if check_in and starts_at is None:
        raise Invalid(
            _("A check-in needs a date for the start."), field="check_in", code="bad_contest"
        )
    if starts_at is not None:
        try:
            start_dates.check_start_time(starts_at, now)
        except validation.InvalidCalendarError as error:
            raise Invalid(error.message, field=error.field, code="bad_contest") from error
    with transaction.atomic():
        organiser = lock_users(organiser)[organiser.pk]
        if organiser.is_guest:
            raise Forbidden(_("You need an account to open a tournament."), code="needs_account")
        if club is None and not can_create_tournament(organiser):
            raise Forbidden(
                _("On this site, only clubs and staff can open tournaments."),
                code="not_for_members",
            )
        if club is not None and not clubs_led_by(organiser).filter(pk=club.pk).exists():
            raise Forbidden(
                _("Only the owner and helpers of a club can do that."), code="not_for_members"
            )
        check_can_play(organiser, rated=terms.rated)
        check_can_join_open_tables(organiser)
        check_can_write(organiser)
        running = Tournament.objects.filter(organiser=organiser, state__in=Tournament.LIVING)
        if running.count() >= MAX_ACTIVE_TOURNAMENTS:
            raise Conflict(
                _("You already run %(n)d tournaments. End one before you open another.")
                % {"n": MAX_ACTIVE_TOURNAMENTS},
                code="too_many_contests",
            )
        series = None
        if repeats is not None:
            of_all = {"title": title, "organiser": organiser, "club": club}
            series = TournamentSeries.objects.create(
                **of_all,
                pause_days=repeats.pause,
                interval_days=repeats.every,
                zone=zone or organiser.time_zone,
                first_start_at=starts_at,
                created_at=now,
            )
        tournament = Tournament(
            title=title if series is None else season_title(title, 1),
            series=series,
            season_number=0 if series is None else 1,
            description=about,
            prizes=prizes,
            game=game,
            format=format_key,
            format_settings=kept,
            table_settings=terms.to_json(),
            organiser=organiser,
            club=club,
            entry_policy=entry,
            requirements=asks.to_json(),
            max_players=places,
            min_players=least,
            round_days=round_days,
            max_days=days,
            seed=secrets.token_hex(32),
            created_at=now,
            starts_at=starts_at,
            zone=zone or organiser.time_zone,
            check_in_minutes=check_in,
        )
        tournament.next_action_at = tournament.check_in_at or starts_at
        tournament.save()
        box = TournamentOutbox(tournament, now)
        box.notify_club("opened", by=organiser.display_name)
        box.send()
        return tournament


def tournament_warnings(tournament: Tournament) -> list[str]:
    """Return what the organiser should reconsider before a tournament begins."""
    settings = FORMATS[tournament.format].settings.read(tournament.format_settings)
    return settings_warnings(settings, tournament.max_players) if tournament.is_open else []


def settings_warnings(settings: FormatSettings, places: int) -> list[str]:
    """Return what an organiser should reconsider about these settings."""
    if not isinstance(settings, SwissSettings):
        return []
    most = max_rounds(places, settings.table_size)
    if settings.rounds <= most:
        return []
    message = ngettext(
        "With %(places)d places, only %(n)d round is possible without anyone meeting "
        "twice. %(rounds)d are planned.",
        "With %(places)d places, only %(n)d rounds are possible without anyone "
        "meeting twice. %(rounds)d are planned.",
        most,
    )
    return [message % {"places": places, "n": most, "rounds": settings.rounds}]


def season_title(title: str, season: int) -> str:
    """Return the title of a tournament season.

    >>> season_title("Thursday League", 3)
    'Thursday League 3'
    """
    return f"{title[: names.LONGEST - len(str(season)) - 1].rstrip()} {season}"


def _clean_texts(title: str, about: str, prizes: str) -> tuple[str, str, str]:
    title = names.normalize_name(title, names.LONGEST)
    if not title or len(title) > names.LONGEST or not names.is_visible_line(title):
        message = _("A tournament title must be one line of at most %(n)d characters.")
        raise Invalid(message % {"n": names.LONGEST}, field="title", code="bad_contest")
    if not names.has_no_mixed_scripts(title):
        message = _("Each word of a title must be in one script: these letters look alike.")
        raise Invalid(message, field="title", code="bad_contest")
    about, prizes = about.strip(), " ".join(prizes.split())
    if len(about) > LONGEST_ABOUT:
        message = _("A tournament's description can have at most %(n)d characters.")
        raise Invalid(message % {"n": LONGEST_ABOUT}, field="about", code="bad_contest")
    if len(prizes) > LONGEST_PRIZES:
        message = _("The prizes can have at most %(n)d characters.")
        raise Invalid(message % {"n": LONGEST_PRIZES}, field="prizes", code="bad_contest")
    return title, about, prizes


def _clean_settings(
    key: str, given: Mapping[str, Any], game: str, terms: TableSettings
) -> dict[str, Any]:
    """Return the settings of a format as they are stored, for tables with these settings.

    Raises:
        Invalid: there is no such format, or the settings do not fit it or the game.
    """
    if terms.clock.is_unlimited:
        raise Invalid(
            _("A tournament needs a clock, or it would never end."),
            field="clock",
            code="bad_contest",
        )
    if terms.bots or terms.visibility != Table.Visibility.PUBLIC:
        raise Invalid(
            _("Only people can play in a tournament, and its tables are public."),
            field="seats",
            code="bad_contest",
        )
    if key not in FORMATS:
        raise Invalid(_("There is no such format."), field="format", code="bad_contest")
    settings = FORMATS[key].settings.read({**given, "table_size": terms.seats})
    for fault in settings.faults():
        raise Invalid(translate_reason(fault.reason, game), field=fault.setting, code="bad_contest")
    try:
        for seats in range(settings.least, terms.seats + 1):
            rules.get(game).check(seats, terms.options)
    except rules.OptionError as error:
        raise Invalid(
            translate_reason(error.why, game), field="options", code="bad_contest"
        ) from error
    return settings.data()


def _check_player_limits(places: int, least: int, full: int, fewest: int) -> None:
    """Check that there are places for a `full` table, and at least the `fewest` people of one."""
    _check_within("places", places, full, MOST_PLACES)
    _check_within("least", least, fewest, places)


def _check_days(form: Format, round_days: int, days: int) -> None:
    if round_days and not can_end_rounds_early(form):
        raise Invalid(
            _("In this format, each round waits for every table."),
            field="round_days",
            code="bad_contest",
        )
    if days and form.is_bracket:
        raise Invalid(
            _("This format ends when its last table is over."), field="days", code="bad_contest"
        )
    _check_within("round_days", round_days, 0, MAX_ROUND_DAYS)
    _check_within("days", days, 0, MAX_TOURNAMENT_DAYS)


def _check_within(field: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        message = _("Choose a number from %(least)d to %(most)d.")
        raise Invalid(message % {"least": low, "most": high}, field=field, code="bad_contest")


def call_off_tournament(key: str, by: User) -> None:
    """Call off a tournament that has not begun, and notify everyone who has entered.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it.
        Conflict: it has begun.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        check_can_manage(tournament, by)
        if not tournament.is_open:
            raise Conflict(_("This tournament has already started."), code="contest_moved")
        call_off_locked(tournament, timezone.now(), by=by.display_name)


def call_off_locked(tournament: Tournament, now: datetime, by: str = "") -> None:
    """Call off a tournament that has not begun. The caller locks its row.

    `by` is the name of the person who did it; "" if there were too few people.
    """
    tournament.state, tournament.ended_at, tournament.next_action_at = (
        Tournament.State.CALLED_OFF,
        now,
        None,
    )
    tournament.save(update_fields=["state", "ended_at", "next_action_at"])
    here = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)
    box = TournamentOutbox(tournament, now)
    for entry in tournament.entries.select_related("user__notification_settings").filter(
        state__in=here
    ):
        box.notify(entry, "called_off", by=by)
    box.send()
