"""The dice or the event card: the last throw, the odds of each number, the viewer's cards."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import production
from .scene_access import match_of, view_of


class DicePanel(NamedTuple):
    """The last throw, or the event card that was revealed last ("" for none), with its number.

    `odds` are all numbers, with the throws of 36 that give them and the viewer's cards from them;
    `previous_throws` those since the
    viewer's last visit, the oldest first, `left` the event cards until the new year.
    """

    dice: tuple[int, ...]
    event: str
    number: int
    scenario: str
    left: int | None
    odds: tuple[tuple[int, int, tuple[tuple[str, int], ...]], ...]
    previous_throws: tuple[int, ...]


def dice_panel(scene: Scene) -> DicePanel:
    view, seat = view_of(scene), scene.seat
    event, number = "", sum(view["dice"])
    if view["event"]:
        event, number = view["event"]["event"], view["event"]["number"]
    gains = {} if seat is None else production.production_by_number(match_of(scene), seat)
    ways = production.THROW_WAYS[view["scenario"]]
    odds = ((one, n, tuple(sorted(gains.get(one, {}).items()))) for one, n in ways.items())
    thrown = (one.data["number"] for one in scene.news if one.kind in ("roll", "event"))
    return DicePanel(
        () if event else tuple(view["dice"]),
        event,
        number,
        view["scenario"],
        view["events_left"],
        tuple(odds),
        tuple(thrown),
    )
