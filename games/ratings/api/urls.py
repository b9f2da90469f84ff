"""API of ratings and reliability."""

from django.urls import path

from . import rating_views

urlpatterns = [
    path("ratings/<slug:game>/", rating_views.Leaderboard.as_view(), name="ratings"),
    path(
        "people/<slug:username>/numbers/",
        rating_views.PersonStatistics.as_view(),
        name="person_statistics",
    ),
    path(
        "people/<slug:username>/ratings/",
        rating_views.PersonRatings.as_view(),
        name="person_ratings",
    ),
    path(
        "people/<slug:username>/rating-changes/",
        rating_views.PersonRatingHistory.as_view(),
        name="person_rating_changes",
    ),
]
