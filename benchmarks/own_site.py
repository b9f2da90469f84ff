"""A site of a benchmark's own, in this process: settings, a database, and nothing left behind.

`with own_site("name"):` makes a data folder and a database (Django's test database: a file in that
folder, or one beside the database of DATABASE_URL) and removes both at the end, also when it is
interrupted or asked to stop. The database of one that was killed is replaced by the next one's.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REDIS_SECONDS = 20  # until it must answer


@contextmanager
def own_site(name: str) -> Iterator[None]:
    """Django set up with an empty database; mail, cache and data folder are its own, too."""
    folder = Path(tempfile.mkdtemp(prefix=f"longtable-benchmark-{name}-"))
    (folder / "static").mkdir()
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        _configure(folder, name)
        yield from _with_database()
    finally:
        signal.signal(signal.SIGTERM, before)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def own_web(**environ: str) -> Iterator[tuple[int, int]]:
    """A web process over the database of `own_site`, which is on SQLite: its id and its port."""
    from django.conf import settings
    from django.db import connection

    from portal.server.processes import ChildProcess

    with socket.create_server(("127.0.0.1", 0), backlog=1000) as listening:
        os.set_inheritable(listening.fileno(), True)
        web = ChildProcess(
            "web",
            (sys.executable, "-m", "portal.server.web", "--fd", str(listening.fileno())),
            {
                **os.environ,
                "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
                "ALLOWED_HOSTS": "127.0.0.1",
                **environ,
            },
            Path(settings.DATA_DIR) / "web.log",
            Path.cwd(),
            (listening.fileno(),),
        )
        web.start()
        try:
            assert web.pid is not None
            yield web.pid, listening.getsockname()[1]
        finally:
            web.stop()


@contextmanager
def own_redis() -> Iterator[None]:
    """A Redis where this site expects it."""
    import redis
    from django.conf import settings

    from portal.server import embedded_redis
    from portal.server.processes import ChildProcess

    folder = Path(settings.DATA_DIR)
    command = embedded_redis.server_command(folder)
    part = ChildProcess("redis", command, dict(os.environ), folder / "redis.log", folder)
    part.start()
    try:
        client = redis.Redis.from_url(settings.REDIS_URL)
        until = time.monotonic() + REDIS_SECONDS
        while True:
            try:
                client.ping()
                break
            except redis.RedisError:
                if not part.is_running or time.monotonic() > until:
                    raise
                time.sleep(0.01)
        yield
    finally:
        part.stop()


def _configure(folder: Path, name: str) -> None:
    os.environ["DATA_DIR"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    os.environ.setdefault("DEBUG", "0")
    os.environ.setdefault("SECRET_KEY", "for this benchmark alone")
    import django
    from django.conf import settings

    django.setup()
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.SECURE_SSL_REDIRECT = False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    database = settings.DATABASES["default"]
    on_file = database["ENGINE"].endswith("sqlite3")
    own = str(folder / "site.sqlite3") if on_file else f"longtable_benchmark_{name}"
    database.setdefault("TEST", {})["NAME"] = own


def _with_database() -> Iterator[None]:
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import get_runner

    runner = get_runner(settings, "django.test.runner.DiscoverRunner")(
        verbosity=0, interactive=False
    )
    made = runner.setup_databases()
    try:
        call_command("check", verbosity=0)
        yield
    finally:
        runner.teardown_databases(made)
