"""Tournament series: when a season is over, the next one opens with the people who stayed.

The rows alone say what is due: a series that goes on, without an open or running season. One
transaction that locks the row of the series creates the next season, so two workers create only
one.
"""

from __future__ import annotations

import secrets
from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from portal.errors import ActionError

from ..availability.recurrence import next_moment
from ..clubs.queries import clubs_led_by
from ..models import Membership
from ..table.blocking import blockers_of
from ..table.restrictions import check_can_join_open_tables, check_can_play, check_can_write
from . import queries, results
from .access import TournamentNotFoundError, check_can_manage
from .creation import can_create_tournament, season_title
from .formats.base import StandingsRow
from .formats.groups import GroupsSettings, LastSeason, assign_divisions, next_divisions
from .models import Tournament, TournamentEntry, TournamentSeries, TournamentTable
from .notifications import TournamentOutbox
from .tournament_settings import MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accounts.models import User

MAX_SEASONS_SHOWN = 50
MAX_SEASON_COLUMNS = 6  # of the table of people on the page
MAX_PEOPLE_SHOWN = 100
#: What a season takes from the one before.
COPIED_FIELDS = (
    "description",
    "prizes",
    "game",
    "format",
    "format_settings",
    "table_settings",
    "organiser",
    "club",
    "entry_policy",
    "requirements",
    "max_players",
    "round_days",
    "max_days",
    "check_in_minutes",
    "series",
    "is_duplicate",
)


def find_due_series(limit: int) -> list[int]:
    """Return the ids of series whose next season can open."""
    living = Tournament.objects.filter(series=OuterRef("pk"), state__in=Tournament.LIVING)
    found = TournamentSeries.objects.filter(~Exists(living), ended_at=None)
    return list(found.order_by("pk").values_list("pk", flat=True)[:limit])


def open_next_season(pk: int, now: datetime | None = None) -> bool:
    """Open the next season of a series, or end the series.

    It ends if the last season was called off, as with too few people, or if its organiser may
    create no tournament here any more.

    Returns False if there is nothing to do or another worker does it. It also waits while a
    moderator has forbidden the organiser to play or to write.
    """
    now = now or timezone.now()
    last = Tournament.objects.filter(series=pk).order_by("season_number").last()
    # computed without a lock, because a finished season does not change
    moves = {} if last is None or last.is_living else _division_moves(last, now)
    return _open_season(pk, moves, now)


@transaction.atomic
def _open_season(pk: int, moves: Mapping[int, str], now: datetime) -> bool:
    free = connection.features.has_select_for_update_skip_locked
    held = TournamentSeries.objects.select_for_update(no_key=True, skip_locked=free)
    series = held.filter(pk=pk, ended_at=None).first()
    if series is None:
        return False
    last = series.seasons.select_related("organiser", "club").order_by("season_number").last()
    if last is not None and last.is_living:
        return False
    if last is None or last.state == Tournament.State.CALLED_OFF or not _can_continue(last):
        series.ended_at = now
        series.save(update_fields=["ended_at"])
        return True
    if not _can_open_now(last):
        return False
    starts_at = _next_start(series, last, now)
    fewest = max(MIN_PLAYERS, results.settings_of(last).least)
    season = Tournament.objects.create(
        **{name: getattr(last, name) for name in COPIED_FIELDS},
        title=season_title(series.title, last.season_number + 1),
        season_number=last.season_number + 1,
        min_players=last.min_players if last.starts_at else fewest,
        seed=secrets.token_hex(32),
        created_at=now,
        starts_at=starts_at,
        zone=series.zone or last.time_zone,
        next_action_at=starts_at - timedelta(minutes=last.check_in_minutes),
    )
    box = TournamentOutbox(season, now)
    _carry_over_entries(last, box, moves)
    box.notify_club("opened")
    box.send()
    return True


