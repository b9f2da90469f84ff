"""The worked examples of the rules sheet, among them whole matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games.rules as rules

from .positions import start, totals

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_worked_example(example: dict[str, Any]) -> None:
    match = start(example["pile"], example["seats"], **example["options"])
    checks = {check["after"]: check for check in example["checks"]}
    assert len(checks) == len(example["checks"])
    assert max(checks) <= len(example["moves"])
    for number in range(len(example["moves"]) + 1):
        if number:
            seat, _, move = example["moves"][number - 1].partition(" ")
            match.play(int(seat), move)
        assert_holds(match, checks.get(number, {}))


def assert_holds(match: rules.Match, check: dict[str, Any]) -> None:
    if "actors" in check:
        assert list(match.actors) == check["actors"]
    if "over" in check:
        assert match.over == check["over"]
    if "scores" in check:
        assert totals(match) == check["scores"]
    if "moves" in check:
        seat, number = check["moves"]
        assert len(match.legal_moves(seat)) == number
    for seat, parts in check.get("breakdown", {}).items():
        breakdown = match.scores()[int(seat)].breakdown
        assert {key: breakdown[key] for key in parts} == parts
    listed = match.legal_moves(check["seat"]) if "seat" in check else []
    assert set(check.get("listed", [])) <= set(listed)
    assert not set(check.get("unlisted", [])) & set(listed)
