"""Addresses of private messages."""

from django.urls import path

from . import views

urlpatterns = [
    path("messages/", views.conversation_list, name="conversations"),
    path("messages/<str:username>/", views.conversation_page, name="conversation"),
    path("messages/<str:username>/archive/", views.archive, name="archive_conversation"),
]
