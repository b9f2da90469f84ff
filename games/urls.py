"""Addresses of games, lobby, tables and history."""

from django.urls import path

from .analysis import views as trying
from .announcements import views as announcing
from .archive import public_dump_views as dumps
from .archive import views as records
from .availability.preferences import views as my_time
from .catalog import views as shelf
from .clubs import views as circles
from .data_export import privacy_views
from .data_export import views as own_data
from .history import (
    embed_views,
    figure_views,
    my_statistics,
    review_views,
    viewer,
)
from .history import views as history
from .lobby import calendar_feed_views as feeds
from .lobby import home
from .lobby import invitation_views as inviting
from .lobby import matchmaking_views as quick
from .lobby import saved_settings_views as sets
from .lobby import views as lobby
from .moderation import report_views as peace
from .moderation import views as moderating
from .notifications import device_views as devices
from .notifications import views as notices
from .notifications import webhook_views as hooks
from .previews import views as pictures
from .ratings import views as ratings
from .reliability import views as standing
from .social import views as people
from .studies import views as studies
from .table.conditional_moves import views
from .table.views import pages as table
from .tournaments import tournament_series_views as contest_series
from .tournaments import views as contests

app_name = "games"
urlpatterns = [
    path("games/", shelf.game_list, name="catalog"),
    path("games/<slug:game>/", shelf.game_page, name="game"),
    path("games/<slug:game>/play/", shelf.play_against_bots, name="play_bots"),
    path("games/<slug:game>/guided/", shelf.start_tutorial, name="tutorial"),
    path("games/<slug:game>/quick/", quick.request_match, name="quick"),
    path("games/<slug:game>/quick/cancel/", quick.cancel_request, name="cancel_quick"),
    path("quick-match/", quick.matchmaking_panel, name="quick_panel"),
    path("games/<slug:game>/one-page/", shelf.rules_summary, name="one_page"),
    path("games/<slug:game>/drawings/<slug:name>.svg", shelf.drawing, name="drawing"),
    path("games/<slug:game>/rules/<str:anchor>/", shelf.rules_passage, name="paragraph"),
    path("site/announcements/", announcing.announcements, name="announcements"),
    path("site/announcements/<int:pk>/end/", announcing.end_announcement, name="end_announcement"),
    path("site/downtimes/", announcing.planned_downtimes, name="downtimes"),
    path("site/downtimes/<int:pk>/", announcing.change_downtime, name="change_downtime"),
    path(
        "announcements/<int:pk>/put-away/",
        announcing.dismiss_announcement,
        name="dismiss_announcement",
    ),
    path("tables/", lobby.table_list, name="lobby"),
    path("playing/", home.watched_fragment, name="playing"),
    path("games/<slug:game>/like-last/", lobby.open_like_last, name="like_last"),
    path("tables/new/", lobby.new_table, name="new"),
    path("tables/new/<slug:game>/", lobby.new_table, name="new_of"),
    path("saved-settings/<int:pk>/rename/", sets.rename, name="rename_settings"),
    path("saved-settings/<int:pk>/delete/", sets.delete, name="delete_settings"),
    path("tables/<slug:key>/", table.table_page, name="table"),
    path("tables/<slug:key>/live/", table.fragment, name="fragment"),
    path("tables/<slug:key>/log/", table.log, name="log"),
    path("tables/<slug:key>/since/", table.since_last_move_page, name="since"),
    path("tables/<slug:key>/since/put-away/", table.dismiss_news, name="dismiss_news"),
    path("tables/<slug:key>/join/", lobby.join, name="join"),
    path("tables/<slug:key>/leave/", lobby.leave, name="leave"),
    path("tables/<slug:key>/start/", lobby.start, name="start"),
    path("tables/<slug:key>/guide/", shelf.return_to_tutorial, name="back_to_tutorial"),
    path("tables/<slug:key>/rematch/", lobby.rematch, name="rematch"),
    path("tables/<slug:key>/close/", lobby.close, name="close"),
    path("tables/<slug:key>/name/", lobby.rename, name="rename"),
    path("tables/<slug:key>/calendar.ics", feeds.table_calendar_file, name="table_calendar"),
    path("tables/<slug:key>/date/", lobby.change_date, name="change_date"),
    path("tables/<slug:key>/invite/", inviting.invite, name="invite"),
    path(
        "tables/<slug:key>/invite/<int:pk>/withdraw/",
        inviting.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("tables/<slug:key>/invite/links/", inviting.create_link, name="make_link"),
    path(
        "tables/<slug:key>/invite/links/<int:pk>/withdraw/",
        inviting.withdraw_link,
        name="withdraw_link",
    ),
    path("tables/<slug:key>/invitation/", inviting.invitation_page, name="invitation"),
    path("tables/<slug:key>/invitation/accept/", inviting.accept, name="accept"),
    path("tables/<slug:key>/invitation/decline/", inviting.decline, name="decline"),
    path("tables/<slug:key>/remove/", inviting.remove_player, name="remove"),
    path("tables/<slug:key>/hand-on/", inviting.transfer_host, name="transfer_host"),
    path("tables/<slug:key>/fill/", inviting.fill_with_bots, name="fill"),
    path("tables/<slug:key>/take-off/", inviting.remove_bots, name="remove_bots"),
    path("invited/<str:token>/", inviting.invitation_link_page, name="invited_by_link"),
    path("tables/<slug:key>/moves/", table.move, name="move"),
    path("tables/<slug:key>/undo/", table.undo, name="undo"),
    path("tables/<slug:key>/restart/", table.restart, name="restart"),
    path("tables/<slug:key>/take-back/", table.take_back, name="take_back"),
    path("tables/<slug:key>/suggestion/", table.suggestion, name="suggestion"),
    path("tables/<slug:key>/confirm/", table.confirm, name="confirm"),
    path("tables/<slug:key>/auto-answers/", table.auto_answers, name="auto_answers"),
    path(
        "tables/<slug:key>/conditional-moves/",
        views.conditional_move_page,
        name="conditional_moves",
    ),
    path(
        "tables/<slug:key>/conditional-moves/change/", views.change, name="change_conditional_move"
    ),
    path("tables/<slug:key>/device/", table.hand_over_device, name="hand_over"),
    path("tables/<slug:key>/resign/", table.resign, name="resign"),
    path("tables/<slug:key>/come-back/", table.reclaim_seat, name="come_back"),
    path("tables/<slug:key>/give-time/", table.give_time, name="give_time"),
    path("tables/<slug:key>/call-off/", table.call_off, name="call_off"),
    path("tables/<slug:key>/chat/", table.chat, name="chat"),
    path("tables/<slug:key>/webhook/", hooks.webhook_page, {"of": "table"}, name="table_webhook"),
    path(
        "tables/<slug:key>/webhook/test/",
        hooks.test_webhook,
        {"of": "table"},
        name="test_table_webhook",
    ),
    path(
        "tables/<slug:key>/webhook/remove/",
        hooks.remove_webhook,
        {"of": "table"},
        name="remove_table_webhook",
    ),
    path("tables/<slug:key>/note/", people.save_table_note, name="note_table"),
    path("tables/<slug:key>/replay/", viewer.replay, name="replay"),
    path("embed/<slug:key>/", embed_views.embedded_match, name="embed"),
    path("pictures/of/<slug:name>.png", pictures.cover_image, name="cover"),
    path(
        "pictures/<str:token>.png", pictures.position_image, {"suffix": "png"}, name="position_png"
    ),
    path(
        "pictures/<str:token>.svg", pictures.position_image, {"suffix": "svg"}, name="position_svg"
    ),
    path("tables/<slug:key>/replay/step/", viewer.replay_step, name="step"),
    path("tables/<slug:key>/analysis/", trying.variation_list, name="analysis"),
    path("tables/<slug:key>/analysis/<int:pk>/", trying.variation, name="variation"),
    path(
        "tables/<slug:key>/analysis/shared/<str:token>/",
        trying.shared_variation,
        name="shared_variation",
    ),
    path("tables/<slug:key>/study/", studies.study_table, name="study_table"),
    path("tables/<slug:key>/figures/", figure_views.match_figures, name="figures"),
    path("tables/<slug:key>/review/", review_views.review_page, name="review"),
    path("tables/<slug:key>/record.json", records.record_version_1, name="record"),
    path("tables/<slug:key>/record.jsonl", records.record_file, name="record_file"),
    path("tables/<slug:key>/verify/", records.verify, name="verify_table"),
    path("my-tables/", lobby.my_tables, name="mine"),
    path("my-tables/live/", lobby.my_table_lists, name="mine_lists"),
    path("next-table/", lobby.next_table, name="next"),
    path("leaderboard/", ratings.leaderboard_redirect, name="leaderboards"),
    path("ratings/", ratings.how_ratings_work, name="how_ratings_work"),
    path("leaderboard/<slug:game>/", ratings.leaderboard, name="leaderboard"),
    path("people/<str:username>/", history.profile, name="profile"),
    path("people/<str:username>/follow/", people.toggle_follow, name="follow"),
    path("people/<str:username>/block/", peace.toggle_block, name="block"),
    path("people/<str:username>/note/", people.save_person_note, name="note_person"),
    path("following/", people.following_page, name="following"),
    path("following/add/", people.follow_by_name, name="follow_by_name"),
    path("my-notes/", people.my_notes, name="my_notes"),
    path("my-matches/", history.my_matches_page, name="my_matches"),
    path("my-matches/statistics/", my_statistics.statistics_page, name="my_statistics"),
    path("my-matches/searches/", history.save_search, name="save_search"),
    path("my-matches/searches/<int:pk>/delete/", history.delete_search, name="delete_search"),
    path("my-matches/matches.csv", history.my_matches_csv, name="my_matches_csv"),
    path("my-matches/matches.json", history.my_matches_json, name="my_matches_json"),
    path("privacy/", privacy_views.privacy_page, name="privacy"),
    path("my-data/", own_data.export_page, name="data_export"),
    path("my-data/download/", own_data.download_export, name="data_export_file"),
    path("clubs/", circles.my_clubs, name="clubs"),
    path("clubs/new/", circles.new_club, name="new_club"),
    path("clubs/<slug:key>/", circles.club_page, name="club"),
    path("clubs/<slug:key>/change/", circles.edit_club, name="change_club"),
    path("clubs/<slug:key>/close/", circles.close_club, name="close_club"),
    path("clubs/<slug:key>/join/", circles.join_club, name="join_club"),
    path("clubs/<slug:key>/leave/", circles.leave_club, name="leave_club"),
    path("clubs/<slug:key>/invite/", circles.invite_to_club, name="invite_to_club"),
    path("clubs/<slug:key>/webhook/", hooks.webhook_page, {"of": "club"}, name="club_webhook"),
    path(
        "clubs/<slug:key>/webhook/test/",
        hooks.test_webhook,
        {"of": "club"},
        name="test_club_webhook",
    ),
    path(
        "clubs/<slug:key>/webhook/remove/",
        hooks.remove_webhook,
        {"of": "club"},
        name="remove_club_webhook",
    ),
    path("clubs/<slug:key>/chat/", circles.post_message, name="club_chat"),
    path(
        "clubs/<slug:key>/leaderboard/<slug:game>/",
        circles.leaderboard_page,
        name="club_leaderboard",
    ),
    path("clubs/<slug:key>/members/<str:username>/", circles.manage_member, name="club_member"),
    path(
        "clubs/<slug:key>/candidates/<str:username>/",
        circles.decide_pending_member,
        name="club_candidate",
    ),
    path("tournaments/", contests.tournament_list, name="tournaments"),
    path("tournaments/new/", contests.choose_format, name="choose_tournament"),
    path(
        "tournaments/new/<slug:game>/<slug:form>/", contests.new_tournament, name="new_tournament"
    ),
    path("tournaments/series/<slug:key>/", contest_series.series_page, name="tournament_series"),
    path(
        "tournaments/series/<slug:key>/end/",
        contest_series.end_series,
        name="end_tournament_series",
    ),
    path("tournaments/<slug:key>/", contests.tournament_page, name="tournament"),
    path(
        "tournaments/<slug:key>/calendar.ics",
        contests.tournament_calendar_file,
        name="tournament_calendar",
    ),
    path("tournaments/<slug:key>/enter/", contests.enter, name="enter_tournament"),
    path("tournaments/<slug:key>/check-in/", contests.check_in, name="check_in_tournament"),
    path("tournaments/<slug:key>/withdraw/", contests.withdraw, name="withdraw_from_tournament"),
    path("tournaments/<slug:key>/call-off/", contests.call_off, name="call_off_tournament"),
    path("tournaments/<slug:key>/end/", contests.end, name="end_tournament"),
    path("tournaments/<slug:key>/invite/", contests.invite, name="invite_to_tournament"),
    path("tournaments/<slug:key>/challenge/", contests.challenge, name="challenge"),
    path("tournaments/<slug:key>/answer/", contests.answer_challenge, name="answer_challenge"),
    path("tournaments/<slug:key>/disqualify/", contests.disqualify, name="disqualify"),
    path(
        "tournaments/<slug:key>/rounds/<int:number>/tables/<int:table>/",
        contests.decide_table,
        name="decide_tournament_table",
    ),
    path("people/<str:username>/numbers/", standing.reliability_page, name="reliability"),
    path("verify/", records.verify, name="verify"),
    path("records/", records.my_records, name="records"),
    path("records/all/", dumps.dump_page, name="dump"),
    path("records/all.json", dumps.dump_index, name="dump_index"),
    path("records/all.jsonl.gz", dumps.dump_file, name="dump_file"),
    path("records/<slug:key>/delete/", records.delete_record, name="delete_record"),
    path("studies/", studies.my_studies, name="studies"),
    path("studies/<slug:key>/", studies.study_page, name="study"),
    path("studies/<slug:key>/set-up/<slug:game>/", studies.study_set_up, name="study_set_up"),
    path("studies/<slug:key>/study.jsonl", studies.study_file, name="study_file"),
    path("studies/<slug:key>/copy/", studies.copy_study, name="copy_study"),
    path("studies/<slug:key>/<int:pk>/", studies.chapter_page, name="chapter"),
    path("notifications/", notices.notification_list, name="notifications"),
    path("notifications/digest/", notices.digest, name="digest"),
    path("notifications/again/<slug:channel>/", notices.enable_channel, name="enable_channel"),
    path("preferences/availability/", my_time.availability_page, name="availability"),
    path("preferences/availability/day-off/", my_time.add_day_off, name="add_day_off"),
    path("preferences/availability/day-off/remove/", my_time.remove_day_off, name="remove_day_off"),
    path("preferences/availability/vacation/", my_time.add_vacation, name="add_vacation"),
    path("preferences/availability/vacation/end/", my_time.end_vacation, name="end_vacation"),
    path("preferences/availability/auto/", my_time.set_auto_vacation, name="set_auto_vacation"),
    path("report/thanks/", peace.report_thanks, name="reported"),
    path("report/<slug:what>/<str:which>/", peace.report_page, name="report"),
    path("decisions/", moderating.my_decisions, name="decisions"),
    path("decisions/closed/<str:token>/", moderating.closed_account_decisions, name="closed"),
    path("decisions/<int:pk>/appeal/", moderating.submit_appeal, name="appeal"),
    path("moderation/", moderating.moderation_queue, name="moderation"),
    path("moderation/signals/", moderating.signals_page, name="signals"),
    path("moderation/signals/<int:pk>/", moderating.resolve_signal, name="resolve_signal"),
    path("moderation/audit-log/", moderating.audit_log_page, name="audit_log"),
    path("moderation/<int:pk>/", moderating.case_page, name="case"),
    path("moderation/appeals/<int:pk>/", moderating.answer_appeal, name="answer_appeal"),
    path("preferences/blocked/", peace.blocked_people, name="blocked"),
    path("preferences/notifications/", notices.edit_settings, name="notification_settings"),
    path(
        "preferences/notifications/webhook/", hooks.webhook_page, {"of": "webhook"}, name="webhook"
    ),
    path(
        "preferences/notifications/webhook/test/",
        hooks.test_webhook,
        {"of": "webhook"},
        name="test_webhook",
    ),
    path(
        "preferences/notifications/webhook/remove/",
        hooks.remove_webhook,
        {"of": "webhook"},
        name="remove_webhook",
    ),
    path("preferences/calendar/", feeds.calendar_feed_page, name="calendar"),
    path("preferences/calendar/make/", feeds.create_feed, name="make_calendar"),
    path("preferences/calendar/remove/", feeds.delete_feed, name="remove_calendar"),
    path("calendars/<str:token>.ics", feeds.personal_calendar_file, name="calendar_feed"),
    path("preferences/notifications/devices/", devices.device_list, name="devices"),
    path(
        "preferences/notifications/devices/<int:pk>/test/", devices.test_device, name="test_device"
    ),
    path(
        "preferences/notifications/devices/<int:pk>/remove/",
        devices.remove_device,
        name="remove_device",
    ),
    path("unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
]
