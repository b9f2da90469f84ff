"""What the board says agrees with the rules: points, passes, and what Buchanan may keep."""

from __future__ import annotations

import re
from typing import cast, get_args, get_type_hints

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.time_controls import PRESETS_BY_KEY
from tests.boards.walks import scene

from ...board import vocabulary
from ...board.prompts import PROMPTS
from ...board.tips import TIPS
from ...rules.components import BUCHANAN_DRAWN, PASS_MONEY
from ...rules.match import Caledonia
from ...rules.production import STEP_NAMES
from ...rules.state import Keep
from ...rules.view_types import FrameView
from ..rules import positions

SHOW = presenter("caledonia")


@pytest.mark.parametrize("seats", [1, 3])
def test_live_points_are_what_the_final_scoring_would_give_now(seats: int) -> None:
    match = rules.new_match("caledonia", seats=seats, seed="live")
    while not match.over:
        match.play(match.actors[0], match.auto_move(match.actors[0]))
        points = SHOW.points(scene(match, None))
        ended = cast(Caledonia, match.copy())
        ended.phase = "over"
        assert [one.total for one in points] == [score.total for score in ended.scores()]
        assert all(bool(one.note) is not match.over for one in points)


def test_the_panel_of_a_seat_tells_the_points_if_the_match_ended_now() -> None:
    match = positions.round_1_table(2).match
    match.players[0].money += 100
    seen = scene(match, 0)
    rows = [dict(p.rows) for p in SHOW.panels(seen) if p.seat == 0]
    assert rows[0]["Points"] == f"{SHOW.points(seen)[0].total} points if the match ended now"


def test_glory_counts_under_its_key_whatever_gave_it() -> None:
    reasons = {"scoring_tile:4": "glory", "port:a": "glory", "auction": "auction", "money": "money"}
    for reason, key in reasons.items():
        event = rules.Event("score", 0, {"amount": 1, "reason": reason})
        assert SHOW.points_key(event) == key


def pass_help_text(seats: int) -> str:
    panels = SHOW.panels(scene(positions.round_1_table(seats).match, 0))
    helped = next(panel for panel in panels if panel.title == "Actions of a turn")
    return next(item for item in helped.items if item.startswith("Pass"))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_help_names_the_money_of_as_many_passes_as_there_are(seats: int) -> None:
    amounts = re.findall(r"£(\d+)", pass_help_text(seats))
    assert amounts == [str(pounds) for pounds in PASS_MONEY[:seats]]


def test_scoring_tile_two_names_the_cellar() -> None:
    assert "cellar" in str(vocabulary.SCORING[2])


def match_with_buchanan_draw() -> rules.Match:
    """Buchanan has drawn for a building bonus, with both export boxes empty."""
    table = positions.table_at_round(2, clans=("buchanan", "campbell", "cunningham"))
    match = table.match
    match.turn = next(n for n, p in enumerate(match.players) if p.clan == "buchanan")
    match.actors = (match.turn,)
    match.players[match.turn].money = 100
    match.frames = [Keep(tuple(match.pile[:BUCHANAN_DRAWN]))]
    table.clear_caches()
    return match


def test_buchanan_is_asked_for_none_to_two_contracts() -> None:
    match = match_with_buchanan_draw()
    seen = scene(match, match.actors[0])
    assert "none, one or two" in SHOW.prompt(seen)
    titles = [group.title for group in SHOW.move_groups(seen)]
    assert any(title.startswith("Keep only one contract") for title in titles)
    assert any(title.startswith("Keep two contracts") for title in titles)


def test_buchanan_is_warned_where_only_one_of_two_contracts_is_marked() -> None:
    match = match_with_buchanan_draw()
    seen = scene(match, match.actors[0])
    single = next(m for m in seen.legal if m.startswith("keep ") and m.split(" ")[1:] != ["none"])
    assert ", although a second one is free" in SHOW.move_label(single, seen)
    both = next(m for m in seen.legal if len(m.split(" ")) == 3)
    assert ", although a second one is free" not in SHOW.move_label(both, seen)


def test_the_page_says_once_what_the_points_are(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], "caledonia", TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(table.key, people[1])
    client = Client(headers={"HX-Request": "true"})
    client.force_login(people[0])
    text = client.get(reverse("games:fragment", args=[table.key])).text
    assert text.count('id="points-note"') == 1
    assert "points if the match ended now" in text


def test_every_decision_kind_has_a_prompt_and_a_tip() -> None:
    frames = {get_args(get_type_hints(one)["frame"])[0] for one in get_args(FrameView)}
    by_state = {"auction", "draw", "must_trade", "after"}
    phases = {"clans", "place", "action"}
    assert set(TIPS) == set(PROMPTS) == phases | frames | by_state | set(STEP_NAMES[1:])
