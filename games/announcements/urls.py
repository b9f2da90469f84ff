"""Addresses of announcements and planned downtimes."""

from django.urls import path

from . import views

urlpatterns = [
    path("site/announcements/", views.announcements, name="announcements"),
    path("site/announcements/<int:pk>/end/", views.end_announcement, name="end_announcement"),
    path("site/downtimes/", views.planned_downtimes, name="downtimes"),
    path("site/downtimes/<int:pk>/", views.change_downtime, name="change_downtime"),
    path(
        "announcements/<int:pk>/put-away/",
        views.dismiss_announcement,
        name="dismiss_announcement",
    ),
]
