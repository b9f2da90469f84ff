"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Exclusions, Files

from .models import ClubMatch, ClubMatchBoard, ClubMatchPlayer

FILES: Files = {
    "club-matches": lambda user: ClubMatchPlayer.objects.filter(user=user).values(
        *("match__key", "match__home__name", "match__away__name", "match__game"),
        *("club__name", "entered_at", "position"),
    ),
    "club-challenges": lambda user: ClubMatch.objects.filter(created_by=user).values(
        *("key", "home__name", "away__name", "game", "text", "state", "created_at")
    ),
}
EXCLUDED_MODELS: Exclusions = {ClubMatchBoard: "the tables of a match belong to both clubs"}
