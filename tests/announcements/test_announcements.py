"""What the owner announces: a line on every page, put away by whoever has read it, and notices."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.announcements import active, publication
from games.announcements.models import Announcement
from games.models import Notification, Table
from tests.clients import signed_in
from tests.games.conftest import actor, new_table, player, table
from tests.plugin import EnqueuedTasks

__all__ = ["new_table", "table"]
pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
PAGE = "/site/announcements/"


def announce(text_en: str = "Tea at five", **more: object) -> Announcement:
    now = timezone.now()
    times = {"starts_at": now - timedelta(hours=1), "ends_at": now + timedelta(hours=1)}
    made = Announcement.objects.create(text_en=text_en, **{**times, **more})
    active.announcement_cache.invalidate()
    return made


@pytest.fixture
def boss() -> Client:
    return signed_in(User.objects.create(username="boss", is_superuser=True, is_staff=True))


def test_everybody_sees_it_in_their_language_while_it_lasts(client: Client) -> None:
    announce(text_ja="5時にお茶")
    announce("Later", starts_at=timezone.now() + timedelta(minutes=9))
    announce("Over", ends_at=timezone.now() - timedelta(minutes=9))
    page = client.get("/accounts/login/").text
    assert "Tea at five" in page
    assert "Later" not in page
    assert "Over" not in page
    assert "5時にお茶" in client.get("/accounts/login/", headers={"accept-language": "ja"}).text


def test_no_page_asks_the_database_for_it(client: Client, django_assert_num_queries) -> None:
    announce()
    client.get("/accounts/login/")
    with django_assert_num_queries(0):
        assert "Tea at five" in client.get("/accounts/login/").text


def test_addresses_are_links_and_all_else_is_text(client: Client) -> None:
    announce("<b>New</b> https://example.org/x?a=1.")
    page = client.get("/accounts/login/").text
    assert "&lt;b&gt;New&lt;/b&gt;" in page
    assert 'href="https://example.org/x?a=1" rel="nofollow noopener ugc"' in page


def test_whoever_puts_it_away_sees_the_one_before_it_and_then_none(client: Client) -> None:
    old, new = announce("Old"), announce("New")
    for one, other in ((new, "Old"), (old, "")):
        answer = client.post(
            f"/announcements/{one.pk}/put-away/", headers={"referer": "http://testserver/games/"}
        )
        assert answer.headers["Location"] == "http://testserver/games/"
        page = client.get("/accounts/login/").text
        assert f">{one.text_en}</p>" not in page
        assert f">{other}</p>" in page or not other
    assert ">New</p>" in Client().get("/accounts/login/").text


def test_putting_away_leads_nowhere_else_and_forgets_old_ones(client: Client) -> None:
    client.cookies[active.COOKIE] = ".".join(map(str, range(100, 200))) + ".x"
    answer = client.post("/announcements/7/put-away/", headers={"referer": "https://evil.example/"})
    assert answer.headers["Location"] == "/"
    kept = answer.cookies[active.COOKIE].value.split(".")
    assert kept[:2] == ["7", "100"]
    assert len(kept) == active.MOST


def test_the_page_of_a_match_is_not_pushed_by_it(client: Client, table: Table) -> None:
    announce()
    client.force_login(player(actor(table)))
    assert "Tea at five" not in client.get(f"/tables/{table.key}/").text
    assert "Tea at five" in client.get("/my-tables/").text


def test_the_owner_announces_and_ends(boss: Client, enqueued_tasks: EnqueuedTasks) -> None:
    given = {"text_en": "  Tea  at five ", "text_ja": "", "level": "warning"}
    now = timezone.now()
    times = {
        "starts_at": f"{now:%Y-%m-%dT%H:%M}",
        "ends_at": f"{now + timedelta(days=1):%Y-%m-%dT%H:%M}",
    }
    assert boss.post(PAGE, {**given, **times}).status_code == 302
    made = Announcement.objects.get()
    assert (made.text, made.should_notify) == ("Tea at five", False)
    wrong = (
        {"text_en": ""},
        {"ends_at": times["starts_at"]},
        {"ends_at": f"{now + timedelta(days=99):%Y-%m-%dT%H:%M}"},
        {"text_en": "x" * 300},
    )
    for one in wrong:
        assert boss.post(PAGE, {**given, **times, **one}).status_code == 200
    boss.post(f"/site/announcements/{made.pk}/end/")
    made.refresh_from_db()
    assert made.ends_at <= timezone.now()


def test_announcement_notifies_everybody_once_in_batches(
    monkeypatch: pytest.MonkeyPatch, enqueued_tasks: EnqueuedTasks
) -> None:
    monkeypatch.setattr(publication, "AT_ONCE", 2)
    now = timezone.now()
    people = [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(5)]
    gone = User(username="gone", last_seen_at=now - timedelta(days=300))
    User.objects.bulk_create([*people, gone, User(username="gus", guest_network="somewhere")])
    announce("quietly")
    announcement = announce(should_notify=True)
    rounds = 0
    while publication.notify_next_batch(now):
        rounds += 1
    assert rounds == 4
    notifications = Notification.objects.filter(event="announced", channel="page")
    assert notifications.count() == notifications.values("user").distinct().count() == 5
    announcement.refresh_from_db()
    announcement.notified_at, announcement.last_notified_user_id = (
        None,
        0,
    )  # a worker that died before it could note it
    announcement.save()
    while publication.notify_next_batch(now):
        pass
    assert notifications.count() == 5


def test_ended_announcement_notifies_nobody() -> None:
    User.objects.create(username="ann", email="ann@example.org")
    announce(should_notify=True, ends_at=timezone.now() - timedelta(minutes=1))
    assert not publication.notify_next_batch(timezone.now())
    assert not Notification.objects.exists()
