"""Errors of the API: always {"error": code, "message": sentence}, with a fitting status."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from portal.errors import ActionError
from portal.http.input_validation import InvalidInputError

from ..models import Table
from ..table.access import is_hidden_from


def missing_key_error(name: str) -> exceptions.ValidationError:
    """Return the error of a request without a key that it needs."""
    text = exceptions.ErrorDetail(_("This key is required."), "required")
    return exceptions.ValidationError({name: [text]})


def _field_errors_text(fields: Any) -> str:
    """Return a message for the errors of a request's fields; it names missing keys."""
    names = [
        str(name)
        for name, errors in (fields.items() if isinstance(fields, dict) else ())
        if any(getattr(error, "code", "") == "required" for error in errors)
    ]
    if names:
        return _("These keys are missing from the request: %(names)s.") % {
            "names": ", ".join(f"“{name}”" for name in names)
        }
    return _("The request does not match the description of the API.")


def _accepted_types_text(view: APIView) -> str:
    """Return a message with the types of bodies that a view accepts."""
    types = ", ".join(dict.fromkeys(parser.media_type for parser in view.get_parsers()))
    return _("Send the body as %(types)s: set the header Content-Type.") % {"types": types}


def handle_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an error into a response; None for unknown errors, which become a server error.

    The reason of an error could reveal facts about a table. People who may not see the table get
    "not found" instead.
    """
    key, user = context["kwargs"].get("key", ""), context["request"].user
    if isinstance(error, ActionError) and key and is_hidden_from(key, user):
        error = Table.DoesNotExist()
    if isinstance(error, ActionError):
        return Response(error.data(), status=error.status)
    if isinstance(error, InvalidInputError):
        return Response({"error": "bad_request", "message": error.message}, status=400)
    if isinstance(error, Table.DoesNotExist):
        error = Http404("There is no such table.")
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail
        response.data = {
            "error": "bad_request",
            "message": _field_errors_text(fields),
            "fields": fields,
        }
    elif isinstance(error, exceptions.UnsupportedMediaType):
        response.data = {
            "error": error.default_code,
            "message": _accepted_types_text(context["view"]),
        }
    else:
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        code = getattr(detail, "code", "error")
        response.data = {"error": code, "message": str(detail)}
    return response
