"""The errors of requests that the site refuses.

A refusal is one of five kinds. The kind decides the HTTP status; the code is for programs and the
message for people. Nothing has changed when one is raised. Pages handle them in
`portal/error_pages.py`, the API in `games/api/errors.py`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class ActionError(Exception):
    """A request that the site refuses; only its five kinds below are raised.

    Attributes:
        status: the HTTP status.
        code: what is wrong, for programs; the API publishes it.
        message: what is wrong, translated.
    """

    status: HTTPStatus
    code = "refused"

    def __init__(self, message: str, *, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        if code:
            self.code = code

    def data(self) -> dict[str, Any]:
        """Return the error as the API describes it."""
        return {"error": self.code, "message": self.message}


class NotFound(ActionError):
    """There is no such thing, or the person may not know of it."""

    status = HTTPStatus.NOT_FOUND


class Forbidden(ActionError):
    """This person may not do it."""

    status = HTTPStatus.FORBIDDEN


class Conflict(ActionError):
    """It is not possible in the present state of things."""

    status = HTTPStatus.CONFLICT


class Invalid(ActionError):
    """A value is not possible; `field` names it for forms."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, message: str, *, code: str = "", field: str = "") -> None:
        super().__init__(message, code=code)
        self.field = field


class TooManyRequests(ActionError):
    """A limit is reached; the same request may succeed later."""

    status = HTTPStatus.TOO_MANY_REQUESTS
