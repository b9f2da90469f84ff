"""Five people over seven weeks: a club, many tables, agreements, and a seat that is taken over."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import signup_policy
from accounts.models import Site, User
from accounts.site import configuration
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Notification, Seat, Table
from games.ratings.models import RatingChange
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser_fixtures import PHONE, Person
from tests.elapsed_time import let_time_pass
from tests.games.conftest import play_on
from tests.live_site import LiveSite
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
MANY = 15
DAY = timedelta(days=1)


def test_five_people_over_seven_weeks(
    person: NewPerson, visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    ann, bob, cem, dora = person("Ann"), person("Bob", **PHONE), person("Cem"), person("Dora")
    # Week 1: a club, on a site that people enter by invitation.
    let_newcomers_in_by_invitation(club_sign_ups=1)
    club = found_club(ann, dora)
    emil = sign_up_by_link(ann, club, visitor(**PHONE), live_site)
    for one in (bob, cem):
        one.page.goto(club.get_absolute_url())
        one.page.get_by_role("button", name="Accept").click()
        expect(one.page.locator("#talk-text")).to_be_visible()
    assert club.memberships.count() == 5

    # Week 2: fifteen tables at once.
    let_time_pass(7 * DAY)
    players = (ann, bob, cem)
    tables = [start((*players[n % 3 :], *players[: n % 3])) for n in range(MANY)]
    arrange_many_tables(bob, tables)

    # Week 3: a turn taken back, an early end, a match called off.
    friendly, ended, dropped = tables[:3]
    take_turn_back(friendly, ann, players)
    agree(ended, "end", players)
    assert best_rank(ended) == 1
    agree(dropped, "call_off", players)
    assert status_of(dropped) == Table.Status.CALLED_OFF

    # Weeks 3 to 6: a rated match pauses, and gets another clock; Dora leaves, and Emil plays on.
    rated = start((ann, bob, dora), rated=True, clock="day")
    play_on(rated, moves=30)
    pause_for_two_weeks(rated, (dora, ann, bob))
    agree(rated, "clock", (ann, bob, dora), clock="week")
    assert Table.objects.get(pk=rated.pk).clock == PRESETS_BY_KEY["week"].clock
    let_time_pass(3 * DAY)
    take_over_seat(rated, leaver=dora, newcomer=emil)

    # Week 7: the match is over, and Bob puts his finished tables away.
    let_time_pass(3 * DAY)
    play_on(rated)
    check_result(rated, ann, leaver=dora, newcomer=emil)
    archive_finished(bob)


def let_newcomers_in_by_invitation(club_sign_ups: int) -> None:
    given = {"sign_up": signup_policy.INVITATION, "club_sign_ups": club_sign_ups}
    Site.objects.update_or_create(pk=Site.ONLY, defaults=given)
    configuration.site_cache.invalidate()


def found_club(ann: Person, dora: Person) -> Club:
    """Ann starts a club and invites a list of names; Dora has asked to join, and gets in."""
    page = ann.page
    page.goto("/clubs/new/")
    page.get_by_label("Club name").fill("Thursday evenings")
    page.get_by_label("How people join").select_option(Club.JoinPolicy.REQUEST)
    page.get_by_role("button", name="Start the club").click()
    expect(page.get_by_role("heading", name="Thursday evenings")).to_be_visible()
    club = Club.objects.get()
    dora.page.goto(club.get_absolute_url())
    dora.page.get_by_role("button", name="Ask to join").click()
    page.goto(club.get_absolute_url())
    page.get_by_role("link", name="Invite people").click()
    expect(page.locator("[aria-labelledby=asked-title] li")).to_have_text(re.compile("Dora"))
    page.get_by_label("Names").fill("bob, Cem\ndora, nobody")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#results li")).to_have_count(4)
    expect(page.locator("[aria-labelledby=invited-title] li")).to_have_count(2)
    assert club.memberships.filter(user=dora.user).exists()
    return club


def sign_up_by_link(ann: Person, club: Club, phone: Page, live_site: LiveSite) -> Person:
    """Emil has no account: the link of the club leads him through sign-up into the club."""
    page = ann.page
    page.get_by_label("Welcome text").fill("Bring your own tea.")
    page.get_by_label("Number of people").select_option("1")
    page.get_by_role("button", name="Create a link").click()
    address = page.locator("#links input[readonly]").input_value()
    phone.goto(re.sub(r"https?://[^/]+", "", address))
    expect(phone.get_by_text("Bring your own tea.")).to_be_visible()
    phone.get_by_role("button", name="Sign up and join").click()
    phone.get_by_label("Name", exact=True).fill("Emil")
    phone.get_by_label("E-mail address").fill("emil@example.org")
    phone.get_by_label("Password").fill("long enough 4 us")
    phone.get_by_role("button", name="Sign up", exact=True).click()
    mail = live_site.wait_for_mail("emil@example.org")
    confirm = re.search(r"https?://\S+confirm-email\S+", str(mail.get_content()))
    assert confirm is not None
    phone.goto(confirm[0])
    phone.get_by_role("button", name="Yes, confirm").click()
    expect(phone.get_by_role("heading", name=club.name)).to_be_visible()
    expect(phone.locator("#talk-text")).to_be_visible()
    return Person(User.objects.get(username="Emil"), lambda _user: phone)


def start(people: Sequence[Person], *, rated: bool = False, clock: str = "unlimited") -> Table:
    """A running table of these people."""
    settings = TableSettings(len(people), {}, PRESETS_BY_KEY[clock].clock, rated=rated)
    table = table_setup.open_table(people[0].user, GAME, settings)
    for one in people[1:]:
        table_setup.join(table.key, one.user)
    return Table.objects.get(pk=table.pk)


def status_of(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def best_rank(table: Table) -> int | None:
    return table.seat_set.order_by("rank").values_list("rank", flat=True)[0]


def seat_to_move(table: Table) -> Seat:
    return table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]


def let_others_move(table: Table, user: User) -> None:
    """Others move until it is this person's turn."""
    for seed in range(200):
        if table.seat_set.filter(user=user, waiting_since__isnull=False).exists():
            return
        play_on(table, moves=1, seed=seed)
    raise AssertionError("it is never their turn")


