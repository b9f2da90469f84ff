"""A match of Catan in numbers: throws, the cards from them, and cards taken and traded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import games.rules as rules
from games.boards.translations import capital_texts
from games.boards.view_models import Figure

from ..rules.components import RESOURCES
from . import vocabulary
from .production import THROW_WAYS
from .translations import gettext as _

Columns = tuple[tuple[str, int], ...]  # name and number of each seat


def figures(
    events: Sequence[rules.Event], names: Sequence[str], options: Mapping[str, str]
) -> list[Figure]:
    seats: Columns = tuple((name, seat) for seat, name in enumerate(names))
    ways = THROW_WAYS[options["scenario"]]
    return [
        _throw_table(events, ways),
        _by_number(events, ways, seats),
        _by_ware(events, seats),
        _transfer_table(events, seats),
    ]


def _throw_table(events: Sequence[rules.Event], ways: Mapping[int, int]) -> Figure:
    fell = Counter(one.data["number"] for one in events if one.kind in ("roll", "event"))
    each = fell.total() / sum(ways.values())
    return Figure(
        _("Rolls"),
        ((_("rolled"), None), (_("expected"), None)),
        tuple((str(n), (fell[n], round(ways[n] * each, 1))) for n in ways),
    )


def _by_number(events: Sequence[rules.Event], numbers: Iterable[int], seats: Columns) -> Figure:
    brought: Counter[tuple[int, int]] = Counter()
    for event in _events_of_kind("produce", events):
        for seat, gains in event.data["gains"].items():
            brought[event.data["number"], int(seat)] += sum(gains.values())
    rows = ((str(n), tuple(brought[n, seat] for _name, seat in seats)) for n in numbers)
    return Figure(_("Cards by number"), seats, tuple(rows))


def _by_ware(events: Sequence[rules.Event], seats: Columns) -> Figure:
    brought: Counter[tuple[str, int]] = Counter()
    for event in _events_of_kind("produce", events):
        for seat, gains in event.data["gains"].items():
            for ware, n in gains.items():
                brought[ware, int(seat)] += n
    for event in _events_of_kind("first_cards", events):
        for ware, n in event.data["gains"].items():
            brought[ware, event.seat or 0] += n
    names = capital_texts(vocabulary.WARES)
    rows = ((names[ware], tuple(brought[ware, n] for _name, n in seats)) for ware in RESOURCES)
    return Figure(_("Cards by kind"), seats, tuple(rows))


def _transfer_table(events: Sequence[rules.Event], seats: Columns) -> Figure:
    steals, trades, discards = (
        _events_of_kind(kind, events) for kind in ("steal", "trade", "discard")
    )
    discarded: Counter[int] = Counter()
    for event in discards:
        discarded[event.seat or 0] += event.data["count"]
    counted: dict[str, Counter[int]] = {
        _("Cards taken with the robber"): _count_seats(steals),
        _("Cards lost to the robber"): Counter(one.data["victim"] for one in steals),
        _("Cards discarded on a seven"): discarded,
        _("Trades with other players"): Counter(
            seat for one in trades for seat in (one.seat or 0, one.data["with"])
        ),
        _("Trades with the bank"): _count_seats(_events_of_kind("bank", events)),
        _("Development cards played"): _count_seats(_events_of_kind("play", events)),
    }
    rows = (
        (label, tuple(found[seat] for _name, seat in seats)) for label, found in counted.items()
    )
    return Figure(_("Cards and trades"), seats, tuple(rows))


def _events_of_kind(kind: str, events: Iterable[rules.Event]) -> list[rules.Event]:
    return [event for event in events if event.kind == kind]


def _count_seats(events: Iterable[rules.Event]) -> Counter[int]:
    return Counter(event.seat for event in events if event.seat is not None)
