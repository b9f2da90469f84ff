"""How an archive is made: in steps (`games.export_jobs`).

The file is a .tar.gz, because both its halves can be carried on: what one step has written, pressed
by itself, follows what the last one has.
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

from .. import dispatch, export_jobs
from ..models import Archive
from ..notifications import outbox
from ..table.errors import Refused
from ..table.realtime import publish
from ..table.session import journal
from ..table.user_locks import hold
from . import contents

if TYPE_CHECKING:
    from accounts.models import User

EVERY = timedelta(days=1)
TASK = "games.tasks.write_archives"


class TooSoon(Refused):
    status = 429
    code = "too_soon"


class Step(NamedTuple):
    data: bytes
    reached: int
    is_last: bool


def ask(user: User, now: datetime) -> Archive:
    """Have an archive made, in place of an older one; the one that is being made, if there is one.

    Raises:
        TooSoon: their last one is of today.
        AccountClosed: the account was closed meanwhile.
    """
    with transaction.atomic():
        hold(user)
        found = Archive.objects.filter(user=user).first()
        if found is not None and found.ready_at is None:
            return found
        if not may_ask(found, now):
            raise TooSoon(_("You can make one archive a day."))
        if found is not None:
            found.delete()
        made = Archive.objects.create(user=user, asked_at=now)
        publish.after_commit(lambda: dispatch.send(TASK))
    return made


def may_ask(archive: Archive | None, now: datetime) -> bool:
    """Whether somebody whose last archive this is may have a new one made."""
    if archive is None:
        return True
    return archive.ready_at is not None and archive.asked_at <= now - EVERY


def write_on(now: datetime) -> bool:
    """One step of the archive that has waited longest; False where none waits."""
    archive = _claim(now)
    if archive is None:
        return False
    step = _step(archive)
    ready_at = timezone.now() if step.is_last else None
    with transaction.atomic():
        # it may have been asked for anew meanwhile, or its account deleted
        if export_jobs.add(archive, step.data, step.reached, ready_at) and step.is_last:
            told = outbox.notices(archive.user, "archive", None, archive.pk, timezone.now())
            dispatch.wake_sender(outbox.put(told))
            publish.told("", {archive.user_id})
    return True


def clear_old(now: datetime) -> int:
    """Remove what has been kept long enough."""
    old = Archive.objects.filter(ready_at__lte=now - Archive.KEPT)
    return old.delete()[0]


def forget_all(user: User) -> None:
    """For an account that is being deleted."""
    Archive.objects.filter(user=user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Archive.objects.filter(user=user))


def _claim(now: datetime) -> Archive | None:
    waits = (
        Archive.objects.filter(export_jobs.free(now)).select_related("user").order_by("asked_at")
    )
    return next((one for one in waits if export_jobs.claim(one, now)), None)


def _step(archive: Archive) -> Step:
    """At first everything but the records, then as many of them as there is time for."""
    user, reached, is_last = archive.user, archive.reached, True
    ends = time.monotonic() + export_jobs.SECONDS
    pressed = io.BytesIO()
    with gzip.GzipFile(fileobj=pressed, mode="wb") as file:
        tar = tarfile.open(fileobj=file, mode="w")  # noqa: SIM115 (only the last step ends it)
        if not archive.part_count:
            _add(tar, "README.txt", _read_me(user).encode())
            for name in contents.FILES:
                _add(tar, f"{name}.json", _json(contents.rows_of(name, user)))
        for table in contents.matches_after(user, reached):
            _add(tar, f"records/{table.game}-{table.key}.json", _json(journal.record(table)))
            reached = table.pk
            if time.monotonic() > ends:
                is_last = False
                break
        if is_last:
            tar.close()
    return Step(pressed.getvalue(), reached, is_last)


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(f"longtable/{name}")
    entry.size, entry.mtime = len(data), int(time.time())
    tar.addfile(entry, io.BytesIO(data))


def _json(value: object) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def _read_me(user: User) -> str:
    with translation.override(user.language or None):
        return _(
            "What this site keeps about you, as JSON: a file for each kind of thing, times in UTC, "
            "and in “records” every match of yours that is over, with all moves and chance.\n"
        )
