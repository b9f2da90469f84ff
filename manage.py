#!/usr/bin/env python3
"""Longtable's one entry point.

Started with a bare Python 3.11, it makes a virtual environment in `.venv`, installs what the site
needs there and goes on inside it. Inside any virtual environment it installs nothing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent
VENV = BASE_DIR / ".venv"
NEEDED_PYTHON = (3, 11)
SITE = "requirements.txt"
TOOLS = "requirements-dev.txt"


def main() -> None:
    if sys.version_info < NEEDED_PYTHON:
        sys.exit(f"Longtable needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if sys.prefix == sys.base_prefix:
        ensure_environment(needed_files(sys.argv))
        python = str(VENV / "bin" / "python")
        os.execv(python, [python, str(BASE_DIR / "manage.py"), *sys.argv[1:]])  # noqa: S606
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    try:
        if sys.argv[1:2] == ["serve"]:
            from portal.server import serve

            serve.main(sys.argv[2:])
            return
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError as error:
        sys.exit(
            f"{error}. This virtual environment lacks what the site needs: "
            f"{sys.executable} -m pip install -r {SITE}"
        )
    execute_from_command_line(sys.argv)


def needed_files(arguments: list[str]) -> list[str]:
    """The tests need more than the site itself."""
    return [SITE, TOOLS] if arguments[1:2] == ["test"] else [SITE]


def ensure_environment(files: list[str], venv: Path = VENV) -> None:
    """Make the virtual environment and install the files that are new or changed."""
    waiting = [name for name in files if not is_installed(name, venv)]
    if not waiting:
        return
    import fcntl

    with (BASE_DIR / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a second start waits for the first one's installation
        waiting = [name for name in files if not is_installed(name, venv)]
        if waiting and not has_pip(venv):
            make_venv(venv)
        for name in waiting:
            install(name, venv)


def is_installed(name: str, venv: Path) -> bool:
    try:
        return stamp(name, venv).read_text() == fingerprint(name)
    except OSError:
        return False


def stamp(name: str, venv: Path) -> Path:
    return venv / f".installed-{name}"


def fingerprint(name: str) -> str:
    """Changes with the list of packages and with the Python that runs them."""
    text = (BASE_DIR / name).read_bytes() + sys.version.encode()
    return hashlib.sha256(text).hexdigest()


def has_pip(venv: Path) -> bool:
    python = venv / "bin" / "python"
    if not python.exists():
        return False
    found = subprocess.run(
        [python, "-c", "import pip, sys; print(sys.version)"], capture_output=True, text=True
    )
    return found.returncode == 0 and found.stdout.strip() == sys.version


def make_venv(venv: Path) -> None:
    print("Making the virtual environment .venv ...", flush=True)
    try:
        import ensurepip  # noqa: F401
        import venv as _  # noqa: F401
    except ModuleNotFoundError as error:
        sys.exit(
            f"Python's module {error.name} is missing, so no virtual environment can be made. "
            "On Debian and Ubuntu: apt install python3-venv"
        )
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)])
    if made.returncode != 0:
        sys.exit(f"The virtual environment could not be made in {venv}.")


def install(name: str, venv: Path) -> None:
    print(f"Installing {name} ...", flush=True)
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--no-input", "--requirement", str(BASE_DIR / name)]
    if name == TOOLS:
        pip.append("--no-compile")  # a run of the tests keeps what it compiles for itself
    if subprocess.run(pip, cwd=BASE_DIR).returncode != 0:
        sys.exit(f"{name} could not be installed; pip says above what went wrong.")
    stamp(name, venv).write_text(fingerprint(name))


if __name__ == "__main__":
    main()
