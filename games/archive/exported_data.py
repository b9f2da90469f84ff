"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from accounts.data_export.contents import Files, Record

from ..table.session import journal
from . import exporter
from .models import ImportedRecord

if TYPE_CHECKING:
    from accounts.models import User

FILES: Files = {
    "imports": lambda user: ImportedRecord.objects.filter(imported_by=user).values(
        "table__key", "site", "imported_at"
    ),
}


def records_after(user: User, table: int) -> Iterator[Record]:
    """Yield the records of the user's finished matches at tables with ids above `table`."""
    for one in exporter.finished_matches(user).filter(pk__gt=table).iterator(chunk_size=50):
        yield Record(one.pk, f"{one.game}-{one.key}", journal.export_record(one))
