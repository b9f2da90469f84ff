"""Calendar events of tournaments: their starts and the ends of their rounds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

import games.rules as rules

from ..models import Round, Tournament, TournamentEntry
from . import ics

if TYPE_CHECKING:
    from accounts.models import User

ACTIVE_STATES = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)


def tournament_calendar(contest: Tournament) -> str:
    """Return the calendar file of a tournament."""
    return ics.render_calendar(
        contest.title, _events(contest, list(contest.rounds.order_by("number")))
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
    for contest in known.distinct().order_by("pk"):
        yield from _events(contest, rounds.get(contest.pk, []))


def _events(contest: Tournament, rounds: list[Round]) -> Iterator[ics.Event]:
    if contest.starts_at is not None:
        what = _("%(title)s starts") % {"title": contest.title}
        yield _event(contest, "start", contest.started_at or contest.starts_at, what)
    for one in rounds:
        if one.ends_at is not None:
            told = {"title": contest.title, "round": one.number}
            what = _("%(title)s: round %(round)d ends") % told
            yield _event(contest, f"round-{one.number}", one.ends_at, what)


def _event(contest: Tournament, what: str, at: datetime, summary: str) -> ics.Event:
    is_off = contest.state == Tournament.State.CALLED_OFF
    address = settings.SITE_URL + contest.get_absolute_url()
    return ics.Event(
        uid=f"contest-{contest.key}-{what}@longtable",
        sequence=int(contest.started_at is not None or is_off),
        status="CANCELLED" if is_off else "TENTATIVE" if contest.is_open else "CONFIRMED",
        begins=at,
        ends=None,
        changed=contest.ended_at or contest.started_at or contest.created_at,
        summary=f"{contest.game_name}: {summary}",
        description=address,
        url=address,
    )
