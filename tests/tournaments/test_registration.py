"""Who may open a tournament, and who is in it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import Site, User
from games.models import Club, Membership, Notification
from games.ratings.models import Rating
from games.ratings.reliability.requirements import Requirements
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, lifecycle, registration, results
from games.tournaments.access import TournamentNotFoundError, is_visible_to
from games.tournaments.models import Tournament, TournamentEntry
from games.tournaments.queries import visible_tournaments
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import ActionError, Conflict, Forbidden, Invalid
from tests.games.conftest import GAME
from tests.refusals import expect_refusal
from tests.tournaments.conftest import Opens, terms


def states(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.entries.values_list("user__username", "state"))


def refusal(error: pytest.ExceptionInfo[ActionError]) -> str:
    return error.value.code


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("title", {"title": " "}),
        ("title", {"title": "x" * 41}),
        ("title", {"title": "Cup\u202e"}),
        ("clock", {"table_settings": terms(clock=PRESETS_BY_KEY["unlimited"].clock)}),
        ("seats", {"table_settings": terms(bots=("easy",))}),
        ("format", {"format_key": "none"}),
        ("place_points", {"format_settings": {"place_points": [3]}}),
        ("places", {"places": 501}),
        ("least", {"least": 5}),
        ("least", {"least": 3, "table_settings": terms(seats=4)}),
        ("round_days", {"format_key": "knockout", "round_days": 3}),
        ("days", {"format_key": "double_elimination", "days": 3}),
        ("division_size", {"format_key": "groups", "format_settings": {"division_size": 0}}),
        ("rating_to", {"asks": Requirements(rating_from=1500, rating_to=1400)}),
        ("time", {"starts_at": timezone.now()}),
    ],
)
def test_invalid_tournament_is_rejected(
    people: list[User], field: str, changed: dict[str, object]
) -> None:
    given: dict[str, object] = {
        "title": "Autumn Cup",
        "game": GAME,
        "format_key": "twice",
        "format_settings": {},
        "table_settings": terms(),
        "places": 4,
    }
    with expect_refusal(Invalid, "bad_contest") as refused:
        creation.create_tournament(people[0], TournamentSettings(**given | changed))  # type: ignore[arg-type]
    assert refused.value.field == field


def test_site_setting_controls_who_creates_tournaments(people: list[User], opens: Opens) -> None:
    Site.objects.create(members_can_open_tournaments=False)
    creation.configuration.site_cache.invalidate()
    try:
        with expect_refusal(Forbidden, "not_for_members"):
            opens()
        club = Club.objects.create(name="Thursday")
        for user, role in zip(people, ("helper", "member"), strict=False):
            Membership.objects.create(club=club, user=user, role=role)
        assert opens(club=club).club == club
        with expect_refusal(Forbidden, "not_for_members"):
            opens(by=people[1], club=club)
    finally:
        creation.configuration.site_cache.invalidate()


@pytest.mark.same_everywhere
def test_nobody_runs_more_than_a_few(opens: Opens) -> None:
    for _ in range(creation.MAX_ACTIVE_TOURNAMENTS):
        opens()
    with expect_refusal(Conflict, "too_many_contests"):
        opens()


def test_who_comes_too_late_waits_and_moves_up(people: list[User], opens: Opens) -> None:
    tournament = opens(places=3)
    for user in people:
        registration.enter(tournament.key, user)
    registration.enter(tournament.key, people[4])  # once is enough
    assert list(states(tournament).values()) == 3 * ["entered"] + 2 * ["waiting"]
    assert Tournament.objects.get().next_action_at is not None  # full, and waits for no date
    registration.withdraw(tournament.key, people[1])
    assert states(tournament) == {
        "ann": "entered",
        "cem": "entered",
        "dee": "entered",
        "eva": "waiting",
    }
    notification = Notification.objects.get(event="contest", channel="page")
    assert (notification.user, notification.data["what"]) == (people[3], "moved_up")


def test_who_waits_while_it_runs_is_seated_only_once_there_is_a_place(
    people: list[User], opens: Opens
) -> None:
    tournament = opens(places=3)
    for user in people[:3]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    registration.enter(tournament.key, people[3])
    assert [one.user for one in results.started_entries(tournament)] == people[:3]
    registration.withdraw(tournament.key, people[0])
    assert states(tournament)["dee"] == "entered"
    moved = next(one for one in results.started_entries(tournament) if one.user == people[3])
    assert moved.entered_at > tournament.entries.get(user=people[2]).entered_at, (
        "idle only since they have a place"
    )


@pytest.mark.same_everywhere
def test_waiting_list_does_not_block_tournament_steps(people: list[User], opens: Opens) -> None:
    """A step is written only if the tournament has the version that it was computed from."""
    tournament = opens(places=4)
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    before = Tournament.objects.get()
    assert before.is_running
    for _time in range(2):
        assert registration.enter(tournament.key, people[4]).state == TournamentEntry.State.WAITING
        registration.withdraw(tournament.key, people[4])
    assert Tournament.objects.get().version == before.version


@pytest.mark.same_everywhere
def test_tournament_entry_checks_requirements(people: list[User], opens: Opens) -> None:
    ann, bob, *_ = people
    Rating.objects.create(user=bob, game=GAME, value=1700)
    tournament = opens(asks=Requirements(rating_to=1600))
    registration.enter(tournament.key, ann)
    with expect_refusal(Forbidden, "not_asked_for"):
        registration.enter(tournament.key, bob)


def test_by_invitation(people: list[User], opens: Opens) -> None:
    ann, bob, cem, *_ = people
    tournament = opens(entry=Tournament.EntryPolicy.INVITATION)
    with expect_refusal(Forbidden, "not_your_contest"):
        registration.invite_player(tournament.key, bob, cem)
    registration.invite_player(tournament.key, ann, bob)
    registration.enter(tournament.key, bob)
    with expect_refusal(Forbidden, "not_invited"):
        registration.enter(tournament.key, cem)
    assert states(tournament) == {"bob": "entered"}


@pytest.mark.same_everywhere
def test_club_tournament_is_hidden_from_others(people: list[User], opens: Opens) -> None:
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=people[0], role="owner")
    tournament = opens(club=club)
    with pytest.raises(TournamentNotFoundError):
        registration.enter(tournament.key, people[1])
    with pytest.raises(TournamentNotFoundError):
        creation.call_off_tournament(tournament.key, people[1])
    with expect_refusal(Invalid, "bad_contest"):
        registration.invite_player(tournament.key, people[0], people[1])


def test_the_organiser_always_sees_their_own(people: list[User], opens: Opens) -> None:
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=people[0], role="owner")
    tournament = opens(club=club)
    Membership.objects.all().delete()
    for user, sees in ((people[0], True), (people[1], False)):
        assert is_visible_to(tournament, user) is sees
        assert visible_tournaments(user).exists() is sees


def test_guests_need_an_account(people: list[User], opens: Opens) -> None:
    guest = User.objects.create_user("gast", guest_network="secret")
    tournament = opens()
    with pytest.raises(ActionError) as refused:
        registration.enter(tournament.key, guest)
    assert refusal(refused) == "needs_account"


def test_who_is_put_out_hears_why_and_stays_out(people: list[User], opens: Opens) -> None:
    ann, bob, cem, *_ = people
    tournament = opens(places=3)
    for user in people[1:5]:
        registration.enter(tournament.key, user)
    with expect_refusal(Invalid, "bad_contest"):
        registration.disqualify(tournament.key, ann, bob, " ")
    with expect_refusal(Forbidden, "not_your_contest"):
        registration.disqualify(tournament.key, cem, bob, "I do not like Bob.")
    registration.disqualify(tournament.key, ann, bob, "Two accounts.")
    assert (states(tournament)["bob"], states(tournament)["eva"]) == ("out", "entered")
    with expect_refusal(Forbidden, "is_out"):
        registration.enter(tournament.key, bob)
    notification = Notification.objects.get(user=bob, channel="page")
    assert notification.data["why"] == "Two accounts."


def test_organiser_who_plays_can_still_manage_invitations(people: list[User], opens: Opens) -> None:
    """Until it begins, for people who have not answered; nobody who has entered is put out."""
    ann, bob, cem, *_ = people
    tournament = opens(places=3)
    registration.enter(tournament.key, ann)
    registration.enter(tournament.key, cem)
    registration.invite_player(tournament.key, ann, bob)
    registration.disqualify(tournament.key, ann, bob, "I meant somebody else.")
    with expect_refusal(
        Forbidden, "not_your_contest", match="Another organiser or the staff can do this"
    ):
        registration.disqualify(tournament.key, ann, cem, "Too strong.")
    assert (states(tournament)["bob"], states(tournament)["cem"]) == ("out", "entered")


def test_called_off_before_it_begins(people: list[User], opens: Opens) -> None:
    tournament = opens(starts_at=timezone.now() + timedelta(days=3))
    registration.enter(tournament.key, people[1])
    creation.call_off_tournament(tournament.key, people[0])
    with pytest.raises(ActionError) as refused:
        registration.enter(tournament.key, people[2])
    assert refusal(refused) == "contest_moved"
    assert Notification.objects.get(channel="page").user == people[1]


def test_deleted_account_leaves_all_tournaments(people: list[User], opens: Opens) -> None:
    ann, bob, *_ = people
    anns, bobs = opens(), opens(by=bob)
    registration.enter(anns.key, bob)
    registration.enter(bobs.key, ann)
    delete_account(bob)
    assert not TournamentEntry.objects.filter(user=bob).exists()
    assert Tournament.objects.get(pk=bobs.pk).state == Tournament.State.CALLED_OFF
    assert Tournament.objects.get(pk=anns.pk).is_open
