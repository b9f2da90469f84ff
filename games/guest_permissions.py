"""What is open to guests here, for `accounts.guest_access`: all that a seat may, and what is their
own.

By the names of addresses. At which tables guests may sit down is said in `lobby/guests.py`.
"""

from __future__ import annotations

PAGE_NAMES = (
    # at their table
    *("move", "undo", "restart", "confirm", "orders", "orders_ahead", "change_order", "put_away"),
    *("hint", "take_back"),
    *("resign", "come_back", "give_time", "call_off", "chat", "note_table", "hand_over"),
    # sitting down and leaving
    *("invited_by_link", "invitation", "accept", "decline", "leave", "again", "play_bots"),
    *("guided", "back_to_guide"),
    # their own
    *("mine", "next", "my_notes", "notices"),
    *("block", "blocked", "report", "reported", "decisions", "appeal"),
    # what anybody may send
    *("closed", "put_away_announcement"),
    *("verify", "verify_table", "unsubscribe", "chapter", "review"),
    # what a match might have become: lines of their own, gone with them
    *("try", "line", "shared_line"),
)
API = (
    *("moves", "legal_moves", "draft", "confirm_draft", "orders", "since"),
    *(
        "resign",
        "come_back",
        "give_time",
        "call_off",
        "table_note",
        "hand_over",
        "hint",
        "take_back",
    ),
    *("link", "accept", "decline", "leave", "again"),
    *("my_tables", "my_invitations", "my_notes", "notices", "read_notices"),
    *("block", "blocked", "reports", "decisions", "appeal"),
    "review",
)
OPEN = {*(f"games:{name}" for name in PAGE_NAMES), *(f"api:{name}" for name in API)}
