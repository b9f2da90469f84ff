"""The public profile: what others see, and what they do not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import games.rules as rules
from accounts.models import User
from games.history.rating_graph import RatingStep, build_graph, grid_values
from games.models import Table
from tests.accounts.conftest import MakeMatch, MakePerson


def test_a_profile_shows_rating_graph_and_matches(
    client: Client, ada: User, ben: User, make_match: MakeMatch, game: str
) -> None:
    table = make_match([ada, ben])
    page = client.get("/people/Ada/")
    assert rules.get(game).name in page.text
    assert ">1513<" in page.text  # 1512.50
    assert 'class="graph-curve"' in page.text
    assert table.get_absolute_url() in page.text
    assert 'href="/people/Ben/"' in page.text
    assert "+12.50" in page.text


def test_a_profile_shows_no_address(client: Client, ada: User) -> None:
    assert ada.email not in client.get("/people/Ada/").text


def test_the_address_of_a_profile_has_one_spelling(client: Client, ada: User) -> None:
    answer = client.get("/people/aDA/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/people/Ada/")


def test_nobody_has_no_profile(client: Client, db: None) -> None:
    page = client.get("/people/nobody-here/")
    assert page.status_code == 404
    assert "site-header" in page.text


def test_matches_by_link_are_shown_only_to_those_who_played(
    client: Client, ada: User, ben: User, make_person: MakePerson, make_match: MakeMatch
) -> None:
    table = make_match([ada, ben], visibility=Table.Visibility.LINK)
    assert table.key not in client.get("/people/Ada/").text
    client.force_login(make_person("Eve"))
    assert table.key not in client.get("/people/Ada/").text
    client.force_login(ben)
    assert table.key in client.get("/people/Ada/").text


def test_the_number_of_queries_does_not_grow_with_matches(
    client: Client,
    ada: User,
    ben: User,
    make_match: MakeMatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for days in range(15):
        make_match([ada, ben], at=timezone.now() - timedelta(days=days))
    with django_assert_num_queries(8):
        client.get("/people/Ada/")


def test_the_graph_runs_from_the_first_rating_to_the_last() -> None:
    now = timezone.now()
    graph = build_graph([RatingStep(1500, 30, 1530, now), RatingStep(1530, -10, 1520, now)])
    assert graph is not None
    assert [point.value for point in graph.points] == [1500, 1530, 1520]
    assert (graph.matches, graph.first, graph.last, graph.highest) == (2, 1500, 1520, 1530)
    assert [point.x for point in graph.points] == [0, graph.width / 2, graph.width]
    heights = [point.y for point in graph.points]
    assert heights[1] < heights[2] < heights[0]
    assert graph.lines[0].y == 0
    assert graph.lines[-1].y == graph.height
    assert graph.path.startswith("M0 ")


def test_no_matches_no_graph() -> None:
    assert build_graph([]) is None


@pytest.mark.parametrize(("low", "high"), [(1500, 1500), (1499.5, 1500.5), (100, 2900)])
def test_the_grid_holds_the_curve(low: float, high: float) -> None:
    lines = grid_values(low, high)
    assert lines[0] <= low
    assert lines[-1] >= high
    assert 3 <= len(lines) <= 7
