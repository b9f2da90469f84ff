"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from accounts.data_export.contents import Files

from .models import Alert

FILES: Files = {
    "alerts": lambda user: Alert.objects.filter(user=user).values("kind", "query", "created_at")
}
