"""Pages of tournaments."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.models import User
from accounts.nicknames import name_lookup
from accounts.requests import authenticated_user
from portal.errors import ActionError, Invalid, NotFound
from portal.http.input_validation import parse_number_or_none

from ..boards import presenter
from ..clubs.queries import clubs_led_by
from ..lobby.home.calendar_feed_views import calendar_response
from ..lobby.table_settings import TableSettings
from ..ratings.reliability.requirements import Requirements
from ..time_controls import describe_time_control
from . import (
    check_ins,
    creation,
    ladder_challenges,
    lifecycle,
    queries,
    registration,
    rulings,
)
from .access import can_manage, check_can_manage, is_player
from .calendar_events import tournament_calendar
from .eligibility import is_open_for_entries
from .formats.ladder import Ladder, LadderSettings
from .formats.registry import FORMATS
from .forms import TournamentForm, initial_values_from, parse_ruling
from .models import Tournament, TournamentEntry, TournamentTable
from .points import SCORE_LABELS, TIE_BREAK_LABELS

SHOWN = 50  # rows of the standings, or people who have entered

View = Callable[..., HttpResponse]


def _show_errors_on_page(view: View) -> View:
    """Show the errors of a view as messages on the tournament's page."""

    @wraps(view)
    def answer(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except NotFound:
            raise
        except ActionError as refused:
            queries.get_tournament(key, request.user)  # only people who may see it learn the reason
            messages.error(request, refused.message)
            return redirect("games:tournament", key)

    return answer


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """List tournaments that are open for entries, that run and that are over."""
    seen = (
        queries.visible_tournaments(request.user)
        .annotate(size=queries.PLAYER_COUNT)
        .order_by("-pk")
    )
    parts = [
        (state, seen.filter(state=state)[: queries.LISTED])
        for state in (Tournament.State.OPEN, Tournament.State.RUNNING, Tournament.State.OVER)
    ]
    user = request.user
    context = {"parts": parts, "may_open": isinstance(user, User) and _can_open_any(user)}
    return render(request, "tournaments/list.html", context)


def _can_open_any(user: User) -> bool:
    return creation.can_create_tournament(user) or clubs_led_by(user).exists()


@login_required
@require_safe
def choose_format(request: HttpRequest) -> HttpResponse:
    """Choose the game and the format of a tournament."""
    game, form = request.GET.get("game", ""), request.GET.get("format", "")
    if game in rules.catalogue() and form in FORMATS:
        return redirect("games:new_tournament", game, form)
    games = [key for key, one in rules.catalogue().items() if one.seats[-1] > 1]
    context = {
        "games": [(key, presenter(key).name()) for key in games],
        "formats": FORMATS.values(),
    }
    return render(request, "tournaments/choose_format.html", context)


@login_required
def new_tournament(request: HttpRequest, game: str, form: str) -> HttpResponse:
    """Create a tournament."""
    declared, offered = rules.catalogue().get(game), FORMATS.get(form)
    if declared is None or offered is None:
        raise Http404(_("There is no such game here."))
    sizes = [n for n in declared.seats if n in offered.settings.sizes]
    if not sizes:
        messages.error(
            request, _("This game cannot be played with the number of players this format needs.")
        )
        return redirect("games:choose_tournament")
    user = authenticated_user(request)
    filled = TournamentForm(
        declared,
        offered,
        request.POST or None,
        initial=_initial_from_earlier(request, game, form),
        zone=user.time_zone,
        clubs=clubs_led_by(user),
        is_member=creation.can_create_tournament(user),
    )
    status, warnings = 200, ""
    if request.method == "POST":
        status = 422
        if filled.is_valid():
            warnings = " ".join(filled.warnings())
            try:
                if not warnings or warnings == request.POST.get("read"):
                    return redirect(creation.create_tournament(user, filled.settings()))
            except ActionError as refused:
                filled.add_action_error(refused)
    context = {
        "form": filled,
        "presenter": presenter(game),
        "format": offered,
        "warnings": warnings,
    }
    return render(request, "tournaments/form.html", context, status=status)


def _initial_from_earlier(request: HttpRequest, game: str, form: str) -> dict[str, Any]:
    """Return initial values from the earlier tournament that the address names."""
    key = request.GET.get("like", "")
    try:
        earlier = queries.get_tournament(key, request.user) if key else None
    except NotFound:
        return {}
    return (
        initial_values_from(earlier)
        if earlier and (earlier.game, earlier.format) == (game, form)
        else {}
    )


@require_safe
def tournament_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a tournament: its settings, people, standings and rounds."""
    tournament = queries.get_tournament(key, request.user)
    user, offered = request.user, FORMATS[tournament.format]
    mine = tournament.entries.filter(user=user).first() if user.is_authenticated else None
    terms = TableSettings.from_json(rules.get(tournament.game), tournament.table_settings)
    show = presenter(tournament.game)
    options = [
        show.choice_text(option, terms.options[option.key])
        for option in rules.get(tournament.game).options
        if terms.options[option.key] != option.default
    ]
    context: dict[str, Any] = {
        "tournament": tournament,
        "format": offered,
        "settings": offered.settings.read(tournament.format_settings),
        "terms": terms,
        "options": options,
        "clock": describe_time_control(terms.clock),
        "asks": Requirements.of(tournament.requirements),
        "mine": mine,
        "runs": can_manage(tournament, user),
        "decides": can_manage(tournament, user) and not is_player(tournament, user),
        "takes": is_open_for_entries(tournament),
        "at_once": range(1, registration.MAX_CONCURRENT_MATCHES + 1)
        if registration.has_concurrent_matches(tournament)
        else (),
        "may_open": isinstance(user, User) and _can_open_any(user),
    }
    now = timezone.now()
    context |= {
        "checks_in": tournament.checks_in(now),
        "asks_here": check_ins.is_check_in_expected(tournament, mine, now),
    }
    if context["runs"]:
        context["warnings"] = creation.tournament_warnings(tournament)
    if context["runs"] and tournament.is_living:
        context["invited"], context["waiting"] = registration.invited_and_waiting(tournament)
    context["score"] = SCORE_LABELS[context["settings"].score]
    if tournament.started_at is None:
        people = queries.entered_people(tournament)
        pages = Paginator(people, SHOWN)
        context |= {"size": len(people), "people": pages.get_page(request.GET.get("page"))}
    else:
        context |= _started_context(request, tournament, mine)
    if (settings := ladder_challenges.running_ladder_settings(tournament)) is not None:
        context |= _challenge_context(tournament, settings, mine)
    return render(request, "tournaments/tournament.html", context)


def _challenge_context(
    tournament: Tournament, settings: LadderSettings, mine: TournamentEntry | None
) -> dict[str, Any]:
    waiting = ladder_challenges.pending_challenges(tournament)
    own = None if mine is None else mine.pk
    made = next((one for one in waiting if one.challenger_id == own), None)
    before = [
        one
        for one in waiting[: 0 if made is None else waiting.index(made)]
        if made is not None and one.opponent_id == made.opponent_id and one.accepted_at is None
    ]
    return {
        "is_ladder": True,
        "challenges": waiting,
        "challenge_made": made,
        "takes_back": made is not None and ladder_challenges.can_withdraw_challenge(made, settings),
        "challenges_before": len(before),
        "challenge_got": None
        if own is None
        else ladder_challenges.challenges_to_answer(waiting).get(own),
        "challenges_from": None
        if mine is None
        else ladder_challenges.challenge_pause_end(mine, timezone.now()),
        "in_reach": ladder_challenges.challengeable_entries(tournament, mine, waiting),
    }


def _started_context(
    request: HttpRequest, tournament: Tournament, mine: TournamentEntry | None
) -> dict[str, Any]:
    board = queries.get_summary(tournament)
    number = parse_number_or_none(request.GET.get("round", ""))
    chosen = number if number in board.rounds else max(board.rounds, default=0)
    entry = None if mine is None else mine.pk
    form = FORMATS[tournament.format]
    is_ladder = isinstance(form, Ladder)
    tables = queries.tables_by_round(tournament, [chosen])[chosen] if chosen else []
    if form.allows_late_entry and not form.has_rounds:
        tables = tables[::-1]  # one round with more and more tables: the last ones first
    lines = Paginator(board.lines, SHOWN).get_page(request.GET.get("page"))
    shown = {line.division for line in lines}
    winners: set[int] = set()
    if tournament.state == Tournament.State.OVER:
        winners = {*tournament.entries.filter(place=1).values_list("pk", flat=True)}
    return {
        "board": board,
        "size": len(board.lines),
        "lines": lines,
        "columns": [] if is_ladder else [TIE_BREAK_LABELS[column] for column in board.columns],
        "my_line": next((one for one in board.lines if one.person.entry == entry), None),
        "why_waits": queries.wait_reason_text(board, mine, tournament.game),
        "chosen": chosen,
        "tables": Paginator(tables, SHOWN).get_page(request.GET.get("tables")),
        "round": tournament.rounds.filter(number=chosen).first()
        if tournament.is_duplicate
        else None,
        "comparison": queries.compare_round(tournament, chosen),
        "own_tables": {
            one.number for one in tables if entry in {seat.person.entry for seat in one.seats}
        },
        "crosstables": [
            (division, list(some))
            for division, some in groupby(
                zip(board.lines, board.crosstable, strict=False), key=lambda row: row[0].division
            )
            if division in shown
        ],
        "winners": [one.person for one in board.lines if one.person.entry in winners],
    }


@require_safe
def tournament_calendar_file(request: HttpRequest, key: str) -> HttpResponse:
    """Return the calendar file of a tournament; a later download has its changes."""
    tournament = queries.get_tournament(key, request.user)
    answer = calendar_response(request, tournament_calendar(tournament))
    answer.headers["Content-Disposition"] = f'attachment; filename="{key}.ics"'
    return answer


@login_required
@require_POST
@_show_errors_on_page
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Take a place, or one on the waiting list."""
    at_once = parse_number_or_none(request.POST.get("at_once", "")) or 1
    entry = registration.enter(key, authenticated_user(request), at_once)
    if entry.state == TournamentEntry.State.WAITING:
        messages.success(
            request, _("You are on the waiting list. We will tell you when you get a place.")
        )
    else:
        messages.success(request, _("You have entered."))
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def check_in(request: HttpRequest, key: str) -> HttpResponse:
    """Check in shortly before it begins."""
    check_ins.check_in_player(key, authenticated_user(request))
    messages.success(request, _("You have checked in."))
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Leave the tournament or its waiting list, or decline an invitation."""
    tournament = queries.get_tournament(key, request.user)
    registration.withdraw(key, authenticated_user(request))
    messages.success(request, _("You have withdrawn. Matches you have started continue."))
    return redirect(tournament if tournament.club_id is None else "games:tournaments")


@login_required
@require_POST
@_show_errors_on_page
def call_off(request: HttpRequest, key: str) -> HttpResponse:
    """Call it off before it has begun; only its managers may."""
    creation.call_off_tournament(key, authenticated_user(request))
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def end(request: HttpRequest, key: str) -> HttpResponse:
    """End it while it runs, with a reason; only its managers may."""
    queries.get_tournament(key, request.user)
    lifecycle.end_early(key, authenticated_user(request), request.POST.get("why", ""))
    messages.success(request, _("The tournament has ended. Everyone in it will be notified."))
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Invite a person by name; only its managers may."""
    queries.get_tournament(key, request.user)
    other = _get_user_by_name(request.POST.get("name", ""))
    registration.invite_player(key, authenticated_user(request), other)
    messages.success(request, _("%(name)s is invited.") % {"name": other})
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def disqualify(request: HttpRequest, key: str) -> HttpResponse:
    """Disqualify a person with a reason; only its managers may."""
    queries.get_tournament(key, request.user)
    other = _get_user_by_name(request.POST.get("name", ""))
    registration.disqualify(key, authenticated_user(request), other, request.POST.get("why", ""))
    messages.success(request, _("%(name)s has been disqualified.") % {"name": other})
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def decide_table(request: HttpRequest, key: str, number: int, table: int) -> HttpResponse:
    """Decide a table that is still played; only its managers may."""
    tournament = queries.get_tournament(key, request.user)
    check_can_manage(tournament, authenticated_user(request))
    found = TournamentTable.objects.filter(
        round__tournament=tournament, round__number=number, number=table
    )
    entries = found.values_list("entries", flat=True).first() or []
    places, why = parse_ruling(request.POST, len(entries))
    rulings.decide_table(key, authenticated_user(request), (number, table), places, why)
    messages.success(request, _("Result of the table saved."))
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def challenge(request: HttpRequest, key: str) -> HttpResponse:
    """Challenge a person on a ladder."""
    queries.get_tournament(key, request.user)
    other = _get_user_by_name(request.POST.get("name", ""))
    ladder_challenges.make_challenge(key, authenticated_user(request), other)
    messages.success(request, _("You have challenged %(name)s.") % {"name": other})
    return redirect("games:tournament", key)


@login_required
@require_POST
@_show_errors_on_page
def answer_challenge(request: HttpRequest, key: str) -> HttpResponse:
    """Accept or decline a challenge, or withdraw one's own."""
    queries.get_tournament(key, request.user)
    match request.POST.get("answer", ""):
        case "accept":
            ladder_challenges.answer_challenge(key, authenticated_user(request), accepts=True)
            messages.success(request, _("Your table starts as soon as both of you are free."))
        case "decline":
            ladder_challenges.answer_challenge(key, authenticated_user(request), accepts=False)
        case "take_back":
            ladder_challenges.withdraw_challenge(key, authenticated_user(request))
    return redirect("games:tournament", key)


def _get_user_by_name(username: str) -> User:
    other = User.objects.filter(
        name_lookup(username.strip()), is_active=True, guest_network=""
    ).first()
    if other is None:
        raise Invalid(_("There is no account with this name."), field="name", code="bad_contest")
    return other
