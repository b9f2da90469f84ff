"""URLs of games, lobby, tables and history."""

from django.urls import include, path

from . import privacy_views
from .availability.preferences import views as availability
from .catalog import views as catalog
from .clubs import invitation_views as club_invitations
from .clubs import views as clubs
from .history import (
    embed_views,
    figure_views,
    my_statistics,
    review_views,
    viewer,
)
from .history import views as history
from .moderation import report_views as reports
from .moderation import views as moderation
from .notifications import device_views as devices
from .notifications import views as notifications
from .notifications import webhook_views as webhooks
from .previews import views as previews
from .social import household_views as households
from .social import views as social
from .table.agreements import views as agreements
from .table.conditional_moves import views as conditional_moves
from .table.views import pages as table
from .translation import views as translation

app_name = "games"
urlpatterns = [
    # What belongs to a table comes first, because most requests are for it.
    path("tables/<slug:key>/live/", table.fragment, name="fragment"),
    path("tables/<slug:key>/log/", table.log, name="log"),
    path("tables/<slug:key>/since/", table.since_last_move_page, name="since"),
    path("tables/<slug:key>/since/put-away/", table.dismiss_news, name="dismiss_news"),
    path("tables/<slug:key>/guide/", catalog.return_to_tutorial, name="back_to_tutorial"),
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
    path("tables/<slug:key>/proposals/", agreements.proposals_page, name="proposals"),
    path("tables/<slug:key>/proposals/answer/", table.answer_proposal, name="answer_proposal"),
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
    path("tables/<slug:key>/replay/step/", viewer.replay_step, name="step"),
    path("tables/<slug:key>/figures/", figure_views.match_figures, name="figures"),
    path("tables/<slug:key>/review/", review_views.review_page, name="review"),
    # "tables/new/" comes before "tables/<slug:key>/".
    path("", include("games.lobby.urls")),
    path("games/", catalog.game_list, name="catalog"),
    path("games/<slug:game>/", catalog.game_page, name="game"),
    path("games/<slug:game>/play/", catalog.play_against_bots, name="play_bots"),
    path("games/<slug:game>/guided/", catalog.start_tutorial, name="tutorial"),
    path("games/<slug:game>/one-page/", catalog.rules_summary, name="one_page"),
    path("games/<slug:game>/drawings/<slug:name>.svg", catalog.drawing, name="drawing"),
    path("games/<slug:game>/rules/<str:anchor>/", catalog.rules_passage, name="paragraph"),
    path("tables/<slug:key>/", table.table_page, name="table"),
    path("embed/<slug:key>/", embed_views.embedded_match, name="embed"),
    path("pictures/of/<slug:name>.png", previews.cover_image, name="cover"),
    path(
        "pictures/<str:token>.png", previews.position_image, {"suffix": "png"}, name="position_png"
    ),
    path(
        "pictures/<str:token>.svg", previews.position_image, {"suffix": "svg"}, name="position_svg"
    ),
    path("people/<str:username>/", history.profile, name="profile"),
    path("people/<str:username>/follow/", social.toggle_follow, name="follow"),
    path("people/<str:username>/block/", reports.toggle_block, name="block"),
    path("people/<str:username>/note/", social.save_person_note, name="note_person"),
    path("households/", households.my_households, name="households"),
    path("households/add/", households.declare, name="declare_household"),
    path("households/<int:pk>/accept/", households.accept, name="accept_household"),
    path("households/<int:pk>/end/", households.end, name="end_household"),
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
    path("clubs/", clubs.my_clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/join/<str:token>/", club_invitations.club_link_page, name="club_link"),
    path("clubs/<slug:key>/", clubs.club_page, name="club"),
    path("clubs/<slug:key>/change/", clubs.edit_club, name="change_club"),
    path("clubs/<slug:key>/close/", clubs.close_club, name="close_club"),
    path("clubs/<slug:key>/join/", clubs.join_club, name="join_club"),
    path("clubs/<slug:key>/leave/", clubs.leave_club, name="leave_club"),
    path("clubs/<slug:key>/invite/", club_invitations.invite_to_club, name="invite_to_club"),
    path(
        "clubs/<slug:key>/invitations/",
        club_invitations.invitations_page,
        name="club_invitations",
    ),
    path("clubs/<slug:key>/links/", club_invitations.create_link, name="make_club_link"),
    path(
        "clubs/<slug:key>/links/<int:pk>/withdraw/",
        club_invitations.withdraw_link,
        name="withdraw_club_link",
    ),
    path("clubs/<slug:key>/candidates/", club_invitations.admit_all, name="admit_all_to_club"),
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
        club_invitations.decide_pending_member,
        name="club_candidate",
    ),
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
    path("translations/<slug:what>/<int:pk>/", translation.translate_message, name="translate"),
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
    path("", include("accounts.data_export.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.tournaments.urls")),
    path("", include("games.studies.urls")),
    path("", include("games.alerts.urls")),
    path("", include("games.club_matches.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.private_messages.urls")),
    path("", include("games.move_comments.urls")),
    path("", include("games.archive.urls")),
    path("", include("games.announcements.urls")),
]
