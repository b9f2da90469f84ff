"""Settings by environment: what production demands, and what every mode has."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from portal.celery import app
from portal.server import garbage_collection, secret_key
from portal.server.task_queue import QUEUES, ROUTES, broker_url
from tests.requirements import surroundings

pytestmark = pytest.mark.same_everywhere

PRODUCTION = {
    "DEBUG": "False",
    "SECRET_KEY": "production-" + "0123456789abcdefghij" * 3,
    "ALLOWED_HOSTS": "longtable.example",
    "EMAIL_URL": "smtp+tls://mail.longtable.example:587",
    "SITE_URL": "https://longtable.example",
}


def manage(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**surroundings(folder), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_production_does_not_start_without_a_secret_key(tmp_path: Path) -> None:
    found = manage(tmp_path, "check", **{**PRODUCTION, "SECRET_KEY": ""})
    assert found.returncode != 0
    assert "SECRET_KEY is not set" in found.stderr


def test_the_deploy_check_is_clean_in_production_with_the_key_that_serve_has_stored(
    tmp_path: Path,
) -> None:
    key = secret_key.read_or_create(tmp_path)
    assert secret_key.read_or_create(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    without = {**PRODUCTION, "SECRET_KEY": ""}
    found = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **without)
    assert found.returncode == 0, found.stderr
    assert "no issues" in found.stdout


def test_the_deploy_check_refuses_a_site_for_every_host(tmp_path: Path) -> None:
    found = manage(tmp_path, "check", "--deploy", **{**PRODUCTION, "ALLOWED_HOSTS": "*"})
    assert found.returncode != 0
    assert "portal.E001" in found.stderr


def test_deploy_check_warns_of_lost_mail_and_of_links_to_this_machine(tmp_path: Path) -> None:
    unset = {**PRODUCTION, "EMAIL_URL": "filemail:///tmp/mail", "SITE_URL": "http://127.0.0.1"}
    found = manage(tmp_path, "check", "--deploy", **unset)
    assert found.returncode == 0
    assert {"accounts.W001", "accounts.W002"} <= set(re.findall(r"accounts\.W\d+", found.stderr))


def started_process_settings(folder: Path, module: str) -> str:
    """What a process that begins with this module has for a pool of PostgreSQL connections, and
    whether it looks for garbage."""
    return process_output(
        folder,
        f"import gc, {module}; from django.conf import settings;"
        "print(settings.DATABASES['default']['OPTIONS'].get('pool', {}).get('max_size'),"
        "'collects' if gc.isenabled() else 'keeps')",
    )


def process_output(
    folder: Path, script: str, database: str = "postgres://nobody@127.0.0.1:1/nothing"
) -> str:
    """What a process prints that runs this script with the settings of production."""
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        env={
            **surroundings(folder),
            **PRODUCTION,
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "WEB_THREADS": "5",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    return found.stdout.strip() or found.stderr


def test_web_threads_share_a_pool_and_workers_keep_one_connection(tmp_path: Path) -> None:
    assert started_process_settings(tmp_path, "portal.asgi") == "6 collects"
    assert started_process_settings(tmp_path, "portal.celery") == "None collects"


def test_connection_options_of_the_address_stay_and_no_statement_is_compiled(
    tmp_path: Path,
) -> None:
    address = "postgres://nobody@127.0.0.1:1/nothing?options=-c%20statement_timeout%3D9s"
    script = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
    assert "'-c statement_timeout=9s -c jit=off'" in process_output(tmp_path, script, address)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_postgresql_does_not_compile_statements() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)


def test_what_works_in_a_worker_seldom_looks_for_garbage(tmp_path: Path) -> None:
    said = process_output(
        tmp_path,
        "import gc, portal.celery; from celery.signals import worker_process_init;"
        "worker_process_init.send(sender=None); print(gc.get_threshold())",
    )
    assert said == str(garbage_collection.COLLECTION_THRESHOLDS)


def test_nothing_is_looked_through_for_garbage_until_the_site_is_loaded() -> None:
    garbage_collection.disable_collection()
    kept = gc.get_freeze_count()
    try:
        assert not gc.isenabled()
    finally:
        loaded: list[list[int]] = [[] for _ in range(100)]
        garbage_collection.enable_collection()
    assert gc.isenabled()
    assert gc.get_freeze_count() >= kept + len(loaded)


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_every_page_forbids_scripts_and_styles_of_others(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["script-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert rules["default-src"] == "'none'"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("redis://host:6379/0", "redis://host:6379/0"),
        ("rediss://:pw@host/1", "rediss://:pw@host/1"),
        ("unix:///run/redis.sock?db=2", "redis+socket:///run/redis.sock?virtual_host=2"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock?virtual_host=0"),
    ],
)
def test_celery_spells_sockets_differently(address: str, expected: str) -> None:
    assert broker_url(address) == expected


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_every_routed_task_exists_and_goes_to_a_queue_that_workers_read() -> None:
    app.loader.import_default_modules()
    assert set(ROUTES) <= set(app.tasks)
    for name in app.tasks:
        route = app.amqp.router.route({}, name)
        assert route["queue"].name in QUEUES
    assert app.amqp.router.route({}, "games.tasks.bot_turn")["queue"].name == "bots"
