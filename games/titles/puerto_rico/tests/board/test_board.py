"""The board of Puerto Rico: every move in reach, every event told, nothing hidden shown."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import pytest
from django.template.loader import render_to_string
from django.utils import translation

import games.rules as rules
from games.boards import Scene, presenter
from games.boards.cached_urls import rules_url
from games.rules import FastChance
from tests.boards.walks import NAMES, Page, scene, walk
from tests.positions import Step, distinctive_steps, of_news, of_offers

from ...board import changes, log
from ...rules.components import BUILDINGS, SLOT_OF, UNIVERSITY
from ...rules.match import PuertoRico

KEY = "puerto_rico"
SEATS = (2, 3, 4, 5)
SETTINGS = [(seats, variant) for seats in SEATS for variant in ("balanced", "classic")]
SHOW = presenter(KEY)


def html(seen: Scene) -> str:
    """The board with the dock and with the whole boards of the others, as a page has them."""
    board = SHOW.board(seen)
    context = {"board": board, "scene": seen, "presenter": SHOW}
    parts = [render_to_string(one, context) for one in (SHOW.template, SHOW.dock)]
    parts += [
        render_to_string(f"{KEY}/templates/seat.html", {**context, "piece": piece})
        for piece in board["seats"].values()
    ]
    return "".join(parts)


def steps(seats: int, variant: str = "balanced") -> Sequence[Step[rules.Match]]:
    """A whole match, the same for all tests that look at its positions."""
    return walk(KEY, seats, "board", variant=variant)


@functools.cache
def distinctive_positions() -> dict[tuple[int, str], list[Step[rules.Match]]]:
    """Positions of these matches in which something can be done that cannot in the others."""
    return distinctive_steps({setting: steps(*setting) for setting in SETTINGS}, of_offers)


def position(step: str, seats: int = 4) -> PuertoRico:
    """The first position of this step in a random match, after a few rounds."""
    for match, _events in steps(seats):
        if match.view(None)["step"] == step and match.view(None)["round"] > 4:
            assert isinstance(match, PuertoRico)
            return match.copy()
    raise AssertionError(f"no {step} in this match")


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_of_a_match_has_a_prompt_and_distinct_labels(seats: int) -> None:
    for match, _events in steps(seats):
        for seat in (None, *range(seats)):
            seen = scene(match, seat)
            assert SHOW.prompt(seen)
            labels = [SHOW.move_label(move, seen) for move in seen.legal]
            assert len(set(labels)) == len(labels)
            assert all(labels)
            assert all(SHOW.move_label(move) for move in seen.legal)


@pytest.mark.parametrize("seats", SEATS)
def test_every_event_has_a_log_line_with_names(seats: int) -> None:
    for _match, events in steps(seats):
        for event in events:
            line = SHOW.log_line(event, NAMES[:seats])
            assert line
            assert "%(" not in line
            if event.seat is not None and event.kind not in ("deal",):
                assert NAMES[event.seat] in line


def test_every_kind_of_event_happens_in_some_match_or_is_known() -> None:
    kinds = {event.kind for seats in SEATS for _match, events in steps(seats) for event in events}
    assert kinds <= set(log.SENTENCES)
    assert set(log.SENTENCES) - kinds <= {"reshuffle", "income"}


@pytest.mark.parametrize("seats", SEATS)
def test_the_list_holds_every_legal_move_once(seats: int) -> None:
    for match, _events in steps(seats):
        for seat in range(seats):
            seen = scene(match, seat)
            listed = [choice.move for group in SHOW.move_groups(seen) for choice in group.choices]
            assert sorted(listed) == sorted(seen.legal)


@pytest.mark.parametrize("seats", SEATS)
def test_the_page_is_plain_html_that_the_policy_allows(seats: int) -> None:
    for match, events in distinctive_positions()[seats, "balanced"]:
        for seat in (None, *match.actors[:1]):
            page = Page(html(scene(match, seat, events)))
            assert page.inline == []
            assert page.nameless == []
            assert len(set(page.ids)) == len(page.ids)


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int) -> None:
    for number, (match, events) in enumerate(distinctive_positions()[seats, "balanced"]):
        if match.over:
            continue
        assert isinstance(match, PuertoRico)
        for seat in (None, 0, seats - 1):
            other = match.determinize(seat, FastChance(number))
            for owner, board in enumerate(other.boards):
                board.chips += 40 if owner != seat else 0
            known = [event for event in events if event.audience in (None, seat)]
            assert html(scene(match, seat, known)) == html(scene(other, seat, known))


def test_my_workers_are_drawn_as_i_place_them_and_nobody_else_sees_it() -> None:
    match = position("placement")
    me = match.actors[0]
    before = html(scene(match, (me + 1) % 4))
    move = next(one for one in match.legal_moves(me) if not one.endswith(" 0"))
    match.play(me, move)
    if match.view(None)["step"] == "placement":
        assert html(scene(match, (me + 1) % 4)) == before
    slot, n = move.split(" ")[1:]
    assert f"{SHOW.word(slot).capitalize()}" in html(scene(match, me))
    mine = match.view(me)["mine"]
    assert mine is None or mine["at"][slot] == int(n)


def test_sales_say_what_they_bring() -> None:
    match = position("trade")
    seat = match.actors[0]
    seen = scene(match, seat)
    move = next(one for one in seen.legal if one != "pass")
    before = match.boards[seat].doubloons
    label = SHOW.move_label(move, seen)
    match.play(seat, move)
    assert f" {match.boards[seat].doubloons - before} doubloon" in label


def test_loads_say_how_many_barrels_go_on_board() -> None:
    match = position("load")
    seat = match.actors[0]
    seen = scene(match, seat)
    move = next(one for one in seen.legal if one.startswith("load"))
    events = match.copy().play(seat, move)
    n = next(event.data["n"] for event in events if event.kind == "load")
    assert f" {n} " in SHOW.move_label(move, seen)


def test_a_switch_chooses_between_a_building_with_and_without_a_worker() -> None:
    match = position("build", seats=3)
    seat = match.actors[0]
    seen = scene(match, seat)
    assert "pr-with-worker" not in html(seen)
    match.boards[seat].add_building(UNIVERSITY)
    match.boards[seat].workers[UNIVERSITY] = 1
    both = scene(rules.load(KEY, match.dump(history=False)), seat)
    build = next(one for one in both.legal if one != "pass" and not one.endswith("worker"))
    page = html(both)
    assert "pr-with-worker" in page
    assert f'data-move="{build}"' in page
    assert f'data-move="{build} worker"' in page


def test_what_changed_since_the_last_look_is_marked_on_things_that_are_there() -> None:
    marked: set[str] = set()
    for match, events in distinctive_steps({4: steps(4)}, of_news)[4]:
        keys = set(changes.change_keys(event for event in events if event.audience is None))
        if match.over:
            continue
        page = html(scene(match, 0, [event for event in events if event.audience is None]))
        listed = page.split('data-news-of="')[1].split('"')[0].split()
        assert {one.split("@")[0] for one in listed} == keys
        marked |= {key for key in keys if f'data-news="{key}"' in page}
    kinds = {key.split(":")[0] for key in marked}
    assert {"role", "goods", "tile", "city", "ship", "coin"} <= kinds


def test_the_whole_islands_and_towns_of_the_others_are_in_their_cards() -> None:
    match = position("pick", seats=3)
    seen = scene(match, 1)
    board = SHOW.board(seen)
    assert list(board["seats"]) == [0, 2]
    for seat, piece in board["seats"].items():
        context = {"board": board, "scene": seen, "presenter": SHOW, "piece": piece}
        card = render_to_string(f"{KEY}/templates/seat.html", context)
        assert card.count("#tile-") == match.boards[seat].tiles
        assert card.count("pr-tile-letter") == match.boards[seat].tiles
        built = {one.key for one in BUILDINGS if f"city:{seat}:{one.key}" in card}
        assert built == {one.key for one in BUILDINGS if match.boards[seat].size[SLOT_OF[one.key]]}
        idle = card.count("is-idle")
        empty = match.boards[seat].tiles - sum(match.boards[seat].workers[:6])
        empty += sum(not match.boards[seat].workers[SLOT_OF[key]] for key in built)
        assert idle == empty


def test_a_zone_is_framed_only_for_those_who_are_asked_there() -> None:
    for step, zone in (("build", "pr-market"), ("load", "pr-harbor"), ("pick", "pr-roles")):
        match = position(step)
        for seat in (None, *range(4)):
            framed = html(scene(match, seat)).split(" is-decision")[1:]
            if seat in match.actors:
                assert [one.split('id="')[1].split('"')[0] for one in framed] == [zone]
            else:
                assert not framed


def test_the_position_is_there_in_words_for_every_seat() -> None:
    match = position("pick", seats=3)
    panels = SHOW.panels(scene(match, 1))
    assert [panel.seat for panel in panels if panel.seat is not None] == [0, 1, 2]
    player_rows = next(panel for panel in panels if panel.seat == 0).rows
    rows = {str(label): value for label, value in player_rows}
    assert rows["Doubloons"] == str(match.boards[0].doubloons)
    assert rows["Points from shipping"] == "hidden"
    mine = dict(next(panel for panel in panels if panel.seat == 1).rows)
    assert mine["Points from shipping"] == str(match.boards[1].chips)


def test_the_winner_is_named_at_the_end() -> None:
    *_rest, (match, events) = steps(3)
    best = [score for score in match.scores() if score.rank == 1]
    prompt = SHOW.prompt(scene(match, None))
    assert all(NAMES[score.seat] in prompt for score in best)
    assert str(best[0].total) in prompt
    assert any(event.kind == "over" for event in events)


def test_where_points_are_equal_the_log_says_what_decided() -> None:
    data = {"totals": [31, 28, 31], "ranks": [2, 3, 1], "doubloons": [2, 9, 3], "goods": [1, 4, 2]}
    line = SHOW.log_line(rules.Event("over", None, data), NAMES[:3])
    assert "Chihiro 31 points, doubloons and barrels 5" in line
    assert "Anna 31 points, doubloons and barrels 3" in line
    assert "Benedikt 28 points." in line
    assert len(SHOW.tiebreak_labels) == 1


def test_every_building_has_a_name_an_effect_and_a_drawing() -> None:
    from django.contrib.staticfiles import finders

    path = finders.find("titles/puerto_rico/sprite.svg")
    assert isinstance(path, str)
    with open(path, encoding="utf-8") as sprite:
        drawn = sprite.read()
    page = html(scene(rules.new_match(KEY, seats=5, seed="market"), 0))
    for building in BUILDINGS:
        assert f'id="{building.key}"' in drawn
        assert f'id="pr-lot-{building.key}"' in page
        assert rules_url(KEY, building.key) in page
    used = {part.split('"')[0] for part in page.split("sprite.svg#")[1:]}
    assert all(f'id="{one}"' in drawn for one in used)


def test_a_drawing_is_kept_for_each_language() -> None:
    match = rules.new_match(KEY, seats=2, seed="languages")
    with translation.override("en"):
        english = html(scene(match, 0))
    with translation.override("ja"):
        html(scene(match, 0))
    with translation.override("en"):
        assert html(scene(match, 0)) == english


def test_live_points_are_what_the_final_scoring_would_give_now() -> None:
    """Mine, and of the others what is not hidden: their chips are, and what counts chips."""
    bonuses = 0
    for match, _events in walk(KEY, 3, "live points"):
        if match.over:
            continue
        ended = match.copy()
        assert isinstance(ended, PuertoRico)
        ended.step, ended.actors = "over", ()
        points = [SHOW.points(scene(match, seat))[seat] for seat in range(3)]
        final = ended.scores()
        assert [one.total for one in points] == [score.total for score in final]
        bonuses += [one.total for one in points] != [score.total for score in match.scores()]
        for one, score in zip(SHOW.points(scene(match, None)), final, strict=True):
            assert one.total is None
            seen = {part.key: part.value for part in one.parts}
            hidden = {"chips", "customs_house"}
            assert seen == {key: n for key, n in score.breakdown.items() if n and key not in hidden}
    assert bonuses