def arrange_many_tables(bob: Person, tables: Sequence[Table]) -> None:
    """Bob's phone: all opponents at a glance, a short list, a pin, a filter, and "Later"."""
    page = bob.page
    for table in tables:
        let_others_move(table, bob.user)
    page.goto("/my-tables/")
    cards = page.locator(".my-table-card")
    expect(cards).to_have_count(MANY)
    expect(cards.filter(has_text="Ann").filter(has_text="Cem")).to_have_count(MANY)
    page.get_by_text("Filter and sort").click()
    page.get_by_role("button", name="Compact list").click()
    expect(page.locator(".my-tables.is-compact")).to_be_visible()
    assert misfits(page) == {}
    last = tables[-1]
    page.locator(f"#pin-{last.key}").click()
    expect(cards.first).to_have_id(f"t-{last.key}")
    page.goto("/my-tables/?person=Dora")
    expect(cards).to_have_count(0)

    page.goto("/next-table/")
    seen = []
    for _turn in range(3):
        expect(page.locator("#turn-bar")).to_be_visible()
        seen.append(page.url.split("#")[0])
        page.get_by_role("button", name="Later").click()
        expect(page).not_to_have_url(re.compile(re.escape(seen[-1])))
    assert len({*seen, page.url.split("#")[0]}) == 4, "Later led back before all were seen"
    move_and_see_no_more_news(bob, Table.objects.get(key=page.url.split("/tables/")[1][:10]))


def move_and_see_no_more_news(bob: Person, table: Table) -> None:
    """Once Bob has moved, nothing about that turn is still sent or unread."""
    turns = Notification.objects.filter(table=table, user=bob.user, event="turn")
    assert turns.filter(state=Notification.State.WAITING).exists()
    while table.seat_set.filter(user=bob.user, waiting_since__isnull=False).exists():
        play_on(table, moves=1)
    assert not turns.filter(state=Notification.State.WAITING).exists()


