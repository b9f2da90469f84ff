"""The addresses of the API."""

from django.urls import include, path

from . import (
    availability_views,
    bot_views,
    club_views,
    conditional_move_views,
    device_views,
    draft_views,
    game_views,
    log_views,
    moderation_views,
    my_match_views,
    my_statistics_views,
    notification_views,
    play_views,
    proposal_views,
    redeal_views,
    report_views,
    review_views,
    since_last_move_views,
    social_views,
    stream_views,
    suggestion_views,
    webhook_views,
)
from .docs import DocsPage, Example, OpenApiFile, SchemasPage

app_name = "api"
urlpatterns = [
    path("", include("games.lobby.api.urls")),
    path("", include("games.ratings.api.urls")),
    path("", include("games.tournaments.api.urls")),
    path("", include("games.studies.api.urls")),
    path("", include("games.alerts.api.urls")),
    path("", include("games.club_matches.api.urls")),
    path("", include("games.puzzles.api.urls")),
    path("", include("games.private_messages.api.urls")),
    path("", include("games.archive.api.urls")),
    path("", DocsPage.as_view(), name="docs"),
    path("shapes/", SchemasPage.as_view(), name="shapes"),
    path("examples/<str:name>", Example.as_view(), name="example"),
    path("openapi.yaml", OpenApiFile.as_view(), name="schema"),
    path("games/", game_views.Games.as_view(), name="games"),
    path("games/<slug:game>/rules/", game_views.GameRules.as_view(), name="rules"),
    path(
        "games/<slug:game>/statistics/", game_views.GameStatisticsView.as_view(), name="statistics"
    ),
    path("my-matches/", my_match_views.MyMatches.as_view(), name="my_matches"),
    path("my-matches/searches/", my_match_views.SavedSearches.as_view(), name="searches"),
    path(
        "my-matches/searches/<int:pk>/", my_match_views.SavedSearchDetail.as_view(), name="search"
    ),
    path(
        "my-statistics/<slug:game>/",
        my_statistics_views.MyStatistics.as_view(),
        name="my_statistics",
    ),
    path("stream/", stream_views.EventStream.as_view(), name="stream"),
    path("my-bot/", bot_views.MyBot.as_view(), name="my_bot"),
    path("availability/", availability_views.MyAvailability.as_view(), name="availability"),
    path("availability/vacations/", availability_views.Vacations.as_view(), name="vacations"),
    path("notifications/", notification_views.Notifications.as_view(), name="notifications"),
    path(
        "notifications/read/",
        notification_views.MarkNotificationsRead.as_view(),
        name="read_notifications",
    ),
    path(
        "notifications/settings/",
        notification_views.NotificationSettings.as_view(),
        name="notification_settings",
    ),
    path("notifications/webhook/", webhook_views.MyWebhook.as_view(), name="webhook"),
    path("notifications/webhook/test/", webhook_views.TestMyWebhook.as_view(), name="test_webhook"),
    path("notifications/devices/", device_views.MyDevices.as_view(), name="devices"),
    path("notifications/devices/<int:pk>/", device_views.MyDeviceDetail.as_view(), name="device"),
    path(
        "notifications/devices/<int:pk>/test/",
        device_views.TestMyDevice.as_view(),
        name="test_device",
    ),
    path("tables/<slug:key>/webhook/", webhook_views.TableWebhook.as_view(), name="table_webhook"),
    path(
        "tables/<slug:key>/webhook/test/",
        webhook_views.TestTableWebhook.as_view(),
        name="test_table_webhook",
    ),
    path("tables/<slug:key>/legal-moves/", play_views.LegalMoves.as_view(), name="legal_moves"),
    path("tables/<slug:key>/redealt/", redeal_views.Redeal.as_view(), name="redealt"),
    path("tables/<slug:key>/moves/", play_views.Moves.as_view(), name="moves"),
    path("tables/<slug:key>/draft/", draft_views.MyDraft.as_view(), name="draft"),
    path(
        "tables/<slug:key>/draft/confirm/",
        draft_views.ConfirmDraft.as_view(),
        name="confirm_draft",
    ),
    path("tables/<slug:key>/take-back/", play_views.Takeback.as_view(), name="take_back"),
    path(
        "tables/<slug:key>/suggestion/", suggestion_views.SuggestMove.as_view(), name="suggestion"
    ),
    path("tables/<slug:key>/review/", review_views.TableReview.as_view(), name="review"),
    path("tables/<slug:key>/device/", play_views.HandOverDevice.as_view(), name="hand_over"),
    path("tables/<slug:key>/resign/", play_views.Resign.as_view(), name="resign"),
    path("tables/<slug:key>/give-time/", play_views.GiveTime.as_view(), name="give_time"),
    path("tables/<slug:key>/come-back/", play_views.ComeBack.as_view(), name="come_back"),
    path("tables/<slug:key>/call-off/", play_views.AgreeToCallOff.as_view(), name="call_off"),
    path("tables/<slug:key>/proposals/", proposal_views.Proposals.as_view(), name="proposals"),
    path(
        "tables/<slug:key>/proposals/<int:pk>/",
        proposal_views.ProposalDetail.as_view(),
        name="proposal",
    ),
    path(
        "tables/<slug:key>/proposals/<int:pk>/vote/",
        proposal_views.ProposalVote.as_view(),
        name="answer_proposal",
    ),
    path(
        "tables/<slug:key>/conditional-moves/",
        conditional_move_views.ConditionalMoves.as_view(),
        name="conditional_moves",
    ),
    path("tables/<slug:key>/log/", log_views.TableLog.as_view(), name="log"),
    path("tables/<slug:key>/since/", since_last_move_views.SinceLastMove.as_view(), name="since"),
    path("tables/<slug:key>/note/", social_views.TableNote.as_view(), name="table_note"),
    path("following/", social_views.FollowedUsers.as_view(), name="following"),
    path("households/", social_views.Households.as_view(), name="households"),
    path("blocked/", social_views.BlockedUsers.as_view(), name="blocked"),
    path("reports/", report_views.Reports.as_view(), name="reports"),
    path("decisions/", moderation_views.MyDecisions.as_view(), name="decisions"),
    path("decisions/<int:pk>/appeal/", moderation_views.AppealDecision.as_view(), name="appeal"),
    path("moderation/cases/", moderation_views.Cases.as_view(), name="moderation_cases"),
    path(
        "moderation/cases/<int:pk>/", moderation_views.CaseDetail.as_view(), name="moderation_case"
    ),
    path(
        "moderation/signals/", moderation_views.FairPlaySignals.as_view(), name="moderation_signals"
    ),
    path(
        "moderation/signals/<int:pk>/",
        moderation_views.FairPlaySignalDetail.as_view(),
        name="moderation_signal",
    ),
    path("moderation/appeals/", moderation_views.Appeals.as_view(), name="moderation_appeals"),
    path(
        "moderation/appeals/<int:pk>/",
        moderation_views.AppealDetail.as_view(),
        name="moderation_appeal",
    ),
    path("my-notes/", social_views.MyNotes.as_view(), name="my_notes"),
    path("people/<slug:username>/follow/", social_views.FollowUser.as_view(), name="follow"),
    path("people/<slug:username>/block/", social_views.BlockUser.as_view(), name="block"),
    path(
        "people/<slug:username>/household/",
        social_views.HouseholdWithUser.as_view(),
        name="household",
    ),
    path("people/<slug:username>/note/", social_views.PersonNote.as_view(), name="person_note"),
    path("clubs/", club_views.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:key>/", club_views.ClubDetail.as_view(), name="club"),
    path("clubs/<slug:key>/join/", club_views.JoinClub.as_view(), name="join_club"),
    path("clubs/<slug:key>/leave/", club_views.LeaveClub.as_view(), name="leave_club"),
    path(
        "clubs/<slug:key>/webhook/",
        webhook_views.ClubWebhook.as_view(),
        name="club_webhook",
    ),
    path(
        "clubs/<slug:key>/webhook/test/",
        webhook_views.TestClubWebhook.as_view(),
        name="test_club_webhook",
    ),
    path("clubs/<slug:key>/chat/", club_views.ClubChat.as_view(), name="club_chat"),
    path(
        "clubs/<slug:key>/invitations/",
        club_views.ClubInvitations.as_view(),
        name="club_invitations",
    ),
    path("clubs/<slug:key>/links/", club_views.ClubLinks.as_view(), name="club_links"),
    path(
        "clubs/<slug:key>/links/<int:pk>/",
        club_views.ClubLinkDetail.as_view(),
        name="one_club_link",
    ),
    path("club-links/<str:token>/", club_views.UseClubLink.as_view(), name="club_link"),
    path(
        "clubs/<slug:key>/candidates/",
        club_views.ClubCandidates.as_view(),
        name="club_candidates",
    ),
    path(
        "clubs/<slug:key>/candidates/<slug:username>/",
        club_views.ClubCandidateDetail.as_view(),
        name="club_candidate",
    ),
    path(
        "clubs/<slug:key>/members/<slug:username>/",
        club_views.ClubMember.as_view(),
        name="club_member",
    ),
    path(
        "clubs/<slug:key>/leaderboard/<slug:game>/",
        club_views.ClubLeaderboard.as_view(),
        name="club_leaderboard",
    ),
]
