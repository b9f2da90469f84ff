"""The rows of the games, by concept: tables and seats, their journal, absence, ratings, what people
are told, tokens.
"""

from .absence import Incident, Pulse
from .journal import LONGEST_REASON, SNAPSHOT_EVERY, Message, Move, SetBack, Snapshot
from .notices import Delivery, Device, Notice, Webhook
from .ratings import PROVISIONAL_BELOW, Rating, RatingChange
from .tables import (
    BOT_LEVELS,
    LONGEST_SLEEP,
    Seat,
    SeatQuerySet,
    Table,
    kind_of_bot,
    level_name,
    new_key,
)
from .tokens import ApiToken

__all__ = [
    "BOT_LEVELS",
    "LONGEST_REASON",
    "LONGEST_SLEEP",
    "PROVISIONAL_BELOW",
    "SNAPSHOT_EVERY",
    "ApiToken",
    "Delivery",
    "Device",
    "Incident",
    "Message",
    "Move",
    "Notice",
    "Pulse",
    "Rating",
    "RatingChange",
    "Seat",
    "SeatQuerySet",
    "SetBack",
    "Snapshot",
    "Table",
    "Webhook",
    "kind_of_bot",
    "level_name",
    "new_key",
]
