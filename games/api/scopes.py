"""Which scope of a token an address asks for: to look, `read`; for the rest, what is said here.

By the names of addresses, as in games/guest_permissions.py. A new address that changes something
has no scope until somebody has thought of it, and no token opens it.
"""

from __future__ import annotations

from rest_framework.permissions import SAFE_METHODS

from accounts.tokens import Scope

WRITE_SCOPES = {
    Scope.READ: ("read_notices", "since"),
    Scope.PLAY: (
        *("join", "leave", "accept", "decline", "link", "quick_match"),
        *("moves", "draft", "confirm_draft", "orders", "hand_over", "hint", "take_back"),
        "review",
        *("resign", "give_time", "come_back", "call_off", "my_time", "vacations"),
        *("enter_contest", "check_in_contest", "withdraw_from_contest"),
        *("challenges", "answer_challenge"),
    ),
    Scope.HOST: (
        *("tables", "table_sets", "table_set", "again", "start", "close", "rename", "change_date"),
        *("remove", "hand_on", "fill", "take_off"),
        *("invitations", "one_invitation", "links", "one_link"),
        *("call_off_contest", "end_contest", "invite_to_contest", "put_out_of_contest"),
        "rule_contest_table",
        *("records", "brought_record", "searches", "search"),
        *("studies", "study", "copy_study", "chapters", "chapter", "place"),
        *("circles", "circle", "join_circle", "leave_circle", "circle_candidate", "circle_member"),
        *("notice_settings", "my_calendar", "devices", "device", "test_device", "my_bot"),
        *("webhook", "test_webhook", "table_webhook", "test_table_webhook"),
        *("circle_webhook", "test_circle_webhook"),
        *("moderation_case", "moderation_hint", "moderation_appeal"),
    ),
    Scope.TALK: (
        *("table_note", "person_note", "circle_talk"),
        *("follow", "block", "reports", "appeal"),
    ),
}
#: To look at these needs more than `read`: addresses that open something to whoever has them, and
#: what was reported.
GUARDED_NAMES = {"my_calendar", "links", "one_link"}
SCOPE_BY_NAME = {name: scope for scope, names in WRITE_SCOPES.items() for name in names}


def required_scope(method: str, name: str) -> Scope | None:
    """The scope without which a token does not open this address; None: no token does."""
    if name in GUARDED_NAMES or name.startswith("moderation"):
        return Scope.HOST
    return Scope.READ if method in SAFE_METHODS else SCOPE_BY_NAME.get(name)
