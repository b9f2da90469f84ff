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
    found = (
        (_("Income in £"), ["income"], lambda event: {event.seat: event.data["money"]}),
        (
            _("Spent on the map in £"),
            ["place", "expand"],
            lambda event: {event.seat: event.data["cost"]},
        ),
        (_("Contracts fulfilled"), ["fulfil"], lambda event: {event.seat: 1}),
        (
            _("Glory of the scoring tiles"),
            ["scoring"],
            lambda event: dict(enumerate(event.data["glory"])),
        ),
    )
    return [
        Figure(title, seats, _by_round(events, len(names), kinds, amounts))
        for title, kinds, amounts in found
    ]


def _by_round(
    events: Sequence[rules.Event], seats: int, kinds: Sequence[str], amounts: Amounts
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found: Counter[tuple[int, int]] = Counter()
    now = 1
    for event in events:
        if event.kind == "round":
            now = event.data["round"]
        elif event.kind in kinds:
            for seat, n in amounts(event).items():
                found[now, seat] += n
    label = _("Round %(n)s")
    return tuple(
        (label % {"n": n}, tuple(found[n, seat] for seat in range(seats)))
        for n in range(1, ROUNDS + 1)
    )
