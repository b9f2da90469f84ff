"""The launcher: it runs the site as one tree of processes, for `manage.py serve`.

Order: lock, port, Redis, prepare (migrations, static files) if anything has changed, web, worker,
beat; stopped in reverse. The launcher holds the listening socket and a lock. Every process inherits
the lock, so a free lock means that no process of an earlier run is left.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import redis

from portal.server import embedded_redis, owner_key, probe, push_key, secret_key
from portal.server.preparation import PreparationMark
from portal.server.processes import ChildProcess
from portal.server.site_processes import SiteProcesses
from portal.server.task_queue import QUEUES, SEARCH_QUEUE

READY_SECONDS = 60
REDIS_READY_SECONDS = 30
EARLIER_RUN_SECONDS = 40
INITIAL_DELAY = 0.5
MAX_DELAY = 30.0
STEADY_SECONDS = 30.0


class ServeError(RuntimeError):
    """The site cannot run; the message says why and what helps."""


class StopRequestedError(Exception):
    """A signal asked the launcher to stop."""


@dataclass
class SupervisedProcess:
    """A process that runs as long as the site does, and is restarted if it ends."""

    part: ChildProcess
    started: float = 0.0
    delay: float = INITIAL_DELAY
    restart_at: float | None = None


class Launcher:
    def __init__(
        self,
        data_dir: Path,
        host: str,
        port: int,
        environment: Mapping[str, str],
        say: Callable[[str], None] = print,
    ) -> None:
        self.data_dir = data_dir
        self.host = host
        self.port = port
        self.environment = serve_environment(environment, host, port)
        self.say = say
        self.supervised: list[SupervisedProcess] = []
        self.stop_requests = 0
        self.address = f"http://{_url_host(host)}:{port}"

    def run(self, prepare_arguments: tuple[str, ...] = ()) -> None:
        """Serve until a signal asks to stop.

        Raises:
            ServeError: the site cannot run.
        """
        with self._handle_signals(), self._hold_lock() as lock, self._open_port() as listening:
            try:
                self._start(prepare_arguments, listening, lock)
                while True:
                    self._restart_ended()
            except StopRequestedError:
                self.say("Stopping ...")
            finally:
                self._stop()
        self.say("Stopped.")

    # --- starting ----------------------------------------------------------------------------

    def _start(self, prepare_arguments: tuple[str, ...], listening: int, lock: int) -> None:
        self.say("Starting Longtable ...")
        secret_key.read_or_create(self.data_dir)
        push_key.read_or_create(self.data_dir)
        parts = SiteProcesses(self.data_dir, self.environment)
        if self.environment.get("REDIS_URL"):
            self._wait_for_redis(self.environment["REDIS_URL"], None)
        else:
            self._start_redis(parts, lock)
        mark = PreparationMark(self.data_dir, self.environment)
        if prepare_arguments or not mark.fits():
            mark.clear()
            self._prepare(parts.prepare(*prepare_arguments))
            mark.write()
        webs = max(1, int(self.environment.get("WEB_PROCESSES", "1")))
        for number in range(1, webs + 1):
            self._start_supervised(parts.web(listening, number, (lock,)))
        processes = int(self.environment.get("WORKER_PROCESSES", "2"))
        quick = [queue for queue in QUEUES if queue != SEARCH_QUEUE]
        self._start_supervised(parts.worker(processes, (lock,), quick))
        self._start_supervised(parts.worker(1, (lock,), [SEARCH_QUEUE], name="thinker"))
        self._start_supervised(parts.beat((lock,)))
        self._wait_until_ready()
        self.say(f"Longtable is ready: {self.address}  (Ctrl-C stops it)")
        self.say(f"Data and logs are in {self.data_dir}")
        if key := owner_key.read(self.data_dir):
            self.say(f"Nobody owns this site yet: {self.address}/site/first-run/ asks for {key}")
        if not self.environment.get("EMAIL_URL"):
            self.say(f"Mail is written to {self.data_dir / 'mail'}; EMAIL_URL sends it")

    def _start_redis(self, parts: SiteProcesses, lock: int) -> None:
        try:
            part = parts.redis((lock,))
        except (embedded_redis.RedisServerMissingError, OSError) as error:
            raise ServeError(str(error)) from error
        address = embedded_redis.url(self.data_dir)
        watched = self._start_supervised(part)
        try:
            self._wait_for_redis(address, part)
        except ServeError:
            if part.is_running:
                raise
            aside = embedded_redis.set_data_aside(self.data_dir)
            self.say(f"Redis could not read its data, which is now in {aside}; it starts empty.")
            self.supervised.remove(watched)
            part = parts.redis((lock,))
            self._start_supervised(part)
            self._wait_for_redis(address, part)

    def _wait_for_redis(self, address: str, part: ChildProcess | None) -> None:
        client = redis.Redis.from_url(address, socket_timeout=2, socket_connect_timeout=2)
        until = time.monotonic() + (REDIS_READY_SECONDS if part else 5)
        with contextlib.closing(client):
            while True:
                try:
                    client.ping()
                    return
                except (redis.exceptions.RedisError, OSError) as error:
                    if part and not part.is_running:
                        raise ServeError(_failure_text(part)) from error
                    if time.monotonic() > until:
                        what = "the Redis server of REDIS_URL" if part is None else "Redis"
                        raise ServeError(f"{what} does not answer: {error}") from error
                self._sleep(0.01)

    def _prepare(self, part: ChildProcess) -> None:
        part.log.unlink(missing_ok=True)
        part.start()
        try:
            while part.is_running:
                self._sleep(0.1)  # SIGCHLD wakes it when the process ends
            if part.process and part.process.returncode != 0:
                raise ServeError(_failure_text(part))
            if said := part.log_tail():
                self.say(said)
        finally:
            part.kill()

    def _start_supervised(self, part: ChildProcess) -> SupervisedProcess:
        watched = SupervisedProcess(part)
        self.supervised.append(watched)
        watched.started = time.monotonic()
        part.start()
        return watched

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS
        host = _connect_host(self.host)
        as_host = probe.allowed_host(self.environment)
        # Any answer will do: 503 only says that the first heartbeat has not run yet.
        while probe.probe_status(host, self.port, "/healthz", as_host) not in (200, 503):
            if time.monotonic() > until:
                raise ServeError(f"the web process does not answer; see {self.data_dir / 'log'}")
            for watched in self.supervised:
                if not watched.part.is_running:
                    raise ServeError(_failure_text(watched.part))
            self._sleep(0.03)

    # --- supervision -------------------------------------------------------------------------

    def _restart_ended(self) -> None:
        """Restart processes that ended, with growing delays while they keep ending."""
        now = time.monotonic()
        wait = MAX_DELAY
        for watched in self.supervised:
            part = watched.part
            if watched.restart_at is not None:
                if watched.restart_at <= now:
                    watched.restart_at = None
                    watched.started = now
                    part.start()
                else:
                    wait = min(wait, watched.restart_at - now)
            elif not part.is_running:
                if now - watched.started > STEADY_SECONDS:
                    watched.delay = INITIAL_DELAY
                self.say(
                    f"{part.name} ended ({part.exit_text}); starting it again in "
                    f"{watched.delay:g} s, see {part.log}"
                )
                watched.restart_at = now + watched.delay
                wait = min(wait, watched.delay)
                watched.delay = min(watched.delay * 2, MAX_DELAY)
        self._sleep(wait)

    # --- stopping ----------------------------------------------------------------------------

    def _stop(self) -> None:
        """Stop all processes in reverse order; a second Ctrl-C kills them."""
        asked = self.stop_requests
        for watched in reversed(self.supervised):
            part = watched.part

            def pause(seconds: float, part: ChildProcess = part) -> None:
                if self.stop_requests > asked:
                    part.kill()
                else:
                    select.select([self._wakeup_fd], [], [], seconds)
                    self._drain_wakeups()

            if part.is_running and not part.stop(pause) and self.stop_requests == asked:
                self.say(f"{part.name} did not stop in {part.stop_seconds:g} s and was ended")
            part.kill()

    # --- lock, port, signals -----------------------------------------------------------------

    @contextlib.contextmanager
    def _hold_lock(self) -> Iterator[int]:
        """Hold the lock of the data folder.

        Raises:
            ServeError: another launcher holds it, or processes of an earlier run do not end.
        """
        path = embedded_redis.require_own_folder(self.data_dir / "run") / "serve.lock"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            until = time.monotonic() + EARLIER_RUN_SECONDS
            said = False
            while not _try_lock(descriptor):
                owner = _read_lock_owner(path)
                if owner and _is_alive(owner["pid"]):
                    raise ServeError(
                        f"Longtable already runs with this data: {owner['address']} "
                        f"(process {owner['pid']}). Stop it first, or set another DATA_DIR."
                    )
                if time.monotonic() > until:
                    raise ServeError(
                        f"processes of an earlier run are still running and hold {path}"
                    )
                if not said:
                    self.say("Waiting for parts of an earlier run to end ...")
                    said = True
                self._sleep(0.1)
            os.ftruncate(descriptor, 0)
            text = json.dumps({"pid": os.getpid(), "address": self.address})
            os.pwrite(descriptor, text.encode(), 0)
            yield descriptor
            os.ftruncate(descriptor, 0)
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def _open_port(self) -> Iterator[int]:
        """Open the port before any process starts.

        Raises:
            ServeError: the address cannot be bound.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((self.host, self.port))
            except OSError as error:
                raise ServeError(
                    f"cannot listen on {self.host} port {self.port}: {error.strerror}. "
                    "Choose another with --port."
                ) from error
            listening.listen(2048)
            yield listening.fileno()

    @contextlib.contextmanager
    def _handle_signals(self) -> Iterator[None]:
        """Count requests to stop; wake from every pause for them and for ended children."""
        self._wakeup_fd, wake = os.pipe()
        os.set_blocking(self._wakeup_fd, False)
        os.set_blocking(wake, False)

        def ask(*_: object) -> None:
            self.stop_requests += 1

        asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, ask) for number in asked}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        before_wake = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before_wake)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._wakeup_fd)
            os.close(wake)

    def _sleep(self, seconds: float) -> None:
        if not self.stop_requests:
            select.select([self._wakeup_fd], [], [], seconds)
            self._drain_wakeups()
        if self.stop_requests:
            raise StopRequestedError

    def _drain_wakeups(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._wakeup_fd, 512):
                pass


def serve_environment(given: Mapping[str, str], host: str, port: int) -> dict[str, str]:
    """Return the environment of the processes, with defaults for a small production site."""
    environment = dict(given)
    environment.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    environment.setdefault("DEBUG", "False")
    environment.setdefault("HTTPS", "False")
    environment.setdefault("SITE_URL", f"http://{_url_host(host)}:{port}")
    if "ALLOWED_HOSTS" not in environment:
        names = ["localhost", "127.0.0.1", "[::1]", socket.gethostname(), _url_host(host)]
        environment["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(names))
    return environment


def _connect_host(host: str) -> str:
    """Return the host by which this machine reaches a server that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _url_host(host: str) -> str:
    host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)  # noqa: S104
    return f"[{host}]" if ":" in host else host


def _failure_text(part: ChildProcess) -> str:
    return f"{part.name} failed ({part.exit_text}):\n{part.log_tail(20)}"


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_lock_owner(path: Path) -> dict[str, object] | None:
    """Return the content of the lock file ({"pid": …, "address": …}), or None if it is empty."""
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and "pid" in found else None


def _is_alive(pid: object) -> bool:
    try:
        os.kill(int(str(pid)), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
