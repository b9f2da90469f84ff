"""Addresses of the lobby: lists, set-up, invitations and calendars of tables."""

from django.urls import path

from . import views
from .admission import invitation_views, matchmaking_views, seat_takeover_views
from .home import calendar_feed_views, front_page, my_table_views
from .setup import saved_settings_views

urlpatterns = [
    path("games/<slug:game>/quick/", matchmaking_views.request_match, name="quick"),
    path("games/<slug:game>/quick/cancel/", matchmaking_views.cancel_request, name="cancel_quick"),
    path("quick-match/", matchmaking_views.matchmaking_panel, name="quick_panel"),
    path("tables/", views.table_list, name="lobby"),
    path("playing/", front_page.watched_fragment, name="playing"),
    path("games/<slug:game>/like-last/", views.open_like_last, name="like_last"),
    path("tables/new/", views.new_table, name="new"),
    path("tables/new/<slug:game>/", views.new_table, name="new_of"),
    path("saved-settings/<int:pk>/rename/", saved_settings_views.rename, name="rename_settings"),
    path("saved-settings/<int:pk>/delete/", saved_settings_views.delete, name="delete_settings"),
    path("tables/<slug:key>/join/", views.join, name="join"),
    path("tables/<slug:key>/leave/", views.leave, name="leave"),
    path("tables/<slug:key>/start/", views.start, name="start"),
    path("tables/<slug:key>/rematch/", views.rematch, name="rematch"),
    path("tables/<slug:key>/close/", views.close, name="close"),
    path("tables/<slug:key>/name/", views.rename, name="rename"),
    path(
        "tables/<slug:key>/calendar.ics",
        calendar_feed_views.table_calendar_file,
        name="table_calendar",
    ),
    path("tables/<slug:key>/date/", views.change_date, name="change_date"),
    path("tables/<slug:key>/invite/", invitation_views.invite, name="invite"),
    path(
        "tables/<slug:key>/invite/<int:pk>/withdraw/",
        invitation_views.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("tables/<slug:key>/invite/links/", invitation_views.create_link, name="make_link"),
    path(
        "tables/<slug:key>/invite/links/<int:pk>/withdraw/",
        invitation_views.withdraw_link,
        name="withdraw_link",
    ),
    path("tables/<slug:key>/invitation/", invitation_views.invitation_page, name="invitation"),
    path("tables/<slug:key>/invitation/accept/", invitation_views.accept, name="accept"),
    path("tables/<slug:key>/invitation/decline/", invitation_views.decline, name="decline"),
    path("tables/<slug:key>/remove/", invitation_views.remove_player, name="remove"),
    path("tables/<slug:key>/hand-on/", invitation_views.transfer_host, name="transfer_host"),
    path("tables/<slug:key>/fill/", invitation_views.fill_with_bots, name="fill"),
    path("tables/<slug:key>/take-off/", invitation_views.remove_bots, name="remove_bots"),
    path("tables/<slug:key>/take-over/", seat_takeover_views.take_over_page, name="take_over"),
    path("tables/<slug:key>/offer-seat/", seat_takeover_views.offer, name="offer_seat"),
    path("tables/<slug:key>/keep-seat/", seat_takeover_views.withdraw, name="keep_seat"),
    path("invited/<str:token>/", invitation_views.invitation_link_page, name="invited_by_link"),
    path("my-tables/", my_table_views.my_tables, name="mine"),
    path("my-tables/live/", my_table_views.my_table_lists, name="mine_lists"),
    path("my-tables/archive/", my_table_views.archive_page, name="archive"),
    path("my-tables/archive/all/", my_table_views.archive_finished, name="archive_finished"),
    path("my-tables/offline/", my_table_views.offline_turns, name="offline_turns"),
    path("my-tables/settings/", my_table_views.change_list_settings, name="list_settings"),
    path("my-tables/<slug:key>/pin/", my_table_views.pin, name="pin"),
    path("my-tables/<slug:key>/archive/", my_table_views.archive, name="archive_table"),
    path("my-tables/<slug:key>/place/", my_table_views.place, name="place_table"),
    path("next-table/", my_table_views.next_table, name="next"),
    path("tables/<slug:key>/later/", my_table_views.later, name="later"),
    path("preferences/calendar/", calendar_feed_views.calendar_feed_page, name="calendar"),
    path("preferences/calendar/make/", calendar_feed_views.create_feed, name="make_calendar"),
    path("preferences/calendar/remove/", calendar_feed_views.delete_feed, name="remove_calendar"),
    path(
        "calendars/<str:token>.ics",
        calendar_feed_views.personal_calendar_file,
        name="calendar_feed",
    ),
]
