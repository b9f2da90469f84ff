"""Calendar events of tournaments: their starts and the ends of their rounds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

import games.rules as rules

from ..availability import ics
from .models import Round, Tournament, TournamentEntry

if TYPE_CHECKING:
    from accounts.models import User

ACTIVE_STATES = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)


def tournament_calendar(tournament: Tournament) -> str:
    """Return the calendar file of a tournament."""
    return ics.render_calendar(
        tournament.title, _events(tournament, list(tournament.rounds.order_by("number")))
    )


def tournament_events_for(user: User, since: datetime) -> Iterator[ics.Event]:
    """Yield the calendar events, since a moment, of the tournaments that a person has entered.

    People on the waiting list count.
    """
    known_games = Tournament.objects.filter(game__in=rules.catalogue())
    mine = known_games.filter(entries__user=user, entries__state__in=ACTIVE_STATES)
    rounds: dict[int, list[Round]] = {}
    for one in Round.objects.filter(tournament__in=mine, ends_at__gt=since).order_by("number"):
        rounds.setdefault(one.tournament_id, []).append(one)
    known = mine.filter(starts_at__gt=since) | mine.filter(pk__in=rounds)
    for tournament in known.distinct().order_by("pk"):
        yield from _events(tournament, rounds.get(tournament.pk, []))


def _events(tournament: Tournament, rounds: list[Round]) -> Iterator[ics.Event]:
    if tournament.starts_at is not None:
        what = _("%(title)s starts") % {"title": tournament.title}
        yield _event(tournament, "start", tournament.started_at or tournament.starts_at, what)
    for one in rounds:
        if one.ends_at is not None:
            values = {"title": tournament.title, "round": one.number}
            what = _("%(title)s: round %(round)d ends") % values
            yield _event(tournament, f"round-{one.number}", one.ends_at, what)


def _event(tournament: Tournament, what: str, at: datetime, summary: str) -> ics.Event:
    is_off = tournament.state == Tournament.State.CALLED_OFF
    address = settings.SITE_URL + tournament.get_absolute_url()
    return ics.Event(
        uid=f"contest-{tournament.key}-{what}@longtable",
        sequence=int(tournament.started_at is not None or is_off),
        status="CANCELLED" if is_off else "TENTATIVE" if tournament.is_open else "CONFIRMED",
        begins=at,
        ends=None,
        changed=tournament.ended_at or tournament.started_at or tournament.created_at,
        summary=f"{tournament.game_name}: {summary}",
        description=address,
        url=address,
    )
