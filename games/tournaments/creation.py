"""Opening a contest, and calling it off before it has begun."""

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

from .. import names
from ..availability import start_dates, validation
from ..boards import told
from ..clubs.queries import led_by
from ..lobby.guest_tables import NeedsAccount
from ..lobby.table_settings import Terms
from ..models import Circle, Contest, Entry, Series, Table
from ..models.tournaments import LONGEST_ABOUT, LONGEST_PRIZES, MOST_PLACES
from ..moderation.restrictions import check_may_meet, check_may_play, check_may_write
from ..reliability.requirements import NOTHING, Asks
from ..table.errors import Refused
from ..table.user_locks import hold
from .access import (
    BadContest,
    ContestMoved,
    check_runs,
    hold_contest,
    tell,
    tell_circle,
)
from .formats.base import Format, Settings
from .formats.ladder import Ladder
from .formats.registry import FORMATS
from .formats.swiss import SwissSettings, most_rounds

if TYPE_CHECKING:
    from accounts.models import User

MOST_LIVING = 5  # contests that one person runs
LEAST_PEOPLE = 3
LONGEST_ROUND = 60  # days
LONGEST_CONTEST = 365
LONGEST_PAUSE = 60
LONGEST_RHYTHM = 366
LONGEST_CHECK_IN = 2 * 24 * 60  # minutes
USUAL_DAYS = 14


class Repeats(NamedTuple):
    """How a contest repeats by itself.

    Attributes:
        pause: days between the end of a season and the start of the next, in which people enter.
        every: days from start to start, at least; 0: the pause alone says when.
    """

    pause: int
    every: int = 0


class NotForMembers(Refused):
    status = 403
    code = "not_for_members"


class TooManyContests(Refused):
    code = "too_many_contests"


def lasts(form: Format) -> bool:
    """Whether contests of a format end only when their days are over; a ladder may go on until
    somebody ends it."""
    return form.takes_late and not form.has_rounds and not isinstance(form, Ladder)


def ends_rounds(form: Format) -> bool:
    """Whether a round of a format may end before its last table."""
    return form.has_rounds and not form.is_bracket


def may_open(user: User) -> bool:
    """Whether a person may open a contest that is of no circle."""
    return not user.is_guest and (user.is_staff or configuration.current().member_contests)


