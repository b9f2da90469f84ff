"""Recorded matches replay for ever: no change of the rules may alter how they went and ended.

A file in a title's `tests/records/` is a record (longtable-record/1) with one more key, `scores`:
the final totals in seat order. New ones are welcome whenever a match showed something new.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import games.rules as rules
from games import titles

RECORDS = sorted(titles.FOLDER.glob("*/tests/records/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_replays_to_its_scores(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    match = rules.replay(record)
    assert match.over
    assert [score.total for score in match.scores()] == record["scores"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_is_recorded_again_as_it_was(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    again = rules.replay(record).record()
    for key in ("game", "rules", "seats", "options", "chance", "moves"):
        assert again[key] == record[key]
