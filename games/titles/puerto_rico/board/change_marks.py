"""What changed on the board since the viewer's last look: keys of the things to mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import games.rules as rules


def change_keys(events: Iterable[rules.Event]) -> dict[str, int | None]:
    """Keys such as "role:mayor", "ship:6" or "goods:2:corn" (seat 2), each with the acting seat."""
    return {key: event.seat for event in events for key in _event_keys(event)}


def change_marks(events: Iterable[rules.Event]) -> str:
    """The keys in one line, with their seats: "role:mayor@2 row"."""
    return " ".join(
        key if seat is None else f"{key}@{seat}"
        for key, seat in sorted(change_keys(events).items())
    )


def _event_keys(event: rules.Event) -> Iterator[str]:
    kind, seat, data = event.kind, event.seat, event.data
    match kind:
        case "role":
            yield f"role:{data['role']}"
        case "tile":
            yield f"tile:{seat}:{data['kind']}"
        case "row":
            yield "row"
        case "refill":
            yield "worker_ship"
        case "build":
            yield f"city:{seat}:{data['building']}"
        case "produce":
            yield from (f"goods:{seat}:{good}" for good in data["goods"])
        case "extra":
            yield f"goods:{seat}:{data['good']}"
        case "sale":
            yield f"goods:{seat}:{data['good']}"
            yield "house"
        case "house_emptied":
            yield "house"
        case "load":
            yield f"goods:{seat}:{data['good']}"
            yield f"ship:{data['ship']}"
        case "stored":
            yield from (f"goods:{seat}:{good}" for good in data["returned"])
        case "unload":
            yield f"ship:{data['ship']}"
        case "round":
            yield "round"
            yield from (f"coin:{role}" for role in data["doubloons"])
