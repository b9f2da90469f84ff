"""The tree of a chapter: nodes, from each of which several moves may follow.

A node is a number, called `place` in the code. Nodes 0 to `match_length` are those of the match,
after this many moves. Greater numbers are nodes that the study adds. Each of these has the node
before it, a seat and the seat's move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import games.rules as rules

MOST_NODES = 400
LONGEST_LINE = 200  # added moves in a row
MAX_MARKS = 12  # per node
MAX_COMMENT_LENGTH = 1000
MAX_LABEL_LENGTH = 80
ELEMENT_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


class TreeFullError(Exception):
    """The chapter has too many nodes, or a variation has too many moves."""


class Node(NamedTuple):
    """A node that the study adds: the node before it, and the seat and its move."""

    before: int
    seat: int
    move: str


class Mark(NamedTuple):
    """A marked thing on the board: the id of its element, and its label."""

    id: str
    label: str


class Annotation(NamedTuple):
    """The author's comment and marks on a node."""

    comment: str = ""
    marks: tuple[Mark, ...] = ()


class Tree:
    """Nodes with their annotations; `cut`, `add` and `say` change it."""

    def __init__(
        self,
        trunk: int,
        nodes: Mapping[int, Node] | None = None,
        notes: Mapping[int, Annotation] | None = None,
    ) -> None:
        self.match_length = trunk
        self.nodes = dict(nodes or {})
        self.notes = dict(notes or {})

    @classmethod
    def from_json(cls, trunk: int, nodes: Mapping[str, Any], notes: Mapping[str, Any]) -> Tree:
        """The tree that `to_json` has returned."""
        return cls(
            trunk,
            {int(place): Node(*node) for place, node in nodes.items()},
            {
                int(place): _annotation(note["comment"], note["marks"])
                for place, note in notes.items()
            },
        )

    def to_json(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Nodes and notes as JSON-ready dicts."""
        nodes = {str(place): list(node) for place, node in self.nodes.items()}
        notes = {
            str(place): {"comment": note.comment, "marks": [list(mark) for mark in note.marks]}
            for place, note in self.notes.items()
        }
        return nodes, notes

    def __contains__(self, place: int) -> bool:
        return 0 <= place <= self.match_length or place in self.nodes

    def before(self, place: int) -> int | None:
        """The node before this one; None at the beginning."""
        if place in self.nodes:
            return self.nodes[place].before
        return place - 1 if place else None

    def after(self, place: int) -> list[int]:
        """The nodes after this one: first that of the match, then the added ones by age."""
        added = [one for one, node in self.nodes.items() if node.before == place]
        return [place + 1, *added] if place < self.match_length else added

    def path(self, place: int) -> tuple[int, list[int]]:
        """The node at which the path leaves the match, and the added nodes from there on."""
        added: list[int] = []
        while place in self.nodes:
            added.append(place)
            place = self.nodes[place].before
        return place, added[::-1]

    def add(self, before: int, seat: int, move: str) -> int:
        """The node after this move, which is added if it does not exist.

        Raises:
            TreeFullError: the chapter or the variation would get too big.
        """
        for place, node in self.nodes.items():
            if node == (before, seat, move):
                return place
        if len(self.nodes) >= MOST_NODES or len(self.path(before)[1]) >= LONGEST_LINE:
            raise TreeFullError
        place = max(self.nodes, default=self.match_length) + 1
        self.nodes[place] = Node(before, seat, move)
        return place

    def cut(self, place: int) -> None:
        """Delete an added node and all nodes after it, with their annotations."""
        for behind in [one for one, node in self.nodes.items() if node.before == place]:
            self.cut(behind)
        del self.nodes[place]
        self.notes.pop(place, None)

    def say(self, place: int, note: Annotation) -> None:
        self.notes.pop(place, None)
        if note != Annotation():
            self.notes[place] = note

    # as study lines of a record

    def lines(self) -> Iterator[dict[str, Any]]:
        """The additions of the study as study lines: one per end, and one per node with a note."""
        for place in range(self.match_length + 1):
            yield from self._record_lines_from(place)

    def _record_lines_from(self, place: int) -> Iterator[dict[str, Any]]:
        added = [one for one in self.after(place) if one in self.nodes]
        note = self.notes.get(place, Annotation())
        if note != Annotation() or (place in self.nodes and not added):
            after, path = self.path(place)
            record_line: dict[str, Any] = {"line": "", "after": after}
            record_line["moves"] = [[self.nodes[one].seat, self.nodes[one].move] for one in path]
            if note.comment:
                record_line["comment"] = note.comment
            if note.marks:
                record_line["marks"] = [list(mark) for mark in note.marks]
            yield record_line
        for one in added:
            yield from self._record_lines_from(one)

    def read(self, lines: Iterable[Mapping[str, Any]], seats: int) -> None:
        """Add study lines; a value that is no move for this number of seats ends its line.

        Raises:
            TreeFullError: there are too many moves, or a line is too long.
        """
        for line in lines:
            place = line["after"]
            for seat, move in _parse_moves(line.get("moves"), seats):
                place = self.add(place, seat, move)
            name, comment = line["line"].strip(), line.get("comment", "")
            words = [text for text in (name, comment) if isinstance(text, str) and text]
            note = _annotation(": ".join(words)[:MAX_COMMENT_LENGTH], line.get("marks"))
            if note != Annotation():
                self.say(place, note)


def parse_marks(given: object) -> tuple[Mark, ...]:
    """The valid marks in data from outside; invalid ones are left out."""
    found = [
        Mark(*one)
        for one in (given if isinstance(given, list | tuple) else ())
        if isinstance(one, list | tuple)
        and len(one) == 2
        and all(isinstance(text, str) and text.isprintable() for text in one)
        and ELEMENT_ID.fullmatch(one[0])
        and len(one[1]) <= MAX_LABEL_LENGTH
    ]
    return tuple({mark.id: mark for mark in found}.values())[:MAX_MARKS]


def _annotation(comment: str, marks: object) -> Annotation:
    return Annotation(comment, parse_marks(marks))


def _parse_moves(given: object, seats: int) -> Iterator[tuple[int, str]]:
    for one in given if isinstance(given, list) else ():
        if not (isinstance(one, list) and len(one) == 2):
            return
        seat, move = one
        if type(seat) is not int or not 0 <= seat < seats:
            return
        if not isinstance(move, str) or not 0 < len(move) <= rules.LONGEST_MOVE:
            return
        yield seat, move
