"""The board of Catan: every move in reach, every event told, nothing hidden shown."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string

import games.rules as rules
from games.boards import Panel, Scene, presenter
from games.rules import FastChance
from tests.boards.walks import NAMES, cache_walk, eyes, scene

from ...board import log, move_labels
from ...board.places import COLUMNS, ROWS, IslandPlaces, map_code
from ...rules.grid import board_of
from ...rules.match import CatanMatch
from ..rules.positions import deal, enter_wagon_phase, load_wagon, main_phase_match, play

KEY = "catan"
SHOW = presenter(KEY)
Step = tuple[CatanMatch, list[rules.Event]]
Kind = tuple[int, dict[str, str]]
RAW = re.compile(r"[_{}\[\]]|\bNone\b|\b(?:True|False)\b|%\(|\w:\w*[a-z]|-?\d+,-?\d+")
KINDS: tuple[Kind, ...] = (
    (2, {}),
    (2, {"scenario": "traders", "events": "on"}),
    (3, {"events": "on", "friendly_robber": "on"}),
    (3, {"scenario": "traders", "harbourmaster": "on"}),
    (4, {"harbourmaster": "on"}),
    (4, {"scenario": "traders", "events": "on", "friendly_robber": "on"}),
)
IDS = [f"{seats} {' '.join(kind) or 'base'}" for seats, kind in KINDS]
EVERY = 60
BUILDINGS = ("settlements", "cities")
LIKED = frozenset(
    ("offer", "give", "want", "propose", "trade", "accept", "play", "token", "retire", "drive")
)


@cache_walk
def walk(
    kind: Kind, seed: str, most: int = 900, rules_version: int | None = None
) -> Iterator[Step]:
    """The positions of a match: policy, chance, and a liking for what the policy leaves out."""
    seats, options = kind
    chooser = random.Random(seed)
    match = rules.new_match(KEY, seats, options, seed=seed, rules_version=rules_version)
    assert isinstance(match, CatanMatch)
    yield match, match.opening
    for _step in range(most):
        if match.over:
            return
        listed = match.legal_moves(seat := chooser.choice(match.actors))
        liked = [move for move in listed if move.split(" ")[0] in LIKED]
        chance = chooser.random()
        if liked and chance < 0.4:
            move = chooser.choice(liked)
        else:
            move = chooser.choice(listed) if chance < 0.6 else match.auto_move(seat)
        yield match, match.play(seat, move)


def distinctive_positions(
    kind: Kind, rules_version: int | None = None
) -> Iterator[tuple[CatanMatch, Scene]]:
    """Some of the positions of a match, as some of them see it; each phase when it first comes."""
    met: set[str] = set()
    for number, (match, events) in enumerate(walk(kind, "looks", rules_version=rules_version)):
        phase = match.stack[-1][0] if match.stack else "over"
        if number % EVERY and phase in met:
            continue
        met.add(phase)
        for seat in eyes(match):
            known = [event for event in events if event.audience in (None, seat)]
            yield match, scene(match, seat, known)


def texts(panels: list[Panel]) -> Iterator[str]:
    for panel in panels:
        yield from (panel.title, *panel.items, *panel.head, *([panel.alt] if panel.svg else []))
        for row in (*panel.rows, *panel.table):
            yield from row


def html(seen: Scene) -> str:
    return render_to_string(SHOW.template, {"board": SHOW.board(seen), "scene": seen})


def assert_plain(text: str) -> None:
    assert text
    assert not RAW.search(text), text


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_everything_is_said_in_plain_words_and_every_move_is_listed_once(kind: Kind) -> None:
    for _match, seen in distinctive_positions(kind):
        assert_labels(seen)


def test_a_match_of_version_1_is_said_in_plain_words() -> None:
    for _match, seen in distinctive_positions((3, {"scenario": "traders"}), rules_version=1):
        assert_labels(seen)


def assert_labels(seen: Scene) -> None:
    assert_plain(SHOW.prompt(seen))
    groups = SHOW.move_groups(seen)
    listed = [choice.move for group in groups for choice in group.choices]
    assert sorted(listed) == sorted(seen.legal)
    for group in groups:
        assert_plain(group.title)
        labels = [choice.label for choice in group.choices]
        assert len(set(labels)) == len(labels), labels
    for text in (SHOW.move_label(move, seen) for move in listed[:: max(1, len(listed) // 30)]):
        assert_plain(text)
    for text in texts(SHOW.panels(seen)):
        assert_plain(text)


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_event_lines_use_plain_words(kind: Kind) -> None:
    for _match, events in walk(kind, "looks"):
        for event in events:
            text = SHOW.log_line(event, NAMES[: kind[0]])
            is_building = event.kind == "score" and event.data["reason"] in BUILDINGS
            if is_building or event.kind in log.SILENT_EVENT_KINDS:
                assert text == ""
                continue
            assert_plain(text)
            SHOW.is_automatic(event)


def test_every_kind_of_event_of_the_rules_has_its_sentence() -> None:
    from pathlib import Path

    import games.titles.catan.rules as package

    emitted: set[str] = set()
    for path in Path(str(package.__file__)).parent.glob("*.py"):
        emitted |= set(re.findall(r'\.emit\(\s*"(\w+)"', path.read_text()))
    assert emitted | {"score"} == set(log.SENTENCES)


def test_what_the_rules_did_by_themselves_is_marked() -> None:
    desert = {"from": "0,0", "to": "4,0"}
    assert SHOW.is_automatic(rules.Event("robber", None, desert))
    assert not SHOW.is_automatic(rules.Event("robber", 1, desert))
    assert SHOW.is_automatic(rules.Event("gift", 1, {"auto": True}))


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(kind: Kind) -> None:
    for number, (match, _events) in enumerate(walk(kind, "looks")):
        if number % EVERY or match.over:
            continue
        for seat in (None, 0, match.seats - 1):
            other = match.determinize(seat, FastChance(number))
            assert html(scene(match, seat)) == html(scene(other, seat))
            assert SHOW.points(scene(match, seat)) == SHOW.points(scene(other, seat))


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_points_are_the_sum_of_their_parts(kind: Kind) -> None:
    for match, seen in distinctive_positions(kind):
        for seat, shown in enumerate(SHOW.points(seen)):
            assert shown.total == sum(part.value or 0 for part in shown.parts)
            hidden = match.secret[seat] if seat == seen.seat and not match.over else 0
            assert shown.total == match.scores()[seat].total + hidden


def test_every_place_has_a_code_of_its_own_on_the_map() -> None:
    for scenario in ("base", "traders"):
        places = board_of(scenario)
        for names in (places.hexes, places.spots, places.paths):
            codes = [map_code(name) for name in names]
            assert len(set(codes)) == len(names)
            assert all(one[0] in COLUMNS and 1 <= int(one[1:]) <= ROWS for one in codes)


def test_a_step_of_the_wagon_says_what_the_rules_take() -> None:
    seen_tolls = 0
    for number, (match, _events) in enumerate(walk((3, {"scenario": "traders"}), "tolls")):
        if not match.stack or match.stack[-1][0] != "wagon" or number > 1000:
            continue
        seat = match.active
        land = IslandPlaces(scene(match, seat))
        for move in match.legal_moves(seat):
            if move.startswith("go "):
                trial = match.copy()
                happened = trial.play(seat, move)
                step = land.step(move.split(" ")[1])
                assert step is not None
                cost, owner = step
                assert next(e.data["points"] for e in happened if e.kind == "go") == cost
                assert (owner is not None) == any(e.kind == "toll" for e in happened)
                seen_tolls += owner is not None
    assert seen_tolls


def test_labels_are_there_without_a_scene_too() -> None:
    for match, _seen in distinctive_positions((2, {"scenario": "traders", "events": "on"})):
        for seat in range(2):
            for move in match.legal_moves(seat)[:20]:
                assert_plain(move_labels.move_label(move))


def test_auto_answer_labels_use_plain_words() -> None:
    match = rules.new_match(KEY, 3, {"scenario": "traders"}, seed="orders")
    labels = [SHOW.auto_answer_label(one) for one in match.auto_answers(1)]
    assert labels[:2] == ["Decline every offer", "Decline every offer of this turn"]
    assert "Decline every offer that asks me for ore" in labels
    assert len(set(labels)) == len(labels) == 8
    for label in labels:
        assert_plain(label)


def test_options_choices_and_points_have_names() -> None:
    for option in SHOW.game.options:
        assert_plain(SHOW.option_label(option))
        assert SHOW.option_help(option)
        assert len({SHOW.choice_label(option, choice) for choice in option.choices}) == 2
    match = rules.new_match(KEY, 3, {"harbourmaster": "on"}, seed="names")
    for key in match.scores()[0].breakdown:
        assert_plain(SHOW.breakdown_label(key))
    assert SHOW.blurb()


@pytest.mark.parametrize("kind", [(2, {}), (3, {"scenario": "traders"})], ids=["base", "traders"])
def test_the_winner_is_named_at_the_end_and_the_point_cards_lie_open(kind: Kind) -> None:
    match = rules.new_match(KEY, *kind, seed="the end")
    while not match.over:
        match.play(match.actors[0], match.auto_move(match.actors[0]))
    seen = scene(match, None)
    winner = match.view(None)["winner"]
    assert winner is None or NAMES[winner] in SHOW.prompt(seen)
    assert_plain(SHOW.prompt(seen))
    for text in texts(SHOW.panels(seen)):
        assert_plain(text)


def match_after_delivery(rules_version: int) -> CatanMatch:
    """Seat 0 has just brought glass to the castle, and holds a swift card."""
    match = main_phase_match(scenario="traders", rules_version=rules_version)
    enter_wagon_phase(load_wagon(deal(match, 0, "swift"), "glass"))
    play(match, "go -8,0")
    return match


def next_good(match: CatanMatch) -> str | None:
    """The row of the turn's panel that tells what the end of the turn brings."""
    turn = next(panel for panel in SHOW.panels(scene(match, 0)) if panel.title == "Turn")
    return dict(turn.rows).get("Next good")


