"""The site's navigation: where its pages are, in groups, and which of them is being read."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.site.configuration import get_site

register = template.Library()


class Entry(NamedTuple):
    """A link of a menu; `current` is the value of its `aria-current`, "" elsewhere."""

    label: str
    url: str
    icon: str = ""
    current: str = ""


class Group(NamedTuple):
    title: str
    entries: list[Entry]


class Navigation(NamedTuple):
    """The groups of the main menu, and what the menu of a person leads to."""

    main: list[Group]
    mine: list[Entry]


@register.simple_tag(takes_context=True)
def navigation(context: template.Context) -> Navigation:
    """What the reader of a page can go to; guests and strangers only what is open to them."""
    request, user = context.get("request"), context.get("user")
    is_member = user is not None and user.is_authenticated and not user.is_guest
    play = [
        Entry(_("Tables"), reverse("games:lobby")),
        Entry(_("Tournaments"), reverse("games:tournaments")),
    ]
    if is_member:
        play.append(Entry(_("Clubs"), reverse("games:clubs")))
    watch = [
        Entry(_("Games"), reverse("games:catalog")),
        Entry(_("Puzzles"), reverse("games:puzzles")),
        Entry(_("Leaderboards"), reverse("games:leaderboards")),
        Entry(_("Public matches"), reverse("games:dump")),
    ]
    mine = _mine(user.username) if is_member and user is not None else []
    play, watch, mine = _mark_current([play, watch, mine], "" if request is None else request.path)
    return Navigation([Group(_("Play"), play), Group(_("Learn and watch"), watch)], mine)


def _mine(username: str) -> list[Entry]:
    entries = [
        Entry(_("My profile"), reverse("games:profile", args=[username]), "person"),
        Entry(_("My matches"), reverse("games:my_matches"), "table"),
        Entry(_("My statistics"), reverse("games:my_statistics"), "chart"),
        Entry(_("My studies"), reverse("games:studies"), "star"),
        Entry(_("Records"), reverse("games:records"), "download"),
        Entry(_("People I follow"), reverse("games:following"), "eye"),
    ]
    if get_site().allows_private_messages:
        entries.insert(1, Entry(_("Messages"), reverse("games:conversations"), "chat"))
    return entries


def _mark_current(groups: list[list[Entry]], path: str) -> list[list[Entry]]:
    """The groups with the entry marked whose page is being read, or a page below it."""
    urls = [entry.url for group in groups for entry in group if path.startswith(entry.url)]
    here = max(urls, key=len, default="")
    current = "page" if here == path else "true"
    return [
        [entry._replace(current=current) if entry.url == here else entry for entry in group]
        for group in groups
    ]
