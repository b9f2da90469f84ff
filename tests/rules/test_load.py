"""What was stored and cannot be read is refused with one kind of error, whatever is wrong."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import games.rules as rules

KEYS = sorted(rules.catalogue())
NONSENSE: tuple[Any, ...] = (None, [], {}, "nonsense", -1)


@pytest.fixture(params=KEYS)
def match_dump(request: pytest.FixtureRequest) -> dict[str, Any]:
    match = rules.new_match(request.param, rules.get(request.param).seats[-1], seed="stored")
    for _ in range(10):
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
    stored: dict[str, Any] = json.loads(json.dumps(match.dump(history=False)))
    return stored


def reads(key: str, dumped: Any) -> bool:
    """Whether it can be read; any other error fails the test."""
    try:
        rules.load(key, dumped)
    except (rules.BrokenStateError, rules.UnknownVersionError):
        return False
    return True


def test_no_part_of_a_stored_match_may_be_missing(match_dump: dict[str, Any]) -> None:
    for part in match_dump:
        assert not reads(match_dump["game"], {k: v for k, v in match_dump.items() if k != part}), (
            part
        )
    assert reads(match_dump["game"], match_dump)


def test_nonsense_in_a_stored_match_is_never_another_error(match_dump: dict[str, Any]) -> None:
    for where in (match_dump, match_dump["state"]):
        for part in where:
            for nonsense in NONSENSE:
                torn = copy.deepcopy(match_dump)
                (torn if where is match_dump else torn["state"])[part] = nonsense
                reads(match_dump["game"], torn)


@pytest.mark.parametrize("torn", [None, [], "text", 7, {}, {"format": "longtable-match/0"}])
def test_what_is_no_stored_match_at_all_is_refused(torn: Any) -> None:
    assert not reads(KEYS[0], torn)


def test_a_match_is_read_as_a_match_of_its_own_game_only(match_dump: dict[str, Any]) -> None:
    other = next(key for key in KEYS if key != match_dump["game"])
    with pytest.raises(rules.BrokenStateError, match=f"match of '{match_dump['game']}'"):
        rules.load(other, match_dump)


def test_the_error_says_which_versions_would_be_right(match_dump: dict[str, Any]) -> None:
    game = rules.get(match_dump["game"])
    with pytest.raises(rules.UnknownVersionError) as caught:
        rules.load(game.key, {**match_dump, "rules": game.version + 1})
    assert caught.value.known == game.versions
    assert caught.value.version == game.version + 1


def test_a_game_that_is_not_here_is_missing() -> None:
    stored = rules.new_match(KEYS[0], rules.get(KEYS[0]).seats[-1], seed="stored").dump()
    with pytest.raises(rules.MissingTitleError, match="'chess'"):
        rules.load("chess", {**stored, "game": "chess"})
