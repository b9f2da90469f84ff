"""Invitations at the very same moment: one wins, the others hear why, a seat has one person."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.deletion import delete_account
from accounts.models import User
from games.lobby import match_start
from games.lobby.admission import host_actions, invitation_links, invitations
from games.lobby.models import InvitationLink
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Invitation, Seat, Table
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = PRESETS_BY_KEY["day"].clock


@pytest.fixture
def trio() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cem")]


def open_host_started_table(host: User, seats: int = 2) -> Table:
    return table_setup.open_table(
        host, GAME, TableSettings(seats, {}, CLOCK, start_when=Table.StartMode.HOST)
    )


def invite_to_last_seat(table: Table, host: User, guest: User) -> Invitation:
    """The last seat of a table is held for this guest, whatever has become of the table before."""
    Seat.objects.filter(table=table).exclude(user=host).update(user=None, invitation=None)
    Invitation.objects.all().delete()
    return invitations.invite(table.key, host, [guest.username])[0]


def guests(table: Table) -> set[int]:
    return set(table.seat_set.exclude(user=table.host).values_list("user", flat=True)) - {None}


def test_the_last_held_seat(trio: list[User], race: Race) -> None:
    """It is withdrawn, accepted and, being free, taken by somebody else: one sits there."""
    ann, bob, cem = trio
    table, ways = open_host_started_table(ann), Counter[str]()
    for _ in range(ROUNDS):
        one = invite_to_last_seat(table, ann, bob)
        withdrawn, accepted, joined = race(
            lambda: invitations.withdraw(table.key, ann, one.pk),  # noqa: B023
            lambda: invitations.accept(table.key, bob),
            lambda: table_setup.join(table.key, cem),
        )
        assert (withdrawn == "") != (accepted == "")
        assert withdrawn in ("", "invitation_accepted")
        assert accepted in ("", "invitation_withdrawn")
        assert joined in ("", "seat_taken")
        assert guests(table) == ({bob.pk} if not accepted else {cem.pk} if not joined else set())
        assert not Seat.objects.filter(invitation__isnull=False).exists()
        ways[accepted] += 1
    assert ways.total() == ROUNDS


def test_accepting_twice_and_declining_at_once(trio: list[User], race: Race) -> None:
    ann, bob, _cem = trio
    table = open_host_started_table(ann)
    for _ in range(ROUNDS):
        one = invite_to_last_seat(table, ann, bob)
        codes = race(
            lambda: invitations.accept(table.key, bob),
            lambda: invitations.accept(table.key, bob),
            lambda: invitations.decline(table.key, bob),
        )
        one.refresh_from_db()
        assert sorted(codes) == ["", *2 * [f"invitation_{one.state}"]]
        assert guests(table) == ({bob.pk} if one.state == "accepted" else set())


def test_the_last_use_of_a_link(trio: list[User], race: Race) -> None:
    ann, bob, cem = trio
    table = open_host_started_table(ann, 3)
    link = invitation_links.create_link(table.key, ann, uses=1, hours=1)
    for _ in range(ROUNDS):
        InvitationLink.objects.update(use_count=0)
        Seat.objects.filter(table=table).exclude(user=ann).update(user=None)
        codes = race(
            lambda: invitation_links.use_link(link.token, bob),
            lambda: invitation_links.use_link(link.token, cem),
        )
        assert sorted(codes) == ["", "link_used_up"]
        assert guests(table) == {bob.pk if codes[0] == "" else cem.pk}


def test_a_guest_is_removed_while_the_table_starts(trio: list[User], race: Race) -> None:
    ann, bob, cem = trio
    for _ in range(ROUNDS):
        table = open_host_started_table(ann, 3)
        table_setup.join(table.key, bob)
        table_setup.join(table.key, cem)
        removed, started = race(
            lambda: host_actions.remove_player(table.key, ann, bob.username),  # noqa: B023
            lambda: match_start.start(table.key, ann),  # noqa: B023
        )
        assert started == ""
        assert removed in ("", "seat_taken")
        sitting = set(table.seat_set.values_list("user", flat=True))
        assert sitting == ({ann.pk, cem.pk} if not removed else {ann.pk, bob.pk, cem.pk})
        Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED_OFF)


def test_an_account_is_deleted_while_it_is_invited(trio: list[User], race: Race) -> None:
    ann = trio[0]
    table = open_host_started_table(ann)
    for number in range(ROUNDS):
        leaver = User.objects.create_user(f"p{number}", f"p{number}@example.org")
        Invitation.objects.all().delete()
        race(
            lambda: invitations.invite(table.key, ann, [leaver.username]),  # noqa: B023
            lambda: delete_account(leaver),  # noqa: B023
        )
        leaver.refresh_from_db()
        assert leaver.deleted_at is not None
        assert not Seat.objects.filter(invitation__isnull=False).exists()
        assert not Invitation.objects.exists()


def test_an_account_is_deleted_while_it_takes_the_seat_held_for_it(
    trio: list[User], race: Race
) -> None:
    ann = trio[0]
    table = open_host_started_table(ann, 3)
    # the two meet in few rounds: the deletion has much to do before it comes to the seat
    for number in range(3 * ROUNDS):
        leaver = User.objects.create_user(f"p{number}", f"p{number}@example.org")
        invitations.invite(table.key, ann, [leaver.username])
        accepted, deleted = race(
            lambda: invitations.accept(table.key, leaver),  # noqa: B023
            lambda: delete_account(leaver),  # noqa: B023
        )
        assert deleted == ""
        assert accepted in ("", "account_closed", "invitation_declined", "not_invited")
        leaver.refresh_from_db()
        assert leaver.deleted_at is not None
        assert guests(table) == set()
        assert not Seat.objects.filter(invitation__isnull=False).exists()
