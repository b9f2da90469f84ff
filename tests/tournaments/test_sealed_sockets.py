"""Sockets of sealed tables: only the people who sit there can connect."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Table
from games.table.realtime.consumers import NOT_FOUND
from games.tournaments.models import Tournament
from tests.clients import session_of
from tests.games.table.test_socket_sessions import Page
from tests.tournaments.test_duplicate_rounds import duplicate, sitter_of, tables_of

__all__ = ["duplicate"]

pytestmark = pytest.mark.django_db(transaction=True)


def prepare(tournament: Tournament, people: list[User]) -> tuple[Table, str, list[str]]:
    """Return a table, the session of a person who sits there, and those of two who do not."""
    one, other = (row.table for row in tables_of(tournament))
    assert one is not None
    assert other is not None
    sessions = [session_of(user) for user in (sitter_of(one), sitter_of(other), people[4])]
    return one, sessions[0], sessions[1:]


async def test_socket_of_a_sealed_table_is_for_its_people_alone(
    duplicate: Tournament, people: list[User]
) -> None:
    table, session, outsiders = await sync_to_async(prepare)(duplicate, people)
    address = f"/ws/tables/{table.key}/"
    page = Page(address, session)
    await page.open()
    await page.leave()
    for other in (*outsiders, ""):
        page = Page(address, other)
        await page.send_input({"type": "websocket.connect"})
        assert await page.close_code() == NOT_FOUND
