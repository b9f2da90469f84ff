"""Show refusals on pages: as messages, or in forms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from ..errors import ActionError


@contextmanager
def refusal_as_message(
    request: HttpRequest, but: type[ActionError] | tuple[type[ActionError], ...] = ()
) -> Iterator[None]:
    """Show the refusal of a block as a message; the view continues after the block.

    Refusals of the kinds `but` pass.
    """
    try:
        yield
    except but:
        raise
    except ActionError as refused:
        messages.error(request, refused.message)


@contextmanager
def refusal_in_form(form: forms.BaseForm) -> Iterator[None]:
    """Add the refusal of a block to the form, at its field if the form has it."""
    try:
        yield
    except ActionError as refused:
        field = getattr(refused, "field", "")
        form.add_error(field if field in form.fields else None, refused.message)
