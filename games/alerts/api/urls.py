"""API of a person's alerts."""

from django.urls import path

from . import alert_views

urlpatterns = [
    path("alerts/", alert_views.Alerts.as_view(), name="alerts"),
    path("alerts/<int:pk>/", alert_views.AlertDetail.as_view(), name="alert"),
]
