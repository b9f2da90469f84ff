"""Tables that ask something of whoever sits down: every way in, lists, form, API, quick match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

import games.rules as rules
from accounts.models import User
from games.lobby.admission import host_actions, invitation_links, invitations, matchmaking
from games.lobby.admission.rematch import open_or_join_rematch
from games.lobby.pending import InvalidTableError
from games.lobby.setup import saved_settings, table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.ratings.reliability.requirements import NO_REQUIREMENTS, Requirements
from games.time_controls import HOUR, PRESETS_BY_KEY
from portal.errors import Forbidden
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, play_on
from tests.ratings.reliability.stats_factory import may_ask, rate, set_statistics
from tests.refusals import expect_refusal

pytestmark = pytest.mark.same_everywhere

DAY = PRESETS_BY_KEY["day"].clock
ASKS = Requirements(rating_from=1600)
OPTIONS = rules.get(GAME).check(2)


@pytest.fixture
def host(people: list[User]) -> User:
    return may_ask(people[0])


def open_table(host: User, seats: int = 2, asks: Requirements = ASKS, **more: Any) -> Table:
    return table_setup.open_table(host, GAME, TableSettings(seats, {}, DAY, asks=asks, **more))


def sits(table: Table, user: User) -> bool:
    return table.seat_set.filter(user=user).exists()


# every way in

WayIn = Callable[[Table, User], object]


def by_link(table: Table, user: User) -> None:
    invitation_links.use_link(
        invitation_links.create_link(table.key, table.host, uses=1, hours=1).token, user
    )


def by_page(table: Table, user: User) -> None:
    signed_in(user).post(f"/tables/{table.key}/join/")


def by_api(table: Table, user: User) -> None:
    api_of(user).post(f"/api/tables/{table.key}/join/")


def join_by_match_request(table: Table, user: User) -> None:
    saved_settings.save_last_used(user, GAME, TableSettings(2, OPTIONS, DAY))
    matchmaking.request_match(user, GAME)


def by_handing_on(table: Table, user: User) -> None:
    """Another host asks for the same."""
    other = User.objects.get(username="cem")
    invitations.invite(table.key, table.host, [other.username])
    invitations.accept(table.key, other)
    host_actions.transfer_host(table.key, table.host, other.username)
    table_setup.leave(table.key, table.host)
    table_setup.join(table.key, user)


def invite_user(table: Table, user: User) -> None:
    invitations.invite(table.key, table.host, [user.username])


def accept_invitation(table: Table, user: User) -> None:
    invite_user(table, user)
    invitations.accept(table.key, user)


def join_when_invited(table: Table, user: User) -> None:
    invite_user(table, user)
    table_setup.join(table.key, user)


def join_by_link_when_invited(table: Table, user: User) -> None:
    invite_user(table, user)
    by_link(table, user)


OPEN_WAYS: list[WayIn] = [
    lambda table, user: table_setup.join(table.key, user),
    by_page,
    by_api,
    by_link,
    join_by_match_request,
    by_handing_on,
]
INVITED_WAYS: list[WayIn] = [accept_invitation, join_when_invited, join_by_link_when_invited]


def try_to_join(way: WayIn, table: Table, user: User) -> None:
    try:
        way(table, user)
    except Forbidden as refused:
        assert "Yours is" in refused.message  # noqa: PT017


@pytest.mark.parametrize("way", OPEN_WAYS)
@pytest.mark.parametrize(("rating", "gets_in"), [(1599, False), (1600, True)])
def test_nobody_sits_down_uninvited_who_is_not_asked_for(
    host: User, people: list[User], way: WayIn, rating: int, gets_in: bool
) -> None:
    bob = people[1]
    rate(bob, rating)
    start_when = Table.StartMode.HOST if way is by_handing_on else Table.StartMode.FULL
    table = open_table(host, 3 if way is by_handing_on else 2, start_when=start_when)
    before = fresh(table).version
    try_to_join(way, table, bob)
    assert sits(table, bob) is gets_in
    assert Seat.objects.filter(user=bob).count() == gets_in
    if not gets_in and way is not by_handing_on:
        assert fresh(table).version == before


@pytest.mark.parametrize("way", INVITED_WAYS)
def test_whom_the_host_invites_sits_down_whatever_their_numbers(
    host: User, people: list[User], way: WayIn
) -> None:
    rate(people[1], 200)
    table = open_table(host)
    way(table, people[1])
    assert sits(table, people[1])


def test_whoever_does_not_fit_uses_no_link_up(host: User, people: list[User]) -> None:
    table = open_table(host)
    link = invitation_links.create_link(table.key, host, uses=1, hours=1)
    address = f"/invited/{link.token}/"
    page = signed_in(people[1]).get(address)
    assert "100 too low" in page.text
    assert "<button" not in page.text.split('class="panel stack"')[1].split("</section>")[0]
    answer = signed_in(people[1]).post(address)
    assert answer.status_code == 403
    seen = api_of(people[1]).get(f"/api/invitation-links/{link.token}/").json()
    assert "100 too low" in seen["problem"]
    link.refresh_from_db()
    assert link.use_count == 0


def test_a_number_counts_as_it_is_when_one_sits_down(host: User, people: list[User]) -> None:
    """Not as it was when the page was looked at; who sits there stays, and so does the host."""
    bob = people[1]
    rate(bob, 1650)
    table = open_table(host, 3)
    assert "/join/" in signed_in(bob).get(f"/tables/{table.key}/").text
    rate(bob, 1550)
    with expect_refusal(Forbidden, "not_asked_for", match="50 too low"):
        table_setup.join(table.key, bob)
    rate(bob, 1600)
    table_setup.join(table.key, bob)
    for user in (bob, host):
        rate(user, 100)
    assert [sits(table, user) for user in (bob, host)] == [True, True]
    assert Requirements.of(fresh(table).requirements) == ASKS


def test_whom_a_new_host_follows_is_shown_to_nobody(host: User, people: list[User]) -> None:
    bob, cem = people[1:3]
    table = open_table(host, 3, asks=Requirements(rating_from=1500, followed=True))
    accept_invitation(table, bob)
    host_actions.transfer_host(table.key, host, bob.username)
    assert Requirements.of(fresh(table).requirements) == Requirements(rating_from=1500)
    assert "follows" not in signed_in(cem).get(f"/tables/{table.key}/").text
    table_setup.join(table.key, cem)
    assert sits(table, cem)


def test_tables_from_before_ask_for_nothing(host: User, people: list[User]) -> None:
    table = open_table(host, asks=NO_REQUIREMENTS)
    assert table.requirements == {}
    rate(people[1], 100)
    table_setup.join(table.key, people[1])
    assert sits(table, people[1])


# again


def test_the_next_match_asks_for_what_its_host_has_and_has_asked(
    host: User, people: list[User]
) -> None:
    bob = people[1]
    asks = Requirements(rating_from=1600, finished=100)
    followed = []
    for first in (host, bob):
        table = open_table(host, asks=asks)
        accept_invitation(table, bob)
        play_on(fresh(table))
        set_statistics(host, 99, 100, pace=HOUR)
        rate(host, 1700)
        opened = open_or_join_rematch(table.key, first)
        followed.append(Requirements.of(opened.requirements))
        other = bob if first == host else host
        assert sits(open_or_join_rematch(table.key, other), other)
        set_statistics(host, 100, 100, pace=HOUR)
    assert followed == [ASKS, NO_REQUIREMENTS]


# what is shown


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        (1599, ("Requirements: rating from 1600", "1 too low")),
        (1600, ("Requirements: rating from 1600",)),
    ],
)
def test_cards_and_page_say_what_is_asked_and_what_is_missing(
    host: User, people: list[User], rating: int, shown: tuple[str, ...]
) -> None:
    bob = people[1]
    rate(bob, rating)
    table = open_table(host)
    for address in ("/tables/", f"/tables/{table.key}/", f"/tables/{table.key}/live/"):
        page = signed_in(bob).get(address).text
        text = page.replace("<dt>Requirements</dt><dd>", "Requirements: ")
        for words in shown:
            assert words in text
        assert ("/join/" in page) is (rating == 1600)
        assert "too low" not in signed_in(host).get(address).text
        assert "too low" not in signed_in(None).get(address).text
    invitations.invite(table.key, host, [bob.username])
    for address in ("/tables/", f"/tables/{table.key}/", "/my-tables/"):
        page = signed_in(bob).get(address).text
        assert "too low" not in page
        assert "/accept/" in page


# the form


def post_table_form(user: User, **more: Any) -> Any:
    options = {f"option_{key}": choice for key, choice in OPTIONS.items()}
    sent = {"seats": "2", "clock": "day", "visibility": "public", "start_when": "full"}
    return signed_in(user).post(f"/tables/new/{GAME}/", {**sent, **options, **more})


def test_the_form_asks_and_remembers(host: User) -> None:
    data = {"rating_from": "1500", "rating_to": "1800", "finished": "95", "pace": "21600"}
    assert post_table_form(host, **data, followed="on").status_code == 302
    asks = Requirements(1500, 1800, 95, 6 * HOUR, followed=True)
    assert Requirements.of(Table.objects.get().requirements) == asks
    last = saved_settings.last_used_settings(host, GAME)
    assert last is not None
    assert last.asks == asks
    form = signed_in(host).get(f"/tables/new/{GAME}/").context["form"]
    assert {name: str(form[name].value()) for name in data} == data
    assert form["followed"].value() is True
    row = saved_settings.save_named_settings(host, GAME, "strict", last)
    assert TableSettings.from_row(row).asks == asks


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"rating_from": "1701"}, "rating_from", "Yours is 1700, 1 too low"),
        ({"rating_to": "1650"}, "rating_to", "Yours is 1700, 50 too high"),
        ({"pace": "1800"}, "pace", "within 30 minutes. Yours usually take 1 hour"),
        ({"rating_from": "1600", "rating_to": "1500"}, "rating_to", "above the highest"),
        ({"finished": "101"}, "finished", "100"),
        ({"pace": "17"}, "pace", "17"),
        ({"rating_from": "1e3"}, "rating_from", "whole number"),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_said_beside_its_field(
    host: User, given: dict[str, str], field: str, words: str
) -> None:
    set_statistics(host, 95, 100, pace=HOUR)
    answer = post_table_form(host, **given)
    assert answer.status_code == 422
    assert words in " ".join(answer.context["form"].errors[field])
    assert '<details class="fold" id="asks" open>' in answer.text
    assert not Table.objects.exists()


# the API


def test_the_api_asks_and_tells(host: User, people: list[User]) -> None:
    asked = {"rating_from": 1600, "finished": 100, "followed": True}
    sent = {"game": GAME, "seats": 3, "requirements": {**asked, "pace": None}}
    made = api_of(host).post("/api/tables/", sent, format="json")
    assert made.status_code == 201
    assert made.json()["requirements"] == asked
    assert made.json()["refusal"] == ""
    address = f"/api/tables/{made.json()['key']}/"
    for seen in (
        api_of(people[1]).get(address).json(),
        *api_of(people[1]).get("/api/tables/").json(),
    ):
        assert "Yours is 1500 (provisional), 100 too low" in seen["refusal"]
    refused = api_of(people[1]).post(f"{address}join/")
    assert (refused.status_code, refused.json()["error"]) == (403, "not_asked_for")
    assert refused.json()["message"] == seen["refusal"]
    assert signed_in(None).get(address).json()["refusal"] == ""
    sets = api_of(host).get("/api/saved-settings/").json()
    assert sets[0]["settings"]["requirements"] == asked


@pytest.mark.parametrize(
    ("asks", "error"),
    [
        ({"rating_from": 1701}, "bad_table"),
        ({"rating_from": 1600, "rating_to": 1500}, "bad_table"),
        ({"rating_from": 10**30}, "bad_request"),
        ({"finished": -1}, "bad_request"),
        ({"pace": "soon"}, "bad_request"),
        ({"followed": {"$ne": 1}}, "bad_request"),
        ({"rating_from": [1500]}, "bad_request"),
        ([], "bad_request"),
        (None, "bad_request"),
    ],
    ids=str,
)
def test_the_api_refuses_what_cannot_be_asked(host: User, asks: Any, error: str) -> None:
    sent = {"game": GAME, "seats": 2, "requirements": asks}
    answer = api_of(host).post("/api/tables/", sent, format="json")
    assert (answer.status_code // 100, answer.json()["error"]) == (4, error)
    assert not Table.objects.exists()


def test_what_is_joinable_is_true_or_false(host: User) -> None:
    assert api_of(host).get("/api/tables/?joinable=yes").status_code == 400


# quick match


def likes(user: User, asks: Requirements = NO_REQUIREMENTS) -> None:
    saved_settings.save_last_used(user, GAME, TableSettings(2, OPTIONS, DAY, asks=asks))


def waits(*users: User) -> None:
    """They press, and wait until rating keeps nobody apart."""
    for user in users:
        match_request = matchmaking.request_match(user, GAME)
        match_request.created_at -= timedelta(hours=5)
        match_request.save()
        matchmaking.find_match(match_request)


@pytest.mark.parametrize("host_is_first", [True, False])
@pytest.mark.parametrize(("rating", "meets"), [(1599, False), (1600, True)])
def test_a_quick_match_brings_nobody_to_whom_does_not_ask_for_them(
    host: User, people: list[User], host_is_first: bool, rating: int, meets: bool
) -> None:
    bob = people[1]
    rate(bob, rating)
    likes(host, ASKS)
    likes(bob)
    waits(*((host, bob) if host_is_first else (bob, host)))
    assert Table.objects.exists() is meets


@pytest.mark.parametrize(("rating", "meets"), [(1599, False), (1600, True)])
def test_match_request_joins_tables_that_meet_its_requirements(
    host: User, people: list[User], rating: int, meets: bool
) -> None:
    rate(people[1], rating)
    table = open_table(people[1], asks=NO_REQUIREMENTS)
    likes(host, ASKS)
    waits(host)
    assert sits(table, host) is meets


def test_match_request_drops_requirements_its_person_does_not_meet(host: User) -> None:
    likes(host, Requirements(rating_from=1701, finished=95, followed=True))
    assert matchmaking.request_settings(host, GAME).asks == Requirements(finished=95)
    matchmaking.request_match(host, GAME)
    assert "requirements: 95 % of matches finished" in signed_in(host).get("/tables/").text


def test_a_set_that_asks_for_nonsense_is_not_kept(host: User) -> None:
    wrong = TableSettings(2, OPTIONS, DAY, asks=Requirements(rating_from=2000, rating_to=1000))
    with pytest.raises(InvalidTableError, match="above the highest"):
        saved_settings.save_named_settings(host, GAME, "never", wrong)