def _next_start(series: TournamentSeries, last: Tournament, now: datetime) -> datetime:
    """Return the next start of a series by its plan; store the plan if there is none yet.

    It keeps the time of day of the first planned start, and its day if the series has an interval.
    People can enter during the pause, and for at least half of it even if the site was down.
    """
    if series.first_start_at is None or not series.zone:
        series.first_start_at = series.first_start_at or last.starts_at or last.started_at or now
        series.zone = series.zone or last.time_zone
        series.save(update_fields=["first_start_at", "zone"])
    pause = timedelta(days=series.pause_days)
    earliest = max((last.ended_at or now) + pause, now + pause / 2)
    return next_moment(series.first_start_at, series.interval_days or 1, series.zone, earliest)


def _can_continue(last: Tournament) -> bool:
    by, club = last.organiser, last.club
    may = (
        can_create_tournament(by) if club is None else clubs_led_by(by).filter(pk=club.pk).exists()
    )
    return by.is_active and may


def _can_open_now(last: Tournament) -> bool:
    try:
        check_can_play(last.organiser, rated=last.table_settings["rated"])
        check_can_join_open_tables(last.organiser)
        check_can_write(last.organiser)
    except ActionError:
        return False
    return True


def _carry_over_entries(last: Tournament, box: TournamentOutbox, moves: Mapping[int, str]) -> None:
    """Enter everyone who stayed to the end into the next season; they can withdraw.

    People who finished none of their matches are invited instead. People who block the organiser
    are left out. Those whom the organiser blocks are not, because an organiser who plays does not
    choose their opponents.
    """
    season = box.tournament
    stayed = last.entries.filter(state=TournamentEntry.State.ENTERED, user__is_active=True)
    if season.club_id is not None:
        members = Membership.objects.filter(club=season.club_id).values("user")
        stayed = stayed.filter(user__in=members)
    people = stayed.values_list("user", flat=True)
    stayed = stayed.exclude(user__in=blockers_of(season.organiser, people))
    played = _count_finished_matches(last)
    for before in stayed.select_related("user__notification_settings").order_by(
        "place", "seed", "pk"
    ):
        state = (
            TournamentEntry.State.ENTERED if played[before.pk] else TournamentEntry.State.INVITED
        )
        entry = TournamentEntry.objects.create(
            tournament=season,
            user=before.user,
            state=state,
            max_concurrent=before.max_concurrent,
            entered_at=box.now,
        )
        box.notify(entry, "season", is_in=entry.is_in, move=moves.get(before.pk, ""))


def _count_finished_matches(tournament: Tournament) -> Counter[int]:
    """Return how many matches each person has finished themselves, by entry."""
    found: Counter[int] = Counter()
    tables = TournamentTable.objects.filter(round__tournament=tournament, table__isnull=False)
    for entries, result in tables.values_list("entries", "result"):
        found.update({*entries} - {*result["forfeits"]} if result else ())
    return found


def _division_moves(tournament: Tournament, now: datetime) -> dict[int, str]:
    """Return who moves up and down, by entry."""
    lines = _season_standings(tournament, now)
    return {line.entrant: line.fate for line in lines if line.fate in ("up", "down")}


def _season_standings(tournament: Tournament, now: datetime) -> Sequence[StandingsRow]:
    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    state = results.build_state(tournament, entries, tables, now)
    return results.format_of(tournament).standings(state)


def last_season_results(tournament: Tournament, now: datetime) -> dict[int, LastSeason]:
    """Return how the last season ended for everyone who stayed, by user, if it decides divisions.

    Call it before the row of the new season is locked.
    """
    settings = results.settings_of(tournament)
    if tournament.season_number < 2 or not isinstance(settings, GroupsSettings) or settings.mixed:
        return {}
    before = Tournament.objects.filter(
        series=tournament.series_id, season_number=tournament.season_number - 1
    ).first()
    if before is None:
        return {}
    users = dict(before.entries.values_list("pk", "user"))
    lines = _season_standings(before, now)
    following = next_divisions(lines)
    return {
        users[line.entrant]: LastSeason(following[line.entrant], line.division, line.rank)
        for line in lines
        if line.entrant in following
    }


