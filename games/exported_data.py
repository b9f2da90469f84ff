"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.data_export.contents import Exclusions, Files

from .models import (
    ApiToken,
    Appeal,
    Block,
    Case,
    ClubLink,
    ClubMessage,
    ClubSignUp,
    Decision,
    FairPlaySignal,
    Follow,
    HouseholdDeclaration,
    Invitation,
    Membership,
    Message,
    MyTable,
    Note,
    Notification,
    PendingMember,
    PlayerAbsence,
    Proposal,
    PushSubscription,
    RemovedMember,
    Report,
    Rollback,
    SavedSearch,
    Seat,
    Substitution,
    Table,
    Vote,
    Webhook,
)
from .phrases import phrase_text


def message_values(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a chat message with its phrase as text."""
    phrase = row["data"].get("phrase", "")
    return {**row, "text": phrase_text(phrase)} if phrase else row


FILES: Files = {
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
    "substitutions": lambda user: Substitution.objects.filter(to_user=user).values(
        *("table__key", "seat", "reason", "at", "after_move", "left_as", "ended_at")
    ),
    "absences": lambda user: PlayerAbsence.objects.filter(user=user).values(
        "started_at", "ended_at"
    ),
    "proposals": lambda user: Proposal.objects.filter(user=user).values(
        *("table__key", "kind", "outcome", "created_at", "ended_at")
    ),
    "votes": lambda user: Vote.objects.filter(user=user).values(
        *("proposal__table__key", "proposal__kind", "agrees", "at")
    ),
    "messages": lambda user: Message.objects.filter(user=user).values(
        *("table__key", "audience", "text", "log_code", "data", "at", "hidden_at")
    ),
    "circle-messages": lambda user: ClubMessage.objects.filter(user=user).values(
        *("club__key", "text", "data", "at", "hidden_at")
    ),
    "my-tables": lambda user: MyTable.objects.filter(user=user).values(
        *("table__key", "pinned_at", "position", "archived_at")
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
    "households": lambda user: HouseholdDeclaration.objects.filter(
        Q(first=user) | Q(second=user)
    ).values(
        *("first__username", "second__username", "asked_by__username"),
        *("asked_at", "accepted_at", "ended_at"),
    ),
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
    "circle-links": lambda user: ClubLink.objects.filter(created_by=user).values(
        *("club__key", "welcome_text", "max_uses", "use_count"),
        *("created_at", "expires_at", "withdrawn_at"),
    ),
    "circle-sign-ups": lambda user: ClubSignUp.objects.filter(user=user).values("club__key", "at"),
    "circle-removals": lambda user: RemovedMember.objects.filter(user=user).values(
        "club__key", "at"
    ),
    "hosted": lambda user: Table.objects.filter(host=user).values(
        *("key", "name", "game", "status", "created_at")
    ),
    "invitations": lambda user: Invitation.objects.filter(user=user).values(
        *("table__key", "inviter__username", "state", "message", "created_at", "answered_at")
    ),
    "searches": lambda user: SavedSearch.objects.filter(user=user).values(
        "name", "query", "saved_at"
    ),
    "tokens": lambda user: ApiToken.objects.filter(user=user).values(
        *("name", "scopes", "created_at", "expires_at", "used_at")
    ),
    "devices": lambda user: PushSubscription.objects.filter(user=user).values(
        "name", "created_at", "last_ok_at"
    ),
    "webhook": lambda user: Webhook.objects.filter(user=user).values("kind", "created_at"),
}
ROW_VALUES = dict.fromkeys(("messages", "circle-messages"), message_values)
EXCLUDED_MODELS: Exclusions = {
    FairPlaySignal: "what moderators may want to look at is theirs, for 30 days",
    Case: "what others have reported is theirs",
    Rollback: "what was undone of a match is the match's",
}
