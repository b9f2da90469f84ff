"""One real web process in both ways to answer HTTP: threads (the default) and plain ASGI."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from django.conf import settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from portal.server.processes import ChildProcess
from tests.browser_fixtures import make_session, make_user
from tests.live_site import STATIC_FOLDER, LiveSite

pytestmark = pytest.mark.same_everywhere  # about HTTP, whatever database is behind it


@pytest.fixture(scope="module", params=["", "wsgi_bridge"], ids=["threads", "asgi"])
def _mode(request: pytest.FixtureRequest, _live_processes: LiveSite) -> Iterator[None]:
    """The live site's web process is one in the wanted mode, on the same socket."""
    site, usual = _live_processes, _live_processes.parts["web"]
    usual.stop()
    mode = {"QUICK_OFF": request.param, "MAX_BODY_BYTES": "100000"}
    log = usual.log.with_name(f"web-{request.param or 'threads'}.log")
    site.parts["web"] = replace(
        usual, environment={**usual.environment, **mode}, log=log, process=None
    )
    yield
    site.parts["web"].stop()
    site.parts["web"] = usual


@pytest.fixture
def web(_mode: None, live_site: LiveSite) -> ChildProcess:
    """That process, started where it does not run."""
    return live_site.parts["web"]


def test_pages_static_files_and_errors(live_site: LiveSite, web: ChildProcess) -> None:
    with httpx.Client(base_url=live_site.url) as client:
        home = client.get("/")
        assert home.status_code == 200
        assert "script-src 'self'" in home.headers["content-security-policy"]
        style = client.get(f"/static/{hashed_file_name('css/', live_site)}")
        assert style.status_code == 200
        assert "immutable" in style.headers["cache-control"]
        assert client.get("/nothing/").status_code == 404
        head = client.head("/")
        assert (head.status_code, head.content) == (200, b"")
        assert "server" not in head.headers


def test_a_large_form_is_refused(live_site: LiveSite, web: ChildProcess) -> None:
    field = b"a=" + b"x" * 200_000
    headers = {
        "content-type": "application/x-www-form-urlencoded",
        "cookie": "csrftoken=" + "x" * 32,  # so that the form itself is looked at
    }
    answer = httpx.post(f"{live_site.url}/accounts/login/", content=field, headers=headers)
    assert answer.status_code in (400, 413)
    assert httpx.get(f"{live_site.url}/healthz/web").status_code == 200


def test_sockets_open_only_for_our_own_pages(live_site: LiveSite, web: ChildProcess) -> None:
    logged = len(web.log.read_text())
    with open_socket(live_site, "/ws/me/", live_site.url) as opened:
        opened.ping().wait(5)
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(live_site, "/ws/me/", "https://evil.example")
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(live_site, "/ws/unknown/", live_site.url)
    assert "Traceback" not in web.log.read_text()[logged:]


def test_it_stops_cleanly_with_a_socket_open(live_site: LiveSite, web: ChildProcess) -> None:
    with open_socket(live_site, "/ws/me/", live_site.url):
        assert web.pid is not None
        os.kill(web.pid, signal.SIGTERM)
        assert web.process is not None
        assert web.process.wait(15) in (0, -signal.SIGTERM)


def open_socket(live_site: LiveSite, path: str, origin: str) -> ClientConnection:
    """A socket as a signed-in person's browser opens it from a page of `origin`."""
    user = User.objects.filter(username="Ada").first() or make_user("Ada")
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={make_session(user)}"}
    address = live_site.url.replace("http", "ws") + path
    return connect(address, origin=Origin(origin), additional_headers=cookie)


def hashed_file_name(prefix: str, live_site: LiveSite) -> str:
    """Some collected file under a folder, by its name with a checksum."""
    manifest = json.loads((STATIC_FOLDER / "staticfiles.json").read_text())
    return next(str(new) for old, new in manifest["paths"].items() if old.startswith(prefix))
