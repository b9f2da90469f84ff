"""The API's rate limits, counted for each person or each client."""

from __future__ import annotations

from rest_framework import throttling
from rest_framework.request import Request

from portal.http.client_identity import client_key


class AnonymousThrottle(throttling.AnonRateThrottle):
    """The rate limit of clients that are not signed in."""

    def get_ident(self, request: Request) -> str:
        return client_key(request.META)


class PersonThrottle(throttling.UserRateThrottle):
    """The rate limit of people, or of a client that is not signed in."""

    def get_ident(self, request: Request) -> str:
        return client_key(request.META)
