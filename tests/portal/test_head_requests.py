"""Every page that answers GET answers HEAD: the same headers, no body, nothing used up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Site, User
from accounts.site.picture import side_length
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, new_table, play_on
from tests.portal.test_hostile_requests import addresses

__all__ = ["new_table"]

pytestmark = pytest.mark.same_everywhere

# Their values may differ from one GET to the next.
VARYING = {"Content-Length", "Date", "Expires", "Retry-After", "X-CSRFToken"}
ENDS_THE_SESSION = ("/accounts/logout",)


def headers_of(answer: Any) -> dict[str, str]:
    return {name: "" if name in VARYING else value for name, value in answer.headers.items()}


#: What a player who is no owner is refused; the other pages are the same to both.
FOR_OWNERS = ("/admin", "/site", "/moderation")


@pytest.mark.parametrize("who", ["nobody", "a player", "an owner"])
def test_every_page_answers_head_as_get(
    who: str, new_table: Callable[..., Table], people: list[User], skip_rendering: None
) -> None:
    user = people[0]
    client = Client(raise_request_exception=False)
    if who == "an owner":
        User.objects.filter(pk=user.pk).update(is_superuser=True, is_staff=True)
    if who != "nobody":
        client.force_login(user)
    unstarted = table_setup.open_table(
        user, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    tables = [unstarted, play_on(new_table())]
    wrong = []
    for address in dict.fromkeys(at for one in tables for at in addresses(one, user)):
        if address.startswith(ENDS_THE_SESSION):
            continue
        if who == "a player" and not address.startswith(FOR_OWNERS):
            continue
        head, get = client.head(address), client.get(address)
        if get.status_code == 405 and head.status_code == 405:
            continue
        if head.status_code != get.status_code or headers_of(head) != headers_of(get):
            wrong.append((address, headers_of(head).items() ^ headers_of(get).items()))
        assert head.getvalue() == b"", address
    assert not wrong


#: Icons that browsers request where no page names them, and how wide each is.
UNASKED = {
    "/favicon.ico": 192,
    "/apple-touch-icon.png": 180,
    "/apple-touch-icon-precomposed.png": 180,
    "/apple-touch-icon-120x120.png": 180,
    "/apple-touch-icon-120x120-precomposed.png": 180,
    "/apple-touch-icon-152x152.png": 180,
    "/apple-touch-icon-152x152-precomposed.png": 180,
}


@pytest.mark.parametrize(("address", "width"), UNASKED.items())
def test_icon_that_no_page_names_is_that_of_the_site(db: None, address: str, width: int) -> None:
    answer = Client().get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert side_length(answer.content) == width
    assert Client().head(address).headers["Content-Length"] == str(len(answer.content))
    Site.objects.create(pk=Site.ONLY, picture=b"a picture", picture_name="64-abc")
    assert Client().get(address).content == b"a picture"
