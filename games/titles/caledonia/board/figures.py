"""Statistics of a match per round: income, spending, fulfilled contracts and glory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.view_models import Figure

from ..rules.components import ROUNDS
from .translations import gettext as _

Columns = tuple[tuple[str, int | None], ...]
Amounts = Callable[[rules.Event], Mapping[int, int]]  # by seat


def figures(
    events: Sequence[rules.Event], names: Sequence[str], options: Mapping[str, str]
) -> list[Figure]:
    seats: Columns = tuple((name, seat) for seat, name in enumerate(names))
    cost = _own(lambda data: data["cost"])
    return [
        Figure(title, seats, _by_round(events, len(names), amounts_by_kind))
        for title, amounts_by_kind in (
            (_("Income in £"), {"income": _own(lambda data: data["money"])}),
            (_("Spent on the map in £"), {"place": cost, "expand": cost}),
            (_("Contracts fulfilled"), {"fulfil": _own(lambda data: 1)}),
            (
                _("Glory of the scoring tiles"),
                {"scoring": lambda event: dict(enumerate(event.data["glory"]))},
            ),
        )
    ]


def _own(amount: Callable[[Mapping[str, Any]], int]) -> Amounts:
    """An amount of the seat that an event is about."""
    return lambda event: {event.seat or 0: amount(event.data)}


def _by_round(
    events: Sequence[rules.Event], seats: int, amounts_by_kind: Mapping[str, Amounts]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found: Counter[tuple[int, int]] = Counter()
    now = 1
    for event in events:
        if event.kind == "round":
            now = event.data["round"]
        elif event.kind in amounts_by_kind:
            for seat, n in amounts_by_kind[event.kind](event).items():
                found[now, seat] += n
    label = _("Round %(n)s")
    return tuple(
        (label % {"n": n}, tuple(found[n, seat] for seat in range(seats)))
        for n in range(1, ROUNDS + 1)
    )
