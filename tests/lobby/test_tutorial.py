"""A guided first match on the site: an ordinary table, which the guide goes along with."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import rulebook
from games.lobby.home import tutorial
from games.models import Move, Table
from games.rulebook.tutorial import LEARNER_SEAT, Tutorial
from games.table import tutorial as table_tutorial
from games.table.actions import automation, player_actions
from games.table.agreements import actions as agreements
from games.table.session.drafts import load_pov
from portal.errors import ActionError
from tests import sample_titles
from tests.games.test_pages import signed_in

WITH_ONE = [key for key in rules.catalogue() if rulebook.tutorial_of(key) is not None]
KEY = sample_titles.title(lambda game: game.key in WITH_ONE)
OTHERS = [pytest.param(key, marks=pytest.mark.same_everywhere) for key in WITH_ONE if key != KEY]
pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded_tutorial() -> Tutorial:
    found = rulebook.tutorial_of(KEY)
    assert found is not None
    return found


@pytest.fixture
def me(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def table(me: User) -> Table:
    """Where the person is to make the first decision."""
    table = tutorial.start_or_resume_tutorial(me, KEY)
    opponents_play(table)
    return table


def first(guide: Tutorial) -> int:
    """The first decision of whoever is guided."""
    return next(iter(guide.steps))


def table_page(client: Client, table: Table) -> str:
    answer = client.get(reverse("games:table", args=[table.key]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def opponents_play(table: Table) -> None:
    for _turn in range(40):
        waiting = table.seat_set.exclude(bot="").filter(waiting_since__isnull=False).first()
        if waiting is None:
            return
        assert automation.play_bot_turn(waiting.pk)


def drafts(me: User, table: Table, move: str, step: int = 0) -> None:
    table.refresh_from_db()
    player_actions.add_to_draft(table.key, me, table.version, step, [move], sure=True)
    opponents_play(table)


def sends(me: User, table: Table) -> None:
    """Send the draft if nothing is left to decide."""
    table.refresh_from_db()
    if load_pov(table, me).must_confirm:
        player_actions.confirm(table.key, me, table.version)
        opponents_play(table)


def play_tutorial_until(me: User, table: Table, guide: Tutorial, upto: int) -> None:
    """Follow the guide up to the person's decision at this move, or the end."""
    while True:
        table.refresh_from_db()
        draft = table.seat_set.get(number=LEARNER_SEAT).draft
        at, due = guide.due(
            (*table_tutorial.played_moves(table), *((LEARNER_SEAT, move) for move in draft))
        )
        if at >= upto:
            return
        drafts(me, table, next(move for seat, move in due if seat == LEARNER_SEAT), len(draft))
        sends(me, table)


def ends_a_turn(me: User, table: Table) -> None:
    """Play the first moves there are, until they are in the match."""
    table.refresh_from_db()
    moves = table.move_count
    while table.move_count == moves:
        turn = load_pov(table, me)
        if turn.must_confirm:
            sends(me, table)
        else:
            drafts(me, table, turn.legal_moves()[0], len(turn.draft))
        table.refresh_from_db()


def another(me: User, table: Table, move: str) -> str:
    """A legal move that is not the guide's."""
    table.refresh_from_db()
    return next(one for one in load_pov(table, me).legal_moves() if one != move)


@pytest.mark.same_everywhere
def test_a_stranger_sits_down_as_a_guest_by_one_press(
    client: Client, loaded_tutorial: Tutorial
) -> None:
    page = client.post(reverse("games:tutorial", args=[KEY]), follow=True)
    table, guest = Table.objects.get(), User.objects.get()
    assert page.redirect_chain == [(table.get_absolute_url(), 302)]
    assert (guest.is_guest, table.rated, table.visibility) == (True, False, Table.Visibility.LINK)
    assert table.seat_set.get(number=LEARNER_SEAT).user == guest
    opponents_play(table)
    assert loaded_tutorial.step_html(first(loaded_tutorial)) in table_page(client, table)
    *_first, last = re.findall(r'<script type="module" src="([^"]+)"', page.content.decode())
    assert "js/tutorial" in last  # it lights what the title's own scripts have drawn


@pytest.mark.same_everywhere
def test_the_games_page_offers_it_where_there_is_one(client: Client) -> None:
    for key in rules.catalogue():
        page = client.get(reverse("games:game", args=[key])).content.decode()
        assert (reverse("games:tutorial", args=[key]) in page) == (
            rulebook.tutorial_of(key) is not None
        )


@pytest.mark.parametrize("key", [KEY, *OTHERS])
def test_tutorial_resumes_at_every_step(me: User, key: str) -> None:
    """Whoever comes back at any step, by the game's page, is told the same at the same table."""
    guide, table = rulebook.tutorial_of(key), tutorial.start_or_resume_tutorial(me, key)
    assert guide is not None
    opponents_play(table)
    for number, at in enumerate(sorted(guide.steps), 1):
        play_tutorial_until(me, table, guide, at)
        client = signed_in(me)
        answer = client.post(reverse("games:tutorial", args=[key]))
        assert answer.headers["Location"] == table.get_absolute_url()
        page = table_page(client, table)
        assert guide.step_html(at) in page
        assert f"<summary>Tutorial {number} / {len(guide.steps)}</summary>" in page
        assert "data-tutorial" in page
    play_tutorial_until(me, table, guide, len(guide.moves))
    assert guide.due(table_tutorial.played_moves(table)) == (len(guide.moves), ())
    others = table.moves.exclude(seat=LEARNER_SEAT).filter(number__gt=0)
    assert set(others.values_list("by", flat=True)) == {Move.Source.BOT}
    assert guide.render_words(guide.done) in table_page(signed_in(me), table)


