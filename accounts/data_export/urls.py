"""Addresses of data exports."""

from django.urls import path

from . import views

urlpatterns = [
    path("my-data/", views.export_page, name="data_export"),
    path("my-data/download/", views.download_export, name="data_export_file"),
]
