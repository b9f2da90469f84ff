"""Hints on request: for whoever plays alone against bots, of what they know, and in the log."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import tasks
from games.boards import presenter
from games.bots import STRONG, suggestions
from games.bots.budget import SearchBudget
from games.bots.suggestions import MoveValue
from games.bots.suggestions import Suggestion as Found
from games.lobby.home import tutorial
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Message, Suggestion, Table
from games.table.actions import automation, player_actions, resignation
from games.table.actions import suggestions as actions_suggestions
from games.table.actions.rollback import roll_back_table
from games.time_controls import PRESETS_BY_KEY
from tests.bots.test_suggestions import few
from tests.clients import signed_in
from tests.games.conftest import GAME, actor, fresh, legal, player, seats_of

pytestmark = [pytest.mark.django_db]

NewTable = Callable[..., Table]
SUGGESTION_HTML = re.compile(r'<div id="suggestion" role="status">(.*?)</div>', re.DOTALL)
BUTTON = 'id="ask-suggestion"'


@pytest.fixture(autouse=True)
def _few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well it is searched is asked in tests/bots/test_suggestions.py; here, what becomes of
    it.
    """
    monkeypatch.setattr(suggestions, "levels", few)
    monkeypatch.setattr(suggestions, "WORLDS", 2)
    monkeypatch.setattr(suggestions, "PLAYED_OUT", SearchBudget(iterations=1))


@pytest.fixture
def alone(people: list[User]) -> Table:
    """A friendly table of one person and a bot, where the person is asked something."""
    table = table_setup.open_table(
        people[0],
        GAME,
        TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, bots=("random",), rated=False),
    )
    return to_decide(fresh(table))


def to_decide(table: Table) -> Table:
    """On to a decision of the person with some choice."""
    for _step in range(200):
        seat = actor(table)
        if seat.bot:
            automation.play_bot_turn(seat.pk)
        elif len(legal(table, seat)) > 1:
            return fresh(table)
        else:
            player_actions.confirm(table.key, player(seat), table.version, legal(table, seat))
        table = fresh(table)
    raise AssertionError("nobody has a choice")


def page(table: Table, user: User | None) -> str:
    client = Client() if user is None else signed_in(user)
    return client.get(table.get_absolute_url()).text


def words(table: Table, user: User) -> str:
    found = SUGGESTION_HTML.search(page(table, user))
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", " ", found[1]).split())


def person_at(table: Table) -> User:
    return player(next(seat for seat in seats_of(table) if seat.user_id))


