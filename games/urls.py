"""URLs of games, lobby, tables and history."""

from django.urls import path

from games import privacy_views
from games.data_export import views as data_export

from .announcements import views as announcements
from .archive import public_dump_views as public_dump
from .archive import views as archive
from .availability.preferences import views as availability
from .catalog import views as catalog
from .clubs import views as clubs
from .history import (
    embed_views,
    figure_views,
    my_statistics,
    review_views,
    viewer,
)
from .history import views as history
from .lobby import calendar_feed_views as calendar_feeds
from .lobby import home
from .lobby import invitation_views as invitations
from .lobby import matchmaking_views as matchmaking
from .lobby import saved_settings_views as saved_settings
from .lobby import views as lobby
from .moderation import report_views as reports
from .moderation import views as moderation
from .notifications import device_views as devices
from .notifications import views as notifications
from .notifications import webhook_views as webhooks
from .previews import views as previews
from .ratings import views as ratings
from .ratings.reliability import views as reliability
from .social import views as social
from .studies import views as studies
from .studies.analysis import views as analysis
from .table.conditional_moves import views as conditional_moves
from .table.views import pages as table
from .tournaments import tournament_series_views as tournament_series
from .tournaments import views as tournaments

app_name = "games"
urlpatterns = [
    path("games/", catalog.game_list, name="catalog"),
    path("games/<slug:game>/", catalog.game_page, name="game"),
    path("games/<slug:game>/play/", catalog.play_against_bots, name="play_bots"),
    path("games/<slug:game>/guided/", catalog.start_tutorial, name="tutorial"),
    path("games/<slug:game>/quick/", matchmaking.request_match, name="quick"),
    path("games/<slug:game>/quick/cancel/", matchmaking.cancel_request, name="cancel_quick"),
    path("quick-match/", matchmaking.matchmaking_panel, name="quick_panel"),
    path("games/<slug:game>/one-page/", catalog.rules_summary, name="one_page"),
    path("games/<slug:game>/drawings/<slug:name>.svg", catalog.drawing, name="drawing"),
    path("games/<slug:game>/rules/<str:anchor>/", catalog.rules_passage, name="paragraph"),
    path("site/announcements/", announcements.announcements, name="announcements"),
    path(
        "site/announcements/<int:pk>/end/", announcements.end_announcement, name="end_announcement"
    ),
    path("site/downtimes/", announcements.planned_downtimes, name="downtimes"),
    path("site/downtimes/<int:pk>/", announcements.change_downtime, name="change_downtime"),
    path(
        "announcements/<int:pk>/put-away/",
        announcements.dismiss_announcement,
        name="dismiss_announcement",
    ),
    path("tables/", lobby.table_list, name="lobby"),
    path("playing/", home.watched_fragment, name="playing"),
    path("games/<slug:game>/like-last/", lobby.open_like_last, name="like_last"),
    path("tables/new/", lobby.new_table, name="new"),
    path("tables/new/<slug:game>/", lobby.new_table, name="new_of"),
    path("saved-settings/<int:pk>/rename/", saved_settings.rename, name="rename_settings"),
    path("saved-settings/<int:pk>/delete/", saved_settings.delete, name="delete_settings"),
    path("tables/<slug:key>/", table.table_page, name="table"),
    path("tables/<slug:key>/live/", table.fragment, name="fragment"),
    path("tables/<slug:key>/log/", table.log, name="log"),
    path("tables/<slug:key>/since/", table.since_last_move_page, name="since"),
    path("tables/<slug:key>/since/put-away/", table.dismiss_news, name="dismiss_news"),
    path("tables/<slug:key>/join/", lobby.join, name="join"),
    path("tables/<slug:key>/leave/", lobby.leave, name="leave"),
    path("tables/<slug:key>/start/", lobby.start, name="start"),
    path("tables/<slug:key>/guide/", catalog.return_to_tutorial, name="back_to_tutorial"),
    path("tables/<slug:key>/rematch/", lobby.rematch, name="rematch"),
    path("tables/<slug:key>/close/", lobby.close, name="close"),
    path("tables/<slug:key>/name/", lobby.rename, name="rename"),
    path(
        "tables/<slug:key>/calendar.ics", calendar_feeds.table_calendar_file, name="table_calendar"
    ),
    path("tables/<slug:key>/date/", lobby.change_date, name="change_date"),
    path("tables/<slug:key>/invite/", invitations.invite, name="invite"),
    path(
        "tables/<slug:key>/invite/<int:pk>/withdraw/",
        invitations.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("tables/<slug:key>/invite/links/", invitations.create_link, name="make_link"),
    path(
        "tables/<slug:key>/invite/links/<int:pk>/withdraw/",
        invitations.withdraw_link,
        name="withdraw_link",
    ),
    path("tables/<slug:key>/invitation/", invitations.invitation_page, name="invitation"),
    path("tables/<slug:key>/invitation/accept/", invitations.accept, name="accept"),
    path("tables/<slug:key>/invitation/decline/", invitations.decline, name="decline"),
    path("tables/<slug:key>/remove/", invitations.remove_player, name="remove"),
    path("tables/<slug:key>/hand-on/", invitations.transfer_host, name="transfer_host"),
    path("tables/<slug:key>/fill/", invitations.fill_with_bots, name="fill"),
    path("tables/<slug:key>/take-off/", invitations.remove_bots, name="remove_bots"),
    path("invited/<str:token>/", invitations.invitation_link_page, name="invited_by_link"),
    path("tables/<slug:key>/moves/", table.move, name="move"),
    path("tables/<slug:key>/undo/", table.undo, name="undo"),
    path("tables/<slug:key>/restart/", table.restart, name="restart"),
    path("tables/<slug:key>/take-back/", table.take_back, name="take_back"),
    path("tables/<slug:key>/suggestion/", table.suggestion, name="suggestion"),
    path("tables/<slug:key>/confirm/", table.confirm, name="confirm"),
    path("tables/<slug:key>/auto-answers/", table.auto_answers, name="auto_answers"),
    path(
        "tables/<slug:key>/conditional-moves/",
        conditional_moves.conditional_move_page,
        name="conditional_moves",
    ),
    path(
        "tables/<slug:key>/conditional-moves/change/",
        conditional_moves.change,
        name="change_conditional_move",
    ),
    path("tables/<slug:key>/device/", table.hand_over_device, name="hand_over"),
    path("tables/<slug:key>/resign/", table.resign, name="resign"),
    path("tables/<slug:key>/come-back/", table.reclaim_seat, name="come_back"),
    path("tables/<slug:key>/give-time/", table.give_time, name="give_time"),
    path("tables/<slug:key>/call-off/", table.call_off, name="call_off"),
    path("tables/<slug:key>/chat/", table.chat, name="chat"),
    path(
        "tables/<slug:key>/webhook/", webhooks.webhook_page, {"of": "table"}, name="table_webhook"
    ),
    path(
        "tables/<slug:key>/webhook/test/",
        webhooks.test_webhook,
        {"of": "table"},
        name="test_table_webhook",
    ),
    path(
        "tables/<slug:key>/webhook/remove/",
        webhooks.remove_webhook,
        {"of": "table"},
        name="remove_table_webhook",
    ),
    path("tables/<slug:key>/note/", social.save_table_note, name="note_table"),
    path("tables/<slug:key>/replay/", viewer.replay, name="replay"),
    path("embed/<slug:key>/", embed_views.embedded_match, name="embed"),
    path("pictures/of/<slug:name>.png", previews.cover_image, name="cover"),
    path(
        "pictures/<str:token>.png", previews.position_image, {"suffix": "png"}, name="position_png"
    ),
    path(
        "pictures/<str:token>.svg", previews.position_image, {"suffix": "svg"}, name="position_svg"
    ),
    path("tables/<slug:key>/replay/step/", viewer.replay_step, name="step"),
    path("tables/<slug:key>/analysis/", analysis.variation_list, name="analysis"),
    path("tables/<slug:key>/analysis/<int:pk>/", analysis.variation, name="variation"),
    path(
        "tables/<slug:key>/analysis/shared/<str:token>/",
        analysis.shared_variation,
        name="shared_variation",
    ),
    path("tables/<slug:key>/study/", studies.study_table, name="study_table"),
    path("tables/<slug:key>/figures/", figure_views.match_figures, name="figures"),
    path("tables/<slug:key>/review/", review_views.review_page, name="review"),
    path("tables/<slug:key>/record.json", archive.record_version_1, name="record"),
    path("tables/<slug:key>/record.jsonl", archive.record_file, name="record_file"),
    path("tables/<slug:key>/verify/", archive.verify, name="verify_table"),
    path("my-tables/", lobby.my_tables, name="mine"),
    path("my-tables/live/", lobby.my_table_lists, name="mine_lists"),
    path("next-table/", lobby.next_table, name="next"),
    path("leaderboard/", ratings.leaderboard_redirect, name="leaderboards"),
    path("ratings/", ratings.how_ratings_work, name="how_ratings_work"),
    path("leaderboard/<slug:game>/", ratings.leaderboard, name="leaderboard"),
    path("people/<str:username>/", history.profile, name="profile"),
    path("people/<str:username>/follow/", social.toggle_follow, name="follow"),
    path("people/<str:username>/block/", reports.toggle_block, name="block"),
    path("people/<str:username>/note/", social.save_person_note, name="note_person"),
    path("following/", social.following_page, name="following"),
    path("following/add/", social.follow_by_name, name="follow_by_name"),
    path("my-notes/", social.my_notes, name="my_notes"),
    path("my-matches/", history.my_matches_page, name="my_matches"),
    path("my-matches/statistics/", my_statistics.statistics_page, name="my_statistics"),
    path("my-matches/searches/", history.save_search, name="save_search"),
    path("my-matches/searches/<int:pk>/delete/", history.delete_search, name="delete_search"),
    path("my-matches/matches.csv", history.my_matches_csv, name="my_matches_csv"),
    path("my-matches/matches.json", history.my_matches_json, name="my_matches_json"),
    path("privacy/", privacy_views.privacy_page, name="privacy"),
    path("my-data/", data_export.export_page, name="data_export"),
    path("my-data/download/", data_export.download_export, name="data_export_file"),
    path("clubs/", clubs.my_clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/<slug:key>/", clubs.club_page, name="club"),
    path("clubs/<slug:key>/change/", clubs.edit_club, name="change_club"),
    path("clubs/<slug:key>/close/", clubs.close_club, name="close_club"),
    path("clubs/<slug:key>/join/", clubs.join_club, name="join_club"),
    path("clubs/<slug:key>/leave/", clubs.leave_club, name="leave_club"),
    path("clubs/<slug:key>/invite/", clubs.invite_to_club, name="invite_to_club"),
    path("clubs/<slug:key>/webhook/", webhooks.webhook_page, {"of": "club"}, name="club_webhook"),
    path(
        "clubs/<slug:key>/webhook/test/",
        webhooks.test_webhook,
        {"of": "club"},
        name="test_club_webhook",
    ),
    path(
        "clubs/<slug:key>/webhook/remove/",
        webhooks.remove_webhook,
        {"of": "club"},
        name="remove_club_webhook",
    ),
    path("clubs/<slug:key>/chat/", clubs.post_message, name="club_chat"),
    path(
        "clubs/<slug:key>/leaderboard/<slug:game>/",
        clubs.leaderboard_page,
        name="club_leaderboard",
    ),
    path("clubs/<slug:key>/members/<str:username>/", clubs.manage_member, name="club_member"),
    path(
        "clubs/<slug:key>/candidates/<str:username>/",
        clubs.decide_pending_member,
        name="club_candidate",
    ),
    path("tournaments/", tournaments.tournament_list, name="tournaments"),
    path("tournaments/new/", tournaments.choose_format, name="choose_tournament"),
    path(
        "tournaments/new/<slug:game>/<slug:form>/",
        tournaments.new_tournament,
        name="new_tournament",
    ),
    path("tournaments/series/<slug:key>/", tournament_series.series_page, name="tournament_series"),
    path(
        "tournaments/series/<slug:key>/end/",
        tournament_series.end_series,
        name="end_tournament_series",
    ),
    path("tournaments/<slug:key>/", tournaments.tournament_page, name="tournament"),
    path(
        "tournaments/<slug:key>/calendar.ics",
        tournaments.tournament_calendar_file,
        name="tournament_calendar",
    ),
    path("tournaments/<slug:key>/enter/", tournaments.enter, name="enter_tournament"),
    path("tournaments/<slug:key>/check-in/", tournaments.check_in, name="check_in_tournament"),
    path("tournaments/<slug:key>/withdraw/", tournaments.withdraw, name="withdraw_from_tournament"),
    path("tournaments/<slug:key>/call-off/", tournaments.call_off, name="call_off_tournament"),
    path("tournaments/<slug:key>/end/", tournaments.end, name="end_tournament"),
    path("tournaments/<slug:key>/invite/", tournaments.invite, name="invite_to_tournament"),
    path("tournaments/<slug:key>/challenge/", tournaments.challenge, name="challenge"),
    path("tournaments/<slug:key>/answer/", tournaments.answer_challenge, name="answer_challenge"),
    path("tournaments/<slug:key>/disqualify/", tournaments.disqualify, name="disqualify"),
    path(
        "tournaments/<slug:key>/rounds/<int:number>/tables/<int:table>/",
        tournaments.decide_table,
        name="decide_tournament_table",
    ),
    path("people/<str:username>/numbers/", reliability.reliability_page, name="reliability"),
    path("verify/", archive.verify, name="verify"),
    path("records/", archive.my_records, name="records"),
    path("records/all/", public_dump.dump_page, name="dump"),
    path("records/all.json", public_dump.dump_index, name="dump_index"),
    path("records/all.jsonl.gz", public_dump.dump_file, name="dump_file"),
    path("records/<slug:key>/delete/", archive.delete_record, name="delete_record"),
    path("studies/", studies.my_studies, name="studies"),
    path("studies/<slug:key>/", studies.study_page, name="study"),
    path("studies/<slug:key>/set-up/<slug:game>/", studies.study_set_up, name="study_set_up"),
    path("studies/<slug:key>/study.jsonl", studies.study_file, name="study_file"),
    path("studies/<slug:key>/copy/", studies.copy_study, name="copy_study"),
    path("studies/<slug:key>/<int:pk>/", studies.chapter_page, name="chapter"),
    path("notifications/", notifications.notification_list, name="notifications"),
    path("notifications/digest/", notifications.digest, name="digest"),
    path(
        "notifications/again/<slug:channel>/", notifications.enable_channel, name="enable_channel"
    ),
    path("preferences/availability/", availability.availability_page, name="availability"),
    path("preferences/availability/day-off/", availability.add_day_off, name="add_day_off"),
    path(
        "preferences/availability/day-off/remove/",
        availability.remove_day_off,
        name="remove_day_off",
    ),
    path("preferences/availability/vacation/", availability.add_vacation, name="add_vacation"),
    path("preferences/availability/vacation/end/", availability.end_vacation, name="end_vacation"),
    path(
        "preferences/availability/auto/", availability.set_auto_vacation, name="set_auto_vacation"
    ),
    path("report/thanks/", reports.report_thanks, name="reported"),
    path("report/<slug:what>/<str:which>/", reports.report_page, name="report"),
    path("decisions/", moderation.my_decisions, name="decisions"),
    path("decisions/closed/<str:token>/", moderation.closed_account_decisions, name="closed"),
    path("decisions/<int:pk>/appeal/", moderation.submit_appeal, name="appeal"),
    path("moderation/", moderation.moderation_queue, name="moderation"),
    path("moderation/signals/", moderation.signals_page, name="signals"),
    path("moderation/signals/<int:pk>/", moderation.resolve_signal, name="resolve_signal"),
    path("moderation/audit-log/", moderation.audit_log_page, name="audit_log"),
    path("moderation/<int:pk>/", moderation.case_page, name="case"),
    path("moderation/appeals/<int:pk>/", moderation.answer_appeal, name="answer_appeal"),
    path("preferences/blocked/", reports.blocked_people, name="blocked"),
    path("preferences/notifications/", notifications.edit_settings, name="notification_settings"),
    path(
        "preferences/notifications/webhook/",
        webhooks.webhook_page,
        {"of": "webhook"},
        name="webhook",
    ),
    path(
        "preferences/notifications/webhook/test/",
        webhooks.test_webhook,
        {"of": "webhook"},
        name="test_webhook",
    ),
    path(
        "preferences/notifications/webhook/remove/",
        webhooks.remove_webhook,
        {"of": "webhook"},
        name="remove_webhook",
    ),
    path("preferences/calendar/", calendar_feeds.calendar_feed_page, name="calendar"),
    path("preferences/calendar/make/", calendar_feeds.create_feed, name="make_calendar"),
    path("preferences/calendar/remove/", calendar_feeds.delete_feed, name="remove_calendar"),
    path("calendars/<str:token>.ics", calendar_feeds.personal_calendar_file, name="calendar_feed"),
    path("preferences/notifications/devices/", devices.device_list, name="devices"),
    path(
        "preferences/notifications/devices/<int:pk>/test/", devices.test_device, name="test_device"
    ),
    path(
        "preferences/notifications/devices/<int:pk>/remove/",
        devices.remove_device,
        name="remove_device",
    ),
    path("unsubscribe/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
]
