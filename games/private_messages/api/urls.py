"""API of private messages."""

from django.urls import path

from . import message_views

urlpatterns = [
    path("messages/", message_views.Conversations.as_view(), name="conversations"),
    path(
        "messages/<slug:username>/", message_views.ConversationDetail.as_view(), name="conversation"
    ),
    path(
        "messages/<slug:username>/read/",
        message_views.MarkConversationRead.as_view(),
        name="read_conversation",
    ),
]