def open_contest(
    organiser: User,
    title: str,
    game: str,
    format_key: str,
    format_settings: Mapping[str, Any],
    terms: Terms,
    places: int,
    *,
    least: int = 0,
    about: str = "",
    prizes: str = "",
    circle: Circle | None = None,
    entry: str = Contest.Entry.EVERYBODY,
    asks: Asks = NOTHING,
    starts_at: datetime | None = None,
    zone: str = "",
    check_in: int = 0,
    round_days: int = 0,
    days: int = 0,
    repeats: Repeats | None = None,
) -> Contest:
    """Open a contest for entries; whoever opens it runs it, and may enter like everybody.

    Args:
        terms: of each of its tables: as many seats as the format's tables have, no bots.
        starts_at: None: as soon as every place is taken.
        zone: by whose clocks it repeats, and its rounds end; "" for the organiser's.
        check_in: so many minutes before the start people are asked to say that they are there.
        least: with fewer it is called off; 0: as few as it can do with.
        round_days: after which the next round waits for no slow table; 0: it always waits.
        days: after which nothing new begins.
        repeats: it is the first season of a series.

    Raises:
        BadContest: it cannot be so; its `field` says what of it.
        NotForMembers: members of this site cannot open contests, or do not lead the circle.
        TooManyContests: this person runs too many.
        NeedsAccount: they are a guest.
        Suspended, Muted: a moderator has forbidden it for a time.
    """
    title, about, prizes = _checked(title, about, prizes)
    kept = _checked_settings(format_key, format_settings, game, terms)
    wrong = asks.wrong()
    if wrong is not None:
        raise BadContest(wrong[1], wrong[0])
    now = timezone.now()
    form = FORMATS[format_key]
    fewest = form.settings.read(kept).least
    least = least or max(LEAST_PEOPLE, fewest)
    _check_numbers(places, least, max(LEAST_PEOPLE, terms.seats), fewest)
    _check_days(form, round_days, days)
    if lasts(form) and not days:
        raise BadContest(_("Say after how many days it ends."), "days")
    if repeats is not None:
        _check_within("pause", repeats.pause, 1, LONGEST_PAUSE)
        _check_within("every", repeats.every, 0, LONGEST_RHYTHM)
    _check_within("check_in", check_in, 0, LONGEST_CHECK_IN)
    if check_in and starts_at is None:
        raise BadContest(_("A check-in needs a date for the start."), "check_in")
    if starts_at is not None:
        try:
            start_dates.check_ahead(starts_at, now)
        except validation.BadCalendar as error:
            raise BadContest(error.message, error.field) from error
    with transaction.atomic():
        organiser = hold(organiser)[organiser.pk]
        if organiser.is_guest:
            raise NeedsAccount(_("You need an account to open a contest."))
        if circle is None and not may_open(organiser):
            raise NotForMembers(_("On this site, only circles and staff open contests."))
        if circle is not None and not led_by(organiser).filter(pk=circle.pk).exists():
            raise NotForMembers(_("Only the owner and helpers of a circle can do that."))
        check_may_play(organiser, rated=terms.rated)
        check_may_meet(organiser)
        check_may_write(organiser)
        running = Contest.objects.filter(organiser=organiser, state__in=Contest.LIVING)
        if running.count() >= MOST_LIVING:
            raise TooManyContests(
                _("You run %(n)d contests. End one before you open another.") % {"n": MOST_LIVING}
            )
        series = None
        if repeats is not None:
            of_all = {"title": title, "organiser": organiser, "circle": circle}
            series = Series.objects.create(
                **of_all,
                **repeats._asdict(),
                zone=zone or organiser.time_zone,
                begins_at=starts_at,
                created_at=now,
            )
        contest = Contest(
            title=title if series is None else numbered(title, 1),
            series=series,
            season=0 if series is None else 1,
            about=about,
            prizes=prizes,
            game=game,
            format=format_key,
            format_settings=kept,
            terms=terms.kept(),
            organiser=organiser,
            circle=circle,
            entry=entry,
            asks=asks.kept(),
            places=places,
            least=least,
            round_days=round_days,
            days=days,
            seed=secrets.token_hex(32),
            created_at=now,
            starts_at=starts_at,
            zone=zone or organiser.time_zone,
            check_in=check_in,
        )
        contest.calls_at = contest.check_in_at or starts_at
        contest.save()
        tell_circle(contest, "opened", now, by=organiser.display_name)
        return contest


def warnings(contest: Contest) -> list[str]:
    """What its organiser should think over before a contest begins."""
    settings = FORMATS[contest.format].settings.read(contest.format_settings)
    return warnings_of(settings, contest.places) if contest.is_open else []


def warnings_of(settings: Settings, places: int) -> list[str]:
    """What somebody should think over who opens a contest with these settings."""
    if not isinstance(settings, SwissSettings):
        return []
    most = most_rounds(places, settings.table_size)
    if settings.rounds <= most:
        return []
    message = ngettext(
        "With %(places)d places, people can only play %(n)d round without meeting anyone twice; "
        "%(rounds)d are planned.",
        "With %(places)d places, people can only play %(n)d rounds without meeting anyone twice; "
        "%(rounds)d are planned.",
        most,
    )
    return [message % {"places": places, "n": most, "rounds": settings.rounds}]


def numbered(title: str, season: int) -> str:
    """The title of a season.

    >>> numbered("Thursday League", 3)
    'Thursday League 3'
    """
    return f"{title[: names.LONGEST - len(str(season)) - 1].rstrip()} {season}"


