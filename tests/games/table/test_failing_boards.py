"""A mistake in a board costs nobody a turn: the plain board takes its place, and it is logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

import games.rules as rules
from accounts.models import User
from games import registry, rulebook
from games.boards import Presenter, fallback, presenter
from games.boards.fallback import fallback_log_lines, fallback_presenter
from games.models import Move
from games.table.views import page_context
from tests import sample_titles
from tests.boards.walks import Page, scene
from tests.games.conftest import GAME
from tests.games.table.reliability_at import PositionTable

pytestmark = pytest.mark.same_everywhere

KEYS = sorted(rules.catalogue())
DRAWN = [key for key in KEYS if registry.title_module(key, "board") is not None]
HOOKS = ("board", "prompt", "move_groups", "points")
REGRET = 'id="regret"'


class BrokenPresenterError(Exception):
    """What a mistake in a presenter raises."""


def breaks(*args: Any, **kwargs: Any) -> Any:
    raise BrokenPresenterError


@pytest.fixture
def make_position_table(people: list[User]) -> Callable[[str], tuple[PositionTable, rules.Match]]:
    def make(key: str) -> tuple[PositionTable, rules.Match]:
        match = rules.new_match(key, sample_titles.few_seats(key), seed="broken")
        table = PositionTable(match, people)
        table.put(match)
        return table, match

    return make


@pytest.fixture(autouse=True)
def rules_are_read() -> None:
    """What is read of a title's rules is kept: not what a broken board would leave of them."""
    for key in KEYS:
        rulebook.load_rulebook(key, "en")


PositionTableFactory = Callable[[str], tuple[PositionTable, rules.Match]]


def may_be_drafted(match: rules.Match, seat: int, move: str) -> bool:
    trial = match.copy()
    trial.play(seat, move)
    return trial.reveals == match.reveals


def first_draft(match: rules.Match) -> tuple[int, str]:
    """Play on until somebody may draft something."""
    while True:
        seat = match.actors[0]
        for move in match.legal_moves(seat):
            if may_be_drafted(match, seat, move):
                return seat, move
        match.play(seat, match.auto_move(seat))


