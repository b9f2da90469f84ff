"""Accounts that programs play: declared in time, marked everywhere, rated where hosts allow it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games import tasks
from games.clubs import creation
from games.lobby.admission import bot_invitation_policy, invitations, matchmaking
from games.lobby.admission.bot_invitation_policy import InvitationPolicy, InviterFilter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Invitation, Membership, Table
from games.ratings.models import RatingChange
from games.table.actions import resignation
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Forbidden
from tests.clients import signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal

DAY = PRESETS_BY_KEY["day"].clock


@pytest.fixture
def bot(people: list[User]) -> User:
    User.objects.filter(pk=people[1].pk).update(is_bot=True)
    return User.objects.get(pk=people[1].pk)


def declare(client: Client, user: User, **changes: str) -> User:
    page = client.get("/preferences/").context["form"]
    kept = {name: page[name].value() for name in page.fields}
    given = {name: value for name, value in kept.items() if value not in (None, False)}
    client.post("/preferences/", {**given, **changes})
    return User.objects.get(pk=user.pk)


def test_an_account_is_declared_a_bots_before_it_has_played(people: list[User]) -> None:
    ann, ben = people[:2]
    client = signed_in(ann)
    assert declare(client, ann, is_bot="on").is_bot
    assert not declare(client, ann, is_bot="").is_bot
    table = table_setup.open_table(ann, GAME, TableSettings(2, {}, DAY))
    assert not declare(client, ann, is_bot="on").is_bot, "somebody may sit down with a person"
    table_setup.join(table.key, ben)
    assert not declare(client, ann, is_bot="on").is_bot, "it has played as a person"


def test_its_name_says_so_in_every_language(bot: User) -> None:
    assert bot.display_name == f"{bot.username} (bot)"
    with translation.override("ja"):
        assert bot.display_name == f"{bot.username}（ボット）"


@pytest.mark.same_everywhere
def test_pages_and_api_mark_it(people: list[User], bot: User) -> None:
    table = table_setup.open_table(bot, GAME, TableSettings(2, {}, DAY, rated=False))
    client = signed_in(people[0])
    for address in (f"/tables/{table.key}/", "/tables/", f"/people/{bot.username}/"):
        page = client.get(address, follow=True)
        assert bot.display_name in page.text, address
    seats = client.get(f"/api/tables/{table.key}/").json()["seats"]
    assert [seat["program"] for seat in seats] == [True, False]


@pytest.mark.same_everywhere
def test_at_a_rated_table_people_and_bots_do_not_mix(people: list[User], bot: User) -> None:
    rated = table_setup.open_table(people[0], GAME, TableSettings(3, {}, DAY))
    with expect_refusal(Forbidden, "bots_not_rated"):
        table_setup.join(rated.key, bot)
    table_setup.join(rated.key, people[2])
    theirs = table_setup.open_table(bot, GAME, TableSettings(2, {}, DAY))
    with expect_refusal(Forbidden, "bots_not_rated"):
        table_setup.join(theirs.key, people[0])


@pytest.mark.same_everywhere
def test_at_a_friendly_table_they_do(people: list[User], bot: User) -> None:
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, DAY, rated=False))
    assert table_setup.join(table.key, bot).is_running


def test_a_host_may_allow_ratings_with_bots(people: list[User], bot: User) -> None:
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, DAY, rates_bots=True))
    table = table_setup.join(table.key, bot)
    assert table.rated
    resignation.resign(table.key, bot)
    resignation.resign(table.key, people[0])
    assert RatingChange.objects.filter(table=table).count() == 2


@pytest.mark.same_everywhere
def test_a_table_that_became_one_of_both_is_friendly(people: list[User], bot: User) -> None:
    """Staff have declared an account while it sat there."""
    table = table_setup.open_table(people[0], GAME, TableSettings(3, {}, DAY))
    table_setup.join(table.key, people[2])
    User.objects.filter(pk=people[2].pk).update(is_bot=True)
    with expect_refusal(Forbidden, "bots_not_rated"):
        table_setup.join(table.key, people[3])
    table_setup.leave(table.key, people[2])
    assert table_setup.join(table.key, people[3]).status == Table.Status.OPEN


def test_quick_matches_are_for_people(bot: User) -> None:
    with expect_refusal(Forbidden, "only_people"):
        matchmaking.request_match(bot, GAME)


def invite_bot(host: User, bot: User, **more: Any) -> Invitation:
    table = table_setup.open_table(host, GAME, TableSettings(3, {}, DAY, rated=False, **more))
    (asked,) = invitations.invite(table.key, host, [bot.username])
    return asked


@pytest.mark.parametrize(
    ("rules", "is_accepted"),
    [
        (InvitationPolicy(), True),
        (InvitationPolicy(games=(GAME,), seats=(2, 3)), True),
        (InvitationPolicy(games=("another",)), False),
        (InvitationPolicy(seats=(2,)), False),
        (InvitationPolicy(at_once=0), False),
        (InvitationPolicy(by=InviterFilter.FOLLOWED), False),
    ],
)
def test_a_bot_answers_invitations_by_its_rules(
    people: list[User], bot: User, rules: InvitationPolicy, is_accepted: bool
) -> None:
    bot.bot_profile.assign(invitation_policy=rules.to_json())
    asked = invite_bot(people[0], bot)
    assert bot_invitation_policy.answer_pending_invitations(bot.pk) == 1
    asked.refresh_from_db()
    state = Invitation.State.ACCEPTED if is_accepted else Invitation.State.DECLINED
    assert asked.state == state
    assert bool(asked.message) != is_accepted, "it says why not"


def test_a_bot_declines_what_it_may_not_join(people: list[User], bot: User) -> None:
    bot.bot_profile.assign(invitation_policy=InvitationPolicy().to_json())
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, DAY))  # a rated one
    (asked,) = invitations.invite(table.key, people[0], [bot.username])
    bot_invitation_policy.answer_pending_invitations(bot.pk)
    asked.refresh_from_db()
    assert asked.state == Invitation.State.DECLINED


@pytest.mark.same_everywhere
def test_a_bot_without_rules_answers_by_itself(people: list[User], bot: User) -> None:
    asked = invite_bot(people[0], bot)
    assert bot_invitation_policy.answer_pending_invitations(bot.pk) == 0
    asked.refresh_from_db()
    assert asked.is_pending


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_called_at_once(
    people: list[User], bot: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[Any, ...]] = []
    monkeypatch.setattr("portal.background.enqueue", lambda *args: called.append(args))
    task = ("games.tasks.answer_invitations", bot.pk)
    invite_bot(people[0], bot)
    assert task not in called
    bot.bot_profile.assign(invitation_policy=InvitationPolicy().to_json())
    invite_bot(people[0], bot)
    assert task in called


@pytest.mark.same_everywhere
def test_the_rules_are_given_by_the_api(people: list[User], bot: User) -> None:
    client, address = signed_in(bot), reverse("api:my_bot")
    assert client.get(address).status_code == 404
    wanted = {"games": [GAME], "seats": [2], "at_once": 3, "by": "followed"}
    answer = client.put(address, wanted, content_type="application/json")
    assert answer.json() == client.get(address).json() == wanted
    wrong = client.put(address, {"at_once": -1}, content_type="application/json")
    assert wrong.status_code == 400
    unknown = client.put(address, {"games": ["chess"]}, content_type="application/json")
    assert "chess" in unknown.text
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404
    person = signed_in(people[0]).put(address, wanted, content_type="application/json")
    assert (person.status_code, person.json()["error"]) == (403, "not_a_bot")


def test_at_a_hot_seat_it_is_called_as_it_calls_itself(bot: User) -> None:
    User.objects.filter(pk=bot.pk).update(username="x" * 20)
    host = User.objects.get(pk=bot.pk)
    table = table_setup.open_table(
        host, GAME, TableSettings(2, {}, DAY, rated=False), local_names=("Ann",)
    )
    assert {seat.local_name for seat in table.seat_set.all()} == {"x" * 20, "Ann"}


def test_an_invitation_whose_call_was_lost_is_answered_all_the_same(
    people: list[User], bot: User, enqueued_tasks: Any
) -> None:
    bot.bot_profile.assign(invitation_policy=InvitationPolicy().to_json())
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, DAY, rated=False))
    invitations.invite(table.key, people[0], [bot.username])
    enqueued_tasks.sent.clear()
    assert bot_invitation_policy.find_overdue_bots(timedelta(seconds=2), 10) == []
    Invitation.objects.update(created_at=F("created_at") - timedelta(seconds=3))
    tasks.sweep()
    enqueued_tasks.run()
    assert Table.objects.get(pk=table.pk).is_running


def test_bot_declines_after_leaving_the_club(people: list[User], bot: User) -> None:
    club = creation.create_club(people[0], "Club", "", Club.JoinPolicy.OPEN)
    bot.bot_profile.assign(invitation_policy=InvitationPolicy().to_json())
    Membership.objects.get_or_create(club=club, user=bot)
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, DAY, rated=False), club=club
    )
    invitations.invite(table.key, people[0], [bot.username])
    Membership.objects.filter(user=bot).delete()
    assert bot_invitation_policy.answer_pending_invitations(bot.pk) == 1
    assert Invitation.objects.get().state == Invitation.State.DECLINED
