"""The addresses of the home page."""

from django.urls import path

from .views import home, home_lists

urlpatterns = [
    path("", home, name="home"),
    path("live/", home_lists, name="home_lists"),
]
