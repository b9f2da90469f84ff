"""Tables as response data: their seats, and their match as the user may see it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

from ..availability import descriptions
from ..boards import presenter
from ..models import Seat, Table
from ..previews import image_urls as pictures
from ..rulebook import rules_tips, rules_versions
from ..table.access import viewing_seat_of
from ..table.actions import player_actions
from ..table.blocking import hide_reservations
from ..table.session.loader import rules_guard
from ..table.session.move_numbers import numbering_for
from ..table.views.cards import unmet_requirements
from ..table.views.page_context import seat_names
from ..table.views.scenes import build_scene
from .serializers import TableSerializer


def seat_data(seat: Seat, user: User | None) -> dict[str, Any]:
    person, asked = seat.user, seat.invitation
    return {
        "number": seat.number,
        "name": seat.name,
        "user": person.username if person is not None and not person.deleted_at else None,
        "guest": person is not None and person.is_guest,
        "program": person is not None and person.is_bot,
        "held": seat.is_held,
        "held_for": None if asked is None else asked.user.display_name,
        "held_until": None if asked is None else asked.expires_at,
        "bot": seat.bot,
        "hot_seat": bool(seat.local_name),
        "covered": seat.is_covered,
        "left": seat.leave_reason,
        "excused": seat.excused,
        "may_come_back": seat.may_come_back and seat.table.is_running,
        "is_me": user is not None and seat.user_id == user.pk,
        "waiting_since": seat.waiting_since,
        "due_at": seat.due_at,
        "rests": descriptions.seat_state_text(seat, timezone.now()) if seat.pauses else "",
        "bank": seat.bank,
        "rank": seat.rank,
        "total": seat.total,
        "breakdown": seat.breakdown,
    }


def table_fields(
    table: Table, seats: list[Seat], user: User | None, refusal: str = ""
) -> dict[str, Any]:
    clock = table.clock
    mine = None if user is None else viewing_seat_of(seats, user)
    data = {
        "key": table.key,
        "name": table.name,
        "title": table.title,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "version": table.version,
        "move_count": numbering_for(table, None if mine is None else mine.number).moves,
        "rated": table.rated,
        "rates_bots": table.rates_bots,
        "visibility": table.visibility,
        "club": None if table.club is None else table.club.key,
        "host": table.host.display_name,
        "clock": {"bank": clock.bank, "increment": clock.increment, "cap": clock.cap},
        "clock_rule": descriptions.time_rules_text(table),
        "pauses": table.pauses,
        "window": table.window or None,
        "requirements": table.requirements,
        "refusal": refusal,
        "picture": pictures.table_image_url(table),
        "seats": [seat_data(seat, user) for seat in seats],
        "series_number": table.series_number,
        "date": date_data(table),
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "asleep_until": table.asleep_until,
        "held_since": table.on_hold_since,
        "held_because": table.hold_reason,
        "commitment": table.commitment,
        "rules_version": table.rules_version,
        "rules_differences": [
            {
                "section": part.number,
                "text": part.text,
                "url": rules_tips.rules_url_or_empty(table.game, part.number),
            }
            for part in rules_versions.version_differences(table.game, table.rules_version)
        ],
        "set_backs": [
            {name: part[name] for name in ("after", "version", "commitment")}
            for part in table.reseeds
        ],
    }
    return TableSerializer.with_old_names(data)


def date_data(table: Table) -> dict[str, Any] | None:
    """Return the scheduled start of a table; None if it has none."""
    if table.starts_at is None:
        return None
    return {
        "at": table.starts_at,
        "zone": table.starts_zone,
        "least": table.min_players_at_start,
        "changes": table.date_changes,
        "calendar": settings.SITE_URL + reverse("games:table_calendar", args=[table.key]),
    }


def visible_table_data(turn: player_actions.Pov, user: User | None) -> dict[str, Any]:
    number = turn.seat.number if turn.seat is not None else None
    with rules_guard(turn.table):
        view, legal = turn.position.view(number), turn.legal_moves()
    return {
        **table_fields(turn.table, turn.seats, user),
        "seat": number,
        "actors": list(turn.match.actors),
        "view": view,
        "draft": turn.draft,
        "legal_moves": legal,
        "problem": None,
    }


def table_data_without_match(
    table: Table, user: User | None, problem: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return a table whose match has not begun, or cannot be loaded (`problem` says why)."""
    seats = list(table.seat_set.select_related("user", "table", "invitation__user"))
    mine = viewing_seat_of(seats, user)
    refusal = unmet_requirements(user, [(table, seats)]).get(table.pk, "")
    hide_reservations([(table, seats)], user)
    nothing: dict[str, Any] = {"actors": [], "view": None, "draft": [], "legal_moves": []}
    return {
        **table_fields(table, seats, user, refusal),
        "seat": None if mine is None else mine.number,
        **nothing,
        "problem": problem,
    }


def full_table_data(table: Table, user: User | None) -> dict[str, Any]:
    if not table.state:
        return table_data_without_match(table, user)
    try:
        return visible_table_data(player_actions.load_pov(table, user), user)
    except player_actions.MatchLoadError as held:
        return table_data_without_match(table, user, held.data())


def move_effects_data(
    turn: player_actions.Pov, seat: int, legal: list[str]
) -> list[dict[str, Any]]:
    """Return the effect of each legal move of a seat on the stored match."""
    show = presenter(turn.table.game)
    scene = build_scene(turn.match, seat, seat_names(turn.seats), legal)
    return [
        {
            "move": move,
            "reveals": effect.is_revealing,
            "ends": effect.ends_decision,
            "points_before": effect.points[0],
            "points_after": effect.points[1],
            "changes": [change._asdict() for change in effect.changes],
            "events": [
                {"kind": event.kind, "seat": event.seat, "data": event.data}
                for event in effect.events
            ],
            "preview": (preview := show.preview_text(move, scene)),
            "told": preview,  # its old name
        }
        for move, effect in ((move, scene.effect(move)) for move in legal)
    ]
