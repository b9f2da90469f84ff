"""The pages of private messages: the list of conversations, and one conversation."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.pagination import cursor_page

from ..table.blocking import has_blocked
from . import conversations
from .eligibility import check_is_available, refusal_to_write
from .models import LONGEST

CONVERSATIONS_AT_ONCE = 30
MESSAGES_AT_ONCE = 50


@login_required
@require_safe
def conversation_list(request: HttpRequest) -> HttpResponse:
    """List my conversations, or those that I put away."""
    user = authenticated_user(request)
    check_is_available(user)
    is_put_away = request.GET.get("show") == "archived"
    found = conversations.conversations_of(user, is_put_away=is_put_away)
    page = cursor_page(found, conversations.ORDER, CONVERSATIONS_AT_ONCE, request.GET)
    conversations.with_last_messages(page.rows, user)
    context = {"page": page, "is_put_away": is_put_away}
    return render(request, "private_messages/conversations.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def conversation_page(request: HttpRequest, username: str) -> HttpResponse:
    """Show the messages with a person and mark them as read; a POST sends one."""
    user = authenticated_user(request)
    person = conversations.find_person(username, user)
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            conversations.send_message(user, person, text)
        except ActionError as refused:
            context = {**_context(request, user, person), "problem": refused.message, "text": text}
            return render(
                request, "private_messages/conversation.html", context, status=refused.status
            )
        return redirect("games:conversation", person.username)
    if person.username != username:
        return redirect("games:conversation", person.username)
    conversations.mark_read(user, person)
    if request.META.get("HTTP_HX_REQUEST") == "true":
        context = _page_context(request, user, person)
        return render(request, "private_messages/messages.html", context)
    return render(request, "private_messages/conversation.html", _context(request, user, person))


def _page_context(request: HttpRequest, user: User, person: User) -> dict[str, Any]:
    found = conversations.messages_between(user, person)
    page = cursor_page(found, ("-pk",), MESSAGES_AT_ONCE, request.GET)
    is_folded = has_blocked(user, person)
    lines = list(reversed(page.rows))
    for line in lines:
        line.is_folded = is_folded and line.user_id != user.pk
    return {"person": person, "page": page, "lines": lines}


def _context(request: HttpRequest, user: User, person: User) -> dict[str, Any]:
    return {
        **_page_context(request, user, person),
        "refusal": refusal_to_write(user, person),
        "longest": LONGEST,
        "is_archived": conversations.is_archived(user, person),
    }


@login_required
@require_POST
def archive(request: HttpRequest, username: str) -> HttpResponse:
    """Put a conversation out of my list until its next message, or back if `archive` is 0."""
    user = authenticated_user(request)
    person = conversations.find_person(username, user)
    is_archived = request.POST.get("archive") != "0"
    conversations.archive(user, person, is_archived=is_archived)
    messages.success(
        request,
        _("Conversation archived until the next message.")
        if is_archived
        else _("The conversation is in your list again."),
    )
    return redirect("games:conversations")
