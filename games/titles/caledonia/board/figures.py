"""Statistics of a match per round: income, spending, fulfilled contracts and glory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

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
    return [
        _by_round(_("Income in £"), events, seats, {"income": _money}),
        _by_round(_("Spent on the map in £"), events, seats, {"place": _cost, "expand": _cost}),
        _by_round(_("Contracts fulfilled"), events, seats, {"fulfil": _one}),
        _by_round(_("Glory of the scoring tiles"), events, seats, {"scoring": _glory}),
    ]


def _by_round(
    title: str,
    events: Sequence[rules.Event],
    seats: Columns,
    amounts_by_kind: Mapping[str, Amounts],
) -> Figure:
    found: Counter[tuple[int, int]] = Counter()
    now = 1
    for event in events:
        if event.kind == "round":
            now = event.data["round"]
        elif event.kind in amounts_by_kind:
            for seat, n in amounts_by_kind[event.kind](event).items():
                found[now, seat] += n
    label = _("Round %(n)s")
    rows = (
        (label % {"n": n}, tuple(found[n, seat] for seat in range(len(seats))))
        for n in range(1, ROUNDS + 1)
    )
    return Figure(title, seats, tuple(rows))


def _money(event: rules.Event) -> Mapping[int, int]:
    return {event.seat or 0: event.data["money"]}


def _cost(event: rules.Event) -> Mapping[int, int]:
    return {event.seat or 0: event.data["cost"]}


def _one(event: rules.Event) -> Mapping[int, int]:
    return {event.seat or 0: 1}


def _glory(event: rules.Event) -> Mapping[int, int]:
    return dict(enumerate(event.data["glory"]))
