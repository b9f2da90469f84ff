"""Errors of the API: always {"error": code, "message": sentence}, with a status that fits."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from portal.http.reading import Unreadable

from ..lobby.unstarted import BadTable
from ..models import Table
from ..table.access import hidden_from
from ..table.play import BadMove, CannotLoad, Refused, StaleVersion


def described(error: Refused) -> dict[str, Any]:
    """What a door refuses, for programs and for people."""
    data: dict[str, Any] = {"error": error.code, "message": error.message}
    if isinstance(error, StaleVersion):
        data["version"] = error.current
    if isinstance(error, BadMove):
        data |= {"section": error.section, "url": error.url}
        data |= {"number": error.number, "reason": error.reason}
    if isinstance(error, CannotLoad):
        data["because"] = error.why.code
    if isinstance(error, BadTable) and error.field:
        data["field"] = error.field
    if isinstance(error, BadTable) and error.why:
        data["reason"] = error.why.data()
    return data


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what the doors refuse into a response; anything unknown stays an error of ours.

    Why something is refused tells of its table: not to whoever may not know of that.
    """
    key, user = context["kwargs"].get("key", ""), context["request"].user
    if isinstance(error, Refused) and key and hidden_from(key, user):
        error = Table.DoesNotExist()
    if isinstance(error, Refused):
        return Response(described(error), status=error.status)
    if isinstance(error, Unreadable):
        return Response({"error": "bad_request", "message": error.message}, status=400)
    if isinstance(error, Table.DoesNotExist):
        error = Http404("There is no such table.")
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        response.data = {
            "error": "bad_request",
            "message": "The request is not of the form the description asks for.",
            "fields": response.data,
        }
    else:
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        code = getattr(detail, "code", "error")
        response.data = {"error": code, "message": str(detail)}
    return response
