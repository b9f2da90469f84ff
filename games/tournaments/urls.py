"""Addresses of tournaments."""

from django.urls import path

from . import tournament_series_views, views

urlpatterns = [
    path("tournaments/", views.tournament_list, name="tournaments"),
    path("tournaments/new/", views.choose_format, name="choose_tournament"),
    path(
        "tournaments/new/<slug:game>/<slug:form>/",
        views.new_tournament,
        name="new_tournament",
    ),
    path(
        "tournaments/series/<slug:key>/",
        tournament_series_views.series_page,
        name="tournament_series",
    ),
    path(
        "tournaments/series/<slug:key>/end/",
        tournament_series_views.end_series,
        name="end_tournament_series",
    ),
    path("tournaments/<slug:key>/", views.tournament_page, name="tournament"),
    path(
        "tournaments/<slug:key>/calendar.ics",
        views.tournament_calendar_file,
        name="tournament_calendar",
    ),
    path("tournaments/<slug:key>/enter/", views.enter, name="enter_tournament"),
    path("tournaments/<slug:key>/check-in/", views.check_in, name="check_in_tournament"),
    path("tournaments/<slug:key>/withdraw/", views.withdraw, name="withdraw_from_tournament"),
    path("tournaments/<slug:key>/call-off/", views.call_off, name="call_off_tournament"),
    path("tournaments/<slug:key>/end/", views.end, name="end_tournament"),
    path("tournaments/<slug:key>/invite/", views.invite, name="invite_to_tournament"),
    path("tournaments/<slug:key>/challenge/", views.challenge, name="challenge"),
    path("tournaments/<slug:key>/answer/", views.answer_challenge, name="answer_challenge"),
    path("tournaments/<slug:key>/disqualify/", views.disqualify, name="disqualify"),
    path(
        "tournaments/<slug:key>/rounds/<int:number>/tables/<int:table>/",
        views.decide_table,
        name="decide_tournament_table",
    ),
]
