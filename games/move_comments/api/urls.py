"""API of comments to moves."""

from django.urls import path

from . import comment_views

urlpatterns = [
    path("tables/<slug:key>/comments/", comment_views.Comments.as_view(), name="move_comments"),
    path(
        "tables/<slug:key>/comments/sharing/",
        comment_views.CommentSharing.as_view(),
        name="move_comment_sharing",
    ),
    path(
        "tables/<slug:key>/comments/<int:move>/",
        comment_views.CommentDetail.as_view(),
        name="move_comment",
    ),
]
