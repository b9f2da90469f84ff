"""The seat strip of a table: each player's name, points, clock and the game's own numbers."""

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
from .substitute_texts import part_texts


class SeatHead(NamedTuple):
    """The part of a seat that is always visible; a page chunk.

    Attributes:
        is_actor: whether the table waits for this seat, whatever the viewer has drafted.
        is_projected: whether `total` is what the seat would have if the match ended now.
        clock: counts down while the seat must move.
        latest: when it must have moved, in words.
        state: why its clock does not run, in words.
        is_unsent: whether this is the viewer's seat with a complete draft that is not sent.
        is_next: whether this seat moves after the viewer has sent their draft.
        part: since when a substitute plays here and for whom, in words; "" without one.
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
    part: str = ""


class SeatFacts(NamedTuple):
    """What an opened card shows of a seat before its board; a page chunk.

    Attributes:
        profile: the address of the person's page, "" if there is none.
        points: label, points and the address of the moves that earned them ("" if none did yet).
        bot: a sentence about the bot that plays here, "" if a person does.
    """

    name: str
    profile: str = ""
    left: bool = False
    points: tuple[tuple[str, int, str], ...] = ()
    bot: str = ""


class Player(NamedTuple):
    """A seat in the strip; `board` is its whole board, unless the page shows it elsewhere."""

    number: int
    head: SeatHead
    facts: SeatFacts
    note: str = ""
    board: SafeString | str = ""


class JumpRow(NamedTuple):
    """The jump row on phones: all seats in short form, which opens the strip, and the zones."""

    seats: tuple[tuple[int, bool, int | None], ...]
    zones: tuple[Zone, ...]


def build_jump_row(everybody: Sequence[Player], zones: Sequence[Zone]) -> JumpRow:
    """Return the jump row: seats as (number, must move, points); no seats if there are no zones."""
    short = ((one.number, one.head.is_actor, one.head.total) for one in everybody)
    return JumpRow(tuple(short) if zones else (), tuple(zones))


def build_players(
    show: Presenter,
    seats: Sequence[Seat],
    scene: Scene,
    board: rendering.RenderedBoard,
    match: rules.Match,
) -> list[Player]:
    """Return all seats with the points that may be shown: final ones, or those that the scene has.

    `match` is the stored match; the scene may have the viewer's draft played on it.
    """
    points = show.points(scene)
    scores = {score.seat: score for score in match.scores()}
    found = []
    parts_played = part_texts(seats[0].table, scene.seat)
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
                    part=parts_played.get(seat.number, ""),
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
    """Return the address of the moves that earned a seat the points of this key."""
    return f"{url('games:replay', table)}?kind={points_filter(seat, key)}"


def points_filter(seat: int, key: str) -> str:
    """Return the filter of the replay's log for the moves that earned a seat these points."""
    return f"points-{seat}-{key}"


def _seat_facts(seat: Seat, points: tuple[tuple[str, int, str], ...] = ()) -> SeatFacts:
    user = seat.player
    is_known = user is not None and not user.deleted_at and not user.is_guest
    profile = url("games:profile", user.username) if user is not None and is_known else ""
    left = bool(seat.leave_reason) and seat.substitute_id is None
    return SeatFacts(seat.name, profile, left, points, bot_description(seat))


def bot_description(seat: Seat) -> str:
    """Return how strong the bot of a seat is, and what it may not do in place of a person."""
    if not seat.bot or seat.substitute_id is not None:
        return ""
    strength = level_with_rating(seat.table.game, seat.bot)
    if not seat.leave_reason:
        return strength
    text = _("%(bot)s. Plays in their place, but makes no offers and does not resign.")
    return text % {"bot": strength}


def on_hold_players(show: Presenter, seats: Sequence[Seat], me: Seat | None) -> list[Player]:
    """Return the seats of a match that cannot be loaded, with their stored final points, if any."""
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
