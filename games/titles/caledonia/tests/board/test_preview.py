"""What the bar says a move changes is what the rules do when it is played."""

from __future__ import annotations

import random
import re

import pytest
from django.utils.translation import override

import games.rules as rules
from games.boards import presenter
from games.boards.translations import PART_SEPARATOR
from tests.boards.walks import scene

from ...rules.components import GOODS
from ...rules.match import Caledonia
from ...rules.player import Player
from ...rules.production import income
from ...rules.scoring import largest_settlement_count
from ..rules.test_contracts import herd
from ..rules.test_expansion import fourth
from .test_board import KEY, RAW, TABLES, walk

SHOW = presenter(KEY)


def numbers(match: Caledonia, player: Player) -> dict[str, int]:
    """What a line tells of a seat."""
    values = {good: player.goods[n] for n, good in enumerate(GOODS)}
    values["£"] = player.money
    values["merchants"] = player.merchants
    values["shipping"] = player.shipping
    values["income"] = income(player)
    values["settlements"] = largest_settlement_count(match.board, player.units, player.shipping)
    return values


def changes(line: str) -> dict[str, tuple[int, int]]:
    """The "before → after" of a line."""
    found = {}
    for part in line.split(PART_SEPARATOR):
        match = re.fullmatch(r"(?:(.*?) ?)£?(\d+) → £?(\d+)", part)
        if match:
            found[(match[1] or "£").lower()] = (int(match[2]), int(match[3]))
    return found


def numbers_after(match: Caledonia, seat: int, move: str) -> dict[str, int]:
    """The numbers of a seat after the move and whatever the rules do by themselves then."""
    trial = match.copy()
    trial.play(seat, move)
    return numbers(trial, trial.players[seat])


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_number_of_a_line_is_what_the_rules_make_of_it(
    seats: int, options: dict[str, str]
) -> None:
    chooser = random.Random("preview")
    compared = 0
    for match, _events in walk(seats, options, "preview"):
        assert isinstance(match, Caledonia)
        for seat in match.actors:
            seen = scene(match, seat)
            for move in chooser.sample(list(seen.legal), min(5, len(seen.legal))):
                line = SHOW.preview_text(move, seen)
                assert not RAW.search(line), line
                before = numbers(match, match.players[seat])
                after = numbers_after(match, seat, move)
                previewed = changes(line)
                wanted = {name: (n, after[name]) for name, n in before.items() if after[name] != n}
                assert {k: v for k, v in previewed.items() if k in before} == wanted, (move, line)
                compared += 1
    assert compared > 50


def test_contracts_tell_what_is_missing_and_what_buying_it_costs() -> None:
    match = rules.new_match(KEY, seats=2, seed="contracts", options={"clans": "none"})
    while match.view(None)["phase"] != "action":
        match.play(match.actors[0], match.legal_moves(match.actors[0])[0])
    assert isinstance(match, Caledonia)
    seen = scene(match, match.turn)
    lines = [SHOW.preview_text(move, seen) for move in seen.legal if move.startswith("take ")]
    assert lines
    for line in lines:
        assert "Missing" in line or "nothing is missing" in line.lower() or "missing:" in line
        assert "at present" in line


def test_a_fourth_building_says_whether_it_opens_a_bonus() -> None:
    table = fourth()
    assert "building bonus" in SHOW.preview_text("expand bakery 3,3", scene(table.match, 0))
    table.box(0, 11)
    assert not table[0].free_boxes
    line = SHOW.preview_text("expand bakery 3,3", scene(table.match, 0))
    assert line.endswith("fourth of its type, but no contract can be drawn")


def test_preview_lines_use_reader_language() -> None:
    match = rules.new_match(KEY, seats=2, seed="words")
    seen = scene(match, match.actors[0])
    lines = [SHOW.preview_text(move, seen) for move in seen.legal]
    with override("ja"):
        assert all(SHOW.preview_text(move, seen) for move in seen.legal)
    assert all(lines)


def test_passing_names_a_contract_that_a_port_lets_be_fulfilled() -> None:
    table = herd(3, cows=1, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    with override("en"):
        assert "contract 3 could be fulfilled" in SHOW.preview_text("pass", scene(table.match, 0))
