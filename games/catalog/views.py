"""The pages of the games: the list, a game with its rules, and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts import guests
from accounts.requests import authenticated_user
from portal.http.refusals import refusal_as_message

from .. import bots, registry, rulebook
from ..boards import Presenter, presenter
from ..boards.cached_urls import content_hash
from ..history import game_statistics
from ..lobby.admission.matchmaking_views import render_panel
from ..lobby.home import tutorial as guided_matches
from ..lobby.setup import table_setup
from ..lobby.table_settings import TableSettings
from ..models import Table
from ..puzzles.puzzles import has_public_puzzles
from ..ratings import rating_changes
from ..rulebook.rules_tips import link_as_tips
from ..table.access import listable_tables
from ..table.views import tips
from ..table.views.cards import render_rows
from ..table.views.pages import get_visible_table as find_table

if TYPE_CHECKING:
    from accounts.models import User

MAX_OPEN_SHOWN = 4
MAX_LEADERS_SHOWN = 5
MAX_SEARCH_LENGTH = 60
MAX_HITS_SHOWN = 30
MIN_MATCHES = 5  # matches that say more than the facts of the title
YEAR = 365 * 24 * 60 * 60  # seconds
POPOVER_HEADER = "X-Note"  # what the script asks with


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Show every game with its cover, weight and length."""
    return render(request, "catalog/game_list.html")


def get_presenter(key: str) -> Presenter:
    """Return the presenter of the game in an address.

    Raises:
        Http404: there is no such game.
    """
    if key not in rules.catalogue():
        raise Http404(_("There is no such game here."))
    return presenter(key)


@require_safe
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game: its facts, statistics and rules; `q` searches in the rules."""
    show = get_presenter(game)
    book = rulebook.load_rulebook(game)
    found = game_statistics.game_statistics(game)
    words = request.GET.get("q", "")[:MAX_SEARCH_LENGTH].strip()
    return render(
        request,
        "catalog/game.html",
        {
            "presenter": show,
            "book": book,
            "has_guide": rulebook.tutorial_of(game) is not None,
            "has_puzzles": has_public_puzzles(game),
            "has_one_page": bool(rulebook.one_page(game)),
            "facts": [*show.fact_rows(), *match_lengths(show, found)],
            "options": list(describe_options(show)),
            "quick": render_panel(request, game) if show.plays_with_bots else "",
            "open_tables": render_open_tables(request, game),
            "best": rating_changes.RankedRatings(rating_changes.leaderboard_ratings(game))[
                :MAX_LEADERS_SHOWN
            ],
            "statistics": found,
            "shares": list(describe_win_shares(show, found)),
            "openings": [(show.opening_label(one.opening), one) for one in found.openings],
            "has_bots": show.plays_with_bots,
            "words": words,
            "hits": book.search(words)[:MAX_HITS_SHOWN] if book and words else [],
        },
    )


def match_lengths(
    show: Presenter, found: game_statistics.GameStatistics
) -> Iterator[tuple[str, str]]:
    """Return the length of a match in decisions and days, as (label, value)."""
    decisions: float | None = show.facts.decisions if show.facts else None
    if (found.matches or 0) >= MIN_MATCHES or decisions is None:
        decisions = found.decisions
    if decisions:
        yield _("Decisions per player"), _("about %(n)s per match") % {"n": round(decisions)}
    if found.days is not None:
        days = max(1, round(found.days))
        yield _("Usual length here"), ngettext("%(n)s day", "%(n)s days", days) % {"n": days}


def describe_options(show: Presenter) -> Iterator[tuple[rules.Option, str, str, list[str], str]]:
    """Return (option, its name, its effect, its choices, the default choice)."""
    for option in show.game.options:
        choices = [show.choice_label(option, choice) for choice in option.choices]
        usual = show.choice_label(option, option.default)
        yield option, show.option_label(option), show.option_help(option), choices, usual


def describe_win_shares(
    show: Presenter, found: game_statistics.GameStatistics
) -> Iterator[tuple[str, game_statistics.MatchGroup, list[tuple[float, tuple[float, float]]]]]:
    """Return groups of matches: a label, their statistics, and the share of wins of each seat."""
    declared = {option.key: option for option in show.game.options}
    for share in found.shares:
        if share.seats is not None:
            label = ngettext("%(n)s player", "%(n)s players", share.seats) % {"n": share.seats}
        else:
            label = show.choice_text(declared[share.option], share.choice)
        yield label, share, list(zip(share.wins, share.intervals, strict=True))


def render_open_tables(request: HttpRequest, key: str) -> SafeString | str:
    """Render the open tables of the game, newest first."""
    waiting = listable_tables(request.user).filter(game=key, status=Table.Status.OPEN)
    return render_rows(
        waiting.order_by(*Table.order_of(Table.Status.OPEN))[:MAX_OPEN_SHOWN], request.user
    )


@require_POST
def play_against_bots(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table with bots, which starts at once. A visitor without an account becomes a guest.

    Guests get as few bots as possible, so that it is their turn more often. People to whom the game
    is new get easy bots.
    """
    show = get_presenter(game)

    def sits(user: User) -> Table:
        least = show.game.seats[0]
        usual = show.facts.best_with if show.facts and not user.is_guest else least
        seats = max(2, usual)
        level = bots.EASY if tips.beginners(game, [user]) else bots.STEADY
        return table_setup.open_table(user, game, TableSettings.with_bots(seats, {}, level))

    return _seat_and_redirect(request, game, sits)


