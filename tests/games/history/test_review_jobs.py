"""The review of a match on its page: asked for once, made step by step, the same for everybody."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import tasks
from games.archive import importer
from games.archive.record_format import serialize
from games.boards import presenter
from games.bots import turning_points
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.turning_points import Decision, Suspect, TurningPoint
from games.history import game_statistics, review_jobs
from games.history.game_statistics import GameStatistics, MatchGroup
from games.models import Review, Table
from games.table import dispatch
from games.table.session import journal
from portal import background
from tests import sample_titles
from tests.archive.sample_records import make_record
from tests.clients import signed_in

pytestmark = [pytest.mark.django_db]

GAME = sample_titles.usual()
RECORD = make_record(GAME, seats=2)


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The calls of workers, which the test answers."""
    made: list[int] = []

    def send(task: str, *given: int) -> None:
        if task == dispatch.REVIEW_MATCH:
            made.extend(given)

    monkeypatch.setattr(background, "enqueue", send)
    cache.clear()
    return made


@pytest.fixture
def over(people: list[User]) -> Table:
    return importer.store_import(people[0], importer.PreparedImport(serialize(RECORD)))


@pytest.fixture
def costly(over: Table) -> TurningPoint:
    """A decision of the match that a review may name."""
    for number, played in enumerate(RECORD.moves):
        listed = journal.position_after(over, number).legal_moves(played.seat)
        if len(listed) > 1:
            better = next(move for move in listed if move != played.move)
            own = number, played.seat, played.move, better
            return TurningPoint(*own, 0.12, 0.02, 7.4, 1.2, is_sure=True)
    raise AssertionError("nobody had a choice")


@pytest.fixture
def _stub_search(monkeypatch: pytest.MonkeyPatch, costly: TurningPoint) -> None:
    """What looks at a match says at once."""

    def fake_scan(_search: Search, decisions: list[Decision], *_rest: object) -> list[Suspect]:
        return [
            Suspect(
                *one[:3], costly.better, 0, 9.0 * (one[0] == costly[0]), [], [], 5, [0.7, 0.3], []
            )
            for one in decisions
        ]

    monkeypatch.setattr(turning_points, "scan_decisions", fake_scan)
    monkeypatch.setattr(turning_points, "examine_suspect", lambda *given: given[2])
    monkeypatch.setattr(turning_points, "verify_suspect", lambda *_given: costly)
    monkeypatch.setattr(review_jobs, "chance_shares", lambda *_given: [])


def page(table: Table, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse("games:review", args=[table.key]))
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def asks(table: Table, client: Client | None = None, status: int = 302) -> str:
    answer = (client or Client()).post(reverse("games:review", args=[table.key]))
    assert answer.status_code == status
    return answer.text


def run_reviews(calls: list[int]) -> None:
    """Let workers take the calls until none is left."""
    while calls:
        tasks.review(calls.pop())


@pytest.mark.usefixtures("_stub_search")
def test_a_review_is_made_on_request_and_read_by_everybody(
    over: Table,
    costly: TurningPoint,
    calls: list[int],
    people: list[User],
    django_capture_on_commit_callbacks: Any,
) -> None:
    assert "Review this match" in page(over)
    with django_capture_on_commit_callbacks(execute=True):
        asks(over)
    tasks.review(calls.pop())
    share = 100 // review_jobs.STEPS
    assert f"The review is {share} % complete." in page(over, signed_in(people[1]))
    run_reviews(calls)
    text = page(over, signed_in(people[1]))
    assert text.count("<polyline") == over.seat_count
    assert f'?move={costly.number + 1}">Move {costly.number + 1}</a>' in text
    assert presenter(GAME).move_label(costly.better) in text
    assert "This lowered the winning chance by 12 %, give or take 4 %." in text
    assert "about 7 points further ahead at the end, give or take 2." in text
    assert "certain" in text
    assert "Review this match" not in text


@pytest.mark.usefixtures("_stub_search")
def test_review_is_requested_and_read_through_the_api(
    over: Table,
    costly: TurningPoint,
    calls: list[int],
    people: list[User],
    django_capture_on_commit_callbacks: Any,
) -> None:
    client, address = signed_in(people[0]), reverse("api:review", args=[over.key])
    with django_capture_on_commit_callbacks(execute=True):
        requested = client.post(address).json()
    assert (requested["state"], requested["share"], requested["turnings"]) == ("searching", 0, [])
    run_reviews(calls)
    found = Client().get(address).json()
    assert (found["state"], found["share"]) == ("found", 100)
    assert len(found["places"][0]["chances"]) == over.seat_count
    (turning,) = found["turnings"]
    better = presenter(GAME).move_label(costly.better)
    assert (turning["move"], turning["seat"]) == (costly.number + 1, costly.seat)
    assert (turning["better"], turning["loss"], turning["points"]) == (better, 12, 7)
    assert turning["is_sure"] is True


