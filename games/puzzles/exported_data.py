"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import PuzzleAttempt, PuzzleRating

FILES: Files = {
    "puzzle_attempts": lambda user: PuzzleAttempt.objects.filter(user=user).values(
        *("puzzle_id", "puzzle__game", "move", "is_solved", "is_rated", "change", "at")
    ),
    "puzzle_ratings": lambda user: PuzzleRating.objects.filter(user=user).values(
        *("game", "rating", "attempts", "solved")
    ),
}
