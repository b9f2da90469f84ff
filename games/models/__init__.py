"""The rows of the games, by concept: tables and seats, their journal, absence, ratings, what people
are told, what is counted of them, terms that they keep and wait for, invitations, circles, what a
person keeps about others, tokens, calendars of dates, archives, lines that are tried out, studies,
records that somebody brought, hints to moderators and to players, reviews, contests.
"""

from .absence import Incident, PlannedAbsence, Pulse
from .advice import Advice
from .announcing import LONGEST_ANNOUNCEMENT, Announcement
from .challenges import Challenge
from .circles import Candidate, Circle, CircleMessage, Membership
from .contests import Contest, ContestTable, Entry, Round
from .feeds import CalendarFeed
from .hints import Hint, Sighting
from .invitations import LONGEST_WORD, Invitation, InvitationLink
from .journal import LONGEST_REASON, SNAPSHOT_EVERY, Message, Move, SetBack, Snapshot
from .notices import Delivery, Device, Notice, Webhook
from .own_data import Archive, ArchivePart
from .peace import Appeal, Case, Decision, Report
from .people import LONGEST_NOTE, Block, Follow, Note
from .ratings import PROVISIONAL_BELOW, Rating, RatingChange
from .records import LONGEST_SITE, Dump, DumpPart, Imported
from .reviews import Review
from .searches import Search
from .series import Series
from .studies import Chapter, Study
from .tables import (
    LONGEST_SLEEP,
    Seat,
    SeatQuerySet,
    Table,
    new_key,
)
from .tallies import Tally
from .terms import KeptTerms
from .tokens import ApiToken
from .trying import LONGEST_LINE_NAME, Line, new_seed
from .wishes import Wish

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
