"""Data exports: how the file is requested and written, in steps (`portal.export_jobs`).

The file is a .tar.gz, because both formats can be continued: each step is compressed on its own and
appended.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from portal import background, export_jobs
from portal.errors import TooManyRequests

from .. import signals
from ..user_locks import lock_users
from . import contents
from .models import DataExport

if TYPE_CHECKING:
    from ..models import User

EVERY = timedelta(days=1)
TASK = "games.tasks.write_archives"


class ExportStep(NamedTuple):
    data: bytes
    last_table_id: int
    is_last: bool


def request_export(user: User, now: datetime) -> DataExport:
    """Request a data export, which replaces an older one; return the one in progress, if any.

    Raises:
        TooManyRequests: the last one was requested less than a day ago.
        AccountClosedError: the account was closed in the meantime.
    """
    with transaction.atomic():
        lock_users(user)
        found = DataExport.objects.filter(user=user).first()
        if found is not None and found.ready_at is None:
            return found
        if not can_request_export(found, now):
            raise TooManyRequests(_("You can create one archive a day."), code="too_soon")
        if found is not None:
            found.delete()
        made = DataExport.objects.create(user=user, requested_at=now)
        background.run_after_commit(lambda: background.enqueue(TASK))
    return made


def can_request_export(archive: DataExport | None, now: datetime) -> bool:
    """Whether a user with this last export (None for none) may request another."""
    if archive is None:
        return True
    return archive.ready_at is not None and archive.requested_at <= now - EVERY


def write_next_step(now: datetime) -> bool:
    """Write the next step of the export that has waited longest; return False if none waits."""
    archive = _claim_next(now)
    if archive is None:
        return False
    step = _write_step(archive)
    ready_at = timezone.now() if step.is_last else None
    with transaction.atomic():
        # another request may have replaced it, or the account was deleted
        if (
            export_jobs.append_part(archive, step.data, step.last_table_id, ready_at)
            and step.is_last
        ):
            signals.data_export_ready.send(None, user=archive.user, export=archive.pk)
    return True


def clear_old(now: datetime) -> int:
    """Delete exports older than `DataExport.KEPT` and return how many rows that were."""
    old = DataExport.objects.filter(ready_at__lte=now - DataExport.KEPT)
    return old.delete()[0]


def delete_for(user: User) -> None:
    """Delete the export of an account that is being deleted."""
    DataExport.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that the user with this id has an export."""
    return Exists(DataExport.objects.filter(user=user))


def _claim_next(now: datetime) -> DataExport | None:
    waits = (
        DataExport.objects.filter(export_jobs.unclaimed_filter(now))
        .select_related("user")
        .order_by("requested_at")
    )
    return next((one for one in waits if export_jobs.claim_step(one, now)), None)


def _write_step(archive: DataExport) -> ExportStep:
    """Compress the data files in the first step, then as many records as time allows."""
    user, reached, is_last = archive.user, archive.last_table_id, True
    ends = time.monotonic() + export_jobs.SECONDS
    pressed = io.BytesIO()
    with gzip.GzipFile(fileobj=pressed, mode="wb") as file:
        tar = tarfile.open(fileobj=file, mode="w")  # noqa: SIM115 (only the last step ends it)
        if not archive.part_count:
            _add_file(tar, "README.txt", _readme_text(user).encode())
            for name in contents.FILES:
                _add_file(tar, f"{name}.json", _to_json(contents.file_rows(name, user)))
        for record in contents.records_after(user, reached):
            _add_file(tar, f"records/{record.name}.json", _to_json(record.data))
            reached = record.table
            if time.monotonic() > ends:
                is_last = False
                break
        if is_last:
            tar.close()
    return ExportStep(pressed.getvalue(), reached, is_last)


def _add_file(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(f"longtable/{name}")
    entry.size, entry.mtime = len(data), int(time.time())
    tar.addfile(entry, io.BytesIO(data))


def _to_json(value: object) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def _readme_text(user: User) -> str:
    with translation.override(user.language or None):
        return _(
            "What this site keeps about you, as JSON: one file for each kind of "
            "data, with times in UTC. In “records” is every finished match of yours, "
            "with all moves and random outcomes.\n"
        )
