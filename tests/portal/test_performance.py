"""What replaces a part of a framework says what, and changes no answer; without it all is the same.

`tests/portal/scripted_evening.py` is an evening at the site. It is played in a process of its
own with every piece of `portal/performance/`, and again without each of them.
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

from portal import performance

pytestmark = pytest.mark.same_everywhere

ROOM = Path(performance.__file__).parent
PARTS = ("Replaces: ", "Checked: ", "Saves: ", "Off: ")
ON_THE_WAY = (  # of a request
    "fast_orm",
    "translation_cache",
    "byte_lru",
    "group_publish",
    "wsgi_bridge",
)
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
    assert performance.validate_disabled(["fast_orm"]) == {"fast_orm"}


def test_the_names_of_an_earlier_release_still_switch_pieces_off() -> None:
    assert performance.validate_disabled(["rows", "kept"]) == {"fast_orm", "byte_lru"}


def test_a_piece_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"QUICK_OFF names row; there are fast_orm, "):
        performance.validate_disabled(["fast_orm", "row"])


@pytest.mark.parametrize("off", [(), ON_THE_WAY])
def test_a_piece_that_is_off_does_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, db: None, off: tuple[str, ...]
) -> None:
    from django.templatetags.i18n import TranslateNode

    from accounts.models import User
    from portal.performance import byte_lru, fast_orm, group_publish, translation_cache

    async def group_send(*args: object) -> None:
        sent.append(args)

    sent: list[tuple[object, ...]] = []
    layer = RedisPubSubChannelLayer(hosts=[])
    layer.group_send = group_send
    monkeypatch.setattr(group_publish, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(group_publish, "get_client", MagicMock())
    settings.QUICK_OFF = off
    people = fast_orm.PreparedQuery(lambda key: User.objects.filter(pk=key))
    assert people.all(1) == []
    assert ("_sql" in vars(people)) == (not off)
    assert (byte_lru.byte_lru_cache(100)(str.upper) is str.upper) == bool(off)
    assert (translation_cache.cache_translations(str.upper) is str.upper) == bool(off)
    monkeypatch.setattr(TranslateNode, "render", framework := MagicMock())
    translation_cache.cache_template_translations()
    assert (TranslateNode.render is framework) == bool(off)
    group_publish.publish_to_groups(("table.x", {"type": "chat.changed"}))
    assert sent == ([("table.x", {"type": "chat.changed"})] if off else [])


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


SAID = """{% load i18n %}{% translate 'Close' %}|
{% translate 'Create an account' context 'guest' %}|
{% translate "100%% & more" %}|{% translate 'Notifications' noop %}|{% translate 'Tables' as it %}
{{ it }}|
{% translate one %}|{% translate 'Tables'|upper %}|
{% translate 'Create an account' context one %}"""


def test_templates_say_what_the_framework_says_and_look_constants_up_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from django.template import Context, Template
    from django.templatetags.i18n import TranslateNode
    from django.utils import translation

    from portal.performance import translation_cache

    def draw() -> list[str]:
        found: list[str] = []
        for language in ("en", "ja", "en"):
            for one in ("guest", "Notifications", "guest"):
                with translation.override(language):
                    found.append(template.render(Context({"one": one})))
                    found.append(template.render(Context({"one": one}, autoescape=False)))
        return found

    template, look_up = Template(SAID), MagicMock(side_effect=translation_cache.render_uncached)
    monkeypatch.setattr(translation_cache, "render_uncached", look_up)
    said = draw()
    constants, others, languages, drawn = 5, 3, 2, len(said)
    assert look_up.call_count == constants * languages + others * drawn
    monkeypatch.setattr(TranslateNode, "render", look_up.side_effect)
    assert draw() == said
    assert len(set(said)) == 2 * languages


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


@pytest.mark.parametrize("piece", ON_THE_WAY)
def test_the_same_evening_without_it(
    site: Site, with_all: list[ScriptedAnswer], piece: str
) -> None:
    without = site.evening(piece)
    assert len(without) == len(with_all)
    for one, other in zip(without, with_all, strict=True):
        assert one == other
