"""Addresses of a person's alerts."""

from django.urls import path

from . import views

urlpatterns = [
    path("alerts/", views.my_alerts, name="alerts"),
    path("alerts/add/", views.add_alert, name="add_alert"),
    path("alerts/<int:pk>/delete/", views.delete_alert, name="delete_alert"),
]
