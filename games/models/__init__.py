"""The models that a running table reads, one module per concept; import them from this package."""

from .absences import Heartbeat, PlannedDowntime, PlayerAbsence
from .agreements import Proposal, Vote
from .clubs import (
    Club,
    ClubLink,
    ClubMessage,
    ClubSignUp,
    Membership,
    PendingMember,
    RemovedMember,
)
from .fair_play import FairPlaySignal
from .invitations import LONGEST_WORD, Invitation
from .journal import LONGEST_REASON, SNAPSHOT_EVERY, Message, Move, Rollback, Snapshot
from .limited_links import LimitedLink
from .moderation import Appeal, Case, Decision, Report
from .my_tables import MyTable
from .notifications import Notification, PushSubscription, Webhook, WebhookDelivery
from .reviews import Review
from .saved_searches import SavedSearch
from .seats import Seat, SeatQuerySet
from .social import LONGEST_NOTE, Block, Follow, HouseholdDeclaration, Note
from .substitutions import Substitution, names_at, names_for_move, player_of_move, substitutions_of
from .suggestions import Suggestion
from .tables import LONGEST_SLEEP, Table, new_key, new_token
from .tokens import ApiToken

__all__ = [
    "LONGEST_NOTE",
    "LONGEST_REASON",
    "LONGEST_SLEEP",
    "LONGEST_WORD",
    "SNAPSHOT_EVERY",
    "Substitution",
    "Suggestion",
    "ApiToken",
    "Appeal",
    "Block",
    "PendingMember",
    "Case",
    "Club",
    "ClubLink",
    "ClubSignUp",
    "LimitedLink",
    "RemovedMember",
    "ClubMessage",
    "Decision",
    "WebhookDelivery",
    "PushSubscription",
    "Follow",
    "HouseholdDeclaration",
    "FairPlaySignal",
    "PlayerAbsence",
    "Invitation",
    "Membership",
    "Message",
    "Move",
    "MyTable",
    "Note",
    "Notification",
    "PlannedDowntime",
    "Heartbeat",
    "Proposal",
    "Report",
    "Review",
    "SavedSearch",
    "Seat",
    "SeatQuerySet",
    "Rollback",
    "Snapshot",
    "Table",
    "Vote",
    "Webhook",
    "names_at",
    "names_for_move",
    "new_key",
    "new_token",
    "player_of_move",
    "substitutions_of",
]
