"""Pages for following and for private notes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.nicknames import name_lookup
from accounts.requests import authenticated_user
from accounts.usernames import username_lookup
from portal.http.refusals import refusal_as_message

from ..models import Table
from ..table import notes as social_notes
from ..table.views.pages import get_visible_table
from . import follow_list


def get_person_or_404(username: str) -> User:
    """Return the active account with this user name (no guest), or raise Http404."""
    return get_object_or_404(User, username_lookup(username), is_active=True, guest_network="")


@login_required
@require_safe
def following_page(request: HttpRequest) -> HttpResponse:
    """Show the followed people, their presence and their tables."""
    people = follow_list.list_followed_people(authenticated_user(request), timezone.now())
    return render(request, "games/social/following.html", {"people": people})


@login_required
@require_POST
def follow_by_name(request: HttpRequest) -> HttpResponse:
    """Follow the person whose name was typed on the list."""
    name = request.POST.get("name", "").strip()
    other = User.objects.filter(name_lookup(name), is_active=True, guest_network="").first()
    if other is None:
        messages.error(request, _("There is no account with this name."))
    else:
        _follow(request, other)
    return redirect("games:following")


@login_required
@require_POST
def toggle_follow(request: HttpRequest, username: str) -> HttpResponse:
    """Follow this person, or unfollow them if `follow` is 0."""
    other = get_person_or_404(username)
    if request.POST.get("follow") == "0":
        follow_list.unfollow(authenticated_user(request), other)
        messages.success(
            request, _("You no longer follow %(name)s.") % {"name": other.display_name}
        )
    else:
        _follow(request, other)
    return redirect("games:following" if request.POST.get("from") == "list" else other)


def _follow(request: HttpRequest, other: User) -> None:
    with refusal_as_message(request):
        follow_list.follow(authenticated_user(request), other)
        messages.success(
            request, _("You now follow %(name)s. Only you know.") % {"name": other.display_name}
        )


@login_required
@require_POST
def save_person_note(request: HttpRequest, username: str) -> HttpResponse:
    """Save the private note about this person."""
    other = get_person_or_404(username)
    _save_note(request, other)
    return redirect(other)


@login_required
@require_POST
def save_table_note(request: HttpRequest, key: str) -> HttpResponse:
    """Save the private note about this table and its match."""
    table = get_visible_table(request, key)
    _save_note(request, table)
    back = "games:replay" if request.POST.get("from") == "replay" else "games:table"
    return redirect(back, table.key)


def _save_note(request: HttpRequest, about: Table | User) -> None:
    with refusal_as_message(request):
        note = social_notes.save_note(
            authenticated_user(request), about, request.POST.get("text", "")
        )
        text = _("Note saved. Only you can read it.") if note else _("Note deleted.")
        messages.success(request, text)


@login_required
@require_safe
def my_notes(request: HttpRequest) -> HttpResponse:
    """List all private notes of the user."""
    return render(
        request,
        "games/social/notes.html",
        {"notes": social_notes.notes_of(authenticated_user(request))},
    )