def set_divisions(
    tournament: Tournament, entries: Sequence[TournamentEntry], ended: Mapping[int, LastSeason]
) -> None:
    """Set the divisions on the entries of a season that begins, without saving.

    People who played in the last one get theirs from how it `ended`; newcomers get the lowest.
    """
    settings = results.settings_of(tournament)
    if not isinstance(settings, GroupsSettings) or settings.mixed:
        return
    people = [(entry.pk, ended.get(entry.user_id)) for entry in entries]
    divisions = assign_divisions(people, settings.division_size, settings.least)
    for entry in entries:
        entry.division = divisions[entry.pk]


# data for pages and API


class SeasonSummary(NamedTuple):
    """A season of a series, and its winners."""

    tournament: Tournament
    winners: list[User]

    def winner_names(self) -> list[str]:
        return [user.username for user in self.winners]


class PlayerHistory(NamedTuple):
    """A person's entries in the last seasons, the newest first; None for seasons without them."""

    user: User
    entries: list[TournamentEntry | None]


def get_series(key: str, user: Any) -> tuple[TournamentSeries, Tournament]:
    """Return the series with this key, and its newest season.

    Raises:
        TournamentNotFoundError: there is none, the user may not see it, or the site no longer has
            its game or format.
    """
    series = TournamentSeries.objects.select_related("organiser", "club").filter(key=key).first()
    if series is None:
        raise TournamentNotFoundError
    last = series.seasons.latest("season_number")
    return series, queries.get_tournament(last.key, user)


def seasons_of(series: TournamentSeries) -> list[SeasonSummary]:
    """Return the newest seasons, the last first."""
    tournaments = list(series.seasons.order_by("-season_number")[:MAX_SEASONS_SHOWN])
    winners: dict[int, list[User]] = {one.pk: [] for one in tournaments}
    firsts = TournamentEntry.objects.filter(tournament__in=winners, place=1).select_related(
        "user__notification_settings"
    )
    for entry in firsts.order_by("pk"):
        winners[entry.tournament_id].append(entry.user)
    return [SeasonSummary(one, winners[one.pk]) for one in tournaments]


def finished_seasons(seasons: Sequence[SeasonSummary]) -> list[Tournament]:
    """Return the newest finished seasons."""
    return [one.tournament for one in seasons if one.tournament.state == Tournament.State.OVER][
        :MAX_SEASON_COLUMNS
    ]


def player_histories(over: Sequence[Tournament]) -> list[PlayerHistory]:
    """Return everyone's entries in these seasons, by place in the newest first."""
    column = {tournament.pk: number for number, tournament in enumerate(over)}
    entries = TournamentEntry.objects.filter(
        tournament__in=column, place__isnull=False
    ).select_related("user__notification_settings")
    people: dict[int, PlayerHistory] = {}
    for entry in entries.order_by("-tournament__season_number", "place", "seed"):
        way = people.setdefault(entry.user_id, PlayerHistory(entry.user, [None] * len(over)))
        way.entries[column[entry.tournament_id]] = entry
    return list(people.values())[:MAX_PEOPLE_SHOWN]


def end_series(key: str, by: User) -> None:
    """End a series: the running season is played to its end, and no other opens.

    Raises:
        TournamentNotFoundError: there is no such series, or the user may not see it.
        Forbidden: the user may not manage it.
    """
    with transaction.atomic():
        series = TournamentSeries.objects.select_for_update(no_key=True).filter(key=key).first()
        if series is None:
            raise TournamentNotFoundError
        check_can_manage(series.seasons.latest("season_number"), by)
        if series.is_on:
            series.ended_at = timezone.now()
            series.save(update_fields=["ended_at"])
