"""API of studies and of variations of matches."""

from django.urls import path

from . import study_views

urlpatterns = [
    path("studies/", study_views.Studies.as_view(), name="studies"),
    path("studies/<slug:key>/", study_views.StudyDetail.as_view(), name="study"),
    path("studies/<slug:key>/study.jsonl", study_views.StudyFile.as_view(), name="study_file"),
    path("studies/<slug:key>/copy/", study_views.CopyStudy.as_view(), name="copy_study"),
    path("studies/<slug:key>/chapters/", study_views.Chapters.as_view(), name="chapters"),
    path(
        "studies/<slug:key>/chapters/<int:pk>/", study_views.ChapterDetail.as_view(), name="chapter"
    ),
    path(
        "studies/<slug:key>/chapters/<int:pk>/guess/",
        study_views.GuessMove.as_view(),
        name="guess",
    ),
    path(
        "studies/<slug:key>/chapters/<int:pk>/places/<int:at>/",
        study_views.StudyNode.as_view(),
        name="place",
    ),
]
