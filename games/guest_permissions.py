"""URL names that are open to guests: all that a seat may do, and the guest's own pages.

`accounts.guest_access` uses them. `lobby/eligibility.py` says at which tables guests may sit.
"""

from __future__ import annotations

PAGE_NAMES = (
    # at the guest's table
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
    "translate",
    *("proposals", "answer_proposal"),
    *("move_comments", "save_move_comment", "share_move_comments"),
    # sitting down and leaving
    *("invited_by_link", "invitation", "accept", "decline", "leave", "rematch", "play_bots"),
    "club_link",
    *("tutorial", "back_to_tutorial"),
    # the guest's own pages
    *("mine", "next", "my_notes", "notifications"),
    *("later", "list_settings", "pin", "place_table", "offline_turns"),
    *("archive", "archive_table", "archive_finished"),
    *("block", "blocked", "report", "reported", "decisions", "appeal"),
    # what visitors may send as well
    *("closed", "dismiss_announcement"),
    *("verify", "verify_table", "unsubscribe", "chapter", "review", "puzzle"),
    # analysis; a guest's variations are deleted with the guest
    *("analysis", "variation", "shared_variation"),
)
API = (
    *("moves", "legal_moves", "draft", "confirm_draft", "conditional_moves", "since"),
    *(
        "resign",
        "come_back",
        "give_time",
        "call_off",
        "proposals",
        "proposal",
        "answer_proposal",
        "table_note",
        "move_comment",
        "move_comment_sharing",
        "hand_over",
        "suggestion",
        "take_back",
    ),
    *("link", "accept", "decline", "leave", "rematch"),
    *("later", "next_table", "pin_table", "place_table", "archive_table"),
    *("my_table_list", "my_table_settings", "my_table_archive", "offline_turns"),
    *("my_tables", "my_invitations", "my_notes", "notifications", "read_notifications"),
    *("block", "blocked", "reports", "decisions", "appeal"),
    *("review", "puzzle_attempt", "translations"),
)
OPEN = {"moved", *(f"games:{name}" for name in PAGE_NAMES), *(f"api:{name}" for name in API)}
