"""Addresses of studies and of variations of matches."""

from django.urls import path

from . import views
from .analysis import views as analysis

urlpatterns = [
    path("tables/<slug:key>/analysis/", analysis.variation_list, name="analysis"),
    path("tables/<slug:key>/analysis/<int:pk>/", analysis.variation, name="variation"),
    path(
        "tables/<slug:key>/analysis/shared/<str:token>/",
        analysis.shared_variation,
        name="shared_variation",
    ),
    path("tables/<slug:key>/study/", views.study_table, name="study_table"),
    path("studies/", views.my_studies, name="studies"),
    path("studies/<slug:key>/", views.study_page, name="study"),
    path("studies/<slug:key>/set-up/<slug:game>/", views.study_set_up, name="study_set_up"),
    path("studies/<slug:key>/study.jsonl", views.study_file, name="study_file"),
    path("studies/<slug:key>/copy/", views.copy_study, name="copy_study"),
    path("studies/<slug:key>/<int:pk>/", views.chapter_page, name="chapter"),
]
