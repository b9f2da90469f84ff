"""The Celery app, configured by the `CELERY_` settings of portal/settings.py."""

from __future__ import annotations

import os
import time
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_process_init

from portal.performance.broker_recovery import install_slot_freeing
from portal.server.garbage_collection import tune_collection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

HEARTBEAT_KEY = "longtable:heartbeat"
HEARTBEAT_STALE_SECONDS = 30

install_slot_freeing()
app = Celery("longtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The app of every thread, because threads of the web process send tasks too.
app.set_default()


@worker_process_init.connect
def tune_garbage_collector(**_: Any) -> None:
    tune_collection()


@task_prerun.connect
@task_postrun.connect
def drop_broken_connections(**_: Any) -> None:
    from django.db import close_old_connections, connection

    if not connection.in_atomic_block:
        close_old_connections()


@app.task(name="portal.heartbeat", ignore_result=True)
def heartbeat() -> None:
    """Store the current time for /healthz, which proves that beat, the queue and a worker run."""
    from portal.redis_client import get_client

    get_client().set(HEARTBEAT_KEY, time.time(), ex=24 * 3600)


@app.task(name="portal.clear_sessions", ignore_result=True)
def clear_sessions() -> None:
    """Delete expired sessions, and the records of sign-ins that belong to missing sessions."""
    from allauth.usersessions.models import UserSession
    from django.contrib.sessions.models import Session
    from django.core.management import call_command

    call_command("clearsessions")
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
