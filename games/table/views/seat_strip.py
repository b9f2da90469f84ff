"""Everybody at a table as the seat strip shows them: who, points, the game's own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import games.rules as rules

from ...availability import descriptions
from ...boards import Presenter, Scene, Stat, Zone, rendering
from ...boards.cached_urls import url
from ...boards.view_models import ScorePart
from ...bot_levels import level_with_rating
from ...models import Seat
from ...templatetags.countdown import countdown


class SeatHead(NamedTuple):
    """What is always seen of a seat: a piece of the page.

    The seats that the table waits for are actors, whatever I have drafted: `is_unsent` is my own
    with a whole draft, `is_next` one that moves once I have sent it. `clock` counts down while the
    seat is to move, `latest` says when it must have moved and `state` why its clock rests;
    `is_projected` says that the total is what the match would give if it ended now.
    """

    is_live: bool
    name: str
    kind: str
    is_me: bool
    is_actor: bool
    total: int | None
    is_projected: bool
    stats: tuple[Stat, ...]
    clock: SafeString | str = ""
    latest: str = ""
    state: str = ""
    is_unsent: bool = False
    is_next: bool = False


class SeatFacts(NamedTuple):
    """What an opened card says of a seat before its board: a piece of the page.

    `profile` is the address of the person's page, "" where there is none; `points` are label,
    points and the address of the moves that earned them ("" where none did yet); `bot` is what is
    said of the program that plays here.
    """

    name: str
    profile: str = ""
    left: bool = False
    agrees_call_off: bool = False
    points: tuple[tuple[str, int, str], ...] = ()
    bot: str = ""


class Player(NamedTuple):
    """A seat as the strip shows it; `board` is its whole board, where it is not on the page."""

    number: int
    head: SeatHead
    facts: SeatFacts
    note: str = ""
    board: SafeString | str = ""


class JumpRow(NamedTuple):
    """The jump row of a phone: everybody in short, which opens the strip, and the zones."""

    seats: tuple[tuple[int, bool, int | None], ...]
    zones: tuple[Zone, ...]


def build_jump_row(everybody: Sequence[Player], zones: Sequence[Zone]) -> JumpRow:
    """Seats as number, whether they are to move, and points; nothing where there are no zones."""
    short = ((one.number, one.head.is_actor, one.head.total) for one in everybody)
    return JumpRow(tuple(short) if zones else (), tuple(zones))


def build_players(
    show: Presenter,
    seats: Sequence[Seat],
    scene: Scene,
    board: rendering.RenderedBoard,
    match: rules.Match,
) -> list[Player]:
    """Seats with what may be shown of their points: final ones, or what the view tells.

    The match is the stored one, the scene may show my draft played on it.
    """
    points = show.points(scene)
    scores = {score.seat: score for score in match.scores()}
    found = []
    for seat in seats:
        is_actor, is_shown = seat.number in match.actors, seat.number in scene.actors
        note = ""
        score = scores[seat.number]
        if match.over:
            total: int | None = score.total
            parts: Sequence[ScorePart] = ()
        else:
            now = points[seat.number]
            total, parts, note = now.total, now.parts, now.note
        found.append(
            Player(
                seat.number,
                SeatHead(
                    is_live=seat.table.is_running,
                    name=seat.name,
                    kind=seat.kind_text,
                    is_me=seat.number == scene.seat,
                    is_actor=is_actor,
                    is_unsent=is_actor and not is_shown and seat.number == scene.seat,
                    is_next=is_shown and not is_actor,
                    total=total,
                    is_projected=bool(note),
                    stats=tuple(show.stats(scene, seat.number)),
                    **(_clock_fields(seat) if is_actor else {}),
                ),
                _seat_facts(seat, _linked_points(seat, parts, score)),
                note,
                board.seat(seat.number),
            )
        )
    return found


def _clock_fields(seat: Seat) -> dict[str, Any]:
    if seat.due_at is None or seat.bot or not seat.table.is_running:
        return {}
    clock = countdown(seat.due_at)
    if seat.table.clock.is_live:
        return {"clock": clock}
    now = timezone.now()
    return {
        "clock": clock,
        "latest": descriptions.deadline_text(seat.due_at),
        "state": descriptions.seat_state_text(seat, now),
    }


def _linked_points(
    seat: Seat, parts: Sequence[ScorePart], score: rules.Score
) -> tuple[tuple[str, int, str], ...]:
    return tuple(
        (
            part.label,
            part.value,
            points_url(seat.table.key, seat.number, part.key)
            if score.breakdown.get(part.key)
            else "",
        )
        for part in parts
        if part.value is not None
    )


def points_url(table: str, seat: int, key: str) -> str:
    """Where the moves are that earned a seat the points of this key."""
    return f"{url('games:replay', table)}?kind={points_filter(seat, key)}"


def points_filter(seat: int, key: str) -> str:
    """How the log of the viewer is narrowed to the moves that earned these points."""
    return f"points-{seat}-{key}"


def _seat_facts(seat: Seat, points: tuple[tuple[str, int, str], ...] = ()) -> SeatFacts:
    user = seat.user
    is_known = user is not None and not user.deleted_at and not user.is_guest
    profile = url("games:profile", user.username) if user is not None and is_known else ""
    agrees = seat.agrees_call_off and seat.table.is_running
    return SeatFacts(seat.name, profile, bool(seat.left), agrees, points, bot_description(seat))


def bot_description(seat: Seat) -> str:
    """How strong the bot of a seat is, and what it may not do in a person's place."""
    if not seat.bot:
        return ""
    strength = level_with_rating(seat.table.game, seat.bot)
    if not seat.left:
        return strength
    told = _("%(bot)s. Plays in their place, but makes no offers and does not resign.")
    return told % {"bot": strength}


def on_hold_players(show: Presenter, seats: Sequence[Seat], me: Seat | None) -> list[Player]:
    """Seats with the points that were stored at the end; nothing is known of a match that runs."""
    return [
        Player(
            seat.number,
            SeatHead(
                is_live=seat.table.is_running,
                name=seat.name,
                kind=seat.kind_text,
                is_me=me is not None and seat.pk == me.pk,
                is_actor=False,
                total=seat.total,
                is_projected=False,
                stats=(),
            ),
            _seat_facts(seat),
        )
        for seat in seats
    ]