def asks(table: Table, user: User, status: int = 200) -> str:
    answer = signed_in(user).post(
        reverse("games:suggestion", args=[table.key]),
        {"since": "0"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == status, answer.text
    return answer.text


def test_suggestion_is_searched_and_shown_to_its_requester(alone: Table) -> None:
    user = person_at(alone)
    assert BUTTON in page(alone, user)
    assert words(alone, user) == ""
    asks(alone, user)
    assert words(alone, user).startswith("Suggestion Looking for a suggestion.")
    version = fresh(alone).version
    row = Suggestion.objects.get()
    assert tasks.find_suggestion(row.pk)
    assert fresh(alone).version > version, "pages hear of it"
    row.refresh_from_db()
    move = row.result["move"]
    assert move in legal(alone, actor(alone))
    label = presenter(GAME).move_label(move)
    assert label in words(alone, user)


def test_suggestion_shows_expected_values_and_second_best_move(alone: Table) -> None:
    user = person_at(alone)
    asks(alone, user)
    first, second = legal(alone, actor(alone))[:2]
    found = Found(STRONG, first, MoveValue(first, 0.613, 41.2), MoveValue(second, 0.55, 39.7), True)
    Suggestion.objects.update(result=found.to_json())
    text = words(alone, user)
    assert "61 % to win and 41 points at the end" in text
    assert "Second best:" in text
    assert "55 % to win and 40 points at the end" in text
    assert "about equally good" in text


def test_it_is_in_the_log_for_everybody_and_says_nothing_there(alone: Table) -> None:
    user = person_at(alone)
    asks(alone, user)
    tasks.find_suggestion(Suggestion.objects.get().pk)
    line = f"{user.display_name} asked for a suggestion."
    for reader in (user, None):
        assert line in page(alone, reader)
    assert 'id="suggestion"' not in page(alone, None)
    assert Message.objects.get(log_code="hint").data == {"seat": actor(alone).number}
    assert fresh(alone).move_count == alone.move_count


def test_asked_again_it_is_the_same_and_found_once(alone: Table) -> None:
    user = person_at(alone)
    for _time in range(2):
        asks(alone, user)
    row = Suggestion.objects.get()
    assert tasks.find_suggestion(row.pk)
    assert not tasks.find_suggestion(row.pk)
    asks(alone, user)
    assert Suggestion.objects.count() == Message.objects.filter(log_code="hint").count() == 1


@pytest.mark.same_everywhere
def test_once_the_match_has_gone_on_it_is_gone(alone: Table) -> None:
    user, seat = person_at(alone), actor(alone)
    asks(alone, user)
    row = Suggestion.objects.get()
    player_actions.confirm(alone.key, user, fresh(alone).version, legal(alone, seat)[:1])
    assert not tasks.find_suggestion(row.pk)
    assert words(alone, user) == ""


@pytest.mark.same_everywhere
def test_who_moves_while_it_is_looked_for_is_not_disturbed(
    alone: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, seat = person_at(alone), actor(alone)
    asks(alone, user)

    def finish_search(_row: Suggestion) -> dict[str, object]:
        player_actions.confirm(alone.key, user, fresh(alone).version, legal(alone, seat)[:1])
        return {}

    monkeypatch.setattr(actions_suggestions, "_compute_result", finish_search)
    assert not tasks.find_suggestion(Suggestion.objects.get().pk)
    assert fresh(alone).version == Suggestion.objects.get().version + 2, (
        "that it was asked, and a move"
    )


@pytest.mark.same_everywhere
def test_suggestion_is_hidden_after_rollback(alone: Table) -> None:
    user, at = person_at(alone), alone.move_count
    asks(alone, user)
    tasks.find_suggestion(Suggestion.objects.get().pk)
    player_actions.confirm(alone.key, user, fresh(alone).version, legal(alone, actor(alone))[:1])
    staff = User.objects.create_user("staffa", is_staff=True)
    roll_back_table(alone.key, at, staff, "a bug", fresh(alone).version)
    assert words(alone, user) == ""


@pytest.mark.same_everywhere
def test_failing_bot_leaves_no_suggestion(alone: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object) -> None:
        raise ArithmeticError

    user = person_at(alone)
    asks(alone, user)
    monkeypatch.setattr(actions_suggestions, "suggest", fails)
    assert tasks.find_suggestion(Suggestion.objects.get().pk)
    assert words(alone, user) == "Suggestion No suggestion was found."


def test_there_is_none_where_two_people_sit_or_have_sat(new_table: NewTable) -> None:
    table = to_decide(new_table(rated=False))
    user = player(actor(table))
    assert 'id="suggestion"' not in page(table, user)
    assert BUTTON not in page(table, user)
    assert "when all other players are bots" in asks(table, user, 409)
    other = next(seat for seat in seats_of(table) if seat.user_id != user.pk)
    resignation.resign(table.key, player(other))
    assert "when all other players are bots" in asks(table, user, 409)
    assert not Suggestion.objects.exists()


def test_there_is_none_at_a_rated_table(alone: Table) -> None:
    Table.objects.update(rated=True)
    user = person_at(alone)
    assert BUTTON not in page(alone, user)
    assert "only available at friendly tables" in asks(alone, user, 409)


@pytest.mark.same_everywhere
def test_there_is_none_for_onlookers_nor_out_of_turn(alone: Table, people: list[User]) -> None:
    asks(alone, people[3], 403)
    user = person_at(alone)
    while not (seat := actor(alone)).bot:
        player_actions.confirm(alone.key, user, fresh(alone).version, legal(alone, seat)[:1])
    assert "nothing to decide now" in asks(alone, user, 409)


@pytest.mark.same_everywhere
def test_there_is_none_in_a_guided_match(people: list[User]) -> None:
    table = tutorial.start_or_resume_tutorial(people[0], GAME)
    assert "In this match, the tutorial tells you what to play." in asks(table, people[0], 409)


@pytest.mark.same_everywhere
def test_they_are_limited(alone: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions_suggestions, "MOST", 0)
    assert "Too many suggestions at once. Wait a few minutes." in asks(alone, person_at(alone), 429)


@pytest.mark.same_everywhere
def test_the_api_tells_it_too(alone: Table) -> None:
    client = signed_in(person_at(alone))
    address = reverse("api:suggestion", args=[alone.key])
    assert client.post(address).json()["state"] == "searching"
    tasks.find_suggestion(Suggestion.objects.get().pk)
    data = client.post(address).json()
    assert data["state"] == "found"
    assert data["move"] in legal(alone, actor(alone))
    assert data["words"]
