"""Old addresses of pages: each leads to the page that has replaced it, for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from games.moved_pages import MOVED_PREFIXES

pytestmark = pytest.mark.same_everywhere

KEY = "a-Key_1"
#: An old address of each prefix, and where it leads.
MOVED = {
    "/circles/": "/clubs/",
    "/circles/k/members/Ann/": "/clubs/k/members/Ann/",
    f"/circles/{KEY}/talk/": f"/clubs/{KEY}/chat/",
    "/contests/": "/tournaments/",
    f"/contests/{KEY}/calendar.ics": f"/tournaments/{KEY}/calendar.ics",
    f"/contests/{KEY}/put-out/": f"/tournaments/{KEY}/disqualify/",
    "/contests/series/k/end/": "/tournaments/series/k/end/",
    "/moderation/hints/3/": "/moderation/signals/3/",
    "/moderation/trail/": "/moderation/audit-log/",
    "/notices/": "/notifications/",
    "/notices/again/mail/": "/notifications/again/mail/",
    "/preferences/notices/": "/preferences/notifications/",
    "/preferences/notices/devices/2/test/": "/preferences/notifications/devices/2/test/",
    "/preferences/time/vacation/end/": "/preferences/availability/vacation/end/",
    "/site/absences/4/": "/site/downtimes/4/",
    "/table-sets/5/rename/": "/saved-settings/5/rename/",
    f"/tables/{KEY}/again/": f"/tables/{KEY}/rematch/",
    f"/tables/{KEY}/hint/": f"/tables/{KEY}/suggestion/",
    f"/tables/{KEY}/orders/": f"/tables/{KEY}/auto-answers/",
    f"/tables/{KEY}/orders/ahead/": f"/tables/{KEY}/conditional-moves/",
    f"/tables/{KEY}/orders/change/": f"/tables/{KEY}/conditional-moves/change/",
    f"/tables/{KEY}/try/": f"/tables/{KEY}/analysis/",
    f"/tables/{KEY}/try/shared/a:b:c/": f"/tables/{KEY}/analysis/shared/a:b:c/",
}
#: Addresses in old mails, calendars and posts whose pages have not moved.
STAY = ("/unsubscribe/x/", "/invited/x/", "/pictures/x.png", "/calendars/x.ics")


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_address_leads_to_the_new_page_for_ever(
    db: None, client: Client, old: str, new: str
) -> None:
    assert resolve(new).view_name.startswith("games:")
    for ask, status in ((client.get, 301), (client.head, 301), (client.post, 308)):
        answer = ask(old)
        assert (answer.status_code, answer["Location"]) == (status, new)
        answer = ask(old, query_params={"a": "1", "b": "ä"})
        assert answer["Location"] == f"{new}?a=1&b=%C3%A4"


def test_every_moved_prefix_is_tried_above() -> None:
    tried = {
        next(
            one for one in MOVED_PREFIXES if address[1:].startswith(one.replace("<slug:key>", KEY))
        )
        for address in MOVED
    }
    assert tried == set(MOVED_PREFIXES)


def test_no_page_is_left_at_an_old_address() -> None:
    for old, new in MOVED.items():
        assert resolve(old).view_name == "moved"
        match: Any = resolve(new)
        assert reverse(match.view_name, args=match.args, kwargs=match.captured_kwargs or {}) == new


def test_a_form_of_an_old_page_arrives_for_members_and_guests(db: None) -> None:
    for guest_of in ("", "somewhere"):
        client = Client()
        client.force_login(User.objects.create_user(f"Ann{guest_of}", guest_network=guest_of))
        answer = client.post("/tables/nowhere/orders/", {"given": "x"}, follow=True)
        assert answer.redirect_chain == [("/tables/nowhere/auto-answers/", 308)]
        assert answer.status_code == 404  # by the page, which knows no such table
        assert answer.wsgi_request.POST["given"] == "x"


def test_the_new_page_checks_who_may_come(db: None, client: Client) -> None:
    answer = client.get("/moderation/trail/", follow=True)
    assert answer.redirect_chain[0] == ("/moderation/audit-log/", 301)
    assert answer.redirect_chain[1][0].startswith("/accounts/login/")


def test_no_old_address_leads_to_another_site(db: None, client: Client) -> None:
    for odd in ("/contests//evil.example/", "/contests/%0d%0aX-Bad:1/", "/contests/..//evil/"):
        where = client.get(odd).get("Location", "/tournaments/")
        assert where.startswith("/tournaments/")
        assert "\r" not in where


def test_promised_addresses_stay() -> None:
    for address in STAY:
        assert resolve(address).view_name.startswith("games:")
    assert reverse("games:closed", args=["x"]) == "/decisions/closed/x/"
