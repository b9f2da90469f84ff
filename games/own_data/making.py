"""How an archive is made: a worker writes it in steps of seconds, so that nothing waits behind it.

The file is a .tar.gz, because both its halves can be carried on: what one step has written, pressed
by itself, follows what the last one has. Every step is written with what it has reached, or not at
all; a worker that is killed in the middle of one loses and doubles nothing.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Exists, F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from ..models import Archive, ArchivePart
from ..outbox import writing
from ..table import journal, live, waking
from ..table.holding import hold
from ..table.refusals import Refused
from . import contents

if TYPE_CHECKING:
    from accounts.models import User

STEP_SECONDS = 2.0
CLAIM = timedelta(minutes=2)  # after which a step is taken for lost
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
        live.after_commit(lambda: waking.send(TASK))
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
    after = archive.part_count + 1
    with transaction.atomic():
        is_ours = Archive.objects.filter(pk=archive.pk, part_count=archive.part_count).update(
            part_count=after,
            reached=step.reached,
            size=F("size") + len(step.data),
            claimed_until=None,
            ready_at=timezone.now() if step.is_last else None,
        )
        if is_ours:  # nor was it asked for anew, or its account deleted
            ArchivePart.objects.create(archive=archive, number=after, data=step.data)
            if step.is_last:
                told = writing.notices(archive.user, "archive", None, archive.pk, timezone.now())
                waking.wake_sender(writing.put(told))
                live.told("", {archive.user_id})
    return True


def clear_old(now: datetime) -> int:
    """Remove what has been kept long enough."""
    old = Archive.objects.filter(ready_at__lte=now - Archive.KEPT)
    return old.delete()[0]


async def read(archive: Archive) -> AsyncIterator[bytes]:
    """The file, a part at a time."""
    async for data in archive.parts.values_list("data", flat=True).aiterator(chunk_size=1):
        yield bytes(data)


def forget_all(user: User) -> None:
    """For an account that is being deleted."""
    Archive.objects.filter(user=user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Archive.objects.filter(user=user))


def _claim(now: datetime) -> Archive | None:
    with transaction.atomic():
        waits = Archive.objects.filter(ready_at=None).select_related("user")
        waits = waits.filter(Q(claimed_until=None) | Q(claimed_until__lte=now)).order_by("asked_at")
        if connection.features.has_select_for_update_skip_locked:
            waits = waits.select_for_update(skip_locked=True, of=("self",))
        found = waits.first()
        if found is not None:
            Archive.objects.filter(pk=found.pk).update(claimed_until=now + CLAIM)
    return found


def _step(archive: Archive) -> Step:
    """At first everything but the records, then as many of them as there is time for."""
    user, reached, is_last = archive.user, archive.reached, True
    ends = time.monotonic() + STEP_SECONDS
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
