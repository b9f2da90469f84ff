"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import CommentPrivacy, MoveComment

FILES: Files = {
    "move-comments": lambda user: MoveComment.objects.filter(author=user).values(
        *("move__table__key", "move__number", "text", "created_at", "changed_at", "hidden_at")
    ),
    "kept-move-comments": lambda user: CommentPrivacy.objects.filter(user=user).values(
        "table__key"
    ),
}
