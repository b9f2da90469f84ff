"""A long-running child process of the launcher (Redis, web, worker, beat).

Each has a session of its own, so that Ctrl-C reaches only the launcher, which then stops the
processes in order. On Linux a process ends when the launcher dies for any reason.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
MAX_LOG_BYTES = 5 * 1024 * 1024

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass
class ChildProcess:
    """The command of a child process, and the running process if there is one."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]
    log: Path
    folder: Path
    inherited_fds: tuple[int, ...] = ()
    stop_seconds: float = 10
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start the process; one that is left from an earlier start is killed first."""
        self.kill()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > MAX_LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=self.environment,
                pass_fds=self.inherited_fds,
                start_new_session=True,
                preexec_fn=_end_with_parent(os.getpid()),
            )

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def exit_text(self) -> str:
        """How the process ended, in words."""
        code = self.process.poll() if self.process else None
        if code is None:
            return "running"
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def terminate(self) -> None:
        if self.is_running and self.process:
            self.process.terminate()

    def stop(self, pause: Callable[[float], None] = time.sleep) -> bool:
        """Terminate the process and wait; kill it after `stop_seconds`.

        Returns:
            Whether it ended in time.
        """
        self.terminate()
        until = time.monotonic() + self.stop_seconds
        while self.is_running and time.monotonic() < until:
            pause(0.02)
        finished = not self.is_running
        self.kill()
        return finished

    def kill(self) -> None:
        """Kill the process and everything that it started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def log_tail(self, count: int = 8) -> str:
        try:
            lines = self.log.read_text(errors="replace").splitlines()
        except OSError:
            return ""
        return "\n".join(lines[-count:])


def _end_with_parent(parent: int) -> Callable[[], None]:
    """Return a function for the child, which ties it to the launcher and unblocks all signals."""

    def prepare() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:  # the launcher died before the line above
                os._exit(1)

    return prepare
