"""Everybody at a table as the seat strip shows them: who, points, the game's own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

import games.rules as rules

from ..boards import Presenter, Scene, Stat, drawing
from ..models import Seat


@dataclass(frozen=True)
class Player:
    """A seat as the strip shows it; `board` is its whole board, where it is not on the page."""

    seat: Seat
    name: str
    kind: str
    is_me: bool
    is_actor: bool
    total: int | None
    breakdown: list[tuple[str, Any]]
    note: str = ""
    stats: tuple[Stat, ...] = ()
    board: SafeString | str = ""


def players(
    show: Presenter,
    seats: Sequence[Seat],
    scene: Scene,
    board: drawing.Board,
    match: rules.Match,
) -> list[Player]:
    """Seats with what may be shown of their points: final ones, or what the view tells."""
    points = show.points(scene)
    final = {score.seat: score for score in match.scores()} if match.over else {}
    found = []
    for seat in seats:
        total: int | None
        note = ""
        if seat.number in final:
            score = final[seat.number]
            total = score.total
            parts = [(show.breakdown_label(key), value) for key, value in score.breakdown.items()]
        else:
            now = points[seat.number]
            total, parts, note = now.total, list(now.parts), now.note
        found.append(
            Player(
                seat=seat,
                name=seat.name,
                kind=seat.kind_text,
                is_me=seat.number == scene.seat,
                is_actor=seat.number in scene.actors,
                total=total,
                breakdown=parts,
                note=note,
                stats=tuple(show.stats(scene, seat.number)),
                board=board.seat(seat.number),
            )
        )
    return found


def held_players(show: Presenter, seats: Sequence[Seat], me: Seat | None) -> list[Player]:
    """Seats with the points that were stored at the end; nothing is known of a match that runs."""
    return [
        Player(
            seat=seat,
            name=seat.name,
            kind=seat.kind_text,
            is_me=me is not None and seat.pk == me.pk,
            is_actor=False,
            total=seat.total,
            breakdown=[(show.breakdown_label(key), n) for key, n in seat.breakdown.items()],
        )
        for seat in seats
    ]
