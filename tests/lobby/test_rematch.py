"""Again: the people of a match meet at the next table, one seat further, however they press."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.lobby.admission import invitations
from games.lobby.admission.rematch import open_or_join_rematch
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.table.agreements import actions as agreements
from games.table.errors import NotRunningError
from games.table.rematch_series import rotate_seats
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Forbidden
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, seats_of
from tests.games.races import ROUNDS, Race, race
from tests.refusals import expect_refusal

__all__ = ["race"]


def over(people: list[User], name: str = "") -> Table:
    """A match of these people that all have called off."""
    settings = TableSettings(len(people), {}, PRESETS_BY_KEY["week"].clock)
    table = table_setup.open_table(people[0], GAME, settings, name=name)
    for user in people[1:]:
        table_setup.join(table.key, user)
    for user in people:
        agreements.agree_to_call_off(table.key, user, agrees=True)
    return fresh(table)


def seat_user_ids(table: Table) -> list[int | None]:
    return [seat.user_id for seat in seats_of(table)]


@pytest.mark.same_everywhere
def test_each_takes_part_by_one_press_and_sits_one_seat_further(people: list[User]) -> None:
    old = over(people[:3], name="Thursdays")
    table = open_or_join_rematch(old.key, people[1])
    assert (table.status, table.host, table.name) == (Table.Status.OPEN, people[1], "Thursdays")
    asked = {seat.invitation.user for seat in table.seat_set.all() if seat.invitation}
    assert asked == {people[0], people[2]}
    assert (
        open_or_join_rematch(old.key, people[0])
        == open_or_join_rematch(old.key, people[2])
        == table
    )
    table = fresh(table)
    assert table.is_running
    before = seat_user_ids(old)
    assert seat_user_ids(table) == [*before[1:], before[0]]
    assert (table.options, table.clock) == (old.options, old.clock)
    page = signed_in(people[0]).get(table.get_absolute_url()).content.decode()
    assert "Everyone moves to the next seat" in page


@pytest.mark.same_everywhere
def test_rematch_invitation_notifies_and_can_be_declined(people: list[User]) -> None:
    old = over(people[:2])
    table = open_or_join_rematch(old.key, people[0])
    assert Notification.objects.filter(event="invited", user=people[1], table=table).exists()
    invitations.decline(table.key, people[1])
    assert open_or_join_rematch(old.key, people[1]) == table
    assert fresh(table).is_running


@pytest.mark.same_everywhere
def test_a_series_counts_its_matches_on_page_and_card(people: list[User]) -> None:
    old = over(people[:2])
    for number in (2, 3):
        table = open_or_join_rematch(old.key, people[0])
        assert table.series_number == number
        client = signed_in(people[0])
        for address in (table.get_absolute_url(), "/tables/", "/my-tables/"):
            assert f"match {number} of this series" in client.get(address).content.decode()
        open_or_join_rematch(old.key, people[1])
        for user in people[:2]:
            agreements.agree_to_call_off(table.key, user, agrees=True)
        old = fresh(table)
    data = api_of(people[0]).get(f"/api/tables/{old.key}/").json()
    assert data["series_number"] == 3


@pytest.mark.same_everywhere
def test_the_result_offers_it_to_who_has_played(people: list[User]) -> None:
    old = over(people[:2])
    address = old.get_absolute_url()
    ann, bob, cem = (signed_in(user) for user in people[:3])
    assert "Play again" in ann.get(address).content.decode()
    for other in (cem, signed_in(None)):
        assert "Play again" not in other.get(address).content.decode()
    sent = ann.post(f"/tables/{old.key}/rematch/")
    table = Table.objects.get(rematch_of=old)
    assert sent.headers["Location"] == table.get_absolute_url()
    assert "1 of 2 have joined" in bob.get(address).content.decode()
    assert "Go to the next match" in ann.get(address).content.decode()


@pytest.mark.same_everywhere
def test_after_a_table_that_was_closed_there_may_be_another(people: list[User]) -> None:
    old = over(people[:2])
    first = open_or_join_rematch(old.key, people[0])
    table_setup.close(first.key, people[0])
    assert open_or_join_rematch(old.key, people[1]) != first


@pytest.mark.same_everywhere
def test_others_and_too_early_ones_are_refused(people: list[User]) -> None:
    old = over(people[:2])
    with expect_refusal(Forbidden, "not_your_seat"):
        open_or_join_rematch(old.key, people[2])
    table = open_or_join_rematch(old.key, people[0])
    with pytest.raises(NotRunningError):
        open_or_join_rematch(table.key, people[0])


@pytest.mark.same_everywhere
def test_bots_and_newcomers_find_a_seat_in_the_next_order(people: list[User]) -> None:
    old = over(people[:2])
    Seat.objects.filter(table=old, number=1).update(user=None, bot="random")
    first = seats_of(old)[0].user_id
    found = rotate_seats(old, [(99, ""), (first, ""), (None, "random")])
    assert found == [(None, "random"), (first, ""), (99, "")]


@pytest.mark.django_db(transaction=True)
def test_all_who_press_at_once_meet_at_one_table(race: Race) -> None:
    """Each round goes on from the one before, at first with held seats, later with free ones."""
    people = [User.objects.create_user(name, f"{name}@example.org", None) for name in "xyz"]
    old = over(people)
    for number in range(ROUNDS):
        assert race(*(partial(open_or_join_rematch, old.key, user) for user in people)) == [
            "",
            "",
            "",
        ]
        table = Table.objects.defer("state").get(rematch_of=old)
        assert (table.status, table.series_number) == (Table.Status.RUNNING, number + 2)
        assert set(seat_user_ids(table)) == {user.pk for user in people}
        ended = {"status": Table.Status.CALLED_OFF, "ended_at": table.started_at}
        Table.objects.filter(pk=table.pk).update(**ended)
        old = table
