"""What changed on the board since the person's last look: keys of the things to mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import games.rules as rules


def changed(events: Iterable[rules.Event]) -> frozenset[str]:
    """Keys such as "role:mayor", "ship:6" or "goods:2:corn" (seat 2)."""
    return frozenset(key for event in events for key in _keys(event))


def _keys(event: rules.Event) -> Iterator[str]:
    kind, seat, data = event.kind, event.seat, event.data
    match kind:
        case "role":
            yield f"role:{data['role']}"
            if data["doubloons"]:
                yield f"doubloons:{seat}"
        case "tile":
            yield f"tile:{seat}:{data['kind']}"
            yield "quarries" if data["from"] == "quarry" else data["from"]
        case "row":
            yield "row"
        case "privilege":
            yield f"workers:{seat}"
        case "deal":
            yield from (f"workers:{one}" for one, n in enumerate(data["workers"]) if n)
        case "placed":
            yield f"workers:{seat}"
        case "refill":
            yield "worker_ship"
        case "build":
            yield f"city:{seat}:{data['building']}"
            yield f"doubloons:{seat}"
        case "produce":
            yield from (f"goods:{seat}:{good}" for good in data["goods"])
        case "income":
            yield f"doubloons:{seat}"
        case "extra":
            yield f"goods:{seat}:{data['good']}"
        case "sale":
            yield f"goods:{seat}:{data['good']}"
            yield f"doubloons:{seat}"
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
        case "ending":
            yield f"ending:{data['condition']}"
