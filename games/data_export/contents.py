"""The contents of a data export: one file per kind of data, and the records of matches.

Every model that refers to a user is in `FILES`, or in `EXCLUDED_MODELS` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from accounts.deletion import PREFERENCE_FIELDS, RESTRICTION_FIELDS
from accounts.models import User

from ..archive import exporter
from ..models import (
    ApiToken,
    Appeal,
    Block,
    CalendarFeed,
    Case,
    Chapter,
    ClubMessage,
    DataExport,
    Decision,
    DeviceFingerprint,
    FairPlaySignal,
    Follow,
    ImportedRecord,
    Invitation,
    MatchRequest,
    Membership,
    Message,
    Note,
    Notification,
    PendingMember,
    PlayerAbsence,
    PlayerStatistics,
    PushSubscription,
    Rating,
    RatingChange,
    Report,
    Rollback,
    SavedSearch,
    SavedTableSettings,
    Seat,
    Study,
    Table,
    Tournament,
    TournamentEntry,
    TournamentSeries,
    TournamentTable,
    Variation,
    Webhook,
)

# No file contains a secret of a token, device, webhook or calendar feed.
FILES: dict[str, Callable[[User], QuerySet[Any, Any]]] = {
    "profile": lambda user: User.objects.filter(pk=user.pk).values(
        *(
            "username",
            "nickname",
            "email",
            "date_joined",
            "last_login",
            "last_seen_at",
            *PREFERENCE_FIELDS,
        ),
        *("calendar", "vacations", "vacation_days", "auto_vacation"),
        *RESTRICTION_FIELDS,
    ),
    "sign-ins": lambda user: UserSession.objects.filter(user=user).values(
        "created_at", "ip", "user_agent"
    ),
    "accounts-elsewhere": lambda user: SocialAccount.objects.filter(user=user).values(
        *("provider", "uid", "date_joined", "last_login", "extra_data")
    ),
    "former-names": lambda user: user.former_names.values("name", "until"),
    "addresses": lambda user: EmailAddress.objects.filter(user=user).values(
        "email", "verified", "primary"
    ),
    "second-factors": lambda user: Authenticator.objects.filter(user=user).values(
        "type", "created_at", "last_used_at"
    ),
    "matches": lambda user: Seat.objects.filter(user=user).values(
        *("table__key", "table__name", "table__game", "table__options", "table__status"),
        *("table__created_at", "table__started_at", "table__ended_at"),
        *(
            "number",
            "bot",
            "leave_reason",
            "rank",
            "total",
            "breakdown",
            "draft",
            "auto_answers",
            "conditional_moves",
        ),
    ),
    "ratings": lambda user: Rating.objects.filter(user=user).values("game", "value", "played"),
    "rating-changes": lambda user: RatingChange.objects.filter(user=user).values(
        *("table__key", "game", "before", "delta", "after", "k", "excused", "at")
    ),
    "counts": lambda user: PlayerStatistics.objects.filter(user=user).values(),
    "absences": lambda user: PlayerAbsence.objects.filter(user=user).values(
        "started_at", "ended_at"
    ),
    "messages": lambda user: Message.objects.filter(user=user).values(
        *("table__key", "audience", "text", "log_code", "at", "hidden_at")
    ),
    "circle-messages": lambda user: ClubMessage.objects.filter(user=user).values(
        *("club__key", "text", "at", "hidden_at")
    ),
    "notes": lambda user: Note.objects.filter(author=user).values(
        "table__key", "person__username", "text", "changed_at"
    ),
    "notices": lambda user: Notification.objects.filter(user=user).values(
        *("event", "table__key", "channel", "state", "created_at", "settled_at", "read_at", "data")
    ),
    "follows": lambda user: Follow.objects.filter(follower=user).values(
        "followed__username", "since"
    ),
    "blocks": lambda user: Block.objects.filter(blocker=user).values("blocked__username", "since"),
    "reports": lambda user: Report.objects.filter(reporter=user).values(
        "case__target_kind", "case__target_key", "kind", "text", "at"
    ),
    "decisions": lambda user: Decision.objects.filter(subject=user).values(
        *("action", "reason_template", "comment", "until", "data", "at")
    ),
    "appeals": lambda user: Appeal.objects.filter(decision__subject=user).values("text", "at"),
    "circles": lambda user: Membership.objects.filter(user=user).values(
        "club__key", "club__name", "role", "since"
    ),
    "circle-requests": lambda user: PendingMember.objects.filter(user=user).values(
        "club__key", "message", "since"
    ),
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
    "hosted": lambda user: Table.objects.filter(host=user).values(
        *("key", "name", "game", "status", "created_at")
    ),
    "invitations": lambda user: Invitation.objects.filter(user=user).values(
        *("table__key", "inviter__username", "state", "message", "created_at", "answered_at")
    ),
    "kept-terms": lambda user: SavedTableSettings.objects.filter(user=user).values(
        "game", "name", "table_settings", "saved_at"
    ),
    "searches": lambda user: SavedSearch.objects.filter(user=user).values(
        "name", "query", "saved_at"
    ),
    "quick-matches": lambda user: MatchRequest.objects.filter(user=user).values(
        "game", "table_settings", "created_at"
    ),
    "imports": lambda user: ImportedRecord.objects.filter(imported_by=user).values(
        "table__key", "site", "imported_at"
    ),
    "lines": lambda user: Variation.objects.filter(user=user).values(
        *("table__key", "name", "after_move", "moves", "changed_at")
    ),
    "studies": lambda user: Study.objects.filter(owner=user).values(
        *("key", "name", "visibility", "club__key", "changed_at")
    ),
    "chapters": lambda user: Chapter.objects.filter(study__owner=user).values(
        *("study__key", "table__key", "name", "nodes", "annotations", "guess_start")
    ),
    "tokens": lambda user: ApiToken.objects.filter(user=user).values(
        *("name", "scopes", "created_at", "expires_at", "used_at")
    ),
    "devices": lambda user: PushSubscription.objects.filter(user=user).values(
        "name", "created_at", "last_ok_at"
    ),
    "sightings": lambda user: DeviceFingerprint.objects.filter(user=user).values(
        "first_at", "last_at"
    ),
    "webhook": lambda user: Webhook.objects.filter(user=user).values("kind", "created_at"),
    "calendar-address": lambda user: CalendarFeed.objects.filter(user=user).values("created_at"),
}
EXCLUDED_MODELS: dict[type[Model], str] = {
    TournamentTable: "how somebody has decided a table is the contest's",
    FairPlaySignal: "what moderators may want to look at is theirs, for 30 days",
    Case: "what others have reported is theirs",
    Rollback: "what was undone of a match is the match's",
    DataExport: "this one",
}


def file_rows(name: str, user: User) -> list[dict[str, Any]]:
    """Return the rows of a file as dicts; "table.key" is the key of the table a row belongs to.

    Its keys are columns, which stay the same when fields get other names.
    """
    rows = FILES[name](user).order_by("pk")
    key = cache(partial(_key, rows.model))
    return [{key(path): value for path, value in row.items()} for row in rows.iterator()]


def _key(model: Any, path: str) -> str:
    """The columns along a lookup, joined by dots: "circle.key" for `club__key`."""
    parts = []
    for name in path.split("__"):
        field = model._meta.get_field(name)
        parts.append(field.column if name == field.attname else field.column.removesuffix("_id"))
        model = field.related_model
    return ".".join(parts)


def finished_matches_after(user: User, table: int) -> Iterator[Table]:
    """Yield the user's finished matches with ids above `table`, in the order of ids."""
    return exporter.finished_matches(user).filter(pk__gt=table).iterator(chunk_size=50)
