"""The API's limits of requests, counted for each person or each client."""

from __future__ import annotations

from rest_framework import throttling
from rest_framework.request import Request

from portal.http.client_identity import client_key


class AnonymousThrottle(throttling.AnonRateThrottle):
    """The limit of clients that have not signed in."""

    def get_ident(self, request: Request) -> str:
        return client_key(request.META)


class PersonThrottle(throttling.UserRateThrottle):
    """The limit of people; of a client while nobody has signed in."""

    def get_ident(self, request: Request) -> str:
        return client_key(request.META)
