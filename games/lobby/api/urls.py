"""API of the lobby: lists, set-up, invitations and calendars of tables."""

from django.urls import path

from . import (
    calendar_feed_views,
    host_action_views,
    invitation_views,
    matchmaking_views,
    my_table_views,
    saved_settings_views,
    seat_takeover_views,
    table_views,
)

urlpatterns = [
    path("tables/", table_views.Tables.as_view(), name="tables"),
    path("match-requests/", matchmaking_views.MatchRequests.as_view(), name="match_requests"),
    path(
        "match-requests/<slug:game>/", matchmaking_views.QuickMatch.as_view(), name="match_request"
    ),
    path(
        "saved-settings/",
        saved_settings_views.SavedSettingsList.as_view(),
        name="saved_settings_list",
    ),
    path(
        "saved-settings/<int:pk>/",
        saved_settings_views.SavedSettingsDetail.as_view(),
        name="saved_settings",
    ),
    path("my-tables/", table_views.MyTables.as_view(), name="my_tables"),
    path("my-tables/list/", my_table_views.MyTableList.as_view(), name="my_table_list"),
    path("my-tables/offline/", my_table_views.OfflineTurns.as_view(), name="offline_turns"),
    path("my-tables/settings/", my_table_views.MyTableSettings.as_view(), name="my_table_settings"),
    path("my-tables/archive/", my_table_views.MyTableArchive.as_view(), name="my_table_archive"),
    path(
        "my-tables/<slug:key>/archive/",
        my_table_views.ArchiveTable.as_view(),
        name="archive_table",
    ),
    path("my-tables/<slug:key>/pin/", my_table_views.PinTable.as_view(), name="pin_table"),
    path("my-tables/<slug:key>/position/", my_table_views.PlaceTable.as_view(), name="place_table"),
    path("next-table/", my_table_views.NextTable.as_view(), name="next_table"),
    path("tables/<slug:key>/later/", my_table_views.LaterTable.as_view(), name="later"),
    path("my-calendar/", calendar_feed_views.MyCalendarFeed.as_view(), name="my_calendar"),
    path("tables/<slug:key>/", table_views.TableDetail.as_view(), name="table"),
    path("tables/<slug:key>/join/", table_views.JoinTable.as_view(), name="join"),
    path("tables/<slug:key>/leave/", table_views.LeaveTable.as_view(), name="leave"),
    path("tables/<slug:key>/start/", table_views.StartTable.as_view(), name="start"),
    path("tables/<slug:key>/rematch/", table_views.Rematch.as_view(), name="rematch"),
    path("tables/<slug:key>/close/", table_views.CloseTable.as_view(), name="close"),
    path("tables/<slug:key>/name/", table_views.RenameTable.as_view(), name="rename"),
    path(
        "tables/<slug:key>/date/", host_action_views.ChangeStartDate.as_view(), name="change_date"
    ),
    path("tables/<slug:key>/remove/", host_action_views.RemovePlayer.as_view(), name="remove"),
    path(
        "tables/<slug:key>/hand-on/", host_action_views.TransferHost.as_view(), name="transfer_host"
    ),
    path("tables/<slug:key>/fill/", host_action_views.AddBots.as_view(), name="fill"),
    path("tables/<slug:key>/take-off/", host_action_views.RemoveBots.as_view(), name="remove_bots"),
    path("played-with/", invitation_views.RecentPlayers.as_view(), name="played_with"),
    path("invitations/", invitation_views.MyInvitations.as_view(), name="my_invitations"),
    path(
        "tables/<slug:key>/invitations/",
        invitation_views.Invitations.as_view(),
        name="invitations",
    ),
    path(
        "tables/<slug:key>/invitations/<int:pk>/",
        invitation_views.InvitationDetail.as_view(),
        name="one_invitation",
    ),
    path(
        "tables/<slug:key>/invitation/accept/",
        invitation_views.AcceptInvitation.as_view(),
        name="accept",
    ),
    path(
        "tables/<slug:key>/invitation/decline/",
        invitation_views.DeclineInvitation.as_view(),
        name="decline",
    ),
    path(
        "tables/<slug:key>/invitation-links/",
        invitation_views.InvitationLinks.as_view(),
        name="links",
    ),
    path(
        "tables/<slug:key>/invitation-links/<int:pk>/",
        invitation_views.InvitationLinkDetail.as_view(),
        name="one_link",
    ),
    path(
        "invitation-links/<str:token>/", invitation_views.UseInvitationLink.as_view(), name="link"
    ),
    path("takeovers/", seat_takeover_views.Takeovers.as_view(), name="takeovers"),
    path("tables/<slug:key>/take-over/", seat_takeover_views.TakeOver.as_view(), name="take_over"),
    path(
        "tables/<slug:key>/seat-offer/", seat_takeover_views.SeatOffer.as_view(), name="seat_offer"
    ),
    path("tables/<slug:key>/clocks/", table_views.TableClocks.as_view(), name="clocks"),
]
