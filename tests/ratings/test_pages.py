"""Pages about ratings: how they work, which are provisional, who was away."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from rest_framework.test import APIClient

from accounts.models import User
from games.models import PlayerAbsence, Seat, Table
from games.ratings import elo, rating_changes
from games.ratings.models import PROVISIONAL_BELOW, Rating, RatingChange
from games.table.actions import resignation
from games.table.errors import NotRunningError
from games.time_controls import TIMEOUTS_UNTIL_BOT
from tests.games.conftest import actor, fresh, play_on, player
from tests.games.table.test_sleep import run_out, signed_in


def words(page: str) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def read(address: str, client: Client | None = None) -> str:
    return words((client or Client()).get(address).text)


def rules_page() -> str:
    return read(reverse("games:how_ratings_work"))


@pytest.mark.same_everywhere
def test_the_page_of_ratings_says_the_numbers_of_the_code(db: None) -> None:
    page = rules_page()
    assert f"starts at {elo.INITIAL_RATING / 100:.0f} and" in page
    assert f"below {elo.MIN_RATING / 100:.0f}." in page
    for below, k in elo.K_STEPS:
        assert re.search(rf"from \d+ on {k}\b", page)
        assert f"from {below} on" in page
    assert f"{elo.K_STEPS[-1][0]} on {elo.K_LATER}" in page
    assert f"runs out of time {TIMEOUTS_UNTIL_BOT} times in a row" in page
    assert f"fewer than {PROVISIONAL_BELOW} rated matches" in page
    assert "more than 2 minutes" in page


@pytest.mark.same_everywhere
def test_the_example_is_what_is_computed(db: None) -> None:
    """Between two people, what is gained and what is lost make K."""
    found = re.search(r"stronger one wins, (\S+) points.*?weaker one wins, (\S+)\.", rules_page())
    assert found is not None
    gain, loss = map(float, found.groups())
    assert gain + loss == pytest.approx(elo.K_LATER)
    assert gain < loss


@pytest.mark.same_everywhere
def test_other_numbers_in_the_code_are_other_numbers_on_the_page(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elo, "K_STEPS", ((7, 77),))
    monkeypatch.setattr(elo, "K_LATER", 33)
    assert "from 0 on 77 from 7 on 33" in rules_page()


@pytest.mark.same_everywhere
def test_rating_page_is_translated_to_japanese(db: None) -> None:
    with translation.override("ja"):
        page = Client(headers={"Accept-Language": "ja"}).get(reverse("games:how_ratings_work"))
    for text in re.findall(r"<(?:p|li|h2)>(.*?)</(?:p|li|h2)>", page.text.split("<main")[1]):
        assert re.search("[ぁ-ヶ一-龯]", text), text


def test_leaderboards_profiles_and_results_lead_there(table: Table, people: list[User]) -> None:
    play_on(table)
    link = f'href="{reverse("games:how_ratings_work")}"'
    for address in (
        reverse("games:leaderboard", args=[table.game]),
        people[0].get_absolute_url(),
        table.get_absolute_url(),
    ):
        assert link in Client().get(address).text


# provisional ratings


@pytest.fixture
def finished_rated_table(table: Table) -> Table:
    return play_on(table)


def with_matches(user: User, played: int) -> None:
    Rating.objects.filter(user=user).update(played=played)
    RatingChange.objects.filter(user=user).update(played_before=played - 1)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("played", "is_provisional"),
    [(1, True), (PROVISIONAL_BELOW - 1, True), (PROVISIONAL_BELOW, False)],
)
def test_a_provisional_rating_is_marked_wherever_it_stands(
    finished_rated_table: Table, people: list[User], played: int, is_provisional: bool
) -> None:
    ann, bob = people[:2]
    with_matches(ann, played)
    with_matches(bob, 50)
    assert ("provisional" in read(ann.get_absolute_url())) == is_provisional
    result = Client().get(finished_rated_table.get_absolute_url()).text
    summaries = re.findall(r"<summary>(.*?)</summary>", result, re.DOTALL)
    lines = [words(line) for line in summaries if re.match("<span>(ann|bob):", line)]
    assert [("provisional" in line) for line in sorted(lines)] == [is_provisional, False]
    api = APIClient()
    for name in ("person_ratings", "person_rating_changes"):
        rows = api.get(reverse(f"api:{name}", args=[ann.username])).json()
        assert [one["provisional"] for one in rows] == [is_provisional]


def test_an_opponents_provisional_rating_is_marked(
    finished_rated_table: Table, people: list[User]
) -> None:
    with_matches(people[1], 50)
    page = read(finished_rated_table.get_absolute_url())
    assert "against ann (1500.00, provisional): result" in page
    assert "against bob (1500.00): result" in page


@pytest.mark.same_everywhere
def test_a_leaderboard_has_no_provisional_rating(finished_rated_table: Table) -> None:
    rows = APIClient().get(reverse("api:ratings", args=[finished_rated_table.game])).json()
    assert rows == []
    assert rating_changes.MIN_RANKED_MATCHES == PROVISIONAL_BELOW


# absences


def two_lost(new_table: Callable[..., Table], ann: User) -> tuple[Table, Table]:
    first, second = new_table(), new_table()
    for table in (first, second):
        run_out(table, ann)
        play_on(table)
    return fresh(first), fresh(second)


@pytest.mark.same_everywhere
@pytest.mark.usefixtures("soon_played")
def test_every_result_says_whether_it_counts(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    first, second = two_lost(new_table, people[0])
    counted = "ann was away and ran out of time: this match counts as lost."
    excused = "This one counts for ann as it stood when a bot took over, without a gain"
    page = read(first.get_absolute_url())
    assert counted in page
    assert excused not in page
    page = read(second.get_absolute_url())
    assert counted not in page
    assert excused in page


def test_a_match_that_was_excused_under_the_earlier_rules_says_so(
    finished_rated_table: Table, people: list[User]
) -> None:
    absence = PlayerAbsence.objects.create(user=people[0], started_at=timezone.now())
    Seat.objects.filter(table=finished_rated_table, user=people[0]).update(
        absence=absence, excused=True
    )
    Table.objects.update(rating_rules=1)
    sentence = "This one counts neither for ann nor for anyone against them."
    assert sentence in read(finished_rated_table.get_absolute_url())


@pytest.mark.same_everywhere
def test_a_result_says_why_an_opponent_weighs_less(new_table: Callable[..., Table]) -> None:
    first, second = play_on(new_table()), new_table()
    resignation.resign(second.key, player(actor(second)))
    play_on(second)
    assert "they have already met" not in read(first.get_absolute_url())
    page = read(second.get_absolute_url())
    assert "(one of them hardly played, so nobody gains anything)" in page
    third = read(play_on(new_table()).get_absolute_url())
    assert "(they have already met this week, so it weighs 0.25)" in third


@pytest.mark.same_everywhere
def test_a_result_without_an_absence_says_nothing_of_one(finished_rated_table: Table) -> None:
    assert "was away" not in read(finished_rated_table.get_absolute_url())


@pytest.mark.same_everywhere
@pytest.mark.usefixtures("soon_played")
def test_the_api_says_whom_an_absence_excuses(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    tables = two_lost(new_table, people[0])
    for table, excused in zip(tables, (False, True), strict=True):
        seats = APIClient().get(reverse("api:table", args=[table.key])).json()["seats"]
        assert {seat["user"]: seat["excused"] for seat in seats} == {"ann": excused, "bob": False}


# the warning and the way back


def last_log_lines(table: Table) -> list[str]:
    return list(
        table.messages.exclude(log_code="").order_by("-pk").values_list("log_code", flat=True)
    )


def test_the_log_warns_before_a_bot_takes_over(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    codes = last_log_lines(table)[::-1]
    assert codes.count("bot_next") == 1
    codes = [one for one in codes if one in ("timed_out", "bot_next", "bot_took_over")]
    assert codes == ["timed_out", "timed_out", "bot_next", "timed_out", "bot_took_over"]
    assert "One more time, and a bot takes over" in read(table.get_absolute_url())


def test_the_way_back_is_one_press_in_my_tables(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    client = signed_in(people[0])
    page = client.get(reverse("games:mine")).text
    address = reverse("games:come_back", args=[table.key])
    assert "A bot is playing for me" in page
    assert f'action="{address}"' in page
    assert client.post(address).status_code == 302
    assert "A bot is playing for me" not in client.get(reverse("games:mine")).text
    assert table.seat_set.get(user=people[0]).is_played_by_person


@pytest.mark.same_everywhere
def test_the_way_back_is_the_persons_own(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    bob = signed_in(people[1])
    assert "Take my seat back" not in bob.get(reverse("games:mine")).text
    assert "Take my seat back" not in bob.get(table.get_absolute_url()).text
    seats = APIClient().get(reverse("api:table", args=[table.key])).json()["seats"]
    assert {seat["user"]: seat["may_come_back"] for seat in seats} == {"ann": True, "bob": False}


def test_the_way_back_ends_with_the_match(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    play_on(table)
    assert "Take my seat back" not in signed_in(people[0]).get(reverse("games:mine")).text
    with pytest.raises(NotRunningError):
        resignation.reclaim_seat(table.key, people[0])
    assert PlayerAbsence.objects.count() == 1
