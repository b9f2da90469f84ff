"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Exclusions, Files

from .models import Tournament, TournamentEntry, TournamentSeries, TournamentTable

FILES: Files = {
    "contests": lambda user: TournamentEntry.objects.filter(user=user).values(
        *(
            "tournament__key",
            "tournament__title",
            "state",
            "seed",
            "max_concurrent",
            "entered_at",
            "checked_in_at",
        ),
        *("place", "removal_reason", "division"),
    ),
    "contests-run": lambda user: Tournament.objects.filter(organiser=user).values(
        *("key", "title", "description", "prizes", "game", "state", "created_at")
    ),
    "series-run": lambda user: TournamentSeries.objects.filter(organiser=user).values(
        *("key", "title", "pause_days", "interval_days", "created_at", "ended_at")
    ),
}
EXCLUDED_MODELS: Exclusions = {TournamentTable: "how somebody has decided a table is the contest's"}
