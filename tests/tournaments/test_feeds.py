"""What calendars have of contests."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.home import calendar_feeds
from games.models import Club, Membership
from games.tournaments import creation, lifecycle, registration
from games.tournaments.models import Tournament
from tests.clients import signed_in
from tests.tournaments.conftest import Opens


def of_person(user: User) -> str:
    return calendar_feeds.personal_calendar(user).replace("\r\n ", "")


def test_calendar_feed_has_tournament_start_and_round_ends(
    people: list[User], opens: Opens
) -> None:
    ann, bob, *_ = people
    tournament = opens(places=3, starts_at=timezone.now() + timedelta(days=2), round_days=7)
    for user in people[1:4]:
        registration.enter(tournament.key, user)
    assert "STATUS:TENTATIVE" in of_person(bob)
    assert "Autumn Cup starts" in of_person(bob)
    assert "VEVENT" not in of_person(ann)  # who runs it is not in it
    lifecycle.advance(tournament.pk, tournament.starts_at)
    file = Client().get(f"{tournament.get_absolute_url()}calendar.ics")
    for text in (of_person(bob), file.content.decode().replace("\r\n ", "")):
        assert "STATUS:CONFIRMED" in text
        assert "Autumn Cup: round 1 ends" in text
        assert text.count("BEGIN:VEVENT") == 2
    assert f'"{tournament.key}.ics"' in file["Content-Disposition"]
    assert f"{tournament.key}/calendar.ics" in Client().get(tournament.get_absolute_url()).text
    Tournament.objects.update(game="none")
    assert "VEVENT" not in of_person(bob)


def test_calendar_feed_cancels_called_off_tournaments_and_hides_those_of_clubs(
    people: list[User], opens: Opens
) -> None:
    club = Club.objects.create(name="Thursday")
    for user, role in zip(people, ("owner", "member"), strict=False):
        Membership.objects.create(club=club, user=user, role=role)
    tournament = opens(club=club, starts_at=timezone.now() + timedelta(days=2))
    registration.enter(tournament.key, people[1])
    creation.call_off_tournament(tournament.key, people[0])
    assert "STATUS:CANCELLED" in of_person(people[1])
    address = f"{tournament.get_absolute_url()}calendar.ics"
    for client, status in ((Client(), 404), (signed_in(people[1]), 200)):
        assert client.get(address).status_code == status
