"""Addresses of ratings and reliability."""

from django.urls import path

from . import views
from .reliability import views as reliability

urlpatterns = [
    path("leaderboard/", views.leaderboard_redirect, name="leaderboards"),
    path("ratings/", views.how_ratings_work, name="how_ratings_work"),
    path("leaderboard/<slug:game>/", views.leaderboard, name="leaderboard"),
    path("people/<str:username>/numbers/", reliability.reliability_page, name="reliability"),
]
