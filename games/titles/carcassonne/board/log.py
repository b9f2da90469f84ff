"""The log of Carcassonne in sentences: one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import games.rules as rules

from . import vocabulary
from .translations import gettext as _
from .translations import ngettext

Data = dict[str, Any]


def log_line(event: rules.Event, names: Sequence[str]) -> str:
    """Return the sentence of an event; "" if another event covers it."""
    name = names[event.seat] if event.seat is not None else ""
    (merged_event,) = merge_events([event])
    return LOG_LINES[event.kind](name, merged_event.data, names)


def _draw(name: str, data: Data, names: Sequence[str]) -> str:
    if "tile" not in data:
        return _("%(name)s draws a tile.") % {"name": name}
    return _("%(name)s draws: %(tile)s.") % {"name": name, "tile": vocabulary.tile(data["tile"])}


def _discard(name: str, data: Data, names: Sequence[str]) -> str:
    values = {
        "name": name,
        "tiles": vocabulary.join_lines(vocabulary.tile(tile) for tile in data["tiles"]),
    }
    return (
        ngettext(
            "%(name)s has a tile that fits nowhere; it leaves the game: %(tiles)s.",
            "%(name)s has tiles that fit nowhere; they leave the game: %(tiles)s.",
            len(data["tiles"]),
        )
        % values
    )


def _place(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s places a tile at %(cell)s: %(tile)s.") % {
        "name": name,
        "cell": vocabulary.cell(*data["cell"]),
        "tile": vocabulary.tile(data["tile"], data["rotation"]),
    }


def _piece(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s places a %(piece)s on the %(segment)s.") % {
        "name": name,
        "piece": vocabulary.PIECES[data["kind"]],
        "segment": vocabulary.segment(data["segment"]),
    }


def _skip(name: str, data: Data, names: Sequence[str]) -> str:
    if data["auto"]:
        return _("%(name)s cannot place a follower there.") % {"name": name}
    return _("%(name)s places no follower.") % {"name": name}


def _score(name: str, data: Data, names: Sequence[str]) -> str:
    values = {"name": name, "points": vocabulary.points(data["amount"])}
    match data["reason"]:
        case "roads":
            return _("%(name)s gets %(points)s for a finished road.") % values
        case "cities":
            return _("%(name)s gets %(points)s for a finished city.") % values
        case "monasteries":
            return _("%(name)s gets %(points)s for a finished monastery.") % values
        case "goods":
            values["good"] = str(vocabulary.GOODS[data["good"]])
            return _("%(name)s gets %(points)s for the most %(good)s.") % values
    return _score_at_end(values, data)


def _score_at_end(values: dict[str, str], data: Data) -> str:
    """The points of a seat for all its unfinished features of a kind, or for its farms."""
    shares = data["shares"]
    forms = {
        "road": ngettext(
            "%(name)s gets %(points)s for an unfinished road (%(where)s).",
            "%(name)s gets %(points)s for %(n)s unfinished roads (%(where)s).",
            len(shares),
        ),
        "city": ngettext(
            "%(name)s gets %(points)s for an unfinished city (%(where)s).",
            "%(name)s gets %(points)s for %(n)s unfinished cities (%(where)s).",
            len(shares),
        ),
        "monastery": ngettext(
            "%(name)s gets %(points)s for an unfinished monastery (%(where)s).",
            "%(name)s gets %(points)s for %(n)s unfinished monasteries (%(where)s).",
            len(shares),
        ),
        "farm": ngettext(
            "%(name)s gets %(points)s for a farm (%(where)s).",
            "%(name)s gets %(points)s for %(n)s farms (%(where)s).",
            len(shares),
        ),
    }
    cells = [vocabulary.cell(*cell) for _points, cell in shares]
    if len(shares) > 1:
        form = _("%(n)s: %(cell)s")
        cells = [
            form % {"n": points, "cell": cell}
            for (points, _at), cell in zip(shares, cells, strict=True)
        ]
    return forms[data["feature"]] % {
        **values,
        "n": len(shares),
        "where": vocabulary.join_lines(cells),
    }


def merge_events(events: Sequence[rules.Event]) -> Sequence[rules.Event]:
    """Merge a seat's final points for all features of one kind into one event.

    The merged event has the `feature` and its `shares`: pairs of points and a cell where the seat
    has a piece.
    """
    found: list[rules.Event] = []
    places: dict[tuple[int | None, str], int] = {}
    for event in events:
        data = event.data
        is_merged = event.kind != "score" or "shares" in data
        if is_merged or data["reason"] not in ("unfinished", "farms"):
            found.append(event)
            continue
        x, y, segment, *_owner = next(
            piece for piece in data["followers"] if piece[3] == event.seat
        )
        feature = str(segment).partition(":")[0]
        share = (data["amount"], (x, y))
        place = places.setdefault((event.seat, feature), len(found))
        if place < len(found):
            before = found[place].data
            amount, shares = before["amount"] + share[0], [*before["shares"], share]
        else:
            found.append(event)
            amount, shares = share[0], [share]
        merged = {**data, "amount": amount, "feature": feature, "shares": shares}
        found[place] = event._replace(data=merged)
    return found


def _returned_event(name: str, data: Data, names: Sequence[str]) -> str:
    owners: dict[int, list[str]] = {}
    for _x, _y, _segment, seat, kind in data["pieces"]:
        owners.setdefault(seat, []).append(str(vocabulary.PIECES[kind]))
    parts = [f"{names[seat]} ({vocabulary.join_with_and(kinds)})" for seat, kinds in owners.items()]
    return _("Back in the supply: %(pieces)s.") % {"pieces": vocabulary.join_row(parts)}


def _goods(name: str, data: Data, names: Sequence[str]) -> str:
    tokens = [
        _("%(n)s %(good)s") % {"n": n, "good": vocabulary.GOODS[good]}
        for good, n in data["tokens"].items()
    ]
    return _("%(name)s takes goods: %(tokens)s.") % {
        "name": name,
        "tokens": vocabulary.join_with_and(tokens),
    }


def _extra(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s's builder earns a second tile.") % {"name": name}


def _over_event(name: str, data: Data, names: Sequence[str]) -> str:
    parts = [f"{one} {total}" for one, total in zip(names, data["scores"], strict=False)]
    return _("The match is over: %(scores)s.") % {"scores": vocabulary.join_row(parts)}


LOG_LINES: dict[str, Callable[[str, Data, Sequence[str]], str]] = {
    "draw": _draw,
    "discard": _discard,
    "place": _place,
    "piece": _piece,
    "skip": _skip,
    "score": _score,
    "return": _returned_event,
    "goods": _goods,
    "extra": _extra,
    "over": _over_event,
}


def highlight(event: rules.Event) -> str:
    """Return the heading of an important event: a finished city or monastery; else ""."""
    reason = event.data.get("reason")
    if event.kind == "score" and reason == "cities":
        return _("City finished")
    if event.kind == "score" and reason == "monasteries":
        return _("Monastery finished")
    return ""
