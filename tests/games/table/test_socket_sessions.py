"""A socket closes within a second after the session has ended by which it was opened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import sockets
from accounts.deletion import delete_account
from accounts.models import User
from accounts.sessions import SessionStore
from accounts.signals import send_sessions_ended
from games.models import Case, Table
from games.moderation import sanctions
from games.table.realtime import publish
from games.table.realtime.routing import websocket_urlpatterns
from tests.clients import session_of

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = 1.0


class Page(ApplicationCommunicator):
    """A socket of an open page, with the cookie of a session."""

    def __init__(self, path: str, session: str) -> None:
        cookie = f"sessionid={session}".encode()
        scope = {"type": "websocket", "path": path, "headers": [(b"cookie", cookie)]}
        super().__init__(self._run, scope)
        self.has_gone = False

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_to_client(message: Any) -> None:
            if self.has_gone:
                raise OSError("the client has gone")
            await send(message)

        application = sockets.SocketSessionMiddleware(URLRouter(websocket_urlpatterns))
        await application(scope, receive, send_to_client)

    async def open(self) -> None:
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output(timeout=5))["type"] == "websocket.accept"

    async def close_code(self) -> int:
        """The code with which the site closes it, within a second."""
        while True:
            message = await self.receive_output(timeout=SECOND)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def leave(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=5)


def sign_out(user: User, session: str) -> None:
    client = Client()
    client.cookies["sessionid"] = session
    client.post("/accounts/logout/")


def end_it_elsewhere(user: User, session: str) -> None:
    SessionStore().delete(session)


def set_password(user: User, session: str) -> None:
    user.set_password("quite-another-7")
    user.save()


def close_by_staff(user: User, session: str) -> None:
    sanctions.apply_decision(Case(subject=user), sanctions.Action.CLOSE, None, "", "")


def close_in_the_admin(user: User, session: str) -> None:
    user.is_active = False
    user.save(update_fields=["is_active"])


def delete(user: User, session: str) -> None:
    delete_account(user)


def expire(user: User, session: str) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=session).update(expire_date=past)


ENDS = [sign_out, end_it_elsewhere, set_password, close_by_staff, close_in_the_admin, delete]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("path", ["/ws/me/", "/ws/tables/{key}/"])
async def test_socket_closes_with_its_session(
    end: Callable[[User, str], None], path: str, people: list[User], table: Table
) -> None:
    session = await sync_to_async(session_of)(people[0])
    other = await sync_to_async(session_of)(people[1])
    page, others = Page(path.format(key=table.key), session), Page("/ws/me/", other)
    await page.open()
    await others.open()
    await sync_to_async(end)(people[0], session)
    assert await page.close_code() == sockets.CLOSE_SIGNED_OUT
    await page.leave()
    assert (await others.receive_output(timeout=5))["type"] == "websocket.send"
    await sync_to_async(send_sessions_ended)(people[1].pk)
    while not await others.receive_nothing(timeout=0.1):
        assert (await others.receive_output(timeout=5))["type"] == "websocket.send"
    await others.leave()


async def test_a_client_that_goes_during_a_message_leaves_nothing_behind(
    people: list[User], table: Table
) -> None:
    session = await sync_to_async(session_of)(people[0])
    page = Page(f"/ws/tables/{table.key}/", session)
    await page.open()
    while not await page.receive_nothing(timeout=0.1):
        await page.receive_output(timeout=5)
    await page.send_input({"type": "websocket.receive", "text": '{"looking": true}'})
    assert (await page.receive_output(timeout=5))["type"] == "websocket.send"
    assert publish.is_looking(table.pk, people[0].pk)
    page.has_gone = True
    await page.send_input({"type": "websocket.receive", "text": '{"looking": true}'})
    await page.leave()
    assert not publish.is_looking(table.pk, people[0].pk)
    assert not sockets.OPEN._sessions


async def test_a_client_that_has_gone_does_not_keep_the_others_open(people: list[User]) -> None:
    session = await sync_to_async(session_of)(people[0])
    pages = [Page("/ws/me/", session) for _ in range(3)]
    for page in pages:
        await page.open()
    pages[0].has_gone = True
    await sync_to_async(end_it_elsewhere)(people[0], session)
    for page in pages[1:]:
        assert await page.close_code() == sockets.CLOSE_SIGNED_OUT
    for page in pages:
        await page.leave()


@pytest.mark.parametrize("is_new", [True, False])
async def test_socket_closes_when_its_session_expires(
    is_new: bool, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await sync_to_async(session_of)(people[0])
    soon = timezone.now() + timedelta(seconds=0.6)
    if not is_new:
        await Session.objects.filter(session_key=session).aupdate(expire_date=soon)
    page = Page("/ws/me/", session)
    await page.open()
    if is_new:  # it has ended between the look that let it in and its first listening
        await sync_to_async(expire)(people[0], session)
    else:
        monkeypatch.setattr(sockets.OPEN, "_new", set())
    assert (await page.receive_output(timeout=5))["type"] == "websocket.send"
    closed: Any = await page.receive_output(timeout=2 * SECOND)
    assert closed == {"type": "websocket.close", "code": sockets.CLOSE_SIGNED_OUT}
    await page.leave()


async def test_socket_goes_on_while_its_session_is_prolonged(people: list[User]) -> None:
    session = await sync_to_async(session_of)(people[0])
    found = await sync_to_async(sockets.load_socket_session)(
        [(b"cookie", f"sessionid={session}".encode())]
    )
    assert found is not None
    later = found.expires_at + timedelta(days=1)
    await Session.objects.filter(session_key=session).aupdate(expire_date=later)
    renewed = await sync_to_async(sockets.revalidate_sessions)([found])
    assert renewed[found].expires_at == later


def test_every_socket_closes_with_its_session() -> None:
    for pattern in websocket_urlpatterns:
        consumer = pattern.callback.consumer_class  # type: ignore[attr-defined]
        assert issubclass(consumer, sockets.SessionConsumer), consumer
