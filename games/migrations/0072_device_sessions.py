"""A device belongs to the session or the token by which it was added."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

CHUNK = 1000


def find_sessions(apps: Any, schema_editor: Any) -> None:
    """Note the session of each device: until now, a session named the device that it added.

    A device that no session names was added by a token, or its session is over. Which token is not
    known, so nothing is sent to it, and it is cleared away.
    """
    device, session = apps.get_model("games", "Device"), apps.get_model("sessions", "Session")
    if not device.objects.exists():
        return
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for stored in session.objects.filter(expire_date__gt=timezone.now()).iterator(CHUNK):
        content = store.decode(stored.session_data)
        number, person = content.get("device"), content.get("_auth_user_id")
        if isinstance(number, int):
            found = device.objects.filter(pk=number, user=person)
            found.update(session_key=stored.session_key)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0071_queues_of_challenges"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="session_key",
            field=models.CharField(
                blank=True, db_default="", db_index=True, default="", editable=False, max_length=40
            ),
        ),
        migrations.AddField(
            model_name="device",
            name="token",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="devices",
                to="games.apitoken",
            ),
        ),
        migrations.RunPython(find_sessions, migrations.RunPython.noop),
    ]
