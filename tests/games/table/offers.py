"""What the page of a table offers: moves, lists of them, numbers, taking back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.markup import VOID, Reader

Attributes = dict[str, str]


@dataclass(frozen=True)
class Offer:
    """Moves that one press sends, instead of all drafted ones but `keep` (None: after them)."""

    moves: tuple[str, ...]
    keep: int | None = None


@dataclass
class Group:
    """Steppers that are sent as one list of moves (static/js/stepper.js)."""

    before: list[str]
    after: list[str]
    least: int
    limit: int | None
    steppers: list[Attributes] = field(default_factory=list)

    def offers(self) -> Iterator[Offer]:
        """What each stepper can send with the others at their least; every number of it."""
        for number, stepper in enumerate(self.steppers):
            others = [one for place, one in enumerate(self.steppers) if place != number]
            rest = sum(int(one["min"]) for one in others)
            most = int(stepper["max"])
            most = most if self.limit is None else min(most, self.limit - rest)
            for value in range(int(stepper["min"]), most + 1):
                moves = [*self.before]
                for one in self.steppers:
                    moves += stepper_moves(one, value if one is stepper else int(one["min"]))
                if moves and value + rest >= self.least:
                    yield Offer((*moves, *self.after))


def stepper_moves(stepper: Attributes, value: int) -> list[str]:
    """The moves that a stepper with this value adds to its group's list."""
    if not value and "data-zero" not in stepper:
        return []
    if "data-unit" in stepper:
        return [stepper["data-unit"]] * value
    return [stepper["data-each"].replace("%n", str(value))] if "data-each" in stepper else []


class Offers(Reader):
    """What can be pressed on a page; `listed` tells whether the list of moves counts."""

    def __init__(self, html: str, *, listed: bool) -> None:
        self.presses: list[Offer] = []
        self.undos: list[int] = []
        self.places: list[int] = []  # of the draft's chips that take their step back
        self.groups: list[Group] = []
        self.finals: set[str] = set()
        self._listed = listed
        self._open: list[Attributes] = []
        self.feed(html)
        assert not self._open, self._open

    @property
    def offers(self) -> list[Offer]:
        return [*self.presses, *(offer for group in self.groups for offer in group.offers())]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if self._listed or not any(one.get("id") == "moves" for one in self._open):
            self._note(found)
        if tag not in VOID:
            self._open.append({"tag": tag, **found})

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()["tag"] != tag:
            pass

    def _note(self, found: Attributes) -> None:
        if "disabled" in found:  # until a script says what it sends
            return
        if "data-move" in found:
            text = found["data-move"]
            moves = json.loads(text) if text.startswith("[") else [text]
            keep = int(found["data-keep"]) if "data-keep" in found else None
            self.presses.append(Offer(tuple(moves), keep))
        elif found.get("name") == "move" and found.get("form") == "move-form":
            self.presses.append(Offer((found["value"],)))
        if "data-final" in found:
            self.finals.add(found.get("data-move") or found.get("value", ""))
        if "data-undo" in found:
            self.undos.append(int(found["data-undo"]))
        if found.get("name") == "at" and found.get("form") == "move-form":
            self.places.append(int(found["value"]))
        if "data-compose" in found:
            limit = found.get("data-limit")
            self.groups.append(
                Group(
                    json.loads(found.get("data-before", "[]")),
                    json.loads(found.get("data-after", "[]")),
                    int(found.get("data-least", "0")),
                    None if limit is None else int(limit),
                )
            )
        if "data-stepper" in found and self.groups:
            self.groups[-1].steppers.append(dict(found))
        if "stepper-value" in found.get("class", "") and self.groups:
            bounds = {"min": found["min"], "max": found["max"]}
            self.groups[-1].steppers[-1].update(bounds)