def _checked(title: str, about: str, prizes: str) -> tuple[str, str, str]:
    title = names.composed(title, names.LONGEST)
    if not title or len(title) > names.LONGEST or not names.is_one_line(title):
        message = _("A contest's title is one line of at most %(n)d characters.")
        raise BadContest(message % {"n": names.LONGEST}, "title")
    if not names.is_plainly_written(title):
        message = _("Each word of a title must be in one script: these letters look alike.")
        raise BadContest(message, "title")
    about, prizes = about.strip(), " ".join(prizes.split())
    if len(about) > LONGEST_ABOUT:
        message = _("A contest's description can have at most %(n)d characters.")
        raise BadContest(message % {"n": LONGEST_ABOUT}, "about")
    if len(prizes) > LONGEST_PRIZES:
        message = _("The prizes can have at most %(n)d characters.")
        raise BadContest(message % {"n": LONGEST_PRIZES}, "prizes")
    return title, about, prizes


def _checked_settings(
    key: str, given: Mapping[str, Any], game: str, terms: Terms
) -> dict[str, Any]:
    """The settings of a format as a row keeps them, for tables on these terms.

    Raises:
        BadContest: there is no such format, or it cannot be so, or not with this game.
    """
    if terms.clock.is_unlimited:
        raise BadContest(_("A contest needs a clock, or it would never end."), "clock")
    if terms.bots or terms.visibility != Table.Visibility.PUBLIC:
        raise BadContest(_("Only people play in a contest, at public tables."), "seats")
    if key not in FORMATS:
        raise BadContest(_("There is no such format."), "format")
    settings = FORMATS[key].settings.read({**given, "table_size": terms.seats})
    for fault in settings.faults():
        raise BadContest(told(fault.reason, game), fault.setting)
    try:
        for seats in range(settings.least, terms.seats + 1):
            rules.get(game).check(seats, terms.options)
    except rules.OptionError as error:
        raise BadContest(told(error.why, game), "options") from error
    return settings.data()


def _check_numbers(places: int, least: int, full: int, fewest: int) -> None:
    """A contest has places for a `full` table, and does not begin without the `fewest` of one."""
    _check_within("places", places, full, MOST_PLACES)
    _check_within("least", least, fewest, places)


def _check_days(form: Format, round_days: int, days: int) -> None:
    if round_days and not ends_rounds(form):
        raise BadContest(_("The rounds of this format always wait for every table."), "round_days")
    if days and form.is_bracket:
        raise BadContest(_("This format ends when its last table is over."), "days")
    _check_within("round_days", round_days, 0, LONGEST_ROUND)
    _check_within("days", days, 0, LONGEST_CONTEST)


def _check_within(field: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        message = _("This must be from %(least)d to %(most)d.")
        raise BadContest(message % {"least": low, "most": high}, field)


def call_off(key: str, by: User) -> None:
    """Those who run a contest that has not begun end it; everybody who has entered is told.

    Raises:
        NoSuchContest, NotYourContest: it is not for this person to do.
        ContestMoved: it has begun.
    """
    with transaction.atomic():
        contest = hold_contest(key)
        check_runs(contest, by)
        if not contest.is_open:
            raise ContestMoved(_("This contest has already begun."))
        end_unbegun(contest, timezone.now(), by=by.display_name)


def end_unbegun(contest: Contest, now: datetime, by: str = "") -> None:
    """A contest that has not begun, whose row is held, is called off: by somebody, or for want of
    people."""
    contest.state, contest.ended_at, contest.calls_at = Contest.State.CALLED_OFF, now, None
    contest.save(update_fields=["state", "ended_at", "calls_at"])
    here = (Entry.State.ENTERED, Entry.State.WAITING)
    for entry in contest.entries.select_related("user").filter(state__in=here):
        tell(contest, "called_off", entry, now, by=by)
