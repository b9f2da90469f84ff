"""Clans of Caledonia on the generic board: words, the map, the list of moves, nothing hidden."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

import games.rules as rules
from games.boards import Panel, presenter
from games.rules import FastChance
from tests.boards.walks import NAMES, Page, scene

from ...board import log, move_labels, vocabulary
from ...rules.match import PLAYS
from ...rules.state import FRAMES
from ..rules.positions import Table, fresh_table, round_1_table

KEY = "caledonia"
SHOW = presenter(KEY)
TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"ports": "off"}),
    (2, {"kickstarter": "on"}),
    (3, {"clans": "auction", "imports": "fixed"}),
    (4, {"clans": "none", "scoring": "off"}),
    (4, {"kickstarter": "on", "clans": "auction"}),
]
# notation, JSON and Python that must not come through; "1 → 3" and "£3: any" are words
RAW = re.compile(r"_|[a-z0-9]:[a-z0-9]|[{}]|\bNone\b|\bTrue\b|\bFalse\b|%\(|\d,-?\d")

RARE = {"age", "brew", "row", "swap"}  # events that a random match seldom has

Position = tuple[rules.Match, list[rules.Event]]


def walk(seats: int, options: dict[str, str], seed: str) -> Iterator[Position]:
    """A match with a taste for rare moves: verbs first, then one of the verb's moves."""
    chooser = random.Random(seed)
    match = rules.new_match(KEY, seats=seats, options=options, seed=seed)
    yield match, match.opening
    while not match.over:
        seat = chooser.choice(match.actors)
        by_verb: dict[str, list[str]] = {}
        for move in match.legal_moves(seat):
            by_verb.setdefault(move.split(" ")[0], []).append(move)
        verbs = [verb for verb in by_verb if verb not in ("pass", "done")] or list(by_verb)
        if "pass" in by_verb and chooser.random() < 0.1:
            verbs = ["pass"]
        rare = [verb for verb in ("fulfil", "port", "draw", "swap", "row") if verb in by_verb]
        verb = rare[0] if rare and chooser.random() < 0.6 else chooser.choice(verbs)
        yield match, match.play(seat, chooser.choice(by_verb[verb]))


def walks(seed: str) -> Iterator[Position]:
    for seats, options in TABLES:
        yield from walk(seats, options, f"{seed} {seats}")


def panel_texts(panel: Panel) -> list[str]:
    """Every text of a panel, those of its drawing included."""
    cells = [panel.title, panel.alt, *panel.items, *panel.head]
    cells += [text for row in panel.rows for text in row]
    cells += [text for line in panel.table for text in line]
    return cells


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_prompts_and_moves_are_distinct_words(seats: int, options: dict[str, str]) -> None:
    for match, _events in walk(seats, options, "words"):
        for seat in (None, *range(seats)):
            seen = scene(match, seat)
            prompt = SHOW.prompt(seen)
            assert prompt
            assert not RAW.search(prompt)
            labels = [SHOW.move_label(move, seen) for move in seen.legal]
            assert len(set(labels)) == len(labels)
            without = [SHOW.move_label(move) for move in seen.legal]
            for label in labels + without:
                assert label
                assert not RAW.search(label)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_list_holds_every_legal_move_once(seats: int, options: dict[str, str]) -> None:
    for match, _events in walk(seats, options, "list"):
        for seat in match.actors:
            seen = scene(match, seat)
            found = SHOW.move_groups(seen)
            listed = [choice.move for group in found for choice in group.choices]
            assert sorted(listed) == sorted(seen.legal)
            for group in found:
                labels = [choice.label for choice in group.choices]
                assert len(set(labels)) == len(labels)
                assert not any(RAW.search(text) for text in (group.title, *labels))


def test_event_lines_use_words_for_every_kind() -> None:
    kinds = set()
    for seed in range(6):
        for match, events in walks(f"log {seed}"):
            for event in events:
                line = SHOW.log_line(event, NAMES[: match.seats])
                kinds.add(event.kind)
                assert not RAW.search(line), line
                assert line.endswith(".")
                if event.seat is not None:
                    assert NAMES[event.seat] in line
        if set(log.SENTENCES) - kinds <= RARE:
            break
    assert kinds <= set(log.SENTENCES)
    assert set(log.SENTENCES) - kinds <= RARE


def test_event_lines_use_words_for_rare_events() -> None:
    rare_events = [rules.Event("age", 0, {"places": [1], "auto": True})]
    rare_events.append(rules.Event("brew", 0, {"count": 2, "money": 18}))
    rare_events.append(rules.Event("row", 0, {"from": "3,2", "to": "3,3"}))
    rare_events.append(rules.Event("swap", 0, {"at": "3,2", "from": "cow", "to": "sheep"}))
    assert {event.kind for event in rare_events} == RARE
    assert [SHOW.log_line(event, NAMES) for event in rare_events] == [
        "The whisky in Anna's cellar ages.",
        "Anna brews 2 beer for £18.",
        "Anna rows a fisherman from D4 to D5.",
        "Anna exchanges the cow on D4 for a sheep.",
    ]


