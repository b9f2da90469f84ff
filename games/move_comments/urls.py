"""Addresses of comments to moves."""

from django.urls import path

from . import views

urlpatterns = [
    path("tables/<slug:key>/comments/", views.comments_page, name="move_comments"),
    path("tables/<slug:key>/comments/save/", views.save_comment, name="save_move_comment"),
    path("tables/<slug:key>/comments/sharing/", views.set_sharing, name="share_move_comments"),
]
