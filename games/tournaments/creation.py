"""Create a tournament, and call it off before it has begun."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.site import configuration
from accounts.user_locks import lock_users_with_rows
from portal.errors import Conflict, Forbidden

from .. import names
from ..clubs.queries import clubs_led_by
from ..table.restrictions import check_can_join_open_tables, check_can_play, check_can_write
from .access import check_can_manage, lock_tournament
from .formats.base import FormatSettings
from .formats.registry import FORMATS
from .formats.swiss import SwissSettings, max_rounds
from .models import Tournament, TournamentEntry, TournamentSeries
from .notifications import TournamentOutbox
from .tournament_settings import TournamentSettings, validate_settings

if TYPE_CHECKING:
    from accounts.models import User

MAX_ACTIVE_TOURNAMENTS = 5  # of one organiser


def can_create_tournament(user: User) -> bool:
    """Whether a user may create a tournament that belongs to no club."""
    return not user.is_guest and (
        user.is_staff or configuration.get_site().members_can_open_tournaments
    )


def create_tournament(organiser: User, settings: TournamentSettings) -> Tournament:
    """Create a tournament that is open for entries. Its organiser manages it, and may enter it.

    Raises:
        Invalid: the settings are not valid; `field` names the wrong one.
        Forbidden: members of this site cannot create tournaments, or the organiser is neither owner
            nor helper of the club; the organiser is a guest; a moderator has forbidden it for a
            time.
        Conflict: the organiser runs `MAX_ACTIVE_TOURNAMENTS` already.
    """
    now = timezone.now()
    settings = validate_settings(settings, now)
    with transaction.atomic():
        organiser = lock_users_with_rows(organiser)[organiser.pk]
        _check_can_create(organiser, settings)
        series = _create_series(organiser, settings, now)
        tournament = Tournament(
            title=settings.title if series is None else season_title(settings.title, 1),
            series=series,
            season_number=0 if series is None else 1,
            organiser=organiser,
            seed=secrets.token_hex(32),
            created_at=now,
            zone=settings.zone or organiser.time_zone,
            **settings.to_tournament_fields(),
        )
        tournament.next_action_at = tournament.check_in_at or settings.starts_at
        tournament.save()
        box = TournamentOutbox(tournament, now)
        box.notify_club("opened", by=organiser.display_name)
        box.send()
        return tournament


def _check_can_create(organiser: User, settings: TournamentSettings) -> None:
    """Check that a person may create this tournament. The caller has locked their row."""
    if organiser.is_guest:
        raise Forbidden(_("You need an account to open a tournament."), code="needs_account")
    club = settings.club
    if club is None and not can_create_tournament(organiser):
        raise Forbidden(
            _("On this site, only clubs and staff can open tournaments."), code="not_for_members"
        )
    if club is not None and not clubs_led_by(organiser).filter(pk=club.pk).exists():
        raise Forbidden(
            _("Only the owner and helpers of a club can do that."), code="not_for_members"
        )
    check_can_play(organiser, rated=settings.table_settings.rated)
    check_can_join_open_tables(organiser)
    check_can_write(organiser)
    running = Tournament.objects.filter(organiser=organiser, state__in=Tournament.LIVING)
    if running.count() >= MAX_ACTIVE_TOURNAMENTS:
        raise Conflict(
            _("You already run %(n)d tournaments. End one before you open another.")
            % {"n": MAX_ACTIVE_TOURNAMENTS},
            code="too_many_contests",
        )


def _create_series(
    organiser: User, settings: TournamentSettings, now: datetime
) -> TournamentSeries | None:
    """Create the series of which the tournament is the first season; None if it does not repeat."""
    if settings.repeats is None:
        return None
    return TournamentSeries.objects.create(
        title=settings.title,
        organiser=organiser,
        club=settings.club,
        pause_days=settings.repeats.pause,
        interval_days=settings.repeats.every,
        zone=settings.zone or organiser.time_zone,
        first_start_at=settings.starts_at,
        created_at=now,
    )


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
