"""API of puzzles."""

from django.urls import path

from . import puzzle_views

urlpatterns = [
    path("puzzles/daily/", puzzle_views.DailyPuzzle.as_view(), name="puzzle_daily"),
    path("puzzles/next/<slug:game>/", puzzle_views.NextPuzzle.as_view(), name="puzzle_next"),
    path("puzzles/<int:pk>/", puzzle_views.PuzzleDetail.as_view(), name="puzzle"),
    path("puzzles/<int:pk>/attempt/", puzzle_views.PuzzleAttempt.as_view(), name="puzzle_attempt"),
]
