"""The addresses of all pages of a site on which there is something of everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from accounts.data_export.models import DataExport
from accounts.models import User
from games.announcements import downtime
from games.announcements.models import Announcement
from games.archive.models import PublicDump
from games.club_matches.models import ClubMatch
from games.clubs import club_links, membership
from games.clubs import creation as club_creation
from games.lobby.models import InvitationLink
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    ApiToken,
    Block,
    Case,
    ClubMessage,
    Decision,
    FairPlaySignal,
    Invitation,
    Message,
    Note,
    Notification,
    PushSubscription,
    Report,
    Table,
    Webhook,
    WebhookDelivery,
)
from games.studies.models import Study
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, registration
from games.tournaments.models import Tournament, TournamentEntry
from games.tournaments.tournament_settings import TournamentSettings
from tests.games.conftest import GAME, new_table, play_on
from tests.portal.test_hostile_requests import SKIPPED, addresses

__all__ = ["new_table"]


@pytest.fixture
def boss(people: list[User]) -> User:
    """The owner, who moderates too: nothing is hidden from them."""
    now = timezone.now()
    user = people[0]
    far = timedelta(days=30)
    user.is_superuser = user.is_staff = user.is_moderator = True
    user.nickname, user.nickname_changed_at = "Anna", now
    user.restrictions.assign(open_table_ban_until=None, suspended_until=None)
    user.availability.vacations = [
        [(now + timedelta(days=2)).isoformat(), (now + timedelta(days=3)).isoformat(), False],
        [(now + far).isoformat(), (now + 2 * far).isoformat(), True],
    ]
    week = [[0, 1440]] * 7
    user.availability.calendar = {
        "week": week,
        "off": [f"{now + timedelta(days=n):%Y-%m-%d}" for n in (2, 40)],
    }
    user.save()
    user.availability.save(update_fields=["calendar", "vacations"])
    return user


@pytest.fixture
def pages(boss: User, people: list[User], new_table: Callable[..., Table]) -> list[str]:
    """The address of every page, where there is one of everything that has a date."""
    now, old = timezone.now(), timezone.now() - timedelta(days=100)
    soon, later = now + timedelta(days=2, hours=3), now + timedelta(days=50)
    host, other = people[0], people[1]
    waiting = table_setup.open_table(host, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock))
    dated = table_setup.open_table(other, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock))
    Table.objects.filter(pk=dated.pk).update(
        start_mode="date",
        starts_at=soon,
        starts_zone="Europe/Berlin",
        min_players_at_start=2,
        next_action_at=soon,
    )
    running, over, asleep = play_on(new_table(), moves=10), play_on(new_table()), new_table()
    Table.objects.filter(pk=over.pk).update(ended_at=old, started_at=old)
    Table.objects.filter(pk=asleep.pk).update(asleep_since=now)
    for table, until in ((waiting, soon), (dated, later)):
        by, to = (host, other) if table is waiting else (other, host)
        Invitation.objects.create(table=table, user=to, inviter=by, expires_at=until)
        InvitationLink.objects.create(table=table, max_uses=3, expires_at=until)
    club = club_creation.create_club(host, "Thursday", "Cards", "request")
    club_links.create_link(club.key, host, 5, 7)
    membership.invite_or_admit(club.key, host, other)
    rival = club_creation.create_club(other, "Sunday", "", "open")
    club_match = ClubMatch.objects.create(
        home=club,
        away=rival,
        created_by=host,
        game=GAME,
        table_settings=TableSettings(2, {}, PRESETS_BY_KEY["day"].clock).to_json(),
        min_boards=1,
        max_boards=3,
        state=ClubMatch.State.OPEN,
        starts_at=later,
    )
    study = Study.objects.create(owner=host, name="Openings", changed_at=old)
    for at in (now, old):
        Message.objects.create(table=running, user=other, text="hello", at=at)
        ClubMessage.objects.create(club=club, user=host, text="hello", at=at)
        Announcement.objects.create(text_en="hello", starts_at=at, ends_at=later)
        Note.objects.create(author=host, person=other if at == now else people[2], changed_at=at)
        Block.objects.create(blocker=host, blocked=people[3 + (at == now)], since=at)
        ApiToken.objects.create(
            user=host, name="bot", digest=f"{at}", created_at=at, used_at=at, expires_at=later
        )
        FairPlaySignal.objects.create(
            kind="purpose", user=other, dedup_key=f"{at}", found_at=at, evidence={"n": 2}
        )
        PushSubscription.objects.create(
            user=host, endpoint=f"https://{at:%j}.example", name="a", created_at=at, last_ok_at=at
        )
        which = (running if at == now else over).key
        case = Case.objects.create(
            target_kind="table", target_key=which, subject=other, opened_at=at
        )
        Report.objects.create(case=case, reporter=host, kind="insult", at=at)
        case.decided_at = at if at == old else None
        case.save()
        Decision.objects.create(
            action="mute", moderator=host, subject=host, case=case.pk, until=later, at=at,
            digest=f"{at}", previous=f"before {at}"
        )  # fmt: skip
        Notification.objects.create(
            user=host, event="replaced", table=running, channel="page", dedup_key=f"{at}",
            created_at=at, state="sent", settled_at=at
        )  # fmt: skip
    hook = Webhook.objects.create(user=host, kind="json", url="https://a.example", disabled_at=old)
    WebhookDelivery.objects.create(webhook=hook, event="turn", at=old, status=500)
    DataExport.objects.create(user=host, requested_at=old, ready_at=now, size=5)
    PublicDump.objects.create(started_at=old, ready_at=old, size=5, matches=5)
    absences_at = soon.replace(second=0, microsecond=0)
    downtime.plan_downtime(absences_at, absences_at + timedelta(hours=3), tells=True, now=now)
    terms = TableSettings(seats=2, options={}, clock=PRESETS_BY_KEY["day"].clock)
    tournaments = [
        creation.create_tournament(
            host,
            TournamentSettings(
                f"Cup {n}", GAME, "arena", {}, terms, 4, starts_at=at, check_in=60, days=7
            ),
        )
        for n, at in enumerate((soon, later, soon))
    ]
    for tournament in tournaments:
        registration.enter(tournament.key, host)
    Tournament.objects.filter(pk=tournaments[2].pk).update(
        state="over", started_at=old, ended_at=old
    )
    TournamentEntry.objects.filter(tournament=tournaments[2]).update(place=1)
    found = [at for one in (dated, running, over) for at in addresses(one, host)]
    pages: list[Any] = [club, club_match, study, *tournaments]
    for one in pages:
        listed = addresses(SimpleNamespace(key=one.key), host)  # type: ignore[arg-type]
        found += [at for at in listed if at.startswith(one.get_absolute_url())]
    found += [waiting.get_absolute_url(), asleep.get_absolute_url(), *_in_administration()]
    skipped = (*SKIPPED, "/admin/logout")
    return [one for one in dict.fromkeys(found) if not one.startswith(skipped) and is_page(one)]


def is_page(address: str) -> bool:
    """The API answers programs, but for the page that describes it."""
    return address == "/api/" or not address.startswith("/api/")


def _in_administration() -> Iterator[str]:
    """The list of each model there, and each first page of a row, with its history."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        row = model._default_manager.first()
        if row is not None:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])
