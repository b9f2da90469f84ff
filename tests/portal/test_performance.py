"""What replaces a part of a framework says what, and changes no answer; without it all is the same.

`tests/portal/scripted_evening.py` is an evening at the site. It is played in a process of its
own with every piece of `portal/performance/`, and again without those on the way of a request.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.table.realtime import publish
from portal import performance
from portal.performance import group_publish
from portal.performance.group_publish import PublishingLayer

pytestmark = pytest.mark.same_everywhere

ROOM = Path(performance.__file__).parent
PARTS = ("Replaces: ", "Checked: ", "Saves: ", "Off: ")
ON_THE_WAY = ("fast_orm", "group_publish", "wsgi_bridge")  # of a request
BESIDE = ("broker_recovery", "request_timeouts", "connection_pool", "slim_websocket")
ScriptedAnswer = tuple[str, Any]


def module_of(piece: str) -> Any:
    return importlib.import_module(f"portal.performance.{piece}")


def minor(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def test_every_file_of_the_room_is_a_piece() -> None:
    assert sorted(performance.OPTIMIZATIONS) == sorted(
        path.stem for path in ROOM.glob("*.py") if path.stem != "__init__"
    )


@pytest.mark.parametrize("piece", performance.OPTIMIZATIONS)
def test_its_head_says_what_it_replaces_and_saves_and_how_to_do_without(piece: str) -> None:
    lines = (module_of(piece).__doc__ or "").splitlines()
    found = [line for line in lines if line.startswith(PARTS)]
    assert [line.partition(" ")[0] + " " for line in found] == list(PARTS)
    assert f"`QUICK_OFF={piece}`" in found[-1]


CHECKED = [
    (piece, package, version)
    for piece in performance.OPTIMIZATIONS
    for package, version in module_of(piece).SUPPORTED_VERSIONS.items()
]


@pytest.mark.parametrize(("piece", "package", "version"), CHECKED)
def test_it_was_checked_against_what_is_installed(piece: str, package: str, version: str) -> None:
    installed = importlib.metadata.version(package)
    assert minor(installed) <= minor(version), (
        f"{package} {installed} is newer than {version}, against which "
        f"portal/performance/{piece}.py was checked. Read the release "
        f"notes of {package}, compare what the head of the file says it "
        "relies on, run this file's other tests, then raise SUPPORTED_VERSIONS there "
        '(docs/operations/upgrade.md, "Dependencies").'
    )


def test_every_piece_is_on_unless_it_is_switched_off() -> None:
    assert not settings.QUICK_OFF
    assert performance.validate_disabled(["wsgi_bridge"]) == {"wsgi_bridge"}


def test_the_names_of_an_earlier_release_still_switch_pieces_off() -> None:
    assert performance.validate_disabled(["publish", "bridge"]) == {"group_publish", "wsgi_bridge"}


def test_the_names_of_removed_pieces_are_accepted_and_do_nothing() -> None:
    assert performance.validate_disabled(["kept", "translation_cache"]) == frozenset()


def test_a_piece_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"names bridges; there are fast_orm, "):
        performance.validate_disabled(["wsgi_bridge", "bridges"])


@pytest.mark.parametrize("layer", [RedisPubSubChannelLayer, PublishingLayer])
def test_messages_reach_groups_through_any_channel_layer(
    monkeypatch: pytest.MonkeyPatch, layer: type[RedisPubSubChannelLayer]
) -> None:
    async def group_send(*args: object) -> None:
        sent.append(args)

    sent: list[tuple[object, ...]] = []
    one = layer(hosts=[])
    one.group_send = group_send
    pipeline = MagicMock()
    monkeypatch.setattr(publish, "get_channel_layer", lambda: one)
    monkeypatch.setattr(
        group_publish, "get_client", lambda: MagicMock(pipeline=lambda **_: pipeline)
    )
    publish.publish_to_groups(("table.x", {"type": "chat.changed"}))
    if layer is PublishingLayer:
        message = one.serialize({"type": "chat.changed"})
        pipeline.publish.assert_called_once_with("asgi__group__table.x", message)
        pipeline.execute.assert_called_once_with()
    else:
        assert sent == [("table.x", {"type": "chat.changed"})]


def test_the_others_leave_the_framework_as_it_is(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kombu.transport.redis import Channel, QoS
    from psycopg import Connection
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    from portal.performance import (
        broker_recovery,
        connection_pool,
        request_timeouts,
        slim_websocket,
    )

    assert {*BESIDE, *ON_THE_WAY} == set(performance.OPTIMIZATIONS)
    for off in ((), BESIDE):
        settings.QUICK_OFF = off
        monkeypatch.setattr(Channel, "QoS", QoS)
        broker_recovery.install_slot_freeing()
        assert (Channel.QoS is QoS) == bool(off)
        assert (request_timeouts.http_protocol() is HttpToolsProtocol) == bool(off)
        assert (slim_websocket.websocket_protocol() == "auto") == bool(off)
        drains = performance.is_enabled("connection_pool")
        assert (
            connection_pool.pool_options(5, drains=drains)["connection_class"] is Connection
        ) == bool(off)


class Site:
    """Plays the evening on copies of an empty database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.empty = folder / "empty.sqlite3"
        if template := os.environ.get("TEST_SQLITE_TEMPLATE"):  # of the run that this is a part of
            shutil.copy(template, self.empty)
        else:
            self._run("manage.py", "migrate", "-v", "0", database=self.empty)

    def evening(self, off: str) -> list[ScriptedAnswer]:
        """What everybody was told, with these pieces switched off."""
        database = self.folder / f"{off or 'all'}.sqlite3"
        shutil.copy(self.empty, database)
        said = self._run("-m", "tests.portal.scripted_evening", database=database, off=off)
        return [tuple(json.loads(line)) for line in said.splitlines()]

    def _run(self, *command: str, database: Path, off: str = "") -> str:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "QUICK_OFF": off,
            "PYTHONHASHSEED": "0",  # one order of what is written from sets
        }
        environment.pop("TEST_REDIS_SERVER", None)  # it has a bundled one of its own
        done = subprocess.run(
            [sys.executable, *command],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("quick"))


@pytest.fixture(scope="module")
def with_all(site: Site) -> list[ScriptedAnswer]:
    return site.evening("")


def test_the_evening_has_something_of_everything(with_all: list[ScriptedAnswer]) -> None:
    statuses = Counter(answer["status"] for _asked, answer in with_all if "status" in answer)
    assert set(statuses) == {200, 302, 404, 409, 422}
    heard = [json.loads(answer["text"]) for _asked, answer in with_all if "text" in answer]
    assert {frozenset(message) for message in heard} == {
        frozenset({"version", "chat"}),
        frozenset({"version"}),
        frozenset({"unread"}),
        frozenset({"waiting", "unread"}),
        frozenset({"waiting", "unread", "table"}),
        frozenset({"chat"}),
    }
    page = with_all[-5][1]["body"]
    assert 'data-moves="' in page
    assert any("日本語" in answer["body"] for _asked, answer in with_all if "body" in answer)


def test_the_same_evening_without_any_of_them(site: Site, with_all: list[ScriptedAnswer]) -> None:
    """A piece that changes an answer is found by `QUICK_OFF` with one of them after the other."""
    without = site.evening(",".join(ON_THE_WAY))
    assert len(without) == len(with_all)
    for one, other in zip(without, with_all, strict=True):
        assert one == other