def test_after_a_delivery_it_is_said_that_the_end_of_the_turn_loads() -> None:
    match = match_after_delivery(2)
    assert SHOW.prompt(scene(match, 0)) == (
        "Your wagon has arrived: play the swift journey, or end the turn. You then "
        "load the next good, here at the castle."
    )
    assert next_good(match) == "when the turn ends, here at the castle"
    play(match, "play swift", "go -6,2")
    assert "next good" not in SHOW.prompt(scene(match, 0))
    assert next_good(match) == "none where the wagon is now"


def test_in_version_1_nothing_is_due_after_a_delivery() -> None:
    match = match_after_delivery(1)
    assert SHOW.prompt(scene(match, 0)).endswith("play the swift journey, or end the turn.")
    assert next_good(match) is None


def test_my_hand_is_mine_alone() -> None:
    for match, _events in walk((3, {}), "hand"):
        if match.turn == 6:
            break
    mine = next(panel for panel in SHOW.panels(scene(match, 1)) if panel.seat == 1)
    assert [int(row[1]) for row in mine.table] == match.hands[1]
    theirs = next(panel for panel in SHOW.panels(scene(match, 0)) if panel.seat == 1)
    assert theirs.table == []
    assert dict(theirs.rows)["Resource cards"] == str(sum(match.hands[1]))
