"""API of matches between clubs."""

from django.urls import path

from . import club_match_views as views

urlpatterns = [
    path("club-matches/", views.ClubMatches.as_view(), name="club_matches"),
    path("club-matches/<slug:key>/", views.ClubMatchDetail.as_view(), name="club_match"),
    path(
        "club-matches/<slug:key>/answer/",
        views.AnswerClubMatch.as_view(),
        name="answer_club_match",
    ),
    path(
        "club-matches/<slug:key>/call-off/",
        views.CallOffClubMatch.as_view(),
        name="call_off_club_match",
    ),
    path("club-matches/<slug:key>/enter/", views.EnterClubMatch.as_view(), name="enter_club_match"),
    path("club-matches/<slug:key>/leave/", views.LeaveClubMatch.as_view(), name="leave_club_match"),
    path("club-matches/<slug:key>/order/", views.OrderClubMatch.as_view(), name="order_club_match"),
]
