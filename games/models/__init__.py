"""The models of the games, one module per concept; import them from this package."""

from .absences import Heartbeat, PlannedDowntime, PlayerAbsence
from .announcements import LONGEST_ANNOUNCEMENT, Announcement
from .archive import LONGEST_SITE, ImportedRecord, PublicDump, PublicDumpPart
from .calendar_feeds import CalendarFeed
from .challenges import Challenge
from .clubs import Club, ClubMessage, Membership, PendingMember
from .data_export import DataExport, DataExportPart
from .fair_play import DeviceFingerprint, FairPlaySignal
from .invitations import LONGEST_WORD, Invitation, InvitationLink
from .journal import LONGEST_REASON, SNAPSHOT_EVERY, Message, Move, Rollback, Snapshot
from .match_requests import MatchRequest
from .moderation import Appeal, Case, Decision, Report
from .notifications import Notification, PushSubscription, Webhook, WebhookDelivery
from .player_statistics import PlayerStatistics
from .ratings import PROVISIONAL_BELOW, Rating, RatingChange
from .reviews import Review
from .saved_searches import SavedSearch
from .saved_settings import SavedTableSettings
from .seats import Seat, SeatQuerySet
from .social import LONGEST_NOTE, Block, Follow, Note
from .studies import Chapter, Study
from .suggestions import Suggestion
from .tables import LONGEST_SLEEP, Table, new_key
from .tokens import ApiToken
from .tournament_series import TournamentSeries
from .tournaments import Round, Tournament, TournamentEntry, TournamentTable
from .variations import LONGEST_LINE_NAME, Variation, new_seed

__all__ = [
    "LONGEST_ANNOUNCEMENT",
    "LONGEST_LINE_NAME",
    "LONGEST_NOTE",
    "LONGEST_REASON",
    "LONGEST_SITE",
    "LONGEST_SLEEP",
    "LONGEST_WORD",
    "PROVISIONAL_BELOW",
    "SNAPSHOT_EVERY",
    "Suggestion",
    "Announcement",
    "ApiToken",
    "Appeal",
    "DataExport",
    "DataExportPart",
    "Block",
    "CalendarFeed",
    "PendingMember",
    "Case",
    "Challenge",
    "Chapter",
    "Club",
    "ClubMessage",
    "Tournament",
    "TournamentTable",
    "Decision",
    "PublicDump",
    "PublicDumpPart",
    "WebhookDelivery",
    "PushSubscription",
    "TournamentEntry",
    "Follow",
    "FairPlaySignal",
    "ImportedRecord",
    "PlayerAbsence",
    "Invitation",
    "InvitationLink",
    "SavedTableSettings",
    "Variation",
    "Membership",
    "Message",
    "Move",
    "Note",
    "Notification",
    "PlannedDowntime",
    "Heartbeat",
    "Rating",
    "RatingChange",
    "Report",
    "Review",
    "Round",
    "SavedSearch",
    "TournamentSeries",
    "Seat",
    "SeatQuerySet",
    "Rollback",
    "DeviceFingerprint",
    "Snapshot",
    "Study",
    "Table",
    "PlayerStatistics",
    "Webhook",
    "MatchRequest",
    "new_key",
    "new_seed",
]
