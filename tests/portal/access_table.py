"""The table of who may ask what: a row for each address, a cell for each of `WHO`.

    y   it is answered, and what it is to change has changed
    s   it is answered, and nothing has changed (looking, or what is so already)
    .   it is refused (or leads elsewhere, as to signing in), and nothing has changed

Whoever adds an address adds its row; what address and data name is made in `world`
(test_authorisation.py).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

import games.rules as rules
from games import rulebook
from games.archive.record_format import serialize
from tests import sample_titles
from tests.archive.sample_records import make_record
from tests.games.conftest import GAME

# Of a table: who is invited, plays and hosts. Of a circle: who is invited too, has asked to be in
# it (who plays), is in it, helps and owns it. Everybody is a stranger to the other of the two.
# A guest (accounts/guests.py) sits at a friendly table of the host's, and nowhere else.
WHO = (
    *("anonymous", "guest", "stranger", "invited", "player", "host", "member", "helper", "owner"),
    "staff",
)


class Row(NamedTuple):
    """`data` is sent by POST unless `method` says otherwise; without any, an address is looked at.

    Words in braces, in the address as in the data, are names of `World.names`.
    """

    address: str
    arguments: str
    cells: str
    data: dict[str, Any] | None = None
    method: str = ""


class ReusableRecordFile:
    """The file of a record, which can be sent again and again."""

    name = "record.jsonl"

    def read(self, *_size: int) -> bytes:
        return RECORD


POST: dict[str, Any] = {}
HOOK = {"kind": "slack", "url": "https://example.org/hook"}
SET = {"set_name": "Fridays", "game": "{game}", "seats": 2}
ANNOUNCED = {
    "text_en": "Hello",
    "text_ja": "",
    "level": "info",
    "starts_at": "2030-01-01T10:00",
    "ends_at": "2030-01-02T10:00",
}
GUIDED_GAME = sample_titles.title(lambda game: rulebook.tutorial_of(game.key) is not None)
COMING = date.today() + timedelta(days=7)
ABSENT = {"starts_at": f"{COMING}T10:00", "ends_at": f"{COMING}T11:00"}
DATE = {"day": f"{COMING}", "time": "20:00", "zone": "UTC", "least": 2}
RECORD = serialize(make_record(GAME))
CLUB = {"name": "New", "text": "", "joining": "open"}
TOURNAMENT = {
    "title": "Cup",
    "pause": 7,
    "every": 0,
    "places": 8,
    "entry": "everybody",
    "seats": 2,
    "score": "places",
    "clock": "day",
    "pauses": "calendars",
    "check_in": 0,
    "round_days": 0,
    "days": 0,
    **{f"option_{one.key}": one.default for one in rules.get(GAME).options},
}
RULING = {"place_0": 1, "place_1": 2, "why": "x"}

SAID = {"what": "say", "step": "0", "comment": "x"}
ROWS = (
    # what everybody does before the start
    Row("games:lobby", "", "ssssssssss"),
    Row("games:playing", "", "ssssssssss"),
    Row("games:new", "", "..ssssssss"),
    Row("games:like_last", "{game}", "..ssssssss", POST),
    Row("games:new_of", "{game}", "..ssssssss"),
    Row("games:table", "{key}", "ssssssssss"),
    Row("games:join", "{key}", "..yyssyyyy", POST),
    Row("games:leave", "{key}", "....yy....", POST),
    Row("games:start", "{key}", ".....y....", POST),
    Row("games:close", "{key}", ".....y....", POST),
    Row("games:rename", "{key}", ".....y....", {"name": "Friday"}),
    Row("api:tables", "", "ssssssssss"),
    Row("api:tables", "", "..yyyyyyyy", {"game": "{game}", "seats": 2}),
    Row("api:table", "{key}", "ssssssssss"),
    Row("api:join", "{key}", "..yyssyyyy", POST),
    Row("api:leave", "{key}", "....yy....", POST),
    Row("api:start", "{key}", ".....y....", POST),
    Row("api:close", "{key}", ".....y....", POST),
    Row("api:rename", "{key}", ".....y....", {"name": "Friday"}),
    Row("games:chat", "{running}", "ssssssssss"),
    Row("games:chat", "{running}", "....yy....", {"text": "hello"}),
    Row("games:play_bots", "{game}", "yyyyyyyyyy", POST),
    Row("games:tutorial", "{guided_game}", "yyyyysyyyy", POST),
    Row("games:back_to_tutorial", "{guided}", ".....y....", POST),
    # a hot seat: the host has the device
    Row("games:table", "{hot}", "ssssssssss"),
    Row("games:hand_over", "{hot}", ".....y....", {"seat": "{device}", "come": "1"}),
    Row("games:hand_over", "{running}", "..........", {"seat": "0"}),
    Row("api:hand_over", "{hot}", ".....y....", {"seat": "{device}", "come": True}),
    # looking back: from one's own seat, once there is something to look back at
    Row("games:replay", "{running}", "ssssssssss"),
    Row("games:step", "{running}", "ssssssssss"),
    Row("games:review", "{brought}", "ssssssssss"),
    Row("games:review", "{brought}", "yyyyyyyyyy", POST),
    Row("games:review", "{running}", "..........", POST),
    Row("games:review", "{within_over}", "......sss."),
    Row("games:review", "{within_over}", "......yyy.", POST),
    Row("api:review", "{brought}", "ssssssssss"),
    Row("api:review", "{brought}", ".yyyyyyyyy", {}),
    Row("api:review", "{running}", "..........", {}),
    Row("games:embed", "{running}", ".........."),
    # a picture is asked for by nobody in particular: of a circle's table it shows the game alone
    Row("games:position_svg", "{picture}", "ssssssssss"),
    Row("games:position_svg", "{no_picture}", "ssssssssss"),
    Row("games:position_svg", "{key}", ".........."),
    Row("games:position_png", "{key}", ".........."),
    Row("games:dump", "", "ssssssssss"),
    Row("games:dump_index", "", ".........."),  # it has not been made yet
    Row("games:dump_file", "", ".........."),
    Row("games:step", "{key}", ".........."),
    Row("games:step", "{within}", ".........."),
    Row("api:my_bot", "", ".........."),  # nobody there is a bot
    Row("api:my_bot", "", "..........", {}, "put"),
    Row("api:my_bot", "", "..ssssssss", method="delete"),
    Row("api:redealt", "{running}", "..ssssssss"),
    Row("api:stream", "", ".........."),  # for tokens alone
    Row("api:my_statistics", "{game}", "..ssssssss"),
    Row("games:my_statistics", "", "..ssssssss"),
    # trying out: those who play, and everybody once the match is over; each their own lines alone
    Row("games:analysis", "{running}", ".sssssssss"),
    Row("games:analysis", "{running}", "....yy....", POST),
    Row("games:analysis", "{over}", ".yyyyyyyyy", POST),
    Row("games:analysis", "{within}", "..........", POST),
    Row("games:variation", "{over} {tried}", ".....s...."),
    Row("games:variation", "{over} {tried}", ".....y....", {"what": "keep", "name": "mine"}),
    Row("games:variation", "{over} {tried}", ".....y....", {"what": "unshare"}),
    Row("games:shared_variation", "{over} {shared}", "ssssssssss"),
    Row("games:shared_variation", "{over} {shared}", ".yyyyyyyyy", POST),
    # studies: each their own; what one of them is shared by link, everybody reads
    Row("games:study_table", "{over}", "..ssssssss"),
    Row("games:study_table", "{over}", "..yyyyyyyy", POST),
    Row("games:study_table", "{running}", "..........", POST),
    Row("games:study_table", "{within}", "..........", POST),
    Row("games:studies", "", "..ssssssss"),
    Row("games:studies", "", "..yyyyyyyy", {"name": "mine"}),
    Row("games:study", "{study}", ".....s...."),
    Row("games:study", "{study}", ".....y....", {"name": "ours", "readers": "link"}),
    Row("games:study", "{open_study}", "ssssssssss"),
    Row("games:study", "{open_study}", ".....y....", {"what": "remove"}),
    Row("games:study_set_up", "{study} {game}", ".....s...."),
    Row("games:study_set_up", "{open_study} {game}", ".....s...."),
    Row("games:study_file", "{study}", ".....s...."),
    Row("games:study_file", "{open_study}", "ssssssssss"),
    Row("games:chapter", "{study} {chapter}", ".....s...."),
    Row("games:chapter", "{study} {chapter}", ".....y....", SAID),
    Row("games:chapter", "{open_study} {open_chapter}", "ssssssssss"),
    Row("games:chapter", "{open_study} {open_chapter}", ".....y....", SAID),
    Row("api:studies", "", "..ssssssss"),
    Row("api:studies", "", "..yyyyyyyy", {"name": "mine"}),
    Row("api:study", "{study}", ".....s...."),
    Row("api:study", "{open_study}", "ssssssssss"),
    Row("api:study", "{open_study}", ".....y....", {"name": "x", "readers": "nobody"}, "patch"),
    Row("api:study", "{open_study}", ".....y....", method="delete"),
    Row("games:copy_study", "{study}", ".....y....", POST),
    Row("games:copy_study", "{open_study}", "..yyyyyyyy", POST),
    Row("api:copy_study", "{study}", ".....y....", POST),
    Row("api:copy_study", "{open_study}", "..yyyyyyyy", POST),
    Row("api:guess", "{open_study} {open_chapter}", ".........."),  # nothing is to be guessed
    Row("games:report", "study {study}", ".........."),
    Row("games:report", "study {open_study}", ".ssss.ssss"),
    Row("api:study_file", "{study}", ".....s...."),
    Row("api:study_file", "{open_study}", "ssssssssss"),
    Row("api:chapters", "{open_study}", ".....y....", {"table": "{over}"}),
    Row("api:chapters", "{study}", "..........", {"table": "{running}"}),
    Row("api:chapter", "{study} {chapter}", ".....s...."),
    Row("api:chapter", "{open_study} {open_chapter}", "ssssssssss"),
    Row("api:chapter", "{open_study} {open_chapter}", ".....y....", {"name": "x"}, "patch"),
    Row("api:chapter", "{open_study} {open_chapter}", ".....y....", method="delete"),
    Row("api:place", "{study} {chapter} 0", ".....s...."),
    Row("api:place", "{open_study} {open_chapter} 0", "ssssssssss"),
    Row("api:place", "{open_study} {open_chapter} 0", ".....y....", {"comment": "x"}, "patch"),
    Row("api:place", "{open_study} {open_chapter} 0", "..........", {"moves": ["fly"]}),
    Row("api:place", "{open_study} {open_chapter} 0", "..........", method="delete"),
    # a friendly table, where a guest sits who came by its link
    Row("games:leave", "{friendly}", ".y...y....", POST),
    Row("api:leave", "{friendly}", ".y...y....", POST),
    Row("games:chat", "{friendly}", ".y...y....", {"text": "hello"}),
    Row("games:join", "{friendly}", "..yyysyyyy", POST),
    Row("games:invited_by_link", "{open_token}", "ysyyysyyyy", {"name": "Wanda"}),
    Row("api:link", "{open_token}", ".syyysyyyy", POST),
    Row("games:transfer_host", "{friendly}", "..........", {"user": "{guest}"}),
    Row("games:profile", "{guest}", ".........."),
    Row("games:reliability", "{guest}", ".........."),
    Row("api:person_statistics", "{guest}", ".........."),
    # a table of a circle is not there for others
    Row("games:table", "{within}", "......sss."),
    Row("games:join", "{within}", "......yys.", POST),
    Row("api:table", "{within}", "......sss."),
    Row("api:join", "{within}", "......yys.", POST),
    # again, quick matches, sets of options
    Row("games:rematch", "{over}", "....yy....", POST),
    Row("api:rematch", "{over}", "....yy....", POST),
    Row("games:rematch", "{key}", "..........", POST),
    Row("games:quick", "{game}", "..yyyyyyyy", POST),
    Row("games:cancel_quick", "{game}", "..ssssssss", POST),
    Row("games:quick_panel", "", "ssssssssss"),
    Row("api:match_requests", "", "..ssssssss"),
    Row("api:match_request", "{game}", "..yyyyyyyy", POST),
    Row("api:match_request", "{game}", "..........", method="delete"),
    Row("games:rename_settings", "{set}", ".....y....", {"set_name": "Fridays"}),
    Row("games:delete_settings", "{set}", ".....y....", POST),
    Row("games:rename_settings", "{circle_set}", ".......yy.", {"set_name": "Fridays"}),
    Row("games:delete_settings", "{circle_set}", ".......yy.", POST),
    Row("api:saved_settings", "{circle_set}", ".......yy.", {"set_name": "Fridays"}),
    Row("api:saved_settings", "{circle_set}", ".......yy.", method="delete"),
    Row("api:saved_settings_list", "", ".......yy.", SET | {"of_club": "{circle}"}),
    Row("api:saved_settings_list", "", "..ssssssss"),
    Row("api:saved_settings_list", "", "..yyyyyyyy", SET),
    Row("api:saved_settings", "{set}", ".....y....", {"set_name": "Fridays"}),
    Row("api:saved_settings", "{set}", ".....y....", method="delete"),
    # invitations
    Row("games:invite", "{key}", ".....s...."),
    Row("games:invite", "{key}", ".....y....", {"name": "{stranger}"}),
    Row("games:withdraw_invitation", "{key} {invitation}", ".....y....", POST),
    Row("games:make_link", "{key}", ".....y....", {"uses": "2", "hours": "24"}),
    Row("games:withdraw_link", "{key} {link}", ".....y....", POST),
    Row("games:invitation", "{key}", "...s......"),
    Row("games:accept", "{key}", "...y......", POST),
    Row("games:decline", "{key}", "...y......", POST),
    Row("games:invited_by_link", "{token}", "ssssssssss"),
    Row("games:invited_by_link", "{token}", "..yyssyyyy", POST),
    Row("api:played_with", "", "..ssssssss"),
    Row("api:my_invitations", "", ".sssssssss"),
    Row("api:invitations", "{key}", ".....s...."),
    Row("api:invitations", "{key}", ".....y....", {"users": ["{stranger}"]}),
    Row("api:one_invitation", "{key} {invitation}", ".....y....", method="delete"),
    Row("api:links", "{key}", ".....s...."),
    Row("api:links", "{key}", ".....y....", {"uses": 2, "hours": 24}),
    Row("api:one_link", "{key} {link}", ".....y....", method="delete"),
    Row("api:accept", "{key}", "...y......", POST),
    Row("api:decline", "{key}", "...y......", POST),
    Row("api:link", "{token}", "ssssssssss"),
    Row("api:link", "{token}", "..yyssyyyy", POST),
    # a table with a date
    Row(
        "games:change_date", "{dated}", ".....y....", {f"start_{part}": DATE[part] for part in DATE}
    ),
    Row("games:change_date", "{key}", "..........", {f"start_{part}": DATE[part] for part in DATE}),
    Row("api:change_date", "{dated}", ".....y....", DATE),
    Row("games:table_calendar", "{dated}", "ssssssssss"),
    Row("games:table_calendar", "{key}", ".........."),
    Row("games:table_calendar", "{evening}", "......sss."),
    Row("games:calendar_feed", "{feed}", "ssssssssss"),
    Row("games:calendar", "", "..ssssssss"),
    Row("games:make_calendar", "", "..yyyyyyyy", POST),
    Row("games:remove_calendar", "", "..sssyssss", POST),
    Row("api:my_calendar", "", "..ssssssss"),
    Row("api:my_calendar", "", "..yyyyyyyy", POST),
    Row("api:my_calendar", "", "..sssyssss", method="delete"),
    # the host's hand
    Row("games:remove", "{key}", ".....y....", {"user": "{player}"}),
    Row("games:transfer_host", "{key}", ".....y....", {"user": "{player}"}),
    Row("games:fill", "{key}", ".....y....", {"seat": "3", "level": "random"}),
    Row("api:remove", "{key}", ".....y....", {"user": "{player}"}),
    Row("api:transfer_host", "{key}", ".....y....", {"user": "{player}"}),
    Row("api:fill", "{key}", ".....y....", {"seats": [3], "level": "random"}),
    Row("games:remove_bots", "{dated}", ".....y....", {"seat": "3"}),
    Row("api:remove_bots", "{dated}", ".....y....", {"seats": [3]}),
    Row("games:table_webhook", "{key}", ".....s...."),
    Row("games:table_webhook", "{key}", ".....y....", HOOK),
    Row("games:test_table_webhook", "{key}", ".....s....", POST),
    Row("api:test_table_webhook", "{key}", ".....s....", POST),
    Row("games:remove_table_webhook", "{key}", ".....y....", POST),
    Row("api:table_webhook", "{key}", "....ss...."),
    Row("api:table_webhook", "{key}", ".....y....", HOOK, "put"),
    Row("api:table_webhook", "{key}", ".....y....", method="delete"),
    # whom one follows, what one has noted, how somebody plays
    Row("games:following", "", "..ssssssss"),
    Row("games:follow_by_name", "", "..yyyy.yyy", {"name": "{member}"}),
    Row("games:follow", "{member}", "..yyyy.yyy", {"follow": "1"}),
    Row("games:follow", "{member}", "..ssssssss", {"follow": "0"}),
    Row("games:follow", "{shy}", "..........", {"follow": "1"}),
    Row("api:following", "", "..ssssssss"),
    Row("api:follow", "{member}", "..ssssssss"),
    Row("api:follow", "{member}", "..yyyy.yyy", method="put"),
    Row("api:follow", "{member}", "..ssssssss", method="delete"),
    Row("api:follow", "{shy}", "..........", method="put"),
    Row("games:my_notes", "", ".sssssssss"),
    Row("games:note_person", "{member}", "..yyyy.yyy", {"text": "likes corn"}),
    Row("games:note_table", "{key}", ".yyyyyyyyy", {"text": "watch the wharf"}),
    Row("games:note_table", "{within}", "......yyy.", {"text": "watch the wharf"}),
    Row("api:my_notes", "", ".sssssssss"),
    Row("api:person_note", "{member}", "..ssssssss"),
    Row("api:person_note", "{member}", "..yyyy.yyy", {"text": "likes corn"}, "put"),
    Row("api:table_note", "{key}", ".sssssssss"),
    Row("api:table_note", "{within}", "......sss."),
    Row("api:table_note", "{key}", ".yyyyyyyyy", {"text": "watch the wharf"}, "put"),
    Row("api:table_note", "{within}", "......yyy.", {"text": "watch the wharf"}, "put"),
    # one's own data; whoever has a password gives it once more (tests/data_export)
    Row("games:data_export", "", "..ssssssss"),
    Row("games:data_export", "", "..yyyyyyyy", POST),
    Row("games:data_export_file", "", ".........."),
    # records that one has brought
    Row("games:records", "", "..ssssssss"),
    Row("games:save_search", "", "..yyyyyyyy", {"name": "Won", "result": "won"}),
    Row("games:delete_search", "{search}", ".....y....", POST),
    Row("api:my_matches", "", "..ssssssss"),
    Row("api:searches", "", "..ssssssss"),
    Row("api:searches", "", "..yyyyyyyy", {"name": "Won", "query": "result=won"}),
    Row("api:search", "{search}", ".....y....", method="delete"),
    Row("games:alerts", "", "..ssssssss"),
    Row("games:add_alert", "", "..yyyyyyyy", {"kind": "tables", "query": "free=2"}),
    Row("games:delete_alert", "{alert}", ".....y....", POST),
    Row("api:alerts", "", "..ssssssss"),
    Row("api:alerts", "", "..yyyyyyyy", {"kind": "tables", "query": "free=2"}),
    Row("api:alert", "{alert}", ".....y....", method="delete"),
    Row("games:records", "", "..yyyyyyyy", {"record": ReusableRecordFile()}),
    Row("games:delete_record", "{brought}", ".....y....", POST),
    Row("games:delete_record", "{over}", "..........", POST),
    Row("api:records", "", "..ssssssss"),
    Row("api:records", "", "..yyyyyyyy", {"record": "{record}"}),
    Row("api:imported_record", "{brought}", ".....y....", method="delete"),
    Row("games:report", "person {member}", ".sssss.sss"),
    Row("games:report", "person {member}", ".yyyyy.yyy", {"kind": "spam"}),
    Row("games:report", "message {line}", ".ssss.ssss"),
    Row("games:report", "circle-message {circle_line}", "......s.s."),
    Row("games:report", "circle {circle}", ".sssssss.s"),
    Row("games:report", "circle {shut}", ".........."),
    Row("games:report", "table {key}", ".........."),
    Row("games:reported", "", ".sssssssss"),
    Row("api:reports", "", ".yyyyy.yyy", {"what": "person", "which": "{member}", "kind": "spam"}),
    # moderators, here the staff; a case about a member, an appeal of theirs
    Row("games:moderation", "", ".........y"),
    Row("games:audit_log", "", ".........y"),
    Row("games:announcements", "", ".........s"),
    Row("games:announcements", "", ".........y", ANNOUNCED),
    Row("games:downtimes", "", ".........s"),
    Row("games:downtimes", "", ".........y", ABSENT),
    Row("games:change_downtime", "{absence}", ".........y", {"at_once": "yes"}),
    Row("games:end_announcement", "{announcement}", ".........y", POST),
    Row("games:signals", "", ".........y"),
    Row("games:resolve_signal", "{hint}", ".........y", {"what": "case"}),
    Row("api:moderation_signals", "", ".........y"),
    Row("api:moderation_signal", "{hint}", ".........y", {"opens": "false"}),
    Row("games:case", "{case}", ".........y"),
    Row("games:case", "{case}", ".........y", {"what": "warn", "words": "be kind"}),
    Row("games:answer_appeal", "{appeal}", ".........y", {"what": "lift"}),
    Row("games:decisions", "", ".sssssssss"),
    Row("games:closed", "{closed_token}", "ssssssssss"),
    Row("games:closed", "{closed_token}", "yyyyyyyyyy", {"decision": "{closing}", "words": "no"}),
    Row("games:appeal", "{decision}", ".......y..", {"words": "no"}),
    Row("api:moderation_cases", "", ".........y"),
    Row("api:moderation_case", "{case}", ".........y"),
    Row("api:moderation_case", "{case}", ".........y", {"what": "warn", "words": "be kind"}),
    Row("api:moderation_appeals", "", ".........y"),
    Row("api:moderation_appeal", "{appeal}", ".........y", {"lifts": "true"}),
    Row("api:decisions", "", ".sssssssss"),
    Row("api:appeal", "{decision}", ".......y..", {"words": "no"}),
    Row("api:blocked", "", ".sssssssss"),
    Row("games:block", "{member}", ".yyyyy.yyy", {"block": "1"}),
    Row("games:block", "{member}", ".sssssssss", {"block": "0"}),
    Row("api:block", "{member}", ".sssssssss"),
    Row("api:block", "{member}", ".yyyyy.yyy", method="put"),
    Row("api:block", "{member}", ".sssssssss", method="delete"),
    Row("games:profile", "{member}", "ssssssssss"),
    Row("games:reliability", "{member}", "ssssssssss"),
    Row("api:person_statistics", "{member}", "ssssssssss"),
    Row("api:person_ratings", "{member}", "ssssssssss"),
    Row("api:person_rating_changes", "{member}", "ssssssssss"),
    # circles: one that people ask to be in, and one by invitation (`shut`), of its owner alone
    Row("games:clubs", "", "..ssssssss"),
    Row("games:new_club", "", "..ssssssss"),
    Row("games:new_club", "", "..yyyyyyyy", CLUB),
    Row("games:club", "{circle}", "..ssssssss"),
    Row("games:club", "{shut}", "........s."),
    Row("games:change_club", "{circle}", "........s."),
    Row("games:change_club", "{circle}", "........y.", CLUB),
    Row("games:close_club", "{circle}", "........y.", POST),
    Row("games:join_club", "{circle}", "..yysysssy", POST),
    Row("games:join_club", "{shut}", "........s.", POST),
    Row("games:leave_club", "{circle}", "..syysyyys", POST),
    Row("games:invite_to_club", "{circle}", ".......yy.", {"name": "{stranger}"}),
    Row("games:invite_to_club", "{shut}", "........y.", {"name": "{stranger}"}),
    Row("games:club_webhook", "{circle}", ".......ss."),
    Row("games:club_webhook", "{circle}", ".......yy.", HOOK),
    Row("games:test_club_webhook", "{circle}", ".......ss.", POST),
    Row("games:remove_club_webhook", "{circle}", ".......yy.", POST),
    Row("games:club_chat", "{circle}", "......yyy.", {"text": "hello"}),
    Row("games:club_leaderboard", "{circle} {game}", "......sss."),
    Row("games:club_candidate", "{circle} {player}", ".......yy.", {"what": "admit"}),
    Row("games:club_candidate", "{circle} {player}", ".......yy.", {"what": "decline"}),
    Row("games:club_member", "{circle} {member}", ".......yy.", {"what": "remove"}),
    Row("games:club_member", "{circle} {helper}", "........y.", {"what": "remove"}),
    Row("games:club_member", "{circle} {owner}", "..........", {"what": "remove"}),
    Row("games:club_member", "{circle} {member}", "........y.", {"what": "helper"}),
    Row("games:club_member", "{circle} {member}", "........y.", {"what": "owner"}),
    # contests: the host's, which has begun with the player; one of the circle
    Row("games:tournaments", "", "ssssssssss"),
    Row("games:choose_tournament", "", "..ssssssss"),
    Row("games:new_tournament", "{game} twice", "..ssssssss"),
    Row("games:new_tournament", "{game} twice", "..yyyyyyyy", TOURNAMENT),
    Row("games:tournament", "{contest}", "ssssssssss"),
    Row("games:tournament", "{circle_contest}", "......sss."),
    Row("games:tournament_calendar", "{contest}", "ssssssssss"),
    Row("games:tournament_calendar", "{circle_contest}", "......sss."),
    Row("games:enter_tournament", "{contest}", "..yysyyyyy", POST),
    Row("games:enter_tournament", "{circle_contest}", "......yyy.", POST),
    Row("games:check_in_tournament", "{contest}", "..........", POST),
    Row("games:withdraw_from_tournament", "{contest}", "..ssysssss", POST),
    Row("games:call_off_tournament", "{contest}", "..........", POST),
    Row("games:call_off_tournament", "{circle_contest}", ".......yy.", POST),
    Row("games:end_tournament", "{contest}", ".....y...y", {"why": "x"}),
    Row("games:invite_to_tournament", "{contest}", ".....y...y", {"name": "{stranger}"}),
    Row("games:disqualify", "{contest}", ".....y...y", {"name": "{player}", "why": "x"}),
    Row("games:decide_tournament_table", "{contest} 1 1", ".....y...y", RULING),
    Row("api:call_off_tournament", "{contest}", "..........", POST),
    Row("api:call_off_tournament", "{circle_contest}", ".......yy.", POST),
    Row("api:end_tournament", "{contest}", ".....y...y", {"why": "x"}),
    Row("api:invite_to_tournament", "{contest}", ".....y...y", {"user": "{stranger}"}),
    Row("api:disqualify", "{contest}", ".....y...y", {"user": "{player}", "why": "x"}),
    Row(
        "api:decide_tournament_table", "{contest} 1 1", ".....y...y", {"places": [1, 2], "why": "x"}
    ),
    # the host's ladder: whom the host may challenge; and the player was challenged
    Row("games:challenge", "{ladder}", ".....y....", {"name": "{invited}"}),
    Row("games:answer_challenge", "{ladder}", "....y.....", {"answer": "decline"}),
    Row("api:challenges", "{ladder}", "ssssssssss"),
    Row("api:challenges", "{ladder}", ".....y....", {"user": "{invited}"}),
    Row("api:answer_challenge", "{ladder}", "....y.....", {"answer": "decline"}),
    Row("games:tournament_series", "{series}", "ssssssssss"),
    Row("games:tournament_series", "{circle_series}", "......sss."),
    Row("games:end_tournament_series", "{series}", ".....y...y", POST),
    Row("api:tournament_series", "{series}", "ssssssssss"),
    Row("api:tournament_series", "{circle_series}", "......sss."),
    Row("api:tournaments", "", "ssssssssss"),
    Row("api:tournament", "{contest}", "ssssssssss"),
    Row("api:tournament", "{circle_contest}", "......sss."),
    Row("api:tournament_standings", "{contest}", "ssssssssss"),
    Row("api:tournament_standings", "{circle_contest}", "......sss."),
    Row("api:tournament_rounds", "{contest}", "ssssssssss"),
    Row("api:tournament_rounds", "{circle_contest}", "......sss."),
    Row("api:enter_tournament", "{contest}", "..yysyyyyy", POST),
    Row("api:enter_tournament", "{circle_contest}", "......yyy.", POST),
    Row("api:check_in_tournament", "{contest}", "..........", POST),
    Row("api:withdraw_from_tournament", "{contest}", "..ssysssss", POST),
    Row("api:withdraw_from_tournament", "{circle_contest}", "......sss.", POST),
    Row("api:clubs", "", "..ssssssss"),
    Row("api:clubs", "", "..yyyyyyyy", CLUB),
    Row("api:club", "{circle}", "..ssssssss"),
    Row("api:club", "{shut}", "........s."),
    Row("api:club", "{circle}", "........y.", {"text": "x"}, "patch"),
    Row("api:club", "{circle}", "........y.", method="delete"),
    Row("api:join_club", "{circle}", "..yysysssy", POST),
    Row("api:join_club", "{shut}", "........s.", POST),
    Row("api:leave_club", "{circle}", "..syysyyys", POST),
    Row("api:club_chat", "{circle}", "......sss."),
    Row("api:club_chat", "{circle}", "......yyy.", {"text": "hello"}),
    Row("api:club_webhook", "{circle}", "......sss."),
    Row("api:club_webhook", "{circle}", ".......yy.", HOOK, "put"),
    Row("api:club_webhook", "{circle}", ".......yy.", method="delete"),
    Row("api:test_club_webhook", "{circle}", ".......ss.", POST),
    Row("api:club_leaderboard", "{circle} {game}", "......sss."),
    Row("api:club_candidates", "{circle}", ".......ss."),
    Row("api:club_candidate", "{circle} {player}", ".......yy.", POST, "put"),
    Row("api:club_candidate", "{circle} {stranger}", ".......yy.", POST, "put"),
    Row("api:club_candidate", "{circle} {player}", ".......yy.", method="delete"),
    Row("api:club_member", "{circle} {member}", "........y.", {"role": "helper"}, "patch"),
    Row("api:club_member", "{circle} {member}", ".......yy.", method="delete"),
    Row("api:club_member", "{circle} {helper}", "........y.", method="delete"),
)

# What is no part of the table: what is there for everybody, what is one's own alone, and what is
# done at a table that runs. Of the last two, tests below say who may not.
FOR_EVERYBODY = {
    *("games:catalog", "games:game", "games:one_page", "games:paragraph", "games:drawing"),
    "games:cover",
    *("games:leaderboards", "games:leaderboard", "games:dismiss_announcement"),
    *("games:how_ratings_work", "games:verify", "games:verify_table", "games:unsubscribe"),
    "games:privacy",
    *(
        "api:docs",
        "api:shapes",
        "api:example",
        "api:schema",
        "api:games",
        "api:rules",
        "api:statistics",
        "api:ratings",
    ),
}
