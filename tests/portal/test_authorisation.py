"""Who may ask what: one table of addresses of pages and API, and of everybody who may ask them.

A row is an address, what is sent there, and what becomes of it for each of `WHO`, in their order:

    y   it is answered, and what it is to change has changed
    s   it is answered, and nothing has changed (looking, or what is so already)
    .   it is refused (or leads elsewhere, as to signing in), and nothing has changed

Whoever adds an address adds its row to `ROWS`; what address and data name is made in `world`.
Every cell is asked in a transaction that is rolled back, so that rows need not mind each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

import games.rules as rules
from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering, inviting, links, remembered
from games.lobby.terms import Terms
from games.models import Invitation, InvitationLink, KeptTerms, Seat, Table, Wish
from games.table import play
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME

pytestmark = pytest.mark.same_everywhere

WHO = ("anonymous", "stranger", "invited", "player", "host", "staff")
LOOKED_AT = (Table, Seat, Invitation, InvitationLink, KeptTerms, Wish)  # where a change shows


class Row(NamedTuple):
    """`data` is sent by POST unless `method` says otherwise; without any, an address is looked at.

    Words in braces, in the address as in the data, are names of `World.names`.
    """

    address: str
    arguments: str
    cells: str
    data: dict[str, Any] | None = None
    method: str = ""


class World(NamedTuple):
    """Clients of pages and API of each of `WHO`, and what words in braces stand for."""

    pages: dict[str, Client]
    api: dict[str, APIClient]
    names: dict[str, str]


POST: dict[str, Any] = {}

ROWS = (
    # what everybody does before the start
    Row("games:table", "{key}", "ssssss"),
    Row("games:join", "{key}", ".yyssy", POST),
    Row("games:leave", "{key}", "...yy.", POST),
    Row("games:start", "{key}", "....y.", POST),
    Row("games:close", "{key}", "....y.", POST),
    Row("games:rename", "{key}", "....y.", {"name": "Friday"}),
    Row("api:table", "{key}", "ssssss"),
    Row("api:join", "{key}", ".yyssy", POST),
    Row("api:leave", "{key}", "...yy.", POST),
    Row("api:start", "{key}", "....y.", POST),
    Row("api:close", "{key}", "....y.", POST),
    Row("api:rename", "{key}", "....y.", {"name": "Friday"}),
    # again, quick matches, sets of options
    Row("games:again", "{over}", "...yy.", POST),
    Row("api:again", "{over}", "...yy.", POST),
    Row("games:again", "{key}", "......", POST),
    Row("games:quick", "{game}", ".yyyyy", POST),
    Row("games:cancel_quick", "{game}", ".sssss", POST),
    Row("games:quick_panel", "", "ssssss"),
    Row("api:quick_matches", "", ".sssss"),
    Row("api:quick_match", "{game}", ".yyyyy", POST),
    Row("api:quick_match", "{game}", "......", method="delete"),
    Row("games:rename_set", "{set}", "....y.", {"set_name": "Fridays"}),
    Row("games:delete_set", "{set}", "....y.", POST),
    Row("api:table_sets", "", ".sssss"),
    Row("api:table_set", "{set}", "....y.", {"set_name": "Fridays"}),
    Row("api:table_set", "{set}", "....y.", method="delete"),
    # invitations
    Row("games:invite", "{key}", "....s."),
    Row("games:invite", "{key}", "....y.", {"name": "{stranger}"}),
    Row("games:withdraw_invitation", "{key} {invitation}", "....y.", POST),
    Row("games:make_link", "{key}", "....y.", {"uses": "2", "hours": "24"}),
    Row("games:withdraw_link", "{key} {link}", "....y.", POST),
    Row("games:invitation", "{key}", "..s..."),
    Row("games:accept", "{key}", "..y...", POST),
    Row("games:decline", "{key}", "..y...", POST),
    Row("games:invited_by_link", "{token}", "ssssss"),
    Row("games:invited_by_link", "{token}", ".yyssy", POST),
    Row("api:played_with", "", ".sssss"),
    Row("api:my_invitations", "", ".sssss"),
    Row("api:invitations", "{key}", "....s."),
    Row("api:invitations", "{key}", "....y.", {"users": ["{stranger}"]}),
    Row("api:one_invitation", "{key} {invitation}", "....y.", method="delete"),
    Row("api:links", "{key}", "....s."),
    Row("api:links", "{key}", "....y.", {"uses": 2, "hours": 24}),
    Row("api:one_link", "{key} {link}", "....y.", method="delete"),
    Row("api:accept", "{key}", "..y...", POST),
    Row("api:decline", "{key}", "..y...", POST),
    Row("api:link", "{token}", "ssssss"),
    Row("api:link", "{token}", ".yyssy", POST),
    # the host's hand
    Row("games:remove", "{key}", "....y.", {"user": "{player}"}),
    Row("games:hand_on", "{key}", "....y.", {"user": "{player}"}),
    Row("games:fill", "{key}", "....y.", {"seat": "3", "level": "random"}),
    Row("api:remove", "{key}", "....y.", {"user": "{player}"}),
    Row("api:hand_on", "{key}", "....y.", {"user": "{player}"}),
    Row("api:fill", "{key}", "....y.", {"seats": [3], "level": "random"}),
)


@pytest.fixture
def world(people: list[User]) -> World:
    """A table of four before its start: its host, a guest, a held seat and a free one; a link."""
    host, player, invited, stranger, staff = people
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    clock, start_when = BY_KEY["day"].clock, Table.Start.HOST
    table = gathering.open_table(host, GAME, 4, {}, clock, start_when=start_when)
    gathering.join(table.key, player)
    over = gathering.open_table(host, GAME, 2, {}, clock)
    gathering.join(over.key, player)
    for user in (host, player):
        play.agree_call_off(over.key, user, agrees=True)
    terms = Terms.at_first(rules.get(GAME))
    named = remembered.save_set(host, GAME, "Thursdays", terms)
    (invitation,) = inviting.invite(table.key, host, [invited.username])
    link = links.make(table.key, host, uses=3, hours=24)
    everybody = dict(zip(WHO, (None, stranger, invited, player, host, staff), strict=True))
    return World(
        {who: signed_in(user) for who, user in everybody.items()},
        {who: api_of(user) if user else APIClient() for who, user in everybody.items()},
        {
            "key": table.key,
            "over": over.key,
            "game": GAME,
            "set": str(named.pk),
            "invitation": str(invitation.pk),
            "link": str(link.pk),
            "token": link.token,
            "stranger": stranger.username,
            "player": player.username,
        },
    )


def test_everybody_may_ask_what_the_table_says_and_nothing_else(world: World) -> None:
    wrong = [
        f"{row.address} {row.method or row.data}, {who}: {found!r} instead of {cell!r}"
        for row in ROWS
        for who, cell in zip(WHO, row.cells, strict=True)
        if (found := became(row, world, who)) != cell
    ]
    assert wrong == []


def became(row: Row, world: World, who: str) -> str:
    """What becomes of a row for one of `WHO`, as a letter."""
    with transaction.atomic():
        before = everything()
        answer = asked(row, world, who)
        after = everything()
        transaction.set_rollback(True)
    assert answer.status_code < 500, (row, who)
    if after != before:
        return "y"
    is_page = row.address.startswith("games:")
    if answer.status_code >= 400 or (is_page and leads_away(answer, row)):
        return "."
    return "s"


def asked(row: Row, world: World, who: str) -> Any:
    is_page = row.address.startswith("games:")
    client = world.pages[who] if is_page else world.api[who]
    address = reverse(row.address, args=row.arguments.format(**world.names).split())
    method = row.method or ("get" if row.data is None else "post")
    client.cookies.pop("messages", None)  # of the row before
    return getattr(client, method)(address, filled(row.data, world.names))


def filled(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: filled(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [filled(value, names) for value in data]
    return data.format(**names) if isinstance(data, str) else data


def leads_away(answer: Any, row: Row) -> bool:
    """Whether a page was not shown; or a change was refused, which a page says on the next one."""
    if row.data is None:
        return answer.status_code == 302
    told = [str(message.level_tag) for message in answer.wsgi_request._messages]
    return "error" in told or "/accounts/login/" in answer.get("Location", "")


def everything() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in LOOKED_AT]
