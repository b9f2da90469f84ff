"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import DeviceFingerprint, PlayerStatistics, Rating, RatingChange

FILES: Files = {
    "ratings": lambda user: Rating.objects.filter(user=user).values("game", "value", "played"),
    "rating-changes": lambda user: RatingChange.objects.filter(user=user).values(
        *("table__key", "game", "before", "delta", "after", "k", "excused", "at")
    ),
    "counts": lambda user: PlayerStatistics.objects.filter(user=user).values(),
    "sightings": lambda user: DeviceFingerprint.objects.filter(user=user).values(
        "first_at", "last_at"
    ),
}
