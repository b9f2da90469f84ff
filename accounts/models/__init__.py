"""The models of accounts, one module per concept; import them from this package."""

from .availability import Availability
from .bot_profiles import BotProfile
from .idempotent_requests import IdempotentRequest
from .notification_settings import NotificationSettings
from .restrictions import Restrictions
from .site_settings import Site
from .table_list_settings import TableListSettings
from .users import FormerName, User

__all__ = [
    "Availability",
    "BotProfile",
    "FormerName",
    "IdempotentRequest",
    "NotificationSettings",
    "Restrictions",
    "Site",
    "TableListSettings",
    "User",
]
