"""What the app stores: comments, and whether their authors share them."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.utils import timezone

from ..models import Move, Table

LONGEST_COMMENT = 1000


class MoveComment(models.Model):
    """What the person who made a move says about it.

    It refers to the row of the journal, so a takeback or rollback deletes it with the move.
    """

    move = models.ForeignKey(Move, models.CASCADE, related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="move_comments",
        db_index=False,
        help_text="nobody for an imported record, whose seats have names instead of people",
    )
    text = models.CharField(max_length=LONGEST_COMMENT)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["move__number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["author", "move"], name="one_comment_per_move")
        ]

    def __str__(self) -> str:
        return f"{self.author} on {self.move}"

    def author_name(self, names: Sequence[str]) -> str:
        """Return the name of the author; in an imported record that of the seat, by `names`."""
        return names[self.move.seat or 0] if self.author is None else self.author.display_name


class CommentPrivacy(models.Model):
    """A person keeps their comments at a table to themself; without a row they share them."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table"], name="one_privacy_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.table}"
