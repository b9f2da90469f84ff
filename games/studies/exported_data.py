"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import Chapter, Study, Variation

FILES: Files = {
    "lines": lambda user: Variation.objects.filter(user=user).values(
        *("table__key", "name", "after_move", "moves", "changed_at")
    ),
    "studies": lambda user: Study.objects.filter(owner=user).values(
        *("key", "name", "visibility", "club__key", "changed_at")
    ),
    "chapters": lambda user: Chapter.objects.filter(study__owner=user).values(
        *("study__key", "table__key", "name", "nodes", "annotations", "guess_start")
    ),
}
