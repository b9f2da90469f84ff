"""Two clubs that play against each other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.club_matches import line_ups, proposals
from games.club_matches.models import ClubMatch
from games.club_matches.proposals import Challenge, challenge_club
from games.clubs import creation, membership
from games.lobby.table_settings import TableSettings
from games.models import Club
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME

DAY = timedelta(days=1)


@pytest.fixture
def home(people: list[User]) -> Club:
    """Ann's club, in which Bob is a member."""
    return _club("Thursday", people[0], people[1])


@pytest.fixture
def away(people: list[User]) -> Club:
    """Cem's club, in which Dee is a member."""
    return _club("Sunday", people[2], people[3])


def _club(name: str, owner: User, *members: User) -> Club:
    club = creation.create_club(owner, name, "", Club.JoinPolicy.REQUEST)
    for user in members:
        membership.invite_or_admit(club.key, owner, user)
        membership.join_or_request(club.key, user)
    return club


def make_challenge(**changes: Any) -> Challenge:
    """A challenge of Thursday to Sunday that starts in two days."""
    values: dict[str, Any] = {
        "opponent": "Sunday",
        "game": GAME,
        "table_settings": TableSettings(2, {}, PRESETS_BY_KEY["week"].clock),
        "pairing": ClubMatch.Pairing.STRENGTH,
        "min_boards": 1,
        "max_boards": 10,
        "starts_at": timezone.now() + 2 * DAY,
    }
    return Challenge(**values | changes)


@pytest.fixture
def challenge(home: Club, away: Club, people: list[User]) -> ClubMatch:
    """A challenge that nobody has answered."""
    return challenge_club(home.key, people[0], make_challenge())


@pytest.fixture
def open_match(challenge: ClubMatch, people: list[User]) -> ClubMatch:
    """An accepted challenge."""
    return proposals.answer_challenge(challenge.key, people[2], accepts=True)


@pytest.fixture
def full_match(open_match: ClubMatch, people: list[User]) -> ClubMatch:
    """A match that both people of both clubs have entered."""
    for user in people[:4]:
        line_ups.enter(open_match.key, user)
    return open_match


def reload(match: ClubMatch) -> ClubMatch:
    return ClubMatch.objects.select_related("home", "away").get(pk=match.pk)