def test_what_the_rules_do_by_themselves_is_marked() -> None:
    forced = rules.Event("slaughter", 0, {"unit": "cow", "at": "3,2", "auto": True})
    chosen = rules.Event("slaughter", 0, {"unit": "cow", "at": "3,2"})
    assert SHOW.is_automatic(forced)
    assert not SHOW.is_automatic(chosen)
    assert SHOW.log_line(forced, NAMES) == "Anna slaughters the cow on D4."


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_panels_are_readable(seats: int, options: dict[str, str]) -> None:
    for number, (match, events) in enumerate(walk(seats, options, "panels")):
        if number % 11 and not match.over:
            continue
        for seat in (None, 0):
            panels = SHOW.panels(scene(match, seat, events))
            for text in itertools.chain.from_iterable(map(panel_texts, panels)):
                assert not RAW.search(text), text
            assert panels[0].seat == seat
            panel_seats = {panel.seat for panel in panels} - {None}
            assert panel_seats == set(range(seats))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_board_is_well_formed(seats: int, options: dict[str, str]) -> None:
    for number, (match, events) in enumerate(walk(seats, options, "map")):
        if number % 13:
            continue
        for seat in (None, *match.actors):
            seen = scene(match, seat, events)
            drawn = {"board": SHOW.board(seen), "scene": seen, "presenter": SHOW}
            page = Page(render_to_string(SHOW.template, drawn))
            assert page.inline == []
            assert len(set(page.ids)) == len(page.ids)


@pytest.mark.parametrize("seats", [1, 4])
def test_nothing_hidden_is_shown(seats: int) -> None:
    for number, (match, _events) in enumerate(walk(seats, {}, "hidden")):
        if number % 25:
            continue
        other = match.determinize(0, FastChance(f"other {number}"))
        for seat in (None, *range(seats)):
            assert SHOW.panels(scene(match, seat)) == SHOW.panels(scene(other, seat))


def test_costs_and_prices_stand_in_the_labels() -> None:
    match = rules.new_match(KEY, seats=2, seed="costs", options={"clans": "none"})
    while match.view(None)["phase"] == "clans":
        match.play(match.actors[0], match.legal_moves(match.actors[0])[0])
    seen = scene(match, match.actors[0])
    move = seen.legal[0]
    cost = seen.view["costs"][move]
    assert SHOW.move_label(move, seen).endswith(f"for £{cost}")
    assert SHOW.move_groups(seen)[0].choices[0].label.endswith(f"for £{cost}")
    # in a draft the prices have moved on: the label of a move that is behind tells none
    behind = replace(seen, legal=[])
    assert "£" not in move_labels.move_label("buy whisky 2", behind)


def barrel_and_port(*ports: int, rules_version: int = 2) -> Table:
    """MacKenzie beside port a, with a barrel and no processed good."""
    table = round_1_table(
        3, clans=("mackenzie", "campbell", "stewart"), ports=ports, rules_version=rules_version
    )
    return table.put(0, "sheep", "1,0").give(0, cheese=0, bread=0, whisky=0, cellar=0b010)


def headings(table: Table) -> list[str]:
    return [group.title for group in SHOW.move_groups(scene(table.match, 0))]


def test_after_the_action_a_barrel_is_offered_for_the_port_it_would_open() -> None:
    table = barrel_and_port(3, 1, 2, 4)
    table.play(0, "ship")
    assert SHOW.prompt(scene(table.match, 0)) == (
        "Your action is done: take out a barrel to use a port tile, or end the turn."
    )
    assert headings(table) == ["Whisky cellar", "Then"]
    table.play(0, "withdraw 1")
    assert SHOW.prompt(scene(table.match, 0)) == (
        "Your action is done: use a port tile, or end the turn."
    )


@pytest.mark.parametrize(("rules_version", "cellar"), [(1, []), (2, ["Whisky cellar"])])
def test_a_port_after_the_action_stands_before_the_barrels(
    rules_version: int, cellar: list[str]
) -> None:
    table = barrel_and_port(5, 1, 2, 4, rules_version=rules_version)
    table.play(0, "ship")
    assert SHOW.prompt(scene(table.match, 0)) == (
        "Your action is done: use a port tile, or end the turn."
    )
    assert headings(table) == ["Port A: £10", *cellar, "Then"]


def test_barrels_are_offered_beside_exchanges_and_trades() -> None:
    table = barrel_and_port(7, 1, 2, 4)
    table.play(0, "port a")
    assert headings(table) == ["Exchange", "Whisky cellar"]
    table = barrel_and_port(6, 1, 2, 4)
    table.play(0, "port a whisky down 3")
    assert headings(table) == ["Trade whisky at £8", "Whisky cellar"]


