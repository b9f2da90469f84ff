"""Fixtures and marks for all tests: the site's, and those of titles in their folders.

Ordinary tests run with fakes: a cache and a channel layer in memory, and tasks that are noted
instead of sent (`enqueued_tasks`). A test that asks for `redis_server`, `live_site` or a browser
gets the real parts.
"""

from __future__ import annotations

import gc
import os
import random
import subprocess
import uuid
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.utils import translation

from portal.server import garbage_collection
from tests.layout import (
    KINDS,
    NOT_DRAWN,
    SAME_EVERYWHERE,
    SAMPLES,
    WITHOUT_SITE,
    area_of,
    is_of_title,
    named_games,
    sample_titles,
    title_of,
    titles,
)
from tests.requirements import CHROMIUM_NAMES, CHROMIUM_SHELL, find_program, program

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import User
    from tests.browser_fixtures import Crowd, Guard, Person, Windows
    from tests.live_site import LiveSite, RedisServer

#: Matches and pages go when nobody holds them any more. To look for rings of things that hold each
#: other as often as Python does took a seventh of the time of random matches.
COLLECT_AFTER = (20_000, 20, 20)
REAL_FIXTURES = {"redis_server", "live_site", "crowd", "person", "visitor"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("longtable")
    group.addoption("--title", help="only tests about this game; one of tests/titles is installed")
    group.addoption(
        "--quick", action="store_true", help="few positions: for a look before a commit"
    )
    group.addoption("--shuffle", metavar="SEED", help="tests of an area in an order of this seed")
    group.addoption(
        "--rounds", type=int, default=8, help="of races that are long: contests, moderators' acts"
    )


def pytest_configure(config: pytest.Config) -> None:
    """A database that was copied from the run's empty one is taken as it is."""
    config.option.reuse_db |= bool(os.environ.get("TEST_SQLITE_TEMPLATE"))
    if config.getoption("title") in sample_titles():
        add_files(config.getoption("title"))
    garbage_collection.disable_collection()
    gc.set_threshold(*COLLECT_AFTER)


def pytest_collection_finish() -> None:
    """What has been imported stays: nobody looks through it for what could go."""
    garbage_collection.enable_collection()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """A title that only tests play is there before anything asks which there are."""
    if early_config.known_args_namespace.title in sample_titles():
        install(early_config.known_args_namespace.title)


def install(key: str) -> None:
    """Make a title that only tests play one of the site's."""
    from games import titles as known
    from portal import translations

    known.__path__.append(str(SAMPLES))
    translations.compile_outdated([SAMPLES / key / "locale"])


def add_files(key: str) -> None:
    """Let the site find the templates and static files of a title that only tests play."""
    from django.conf import settings

    settings.TEMPLATES[0]["DIRS"].append(SAMPLES)
    settings.STATICFILES_DIRS.append((f"titles/{key}", SAMPLES / key / "static"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from django.conf import settings

    on_postgresql = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    for item in items:
        area = area_of(item.path)
        if area in KINDS:
            item.add_marker(area)
        if area in SAME_EVERYWHERE or title_of(item.path):
            item.add_marker("same_everywhere")
        if item.get_closest_marker("postgresql") and not on_postgresql:
            item.add_marker(pytest.mark.skip(reason="about PostgreSQL; DATABASE_URL names SQLite"))
    if key := config.getoption("title"):
        about: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            about[is_of_title(item.path, parameters_of(item), key)].append(item)
        config.hook.pytest_deselected(items=about[False])
        items[:] = about[True]
    if seed := config.getoption("shuffle"):
        shuffle(items, seed)
    groups = arrange(items)
    if hasattr(config, "workerinput"):  # elsewhere `-k group` would choose every test
        for item, group in zip(items, groups, strict=True):
            item.add_marker(pytest.mark.xdist_group(str(group)))


class Group(NamedTuple):
    """Tests that one worker runs (`pytest -n`), one after the other.

    Those about a game are together, so that the random matches of the game are played once. They
    come first in their kind, because they take longest. Other tests are together by file.
    """

    kind: int  # a number in `KINDS`, or 0
    lasts: bool  # whether the test leaves something that runs in its process from then on
    is_about_none: bool
    name: str  # the game's key, or the file

    def __str__(self) -> str:
        return f"{self.kind}-{self.lasts}-{self.name}"


def arrange(items: list[pytest.Item]) -> list[Group]:
    """Sort tests by group, and return the group of each.

    A worker takes groups in this order. So it never goes back to a kind: a real Celery worker would
    take every task that it sees, and a loop of a browser disturbs tests with asyncio.
    """
    keys = titles()
    pairs = [(group_of(item, keys), item) for item in items]
    pairs.sort(key=lambda pair: pair[0][:3])
    items[:] = [item for _, item in pairs]
    return [group for group, _ in pairs]


def group_of(item: pytest.Item, keys: list[str]) -> Group:
    kinds = [number for number, kind in enumerate(KINDS, 1) if item.get_closest_marker(kind)]
    lasts = not {"live_site", "windows"}.isdisjoint(getattr(item, "fixturenames", ()))
    key = next(named_games(parameters_of(item), keys), None)
    return Group(max(kinds, default=0), lasts, key is None, key or str(item.path))


def parameters_of(item: pytest.Item) -> str:
    """What stands in square brackets behind the test's name."""
    spec = getattr(item, "callspec", None)
    return spec.id if spec else ""


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Another order within each area, the same for the same seed."""
    order = random.Random(seed)
    areas: dict[str, list[pytest.Item]] = {}
    for item in items:
        areas.setdefault(area_of(item.path), []).append(item)
    for inside in areas.values():
        order.shuffle(inside)
    items[:] = [item for inside in areas.values() for item in inside]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, Any]:
    report = yield
    site = getattr(item, "funcargs", {}).get("live_site")
    if report.failed and site is not None:
        report.sections.append(("logs of the live site", site.logs()))
    windows = getattr(item, "funcargs", {}).get("windows")
    if report.failed and call.when == "call" and windows is not None:
        report.sections.append(("pages", windows.describe_pages()))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the builds of the browser: what fails in one may pass in another."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    ran = [report for report in reports if getattr(report, "when", "") == "call"]
    kinds = {"whole_browser" in report.keywords for report in ran if "browser" in report.keywords}
    paths = {path for kind in kinds if (path := find_program(*chromium_names(kind)))}
    for path in sorted(paths):
        version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
        terminalreporter.write_line(f"browser: {version.strip()} ({Path(path).name})")


# --- fakes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EnqueuedTask:
    """A task that would have been sent to a worker."""

    task: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    options: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.task.name)


@dataclass
class EnqueuedTasks:
    """The tasks that were sent, oldest first."""

    sent: list[EnqueuedTask] = field(default_factory=list)

    def __iter__(self) -> Iterator[EnqueuedTask]:
        return iter(self.sent)

    def __len__(self) -> int:
        return len(self.sent)

    def names(self) -> list[str]:
        return [task.name for task in self.sent]

    def run(self, limit: int = 10_000) -> int:
        """Do the tasks as a worker would, and those that they send, until none is left."""
        done = 0
        while self.sent:
            assert done < limit, f"still tasks after {limit}: {self.names()[:5]}"
            task = self.sent.pop(0)
            task.task(*task.args, **task.kwargs)
            done += 1
        return done


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """No test hears the language that the one before it spoke last."""
    translation.activate("en")
    yield
    translation.activate("en")


@pytest.fixture(autouse=True)
def nothing_said_by_owners(request: pytest.FixtureRequest) -> None:
    """No test meets what the owner in the one before it has set or announced, nor looks for it."""
    if area_of(request.path) in WITHOUT_SITE:
        return
    from portal import ttl_value

    for kept in ttl_value.instances:
        kept.rest()


@pytest.fixture(autouse=True)
def enqueued_tasks(request: pytest.FixtureRequest) -> EnqueuedTasks | None:
    """Tasks sent by the test (None where real parts run). `enqueued_tasks.run()` does them."""
    if area_of(request.path) in WITHOUT_SITE or REAL_FIXTURES & set(request.fixturenames):
        return None
    from celery.app.task import Task

    tasks = EnqueuedTasks()

    def apply_async(self: Any, args: Any = None, kwargs: Any = None, **options: Any) -> None:
        tasks.sent.append(EnqueuedTask(self, tuple(args or ()), dict(kwargs or {}), options))

    request.getfixturevalue("monkeypatch").setattr(Task, "apply_async", apply_async)
    settings = request.getfixturevalue("settings")
    settings.CACHES = {
        "default": {
            "BACKEND": "tests.memory_cache.MemoryCache",
            "LOCATION": uuid.uuid4().hex,
        }
    }
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return tasks


@pytest.fixture(autouse=True)
def the_same_matches_every_time(request: pytest.FixtureRequest) -> None:
    """Seats and seeds of tables that such tests open are not drawn: the same match each time.

    (Tables opened on the page are drawn by the site, as always.)
    """
    if area_of(request.path) in NOT_DRAWN:
        monkeypatch = request.getfixturevalue("monkeypatch")
        monkeypatch.setattr("games.lobby.match_start.secrets.token_hex", lambda size: "5e" * size)
        monkeypatch.setattr("games.lobby.match_start.random_order", random.Random(5))


@pytest.fixture(scope="session", autouse=True)
def _answers_hear_of_the_page_alone(django_test_environment: None) -> None:
    """An answer of a test client has the context of its page (`answer.context`). Django would note
    that of whatever is drawn within the page, too: dozens of icons."""
    from django.template import Context, Template
    from django.test.signals import template_rendered

    def render(self: Template, context: Context) -> str:
        if context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return str(self.nodelist.render(context))

    Template._render = render  # type: ignore[attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _fast_database_cleanup() -> None:
    """What a test has committed is deleted after it, and nothing else made anew."""
    from django.test import TransactionTestCase

    from tests.database_cleanup import empty_database

    TransactionTestCase._fixture_teardown = lambda self: empty_database()  # type: ignore[attr-defined]


# --- people and boards ---------------------------------------------------------------------------


@pytest.fixture
def people(db: None) -> list[User]:
    """Five people with accounts."""
    from accounts.models import User

    return [
        User.objects.create_user(name, f"{name}@example.org", None)
        for name in ("ann", "bob", "cem", "dee", "eva")
    ]


@pytest.fixture
def no_failures(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A board that fails is replaced by the plain one, and logged: here that counts as failing."""
    yield
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


# --- real parts ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _redis_process() -> Iterator[RedisServer]:
    from tests.live_site import RedisServer

    if server := os.environ.get("TEST_REDIS_SERVER"):
        program(server)
    redis_server = RedisServer()
    redis_server.start()
    yield redis_server
    redis_server.stop()


@pytest.fixture
def redis_server(_redis_process: RedisServer) -> Iterator[RedisServer]:
    """A real Redis at settings.REDIS_URL; cache, channel layer and task queue use it."""
    from django.core.cache import caches

    if not _redis_process.part.is_running:
        _redis_process.start()
    caches.close_all()
    yield _redis_process
    if _redis_process.answers():
        _redis_process.forget()


@pytest.fixture(scope="session")
def _database(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[None]:
    """The test database, also where no test asks for it in pytest-django's way: those with a live
    site do not, and would all share the site's own."""
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    if connection.settings_dict["NAME"] == connection.settings_dict["TEST"]["NAME"]:
        yield
        return
    is_kept = request.config.option.reuse_db
    with django_db_blocker.unblock():
        made = setup_databases(0, interactive=False, keepdb=is_kept)
        yield
        if not is_kept:
            teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def _live_processes(
    _database: None, django_db_blocker: Any, _redis_process: RedisServer
) -> Iterator[LiveSite]:
    from tests.live_site import LiveSite

    with django_db_blocker.unblock():
        site = LiveSite(_redis_process)
        site.prepare()
        yield site
        site.close()


@pytest.fixture
def live_site(
    _live_processes: LiveSite, redis_server: RedisServer, django_db_blocker: Any
) -> Iterator[LiveSite]:
    """The real site: web, worker and beat as processes, on the test database and a real Redis.

    The test itself may use the database too (no `django_db` mark: it needs committed rows).
    Everything is emptied afterwards; parts that a test killed are started again for the next.
    """
    from django.db import connections

    with django_db_blocker.unblock():
        _live_processes.start()
        yield _live_processes
        try:
            _live_processes.forget()
        finally:
            connections.close_all()


# --- browsers ------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _windows_of() -> Iterator[Callable[[str], Windows]]:
    """The windows of this Chromium, which is started once in a process. Playwright keeps a loop
    running in this thread from here on, so that tests with a browser are the last there."""
    from playwright.sync_api import expect, sync_playwright

    from tests.browser_fixtures import ARGUMENTS, PATIENCE, Windows

    started: dict[str, Windows] = {}

    def windows_of(path: str) -> Windows:
        if path not in started:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            started[path] = Windows(browser)
        return started[path]

    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE)
        yield windows_of
        for windows in started.values():
            windows.browser.close()


def chromium_names(is_whole: bool) -> tuple[str, ...]:
    """The browsers that do for a test, the one that costs least first."""
    return CHROMIUM_NAMES if is_whole else (CHROMIUM_SHELL, *CHROMIUM_NAMES)


@pytest.fixture
def guard() -> Iterator[Guard]:
    """Fails the test on script errors, blocked content, missing files and answers of 500."""
    from tests.browser_fixtures import Guard

    guard = Guard()
    yield guard
    if guard.problems:
        pytest.fail("in the browser:\n" + "\n".join(guard.problems), pytrace=False)


@pytest.fixture
def windows(
    request: pytest.FixtureRequest, _windows_of: Callable[[str], Windows], guard: Guard
) -> Iterator[Windows]:
    """Pages without a site; `guard` hears what happens in them."""
    is_whole = request.node.get_closest_marker("whole_browser") is not None
    windows = _windows_of(program(*chromium_names(is_whole)))
    windows.guard = guard
    yield windows
    windows.take_back()


@pytest.fixture
def crowd(live_site: LiveSite, windows: Windows) -> Crowd:
    from tests.browser_fixtures import Crowd

    return Crowd(live_site, windows)


@pytest.fixture
def person(crowd: Crowd) -> Callable[..., Person]:
    """`person("Ada", **options)`: a confirmed, signed-in user with a page (see `Windows.page`)."""
    return crowd.person


@pytest.fixture
def visitor(crowd: Crowd) -> Callable[..., Page]:
    """`visitor(**options)`: a page of somebody without an account."""
    return crowd.visitor
