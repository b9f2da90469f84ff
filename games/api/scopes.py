"""The token scope that each address needs: `read` to look, and for changes the scope listed here.

Addresses are listed by name, as in games/guest_permissions.py. A new address that changes something
has no scope until it is added here, and no token opens it before.
"""

from __future__ import annotations

from rest_framework.permissions import SAFE_METHODS

from accounts.tokens import Scope

WRITE_SCOPES = {
    Scope.READ: ("read_notifications", "since"),
    Scope.PLAY: (
        *("join", "leave", "accept", "decline", "link", "match_request"),
        *(
            "moves",
            "draft",
            "confirm_draft",
            "conditional_moves",
            "hand_over",
            "suggestion",
            "take_back",
        ),
        *("review", "puzzle_attempt"),
        *("take_over", "seat_offer"),
        *("resign", "give_time", "come_back", "call_off", "availability", "vacations"),
        *("proposals", "proposal", "answer_proposal"),
        *("enter_tournament", "check_in_tournament", "withdraw_from_tournament"),
        *("challenges", "answer_challenge"),
        *("enter_club_match", "leave_club_match"),
        *("later", "pin_table", "place_table", "archive_table"),
        *("my_table_archive", "my_table_settings"),
    ),
    Scope.HOST: (
        *(
            "tables",
            "saved_settings_list",
            "saved_settings",
            "rematch",
            "start",
            "close",
            "rename",
            "change_date",
        ),
        *("remove", "transfer_host", "fill", "remove_bots"),
        *("invitations", "one_invitation", "links", "one_link"),
        *("call_off_tournament", "end_tournament", "invite_to_tournament", "disqualify"),
        "decide_tournament_table",
        *("records", "imported_record", "searches", "search", "alerts", "alert"),
        "household",
        *("studies", "study", "copy_study", "chapters", "chapter", "place"),
        *("club_matches", "answer_club_match", "call_off_club_match", "order_club_match"),
        *("clubs", "club", "join_club", "leave_club", "club_candidate", "club_member"),
        *("club_candidates", "club_invitations", "club_links", "one_club_link", "club_link"),
        *("notification_settings", "my_calendar", "devices", "device", "test_device", "my_bot"),
        *("webhook", "test_webhook", "table_webhook", "test_table_webhook"),
        *("club_webhook", "test_club_webhook"),
        *("moderation_case", "moderation_signal", "moderation_appeal"),
    ),
    Scope.TALK: (
        *("table_note", "person_note", "club_chat"),
        *("move_comment", "move_comment_sharing"),
        *("follow", "block", "reports", "appeal", "translations"),
    ),
    Scope.MESSAGES_READ: ("read_conversation",),
    Scope.MESSAGES_WRITE: ("conversation",),
}
#: Reading these needs `host`, because anyone who knows the addresses in the response can use them.
#: The same is true of moderation.
GUARDED_NAMES = {"my_calendar", "links", "one_link", "club_links", "one_club_link"}
PRIVATE_NAMES = {"conversations", "conversation"}
SCOPE_BY_NAME = {name: scope for scope, names in WRITE_SCOPES.items() for name in names}


def required_scope(method: str, name: str) -> Scope | None:
    """Return the scope that a token needs for this address; None: no token opens it."""
    if name in GUARDED_NAMES or name.startswith("moderation"):
        return Scope.HOST
    if name in PRIVATE_NAMES and method in SAFE_METHODS:
        return Scope.MESSAGES_READ
    return Scope.READ if method in SAFE_METHODS else SCOPE_BY_NAME.get(name)
