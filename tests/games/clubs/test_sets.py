"""A club's own sets of options: kept by those who lead it, used by everybody in it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

import games.rules as rules
from accounts.models import User
from games.clubs import creation
from games.clubs.queries import ClubNotFoundError
from games.lobby.models import SavedTableSettings
from games.lobby.setup import saved_settings
from games.lobby.table_settings import TableSettings
from games.models import Club
from portal.errors import Conflict, Forbidden, NotFound
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NEW = f"/tables/new/{GAME}/"


@pytest.fixture
def club_settings(club: Club, people: list[User]) -> SavedTableSettings:
    """A set that the helper has kept for the circle."""
    terms = TableSettings.defaults_for(rules.get(GAME))
    return saved_settings.save_named_settings(people[1], GAME, "Thursdays", terms, club)


def test_table_form_offers_club_settings_to_members(
    club_settings: SavedTableSettings, club: Club, people: list[User]
) -> None:
    ann, _bob, cem, _dee, eva = people
    for user, leads in ((ann, True), (eva, False)):
        page = signed_in(user).get(f"{NEW}?set={club_settings.pk}").text
        assert "Sets of the club Thursday" in page
        assert f'value="{club.key}" selected' in page
        assert ("Delete this set" in page) == leads
        assert ("for the club Thursday" in page) == leads
        assert [one["club"] for one in api_of(user).get("/api/saved-settings/").json()] == [
            club.key
        ]
    assert "club Thursday" not in signed_in(cem).get(f"{NEW}?set={club_settings.pk}").text
    assert api_of(cem).get("/api/saved-settings/").json() == []


def test_those_who_lead_it_keep_rename_and_delete_it(
    club_settings: SavedTableSettings, club: Club, people: list[User]
) -> None:
    ann, _bob, cem, _dee, eva = people
    for user in (cem, eva):
        for change in (
            lambda user: saved_settings.rename_saved_settings(user, club_settings.pk, "Fridays"),
            lambda user: saved_settings.delete_saved_settings(user, club_settings.pk),
        ):
            with expect_refusal(NotFound, "no_set"):
                change(user)
    terms = TableSettings.from_row(club_settings)
    with expect_refusal(Forbidden, "not_your_circle"):
        saved_settings.save_named_settings(eva, GAME, "Mine", terms, club)
    given = {"game": GAME, "seats": terms.seats, "set_name": "Fridays", "of_club": club.key}
    answers = [
        api_of(user).post("/api/saved-settings/", given).status_code for user in (cem, eva, ann)
    ]
    assert answers == [403, 403, 201]
    with expect_refusal(Conflict, "name_taken"):
        saved_settings.rename_saved_settings(ann, club_settings.pk, "Fridays")
    saved_settings.rename_saved_settings(ann, club_settings.pk, "Saturdays")
    own = saved_settings.save_named_settings(ann, GAME, "Saturdays", terms)
    assert own.pk != club_settings.pk
    saved_settings.delete_saved_settings(ann, club_settings.pk)
    assert sorted(SavedTableSettings.objects.values_list("name", flat=True)) == [
        "Fridays",
        "Saturdays",
    ]


def test_saved_settings_have_one_owner_and_end_with_the_club(
    club_settings: SavedTableSettings, club: Club, people: list[User]
) -> None:
    for whose in ({}, {"user": people[0], "club": club}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SavedTableSettings.objects.create(
                game=GAME, name="x", table_settings=club_settings.table_settings, **whose
            )
    creation.close_club(club.key, people[0])
    assert not SavedTableSettings.objects.exists()
    with pytest.raises(ClubNotFoundError):
        saved_settings.save_named_settings(
            people[0], GAME, "Late", TableSettings.from_row(club_settings), club
        )