def propose(table: Table, who: Person, kind: str, **fields: str) -> None:
    page = who.page
    page.goto(f"/tables/{table.key}/proposals/")
    section = page.locator(f"#kind-{kind}")
    section.locator("summary").click()
    for name, value in fields.items():
        field = section.locator(f"[name={name}]")
        if name == "clock":
            field.select_option(value)
        else:
            field.fill(value)
    section.get_by_role("button", name=re.compile("^Propose")).click()
    expect(page.locator("#proposal")).to_contain_text(f"{who.user.username} proposes")


def agree(table: Table, kind: str, people: Sequence[Person], **fields: str) -> None:
    """The first of these people proposes something, and the others agree."""
    first, *others = people
    propose(table, first, kind, **fields)
    for one in others:
        one.page.goto(table.get_absolute_url())
        yes = one.page.locator("#proposal").get_by_role("button", name="Agree", exact=True)
        yes.click()
        expect(yes).to_have_count(0)


def pause_for_two_weeks(table: Table, people: Sequence[Person]) -> None:
    """No clock runs for two weeks; afterwards nobody has lost time."""
    until = timezone.localtime(timezone.now() + 14 * DAY, timezone.get_default_timezone())
    agree(table, "pause", people, until=f"{until:%Y-%m-%dT%H:%M}", text="I am travelling.")
    let_time_pass(13 * DAY)
    page = people[1].page
    page.goto(table.get_absolute_url())
    expect(page.locator("#turn-bar")).to_contain_text("paused until")
    seat = seat_to_move(table)
    assert (seat.bot, seat.timeouts) == ("", 0)
    let_time_pass(DAY)
    wait_for(lambda: Table.objects.get(pk=table.pk).paused_until is None, "the pause to end")
    assert all(not seat.bot for seat in table.seat_set.all())


def take_turn_back(table: Table, who: Person, people: Sequence[Person]) -> None:
    """At a friendly table a turn is taken back if all agree."""
    let_others_move(table, who.user)
    before = Table.objects.get(pk=table.pk).move_count
    for seed in range(50):  # until a turn of theirs reveals nothing
        let_others_move(table, who.user)
        now = Table.objects.get(pk=table.pk)
        play_on(table, moves=1, seed=seed)
        seat = table.seat_set.get(user=who.user)
        after = Table.objects.get(pk=table.pk)
        is_over = seat.waiting_since is None
        if is_over and after.revealed_version == now.revealed_version:
            before = now.move_count
            break
    agree(table, "take_back", [who, *(one for one in people if one is not who)])
    assert Table.objects.get(pk=table.pk).move_count == before


def take_over_seat(table: Table, leaver: Person, newcomer: Person) -> None:
    """Dora resigns; Emil finds the seat in the lobby, and plays it."""
    page = leaver.page
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#more a[href='#end']").click()
    page.keyboard.press("Escape")
    page.locator("#end > summary").click()
    page.get_by_label("I want to leave this match").check()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_label("I want to leave this match")).to_have_count(0)
    page = newcomer.page
    page.goto("/tables/?status=seats")
    assert misfits(page) == {}
    page.locator(f"#t-{table.key} a").first.click()
    page.get_by_role("button", name="Take over this seat").click()
    expect(page.locator("#turn-bar")).to_be_visible()
    expect(page.locator(".seat-part").first).to_contain_text(leaver.user.display_name)
    assert table.seat_set.filter(user=newcomer.user, bot="").exists()


def check_result(table: Table, reader: Person, leaver: Person, newcomer: Person) -> None:
    """The leaver has lost and the newcomer has not; the page shows who played which part."""
    page = reader.page
    page.goto(table.get_absolute_url())
    expect(page.locator(".seat-part").first).to_contain_text(leaver.user.display_name)
    changes = {one.user_id: one.delta for one in RatingChange.objects.filter(table=table)}
    assert changes[leaver.user.pk] < 0
    assert changes.get(newcomer.user.pk, 0) >= 0
    record = page.request.get(f"/tables/{table.key}/record.jsonl").text()
    assert '"substitutes"' in record
    assert newcomer.user.username in record


def archive_finished(bob: Person) -> None:
    page = bob.page
    page.goto("/my-tables/")
    page.get_by_role("button", name="Archive all").click()
    expect(page.locator("[aria-labelledby=ended]")).to_have_count(0)
    page.goto("/my-tables/archive/")
    expect(page.locator(".my-table-card")).not_to_have_count(0)
