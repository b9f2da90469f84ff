"""Addresses of people; signing up and in is allauth's, below /accounts/."""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/tokens/", views.tokens, name="tokens"),
    path("preferences/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("preferences/delete/", views.delete, name="delete"),
    path("accounts/keep/", views.keep, name="keep"),
    path("language/", views.set_language, name="language"),
    path("theme/", views.set_theme, name="theme"),
]