def failed_loggers(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.name for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("key", KEYS)
def test_a_board_that_fails_is_the_plain_one_and_can_be_played(
    key: str,
    hook: str,
    make_position_table: PositionTableFactory,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, match = make_position_table(key)
    monkeypatch.setattr(presenter(key), hook, breaks)
    seat = match.actors[0]
    shown = table.fragment(seat, in_words=hook == "move_groups")
    assert REGRET in shown
    assert set(Page(shown).moves) >= set(match.legal_moves(seat))
    assert (REGRET in table.fragment(None)) == (hook != "move_groups"), "an onlooker has no moves"
    assert failed_loggers(caplog)


@pytest.mark.parametrize("key", KEYS)
def test_a_template_that_fails_is_replaced_too(
    key: str, make_position_table: PositionTableFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match = make_position_table(key)
    monkeypatch.setattr(presenter(key), "template", "games/boards/torn.html")
    for shown in (table.fragment(match.actors[0]), table.step(match.actors[0])):
        assert REGRET in shown


@pytest.mark.parametrize("key", KEYS)
def test_labels_that_fail_leave_the_draft_with_generic_ones(
    key: str, make_position_table: PositionTableFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match = make_position_table(key)
    seat, move = first_draft(match)
    table.put(match)
    monkeypatch.setattr(presenter(key), "move_label", breaks)
    generic = fallback_presenter(key).move_label(move, scene(match, seat))
    table.draft(seat, move)
    assert f'<li class="draft-chip"><span>{generic}</span>' in table.fragment(seat)


@pytest.mark.parametrize("key", KEYS)
def test_event_without_a_sentence_has_generic_log_line(
    key: str,
    make_position_table: PositionTableFactory,
    reset_reported_kinds: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, match = make_position_table(key)
    monkeypatch.setattr(presenter(key), "log_line", breaks)
    seat = match.actors[0]
    table.play(seat, match.legal_moves(seat)[0])
    event = rules.StoredEvent.of(*Move.objects.filter(number=1).get().events[0])
    generic = fallback_presenter(key).log_line(event, "AB")
    answer = table.apis[seat].get(f"/api/tables/{table.table.key}/log/").json()
    assert generic.split(" ")[-1] in answer["entries"][-1]["lines"][0]
    assert REGRET not in table.fragment(seat)
    assert failed_loggers(caplog)


@pytest.mark.parametrize("key", KEYS)
def test_auto_answers_that_fail_do_not_take_the_page_away(
    key: str, make_position_table: PositionTableFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match = make_position_table(key)
    monkeypatch.setattr(presenter(key), "auto_answer_label", breaks)
    assert set(Page(table.fragment(match.actors[0], in_words=True)).moves)


@pytest.mark.parametrize("key", KEYS)
def test_a_refusal_without_words_gives_the_plain_reason(
    key: str,
    make_position_table: PositionTableFactory,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, match = make_position_table(key)
    monkeypatch.setattr(presenter(key), "reason", breaks)
    seat = match.actors[0]
    answer = table.apis[seat].post(
        f"/api/tables/{table.table.key}/moves/",
        {"version": table.table.version, "moves": ["zzz"]},
        format="json",
    )
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert failed_loggers(caplog)


@pytest.mark.parametrize("key", DRAWN)
def test_a_board_that_works_is_drawn_by_its_own_presenter(
    key: str, make_position_table: PositionTableFactory
) -> None:
    table, match = make_position_table(key)
    shown = table.fragment(match.actors[0])
    assert REGRET not in shown
    assert Presenter in type(presenter(key)).mro()[1:]


def test_a_drafted_move_is_put_into_words_once(
    make_position_table: PositionTableFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, match = make_position_table(GAME)
    seat = match.actors[0]
    table.draft(seat, match.legal_moves(seat)[0])
    table.fragment(seat)
    monkeypatch.setattr(page_context, "label_move_before", breaks)
    assert REGRET not in table.fragment(seat)


# events without a sentence


def fallback_texts(key: str, *events: rules.Event) -> list[str]:
    return [line.text for line in fallback_log_lines(presenter(key), events, ["Ann", "Bob"])]


@pytest.fixture
def reset_reported_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been reported yet in this process."""
    monkeypatch.setattr(fallback, "_reported_kinds", set())


@pytest.mark.parametrize("key", KEYS)
def test_unknown_event_kind_has_log_line_and_is_reported_once(
    key: str, reset_reported_kinds: None, caplog: pytest.LogCaptureFixture
) -> None:
    event = rules.Event("moon_landing", 1, {"craters": 3, "with": ["dust", None]})
    for _again in range(3):
        assert fallback_texts(key, event) == ["Bob: moon landing (craters 3, with dust, –)."]
    assert fallback_texts(key, rules.Event("moon_landing", None, {})) == ["Moon landing."]
    reports = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    try:  # a title may leave it to the generic presenter itself
        presenter(key).log_line(event, ["Ann", "Bob"])
    except Exception:
        [report] = reports
        assert key in report
        assert "moon_landing" in report
    else:
        assert reports == []


@pytest.mark.parametrize("key", KEYS)
def test_what_a_game_calls_silent_has_no_line(
    key: str,
    reset_reported_kinds: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(
        presenter(key), "silent_event_kinds", frozenset({"moon_landing"}), raising=False
    )
    assert fallback_texts(key, rules.Event("moon_landing", 1, {"craters": 3})) == []
    assert not caplog.records


@pytest.mark.parametrize("key", KEYS)
def test_generic_log_lines_use_reader_language(key: str) -> None:
    event = rules.Event("moon_landing", 1, {"craters": 3})
    with translation.override("ja"):
        assert fallback_texts(key, event) == ["Bob：moon landing（craters 3）。"]


@pytest.mark.parametrize("key", KEYS)
def test_an_event_that_makes_no_sense_still_gives_a_line(
    key: str, reset_reported_kinds: None
) -> None:
    for event in (
        rules.Event("score", 7, {}),
        rules.Event("score", None, {"amount": None}),
        rules.Event("setup", None, "nothing"),  # type: ignore[arg-type]
    ):
        (line,) = fallback_texts(key, event)
        assert line


@pytest.mark.parametrize("silence", ["", None])
def test_move_without_log_lines_gets_generic_ones(
    silence: Any,
    reset_reported_kinds: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(presenter(GAME), "log_line", lambda event, names: silence)
    events = [rules.Event("roll", 0, {"dice": [3, 4]}), rules.Event("gain", 1, {"wool": 1})]
    assert fallback_texts(GAME, *events) == [
        fallback_presenter(GAME).log_line(one, ["Ann", "Bob"]) for one in events
    ]
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 2


def test_an_event_may_leave_its_sentence_to_another_of_the_same_move(
    reset_reported_kinds: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        presenter(GAME), "log_line", lambda event, names: "A roll." if event.seat == 0 else ""
    )
    assert fallback_texts(GAME, rules.Event("roll", 0, {}), rules.Event("gain", 1, {})) == [
        "A roll."
    ]
    assert not caplog.records
    assert fallback_texts(GAME) == []
