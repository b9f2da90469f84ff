"""Addresses of the API."""

from django.urls import path

from . import (
    device_views,
    draft_views,
    game_views,
    hook_views,
    notice_views,
    since_views,
    time_views,
    views,
)
from .docs import Description, Docs

app_name = "api"
urlpatterns = [
    path("", Docs.as_view(), name="docs"),
    path("openapi.yaml", Description.as_view(), name="schema"),
    path("games/", game_views.Games.as_view(), name="games"),
    path("games/<slug:game>/rules/", game_views.RulesOfGame.as_view(), name="rules"),
    path("games/<slug:game>/statistics/", game_views.StatisticsOfGame.as_view(), name="statistics"),
    path("tables/", views.Tables.as_view(), name="tables"),
    path("my-tables/", views.MyTables.as_view(), name="my_tables"),
    path("my-time/", time_views.MyTime.as_view(), name="my_time"),
    path("my-time/vacations/", time_views.Vacations.as_view(), name="vacations"),
    path("notices/", notice_views.Notices.as_view(), name="notices"),
    path("notices/read/", notice_views.ReadNotices.as_view(), name="read_notices"),
    path("notices/settings/", notice_views.NoticeSettings.as_view(), name="notice_settings"),
    path("notices/webhook/", hook_views.MyWebhook.as_view(), name="webhook"),
    path("notices/webhook/test/", hook_views.TestMyWebhook.as_view(), name="test_webhook"),
    path("notices/devices/", device_views.MyDevices.as_view(), name="devices"),
    path("notices/devices/<int:pk>/", device_views.MyDevice.as_view(), name="device"),
    path("notices/devices/<int:pk>/test/", device_views.TestMyDevice.as_view(), name="test_device"),
    path("tables/<slug:key>/webhook/", hook_views.WebhookOfTable.as_view(), name="table_webhook"),
    path(
        "tables/<slug:key>/webhook/test/",
        hook_views.TestWebhookOfTable.as_view(),
        name="test_table_webhook",
    ),
    path("tables/<slug:key>/", views.TableView.as_view(), name="table"),
    path("tables/<slug:key>/join/", views.Join.as_view(), name="join"),
    path("tables/<slug:key>/leave/", views.Leave.as_view(), name="leave"),
    path("tables/<slug:key>/start/", views.Start.as_view(), name="start"),
    path("tables/<slug:key>/close/", views.Close.as_view(), name="close"),
    path("tables/<slug:key>/name/", views.Rename.as_view(), name="rename"),
    path("tables/<slug:key>/legal-moves/", views.LegalMoves.as_view(), name="legal_moves"),
    path("tables/<slug:key>/moves/", views.Moves.as_view(), name="moves"),
    path("tables/<slug:key>/draft/", draft_views.Draft.as_view(), name="draft"),
    path(
        "tables/<slug:key>/draft/confirm/",
        draft_views.ConfirmDraft.as_view(),
        name="confirm_draft",
    ),
    path("tables/<slug:key>/resign/", views.Resign.as_view(), name="resign"),
    path("tables/<slug:key>/give-time/", views.GiveTime.as_view(), name="give_time"),
    path("tables/<slug:key>/come-back/", views.ComeBack.as_view(), name="come_back"),
    path("tables/<slug:key>/call-off/", views.CallOff.as_view(), name="call_off"),
    path("tables/<slug:key>/orders/", views.Orders.as_view(), name="orders"),
    path("tables/<slug:key>/clocks/", views.Clocks.as_view(), name="clocks"),
    path("tables/<slug:key>/log/", views.Log.as_view(), name="log"),
    path("tables/<slug:key>/since/", since_views.Since.as_view(), name="since"),
    path("tables/<slug:key>/record/", views.Record.as_view(), name="record"),
    path("ratings/<slug:game>/", views.Leaderboard.as_view(), name="ratings"),
    path(
        "people/<slug:username>/reliability/",
        views.PersonReliability.as_view(),
        name="person_reliability",
    ),
    path("people/<slug:username>/ratings/", views.PersonRatings.as_view(), name="person_ratings"),
    path(
        "people/<slug:username>/rating-changes/",
        views.PersonRatingHistory.as_view(),
        name="person_rating_changes",
    ),
]
