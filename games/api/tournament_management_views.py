"""The API's views for those who run a contest: whoever opened it, and the helpers of its circle."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules

from ..models.tournaments import LONGEST_RULING
from ..tournaments import creation, lifecycle, queries, registration
from .lookups import find_person, given, person
from .schema_decorators import described
from .tournament_views import ContestSerializer, shape


class InvitedSerializer(serializers.Serializer):
    user = serializers.CharField()


class ReasonSerializer(serializers.Serializer):
    why = serializers.CharField(
        max_length=LONGEST_RULING, help_text="which everybody concerned is told"
    )


class PutOutSerializer(ReasonSerializer):
    user = serializers.CharField()


class RulingSerializer(ReasonSerializer):
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=rules.MOST_SEATS,
        help_text="of the seats in their order: 1 for the best, shared by who is level",
    )


class Running(APIView):
    """Something that is done with a contest, which is told as it is then.

    People who play in a contest decide nothing in it; another organiser or the staff do.
    """

    permission_classes = [IsAuthenticated]

    def shown(self, request: Request, key: str) -> Response:
        user = person(request)
        return Response(shape(queries.found(key, user), user))


class CallOff(Running):
    """Call off a contest that I run and that has not begun; everybody who has entered is told."""

    @described(ContestSerializer, operation_id="contest_call_off")
    def post(self, request: Request, key: str) -> Response:
        queries.found(key, request.user)
        creation.call_off(key, person(request))
        return self.shown(request, key)


class End(Running):
    """End a contest that I run: its standings are final, and matches that are still played go on,
    but count there no more. Not while I play in it."""

    @described(ContestSerializer, ReasonSerializer, operation_id="contest_end")
    def post(self, request: Request, key: str) -> Response:
        queries.found(key, request.user)
        lifecycle.end(key, person(request), given(request, ReasonSerializer)["why"])
        return self.shown(request, key)


class Invite(Running):
    """Invite somebody to a contest that I run; not to one that has begun and in which I play."""

    @described(ContestSerializer, InvitedSerializer, operation_id="contest_invite")
    def post(self, request: Request, key: str) -> Response:
        queries.found(key, request.user)
        other = find_person(given(request, InvitedSerializer)["user"])
        registration.invite(key, person(request), other)
        return self.shown(request, key)


class PutOut(Running):
    """Take somebody out of a contest that I run, and say why; not while I play in it."""

    @described(ContestSerializer, PutOutSerializer, operation_id="contest_put_out")
    def post(self, request: Request, key: str) -> Response:
        queries.found(key, request.user)
        data = given(request, PutOutSerializer)
        registration.put_out(key, person(request), find_person(data["user"]), data["why"])
        return self.shown(request, key)


class Ruling(Running):
    """Decide a table of a contest that I run; its match goes on, and counts there no more.

    Not while I play in it: somebody else decides then.
    """

    @described(ContestSerializer, RulingSerializer, operation_id="contest_rule")
    def post(self, request: Request, key: str, number: int, table: int) -> Response:
        queries.found(key, request.user)
        data = given(request, RulingSerializer)
        lifecycle.rule(key, person(request), (number, table), data["places"], data["why"])
        return self.shown(request, key)
