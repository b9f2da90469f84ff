"""Moves that differ only by a number: one stepper instead of a button for each number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: With fewer moves, one button for each is quicker.
MIN_MOVES = 4


@dataclass(frozen=True)
class Stepper:
    """Moves with a number; `form` has %n in the place of the number ("draw %n").

    `labels` are the moves in words, starting with the number `least`.
    """

    form: str
    least: int
    labels: list[str]

    @property
    def most(self) -> int:
        return self.least + len(self.labels) - 1


def stepper_for(labels: Mapping[str, str]) -> Stepper | None:
    """The moves of this mapping (move → label) as a stepper.

    None where they are few, differ by more than a number, or have a gap in their numbers.
    """
    rows = {move: move.split(" ") for move in labels}
    if len(rows) < MIN_MOVES or len({len(row) for row in rows.values()}) > 1:
        return None
    columns = list(zip(*rows.values(), strict=True))
    differing = [place for place, words in enumerate(columns) if len(set(words)) > 1]
    if len(differing) != 1 or not all(word.isdecimal() for word in columns[differing[0]]):
        return None
    (place,) = differing
    labels_by_number = {int(row[place]): labels[move] for move, row in rows.items()}
    numbers = range(min(labels_by_number), min(labels_by_number) + len(rows))
    if sorted(labels_by_number) != list(numbers):
        return None
    words = [column[0] for column in columns]
    form = " ".join([*words[:place], "%n", *words[place + 1 :]])
    return Stepper(form, numbers.start, [labels_by_number[number] for number in numbers])
