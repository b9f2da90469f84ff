"""The notices that a person was told or will be."""

from accounts.models import User
from games.models import Notification


def of(user: User, event: str, channel: str = "mail") -> list[Notification]:
    return list(user.notifications.filter(event=event, channel=channel).order_by("pk"))


def turn_of(user: User) -> Notification:
    """The last notice of this person that it is their turn."""
    return of(user, "turn")[-1]
