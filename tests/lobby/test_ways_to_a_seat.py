"""Every way to a seat, with every reason not to get it: all ways ask one module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Restrictions, User
from games.lobby import hosting_limits
from games.lobby.admission import host_actions, invitation_links, invitations, matchmaking, rematch
from games.lobby.models import InvitationLink
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Block, Club, Invitation, Table
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, registration
from games.tournaments.access import TournamentNotFoundError
from games.tournaments.models import Tournament
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import ActionError
from tests.games.conftest import GAME

SETTINGS = TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
LATER = timezone.now() + timedelta(days=1)


@dataclass
class Situation:
    """A host with a rated public table, a link and a tournament, and a person who wants a seat."""

    host: User
    person: User
    table: Table
    link: InvitationLink
    tournament: Tournament

    def update_person(self, **values: Any) -> None:
        User.objects.filter(pk=self.person.pk).update(**values)
        self.person.refresh_from_db()

    def restrict(self, **values: Any) -> None:
        Restrictions.objects.update_or_create(user=self.person, defaults=values)
        self.person.refresh_from_db()

    def update_table(self, **values: Any) -> None:
        Table.objects.filter(pk=self.table.pk).update(**values)

    def update_tournament(self, **values: Any) -> None:
        Tournament.objects.filter(pk=self.tournament.pk).update(**values)

    def update_both(self, **values: Any) -> None:
        self.update_table(**values)
        self.update_tournament(**values)

    def add_invitation(self, state: str) -> None:
        Invitation.objects.create(
            table=self.table, user=self.person, inviter=self.host, state=state, expires_at=LATER
        )


@pytest.fixture
def situation(people: list[User]) -> Situation:
    host, person = people[:2]
    table = table_setup.open_table(host, GAME, SETTINGS)
    tournament = creation.create_tournament(
        host, TournamentSettings("Cup", GAME, "swiss", {}, replace(SETTINGS, seats=2), 4)
    )
    link = invitation_links.create_link(table.key, host, 3, 24)
    return Situation(host, person, table, link, tournament)


# What happens before the reason exists, and the way itself.
Step = Callable[[Situation], Any]


def invite(s: Situation) -> None:
    invitations.invite(s.table.key, s.host, [s.person.username])


def finish_match(s: Situation) -> None:
    old = table_setup.open_table(s.host, GAME, replace(SETTINGS, seats=2))
    table_setup.join(old.key, s.person)
    for user in (s.host, s.person):
        agreements.agree_to_call_off(old.key, user, agrees=True)
    s.table = old


def open_with_bots(s: Situation) -> Table:
    return table_setup.open_table(s.person, GAME, TableSettings.with_bots(2, {}, "random"))


WAYS: dict[str, tuple[Step, Step]] = {
    "join": (lambda s: None, lambda s: table_setup.join(s.table.key, s.person)),
    "link": (lambda s: None, lambda s: invitation_links.use_link(s.link.token, s.person)),
    "accept": (invite, lambda s: invitations.accept(s.table.key, s.person)),
    "invite": (lambda s: None, invite),
    "rematch": (finish_match, lambda s: rematch.open_or_join_rematch(s.table.key, s.person)),
    "quick match": (lambda s: None, lambda s: matchmaking.request_match(s.person, GAME)),
    "open": (lambda s: None, lambda s: table_setup.open_table(s.person, GAME, SETTINGS)),
    "bots": (lambda s: None, open_with_bots),
    "hot seat": (
        lambda s: None,
        lambda s: table_setup.open_table(s.person, GAME, SETTINGS, local_names=("Ann", "Bo")),
    ),
    "host": (
        lambda s: table_setup.join(s.table.key, s.person),
        lambda s: host_actions.transfer_host(s.table.key, s.host, s.person.username),
    ),
    "enter": (lambda s: None, lambda s: registration.enter(s.tournament.key, s.person)),
    "tournament invitation": (
        lambda s: None,
        lambda s: registration.invite_player(s.tournament.key, s.host, s.person),
    ),
}


def leave_no_seat(s: Situation) -> None:
    s.table.seat_set.filter(user=None, invitation=None).update(bot="easy")


def close_both(s: Situation) -> None:
    s.update_table(status=Table.Status.CLOSED)
    s.update_tournament(state=Tournament.State.OVER)


def move_into_club(s: Situation) -> None:
    club = Club.objects.create(name="Thursday")
    s.update_table(club=club, visibility=Table.Visibility.CIRCLE)
    s.update_tournament(club=club)


REASONS: dict[str, Step] = {
    "none": lambda s: None,
    "suspended": lambda s: s.restrict(suspended_until=LATER),
    "barred from rated matches": lambda s: s.restrict(rated_ban_until=LATER),
    "barred from open tables": lambda s: s.restrict(open_table_ban_until=LATER),
    "guest": lambda s: s.update_person(guest_network="somewhere"),
    "bot": lambda s: s.update_person(is_bot=True),
    "blocked by the host": lambda s: Block.objects.create(blocker=s.host, blocked=s.person),
    "blocks the host": lambda s: Block.objects.create(blocker=s.person, blocked=s.host),
    "accepts no invitations": lambda s: s.update_person(may_be_invited=False),
    "removed by the host": lambda s: s.add_invitation(Invitation.State.REMOVED),
    "has declined": lambda s: s.add_invitation(Invitation.State.DECLINED),
    "no seat free": leave_no_seat,
    "rating too low": lambda s: s.update_both(requirements={"rating_from": 2500}),
    "invited people only": lambda s: s.update_tournament(
        entry_policy=Tournament.EntryPolicy.INVITATION
    ),
    "over": close_both,
    "game not installed": lambda s: s.update_table(game="gone"),
    "link expired": lambda s: InvitationLink.objects.update(expires_at=timezone.now()),
    "not in the club": move_into_club,
    "hosts too much": lambda s: [
        table_setup.open_table(s.person, GAME, SETTINGS) for _ in range(2)
    ],
}
#: The ways that a reason closes, by the code of the refusal.
CODES: dict[str, dict[str, str]] = {
    "suspended": {
        "suspended": "join, link, accept, rematch, quick match, open, bots, hot seat, enter",
    },
    "barred from rated matches": {
        "suspended": "join, link, accept, rematch, quick match, open, enter",
    },
    "barred from open tables": {
        "suspended": "join, rematch, quick match, open, enter",
    },
    "guest": {
        "needs_account": "join, link, accept, rematch, open, host, enter",
    },
    "bot": {
        "bots_not_rated": "join, link, accept",
        "only_people": "quick match, enter",
    },
    "blocked by the host": {
        "seat_taken": "join, link",
        "invitation_withdrawn": "accept",
        "is_blocked": "invite, tournament invitation",
    },
    "blocks the host": {
        "takes_no_invitations": "invite, tournament invitation",
    },
    "accepts no invitations": {
        "takes_no_invitations": "invite, tournament invitation",
    },
    "removed by the host": {
        "removed": "join, link",
        "invitation_removed": "accept",
    },
    "has declined": {
        "invitation_declined": "accept",
        "has_declined": "invite",
    },
    "no seat free": {
        "seat_taken": "join, link, invite",
    },
    "rating too low": {
        "not_asked_for": "join, link, enter",
    },
    "invited people only": {
        "not_invited": "enter",
    },
    "over": {
        "not_running": "join, link, invite, rematch, host",
        "contest_moved": "enter, tournament invitation",
    },
    "game not installed": {
        "cannot_be_loaded": "join, link, accept, invite",
        "bad_table": "rematch",
    },
    "link expired": {
        "link_expired": "link",
    },
    "not in the club": {
        "unknown": "join, accept, enter",
        "no_such_link": "link",
        "not_of_circle": "invite",
        "bad_table": "rematch",
        "bad_contest": "tournament invitation",
    },
    "hosts too much": {
        "too_many_tables": "rematch, open, bots, hot seat, host",
    },
}


def code_of(way: str, reason: str, situation: Situation) -> str:
    """Return the code with which a way refuses a person for a reason, "" if it does not."""
    prepare, attempt = WAYS[way]
    prepare(situation)
    REASONS[reason](situation)
    try:
        attempt(situation)
    except (Table.DoesNotExist, TournamentNotFoundError):
        return "unknown"
    except ActionError as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("reason", REASONS)
def test_every_way_refuses_for_the_same_reasons(
    reason: str, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason == "hosts too much":
        monkeypatch.setattr(hosting_limits, "OPEN_TABLES_PER_PERSON", 2)
    table, ways_by_code = situation.table, dict[str, list[str]]()
    for way in WAYS:
        situation.table = table
        with transaction.atomic():
            code = code_of(way, reason, situation)
            transaction.set_rollback(True)
        situation.person.refresh_from_db()
        if code:
            ways_by_code.setdefault(code, []).append(way)
    assert {code: ", ".join(ways) for code, ways in ways_by_code.items()} == CODES.get(reason, {})
