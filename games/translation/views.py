"""The page with one message and its translation, or only the translation for a script."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.requests import authenticated_user
from portal.errors import ActionError

from .messages import find_foreign_message
from .translator import check_is_available, translate


@login_required
@require_POST
def translate_message(request: HttpRequest, what: str, pk: int) -> HttpResponse:
    """Translate a message of a chat into the language of the page."""
    check_is_available()
    user, language = authenticated_user(request), get_language()
    try:
        message, page = find_foreign_message(what, pk, user)
        translation = translate(user, message.text, language)
    except ActionError as refused:
        if not _is_from_script(request):
            raise
        problem = {"problem": refused.message}
        template = "games/translation/translation.html"
        return render(request, template, problem, status=refused.status)
    context = {"message": message, "page": page, "translation": translation, "language": language}
    name = "translation" if _is_from_script(request) else "page"
    return render(request, f"games/translation/{name}.html", context)


def _is_from_script(request: HttpRequest) -> bool:
    return request.META.get("HTTP_HX_REQUEST") == "true"