@pytest.mark.same_everywhere
def test_behind_the_last_step_one_plays_on_alone(
    me: User, table: Table, loaded_tutorial: Tutorial
) -> None:
    play_tutorial_until(me, table, loaded_tutorial, len(loaded_tutorial.moves))
    ends_a_turn(me, table)
    assert 'id="tutorial"' not in table_page(signed_in(me), table)
    agreements.agree_to_call_off(table.key, me)
    assert loaded_tutorial.render_words(loaded_tutorial.end) in table_page(signed_in(me), table)


@pytest.mark.same_everywhere
def test_something_else_that_is_drafted_is_answered_and_taken_back(
    me: User, table: Table, loaded_tutorial: Tutorial
) -> None:
    drafts(me, table, another(me, table, loaded_tutorial.moves[first(loaded_tutorial)][1]))
    page = table_page(signed_in(me), table)
    assert "The rules allow that too." in page
    assert '["#undo"]' in unescape(page)
    player_actions.undo(table.key, me, table.version, 1)
    assert loaded_tutorial.step_html(first(loaded_tutorial)) in table_page(signed_in(me), table)


def leave_tutorial_at(me: User, table: Table, guide: Tutorial, at: int) -> None:
    """Follow the guide up to here, then play another move, for good."""
    play_tutorial_until(me, table, guide, at)
    drafted = table.seat_set.get(number=LEARNER_SEAT).draft
    drafts(me, table, another(me, table, guide.moves[at][1]), len(drafted))
    table.refresh_from_db()
    if table.seat_set.get(number=LEARNER_SEAT).draft:
        ends_a_turn(me, table)


@pytest.mark.parametrize(
    "step", [0, *(pytest.param(step, marks=pytest.mark.same_everywhere) for step in (1, -1))]
)
def test_whoever_leaves_the_way_plays_on_and_comes_back_to_where_it_was_left(
    me: User, table: Table, loaded_tutorial: Tutorial, step: int
) -> None:
    at = sorted(loaded_tutorial.steps)[step]
    leave_tutorial_at(me, table, loaded_tutorial, at)
    client = signed_in(me)
    page = table_page(client, table)
    assert "You chose your own move" in page
    assert "data-tutorial" not in page
    assert table.seat_set.get(number=LEARNER_SEAT).waiting_since  # the ordinary bot has answered
    answer = client.post(reverse("games:back_to_tutorial", args=[table.key]))
    table.refresh_from_db()
    assert table.status == Table.Status.CALLED_OFF
    again = Table.objects.get(status=Table.Status.RUNNING)
    assert answer.headers["Location"] == again.get_absolute_url()
    assert again.move_count == at
    assert loaded_tutorial.step_html(at) in table_page(client, again)
    play_tutorial_until(me, again, loaded_tutorial, len(loaded_tutorial.moves))
    assert loaded_tutorial.render_words(loaded_tutorial.done) in table_page(client, again)


@pytest.mark.same_everywhere
def test_tutorial_is_shown_to_its_learner_only(
    me: User, people: list[User], table: Table, loaded_tutorial: Tutorial
) -> None:
    leave_tutorial_at(me, table, loaded_tutorial, first(loaded_tutorial))
    other = signed_in(people[1])
    assert 'id="tutorial"' not in table_page(other, table)
    other.post(reverse("games:back_to_tutorial", args=[table.key]))
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    with pytest.raises(ActionError):
        tutorial.return_to_tutorial(table.key, people[1])


@pytest.mark.same_everywhere
def test_home_offers_it_and_the_log_says_that_chance_is_not_drawn(
    client: Client, me: User, table: Table
) -> None:
    assert reverse("games:tutorial", args=[KEY]) in client.get("/").content.decode()
    page = table_page(signed_in(me), table)
    assert "It is a tutorial: its dice and draws are fixed in advance." in page
    assert "drawn at random" not in page


@pytest.mark.same_everywhere
def test_another_table_of_the_game_has_no_tutorial(me: User) -> None:
    signed_in(me).post(reverse("games:play_bots", args=[KEY]))
    table = Table.objects.get()
    page = table_page(signed_in(me), table)
    assert 'id="tutorial"' not in page
    assert "js/tutorial" not in page
    answer = signed_in(me).post(reverse("games:back_to_tutorial", args=[table.key]), follow=True)
    assert "This game has no tutorial." in answer.content.decode()


@pytest.mark.same_everywhere
def test_a_game_without_a_tutorial_says_so(me: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "tutorial_of", lambda key: None)
    answer = signed_in(me).post(reverse("games:tutorial", args=[KEY]), follow=True)
    assert "This game has no tutorial." in answer.content.decode()
    assert not Table.objects.exists()
