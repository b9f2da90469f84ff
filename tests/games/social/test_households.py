"""Two people who live together: asking, accepting, ending, and what it does to ratings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.lobby.admission import matchmaking
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import FairPlaySignal, HouseholdDeclaration, Notification, Table
from games.moderation import block_list, fair_play_signals
from games.notifications.context import NotificationContext
from games.ratings import households, rating_changes
from games.ratings.models import Rating, RatingChange
from games.social.household_declarations import (
    accept_household,
    declarations_of,
    declare_household,
    end_household,
)
from games.table.views.rating_explanations import rating_change_rows
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Forbidden, NotFound
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, new_table, play_on, seats_of
from tests.games.moderation.conftest import moderators
from tests.games.moderation.test_fair_play_signals import comes, create_finished_match
from tests.lobby.test_matchmaking import likes
from tests.refusals import expect_refusal

__all__ = ["moderators", "new_table"]

NOW = timezone.now()
MONTH = timedelta(days=31)


@pytest.fixture
def pair(people: list[User]) -> tuple[User, User]:
    return people[0], people[1]


def live_together(one: User, other: User) -> HouseholdDeclaration:
    declare_household(one, other, timezone.now())
    return declare_household(other, one, timezone.now())


def waiting_table(host: User, *, rated: bool) -> Table:
    settings = TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, rated=rated)
    return table_setup.open_table(host, GAME, settings)


def test_request_is_accepted_by_the_other_person_only(pair: tuple[User, User]) -> None:
    ann, bob = pair
    asked = declare_household(ann, bob, NOW)
    assert declare_household(ann, bob, NOW).pk == asked.pk
    assert Notification.objects.filter(user=bob, event="household", channel="page").count() == 1
    with expect_refusal(NotFound, "no_such_thing"):
        accept_household(ann, asked.pk, NOW)
    accept_household(bob, asked.pk, NOW)
    accept_household(bob, asked.pk, NOW)
    assert Notification.objects.filter(user=ann, event="household", channel="page").count() == 1
    assert declarations_of(ann, NOW).get().accepted_at == NOW


@pytest.mark.parametrize("is_older_row", [False, True])
def test_notification_leads_to_the_households(
    pair: tuple[User, User], *, is_older_row: bool
) -> None:
    declare_household(*pair, NOW)
    row = Notification.objects.get(user=pair[1], event="household", channel="page")
    if is_older_row:
        del row.data["path"]
    assert NotificationContext(row).url == "/households/"


def test_two_who_ask_each_other_have_accepted(pair: tuple[User, User]) -> None:
    assert live_together(*pair).accepted_at is not None
    assert HouseholdDeclaration.objects.count() == 1


def test_request_expires_and_can_be_repeated(pair: tuple[User, User]) -> None:
    ann, bob = pair
    asked = declare_household(ann, bob, NOW)
    assert not declarations_of(bob, NOW + MONTH)
    with expect_refusal(NotFound, "no_such_thing"):
        accept_household(bob, asked.pk, NOW + MONTH)
    assert declare_household(bob, ann, NOW + MONTH).accepted_at is None


def test_declaration_cannot_be_ended_within_thirty_days(pair: tuple[User, User]) -> None:
    declaration = live_together(*pair)
    with expect_refusal(Forbidden, "too_early"):
        end_household(pair[0], declaration.pk, timezone.now() + timedelta(days=29))
    end_household(pair[0], declaration.pk, timezone.now() + MONTH)
    assert not declarations_of(pair[1], NOW)


def test_strangers_can_neither_accept_nor_end(people: list[User]) -> None:
    asked = declare_household(people[0], people[1], NOW)
    for change in (accept_household, end_household):
        with expect_refusal(NotFound, "no_such_thing"):
            change(people[2], asked.pk, NOW)


def test_blocked_person_cannot_ask_and_reads_what_an_invitation_says(
    pair: tuple[User, User],
) -> None:
    block_list.block(pair[1], pair[0])
    with expect_refusal(Forbidden, "takes_no_invitations"):
        declare_household(pair[0], pair[1], NOW)


def test_requests_and_partners_have_limits(people: list[User]) -> None:
    others = [User.objects.create_user(f"n{n}", f"n{n}@example.org") for n in range(7)]
    for other in others[:5]:
        declare_household(people[0], other, NOW)
    with expect_refusal(Forbidden, "too_many_requests"):
        declare_household(people[0], others[5], NOW)
    for other in others[:5]:
        declare_household(other, people[0], NOW)
    with expect_refusal(Forbidden, "household_full"):
        declare_household(people[0], others[6], NOW + timedelta(days=2))


def test_match_of_two_in_one_household_changes_no_rating(
    new_table: Callable[..., Table], pair: tuple[User, User]
) -> None:
    live_together(*pair)
    table = play_on(new_table(2))
    assert {row.delta for row in table.rating_changes.all()} == {0}
    assert set(Rating.objects.values_list("value", "played")) == {(1500, 0)}
    said = rating_change_rows(table, seats_of(table))[0].opponents[0]
    assert "they live in one household" in said
    assert rating_changes.recompute_all() == []


def test_household_weighs_nothing_beside_others_and_survives_void_and_restore(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    first = play_on(new_table(3))
    live_together(people[0], people[1])
    table = play_on(new_table(3))
    ids = {people[0].pk, people[1].pk}

    def weights() -> dict[frozenset[int], float]:
        rows = RatingChange.objects.filter(table=table)
        return {
            frozenset((row.user_id, pair["user"])): pair["weight"]
            for row in rows
            for pair in row.pairs
        }

    assert {pair for pair, weight in weights().items() if not weight} == {frozenset(ids)}
    before = set(Rating.objects.values_list("user", "value", "played"))
    rating_changes.void_match(first)
    assert {pair for pair, weight in weights().items() if not weight} == {frozenset(ids)}
    rating_changes.restore_match(first)
    assert set(Rating.objects.values_list("user", "value", "played")) == before
    assert rating_changes.recompute_all() == []


def test_match_that_began_before_the_acceptance_counts_and_one_before_the_end_does_not(
    new_table: Callable[..., Table], pair: tuple[User, User]
) -> None:
    early = new_table(2)
    declaration = live_together(*pair)
    late = new_table(2)
    end_household(pair[0], declaration.pk, timezone.now() + MONTH)
    assert {row.delta == 0 for row in play_on(late).rating_changes.all()} == {True}
    weights = [pair["weight"] for row in play_on(early).rating_changes.all() for pair in row.pairs]
    assert all(weights)


def test_quick_match_brings_no_household_to_a_rated_table(pair: tuple[User, User]) -> None:
    live_together(*pair)
    for user in pair:
        likes(user)
        assert matchmaking.request_match(user, GAME).table is None


def test_shared_device_of_a_household_is_no_signal(
    new_table: Callable[..., Table], pair: tuple[User, User]
) -> None:
    live_together(*pair)
    browser = Client()
    for user in pair:
        comes(browser, user, "192.0.2.1")
    new_table(2)
    fair_play_signals.detect_signals(timezone.now())
    assert not FairPlaySignal.objects.exists()


def test_rated_pending_table_names_the_household_and_a_friendly_one_does_not(
    people: list[User],
) -> None:
    live_together(people[0], people[1])
    text = "live in one household"
    for rated in (True, False):
        table = waiting_table(people[0], rated=rated)
        for reader in people[1:3]:
            page = signed_in(reader).get(table.get_absolute_url()).content.decode()
            is_shown = rated and reader == people[1]
            assert (text in page) == is_shown


def test_household_is_named_to_members_at_the_running_table_and_its_end_changes_nothing(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    declaration = live_together(people[0], people[1])
    table = new_table(3)
    end_household(people[0], declaration.pk, timezone.now() + MONTH)
    text = "ann and bob live in one household: no rating between them."
    for client in (signed_in(people[0]), signed_in(people[4])):
        assert text in client.get(table.get_absolute_url()).content.decode()
    assert text not in Client().get(table.get_absolute_url()).content.decode()
    Table.objects.filter(pk=table.pk).update(rated=False)
    assert text not in signed_in(people[0]).get(table.get_absolute_url()).content.decode()


def test_visitors_do_not_learn_a_household_from_a_pending_table(people: list[User]) -> None:
    live_together(people[0], people[1])
    table = waiting_table(people[0], rated=True)
    table_setup.join(table.key, people[1])
    for client, is_shown in ((Client(), False), (signed_in(people[2]), True)):
        for address in (table.get_absolute_url(), f"{table.get_absolute_url()}live/"):
            page = client.get(address).content.decode()
            assert ("live in one household" in page) == is_shown


def test_nobody_to_compare_costs_no_query(
    people: list[User], django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert households.current_pairs([people[0].pk]) == set()
        assert households.read_declarations([people[0].pk]).pairs_at(Table(started_at=NOW)) == set()


def test_signal_about_a_household_says_so_to_moderators(
    people: list[User], moderators: list[User]
) -> None:
    live_together(people[0], people[1])
    for number, other in enumerate(people[1:3]):
        FairPlaySignal.objects.create(
            kind=FairPlaySignal.Kind.SHARED,
            user=people[0],
            other=other,
            dedup_key=str(number),
            evidence={"tables": []},
            found_at=timezone.now(),
        )
    page = signed_in(moderators[0]).get("/moderation/signals/").content.decode()
    assert page.count("declared household since") == 1
    listed = api_of(moderators[0]).get("/api/moderation/signals/").json()
    assert {one["other"]: one["household_since"] is None for one in listed} == {
        "bob": False,
        "cem": True,
    }


@pytest.mark.parametrize("is_household", [True, False])
def test_one_sided_results_of_a_household_are_no_signal(
    people: list[User], is_household: bool
) -> None:
    ann, bob = people[:2]
    if is_household:
        declaration = live_together(ann, bob)
        early = timezone.now() - timedelta(days=60)
        HouseholdDeclaration.objects.filter(pk=declaration.pk).update(accepted_at=early)
    for number in range(12):
        create_finished_match(ann, bob, days_ago=13 - number)
    found = {one.kind for one in fair_play_signals.detect_one_sided_results(NOW - MONTH)}
    assert bool(found) is not is_household


def test_pages_lead_from_the_request_to_the_household(pair: tuple[User, User]) -> None:
    ann, bob = pair
    page = signed_in(ann).post("/households/add/", {"name": "bob"}, follow=True)
    assert "We have asked bob to confirm." in page.content.decode()
    declaration = HouseholdDeclaration.objects.get()
    page = signed_in(bob).post(f"/households/{declaration.pk}/accept/", follow=True)
    assert "You and ann live in one household." in page.content.decode()
    page = signed_in(ann).post(f"/households/{declaration.pk}/end/", follow=True)
    assert "This declaration holds for at least 30 days." in page.content.decode()


def test_api_asks_accepts_and_lists(pair: tuple[User, User]) -> None:
    ann, bob = pair
    assert api_of(ann).put("/api/people/bob/household/").json() == {"declared": False}
    assert api_of(bob).put("/api/people/ann/household/").json() == {"declared": True}
    (one,) = api_of(ann).get("/api/households/").json()
    assert (one["user"], one["asked_by_me"]) == ("bob", True)
    assert api_of(ann).delete("/api/people/bob/household/").status_code == 403


def test_deleted_account_ends_its_declaration(pair: tuple[User, User]) -> None:
    live_together(*pair)
    delete_account(pair[0])
    assert not declarations_of(pair[1], NOW)
