"""The addresses of the API."""

from django.urls import path

from . import (
    availability_views,
    bot_views,
    calendar_feed_views,
    club_views,
    conditional_move_views,
    device_views,
    draft_views,
    game_views,
    host_action_views,
    invitation_views,
    ladder_views,
    log_views,
    matchmaking_views,
    moderation_views,
    my_match_views,
    my_statistics_views,
    notification_views,
    play_views,
    rating_views,
    record_views,
    redeal_views,
    report_views,
    review_views,
    saved_settings_views,
    season_series_views,
    since_last_move_views,
    social_views,
    stream_views,
    study_views,
    suggestion_views,
    table_views,
    tournament_management_views,
    tournament_views,
    webhook_views,
)
from .docs import DocsPage, Example, OpenApiFile, SchemasPage

app_name = "api"
urlpatterns = [
    path("", DocsPage.as_view(), name="docs"),
    path("shapes/", SchemasPage.as_view(), name="shapes"),
    path("examples/<str:name>", Example.as_view(), name="example"),
    path("openapi.yaml", OpenApiFile.as_view(), name="schema"),
    path("games/", game_views.Games.as_view(), name="games"),
    path("games/<slug:game>/rules/", game_views.GameRules.as_view(), name="rules"),
    path(
        "games/<slug:game>/statistics/", game_views.GameStatisticsView.as_view(), name="statistics"
    ),
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
    path("my-tables/", table_views.MyTables.as_view(), name="my_tables"),
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
    path("my-calendar/", calendar_feed_views.MyCalendarFeed.as_view(), name="my_calendar"),
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
    path(
        "tables/<slug:key>/conditional-moves/",
        conditional_move_views.ConditionalMoves.as_view(),
        name="conditional_moves",
    ),
    path("tables/<slug:key>/clocks/", table_views.TableClocks.as_view(), name="clocks"),
    path("tables/<slug:key>/log/", log_views.TableLog.as_view(), name="log"),
    path("tables/<slug:key>/since/", since_last_move_views.SinceLastMove.as_view(), name="since"),
    path("tables/<slug:key>/record/", record_views.RecordVersion1.as_view(), name="record"),
    path("tables/<slug:key>/record.jsonl", record_views.RecordFile.as_view(), name="record_file"),
    path("records/", record_views.MyImportedRecords.as_view(), name="records"),
    path(
        "records/<slug:key>/", record_views.ImportedRecordDetail.as_view(), name="imported_record"
    ),
    path("studies/", study_views.Studies.as_view(), name="studies"),
    path("studies/<slug:key>/", study_views.StudyDetail.as_view(), name="study"),
    path("studies/<slug:key>/study.jsonl", study_views.StudyFile.as_view(), name="study_file"),
    path("studies/<slug:key>/copy/", study_views.CopyStudy.as_view(), name="copy_study"),
    path("studies/<slug:key>/chapters/", study_views.Chapters.as_view(), name="chapters"),
    path(
        "studies/<slug:key>/chapters/<int:pk>/", study_views.ChapterDetail.as_view(), name="chapter"
    ),
    path(
        "studies/<slug:key>/chapters/<int:pk>/guess/",
        study_views.GuessMove.as_view(),
        name="guess",
    ),
    path(
        "studies/<slug:key>/chapters/<int:pk>/places/<int:at>/",
        study_views.StudyNode.as_view(),
        name="place",
    ),
    path("tables/<slug:key>/note/", social_views.TableNote.as_view(), name="table_note"),
    path("following/", social_views.FollowedUsers.as_view(), name="following"),
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
    path("tournaments/", tournament_views.Tournaments.as_view(), name="tournaments"),
    path(
        "tournaments/series/<slug:key>/",
        season_series_views.SeasonSeriesDetail.as_view(),
        name="tournament_series",
    ),
    path("tournaments/<slug:key>/", tournament_views.TournamentDetail.as_view(), name="tournament"),
    path(
        "tournaments/<slug:key>/standings/",
        tournament_views.TournamentStandings.as_view(),
        name="tournament_standings",
    ),
    path(
        "tournaments/<slug:key>/rounds/",
        tournament_views.TournamentRounds.as_view(),
        name="tournament_rounds",
    ),
    path(
        "tournaments/<slug:key>/challenges/", ladder_views.Challenges.as_view(), name="challenges"
    ),
    path(
        "tournaments/<slug:key>/challenges/answer/",
        ladder_views.AnswerChallenge.as_view(),
        name="answer_challenge",
    ),
    path(
        "tournaments/<slug:key>/enter/",
        tournament_views.EnterTournament.as_view(),
        name="enter_tournament",
    ),
    path(
        "tournaments/<slug:key>/check-in/",
        tournament_views.CheckInToTournament.as_view(),
        name="check_in_tournament",
    ),
    path(
        "tournaments/<slug:key>/withdraw/",
        tournament_views.WithdrawFromTournament.as_view(),
        name="withdraw_from_tournament",
    ),
    path(
        "tournaments/<slug:key>/call-off/",
        tournament_management_views.CallOffTournament.as_view(),
        name="call_off_tournament",
    ),
    path(
        "tournaments/<slug:key>/end/",
        tournament_management_views.EndTournament.as_view(),
        name="end_tournament",
    ),
    path(
        "tournaments/<slug:key>/invite/",
        tournament_management_views.InviteToTournament.as_view(),
        name="invite_to_tournament",
    ),
    path(
        "tournaments/<slug:key>/disqualify/",
        tournament_management_views.DisqualifyPlayer.as_view(),
        name="disqualify",
    ),
    path(
        "tournaments/<slug:key>/rounds/<int:number>/tables/<int:table>/",
        tournament_management_views.RuleOnTable.as_view(),
        name="decide_tournament_table",
    ),
    path("ratings/<slug:game>/", rating_views.Leaderboard.as_view(), name="ratings"),
    path(
        "people/<slug:username>/numbers/",
        rating_views.PersonStatistics.as_view(),
        name="person_statistics",
    ),
    path(
        "people/<slug:username>/ratings/",
        rating_views.PersonRatings.as_view(),
        name="person_ratings",
    ),
    path(
        "people/<slug:username>/rating-changes/",
        rating_views.PersonRatingHistory.as_view(),
        name="person_rating_changes",
    ),
]
