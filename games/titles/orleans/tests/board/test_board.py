"""Orléans on the generic board: everything said, every move in reach, no plan seen too early."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

import games.rules as rules
from games.boards import Facts, Panel, Scene, presenter
from games.rules import FastChance
from tests.boards.walks import NAMES, scene

from ...board import action_labels, log, vocabulary
from ...rules import OrleansMatch, action_phase, rounds
from ...rules.board import SPAN
from ...rules.components import DEEDS, MONK, NEUTRAL, PLACES, ROUNDS, THEATER
from ...rules.decisions import RULES, SECTIONS
from ...rules.scoring import emit_level_changes
from ...rules.town_map import EDGES, TOWNS
from ..rules.positions import fresh_match, position

KEY = "orleans"
SEATS = (2, 3, 4, 5)
LOOK_EVERY = 43
SHOW = presenter(KEY)
STATIC = Path(__file__).parents[2] / "static"
RAW = re.compile(r"_|\w:\w|[{}]|\bNone\b|%\(")
SETS = {f"set_{number}": "on" for number in range(1, 6)}
OPTIONS: dict[int, dict[str, str]] = {
    2: {**SETS, "places": "all"},
    3: {"simultaneous_followers": "off"},
    4: {**SETS},
    5: {"set_2": "on", "set_5": "on", "places": "all", "simultaneous_followers": "off"},
}


@functools.cache
def whole_match_positions(seats: int) -> tuple[list[OrleansMatch], list[rules.Event]]:
    """Positions of a whole match, every so often, and everything that happened in it.

    With three seats, one that began under the first version of the rules.
    """
    chooser = random.Random(f"orleans {seats}")
    match = rules.new_match(
        KEY,
        seats=seats,
        seed=f"board {seats}",
        options=OPTIONS[seats],
        rules_version=1 if seats == 3 else None,
    )
    assert isinstance(match, OrleansMatch)
    found, events = [match.copy()], list(match.opening)
    kinds: dict[tuple[str, str], int] = {}
    while not match.over:
        seat = chooser.choice(match.actors)
        legal = match.legal_moves(seat)
        move = chooser.choice(legal) if chooser.random() < 0.3 else match.auto_move(seat)
        events += match.play(seat, move)
        step = (match.phase, match.step)
        kinds[step] = kinds.get(step, 0) + 1
        if len(match.moves) % LOOK_EVERY == 0 or kinds[step] == 1 or match.over:
            found.append(match.copy())
    return found, events


def with_every_tile() -> OrleansMatch:
    """A position in which seat 0 owns every place tile and every place is ready."""
    match = rules.new_match(KEY, seats=3, seed="everything", options=OPTIONS[2])
    assert isinstance(match, OrleansMatch)
    for number, place in enumerate(PLACES):
        if place.level:
            match.boards[number % 2].add_place(number)
    for seat in (0, 1):
        board = match.boards[seat]
        board.coins, board.stock = 30, 8
        board.goods[:] = [2] * len(board.goods)
        board.stations = 0b110
        for number in board.places:
            for slot, kind in enumerate(PLACES[number].slots, SPAN[number].start):
                board.slots[slot] = 1 + NEUTRAL + min(kind, MONK)
        for track in range(6):
            board.tracks[track] = 2
        emit_level_changes(match, seat, "test")
        board.bag[4] = 2
    match.available = match.boards[0].tiles[:2]
    action_phase.begin_actions(match)
    return match


def texts(panel: Panel) -> list[str]:
    """Everything that a panel says."""
    rows = [text for row in panel.rows for text in row]
    cells = [cell for line in panel.table for cell in line]
    return [panel.title, panel.alt, *rows, *panel.head, *cells, *panel.items]


def all_texts(seen: Scene) -> list[str]:
    groups = SHOW.move_groups(seen)
    return [
        SHOW.prompt(seen),
        *(group.title for group in groups),
        *(choice.label for group in groups for choice in group.choices),
        *(SHOW.move_label(move) for move in seen.legal),
        *(SHOW.move_label(move, seen) for move in seen.legal),
        *(text for panel in SHOW.panels(seen) for text in texts(panel)),
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_said_in_words(seats: int) -> None:
    for match in whole_match_positions(seats)[0]:
        for seat in (None, match.actors[0] if match.actors else 0):
            lines = all_texts(scene(match, seat))
            assert [line for line in lines if RAW.search(line)] == []
            assert lines[0]


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_move_is_in_exactly_one_group_under_a_label_of_its_own(seats: int) -> None:
    for match in whole_match_positions(seats)[0]:
        for seat in match.actors:
            seen = scene(match, seat)
            groups = SHOW.move_groups(seen)
            listed = [choice.move for group in groups for choice in group.choices]
            assert sorted(listed) == sorted(seen.legal)
            assert len({group.title for group in groups}) == len(groups)
            for group in groups:
                labels = [choice.label for choice in group.choices]
                assert len(set(labels)) == len(labels)
            drafted = [SHOW.move_label(move, seen) for move in seen.legal]
            assert len(set(drafted)) == len(drafted)


def is_covered_by_another_event(event: rules.Event) -> bool:
    """Whether another event of the same move tells this: the log tells each payment once."""
    match event.kind, event.data:
        case "taxes", _:
            return True
        case "score", {"key": key, "reason": reason}:
            return key == "goods" or reason in ("census", "harvest")
    return False


@pytest.mark.parametrize("seats", SEATS)
def test_every_event_has_a_log_line(seats: int) -> None:
    for event in whole_match_positions(seats)[1]:
        line = SHOW.log_line(event, NAMES[:seats])
        assert not RAW.search(line)
        assert line or is_covered_by_another_event(event)
        if event.seat is not None and line:
            assert NAMES[event.seat] in line
        if event.data.get("auto"):
            assert SHOW.is_automatic(event)


def test_all_kinds_of_events_have_a_sentence() -> None:
    kinds = {event.kind for seats in SEATS for event in whole_match_positions(seats)[1]}
    assert kinds <= set(log.SENTENCES)
    assert {"plans", "deed", "station", "torture", "citizen", "plague", "tech"} <= kinds


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int) -> None:
    plans = 0
    for number, match in enumerate(whole_match_positions(seats)[0]):
        if match.over:
            continue
        plans += match.phase == "planning"
        for seat in (None, number % seats):
            other = match.determinize(seat, FastChance(number))
            assert SHOW.panels(scene(match, seat)) == SHOW.panels(scene(other, seat))
            assert SHOW.prompt(scene(match, seat)) == SHOW.prompt(scene(other, seat))
    assert plans


def test_a_plan_is_drawn_on_ones_own_board_and_on_no_other_before_all_are_done() -> None:
    match = rules.new_match(KEY, seats=2, seed="plans")
    before = SHOW.panels(scene(match, 1))
    match.play(0, "place own_boatman farm_house boatman")
    assert SHOW.panels(scene(match, 1)) == before
    mine = {str(place): text for place, text in SHOW.panels(scene(match, 0))[0].rows}
    assert "boatman: own boatman" in mine["Farm house"]
    match.play(0, "done")
    panel_texts = [text for panel in SHOW.panels(scene(match, 1)) for text in texts(panel)]
    assert not any("boatman: own boatman" in text for text in panel_texts)
    events = match.play(1, "done")
    panel_texts = [text for panel in SHOW.panels(scene(match, 1)) for text in texts(panel)]
    assert any("boatman: own boatman" in text for text in panel_texts)
    lines = [SHOW.log_line(event, NAMES) for event in events]
    assert "The plans are revealed. Anna: Farm house (own boatman)." in lines


def test_uses_say_what_they_bring() -> None:
    match = rules.new_match(KEY, seats=2, seed="uses")
    for move in (
        "place own_farmer village farmer",
        "place own_boatman village boatman",
        "place own_craftsman village craftsman",
        "done",
    ):
        match.play(0, move)
    match.play(1, "done")
    seen = scene(match, 0)
    assert SHOW.move_label("act village boatman", seen).endswith("you get 2 coins")
    groups = {group.title: group.choices for group in SHOW.move_groups(seen)}
    village = next(title for title in groups if title.startswith("Village"))
    assert len(groups[village]) == len(seen.legal) - 1
    assert [choice.move for choice in groups["Or"]] == ["pass"]


def row(seen: Scene, title: str, label: str) -> list[str]:
    [panel] = [panel for panel in SHOW.panels(seen) if panel.title == title]
    return [text for name, text in panel.rows if name == label]


def test_how_many_may_go_on_the_tower_is_said_while_planning() -> None:
    seat = {"market": " ".join(["monk"] * 10), "tiles": ["gunpowder_tower"]}
    for version, expected in ((2, ["2 followers"]), (1, [])):
        seen = scene(position(seat, {}, phase="planning", rules_version=version), 0)
        assert row(seen, "My possessions", "For the gunpowder tower") == expected
        is_mentioned = SHOW.prompt(seen).endswith("For the gunpowder tower: 2 followers at most.")
        assert is_mentioned == bool(expected)


def test_settling_nobody_is_offered_only_where_it_may_be() -> None:
    seat = {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "monk"}
    for version, offer in (
        (2, "Put one on a place."),
        (1, "Put one on a place, or none."),
    ):
        match = position(seat, {}, rules_version=version)
        match.play(0, "act bathhouse")
        assert SHOW.prompt(scene(match, 0)) == f"You drew monk from your bag. {offer}"


def test_technology_kept_under_the_first_rules_is_offered_while_planning() -> None:
    for version, offered in ((2, False), (1, True)):
        match = position({"held": "first"}, {}, phase="planning", rules_version=version)
        titles = [group.title for group in SHOW.move_groups(scene(match, 0))]
        assert ("Lay a technology tile" in titles) == offered


def test_every_form_of_every_action_is_labelled_with_its_place() -> None:
    match = with_every_tile()
    for seat in (0, 1):
        legal = action_phase.act_moves(match, seat)
        seen = Scene.from_match(match, seat, NAMES[:3], legal)
        for move in legal:
            label = SHOW.move_label(move, seen)
            assert label.startswith(f"{vocabulary.PLACES[move.split(' ')[1]]}: ")
            assert not RAW.search(label + SHOW.move_label(move))
        assert len({SHOW.move_label(move, seen) for move in legal}) == len(legal)
    used = {move.split(" ")[1] for seat in (0, 1) for move in action_phase.act_moves(match, seat)}
    silent = {PLACES[n].key for n in range(len(PLACES)) if PLACES[n].kind in ("passive", "final")}
    assert used == set(action_labels.ACTION_TEXTS) - {
        "workshop",
        "monastery",
    }  # no technology lies; pilgrimage
    assert not used & silent


def test_church_and_theater_tiles_have_labels_from_the_owners_side() -> None:
    match = with_every_tile()
    church = PLACES[-1]
    owner = next(seat for seat in (0, 1) if church.key in match.view(None)["seats"][seat]["places"])
    theater = 1 - owner if THEATER in match.boards[1 - owner].places else None
    lines = [
        SHOW.move_label(move, scene(match, owner))
        for move in action_phase.act_moves(match, owner)
        if move.startswith("act church")
    ]
    assert lines
    assert all(NAMES[1 - owner] in line for line in lines)
    assert theater is None or any("Theater" in line for line in lines)


def test_theater_tells_its_rule_where_the_viewer_has_none() -> None:
    text = SHOW.move_label("act theater", scene(fresh_match(), 0))
    assert text.endswith("one coin for each follower there")


def test_the_words_are_complete() -> None:
    assert set(vocabulary.PLACES) == set(vocabulary.EFFECTS) == {place.key for place in PLACES}
    assert set(vocabulary.DEEDS) == {deed.key for deed in DEEDS}
    assert set(vocabulary.TOWNS) == {town.key for town in TOWNS}
    for option in SHOW.game.options:
        labels = [SHOW.option_label(option), SHOW.option_help(option)]
        labels += [SHOW.choice_label(option, choice) for choice in option.choices]
        assert not any(RAW.search(label) for label in labels)
    assert SHOW.blurb()


def test_the_list_of_towns_names_both_ends_of_every_way() -> None:
    match = rules.new_match(KEY, seats=3, seed="towns")
    panel = next(one for one in SHOW.panels(scene(match, None)) if one.title == "Towns")
    rows = {label.split(" (")[0]: text for label, text in panel.rows}
    for edge in EDGES:
        one, two = (str(vocabulary.TOWNS[TOWNS[town].key]) for town in edge.towns)
        assert two in rows[one]
        assert one in rows[two]
    orleans = next(label for label, _text in panel.rows if label.startswith("Orléans"))
    merchants = ", ".join(f"{name}'s merchant" for name in NAMES[:3])
    assert orleans == f"Orléans ({merchants})"


def test_live_points_are_what_the_final_scoring_would_give_now() -> None:
    """The rules count the citizen for the most stations only when the match is over."""
    added = 0
    for match in whole_match_positions(3)[0]:
        shown = SHOW.points(scene(match, None))
        ended = match.copy()
        if not ended.over:
            ended.round = ROUNDS
            rounds.close_round(ended)
        assert [one.total for one in shown] == [score.total for score in ended.scores()]
        assert all(sum(part.value or 0 for part in one.parts) == one.total for one in shown)
        added += [score.total for score in match.scores()] != [one.total for one in shown]
    assert added


def test_the_winner_is_named_at_the_end() -> None:
    match = whole_match_positions(4)[0][-1]
    best = [score for score in match.scores() if score.rank == 1]
    prompt = SHOW.prompt(scene(match, None))
    assert all(NAMES[score.seat] in prompt for score in best)
    assert str(best[0].total) in prompt


def test_names_are_never_markup() -> None:
    match = rules.new_match(KEY, seats=2, seed="names")
    name = "<b>Mallory</b>"
    seen = Scene.from_match(match, 0, [name, name], match.legal_moves(0))
    page = render_to_string(SHOW.template, {"board": SHOW.board(seen)})
    assert name not in page
    assert escape(name) in page


def refusal_text(match: OrleansMatch, move: str, language: str) -> str:
    """Why seat 0 may not make this move, as the page says it in a language."""
    with pytest.raises(rules.IllegalMove) as error:
        match.play(0, move)
    with override(language):
        return SHOW.reason(error.value.why, NAMES)


PLACES_READY = {
    "ship": "farmer boatman knight",
    "town_hall": "own_farmer scholar",
    "village": "farmer boatman craftsman",
    "hayrick": "farmer",
    "courthouse": "knight",
    "church": "monk",
}
TABLE = {"tiles": ["hayrick", "courthouse", "church"], "places": PLACES_READY}


@pytest.mark.parametrize(
    ("move", "english", "japanese"),
    [
        (
            "act castle",
            "Castle is not ready: no follower on farmer, boatman, trader",
            "城は準備ができていません。随行者のいない枠：農夫、船長、交易商",
        ),
        (
            "act ship blois wool",
            "There is no wool on the waterway from Orléans to Blois; there: wine",
            "オルレアンからブロワへの水路に羊毛はありません。あるもの：ワイン",
        ),
        (
            "act winery",
            "You do not own Winery; your place tiles: Hayrick, Courthouse, Church",
            "「ワイン醸造所」を持っていません。持っている場所タイル：干し草の山、裁判所、教会",
        ),
        (
            "act town_hall scholar city_wall",
            "City wall does not take scholar",
            "「市壁の建設」に学者は送れません",
        ),
        (
            "act village trader school",
            "School is of level II: you can take only level I here",
            "場所タイル「学校」はレベルIIです。ここで取れるのはレベルIだけです",
        ),
        (
            "act village wizard",
            ("“wizard” is not a follower of the village; choose from: boatman, craftsman, trader"),
            "「wizard」は村で得られる随行者ではありません：船長、職人、交易商",
        ),
        (
            "act courthouse 1 road blois none",
            "Not enough coins for Courthouse: it costs 1, you have 0",
            "裁判所に必要なコインが足りません（必要1、所持0）",
        ),
        (
            "place own_farmer castle farmer",
            "“place a follower” is possible in: Planning. Now: Actions. Possible "
            "now: use a place, pass for this round",
            "「随行者を置く」ができるフェイズ：計画。いまのフェイズ：アクション。"
            "できること：場所を使う、このラウンドをパスする",
        ),
        (
            "act",
            ("“act” is not a complete move; continue with: Village, Ship, Town hall, Hayrick"),
            "「act」だけでは手になりません。続けられるもの：村、船、市役所、干し草の山",
        ),
    ],
)
def test_a_refusal_is_said_in_the_words_of_the_page(move: str, english: str, japanese: str) -> None:
    match = position({**TABLE, "coins": 0}, {}, edges={"e30": ["wine"]})
    assert refusal_text(match, move, "en") == english
    assert refusal_text(match, move, "ja") == japanese


def test_refusals_of_tower_bathhouse_and_technology_are_said_in_japanese() -> None:
    monks = {"market": " ".join(["monk"] * 8), "tiles": ["gunpowder_tower"], "held": "first"}
    planning = position(monks, {}, phase="planning")
    assert refusal_text(planning, "place monk gunpowder_tower any", "ja") == (
        "「火薬庫塔」に置ける随行者は、計画の開始時に市場で8枚を超えていた数だけです（0枚）"
    )
    assert refusal_text(planning, "tech castle farmer", "ja").startswith(
        "「技術タイルを置く」ができるフェイズ：パス後の技術。"
    )
    bath = {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "monk monk"}
    bathing = position(bath, {})
    bathing.play(0, "act bathhouse")
    assert refusal_text(bathing, "settle none", "ja") == (
        "引いた随行者はどれも置けるので、1枚を置かなければなりません（修道士、修道士）"
    )


def test_a_refused_use_of_the_church_names_the_player() -> None:
    match = position(TABLE, {})
    assert refusal_text(match, "act church 1 winery", "en") == "Benedikt does not own Winery"
    refusal = refusal_text(match, "act church 1 winery", "ja")
    assert refusal == "Benediktは「ワイン醸造所」を持っていません"


def test_refusal_names_followers_that_fit() -> None:
    match, move = fresh_match(), "place own_trader castle farmer"
    assert refusal_text(match, move, "en") == (
        "Own trader does not fit the farmer slot of Castle: it takes a farmer, a "
        "monk or an allowed substitute"
    )
    assert refusal_text(match, move, "ja") == (
        "「城」の農夫の枠に自分の交易商は置けません。"
        "置けるのは農夫、修道士、認められた代わりの随行者です"
    )


def test_the_verbs_and_phases_of_refusals_have_words() -> None:
    assert set(vocabulary.VERBS) == set(SECTIONS)
    assert set(RULES) <= set(vocabulary.DECISIONS)


def test_what_one_wants_to_know_before_choosing_it() -> None:
    assert SHOW.facts == Facts(
        best_with=4, minutes=30, weight=3, luck=2, interaction=2, decisions=200
    )


def test_board_sets_the_colours_of_what_is_printed_on_the_map() -> None:
    drawing = (STATIC / "land.svg").read_text()
    land = ElementTree.fromstring(drawing)  # noqa: S314 (our own)
    assert len(land.findall(".//{*}circle")) == len(TOWNS)
    page = (STATIC / "board.css").read_text()
    assert set(re.findall(r"var\((--or-\w+)\)", drawing)) <= set(re.findall(r"--or-\w+(?=:)", page))


@pytest.mark.django_db
def test_old_address_of_the_map_leads_to_the_drawing(client: Client) -> None:
    answer = client.get("/games/orleans/drawings/land.svg?v=0")
    assert answer.status_code == 301
    assert answer.headers["Location"] == static("titles/orleans/land.svg")
    assert client.get("/games/orleans/drawings/sea.svg").status_code == 404