@require_POST
def start_tutorial(request: HttpRequest, game: str) -> HttpResponse:
    """Start or continue the tutorial. A visitor without an account becomes a guest."""
    get_presenter(game)
    return _seat_and_redirect(
        request, game, lambda user: guided_matches.start_or_resume_tutorial(user, game)
    )


@require_POST
@login_required
def return_to_tutorial(request: HttpRequest, key: str) -> HttpResponse:
    """Continue a tutorial from where the person left its path."""
    table = find_table(request, key)
    return _seat_and_redirect(
        request, table.game, lambda user: guided_matches.return_to_tutorial(key, user)
    )


def _seat_and_redirect(
    request: HttpRequest, game: str, sits: Callable[[User], Table]
) -> HttpResponse:
    """Redirect to the table that `sits` returns. A visitor without an account becomes a guest."""
    is_new = not request.user.is_authenticated
    with refusal_as_message(request):
        with transaction.atomic():
            user = guests.create_guest(request) if is_new else authenticated_user(request)
            table = sits(user)
        if is_new:
            guests.sign_in_guest(request, user)
        return redirect(table)
    return redirect("games:game", game)


@require_safe
def rules_summary(request: HttpRequest, game: str) -> HttpResponse:
    """Show the summary of a game on one page, to print or to keep open beside the board."""
    show = get_presenter(game)
    parts = [(part.title, link_as_tips(game, part.html)) for part in rulebook.one_page(game)]
    if not parts:
        raise Http404(_("This game has no such page."))
    return render(request, "catalog/rules_summary.html", {"presenter": show, "parts": parts})


@require_safe
def drawing(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Return a drawing of a title that pages refer to by address; `v` is its version."""
    svg = get_presenter(game).drawing(name)
    if svg is None:
        # A drawing that is now a static file: pages from before refer to it by this address.
        if (registry.title_folders()[game] / "static" / f"{name}.svg").is_file():
            return redirect(static(f"titles/{game}/{name}.svg"), permanent=True)
        raise Http404
    response = HttpResponse(svg, content_type="image/svg+xml")
    if request.GET.get("v") == content_hash(svg):
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    return response


@require_safe
def rules_passage(request: HttpRequest, game: str, anchor: str) -> HttpResponse:
    """Show the short text about a component ("wharf") or section ("5.8"), with the section.

    A script gets the part that it shows as a note, without the page around it.
    """
    show = get_presenter(game)
    book = rulebook.load_rulebook(game)
    part = book.section_of(anchor) if book else None
    if book is None or part is None:
        raise Http404(_("There is no such paragraph in the rules."))
    entry = book.entries.get(anchor)
    context = {
        "presenter": show,
        "entry": entry,
        "short": link_as_tips(game, entry.html) if entry else "",
        "part": part,
        "text": link_as_tips(game, part.html),
        "below": book.below(part),
    }
    is_note = request.headers.get(POPOVER_HEADER) == "1"
    return render(
        request, "catalog/popover.html" if is_note else "catalog/rules_passage.html", context
    )
