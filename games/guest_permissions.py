"""What is open to guests here, for `accounts.guest_access`: all that a seat may, and what is their
own.

By the names of addresses. At which tables guests may sit down is said in `lobby/guests.py`.
"""

from __future__ import annotations

PAGE_NAMES = (
    # at their table
    *(
        "move",
        "undo",
        "restart",
        "confirm",
        "auto_answers",
        "conditional_moves",
        "change_conditional_move",
        "dismiss_news",
    ),
    *("suggestion", "take_back"),
    *("resign", "come_back", "give_time", "call_off", "chat", "note_table", "hand_over"),
    # sitting down and leaving
    *("invited_by_link", "invitation", "accept", "decline", "leave", "rematch", "play_bots"),
    *("tutorial", "back_to_tutorial"),
    # their own
    *("mine", "next", "my_notes", "notifications"),
    *("block", "blocked", "report", "reported", "decisions", "appeal"),
    # what anybody may send
    *("closed", "dismiss_announcement"),
    *("verify", "verify_table", "unsubscribe", "chapter", "review"),
    # what a match might have become: lines of their own, gone with them
    *("analysis", "variation", "shared_variation"),
)
API = (
    *("moves", "legal_moves", "draft", "confirm_draft", "conditional_moves", "since"),
    *(
        "resign",
        "come_back",
        "give_time",
        "call_off",
        "table_note",
        "hand_over",
        "suggestion",
        "take_back",
    ),
    *("link", "accept", "decline", "leave", "rematch"),
    *("my_tables", "my_invitations", "my_notes", "notifications", "read_notifications"),
    *("block", "blocked", "reports", "decisions", "appeal"),
    "review",
)
OPEN = {"moved", *(f"games:{name}" for name in PAGE_NAMES), *(f"api:{name}" for name in API)}
