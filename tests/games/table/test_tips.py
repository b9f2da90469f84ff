"""The first time a person is asked a kind of decision, a line of the bar says what is new."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import rulebook
from games.boards import presenter
from games.boards.cached_urls import rules_url
from games.lobby.home import tutorial
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import automation, player_actions
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal, play_on, player
from tests.games.test_pages import signed_in

pytestmark = [pytest.mark.django_db]

TIPS = presenter(GAME).tips
BAR = re.compile(r'<div class="turn-tip" id="tip" role="status">(.*?)</div>')
ROOM = 'class="has-tips"'
NAMED = re.compile(r'<input type="hidden" name="hint" value="(\w+)">')
NewTable = Callable[..., Table]


def page(table: Table, user: User | None) -> str:
    client = Client() if user is None else signed_in(user)
    return client.get(reverse("games:table", args=[table.key])).content.decode()


def tip_text(table: Table, user: User | None) -> str:
    """What the bar says to be new, without its tags."""
    found = BAR.search(page(table, user))
    return "" if found is None else re.sub(r"<[^>]*>", "", found[1])


def moves(table: Table, seat: Seat, **more: str) -> CaptureQueriesContext:
    """Make the first legal move at the page; the statements that it takes."""
    client, at = signed_in(player(seat)), fresh(table)
    given = {"version": at.version, "step": 0, "sure": "1", "move": legal(at, seat)[0], **more}
    client.get(reverse("games:table", args=[table.key]))
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(f"/tables/{table.key}/moves/", given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return asked


def pending_decision(table: Table) -> tuple[Seat, str]:
    """Who is asked something now, and what kind of decision it is."""
    seat = actor(table)
    found = NAMED.search(page(table, player(seat)))
    assert found is not None
    return seat, found[1]


@pytest.mark.same_everywhere
def test_tip_of_a_new_decision_kind_links_to_its_rules(table: Table) -> None:
    seat, kind = pending_decision(table)
    hint = TIPS[kind]
    assert tip_text(table, player(seat)) == f"New: {hint.text}"
    html = page(table, player(seat))
    assert f'<a href="{rules_url(GAME, hint.anchor)}" data-rules-tip><b>New:</b>' in html
    assert tip_text(table, player(seat)) != "", "looking again changes nothing"
    assert User.objects.get(pk=seat.user_id).seen_tips == ""


@pytest.mark.same_everywhere
def test_tip_is_hidden_from_others(table: Table) -> None:
    seat, _kind = pending_decision(table)
    others = [one.user for one in table.seat_set.select_related("user") if one.pk != seat.pk]
    assert [tip_text(table, user) for user in (*others, None)] == ["", ""]
    assert 'name="hint"' not in page(table, None)


def test_tip_is_not_repeated_after_a_move(new_table: NewTable) -> None:
    tables = [new_table(), new_table()]
    seat, kind = pending_decision(tables[0])
    user = player(seat)
    assert ROOM in page(tables[0], user)
    user.tips = User.Tips.ALWAYS
    user.save()
    plain = len(moves(tables[0], seat))
    assert User.objects.get(pk=user.pk).seen_tips == "", "the page has shown nothing"
    player_actions.undo(tables[0].key, user, fresh(tables[0]).version, 1, everything=True)
    once = len(moves(tables[0], seat, hint=kind))
    assert once == plain + 1
    assert User.objects.get(pk=user.pk).seen_tips == f"{GAME}:{kind} "
    player_actions.undo(tables[0].key, user, fresh(tables[0]).version, 1, everything=True)
    assert len(moves(tables[0], seat, hint=kind)) == plain
    assert User.objects.get(pk=user.pk).seen_tips == f"{GAME}:{kind} "

    other = tables[1]
    while actor(other).user_id != user.pk:
        play_on(other, moves=1)
    kinds = NAMED.findall(page(other, user))
    assert kind not in kinds
    assert ROOM in page(other, user), "so that nothing below the bar moves"


@pytest.mark.same_everywhere
def test_what_is_no_kind_of_decision_is_not_kept(table: Table) -> None:
    seat, _kind = pending_decision(table)
    moves(table, seat, hint="x" * 1000)
    assert User.objects.get(pk=seat.user_id).seen_tips == ""


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("wish", "first", "later"),
    [("first", True, False), ("always", True, True), ("never", False, False)],
)
def test_tips_follow_the_persons_setting(
    new_table: NewTable, people: list[User], wish: str, first: bool, later: bool
) -> None:
    User.objects.update(tips=wish)
    for is_told in (first, later):
        table = new_table()
        assert bool(tip_text(table, player(actor(table)))) == is_told
        assert (ROOM in page(table, player(actor(table)))) == is_told
        assert ROOM not in page(table, None)


def test_a_guided_match_is_not_the_first_of_its_game(people: list[User]) -> None:
    key = next(key for key in rules.catalogue() if rulebook.tutorial_of(key) is not None)
    tutorial.start_or_resume_tutorial(people[0], key)
    assert new_to(people[0], key) == [True]
    assert new_to(people[0], key) == [False]


def new_to(user: User, game: str) -> list[bool]:
    """Whether the game is new to this person at a table that they open with a bot."""
    seats = max(2, rules.get(game).seats[0])
    table = table_setup.open_table(
        user,
        game,
        TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock, bots=("random",) * (seats - 1)),
    )
    return list(table.seat_set.filter(user=user).values_list("has_tips", flat=True))


def test_guests_see_tips_in_all_matches_and_keep_their_progress(people: list[User]) -> None:
    guest = people[0]
    User.objects.filter(pk=guest.pk).update(guest_network="network", seen_tips=f"{GAME}:met ")
    guest.refresh_from_db()
    tables = [open_guest_table(guest) for _ in range(2)]
    assert [table.seat_set.get(user=guest).has_tips for table in tables] == [True, True]
    address = EmailAddress.objects.create(user=guest, email="ann@example.org", verified=True)
    email_confirmed.send(EmailAddress, request=None, email_address=address)
    guest.refresh_from_db()
    assert not guest.is_guest
    assert guest.seen_tips == f"{GAME}:met "
    assert tip_text(tables[1], guest)


def open_guest_table(guest: User) -> Table:
    return table_setup.open_table(
        guest,
        GAME,
        TableSettings(
            2,
            {},
            PRESETS_BY_KEY["day"].clock,
            bots=("random",),
            rated=False,
            visibility=Table.Visibility.LINK,
        ),
    )


def test_tutorial_text_replaces_the_tip(people: list[User]) -> None:
    """The kind of decision counts as met with the guided move, and is not told again later."""
    key = next(key for key in rules.catalogue() if rulebook.tutorial_of(key) is not None)
    table = tutorial.start_or_resume_tutorial(people[0], key)
    User.objects.update(tips=User.Tips.ALWAYS)
    while (seat := actor(table)).bot:
        automation.play_bot_turn(seat.pk)
    html = page(table, people[0])
    assert 'id="tutorial"' in html
    assert NAMED.search(html) is not None
    assert tip_text(table, people[0]) == ""


def test_what_can_be_done_is_asked_for_by_a_control_and_a_key(table: Table) -> None:
    """Without scripts it leads to the list of moves; who is not asked has none."""
    seat = actor(table)
    other = table.seat_set.exclude(pk=seat.pk).select_related("user")[0]
    control = re.search(r'<a [^>]*id="actions-open"[^>]*>', page(table, player(seat)))
    assert control is not None
    for part in ('href="?words=1#moves"', 'aria-keyshortcuts="w"', 'aria-label="What can I do?"'):
        assert part in control[0]
    assert "actions-open" not in page(table, player(other)) + page(table, None)
    User.objects.update(has_key_shortcuts=False)
    assert 'aria-keyshortcuts="w"' not in page(table, player(seat))
