"""The result of a match: who won with what, what decided between equals, how the points grew."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import pytest
from django.test import Client
from django.utils.html import escape

import games.rules as rules
from accounts.models import User
from games.boards import Presenter, presenter
from games.models import Seat, Snapshot, Table
from games.table.actions import resignation
from games.table.session.loader import load_match
from games.table.views import result as views_result
from games.table.views.result import CurvePoint
from tests import sample_titles
from tests.games.conftest import GAME, fresh, play_on, seats_of
from tests.secrets.worlds import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

NAMES = ("Anna", "Benedikt", "Chihiro", "Dolores")


class Show(Presenter):
    """A plain presenter of a game with three figures that decide between equals."""

    tiebreak_labels = ("Gold", "Grain", "Wool")


@dataclass
class EndedMatch:
    """A match that is over with these scores."""

    breakdowns: Sequence[dict[str, int]]
    ties: Sequence[tuple[int, ...]]
    over = True

    def scores(self) -> list[rules.Score]:
        return rules.rank_scores(self.breakdowns, self.ties)


def show() -> Presenter:
    return Show(rules.get(GAME))


def result(
    breakdowns: Sequence[dict[str, int]], ties: Sequence[tuple[int, ...]] = ()
) -> views_result.Result:
    """The result of a finished match with these points, by the figures of its scores alone."""
    table = Table(game=GAME, status=Table.Status.FINISHED, key="none", pk=1)
    ended = EndedMatch(breakdowns, ties or [(0, 0, 0)] * len(breakdowns))
    seats = [Seat(table=table, number=n, bot="random") for n in range(len(breakdowns))]
    for seat, score in zip(seats, ended.scores(), strict=True):
        seat.rank = score.rank
    found = views_result.build_result(show(), table, seats, cast(rules.Match, ended), me=0)
    assert found is not None
    return found


@pytest.fixture
def finished_table(table: Table) -> Table:
    return play_on(table)


# rows and bars


def test_rows_stand_by_rank_and_those_of_one_rank_by_seat() -> None:
    found = result([{"a": 3}, {"a": 7}, {"a": 3}, {"a": 5}])
    assert [(row.rank, row.seat) for row in found.rows] == [(1, 1), (2, 3), (3, 0), (3, 2)]
    assert [row.seat for row in found.rows if row.is_me] == [0]


def test_the_parts_of_a_bar_follow_each_other_and_are_as_long_as_the_points() -> None:
    breakdowns = [{"a": 13, "b": 0, "c": 7}, {"a": 5, "b": 17, "c": 11}, {"a": 0, "b": 0, "c": 1}]
    found = result(breakdowns)
    most = max(sum(one.values()) for one in breakdowns)
    for row in found.rows:
        points = breakdowns[row.seat]
        assert [part.key for part in row.parts] == [n for n, v in enumerate(points.values()) if v]
        end = 0
        for part in row.parts:
            assert part.x == end
            end += part.width
        exact = sum(points.values()) * views_result.BAR_WIDTH / most
        assert exact - len(points) < end <= exact
    assert sum(part.width for part in found.rows[0].parts) > views_result.BAR_WIDTH - len(
        breakdowns[0]
    )


def test_what_costs_points_is_in_the_table_and_in_no_bar() -> None:
    found = result([{"a": 10, "penalty": -4}, {"a": 2, "penalty": 0}])
    assert [part.key for part in found.rows[0].parts] == [0]
    assert found.rows[0].total == 6
    assert [line.values for line in found.lines] == [(10, 2), (-4, 0)]


def test_bars_of_a_match_without_points_are_empty() -> None:
    assert all(not row.parts for row in result([{"a": 0}, {"a": 0}]).rows)


def test_more_keys_than_hues_begin_the_hues_again() -> None:
    many = {f"key {number}": 1 for number in range(views_result.BAR_COLORS + 2)}
    keys = [part.key for part in result([many, many]).rows[0].parts]
    assert keys == [*range(views_result.BAR_COLORS), 0, 1]


def test_the_figures_of_a_line_stand_in_the_order_of_the_rows() -> None:
    found = result([{"a": 1, "b": 2}, {"a": 5, "b": 6}])
    assert [line.values for line in found.lines] == [(5, 1), (6, 2)]


# what decided between equals


def test_result_shows_no_tie_break_without_a_tie() -> None:
    assert result([{"a": 1}, {"a": 2}], [(9, 9, 9), (1, 1, 1)]).decided == ()


def test_result_shows_tie_breaks_up_to_the_deciding_one() -> None:
    found = result([{"a": 5}, {"a": 5}, {"a": 1}], [(4, 2, 8), (4, 3, 0), (9, 9, 9)])
    assert [(line.label, line.values) for line in found.decided] == [
        ("Gold", (4, 4, 9)),
        ("Grain", (3, 2, 9)),
    ]


def test_result_shows_tie_breaks_until_all_ties_are_broken() -> None:
    equal = [{"a": 5}, {"a": 5}, {"a": 2}, {"a": 2}]
    found = result(equal, [(2, 0, 0), (1, 0, 0), (7, 1, 0), (7, 0, 0)])
    assert [line.label for line in found.decided] == ["Gold", "Grain"]


def test_result_of_a_true_tie_shows_all_tie_breaks() -> None:
    found = result([{"a": 5}, {"a": 5}], [(1, 2, 3), (1, 2, 3)])
    assert [line.label for line in found.decided] == ["Gold", "Grain", "Wool"]
    assert [row.rank for row in found.rows] == [1, 1]


# the course of the points


def curve(monkeypatch: pytest.MonkeyPatch, *points: CurvePoint) -> views_result.Curve | None:
    monkeypatch.setattr(views_result, "points_by_move", lambda *_: list(points))
    names = NAMES[: len(points[0].totals)]
    return views_result.build_curve(show(), Table(game=GAME), names)


def test_the_curve_goes_through_every_snapshot_to_the_final_points(finished_table: Table) -> None:
    names = [seat.name for seat in seats_of(finished_table)]
    drawn = views_result.build_curve(presenter(GAME), finished_table, names)
    assert drawn is not None
    snapshots = Snapshot.objects.filter(table=finished_table).count()
    scores = {score.seat: score.total for score in load_match(finished_table).scores()}
    for line in drawn.lines:
        places = [tuple(map(int, place.split(","))) for place in line.points.split(" ")]
        assert len(places) == snapshots + 1
        assert places[0][0] == 0
        assert places[-1] == (views_result.CURVE_WIDTH, line.end)
        assert [x for x, _y in places] == sorted(x for x, _y in places)
        assert all(0 <= y <= views_result.CURVE_HEIGHT for _x, y in places)
    best = max(scores, key=lambda seat: scores[seat])
    assert min(drawn.lines, key=lambda line: line.end).seat == best
    assert all(f"{names[seat]} {total}" in drawn.said for seat, total in scores.items())


def test_points_that_nobody_knows_leave_no_point(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = curve(
        monkeypatch, CurvePoint(0, (0, 0)), CurvePoint(5, (None, 3)), CurvePoint(10, (4, 8))
    )
    assert drawn is not None
    assert [line.points for line in drawn.lines] == ["0,150 320,75", "0,150 320,0"]


def test_a_course_of_one_point_is_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    assert curve(monkeypatch, CurvePoint(0, (0, 0)), CurvePoint(5, (None, 3))) is None


def test_the_last_changes_of_the_lead_and_the_greatest_gain_are_turning_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = curve(
        monkeypatch,
        CurvePoint(0, (0, 0)),
        CurvePoint(10, (2, 1)),
        CurvePoint(20, (3, 5)),
        CurvePoint(30, (6, 5)),
        CurvePoint(40, (7, 17)),
    )
    assert drawn is not None
    turning_points = [(turn.move, turn.text) for turn in drawn.turns]
    assert [move for move, _text in turning_points] == [30, 40, 40]
    assert "Anna takes the lead" in turning_points[0][1]
    assert "Benedikt takes the lead" in turning_points[1][1]
    assert "Benedikt gains 12 points" in turning_points[2][1]


def test_who_was_ahead_from_the_first_has_not_taken_the_lead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = curve(
        monkeypatch, CurvePoint(0, (0, 0)), CurvePoint(10, (2, 2)), CurvePoint(20, (5, 3))
    )
    assert drawn is not None
    assert [turn.text for turn in drawn.turns] == [
        "Anna gains 3 points within a few moves (up to move 20)"
    ]


def test_points_that_never_grow_have_no_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = curve(monkeypatch, CurvePoint(0, (0, 0)), CurvePoint(10, (0, 0)))
    assert drawn is not None
    assert drawn.turns == ()


# matches that run, ended early or cannot be loaded


def test_a_running_match_has_no_result(table: Table) -> None:
    seats = seats_of(table)
    assert views_result.build_result(presenter(GAME), table, seats, load_match(table), 0) is None


def test_result_of_an_unloadable_match_uses_stored_values(finished_table: Table) -> None:
    seats = seats_of(finished_table)
    whole = views_result.build_result(
        presenter(GAME), finished_table, seats, load_match(finished_table), 0
    )
    stored = views_result.build_result(presenter(GAME), finished_table, seats, None, 0)
    assert whole is not None
    assert stored is not None
    assert [(row.seat, row.rank, row.total) for row in stored.rows] == [
        (row.seat, row.rank, row.total) for row in whole.rows
    ]
    assert stored.lines
    assert stored.decided == ()
    assert stored.curve is None


def test_a_match_that_ended_before_its_time_goes_by_who_stayed_and_says_nothing_of_points(
    table: Table, people: list[User]
) -> None:
    ann, bob = people[:2]
    play_on(table, moves=40)
    resignation.resign(table.key, bob)
    resignation.resign(table.key, ann)
    table = fresh(table)
    match = load_match(table)
    assert not match.over
    found = views_result.build_result(presenter(GAME), table, seats_of(table), match, 0)
    assert found is not None
    assert [(row.name, row.rank) for row in found.rows] == [("ann", 1), ("bob", 2)]
    totals = {score.seat: score.total for score in match.scores()}
    assert {row.seat: row.total for row in found.rows} == totals
    assert [row.verdict for row in found.rows] == ["", ""]
    assert found.decided == ()
    assert found.curve is None


# keys of the breakdown


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_key_that_cannot_score_is_not_shown(game: str) -> None:
    """What the options leave out is no line of the result; the API's breakdown keeps its keys."""
    table = play_on(start_table(game, sample_titles.few_seats(game)))
    text = Client().get(table.get_absolute_url()).text
    show, seats = presenter(game), seats_of(table)
    keys = list(seats[0].breakdown)
    rows = re.findall(r'<th scope="row"><i class="bar-legend[^>]*></i>(.*?)</th>', text)
    left = [key for key in keys if show.can_score(key, table.options, len(seats))]
    assert rows == [escape(show.breakdown_label(key)) for key in left]
    answer = Client().get(f"/api/tables/{table.key}/").json()
    assert list(answer["seats"][0]["breakdown"]) == keys
