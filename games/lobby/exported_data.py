"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import CalendarFeed, MatchRequest, SavedTableSettings

FILES: Files = {
    "kept-terms": lambda user: SavedTableSettings.objects.filter(user=user).values(
        "game", "name", "table_settings", "saved_at"
    ),
    "quick-matches": lambda user: MatchRequest.objects.filter(user=user).values(
        "game", "table_settings", "created_at"
    ),
    "calendar-address": lambda user: CalendarFeed.objects.filter(user=user).values("created_at"),
}
