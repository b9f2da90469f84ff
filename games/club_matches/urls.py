"""Addresses of matches between clubs."""

from django.urls import path

from . import views

urlpatterns = [
    path("club-matches/", views.match_list, name="club_matches"),
    path("club-matches/<slug:key>/", views.match_page, name="club_match"),
    path("club-matches/<slug:key>/answer/", views.answer, name="answer_club_match"),
    path("club-matches/<slug:key>/call-off/", views.call_off, name="call_off_club_match"),
    path("club-matches/<slug:key>/enter/", views.enter, name="enter_club_match"),
    path("club-matches/<slug:key>/leave/", views.leave, name="leave_club_match"),
    path("club-matches/<slug:key>/order/", views.set_order, name="order_club_match"),
    path("clubs/<slug:key>/matches/new/", views.choose_game, name="choose_club_match"),
    path("clubs/<slug:key>/matches/new/<slug:game>/", views.challenge, name="challenge_club"),
]
