"""API of tournaments."""

from django.urls import path

from . import ladder_views, management_views, series_views, tournament_views

urlpatterns = [
    path("tournaments/", tournament_views.Tournaments.as_view(), name="tournaments"),
    path(
        "tournaments/series/<slug:key>/",
        series_views.SeasonSeriesDetail.as_view(),
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
        management_views.CallOffTournament.as_view(),
        name="call_off_tournament",
    ),
    path(
        "tournaments/<slug:key>/end/",
        management_views.EndTournament.as_view(),
        name="end_tournament",
    ),
    path(
        "tournaments/<slug:key>/invite/",
        management_views.InviteToTournament.as_view(),
        name="invite_to_tournament",
    ),
    path(
        "tournaments/<slug:key>/disqualify/",
        management_views.DisqualifyPlayer.as_view(),
        name="disqualify",
    ),
    path(
        "tournaments/<slug:key>/rounds/<int:number>/tables/<int:table>/",
        management_views.RuleOnTable.as_view(),
        name="decide_tournament_table",
    ),
]
