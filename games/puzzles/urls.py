"""Addresses of puzzles."""

from django.urls import path

from . import views

urlpatterns = [
    path("puzzles/", views.puzzle_list, name="puzzles"),
    path("puzzles/daily/", views.daily_puzzle, name="daily_puzzle"),
    path("puzzles/<int:pk>/", views.puzzle_page, name="puzzle"),
    path("puzzles/<slug:game>/", views.next_puzzle, name="next_puzzle"),
    path("tables/<slug:key>/puzzles/", views.match_puzzles, name="match_puzzles"),
]
