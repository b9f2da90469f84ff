"""Deployment files and the pages about running the site say what is true."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from portal.server.task_queue import QUEUES

ROOT: Path = settings.BASE_DIR
PAGES = {path.name: path.read_text() for path in (ROOT / "docs" / "operations").glob("*.md")}
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
OWN = {
    name: service
    for name, service in COMPOSE["services"].items()
    if service.get("image") == "longtable"
}


def check_command(words: list[str]) -> None:
    """Fail unless this command is one of ours, with a part that exists."""
    if words[0] == "python" and words[1] == "manage.py":
        assert words[2] in get_commands(), words
    elif words[0] == "python" and words[1] == "-m":
        assert importlib.util.find_spec(words[2]) is not None, words
    else:
        assert words[:3] == ["celery", "-A", "portal"], words
        assert words[3] == "worker", words


@pytest.mark.parametrize("name", sorted(OWN))
def test_every_process_of_the_compose_file_exists(name: str) -> None:
    check_command([str(word) for word in OWN[name]["command"]])


def test_the_health_check_of_the_image_exists() -> None:
    test = OWN["web"]["healthcheck"]["test"]
    assert test[0] == "CMD"
    check_command(test[1:])


def test_every_queue_has_a_worker_and_there_is_one_beat() -> None:
    commands = [service["command"] for service in OWN.values()]
    served = [words[words.index("--queues") + 1] for words in commands if "--queues" in words]
    assert sorted(served) == sorted(QUEUES)
    assert sum("portal.server.beat" in words for words in commands) == 1
    assert "deploy" not in OWN["beat"]


def test_nothing_runs_before_the_migration() -> None:
    for name, service in OWN.items():
        if name != "migrate":
            wanted = service["depends_on"]["migrate"]["condition"]
            assert wanted == "service_completed_successfully"


def test_every_volume_and_service_that_is_named_exists() -> None:
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in COMPOSE["volumes"]


def test_the_image_runs_a_command_that_exists_as_an_ordinary_user() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    command: Any = yaml.safe_load(next(line for line in lines if line.startswith("CMD "))[4:])
    check_command(command)
    assert "USER longtable" in lines
    assert lines.index("USER longtable") < lines.index(next(x for x in lines if x[:4] == "CMD "))
    for line in lines:
        if line.startswith("COPY requirements"):
            assert all((ROOT / name).exists() for name in line.split()[1:-1])


def read_variables() -> set[str]:
    """The names of all environment variables that the site's code reads."""
    pattern = r"""(?:env(?:\.\w+)?|environ(?:ment)?\.(?:get|setdefault))\(\s*"([A-Z_]+)\""""
    found = set()
    for path in (ROOT / "portal").rglob("*.py"):
        found |= set(re.findall(pattern, path.read_text()))
    return found - {"DJANGO_SETTINGS_MODULE", "XDG_RUNTIME_DIR"}


@pytest.mark.parametrize("name", sorted(read_variables()))
def test_every_variable_is_on_the_page_of_settings(name: str) -> None:
    assert f"`{name}`" in PAGES["configure.md"]


def test_every_variable_of_the_tables_is_read() -> None:
    lines = PAGES["configure.md"].splitlines()
    rows = [line.split("|")[1] for line in lines if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert named <= read_variables() | {"DATA_DIR"}
    assert len(named) > 20


def test_every_variable_of_the_compose_file_is_read() -> None:
    names = set(COMPOSE["x-site"]["environment"])
    assert names <= read_variables()


def test_every_command_on_the_pages_exists() -> None:
    text = "\n".join(PAGES.values())
    blocks = re.findall(r"^ *```sh\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    inline = re.findall(r"`(python3? [^`]+|celery [^`]+)`", text)
    lines = [line.strip() for block in blocks for line in block.splitlines()] + inline
    ours = [line for line in lines if re.match(r"python3? (manage\.py|-m)|celery -A", line)]
    assert len(ours) > 8
    for line in ours:
        words = shlex.split(line, comments=True)
        check_command(["python", *words[1:]] if words[0] == "python3" else words)


def test_the_script_of_ci_is_sound_and_names_no_place() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0
    assert "://" not in script.read_text().replace("postgres://longtable@127.0.0.1", "")