def test_spaces_are_named_by_column_and_row() -> None:
    assert [vocabulary.space(at) for at in ("0,0", "6,-2", "12,2")] == ["A1", "G2", "M9"]


def test_options_have_words_of_their_own() -> None:
    for option in SHOW.game.options:
        assert SHOW.option_label(option)
        assert f"help:{option.key}" in vocabulary.WORDS
        for choice in option.choices:
            assert f"choice:{option.key}:{choice}" in vocabulary.WORDS
    assert SHOW.name() == "Clans of Caledonia"
    assert SHOW.blurb()


def refusal_text(table: Table, seat: int, move: str, language: str) -> str:
    """Why a move is not possible, as the page says it in a language."""
    with pytest.raises(rules.IllegalMove) as error:
        table.match.play(seat, move)
    with override(language):
        return SHOW.reason(error.value.why, NAMES)


@pytest.mark.parametrize(
    ("move", "english", "japanese"),
    [
        (
            "expand distillery 4,0",
            "Costs £13 (distillery 10, land 3), you have £12: £1 missing",
            "£13（蒸留所10、土地3）かかりますが、所持金は£12です。£1足りません",
        ),
        (
            "expand sheep 3,2",
            "D4 is taken by a unit of Benedikt",
            "D4にはBenediktのユニットがあります",
        ),
        (
            "expand sheep 3,3",
            "D5 is out of reach of your units at shipping level 0 (none): "
            "level 2 (1 loch) is needed",
            "D5は、船舶輸送力レベル0（なし）ではユニットから届きません。レベル2（湖1）が必要です",
        ),
        (
            "expand woodcutter 4,0",
            "E3 is grassland, mountain: a woodcutter needs forest",
            "E3は草原、山岳です。木こりを置ける地形：森林",
        ),
        (
            "buy wool 3",
            "Too few merchants for 3 wool: you have 2 in stock",
            "羊毛3個には商人が足りません。ストックの商人は2人です",
        ),
        (
            "ship 1",
            "“ship 1” is not a valid form of this move; valid forms: “ship”",
            "「ship 1」という手の書き方はありません。正しい書き方：「ship」",
        ),
        (
            "fulfil 7",
            "Contract 7 is not in your export box; there: nothing",
            "契約7はあなたの輸出ボックスにありません。中の契約：なし",
        ),
        (
            "port a",
            "Port A: A1 is out of reach of your units at shipping level 0 (none) and "
            "at every higher level",
            "港A：A1は、船舶輸送力レベル0（なし）でも、それより上でもユニットから届きません",
        ),
        (
            "place miner 4,0",
            "“place a worker” is possible in: first workers. Now: actions",
            "「労働者の配置」ができるフェイズ：最初の労働者。いまのフェイズ：アクション",
        ),
    ],
)
def test_a_refusal_is_said_in_the_words_of_the_page(move: str, english: str, japanese: str) -> None:
    table = (
        round_1_table(3, contracts=(7, 16, 3, 4, 5, 6, 20), ports=(5, 9, 6, 2))
        .put(0, "sheep", "4,1")
        .put(1, "cow", "3,2")
        .give(0, money=12, wool=1, merchants=2)
    )
    assert refusal_text(table, 0, move, "en") == english
    assert refusal_text(table, 0, move, "ja") == japanese


def test_names_are_listed_as_the_language_lists_them() -> None:
    match = fresh_table(3, {"clans": "none"}).match
    with override("ja"):
        log_line = SHOW.log_line(rules.Event("order", None, {"order": [2, 0, 1]}), NAMES)
        panels = {row[0]: row[1] for panel in SHOW.panels(scene(match, None)) for row in panel.rows}
    assert "Chihiro、Anna、Benedikt" in log_line
    assert not [text for text in panels.values() if ", " in str(text)]


def test_the_sets_to_choose_from_are_named() -> None:
    table = fresh_table(2, {"clans": "none"})
    seat = table.match.actors[0]
    sets = [f"tile:{tile}" for _clan, tile in table.match.sets]
    choices = "、".join(f"初期タイル{one.removeprefix('tile:')}" for one in sets)
    assert refusal_text(table, seat, "choose fly", "ja") == (
        f"「fly」は選択肢にありません。選べるもの：{choices}"
    )


def test_what_is_to_be_settled_first_is_named() -> None:
    table = round_1_table(3, contracts=(7, 16, 3, 4, 5, 6, 20)).box(0, 6).give(0, wool=3)
    table.play(0, "fulfil 6")
    assert refusal_text(table, 0, "pass", "en").startswith(
        "Finish the rewards of the contract first, with upgrade, done: "
    )
    assert refusal_text(table, 0, "pass", "ja").startswith("先に済ませること：契約の報酬（向上")


def test_the_verbs_and_decisions_of_refusals_have_words() -> None:
    assert set(vocabulary.VERBS) == set(PLAYS)
    assert set(vocabulary.DECISIONS) == set(vocabulary.PHASES) | set(FRAMES)
