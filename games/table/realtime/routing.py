"""The WebSocket addresses and their consumers."""

from django.urls import path

from . import consumers

websocket_urlpatterns = [
    path("ws/tables/<slug:key>/", consumers.TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/me/", consumers.PersonConsumer.as_asgi()),  # type: ignore[arg-type]
]
