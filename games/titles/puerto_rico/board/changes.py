"""What changed for a seat while others moved: in words, and as keys of the things to mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import games.rules as rules
from games.boards import Scene
from games.boards.hud import Change
from games.boards.translations import join_list

from ..rules.components import GOODS
from . import vocabulary
from .scene_access import view_of
from .translations import gettext as _

#: The numbers of a seat that these changes already cover.
COVERED_STATS = frozenset(GOODS)

#: By kind of event, the keys of what it changes: `seat` acted, the others are of the data.
CHANGE_KEYS: dict[str, tuple[str, ...]] = {
    "role": ("role:{role}",),
    "tile": ("tile:{seat}:{kind}",),
    "row": ("row",),
    "refill": ("worker_ship",),
    "build": ("city:{seat}:{building}",),
    "extra": ("goods:{seat}:{good}",),
    "sale": ("goods:{seat}:{good}", "house"),
    "house_emptied": ("house",),
    "load": ("goods:{seat}:{good}", "ship:{ship}"),
    "unload": ("ship:{ship}",),
    "round": ("round",),
}
#: The same for each word in a field of the data.
EACH_CHANGE_KEY = {
    "produce": ("goods", "goods:{seat}:{each}"),
    "stored": ("returned", "goods:{seat}:{each}"),
    "round": ("doubloons", "coin:{each}"),
}


def change_keys(events: Iterable[rules.Event]) -> dict[str, int | None]:
    """Keys such as "role:mayor", "ship:6" or "goods:2:corn" (seat 2), each with the acting seat."""
    return {key: event.seat for event in events for key in _event_keys(event)}


def _event_keys(event: rules.Event) -> Iterator[str]:
    values = {**event.data, "seat": event.seat}
    for form in CHANGE_KEYS.get(event.kind, ()):
        yield form.format_map(values)
    if event.kind in EACH_CHANGE_KEY:
        field, form = EACH_CHANGE_KEY[event.kind]
        yield from (form.format(each=each, seat=event.seat) for each in event.data[field])


def change_marks(events: Iterable[rules.Event]) -> str:
    """The keys in one line, with their seats: "role:mayor@2 row"."""
    return " ".join(
        key if seat is None else f"{key}@{seat}"
        for key, seat in sorted(change_keys(events).items())
    )


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """The changes between two scenes of the same seat, the earlier one first."""
    if after.seat is None:
        return []
    return [*_island_changes(before, after, after.seat), *_table_changes(before, after)]


def _island_changes(before: Scene, after: Scene, me: int) -> Iterator[Change]:
    names, capitals = vocabulary.plain_names(), vocabulary.capital_names()
    had, has = view_of(before)["seats"][me], view_of(after)["seats"][me]
    for key, circles in has["circles"].items():
        if has["city"].get(key, 0) == circles > had["city"].get(key, 0):
            text = _("%(building)s is full: every circle has its worker.")
            yield Change(text % {"building": capitals[key]}, "pr-mine")
    stored = _("Barrels of %(good)s: %(before)s → %(after)s.")
    made = _("You can make %(after)s %(good)s, not %(before)s.")
    for text, was, now in (
        (stored, had["goods"], has["goods"]),
        (made, had["production"], has["production"]),
    ):
        for good, n in now.items():
            if n != was[good]:
                values = {"good": names[good], "before": was[good], "after": n}
                yield Change(text % values, "pr-mine")


def _table_changes(before: Scene, after: Scene) -> Iterator[Change]:
    names, capitals = vocabulary.plain_names(), vocabulary.capital_names()
    was, now = view_of(before), view_of(after)
    for size, ship in now["ships"].items():
        if ship["good"] is None or was["ships"].get(size) == ship:
            continue
        text = _("The ship for %(size)s takes %(good)s: %(n)s of %(size)s loaded.")
        if ship["n"] == int(size):
            text = _("The ship for %(size)s is full of %(good)s.")
        values = {"good": names[ship["good"]], "size": size, "n": ship["n"]}
        yield Change(text % values, "pr-harbor")
    if now["house"] != was["house"]:
        goods = join_list(names[good] for good in now["house"])
        text = _("In the trading house: %(goods)s.") if goods else _("The trading house is empty.")
        yield Change(text % {"goods": goods}, "pr-house")
    for key, n in now["display"].items():
        if n == 0 < was["display"].get(key, 0):
            text = _("The last copy was built: %(building)s.")
            yield Change(text % {"building": capitals[key]}, "pr-market")
    for reason in now["ending"]:
        if reason not in was["ending"]:
            text = _("The match ends with this round: %(reason)s.")
            yield Change(text % {"reason": vocabulary.ENDINGS[reason]}, "pr-roles")
