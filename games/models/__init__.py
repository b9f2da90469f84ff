"""The rows of the games, by concept: tables and seats, their journal, absence, ratings, what people
are told, what is counted of them, terms that they keep and wait for, invitations, circles, what a
person keeps about others, tokens, calendars of dates, archives, lines that are tried out, studies,
records that somebody brought, hints to moderators and to players, reviews, contests.
"""

from .absences import Incident, PlannedAbsence, Pulse
from .announcements import LONGEST_ANNOUNCEMENT, Announcement
from .archive import LONGEST_SITE, Dump, DumpPart, Imported
from .calendar_feeds import CalendarFeed
from .challenges import Challenge
from .clubs import Candidate, Circle, CircleMessage, Membership
from .data_export import Archive, ArchivePart
from .fair_play import Hint, Sighting
from .invitations import LONGEST_WORD, Invitation, InvitationLink
from .journal import LONGEST_REASON, SNAPSHOT_EVERY, Message, Move, SetBack, Snapshot
from .match_requests import Wish
from .moderation import Appeal, Case, Decision, Report
from .notifications import Delivery, Device, Notice, Webhook
from .player_statistics import Tally
from .ratings import PROVISIONAL_BELOW, Rating, RatingChange
from .reviews import Review
from .saved_searches import Search
from .saved_settings import KeptTerms
from .social import LONGEST_NOTE, Block, Follow, Note
from .studies import Chapter, Study
from .suggestions import Advice
from .tables import (
    LONGEST_SLEEP,
    Seat,
    SeatQuerySet,
    Table,
    new_key,
)
from .tokens import ApiToken
from .tournament_series import Series
from .tournaments import Contest, ContestTable, Entry, Round
from .variations import LONGEST_LINE_NAME, Line, new_seed

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
    "Advice",
    "Announcement",
    "ApiToken",
    "Appeal",
    "Archive",
    "ArchivePart",
    "Block",
    "CalendarFeed",
    "Candidate",
    "Case",
    "Challenge",
    "Chapter",
    "Circle",
    "CircleMessage",
    "Contest",
    "ContestTable",
    "Decision",
    "Dump",
    "DumpPart",
    "Delivery",
    "Device",
    "Entry",
    "Follow",
    "Hint",
    "Imported",
    "Incident",
    "Invitation",
    "InvitationLink",
    "KeptTerms",
    "Line",
    "Membership",
    "Message",
    "Move",
    "Note",
    "Notice",
    "PlannedAbsence",
    "Pulse",
    "Rating",
    "RatingChange",
    "Report",
    "Review",
    "Round",
    "Search",
    "Series",
    "Seat",
    "SeatQuerySet",
    "SetBack",
    "Sighting",
    "Snapshot",
    "Study",
    "Table",
    "Tally",
    "Webhook",
    "Wish",
    "new_key",
    "new_seed",
]
