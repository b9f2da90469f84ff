"""The staff's page of puzzles, where they withdraw bad ones."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_site import ReadOnlyAdmin

from .models import Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnlyAdmin):
    actions = ("withdraw",)
    filters = ("state", "game")
    list_display = ("pk", "game", "state", "rating", "attempts", "solved", "created_at")

    @admin.action(description=gettext_lazy("Withdraw the chosen puzzles"))
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Puzzle]) -> None:
        """Withdraw puzzles for good; attempts and ratings stay."""
        with transaction.atomic():
            rows = chosen.select_for_update().exclude(state=Puzzle.State.WITHDRAWN)
            for puzzle in rows:
                puzzle.state = Puzzle.State.WITHDRAWN
                puzzle.save(update_fields=["state"])
                self.log_change(request, puzzle, "withdrawn")
        messages.success(request, _("The chosen puzzles are withdrawn."))
