"""A real site for tests: real processes on the test database, each of which a test may kill."""

from __future__ import annotations

import contextlib
import email
import email.policy
import os
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import redis
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection

from portal.celery import HEARTBEAT_KEY, heartbeat
from portal.server import probe
from portal.server.processes import ChildProcess
from portal.server.site_processes import SiteProcesses
from portal.server.task_queue import QUEUES
from tests.database_cleanup import empty_database
from tests.polling import wait_for

#: Where a run has collected the static files of all its sites.
SHARED_STATIC = "TEST_STATIC_ROOT"
#: Those of the live site, apart from what `manage.py prepare` collects in a test.
STATIC_FOLDER = Path(os.environ.get(SHARED_STATIC, settings.DATA_DIR / "live-static"))


class RedisServer:
    """The Redis of the tests' settings: the bundled one, or TEST_REDIS_SERVER on loopback."""

    def __init__(self) -> None:
        self.url = settings.REDIS_URL
        self.client = redis.Redis.from_url(self.url, socket_timeout=2)
        self.part = _redis_part()

    def start(self) -> None:
        self.part.start()
        wait_for(self.answers, "Redis to answer")

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.exceptions.RedisError:
            return False

    def stop(self) -> None:
        self.part.stop()

    def kill(self) -> None:
        self.part.kill()

    def forget(self) -> None:
        """Drop what the cache and the queues hold."""
        keys = list(self.client.scan_iter("longtable:*", count=1000))
        self.client.delete(*keys, *QUEUES)


class LiveSite:
    """The parts "redis", "web", "worker" and "beat" of one site, and its address."""

    def __init__(self, redis_server: RedisServer) -> None:
        self.redis = redis_server
        self.data_dir: Path = settings.DATA_DIR
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "DATABASE_URL": test_database_url(),
            "REDIS_URL": redis_server.url,
            "SITE_URL": self.url,
            "PASSKEY_HOST": "localhost",  # browsers keep none for an address in numbers
            "LOG_LEVEL": "INFO",
            "STATIC_ROOT": str(STATIC_FOLDER),
        }
        parts = SiteProcesses(self.data_dir, self.environment)
        self._preparation = parts.prepare()
        self.parts: dict[str, ChildProcess] = {
            "redis": redis_server.part,
            "web": parts.web(self.listening.fileno()),
            "worker": parts.worker(),
            "beat": parts.beat(),
        }

    # --- its processes -----------------------------------------------------------------------

    def prepare(self) -> None:
        """Collect static files, unless the run has; the test database is already there."""
        if SHARED_STATIC in os.environ:
            return
        self._preparation.start()
        assert self._preparation.process is not None
        code = self._preparation.process.wait(60)
        assert code == 0, self._preparation.log_tail(30)

    def start(self, *names: str) -> None:
        """Start parts (all without names) that do not run, and wait until they work."""
        wanted = names or tuple(self.parts)
        began = [name for name in wanted if not self.parts[name].is_running]
        for name in began:
            self.parts[name].start()
        for name in began:
            self.wait_until_working(name)

    def stop(self, *names: str) -> None:
        """Ask parts to finish, and wait until they did."""
        for name in names or tuple(reversed(self.parts)):
            self.parts[name].stop()

    def kill(self, *names: str) -> None:
        """End parts at once (SIGKILL), as a power cut would."""
        for name in names:
            self.parts[name].kill()

    def restart(self, *names: str) -> None:
        self.stop(*names)
        self.start(*names)

    def wait_until_working(self, name: str) -> None:
        """Web and Redis answer; a worker does a task. Beat needs no start that one could await."""
        if name == "redis":
            wait_for(self.redis.answers, "Redis to answer")
        elif name == "web":
            wait_for(
                self.answers,
                lambda: f"the web process\n{self.parts['web'].log_tail(30)}",
                seconds=60,  # it imports everything, beside the other parts
            )
        elif name == "worker":
            self.redis.client.delete(HEARTBEAT_KEY)
            heartbeat.apply_async(expires=60)
            wait_for(
                lambda: self.redis.client.get(HEARTBEAT_KEY),
                lambda: f"a task to be done\n{self.parts['worker'].log_tail(30)}",
                seconds=60,
            )

    @contextlib.contextmanager
    def another_web(self, **environment: str) -> Iterator[str]:
        """A web process of its own, which knows something else; yields its address."""
        with socket.create_server(("127.0.0.1", 0), backlog=128) as listening:
            port = listening.getsockname()[1]
            url = f"http://127.0.0.1:{port}"
            parts = SiteProcesses(
                self.data_dir, {**self.environment, "SITE_URL": url, **environment}
            )
            part = parts.web(listening.fileno(), 9)
            part.start()
            try:
                wait_for(
                    lambda: (
                        probe.probe_status("127.0.0.1", port, "/healthz/web", "localhost") == 200
                    ),
                    lambda: f"the web process\n{part.log_tail(30)}",
                )
                yield url
            finally:
                part.stop()

    def answers(self, path: str = "/healthz/web") -> bool:
        return probe.probe_status("127.0.0.1", self.port, path, "localhost") == 200

    def logs(self) -> str:
        return "\n".join(f"--- {name}\n{part.log_tail(25)}" for name, part in self.parts.items())

    # --- its mail ----------------------------------------------------------------------------

    def mails(self, to: str = "") -> list[EmailMessage]:
        """Mails that the site has sent since the test began, in the order they were sent."""
        return [mail for mail in self._mails() if to in str(mail["To"])]

    def wait_for_mail(self, to: str, subject: str = "") -> EmailMessage:
        def find() -> EmailMessage | None:
            found = [mail for mail in self.mails(to) if subject in str(mail["Subject"])]
            return found[-1] if found else None

        mail = wait_for(find, f"a mail to {to} about {subject!r}")
        assert mail is not None
        return mail

    def _mails(self) -> Iterator[EmailMessage]:
        folder = self.data_dir / "mail"
        for path in sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns):
            for text in path.read_bytes().split(b"\n" + b"-" * 79 + b"\n"):
                if text.strip():
                    message = email.message_from_bytes(text.lstrip(), policy=email.policy.default)
                    assert isinstance(message, EmailMessage)
                    yield message

    # --- between tests -----------------------------------------------------------------------

    def forget(self) -> None:
        """Empty the database, the cache, the queues and the mail folder."""
        for attempt in range(10):
            try:
                empty_database()
                break
            except (OperationalError, IntegrityError):  # a worker was at it
                if attempt == 9:
                    raise
        if self.redis.answers():
            self.redis.forget()
        for path in (self.data_dir / "mail").glob("*.log"):
            path.unlink()

    def close(self) -> None:
        for name in ("beat", "worker", "web"):
            self.parts[name].stop()
        self.listening.close()


def test_database_url() -> str:
    """The address of the database that the tests use, for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{name}"))


def _redis_part() -> ChildProcess:
    data_dir: Path = settings.DATA_DIR
    parts = SiteProcesses(data_dir, os.environ)
    server = os.environ.get("TEST_REDIS_SERVER")
    if not server:
        return parts.redis()
    folder = data_dir / "redis"
    folder.mkdir(exist_ok=True)
    port = str(urlsplit(settings.REDIS_URL).port)
    command = [server, "--port", port, "--bind", "127.0.0.1", "--dir", str(folder)]
    command += ["--appendonly", "yes", "--save", "", "--daemonize", "no"]
    return ChildProcess(
        "redis", command, dict(os.environ), data_dir / "log" / "redis.log", data_dir
    )