@pytest.mark.usefixtures("_stub_search")
def test_asked_twice_it_is_made_once(
    over: Table, calls: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        asks(over)
        asks(over)
    assert len(calls) == 1
    twice = calls * 2
    for pk in twice:
        tasks.review(pk)
    run_reviews(calls)
    with django_capture_on_commit_callbacks(execute=True):
        asks(over)
    assert calls == []


def test_where_nothing_stands_out_nothing_is_named(over: Table) -> None:
    ends = [(0, [0.5, 0.5]), (over.move_count, [1.0, 0.0])]
    found = {"curve": ends, "costly": [], "shares": []}
    Review.objects.create(table=over, version=over.version, results=found, is_done=True)
    text = page(over)
    assert "No single decision stands out." in text
    assert "100 %" in text


def test_review_page_shows_luck_and_decisions_if_significant(over: Table) -> None:
    first, second = (seat.name for seat in over.seat_set.order_by("number"))
    shares = [[[0.21, 0.03], [-0.3, 0.2]], [[-0.2, 0.1], [-0.155, 0.02]]]
    found = {"curve": [(0, [0.5, 0.5])], "costly": [], "shares": shares}
    Review.objects.create(table=over, version=over.version, results=found, is_done=True)
    text = page(over)
    assert f"{first}: luck raised the winning chance by about 21 %, give or take 8 %." in text
    assert (
        f"{second}: in total, better moves would have raised the winning chance by about 16 %"
        in text
    )
    assert text.count('class="swing"') == 2


def test_review_page_omits_negligible_shares(over: Table) -> None:
    shares = [[[-0.004, 0.001], [-0.004, 0.001]], [None, None]]
    found = {"curve": [(0, [0.5, 0.5])], "costly": [], "shares": shares}
    Review.objects.create(table=over, version=over.version, results=found, is_done=True)
    assert "Neither luck nor decisions stand out." in page(over)


@pytest.mark.parametrize("is_done", [True, False])
def test_what_an_earlier_version_of_the_site_found_is_found_anew(
    over: Table, calls: list[int], django_capture_on_commit_callbacks: Any, *, is_done: bool
) -> None:
    costly = [4, 0, "played", "better", 0.9, 0.12, 0.02, 7.4, 1.2, True]
    seen = [0, 0, "played", ["better"], [0.7, 0.3], [0.6, 0.4], 0.1, 0.02, 0, True]
    done, begun = {"curve": [(0, [0.5, 0.5])], "costly": [costly]}, {"seen": [seen], "costly": []}
    row = Review.objects.create(
        table=over,
        version=over.version,
        steps_done=20,
        results=done if is_done else begun,
        is_done=is_done,
    )
    assert "complete." not in page(over)
    tasks.review(row.pk)
    row.refresh_from_db()
    assert not row.has_failed
    with django_capture_on_commit_callbacks(execute=True):
        asks(over)
    row.refresh_from_db()
    assert (row.steps_done, row.results, row.is_done) == (0, {}, False)
    assert calls == [row.pk]


def test_review_page_omits_uncertain_points(over: Table, costly: TurningPoint) -> None:
    unsure = costly._replace(points=2.0, points_error=1.5, is_sure=False)
    found = {"curve": [(0, [0.5, 0.5])], "costly": [unsure], "shares": []}
    Review.objects.create(table=over, version=over.version, results=found, is_done=True)
    text = page(over)
    assert "likely" in text
    assert "at the end, give or take" not in text


def test_a_seat_is_sized_up_where_enough_matches_say_what_is_usual(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = [(0, [0.5, 0.5]), (over.move_count, [1.0, 0.0])]
    found = {"curve": ends, "costly": [], "shares": []}
    Review.objects.create(table=over, version=over.version, results=found, is_done=True)
    few, enough = (
        GameStatistics(n, None, None, [MatchGroup(2, "", "", n, 31.25, 35.0, [], [])])
        for n in (19, 20)
    )
    monkeypatch.setattr(game_statistics, "game_statistics", lambda _game: few)
    assert "Opening and result" not in page(over)
    monkeypatch.setattr(game_statistics, "game_statistics", lambda _game: enough)
    assert "31.3" in page(over)


def test_a_review_that_fails_or_is_lost_says_so_and_is_made_anew(
    over: Table, calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Review.objects.create(table=over, version=over.version, steps_done=5)
    monkeypatch.setattr(turning_points, "scan_decisions", lambda *_given: 1 / 0)
    tasks.review(row.pk)
    assert calls == []
    assert "The review could not be completed. You can request it again." in page(over)
    asks(over)
    row.refresh_from_db()
    assert (row.steps_done, row.has_failed) == (0, False)
    row.updated_at -= review_jobs.STALE_AFTER + timedelta(seconds=1)
    row.save()
    assert "The review could not be completed. You can request it again." in page(over)


def test_nobody_asks_for_many_in_a_short_time(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "MOST", 1)
    asks(over)
    Review.objects.all().delete()
    assert "Too many reviews at once. Wait a few minutes." in asks(over, status=429)


def test_many_wait_at_a_time_but_not_more(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "MOST_WAITING", 0)
    assert "Too many reviews are in progress. Try again later." in asks(over, status=429)


def test_the_page_of_a_match_that_is_over_leads_to_its_review(over: Table) -> None:
    Table.objects.filter(pk=over.pk).update(is_imported=False)
    text = Client().get(reverse("games:table", args=[over.key])).text
    assert f'href="{reverse("games:review", args=[over.key])}"' in text


def test_a_match_that_runs_has_no_review(table: Table) -> None:
    assert Client().get(reverse("games:review", args=[table.key])).status_code == 404


def test_the_searches_of_the_site_make_one(
    over: Table, calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turning_points, "FIRST", SearchBudget(iterations=1))
    monkeypatch.setattr(
        turning_points, "SECOND", [SearchBudget(iterations=1)] * len(turning_points.SECOND)
    )
    monkeypatch.setattr(turning_points, "THIRD", SearchBudget(iterations=1))
    monkeypatch.setattr(turning_points, "SUSPECTS", [1] * len(turning_points.SUSPECTS))
    monkeypatch.setattr(turning_points, "FINALISTS", 1)
    monkeypatch.setattr(turning_points, "LEAST_ENDS", 2)
    row = Review.objects.create(table=over, version=over.version)
    calls.append(row.pk)
    run_reviews(calls)
    row.refresh_from_db()
    assert row.is_done
    assert len(row.results["shares"]) == over.seat_count
    assert all(abs(sum(chances) - 1) < 0.01 for _move, chances in row.results["curve"])
    page(over)
